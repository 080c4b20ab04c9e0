import { setImmediate } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { AspenError } from '../../../src/core/errors.ts';
import type {
  AgentId,
  AnchorId,
  JobId,
  LinkId,
  NodeId,
  PositionId,
  ProposalId,
  RequestId,
  Sha256,
  TagId,
  TreeId,
  TurnId,
} from '../../../src/core/ids.ts';
import type { Input, RequestName } from '../../../src/ipc/contract.ts';
import { defaultPreferences } from '../../../src/ipc/preferences.ts';
import type { Intent } from '../../../src/ipc/wire/path.ts';
import { stateOf } from '../../helpers/damage.ts';
import { HandlersDesk } from '../../helpers/desk.ts';

/**
 * While the file of a grove is still being checked, every request either changes no byte of it or waits (`storage.md`,
 * *Opening, in order*, step 4).
 */

interface Things {
  readonly treeId: TreeId;
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
  readonly agentId: AgentId;
  readonly intent: Intent;
}

type Inputs = { readonly [N in RequestName]: (things: Things) => Input<N> };

const nothing = () => ({});
const tree = ({ treeId }: Things) => ({ treeId });
const node = ({ treeId, nodeId }: Things) => ({ treeId, nodeId });
const intent = (things: Things) => things.intent;
const at = ({ intent: base, positionId }: Things) => ({ ...base, positionId });
const provider = { name: 'P', baseUrl: 'http://127.0.0.1:9', headers: {}, extra: {} };

const TAG = '01J00000000000000000000000' as TagId;
const proposal = () => ({ proposalId: '01J00000000000000000000000' as ProposalId });
const turn = () => ({ turnId: '01J00000000000000000000000' as TurnId });

/** A valid input for every request. */
const INPUTS: Inputs = {
  'agent.create': () => ({ name: 'M', modelRef: 'offline:aspen', configuration: {}, color: null }),
  'agent.confirm': ({ agentId }) => ({ agentId }),
  'agent.duplicate': ({ agentId }) => ({ agentId }),
  'agent.update': ({ agentId }) => ({ agentId, name: 'N' }),
  'app.info': nothing,
  'app.showKeys': () => ({ keys: {} }),
  'backup.list': nothing,
  'backup.open': () => ({ groveId: '' as never, name: 'x', suggestedName: 'y' }),
  'copy.documents': tree,
  'copy.duplicate': nothing,
  'copy.merge': nothing,
  'copy.saveAs': nothing,
  'copy.share': () => ({ kind: 'grove', answers: true, traces: true }),
  'cursor.save': (things) => ({ ...tree(things), cursor: { anchor: 1, head: 1, scroll: 0 } }),
  'draft.commit': (things) => ({ ...things.intent, requestId: 'r' as RequestId }),
  'draft.committed': (things) => ({ ...tree(things), requestId: 'r' as RequestId }),
  'draft.flush': tree,
  'draft.keep': (things) => ({ ...tree(things), ops: [] }),
  'draft.save': (things) => ({ ...things.intent, digest: null }),
  'draft.undo': tree,
  'edit.clipboard': () => ({ action: 'copy' }),
  'exchange.exportPath': (things) => ({
    ...tree(things),
    format: 'markdown',
    withFences: true,
    formatMessages: true,
    names: 'bold',
  }),
  'exchange.exportPdf': (things) => ({ ...tree(things), withFences: true, formatMessages: true }),
  'exchange.preview': (things) => ({
    ...tree(things),
    format: 'docx',
    withFences: true,
    formatMessages: true,
  }),
  'exchange.exportTrace': (things) => ({ ...tree(things), format: 'json' }),
  'exchange.exportFolder': (things) => ({ ...tree(things), withFences: true, kind: 'branches' }),
  'exchange.exportTree': tree,
  'exchange.exportHistory': (things) => ({ ...tree(things), dimension: 'versions' }),
  'exchange.importAs': () => ({ handle: 1, reading: 0 }),
  'exchange.importHistories': nothing,
  'exchange.importTexts': nothing,
  'exchange.print': (things) => ({ ...tree(things), withFences: true, formatMessages: true }),
  'report.read': tree,
  'report.stamp': () => ({ handle: 1, sha256: 'a'.repeat(64) as Sha256 }),
  'report.save': (things) => ({ ...tree(things), format: 'html' }),
  'exchange.showFile': () => ({ handle: 1 }),
  'exchange.openFile': () => ({ handle: 1 }),
  'exchange.stop': nothing,
  'generation.context': ({ treeId, agentId }) => ({ treeId, at: null, agentId, maxTokens: 10 }),
  'generation.topicWords': ({ treeId, agentId }) => ({ treeId, agentIds: [agentId], topicAt: null }),
  'fence.run': ({ intent: base }) => ({
    ...base,
    from: { at: null, offset: 0 },
    to: { at: null, offset: 0 },
    agentId: null,
    isAgain: false,
    values: [],
  }),
  'generation.rewrite': ({ intent: base, positionId, agentId }) => ({
    ...base,
    from: { at: positionId, offset: 0 },
    to: { at: positionId, offset: 1 },
    instruction: '',
    length: 'same',
    agentIds: [agentId],
    count: 1,
    maxTokens: 10,
  }),
  'generation.missingSummaries': () => ({ modelRef: 'offline:model' }),
  'generation.prefer': () => ({ jobId: 'none' as JobId, slot: 0 }),
  'generation.running': tree,
  'generation.start': ({ intent: base, agentId }) => ({
    ...base,
    at: null,
    agentIds: [agentId],
    count: 1,
    maxTokens: 10,
  }),
  'generation.stop': () => ({ jobId: null, slot: null }),
  'generation.usage': nothing,
  'grove.awaitCheck': nothing,
  'grove.choose': nothing,
  'grove.create': nothing,
  'grove.createAt': nothing,
  'grove.current': nothing,
  'grove.forgetRecent': () => ({ handle: 'x' }),
  'grove.openRecent': () => ({ handle: 'x' }),
  'grove.openSample': nothing,
  'grove.putAwayNotice': () => ({ id: 1 }),
  'grove.rename': () => ({ name: 'Weather' }),
  'grove.showThere': nothing,
  'grove.stopOpening': nothing,
  'grove.takeOffer': () => ({ id: 1, offer: 'saveCopy' }),
  'grove.verify': nothing,
  'message.reasoning': node,
  'message.runCommands': ({ treeId, positionId }) => ({ treeId, at: positionId, text: '→ bookmark here' }),
  'message.saveEdit': ({ intent: base, nodeId }) => ({ ...base, nodeId, how: 'branch' }),
  'node.annotate': (things) => ({ ...node(things), text: 'A note.' }),
  'node.annotations': node,
  'node.branchEdit': ({ intent: base, nodeId }) => ({ ...base, nodeId }),
  'node.chooseToken': ({ intent: base, nodeId }) => ({ ...base, nodeId, offset: 1, text: 'x' }),
  'node.exportRecord': node,
  'node.keepNote': (things) => ({ ...node(things), kept: false }),
  'node.read': node,
  'node.record': node,
  'node.reviseNote': (things) => ({ ...node(things), text: 'Another.' }),
  'node.runs': node,
  'node.setSummary': (things) => ({ ...node(things), summary: 'A lamp.' }),
  'node.split': ({ intent: base, nodeId }) => ({ ...base, nodeId, offset: 2 }),
  'node.tokens': node,
  'node.versions': ({ treeId, positionId }) => ({ treeId, positionId }),
  'path.arrive': at,
  'path.children': ({ treeId, positionId }) => ({ treeId, parentId: positionId }),
  'path.childrenWith': ({ treeId, positionId }) => ({ treeId, parentId: positionId, text: 'a' }),
  'path.goTo': ({ intent: base, nodeId }) => ({ ...base, nodeId }),
  'path.goToChild': intent,
  'path.headers': ({ treeId, positionId }) => ({ treeId, positionIds: [positionId] }),
  'path.moveHead': ({ intent: base, positionId }) => ({ ...base, to: positionId }),
  'path.preview': ({ treeId, positionId }) => ({ treeId, positionId, limit: 100 }),
  'path.readOn': ({ intent: base, positionId }) => ({ ...base, after: positionId }),
  'path.isEmpty': ({ treeId, positionId }) => ({ treeId, end: positionId }),
  'path.leaveEmpty': ({ intent: base, positionId }) => ({ ...base, end: positionId }),
  'path.remarks': tree,
  'path.rest': ({ treeId, positionId }) => ({ treeId, after: positionId }),
  'note.drafts': tree,
  'note.keepDrafts': (things) => ({ ...tree(things), drafts: [] }),
  'path.read': tree,
  'path.restore': ({ intent: { treeId, pathVersion }, positionId }) => ({
    treeId,
    pathVersion,
    head: positionId,
    versions: [],
    pruned: [],
    draft: { buffer: { text: '', spans: [] }, edits: [] },
  }),
  'path.selectSibling': ({ intent: base, positionId }) => ({ ...base, at: positionId, to: { step: 1 } }),
  'path.selectVersion': ({ intent: base, positionId, nodeId }) => ({
    ...base,
    at: positionId,
    to: { nodeId },
  }),
  'path.selectVersions': ({ intent: base, nodeId }) => ({ ...base, versions: [nodeId] }),
  'position.bookmark': (things) => ({ ...at(things), bookmarked: true, label: null }),
  'position.bookmarkPhrase': ({ intent: base, nodeId }) => ({
    ...base,
    nodeId,
    start: 0,
    length: 4,
    label: null,
  }),
  'position.setTarget': ({ intent: base, nodeId }) => ({
    ...base,
    nodeId,
    start: 0,
    length: 1,
    words: 10,
    anchorId: null,
  }),
  'position.setAnchor': ({ intent: base }) => ({
    ...base,
    anchorId: '01J00000000000000000000000' as AnchorId,
    kept: false,
    label: null,
  }),
  'position.anchors': tree,
  'position.bookmarks': tree,
  'position.exclude': (things) => ({ ...at(things), excluded: true }),
  'position.find': (things) => ({ ...tree(things), localId: 'abcdef' }),
  'position.nextBookmark': (things) => ({ ...tree(things), from: null, direction: 1 }),
  'position.prune': at,
  'position.setPruned': ({ intent: base, positionId }) => ({
    ...base,
    positions: [{ positionId, pruned: false }],
  }),
  'proposal.ask': (things) => ({
    ...things.intent,
    agentId: things.agentId,
    instruction: 'Plainer',
    scope: 'all',
    range: { from: 0, to: 0 },
  }),
  'proposal.askAgain': (things) => ({ ...things.intent, ...proposal(), range: { from: 0, to: 0 } }),
  'proposal.list': tree,
  'proposal.read': intent,
  'proposal.record': proposal,
  'proposal.stop': () => ({ askId: null }),
  'proposal.update': (things) => ({ ...things.intent, suggestions: [] }),
  'proposal.usage': nothing,
  'provider.forgetRefused': () => ({ id: 'p' }),
  'provider.hosts': () => ({ id: 'p', model: 'a/b' }),
  'provider.findAddress': () => ({ baseUrls: ['http://127.0.0.1:9'] }),
  'provider.list': nothing,
  'provider.models': () => ({ id: 'p' }),
  'provider.remove': () => ({ id: 'p' }),
  'provider.restore': () => ({ ...provider, id: 'q' }),
  'provider.save': () => ({ ...provider, id: null }),
  'provider.setKey': () => ({ id: 'p', key: null }),
  'provider.test': () => ({ id: 'none', model: null }),
  'search.find': () => ({ text: 'rained', treeId: null, ranked: false, limit: 10 }),
  'settings.read': nothing,
  'settings.troubles': nothing,
  'settings.update': () => defaultPreferences,
  'link.resolve': (things) => ({ ...tree(things), links: [] }),
  'link.embed': (things) => ({
    ...tree(things),
    link: { nodeId: null, name: 'Marie', section: null, localId: null, passage: null },
  }),
  'link.complete': (things) => ({ ...tree(things), typed: '', limit: 5 }),
  'lore.keys': (things) => ({ ...tree(things), texts: ['It rained.'] }),
  'lore.list': (things) => ({ ...tree(things), at: null, agentId: null, maxTokens: 50 }),
  'lore.try': (things) => ({ ...tree(things), at: null, key: 'Marie' }),
  'link.backlinks': (things) => ({ ...tree(things), positionId: null, after: null, limit: 5, all: false }),
  'link.mentions': (things) => ({ ...tree(things), limit: 5 }),
  'link.countFormer': tree,
  'link.from': (things) => ({ ...tree(things), positionId: things.positionId }),
  'link.mention': (things) => ({
    ...tree(things),
    mention: {
      ...tree(things),
      nodeId: things.nodeId,
      typed: false,
      range: { from: 0, to: 2 },
      before: '',
      words: 'It',
      after: '',
    },
  }),
  'link.passage': (things) => ({
    ...tree(things),
    nodeId: things.nodeId,
    quote: null,
    targetId: things.treeId,
  }),
  'link.setRemoved': () => ({ linkId: TAG as string as LinkId, removed: true }),
  'link.writeNames': tree,
  'link.takeBack': () => ({ edited: [] }),
  'tag.assign': (things) => ({ ...tree(things), positionId: things.positionId, name: 'lamp' }),
  'tag.list': nothing,
  'tag.merge': () => ({ tagId: TAG, intoId: TAG }),
  'tag.places': tree,
  'tag.unassign': (things) => ({ ...tree(things), positionId: things.positionId, tagId: TAG }),
  'tag.update': () => ({ tagId: TAG, properties: { archived: true } }),
  'timeline.compare': (things) => ({ ...tree(things), chain: 0, from: null, to: null }),
  'timeline.layers': (things) => ({ ...tree(things), chain: 0, isOpening: true }),
  'timeline.mark': (things) => ({ ...tree(things), seq: null, label: 'Before the storm' }),
  'timeline.restore': (things) => ({ ...things.intent, chain: 0, seq: 1 }),
  'timeline.show': (things) => ({ ...tree(things), chain: 0, seq: 1, from: null }),
  'timeline.stopTracing': nothing,
  'timeline.trace': (things) => ({ ...tree(things), chain: 0, seq: null, range: { from: 0, to: 2 } }),
  'spelling.check': ({ treeId }) => ({ treeId, language: 'en-US', words: ['rain'] }),
  'spelling.suggest': () => ({ language: 'en-US', word: 'rian' }),
  'tree.asManuscript': tree,
  'tree.summarise': tree,
  'tree.changes': (things) => ({ ...tree(things), since: 0 }),
  'tree.contents': tree,
  'tree.names': tree,
  'tree.addAlias': (things) => ({ ...tree(things), name: 'The storm' }),
  'tree.removeAlias': (things) => ({ ...tree(things), name: 'The storm' }),
  'tree.create': () => ({ title: null }),
  'tree.delete': (things) => ({ ...tree(things), title: 'x' }),
  'tree.duplicate': tree,
  'tree.labels': ({ treeId, positionId }) => ({ treeId, positionIds: [positionId] }),
  'tree.list': nothing,
  'tree.move': tree,
  'tree.progress': tree,
  'tree.positions': (things) => ({ ...tree(things), after: 0 }),
  'tree.show': tree,
  'tree.update': (things) => ({ ...tree(things), title: 'Weather' }),
  'turn.answer': () => ({ ...turn(), card: 0, answer: { kind: 'deny', words: '' } }),
  'turn.redo': turn,
  'turn.rounds': nothing,
  'turn.running': nothing,
  'turn.start': (things) => ({
    ...things.intent,
    at: null,
    agentId: things.agentId,
    maxTokens: 9,
    topicAt: null,
  }),
  'support.about': nothing,
  'support.licences': nothing,
  'support.lookForUpdate': () => ({ asked: false }),
  'support.fetchUpdate': nothing,
  'support.installUpdate': nothing,
  'support.report': nothing,
  'support.save': () => ({ text: 'x' }),
  'support.showDataFolder': nothing,
  'support.takeCrash': nothing,
  'turn.startRound': (things) => ({
    ...things.intent,
    at: null,
    agentIds: [things.agentId],
    maxTokens: 20,
    topicAt: null,
  }),
  'turn.stop': turn,
  'turn.record': () => ({ ...turn(), call: 0 }),
  'turn.thoughts': tree,
  'turn.ofMessages': tree,
  'turn.trace': tree,
  'turn.undo': turn,
  'window.pageStarted': () => ({}),
  'window.pageFlushed': () => ({ unsent: false }),
  'window.takeTyped': nothing,
  'window.showWelcome': nothing,
  'window.close': nothing,
  'window.toggleFullScreen': nothing,
};

/** Requests that must never wait: a writer sees the text, types and looks around while the file is checked. */
const AT_ONCE: readonly RequestName[] = [
  'cursor.save',
  'draft.committed',
  'draft.flush',
  'draft.save',
  'draft.undo',
  'exchange.exportPath',
  'generation.context',
  'generation.topicWords',
  'grove.current',
  'node.read',
  'path.children',
  'path.headers',
  'path.read',
  'search.find',
  'tree.positions',
  'tree.show',
];

/** A grove with two trees, of which the writer has been in one; open, and not checked yet. */
async function waitingDesk() {
  const first = new HandlersDesk();
  await first.commit([first.typed('It rained. ')]);
  await first.close();
  const desk = new HandlersDesk(first.path, 10_000, undefined, first.backups, undefined, true);
  const { treeId } = desk;
  const model = desk.grove.snapshot().agents.find(({ type }) => type === 'model');
  if (model === undefined) expect.unreachable();
  const things = async (): Promise<Things> => ({
    treeId,
    nodeId: await desk.nodeAt(0),
    positionId: await desk.positionAt(0),
    agentId: model.id,
    intent: await desk.intent(),
  });
  return { desk, things };
}

test('every request to a grove that is still being checked changes no byte of its file, or waits', async () => {
  const { desk, things } = await waitingDesk();
  const before = stateOf(desk.path);
  const waiting: RequestName[] = [];
  const countWaits = () => desk.events.filter(({ name }) => name === 'wait').length;
  for (const name of Object.keys(INPUTS) as RequestName[]) {
    const input = INPUTS[name](await things());
    const waits = countWaits();
    const outcome = desk.callRaw(name, input).then(
      () => 'answered',
      (error: unknown) => (error instanceof AspenError ? error.code : String(error)),
    );
    if (countWaits() > waits) {
      waiting.push(name);
      await setImmediate();
      await desk.call('grove.stopOpening', {});
      expect([name, await outcome]).toEqual([name, 'CANCELLED']);
    }
    // A write without waiting would be refused by the store.
    else expect([name, await outcome]).not.toEqual([name, 'CHECKING']);
    expect([name, stateOf(desk.path)]).toEqual([name, before]);
  }
  expect(waiting.filter((name) => AT_ONCE.includes(name))).toEqual([]);
  expect(waiting.length).toBeGreaterThan(30);
});

test('a tree that the writer has never been in is shown once the file is checked', async () => {
  const first = new HandlersDesk();
  await first.commit([first.typed('It rained. ')]);
  const { treeId: unvisited } = first;
  await first.call('tree.create', { title: 'Another' });
  await first.close();
  const database = new Database(first.path);
  database
    .prepare('DELETE FROM cursor WHERE loom_tree_key = (SELECT key FROM loom_tree WHERE id = ?)')
    .run(unvisited);
  database.close();
  const desk = new HandlersDesk(first.path, 20_000, undefined, first.backups, undefined, true);
  const before = stateOf(desk.path);
  const shown = desk.call('tree.show', { treeId: unvisited });
  expect(desk.events.at(-1)).toEqual({ name: 'wait', value: { wait: 'checking', name: 'story.aspen' } });
  expect(stateOf(desk.path)).toBe(before);
  await desk.grove.start(() => []);
  expect(await shown).toMatchObject({ openTreeId: unvisited });
});
