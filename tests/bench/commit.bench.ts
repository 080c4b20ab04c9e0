import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DraftOp } from '../../src/core/buffer/pending-edit.ts';
import type { RequestId } from '../../src/core/ids.ts';
import type { WholeNode } from '../../src/core/tree/tree-node.ts';
import { ChangeFeed } from '../../src/main/grove/change-feed.ts';
import { readTreeUpdate, TreeUpdates } from '../../src/main/grove/tree-updates.ts';
import type { TreeSession } from '../../src/main/grove/writing/tree-session.ts';
import type { Key } from '../../src/main/store/tables/schema.ts';
import { prepareRawCommit } from './groves/raw-commit.ts';
import {
  connectRaw,
  makeScratchGrove,
  realIdsAndClock,
  type ScratchGrove,
  textOfNode,
} from './groves/scratch-grove.ts';
import type { Bench, BenchContext, Row } from './harness/bench.ts';
import { compare, type Timing } from './harness/compare.ts';

/** Length of the path for an ordinary commit. */
const SHORT_PATH = 100;
const EDITS = 10;
const EDITED_PATH = 1_000;

const RAW = 'the same rows by prepared statements';

export const commitBench: Bench = {
  name: 'commits',
  async run(context) {
    return [
      row('commit of one node', RAW, 1.5, commitOfOne(context, SHORT_PATH)),
      row(
        `  the same at the end of ${context.scale.path.toLocaleString('en')} nodes`,
        RAW,
        null,
        commitOfOne(context, context.scale.path),
      ),
      row('  the same with a window that hears of it', 'with none', 1.05, commitHeard(context, 'later')),
      row('  and with the update read for it', 'with none', null, commitHeard(context, 'at once')),
      row(
        `commit of a draft of ${EDITS} edits in ${EDITED_PATH.toLocaleString('en')} nodes`,
        RAW,
        null,
        commitOfEdits(context),
      ),
      row(
        `commit of a version of a node with ${context.scale.siblings.toLocaleString('en')} children`,
        'with one child',
        1.3,
        commitAboveChildren(context),
        0.75,
      ),
    ];
  },
};

function row(path: string, baseline: string, atMost: number | null, timing: Timing, seen?: number): Row {
  return {
    path,
    baseline,
    goal: atMost === null ? null : { atMost, seen },
    figure: { kind: 'timed', timing },
  };
}

/** Makes a chain of nodes, and the same chain in a second file for the raw statements. */
function makeGroves(context: BenchContext, name: string, nodes: number) {
  const made = makeScratchGrove(join(context.scratch, `${name}-${nodes}.aspen`));
  const chain = made.addChain(made.tree.rootPositionId, nodes);
  const rawFile = join(context.scratch, `${name}-${nodes}-raw.aspen`);
  const { store, tree, addChain } = makeScratchGrove(rawFile);
  addChain(tree.rootPositionId, nodes);
  store.close();
  return { ...made, chain, database: connectRaw(rawFile) };
}

/** Returns a function that makes one commit of a draft per call. */
function repeatedCommits(session: TreeSession, opsOf: (commit: number) => readonly DraftOp[]): () => void {
  let { pathVersion } = session.readPath();
  let commits = 0;
  return () => {
    const request = randomUUID() as string as RequestId;
    ({ pathVersion } = session.commit({ pathVersion, ops: opsOf(commits++) }, request));
  };
}

function typed({ writer }: ScratchGrove, node: WholeNode | null, text: string): DraftOp {
  return { nodeId: node?.id ?? null, whole: { text, spans: [{ agent: writer, length: text.length }] } };
}

function commitOfOne(context: BenchContext, nodes: number): Timing {
  context.log(`commit of one node at the end of ${nodes}`);
  const grove = makeGroves(context, 'one', nodes);
  const ours = repeatedCommits(grove.openSession(), (commit) => [typed(grove, null, textOfNode(-commit))]);
  const writeRaw = prepareRawCommit(grove.database, realIdsAndClock());
  // The root has the first key, followed by the chain.
  let parent: Key = nodes + 1;
  let commits = 0;
  const baseline = () => {
    const [key = parent] = writeRaw([
      { text: textOfNode(-commits++), parent, origin: parent, version: null },
    ]);
    parent = key;
  };
  const timing = compare({ ours, baseline, rounds: context.scale.rounds.short, warmUp: 5 });
  close(grove);
  return timing;
}

/**
 * A commit of one node in a grove whose changes a window hears of.
 * @param read when the update for the window is read: in the next task, as the program does, or within the commit
 */
function commitHeard(context: BenchContext, read: 'later' | 'at once'): Timing {
  context.log(`commit of one node with a window, read ${read}`);
  const lane = (name: string, isHeard: boolean) => {
    const grove = makeScratchGrove(join(context.scratch, `${name} ${read}.aspen`));
    grove.addChain(grove.tree.rootPositionId, SHORT_PATH);
    const feed = new ChangeFeed();
    const session = grove.openSession(feed);
    const { store, writer } = grove;
    if (isHeard && read === 'at once')
      feed.onWritten((written) =>
        store.snapshot((reader) => readTreeUpdate(reader, session, writer, [written])),
      );
    if (isHeard && read === 'later')
      new TreeUpdates({
        store,
        writerId: writer,
        sessions: { find: () => session },
        emit: () => {},
        warn: () => {},
        onBug: () => {},
      }).follow(feed);
    return { store, work: repeatedCommits(session, (commit) => [typed(grove, null, textOfNode(-commit))]) };
  };
  const heard = lane('heard', true);
  const unheard = lane('unheard', false);
  const rounds = context.scale.rounds.short;
  const timing = compare({ ours: heard.work, baseline: unheard.work, rounds, warmUp: 5 });
  heard.store.close();
  unheard.store.close();
  return timing;
}

function commitOfEdits(context: BenchContext): Timing {
  context.log(`commit of ${EDITS} edits`);
  const grove = makeGroves(context, 'edits', EDITED_PATH);
  const session = grove.openSession();
  // Different nodes each time, as writers do: a node with hundreds of versions is a different case.
  const step = EDITED_PATH / EDITS;
  const indexesOf = (commit: number) =>
    Array.from({ length: EDITS }, (_, edit) => edit * step + (commit % step));
  const textAt = (commit: number, index: number) => textOfNode(-(1 + commit * EDITED_PATH + index));

  const shown = [...grove.chain];
  let { pathVersion } = session.readPath();
  let commits = 0;
  const ours = () => {
    const commit = commits++;
    const edited = indexesOf(commit).flatMap((index) => {
      const node = shown[index];
      return node === undefined ? [] : [{ index, node }];
    });
    const ops = edited.map(({ index, node }) => typed(grove, node, textAt(commit, index)));
    const reply = session.commit({ pathVersion, ops }, randomUUID() as string as RequestId);
    pathVersion = reply.pathVersion;
    const versions = new Map(reply.committed.map(({ was, nodeId }) => [was, nodeId]));
    for (const { index, node } of edited) shown[index] = { ...node, id: versions.get(node.id) ?? node.id };
  };

  const writeRaw = prepareRawCommit(grove.database, realIdsAndClock());
  const shownKeys = new Map<number, Key>();
  let rawCommits = 0;
  const baseline = () => {
    const commit = rawCommits++;
    const indexes = indexesOf(commit);
    const nodes = indexes.map((index) => {
      const position = index + 2;
      const editedFrom = shownKeys.get(index) ?? position;
      const version = { position, editedFrom };
      return { text: textAt(commit, index), parent: position - 1, origin: position - 1, version };
    });
    for (const [at, key] of writeRaw(nodes).entries()) shownKeys.set(indexes[at] ?? 0, key);
  };
  const timing = compare({ ours, baseline, rounds: context.scale.rounds.short, warmUp: 5 });
  close(grove);
  return timing;
}

function commitAboveChildren(context: BenchContext): Timing {
  const { siblings, rounds } = context.scale;
  context.log(`commit of a version above ${siblings} children`);
  const lane = (name: string, children: number) => {
    const grove = makeScratchGrove(join(context.scratch, `${name}.aspen`));
    const [node] = grove.addChain(grove.tree.rootPositionId, 2);
    if (node === undefined) throw new Error('the chain has no node');
    grove.addSiblings(node.positionId, children - 1);
    const session = grove.openSession();
    let { pathVersion } = session.readPath();
    let shown = node;
    let commits = 0;
    const work = () => {
      const ops = [typed(grove, shown, textOfNode(-commits++))];
      const reply = session.commit({ pathVersion, ops }, randomUUID() as string as RequestId);
      pathVersion = reply.pathVersion;
      shown = { ...shown, id: reply.committed[0]?.nodeId ?? shown.id };
    };
    return { grove, work };
  };
  const many = lane('many-children', siblings);
  const one = lane('one-child', 1);
  const timing = compare({ ours: many.work, baseline: one.work, rounds: rounds.short, warmUp: 5 });
  many.grove.store.close();
  one.grove.store.close();
  return timing;
}

function close({ store, database }: ReturnType<typeof makeGroves>): void {
  store.close();
  database.close();
}
