import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { sha256 } from '#sha256';
import type { ResponseId, TreeId } from '../../../src/core/ids.ts';
import type { Agent } from '../../../src/core/tree/agent.ts';
import type { LoomTree } from '../../../src/core/tree/loom-tree.ts';
import {
  addAgent,
  findAgent,
  getAgent,
  listAgents,
  updateAgent,
} from '../../../src/main/store/tables/agents.ts';
import { getGreatestId, getGrove, setGroveOwner } from '../../../src/main/store/tables/grove.ts';
import {
  addResponse,
  findResponse,
  findResponseBytes,
  packResponse,
  type RawApiResponse,
} from '../../../src/main/store/tables/responses.ts';
import { beginSession, closeSession, listSessions } from '../../../src/main/store/tables/sessions.ts';
import {
  createTree,
  findTree,
  getTree,
  listTrees,
  updateTree,
} from '../../../src/main/store/tables/trees.ts';
import {
  agentOf,
  countingIdsAndClock,
  newNode,
  openGrove,
  plantGrove,
  plantTree,
} from '../../helpers/grove.ts';
import { refusal } from '../../helpers/refusal.ts';

describe('agents', () => {
  test('are read as written, in order of creation', () => {
    const { store, human, idsAndClock } = plantGrove();
    const agent: Agent = {
      ...agentOf(idsAndClock, 'model', 'Storyteller'),
      modelRef: 'openrouter:meta/llama:free',
      configuration: { completionStyle: 'chat', temperature: 0.8, stop: ['\n\n'], extra: { min_p: 0.05 } },
      permissions: { loom_aware: 'allow', loom_write: 'never' },
      archivedAt: 5,
    };
    store.transact((tx) => addAgent(tx, agent, human));
    expect(getAgent(store, agent.id)).toEqual(agent);
    expect(listAgents(store).map(({ name }) => name)).toEqual(['Writer', 'Aspen', 'Storyteller']);
  });

  test('can change except for id, type and creation time', () => {
    const { store, human, model } = plantGrove();
    const before = getAgent(store, model);
    const changed = { ...before, name: 'Renamed', color: 'rust', updatedAt: 9, archivedAt: 9 };
    store.transact((tx) => updateAgent(tx, { ...changed, createdAt: 1 }, human));
    expect(getAgent(store, model)).toEqual(changed);
    const asHuman = { ...changed, type: 'human', modelRef: null } as const;
    expect(refusal(() => store.transact((tx) => updateAgent(tx, asHuman, human)))).toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  });

  test('cannot be added twice, and a human cannot have a model', () => {
    const { store, human, idsAndClock } = plantGrove();
    const again = getAgent(store, human);
    expect(refusal(() => store.transact((tx) => addAgent(tx, again)))).toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    const odd = { ...agentOf(idsAndClock, 'human', 'Odd'), modelRef: 'a:b' };
    expect(refusal(() => store.transact((tx) => addAgent(tx, odd)))).toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    const none = agentOf(idsAndClock, 'human', 'None');
    expect(findAgent(store, none.id)).toBeUndefined();
    expect(refusal(() => store.transact((tx) => updateAgent(tx, none, human)))).toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('trees', () => {
  test('are read as written, in order of creation', () => {
    const { store, tree, human, idsAndClock } = plantGrove();
    const other = store.transact((tx) => plantTree(tx, idsAndClock, human));
    expect(listTrees(store)).toEqual([tree, other]);
    const changed: LoomTree = {
      ...other,
      title: 'Another',
      description: 'd',
      summary: 's',
      systemContext: 'c',
      settings: { memory: 'm', authorsNoteDepth: 3, truncation: 'rollingWindow' },
      updatedAt: 9,
      archivedAt: 9,
    };
    store.transact((tx) => updateTree(tx, human, changed));
    expect(getTree(store, other.id)).toEqual(changed);
  });

  test('never change mode or root', () => {
    const { store, tree, human } = plantGrove();
    const update = () => store.transact((tx) => updateTree(tx, human, { ...tree, mode: 'dialogue' }));
    expect(refusal(update)).toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  test('need an empty root of their own', () => {
    const { store, tree, human, idsAndClock } = plantGrove();
    const root = newNode(idsAndClock, { treeId: idsAndClock.newId() as TreeId, authorId: human, text: '' });
    const other: LoomTree = { ...tree, id: root.treeId, rootPositionId: root.positionId };
    const full = newNode(idsAndClock, { treeId: other.id, authorId: human, text: 'x' });
    const create = (planted: LoomTree, node: typeof root) => () =>
      store.transact((tx) => createTree(tx, human, planted, node));
    expect(refusal(create({ ...other, rootPositionId: full.positionId }, full))).toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    expect(refusal(create({ ...other, id: tree.id }, root))).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(findTree(store, other.id)).toBeUndefined();
    expect(refusal(() => getTree(store, other.id))).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the grove', () => {
  test('has no owner until one is set', () => {
    const { store, human } = plantGrove();
    expect(getGrove(store).ownerId).toBeNull();
    store.transact((tx) => setGroveOwner(tx, human));
    expect(getGrove(store).ownerId).toBe(human);
  });

  test('knows its greatest id, so that the next one sorts after it', () => {
    const grove = plantGrove();
    grove.continue(grove.root, 'a');
    const next = grove.idsAndClock.newId();
    grove.store.transact((tx) => beginSession(tx, { id: next, host: 'here', appVersion: '0' }));
    expect(getGreatestId(grove.store)).toBe(next);
  });
});

test('the last ten sessions are kept, newest first, and a crashed session stays open', () => {
  const { store, idsAndClock } = plantGrove();
  const ids = Array.from({ length: 12 }, () => idsAndClock.newId());
  for (const id of ids) {
    store.transact((tx) => beginSession(tx, { id, host: 'here', appVersion: '0.1.0' }));
    if (id !== ids.at(-1)) store.transact((tx) => closeSession(tx, id));
  }
  const sessions = listSessions(store);
  expect(sessions.map(({ id }) => id)).toEqual(ids.slice(2).reverse());
  expect(sessions.map(({ closedAt }) => closedAt === null)).toEqual([true, ...new Array(9).fill(false)]);
  expect(refusal(() => store.transact((tx) => closeSession(tx, idsAndClock.newId())))).toMatchObject({
    code: 'NOT_FOUND',
  });
});

describe('a response', () => {
  const body = Buffer.from('data: {"choices":[{"text":"there was"}]}\n\n'.repeat(50));

  function responseOf(id: string): RawApiResponse {
    return {
      id: id as ResponseId,
      provider: 'offline',
      requestId: 'req-1',
      modelIdentifier: 'aspen',
      request: { temperature: 1, prompt: { sha256: '00', nodes: [] } },
      bodySha256: sha256(body),
      requestedAt: 1,
      respondedAt: 3,
      latencyMs: 2,
      tokenUsage: { completion: 4 },
      redacted: [[6, 16]],
      decoded: true,
      createdAt: 4,
    };
  }

  test('is read byte for byte, and its node refers to it', () => {
    const grove = plantGrove();
    const { store, tree, root, model, idsAndClock } = grove;
    const response = responseOf(idsAndClock.newId());
    const headers = { 'content-type': 'text/event-stream' };
    store.transact((tx) =>
      addResponse(tx, packResponse(response, { gzippedBody: gzipSync(body), headers }), {
        treeId: tree.id,
        agentId: model,
      }),
    );
    const node = grove.continue(root, 'a', { authorId: model, responseId: response.id, choiceIndex: 0 });
    store.close();
    const reopened = openGrove(store.path);
    expect(findResponse(reopened, response.id)).toEqual(response);
    const bytes = findResponseBytes(reopened, response.id);
    expect(Buffer.from(bytes?.body ?? []).equals(body)).toBe(true);
    expect(bytes?.headers).toEqual(headers);
    expect(node.responseId).toBe(response.id);
    expect(gzipSync(body).length).toBeLessThan(body.length);
  });

  test('that is missing is undefined, its bytes NOT_FOUND', () => {
    const { store } = plantGrove();
    const none = countingIdsAndClock().newId() as ResponseId;
    expect(findResponse(store, none)).toBeUndefined();
    expect(refusal(() => findResponseBytes(store, none))).toMatchObject({ code: 'NOT_FOUND' });
  });
});
