import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { sha256 } from '#sha256';
import { makeGrove, SMALL_SHAPE } from '../../scripts/make-grove.ts';
import { readSampleSources } from '../../scripts/make-sample.ts';
import { firstNodeAt, type NodeId } from '../../src/core/ids.ts';
import { moveIntoPlace } from '../../src/main/backup/backup-folder.ts';
import { mergeGrove } from '../../src/main/grove/copies/merge-grove.ts';
import { shareGrove, sharePath } from '../../src/main/grove/copies/share-grove.ts';
import { writeSampleGrove } from '../../src/main/grove/sample/sample-grove.ts';
import { createIdFactory } from '../../src/main/id-factory.ts';
import { recover } from '../../src/main/probe/recover.ts';
import type { NewGrove } from '../../src/main/store/connection/open-file.ts';
import { listAgents } from '../../src/main/store/tables/agents.ts';
import { getGrove } from '../../src/main/store/tables/grove.ts';
import { listTrees } from '../../src/main/store/tables/trees.ts';
import { writeTurn } from './agent-turns.ts';
import { flipBitIn } from './damage.ts';
import { HandlersDesk } from './desk.ts';
import { documentContext } from './document-context.ts';
import { countingIdsAndClock, MIGRATIONS, openGrove, temporaryFolder } from './grove.ts';
import { newSuggestion, writeProposal } from './proposals.ts';
import { answersInto } from './store-answers.ts';
import { writeSummariesOf } from './summaries.ts';

const NOW = Date.UTC(2026, 8, 1, 12);

export interface VariousGroves {
  /** As `makeWrittenGrove`. */
  readonly written: string;
  readonly all: readonly string[];
}

/** A closed grove with every kind of act but a merge, a draft, a turn, a proposal, and an answer from which a secret was taken. */
export async function makeWrittenGrove(): Promise<string> {
  const written = await writeEveryKind(temporaryFolder());
  addAnswerAndTurn(written);
  return written;
}

/**
 * Closed files of groves as the program leaves them: the sample, one with every kind of act, a made one, one with
 * another merged in, one recovered with a damaged text, and shared ones.
 */
export async function makeVariousGroves(): Promise<VariousGroves> {
  const folder = temporaryFolder();
  const sample = join(folder, 'sample.aspen');
  writeSampleGrove({
    path: sample,
    sources: readSampleSources(),
    migrations: MIGRATIONS,
    writer: { id: createIdFactory({ now: () => NOW })(), name: 'Ines' },
    now: NOW,
    makeIds: (now) => createIdFactory({ now }),
  });
  const made = join(folder, 'made.aspen');
  makeGrove(made, { ...SMALL_SHAPE, nodes: 200 }, { seed: 7 });
  const written = await writeEveryKind(folder);
  addAnswerAndTurn(written);
  const shared = await share(written, folder);
  const merged = await mergeCopies(folder);
  const damaged = join(folder, 'damaged.aspen');
  copyFileSync(written, damaged);
  flipBitIn(damaged, 'the old 🏮 lamp');
  const recovered = join(folder, 'recovered.aspen');
  const partial = join(folder, 'recovered.partial');
  recover({ path: damaged, target: recovered, partial, migrations: MIGRATIONS, now: NOW });
  return { written, all: [sample, made, written, ...shared, merged, recovered] };
}

/** Acts of every kind on one grove, through the program's own handlers. */
async function writeEveryKind(folder: string): Promise<string> {
  const desk = new HandlersDesk(join(folder, 'written.aspen'));
  const { treeId } = desk;
  await desk.commit([desk.typed('“Light \u0001 it,” she said.\n\n\tIt was the old 🏮 lamp, \\ as ever. ')]);
  const model = desk.grove.snapshot().agents.find(({ type }) => type === 'model');
  if (model === undefined) throw new Error('the grove has no model');
  const options = { at: null, agentIds: [model.id], count: 2, maxTokens: 12 };
  const { job } = await desk.call('generation.start', { ...(await desk.intent()), ...options });
  await expect.poll(() => desk.grove.generation.generator.running(treeId)).toEqual([]);
  const [positionId, other] = job.slots.map((slot) => slot.positionId);
  if (positionId === undefined || other === undefined) throw new Error('no continuation was requested');
  await desk.call('path.arrive', { ...(await desk.intent()), positionId });
  const nodeId = await desk.nodeAt(1);
  await desk.commit([desk.typed('Once. ', { nodeId })]);
  await desk.commit([desk.typed('Then it glowed. ')]);
  await desk.call('node.split', { ...(await desk.intent()), nodeId: await desk.nodeAt(1), offset: 4 });
  const again = await desk.nodeAt(1);
  await desk.call('node.branchEdit', {
    ...(await desk.intent([desk.typed('Twice. ', { nodeId: again })])),
    nodeId: again,
  });
  await desk.call('node.annotate', { treeId, nodeId, text: 'Too early?' });
  const bookmark = { positionId: await desk.positionAt(0), bookmarked: true, label: 'The “lamp”' };
  await desk.call('position.bookmark', { ...(await desk.intent()), ...bookmark });
  const phrase = { nodeId, start: 0, length: 3 };
  await desk.call('position.bookmarkPhrase', { ...(await desk.intent()), ...phrase, label: 'Here' });
  const tagged = { treeId, positionId: await desk.positionAt(0) };
  const { tagId } = await desk.call('tag.assign', { ...tagged, name: 'arc/Winter' });
  const { tagId: intoId } = await desk.call('tag.assign', { ...tagged, name: 'cold' });
  await desk.call('tag.merge', { tagId, intoId });
  await desk.call('node.annotate', { treeId, nodeId, text: 'What?', phrase: { start: 0, length: 3 } });
  const excluded = { positionId: await desk.positionAt(1), excluded: true };
  await desk.call('position.exclude', { ...(await desk.intent()), ...excluded });
  await desk.call('position.prune', { ...(await desk.intent()), positionId: other });
  await desk.call('tree.update', { treeId, title: 'The lamp — 灯' });
  await converse(desk);
  await desk.call('tree.create', { title: null, kind: 'document' });
  await desk.commit([desk.typed('# Lamps\n\nAll of them are old, [[The Lamp|that one]] too.')]);
  await desk.call('tree.show', { treeId });
  await desk.call('tree.addAlias', { treeId, name: 'The  lamp' });
  await desk.call('tree.addAlias', { treeId, name: 'Lantern' });
  await desk.call('tree.removeAlias', { treeId, name: 'lantern' });
  const linked = '→ link here to doc:"Lamps" note:"Old"\n→ link here to root';
  await desk.call('message.runCommands', { treeId, at: null, text: linked });
  const words = { treeId, nodeId: await desk.nodeAt(0), quote: (await desk.shown()).slice(0, 3) };
  await desk.call('link.passage', { ...words, targetId: treeId });
  await desk.call('tree.duplicate', { treeId });
  const gone = await desk.call('tree.create', { title: 'Gone' });
  await desk.commit([desk.typed('Nothing of this stays.')]);
  await desk.call('tree.show', { treeId });
  await desk.call('tree.delete', { treeId: gone.id, title: gone.title });
  await desk.commit([desk.typed('It burned. ')]);
  const first = await desk.nodeAt(0);
  const draft = [desk.typed('At dusk: ', { nodeId: first }), desk.typed('And th')];
  await desk.call('draft.save', { ...(await desk.intent(draft)), digest: null });
  await desk.call('draft.flush', { treeId });
  await desk.close();
  return desk.path;
}

/** A conversation with an edit in place, one as a branch, and a draft with an edit that the path does not show. */
async function converse(desk: HandlersDesk): Promise<void> {
  const { id: treeId } = await desk.call('tree.create', { title: null, mode: 'dialogue' });
  await desk.commit([desk.typed('Who lit it?')]);
  await desk.commit([desk.typed('The keeper did.')]);
  const [asked, answered] = [await desk.nodeAt(0), await desk.nodeAt(1)];
  const save = async (nodeId: NodeId, word: string, how: 'branch' | 'inPlace') =>
    desk.call('message.saveEdit', { ...(await desk.intent([desk.typed(word, { nodeId })])), nodeId, how });
  await save(asked, 'Say: ', 'inPlace');
  await save(answered, 'Maybe: ', 'branch');
  const draft = [desk.typed('No: ', { nodeId: answered }), desk.typed('Why?')];
  await desk.call('draft.save', { ...(await desk.intent(draft)), digest: null });
  await desk.call('draft.flush', { treeId });
}

/** The whole grove without answers, and the path of its owner in its first tree. */
async function share(path: string, folder: string): Promise<readonly string[]> {
  const idsAndClock = countingIdsAndClock(600_000);
  const store = openGrove(path);
  const [tree] = listTrees(store);
  const { ownerId } = getGrove(store);
  if (tree === undefined || ownerId === null) throw new Error('the grove has no tree or no owner');
  const [whole, line] = [join(folder, 'shared grove.aspen'), join(folder, 'shared path.aspen')];
  const nothingWrong = async () => [];
  const sharing = {
    store,
    open: (file: string, create?: NewGrove) =>
      openGrove(file, { idsAndClock, ...(create === undefined ? {} : { create }) }),
    check: nothingWrong,
    verifyFile: nothingWrong,
    onProgress: () => undefined,
    newId: idsAndClock.newId,
    moveIntoPlace,
  };
  await shareGrove({ ...sharing, target: whole }, { answers: false, traces: false });
  await sharePath({ ...sharing, target: line }, [tree.id], ownerId);
  store.close();
  return [whole, line];
}

/** Stores an answer as from a service that refused a field, compressed it, counted thinking and sent the key back, and a turn. */
function addAnswerAndTurn(path: string): void {
  const store = openGrove(path);
  const idsAndClock = countingIdsAndClock(500_000);
  const [tree] = listTrees(store);
  const agent = listAgents(store).find(({ type }) => type === 'model');
  if (tree === undefined || agent === undefined) throw new Error('the grove has no tree or no model');
  const body = Buffer.from('{"choices":[{"text":" Your key is ******."}]}');
  const from = body.indexOf('*');
  const answer = {
    choices: [
      {
        text: ' Your key is ******.',
        finishReason: 'length' as const,
        seam: { promptTrimmed: 0, answerTrimmed: 0 },
        heard: true,
      },
    ],
    body: { gzip: gzipSync(body), sha256: sha256(body) },
    redacted: [[from, 6]] as const,
    decoded: true,
    headers: { date: 'today' },
    requestId: 'req-1',
    model: 'wire-1',
    usage: { promptTokens: 3, completionTokens: 7, reasoningTokens: 2 },
    sentOtherwise: { temperature: null, max_tokens: 'max_completion_tokens' },
    error: null,
  };
  const [prompt, extra] = ['Once', {}];
  const context = documentContext(prompt);
  answersInto({ store, idsAndClock })({
    treeId: tree.id,
    agent,
    target: {
      kind: 'continuation',
      parentId: tree.rootPositionId,
      originId: firstNodeAt(tree.rootPositionId),
    },
    context,
    providerId: 'wire',
    request: {
      style: 'completion',
      input: { kind: 'document', system: '', prompt, suffix: '' },
      model: 'wire-1',
      parameters: { maxTokens: 9, temperature: 0.7 },
      extra,
      choices: 1,
    },
    answer,
    kept: [{ choice: 0, nodeId: idsAndClock.newId() as NodeId }],
    requestedAt: NOW,
    respondedAt: NOW + 1_500,
  });
  writeTurn(store, { idsAndClock, treeId: tree.id, agentId: agent.id, parentId: tree.rootPositionId });
  const whose = { treeId: tree.id, agentId: agent.id };
  writeSummariesOf(store, idsAndClock, { ...whose, nodeId: firstNodeAt(tree.rootPositionId) });
  writeProposal(store, idsAndClock, whose, { suggestions: [newSuggestion(null, 0)] });
  store.close();
}

/** A grove into which a diverged copy was merged, with a draft and a tree that only the copy had. */
async function mergeCopies(folder: string): Promise<string> {
  const first = new HandlersDesk(join(folder, 'merged.aspen'));
  await first.commit([first.typed('It rained. ')]);
  await first.close();
  const copy = join(folder, 'copy.aspen');
  copyFileSync(first.path, copy);
  const theirs = new HandlersDesk(copy, 2_000);
  await theirs.commit([theirs.typed('There it went on. ')]);
  const bookmark = { positionId: await theirs.positionAt(1), bookmarked: true, label: 'There' };
  await theirs.call('position.bookmark', { ...(await theirs.intent()), ...bookmark });
  await theirs.call('draft.save', { ...(await theirs.intent([theirs.typed('And th')])), digest: null });
  await theirs.call('tree.create', { title: 'Only there' });
  await theirs.commit([theirs.typed('Another story.')]);
  await theirs.close();
  const ours = new HandlersDesk(first.path, 4_000);
  await ours.commit([ours.typed('Here it stopped. ')]);
  await ours.close();
  const [store, from] = [openGrove(ours.path), openGrove(copy, { readonly: true })];
  const by = getGrove(store).ownerId;
  if (by === null) throw new Error('the grove has no owner');
  mergeGrove({ store, from, by, idsAndClock: countingIdsAndClock(700_000) });
  for (const each of [store, from]) each.close();
  return ours.path;
}
