import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DraftOp } from '../../src/core/buffer/pending-edit.ts';
import type { RequestId } from '../../src/core/ids.ts';
import { ChangeFeed } from '../../src/main/grove/change-feed.ts';
import type { TreeSession } from '../../src/main/grove/writing/tree-session.ts';
import { connectRaw, makeScratchGrove, type ScratchGrove, textOfNode } from './groves/scratch-grove.ts';
import type { Bench, BenchContext, Row } from './harness/bench.ts';
import { compare, type Timing } from './harness/compare.ts';

/** Nodes of a branch that the path is switched to. */
const BRANCH = 10;
/** Of the commits whose size is measured, every so many come after a switch. */
const SWITCH_EVERY = 10;

/** The cost of recording the states of a path (`layers.md`, *What is stored*). */
export const layersBench: Bench = {
  name: 'layers',
  async run(context) {
    const length = context.scale.path.toLocaleString('en');
    return [
      row(`commit with its layer at the end of ${length} nodes`, 1.1, commits(context)),
      row(`switch with its layer at the end of ${length} nodes`, 1.3, switches(context)),
      weigh(context),
    ];
  },
};

function row(path: string, atMost: number, timing: Timing): Row {
  return { path, baseline: 'without', goal: { atMost }, figure: { kind: 'timed', timing } };
}

/** A grove with a long path, and a session whose path is recorded or not. */
function open(context: BenchContext, name: string, keepsHistory: boolean) {
  const grove = makeScratchGrove(join(context.scratch, `${name}-${keepsHistory}.aspen`));
  const chain = grove.addChain(grove.tree.rootPositionId, context.scale.path);
  const session = grove.openSession(new ChangeFeed(), keepsHistory);
  return { grove, session, end: chain.at(-1)?.positionId ?? grove.tree.rootPositionId };
}

function typed({ writer }: ScratchGrove, text: string): DraftOp {
  return { nodeId: null, whole: { text, spans: [{ agent: writer, length: text.length }] } };
}

function commit(grove: ScratchGrove, session: TreeSession, index: number): void {
  const { pathVersion } = session.readHeaders([]);
  const ops = [typed(grove, textOfNode(-index))];
  session.commit({ pathVersion, ops }, randomUUID() as string as RequestId);
}

function commits(context: BenchContext): Timing {
  context.log('commits with and without layers');
  const lane = (keepsHistory: boolean) => {
    const { grove, session } = open(context, 'commits', keepsHistory);
    let index = 0;
    return { grove, work: () => commit(grove, session, index++) };
  };
  const [ours, baseline] = [lane(true), lane(false)];
  const { short: rounds } = context.scale.rounds;
  const timing = compare({ ours: ours.work, baseline: baseline.work, rounds, warmUp: 5 });
  ours.grove.store.close();
  baseline.grove.store.close();
  return timing;
}

function switches(context: BenchContext): Timing {
  context.log('switches with and without layers');
  const lane = (keepsHistory: boolean) => {
    const { grove, session, end } = open(context, 'switches', keepsHistory);
    const heads = [0, 1].map(() => grove.addChain(end, BRANCH, { follow: false }).at(-1)?.positionId ?? end);
    let index = 0;
    const work = () => {
      const { pathVersion } = session.readHeaders([]);
      session.moves.moveHead({ pathVersion, ops: [] }, heads[index++ % 2] ?? end);
    };
    return { grove, work };
  };
  const [ours, baseline] = [lane(true), lane(false)];
  const { short: rounds } = context.scale.rounds;
  const timing = compare({ ours: ours.work, baseline: baseline.work, rounds, warmUp: 5 });
  ours.grove.store.close();
  baseline.grove.store.close();
  return timing;
}

/** Commits, a tenth of them after a switch, and how much of the file their layers take. */
function weigh(context: BenchContext): Row {
  const count = context.scale.quick ? 500 : 10_000;
  context.log(`the size of ${count.toLocaleString('en')} layers`);
  const path = join(context.scratch, 'weighed.aspen');
  const grove = makeScratchGrove(path);
  grove.addChain(grove.tree.rootPositionId, SWITCH_EVERY);
  const session = grove.openSession();
  for (let index = 0; index < count; index += 1) {
    const { nodeIds } = session;
    const version = nodeIds[index % nodeIds.length];
    if (index % SWITCH_EVERY === 0 && version !== undefined) {
      const { pathVersion } = session.readHeaders([]);
      const at = session.above[index % session.above.length] ?? grove.tree.rootPositionId;
      session.moves.moveHead({ pathVersion, ops: [] }, at);
    }
    commit(grove, session, index);
  }
  session.close();
  grove.store.close();
  const database = connectRaw(path, { readonly: true });
  const sizeOf = (names: string) =>
    database
      .prepare<[], number>(`SELECT sum(pgsize) FROM dbstat WHERE name GLOB '${names}' AND aggregate = true`)
      .pluck()
      .get() ?? 0;
  const [layers, log] = [sizeOf('layer*'), sizeOf('log')];
  database.close();
  return {
    path: `layers and snapshots of ${count.toLocaleString('en')} commits`,
    baseline: 'their rows of the log',
    goal: { atMost: 0.5 },
    figure: {
      kind: 'measured',
      value: layers / log,
      unit: '×',
      parts: `${Math.round(layers / count)} and ${Math.round(log / count)} bytes each`,
    },
  };
}
