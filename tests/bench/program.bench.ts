import { join } from 'node:path';
import Database from 'better-sqlite3';
import { withDisplay } from '../../scripts/display.ts';
import { makeGrove } from '../../scripts/make-grove.ts';
import type { Bench, BenchContext, Row } from './harness/bench.ts';
import { timingOf } from './harness/compare.ts';
import { type OpenWindow, openWindow } from './renderer/open-window.ts';
import { servePage } from './renderer/serve-page.ts';

export const programBench: Bench = {
  name: 'program',
  run: (context) =>
    withDisplay(async () => [
      ...(await withWindow(context, (window) => timed(window, context))),
      await memory(context),
    ]),
  count: (context) =>
    withDisplay(() => withWindow(context, async (window) => [(await streams(window, context)).counted])),
};

const formatCount = (count: number) => count.toLocaleString('en');

/** Makes a grove whose tree is a single path. */
function makePath({ scratch }: BenchContext, name: string, nodes: number, characters: number): string {
  const special = { siblings: 0, versions: 0, branch: 0, longest: 0 };
  return makeGrove(join(scratch, `${name}.aspen`), { nodes, path: nodes, characters, ...special }).path;
}

async function withWindow(
  context: BenchContext,
  measure: (window: OpenWindow) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const { scale, scratch, log } = context;
  const grove = makePath(context, 'long-path', scale.path, 300);
  log(`the program with a path of ${formatCount(scale.path)} nodes`);
  const page = await servePage(scratch);
  const window = await openWindow({ scratch, origin: page.origin, grove });
  try {
    return await measure(window);
  } finally {
    await window.close();
    page.close();
  }
}

async function timed(window: OpenWindow, context: BenchContext): Promise<readonly Row[]> {
  const { scale, log } = context;
  const nodes = scale.path;
  const opening = await window.measure('timeProgramOpening', { rounds: Math.ceil(scale.rounds.long / 4) });
  const { frame, counted } = await streams(window, context);
  log('keystrokes in the program');
  const typing = await window.measure('timeProgramKeystrokes', scale.keystrokes);
  const outbox = await window.measure('timeOutbox', scale.keystrokes);
  log('keystrokes with a document beside the text');
  const beside = await window.measure('timeKeystrokesBeside', scale.keystrokes);
  log('keystrokes with a list of lore open');
  const lore = await window.measure('timeKeystrokesWithLore', scale.keystrokes);
  const bare = 'bare CodeMirror, same text';
  return [
    {
      path: `open a path of ${formatCount(nodes)} nodes from the file: read, across the bridge, to first paint`,
      baseline: 'bare CodeMirror opening the text',
      goal: null,
      figure: { kind: 'timed', timing: timingOf(opening) },
    },
    frame,
    counted,
    {
      path: `keystroke in the program, ${formatCount(nodes)} nodes of 300 characters: sessions, outbox, panes`,
      baseline: bare,
      goal: null,
      figure: { kind: 'timed', timing: timingOf(typing) },
    },
    {
      path: '  95th percentile',
      baseline: bare,
      goal: null,
      figure: { kind: 'timed', timing: timingOf(typing, 0.95) },
    },
    {
      path: 'keystroke in the program with a document of 50,000 characters beside the text',
      baseline: 'the same without it',
      goal: { atMost: 1.2 },
      figure: { kind: 'timed', timing: timingOf(beside) },
    },
    {
      path: 'keystroke in the program with a list of 100 entries of lore open',
      baseline: 'the same without it',
      goal: { atMost: 1.1 },
      figure: { kind: 'timed', timing: timingOf(lore) },
    },
    outboxRow(outbox),
  ];
}

async function streams(
  window: OpenWindow,
  { scale, log }: BenchContext,
): Promise<{ readonly frame: Row; readonly counted: Row }> {
  log('four streams');
  const few = { blocks: scale.quick ? 1 : 5, steps: 10 };
  const { dispatches, ...samples } = await window.measure('timeStreams', few);
  return {
    frame: {
      path: 'frame with 64 streamed tokens from four streams',
      baseline: 'frame with one',
      goal: { atMost: 2.5, seen: 2 },
      figure: { kind: 'timed', timing: timingOf(samples) },
    },
    counted: {
      path: '  dispatches in a frame',
      baseline: '–',
      goal: { atMost: 1, seen: 1 },
      figure: { kind: 'counted', value: dispatches, unit: 'dispatches' },
    },
  };
}

function outboxRow(costs: readonly number[]): Row {
  const sorted = [...costs].sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return {
    path: 'outbox on a keystroke, 99th percentile',
    baseline: '–',
    goal: { atMost: 1, seen: 0.17 },
    figure: {
      kind: 'measured',
      value: Number(at(0.99).toFixed(2)),
      unit: 'ms',
      parts: `of ${formatCount(costs.length)} keystrokes; the median ${at(0.5).toFixed(2)} ms`,
    },
  };
}

const MEGABYTE = 1e6;

/** The heap of the program's page with a long path, minus its heap with a short one. */
async function memory(context: BenchContext): Promise<Row> {
  const nodes = context.scale.path;
  context.log('memory of the renderer');
  const long = makePath(context, 'memory', nodes, 100);
  const short = makePath(context, 'little', 1, 100);
  const text = textBytes(long);
  const heap = (await measureHeap(context, long, nodes)) - (await measureHeap(context, short, 1));
  return {
    path: `memory of the renderer, ${formatCount(nodes)} nodes of 100 characters, beyond the text’s bytes`,
    baseline: 'the text’s bytes',
    goal: { atMost: 10, seen: 2.4 },
    figure: {
      kind: 'measured',
      value: (heap - text) / MEGABYTE,
      unit: 'MB',
      parts: `the page ${(heap / MEGABYTE).toFixed(1)} MB, the text ${(text / MEGABYTE).toFixed(1)} MB`,
    },
  };
}

function textBytes(grove: string): number {
  const database = new Database(grove, { readonly: true });
  const bytes = Number(database.prepare('select sum(octet_length(text)) from node').pluck().get());
  database.close();
  return bytes;
}

/** The used heap of the program's page in bytes, once it shows a path of `nodes` nodes. */
async function measureHeap({ scratch }: BenchContext, grove: string, nodes: number): Promise<number> {
  const { page, close } = await openWindow({ scratch, grove });
  try {
    await page.locator(`[data-path-length="${nodes}"]`).waitFor();
    // Wait for work that is deferred until after the first frame.
    await page.waitForTimeout(1_000);
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return usedSize;
  } finally {
    await close();
  }
}
