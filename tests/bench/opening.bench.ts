import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as turn } from 'node:timers/promises';
import type { AgentId } from '../../src/core/ids.ts';
import { openProgram, WRITER } from '../faults/program.ts';
import { never, openProbe } from '../helpers/probe.ts';
import { cachedGrove } from './groves/cached-grove.ts';
import type { Bench } from './harness/bench.ts';
import { median, timingOf } from './harness/compare.ts';

const ROUNDS = 5;

/** Enough nodes for a grove of 90 MB. */
const NODES = 60_000;

/** Requests of a page before the writer has a caret; main answers each in a turn of its own. */
const REQUESTS = 12;

interface Opened {
  /** Milliseconds from choosing the file to the caret. */
  readonly toCaret: number;
  /** And until the file may be written. */
  readonly toChecked: number;
}

/** A large grove that was closed: the pass of hashes runs while its window opens (`storage.md`, *Opening, in order*). */
export const openingBench: Bench = {
  name: 'opening',
  async run(context) {
    const { scale, log } = context;
    const nodes = scale.quick ? scale.trees[1] : NODES;
    const special = { siblings: 0, versions: 0, branch: 0, longest: 0 };
    const made = await cachedGrove({ nodes, path: scale.path, characters: 300, ...special }, log);
    const folder = join(context.scratch, 'opening');
    mkdirSync(folder);
    const path = join(folder, 'closed.aspen');
    copyFileSync(made.path, path);
    log('opening a large grove');
    // The writer has been in it, and its backup is up to date.
    await open(path, false);
    const samples = { ours: [] as number[], baseline: [] as number[], again: [] as number[] };
    const checked: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      samples.baseline.push((await open(path, false)).toCaret);
      const { toCaret, toChecked } = await open(path, true);
      samples.ours.push(toCaret);
      checked.push(toChecked);
      samples.again.push((await open(path, false)).toCaret);
    }
    const size = Math.round(statSync(path).size / 1_000_000);
    return [
      {
        path: `open a ${size} MB grove that was closed: time to a caret`,
        baseline: 'opening it without the pass',
        goal: { atMost: 2 },
        figure: { kind: 'timed', timing: timingOf(samples) },
      },
      {
        path: '  until it may be written',
        baseline: '–',
        goal: null,
        figure: {
          kind: 'measured',
          value: Math.round(median(checked)),
          unit: 'ms',
          parts: `${nodes.toLocaleString('en')} nodes`,
        },
      },
    ];
  },
};

/** Opens a grove as a window does, and closes it once all of it is checked. */
async function open(path: string, checksFirst: boolean): Promise<Opened> {
  const started = performance.now();
  const { kind } = await openProbe().inspect(path, never(), { writerId: WRITER.id as AgentId });
  if (kind !== 'sound') throw new Error(`the grove is ${kind}`);
  const { grove, session, close } = await openProgram(path, { checksFirst });
  session.readPath();
  for (let request = 0; request < REQUESTS; request++) {
    await turn(0);
    grove.snapshot();
  }
  const toCaret = performance.now() - started;
  while (grove.check.isWaiting) await turn(1);
  const toChecked = performance.now() - started;
  await close();
  return { toCaret, toChecked };
}
