import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DraftOp } from '../../src/core/buffer/pending-edit.ts';
import type { RequestId } from '../../src/core/ids.ts';
import type { WholeNode } from '../../src/core/tree/tree-node.ts';
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

/** Nodes of the path that an ordinary commit is made on. */
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

/** A chain of nodes and, in a file of its own, the same for the raw statements. */
function twoFiles(context: BenchContext, name: string, nodes: number) {
  const made = makeScratchGrove(join(context.scratch, `${name}-${nodes}.aspen`));
  const chain = made.grow(made.tree.rootPositionId, nodes);
  const raw = join(context.scratch, `${name}-${nodes}-raw.aspen`);
  const { store, tree, grow } = makeScratchGrove(raw);
  grow(tree.rootPositionId, nodes);
  store.close();
  return { ...made, chain, database: connectRaw(raw) };
}

/** Commits a draft again and again; each call is one commit. */
function committing(session: TreeSession, opsOf: (commit: number) => readonly DraftOp[]): () => void {
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
  context.tell(`commit of one node at the end of ${nodes}`);
  const grove = twoFiles(context, 'one', nodes);
  const ours = committing(grove.openSession(), (commit) => [typed(grove, null, textOfNode(-commit))]);
  const writeRaw = prepareRawCommit(grove.database, realIdsAndClock());
  // The root has the first key, and the chain follows.
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

function commitOfEdits(context: BenchContext): Timing {
  context.tell(`commit of ${EDITS} edits`);
  const grove = twoFiles(context, 'edits', EDITED_PATH);
  const session = grove.openSession();
  // Other nodes each time, as writers do: a node with hundreds of versions is another matter.
  const step = EDITED_PATH / EDITS;
  const placesOf = (commit: number) =>
    Array.from({ length: EDITS }, (_, edit) => edit * step + (commit % step));
  const textAt = (commit: number, place: number) => textOfNode(-(1 + commit * EDITED_PATH + place));

  const shown = [...grove.chain];
  let { pathVersion } = session.readPath();
  let commits = 0;
  const ours = () => {
    const commit = commits++;
    const edited = placesOf(commit).flatMap((place) => {
      const node = shown[place];
      return node === undefined ? [] : [{ place, node }];
    });
    const ops = edited.map(({ place, node }) => typed(grove, node, textAt(commit, place)));
    const reply = session.commit({ pathVersion, ops }, randomUUID() as string as RequestId);
    pathVersion = reply.pathVersion;
    const versions = new Map(reply.committed.map(({ was, nodeId }) => [was, nodeId]));
    for (const { place, node } of edited) shown[place] = { ...node, id: versions.get(node.id) ?? node.id };
  };

  const writeRaw = prepareRawCommit(grove.database, realIdsAndClock());
  const shownKeys = new Map<number, Key>();
  let rawCommits = 0;
  const baseline = () => {
    const commit = rawCommits++;
    const places = placesOf(commit);
    const nodes = places.map((place) => {
      const position = place + 2;
      const editedFrom = shownKeys.get(place) ?? position;
      const version = { position, editedFrom };
      return { text: textAt(commit, place), parent: position - 1, origin: position - 1, version };
    });
    for (const [at, key] of writeRaw(nodes).entries()) shownKeys.set(places[at] ?? 0, key);
  };
  const timing = compare({ ours, baseline, rounds: context.scale.rounds.short, warmUp: 5 });
  close(grove);
  return timing;
}

function commitAboveChildren(context: BenchContext): Timing {
  const { siblings, rounds } = context.scale;
  context.tell(`commit of a version above ${siblings} children`);
  const lane = (name: string, children: number) => {
    const grove = makeScratchGrove(join(context.scratch, `${name}.aspen`));
    const [node] = grove.grow(grove.tree.rootPositionId, 2);
    if (node === undefined) throw new Error('the chain has no node');
    grove.fan(node.positionId, children - 1);
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

function close({ store, database }: ReturnType<typeof twoFiles>): void {
  store.close();
  database.close();
}
