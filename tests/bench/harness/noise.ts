import { join } from 'node:path';
import { prepareRawCommit } from '../groves/raw-commit.ts';
import { connectRaw, makeScratchGrove, realIdsAndClock, textOfNode } from '../groves/scratch-grove.ts';
import type { BenchContext } from './bench.ts';
import { compare } from './compare.ts';

const NODES = 1_000;

/**
 * Compares a read and a write with themselves. Both ratios are near 1 if the machine is quiet enough for reliable
 * results.
 */
export function measureNoise({ scale, scratch, log }: BenchContext): Readonly<Record<string, number>> {
  log('the baseline against itself');
  const file = join(scratch, 'noise.aspen');
  const { store, tree, addChain } = makeScratchGrove(file);
  addChain(tree.rootPositionId, NODES);
  store.close();
  const database = connectRaw(file);
  const all = database.prepare('select * from node order by key');
  const read = () => all.all();
  const writeRaw = prepareRawCommit(database, realIdsAndClock());
  let commits = 0;
  const write = () =>
    writeRaw([{ text: textOfNode(-commits++), parent: NODES, origin: NODES, version: null }]);
  const rounds = scale.rounds.short;
  const reading = compare({ ours: read, baseline: read, rounds, warmUp: 5 });
  const writing = compare({ ours: write, baseline: write, rounds, warmUp: 5 });
  database.close();
  return { reading: reading.noise, writing: writing.noise };
}
