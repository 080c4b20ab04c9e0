import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Wire } from '../helpers/wire.ts';
import { type StreamShape, streamsEvents } from './answers/event-stream.ts';
import type { Receipt, Task } from './answers/receive-answers.ts';
import type { Bench, BenchContext, Figure, Row } from './harness/bench.ts';

const MEGABYTE = 1_000_000;
/** A long answer, and one to compare it with. Bytes. */
const LONG = 64 * MEGABYTE;
const SHORT = MEGABYTE;
/** Three answers that are far faster than models write: 300 times 30 tokens a second. */
const PACED: StreamShape = { bytes: 10 * MEGABYTE, bytesPerSecond: MEGABYTE };
/** Characters of text in a megabyte of small events. */
const TEXT_SHARE = 0.1;

/** Answers of many megabytes over HTTP, received in a process of their own. */
export const longAnswersBench: Bench = {
  name: 'long answers',
  async run(context) {
    const { scale, log } = context;
    log('receiving long answers');
    const long = scale.quick ? 2 * MEGABYTE : LONG;
    const full = { bytes: long, bytesPerSecond: null };
    const dropped = await receive(context, full, { count: null });
    const whole = await receive(context, full, { count: 1 });
    // It is stopped near its end, when there is most to store.
    const stopAtShort = await receive(context, full, { count: 1, stopAt: SHORT * TEXT_SHARE });
    const stopAtLong = await receive(context, full, { count: 1, stopAt: long * TEXT_SHARE * 0.9 });
    const paced = scale.quick ? { ...PACED, bytes: 2 * MEGABYTE } : PACED;
    const three = await receive(context, paced, { count: 3 });
    return [
      memoryRow(long, whole, dropped),
      stopRow(long, stopAtLong, stopAtShort),
      writtenRow(paced, three),
    ];
  },
};

/** Serves the stream to a new process. */
async function receive(
  { scratch }: BenchContext,
  shape: StreamShape,
  { count, stopAt = null }: Partial<Task>,
): Promise<Receipt> {
  const wire = new Wire([streamsEvents(shape)]);
  await wire.listen();
  try {
    const folder = mkdtempSync(join(scratch, 'answers-'));
    const task: Task = { baseUrl: wire.baseUrl, folder, count: count ?? null, stopAt };
    const file = join(import.meta.dirname, 'answers', 'receive-answers.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [file, JSON.stringify(task)]);
    return JSON.parse(stdout) as Receipt;
  } finally {
    await wire.close();
  }
}

function memoryRow(bytes: number, whole: Receipt, dropped: Receipt): Row {
  return {
    path: `memory of an answer of ${bytes / MEGABYTE} MB, in multiples of its bytes`,
    baseline: 'fetching it and dropping it',
    goal: { atMost: 4, seen: 3.6 },
    figure: {
      kind: 'measured',
      value: Number(((whole.peak - dropped.peak) / bytes).toFixed(2)),
      unit: '×',
      parts: `peak ${inMegabytes(whole.peak)}; ${inMegabytes(dropped.peak)} when it is dropped`,
    },
  };
}

function stopRow(bytes: number, long: Receipt, short: Receipt): Row {
  const milliseconds = (time: number | null) => `${Math.round(time ?? Number.NaN)} ms`;
  return {
    path: `Stop until it shows, near the end of an answer of ${bytes / MEGABYTE} MB at full speed`,
    baseline: 'after 1 MB of it',
    goal: { atMost: 250, seen: 9 },
    figure: {
      kind: 'measured',
      value: Math.round(long.stopShown ?? Number.NaN),
      unit: 'ms',
      parts: `stored after ${milliseconds(long.stopStored)}; after 1 MB, shown within ${milliseconds(short.stopShown)} and stored after ${milliseconds(short.stopStored)}`,
    },
  };
}

function writtenRow(
  { bytes, bytesPerSecond }: StreamShape,
  { written, writtenInAll, duration }: Receipt,
): Row {
  const received = 3 * bytes;
  const rate = (written ?? 0) / (duration / 1_000);
  const figure: Figure =
    written === null || writtenInAll === null
      ? { kind: 'none', why: 'only Linux counts the bytes that a process writes' }
      : {
          kind: 'measured',
          value: Number((written / received).toFixed(2)),
          unit: '×',
          parts: `${inMegabytes(rate)} a second while ${inMegabytes(3 * (bytesPerSecond ?? 0))} a second arrive; with storing the answers in the grove and erasing them from the journal, ${(writtenInAll / received).toFixed(1)} bytes for each that arrived`,
        };
  return {
    path: 'bytes that the journal writes while three long answers stream',
    baseline: 'the bytes that arrive',
    goal: { atMost: 3, seen: 2.2 },
    figure,
  };
}

function inMegabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}
