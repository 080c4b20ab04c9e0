import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { RequestId, TreeId } from '../../src/core/ids.ts';
import { readBacklinks } from '../../src/main/grove/reading/read-backlinks.ts';
import { updateTree } from '../../src/main/store/tables/trees.ts';
import { plantTree } from '../helpers/grove.ts';
import { connectRaw, makeScratchGrove, type ScratchGrove, textOfNode } from './groves/scratch-grove.ts';
import type { Bench, BenchContext } from './harness/bench.ts';
import { compare, type Timing } from './harness/compare.ts';

const LINKS = 20;
const MANY = 1_000;
const FEW = 10;

/** Links in texts: writing them with a node, and finding the places that lead to a tree (`documents.md`, *Links*). */
export const linksBench: Bench = {
  name: 'links',
  async run(context) {
    const [, nodes] = context.scale.trees;
    return [
      {
        path: `commit of one node with ${LINKS} links in a document`,
        baseline: 'as long, without',
        goal: { atMost: 1.2 },
        figure: { kind: 'timed', timing: commits(context) },
      },
      {
        path: `backlinks of a name with ${MANY.toLocaleString('en')} links among ${nodes.toLocaleString('en')} nodes, to the first row`,
        baseline: `with ${FEW}`,
        goal: { atMost: 2 },
        figure: { kind: 'timed', timing: backlinks(context, nodes) },
      },
    ];
  },
};

function commits(context: BenchContext): Timing {
  context.log(`commit with ${LINKS} links`);
  const lane = (name: string, end: (index: number) => string) => {
    const grove = makeScratchGrove(join(context.scratch, `${name}.aspen`));
    run(grove, "UPDATE loom_tree SET kind = 'document'");
    grove.addChain(grove.tree.rootPositionId, 100);
    const session = grove.openSession();
    let { pathVersion } = session.readPath();
    let commits = 0;
    const work = () => {
      const text = textOfNode(-commits++) + Array.from({ length: LINKS }, (_, index) => end(index)).join(' ');
      const spans = [{ agent: grove.writer, length: text.length }];
      const ops = [{ nodeId: null, whole: { text, spans } }];
      ({ pathVersion } = session.commit({ pathVersion, ops }, randomUUID() as string as RequestId));
    };
    return { grove, work };
  };
  const linked = lane('linked', (index) => `[[Marie ${index}|she]]`);
  const plain = lane('plain', (index) => `((Marie ${index}|she))`);
  const timing = compare({
    ours: linked.work,
    baseline: plain.work,
    rounds: context.scale.rounds.short,
    warmUp: 5,
  });
  linked.grove.store.close();
  plain.grove.store.close();
  return timing;
}

function backlinks(context: BenchContext, nodes: number): Timing {
  context.log(`backlinks among ${nodes} nodes`);
  const grove = makeScratchGrove(join(context.scratch, 'backlinks.aspen'));
  const { store, tree, writer, idsAndClock } = grove;
  grove.addChain(tree.rootPositionId, nodes);
  const name = (title: string): TreeId =>
    store.transact((tx) => {
      const named = { ...plantTree(tx, idsAndClock, writer), title };
      updateTree(tx, writer, named);
      return named.id;
    });
  const [many, few] = [name('Many'), name('Few')];
  for (const [key, count] of [
    ['many', Math.min(MANY, nodes)],
    ['few', FEW],
  ] as const)
    run(
      grove,
      `INSERT INTO node_link (node_key, ordinal, name, start, length, embed)
       SELECT key, ${count}, '${key}', 0, 9, 0 FROM node
       WHERE key > 1 AND key % (${nodes} / ${count}) = 0 AND loom_tree_key = 1 ORDER BY key LIMIT ${count}`,
    );
  const sessions = { find: () => undefined, typedDrafts: () => [] };
  const scope = { store, writerId: writer, sessions, now: Date.now } as unknown as Parameters<
    typeof readBacklinks
  >[0];
  const read = (treeId: TreeId) => () =>
    void readBacklinks(scope, { treeId, positionId: null, after: null, limit: 1, all: false });
  const rounds = context.scale.rounds.short;
  const timing = compare({ ours: read(many), baseline: read(few), rounds, warmUp: 5, repeat: 5 });
  store.close();
  return timing;
}

/** Runs SQL on a grove's file, as another program would. */
function run({ store }: ScratchGrove, sql: string): void {
  const database = connectRaw(store.path);
  database.exec(sql);
  database.close();
}
