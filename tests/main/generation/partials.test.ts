import { expect, test } from 'vitest';
import { assembleContext } from '../../../src/core/context/assemble.ts';
import { firstNodeAt, type GroveId } from '../../../src/core/ids.ts';
import { Generator } from '../../../src/main/generation/generator.ts';
import { offlineAgent } from '../../../src/main/generation/offline-agent.ts';
import { verifyGrove } from '../../../src/main/grove/checking/verify-grove.ts';
import { GroveNotices } from '../../../src/main/grove/grove-notices.ts';
import { recoverPartials } from '../../../src/main/grove/rescue/recover-partials.ts';
import type { JournaledPartial } from '../../../src/main/grove/writing/recovery-journal.ts';
import { getWholeNode } from '../../../src/main/store/tables/nodes.ts';
import { findResponseBytes } from '../../../src/main/store/tables/responses.ts';
import { sqlTree } from '../../../src/main/store/tree/sql-tree.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { plantGrove, sha256 } from '../../helpers/grove.ts';
import { journalHere } from '../../helpers/journal.ts';
import { scriptedProvider } from '../../helpers/scripted-provider.ts';
import { WireServer } from '../../helpers/wire-server.ts';

const GROVE = '01KDXG00000000000000000000' as GroveId;
const SESSION = '01KDXS00000000000000000000';

test('a continuation cut short by a crash becomes an interrupted node with its record', async () => {
  const grove = plantGrove();
  const journal = journalHere();
  const provider = scriptedProvider([' The light', ' was on.', { silent: true }]);
  const kept: JournaledPartial[] = [];
  const generator = new Generator({
    store: grove.store,
    idsAndClock: grove.idsAndClock,
    sha256OfBytes: sha256,
    findProvider: () => provider,
    partials: {
      save: (ask, answer) => {
        const nodeId = ask.kept[0]?.nodeId;
        if (nodeId === undefined) return;
        const partial = { groveId: GROVE, sessionId: SESSION, nodeId, ask, answer };
        kept.push(partial);
        void journal.savePartial(partial);
      },
      forget: (nodeId) => void journal.forgetPartial(nodeId),
    },
    emit: () => undefined,
    onStored: () => undefined,
    onBug: (_what, error) => {
      throw error;
    },
  });
  const context = assembleContext({
    nodes: [{ nodeId: null, text: 'She came home late.', excluded: false, pruned: false }],
    systemContext: null,
    memory: '',
    authorsNote: '',
    authorsNoteDepth: 0,
    window: 1_000_000,
    reserve: 0,
    strategy: 'truncateMiddle',
  });
  const agent = offlineAgent(grove.model, 0);
  const originId = firstNodeAt(grove.root);
  const { slots } = generator.start({
    treeId: grove.tree.id,
    parentId: grove.root,
    originId,
    agentRequests: [{ agent, context, count: 1, maxTokens: 24 }],
  });
  await expect.poll(() => kept.length, { timeout: 5_000 }).toBe(1);
  expect(sqlTree(grove.store, grove.tree.id).childrenOf(grove.root)).toEqual([]);

  // The next session recovers what this one left; this one never ends by itself.
  const notices = new GroveNotices();
  const { partials } = await journal.read(GROVE, []);
  const options = {
    store: grove.store,
    writerId: grove.human,
    idsAndClock: grove.idsAndClock,
    sha256OfBytes: sha256,
    journal,
    notices,
  };
  await recoverPartials(partials, { ...options, warn: (message) => expect.unreachable(message) });

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
  const verified = verifyGrove(grove.store, { sha256, sha256OfBytes: sha256 });
  expect(verified.nodes.findings.filter(({ nodeId }) => nodeId === node.id)).toEqual([]);
  expect(notices.list()).toMatchObject([
    {
      sentence: '1 continuation was cut short when the program ended. What had arrived is kept.',
      detail: 'It belongs at the beginning.',
      isDone: true,
    },
  ]);
  expect((await journal.read(GROVE, [])).partials).toEqual([]);
  // Recovering it again adds nothing.
  await recoverPartials(kept, { ...options, warn: (message) => expect.unreachable(message) });
  expect(sqlTree(grove.store, grove.tree.id).childrenOf(grove.root)).toHaveLength(1);
});

test('a page that crashed is told what is still being written, and where', async () => {
  const desk = new HandlersDesk();
  for (const sentence of ['The lamp was lit. ', 'The rain had stopped. ', 'Nobody spoke. '])
    await desk.commit([desk.typed(sentence)]);
  const server = await WireServer.start(() => undefined);
  const service = { name: 'Wire', baseUrl: server.baseUrl, headers: {}, extra: {} };
  const { id: provider } = await desk.call('provider.save', { id: null, ...service });
  const agent = { name: 'Wire', modelRef: `${provider}:wire-1`, configuration: {}, color: null };
  const { id } = await desk.call('agent.create', agent);
  const at = await desk.positionAt(0);
  const options = { at, agentIds: [id], count: 3, maxTokens: 24 };
  await desk.call('generation.start', { ...(await desk.intent()), ...options });
  desk.grove.generation.onPageCrashed();
  expect(desk.grove.snapshot().notices).toMatchObject([
    {
      sentence: 'This window crashed and was loaded again. 3 continuations are still being written.',
      detail: 'They belong after “The lamp was lit”.',
    },
  ]);
  await desk.call('generation.stop', { jobId: null, slot: null });
});
