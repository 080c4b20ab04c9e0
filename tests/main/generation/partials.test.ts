import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { firstNodeAt, type GroveId } from '../../../src/core/ids.ts';
import { Generator } from '../../../src/main/generation/generator.ts';
import { offlineAgent } from '../../../src/main/generation/offline-agent.ts';
import { verifyGrove } from '../../../src/main/grove/checking/verify-grove.ts';
import { GroveNotices } from '../../../src/main/grove/grove-notices.ts';
import { recoverPartials } from '../../../src/main/grove/rescue/recover-partials.ts';
import { SessionJournal } from '../../../src/main/grove/writing/session-journal.ts';
import { createSha256 } from '../../../src/main/sha256.ts';
import { getWholeNode } from '../../../src/main/store/tables/nodes.ts';
import { findResponse, findResponseBytes } from '../../../src/main/store/tables/responses.ts';
import { sqlTree } from '../../../src/main/store/tree/sql-tree.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { documentContext } from '../../helpers/document-context.ts';
import { plantGrove, temporaryFolder } from '../../helpers/grove.ts';
import { journalHere } from '../../helpers/journal.ts';
import { scriptedProvider } from '../../helpers/scripted-provider.ts';
import { answersInto } from '../../helpers/store-answers.ts';
import { WireServer } from '../../helpers/wire-server.ts';

const GROVE = '01KDXG00000000000000000000' as GroveId;
const SESSION = '01KDXS00000000000000000000';

test('a continuation cut short by a crash becomes an interrupted node with its record', async () => {
  const grove = plantGrove();
  const journal = journalHere();
  const sentOtherwise = { seed: null, max_tokens: 'max_completion_tokens' };
  const provider = scriptedProvider([{ sentOtherwise }, ' The light', ' was on.', { silent: true }]);
  const generator = new Generator({
    store: answersInto(grove),
    idsAndClock: grove.idsAndClock,
    createSha256,
    findProvider: () => provider,
    partials: new SessionJournal({
      journal,
      groveId: GROVE,
      sessionId: SESSION,
      origin: () => 'here',
      warn: (message) => expect.unreachable(message),
    }).forContinuations(),
    emit: () => undefined,
    onBug: (_what, error) => {
      throw error;
    },
  });
  // Its provider never answers: the time it is given would end during another test.
  onTestFinished(() => generator.stop(null, null));
  const context = documentContext('She came home late.');
  const agent = offlineAgent(grove.model, 0);
  const originId = firstNodeAt(grove.root);
  const { slots } = generator.start({
    treeId: grove.tree.id,
    requestedBy: grove.human,
    target: { kind: 'continuation', parentId: grove.root, originId },
    agentRequests: [{ agent, context, count: 1, maxTokens: 24 }],
  });
  const nodeId = firstNodeAt(slots[0]?.positionId ?? grove.root);
  await expect.poll(() => journal.readPart(nodeId, 0), { timeout: 5_000 }).not.toBeNull();
  expect(sqlTree(grove.store, grove.tree.id).childrenOf(grove.root)).toEqual([]);

  // The next session recovers what this one left; this one never ends by itself.
  const notices = new GroveNotices();
  const journaled = await journal.read(GROVE, []);
  expect(journaled.requests).toEqual([]);
  const options = {
    store: grove.store,
    writerId: grove.human,
    storeAnswer: answersInto(grove),
    createSha256,
    journal,
    notices,
    warn: (message: string) => expect.unreachable(message),
  };
  await recoverPartials(journaled, options);

  const [child] = sqlTree(grove.store, grove.tree.id).childrenOf(grove.root);
  expect(child).toBe(slots[0]?.positionId);
  if (child === undefined) expect.unreachable();
  const node = getWholeNode(grove.store, firstNodeAt(child));
  expect(node).toMatchObject({
    content: { text: ' The light was on.' },
    finishReason: 'interrupted',
    authorId: grove.model,
  });
  if (node.responseId === null) expect.unreachable();
  const bytes = findResponseBytes(grove.store, node.responseId);
  expect(Buffer.from(bytes?.body ?? []).toString()).toBe(' The light was on.');
  // The record says what of the request the service was not sent.
  expect(findResponse(grove.store, node.responseId)?.request).toMatchObject({ sentOtherwise });
  const verified = verifyGrove(grove.store);
  expect(verified.nodes.findings.filter(({ nodeId }) => nodeId === node.id)).toEqual([]);
  expect(notices.list()).toMatchObject([
    {
      sentence: '1 continuation was cut short when the program ended. What had arrived is kept.',
      detail: 'It belongs at the beginning.',
      isDone: true,
    },
  ]);
  // Recovering it again adds nothing.
  await recoverPartials(await journal.read(GROVE, []), options);
  expect(sqlTree(grove.store, grove.tree.id).childrenOf(grove.root)).toHaveLength(1);
  expect((await journal.read(GROVE, [])).partials).toEqual([]);
});

describe('what a program that ends leaves of continuations in the middle of a text', () => {
  const SENTENCES = ['The lamp was lit. ', 'The rain had stopped. ', 'Nobody spoke. '];

  /** Three sentences; the first is being continued by a silent model when the program ends. */
  async function leave(count: number) {
    const journal = journalHere();
    const desk = new HandlersDesk(undefined, 0, journal);
    for (const sentence of SENTENCES) await desk.commit([desk.typed(sentence)]);
    const { id: provider } = await desk.call('provider.save', {
      id: null,
      name: 'Wire',
      baseUrl: (await WireServer.start(() => undefined)).baseUrl,
      headers: {},
      extra: {},
    });
    const { id } = await desk.call('agent.create', {
      name: 'Wire',
      modelRef: `${provider}:wire-1`,
      configuration: {},
      color: null,
    });
    await desk.call('generation.start', {
      ...(await desk.intent()),
      at: await desk.positionAt(0),
      agentIds: [id],
      count,
      maxTokens: 24,
    });
    return { desk, journal };
  }

  test('is said even before any text arrived, with the place', async () => {
    const { desk, journal } = await leave(2);
    const copy = join(temporaryFolder(), 'story.aspen');
    await desk.call('draft.flush', { treeId: desk.treeId });
    copyFileSync(desk.path, copy);
    const next = new HandlersDesk(copy, 10_000, journal);
    await next.grove.recover([next.grove.sessionId]);
    expect(next.grove.snapshot().notices).toMatchObject([
      {
        sentence: '2 continuations had brought no text when the program ended.',
        detail: 'They belong after “The lamp was lit”.',
      },
    ]);
    expect((await journal.read(next.grove.snapshot().id, [])).requests).toEqual([]);
  });

  test('is nothing once they are stopped or complete', async () => {
    const { desk, journal } = await leave(6);
    await desk.call('generation.stop', { jobId: null, slot: null });
    const { requests, partials } = await journal.read(desk.grove.snapshot().id, []);
    expect([requests, partials]).toEqual([[], []]);
  });

  test('is said to a page that crashed while they go on', async () => {
    const { desk } = await leave(3);
    desk.grove.generation.onPageCrashed();
    expect(desk.grove.snapshot().notices).toMatchObject([
      {
        sentence: 'This window crashed and was loaded again. 3 continuations are still being written.',
        detail: 'They belong after “The lamp was lit”.',
      },
    ]);
    await desk.call('generation.stop', { jobId: null, slot: null });
  });
});
