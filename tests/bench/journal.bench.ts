import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeGrove, SMALL_SHAPE } from '../../scripts/make-grove.ts';
import type { GroveId, PositionId, TreeId } from '../../src/core/ids.ts';
import { wholeSpans } from '../../src/core/text/span.ts';
import type { DraftEntry, JournalScope } from '../../src/main/grove/writing/recovery-journal.ts';
import { openFile } from '../../src/main/store/connection/open-file.ts';
import { beginSession } from '../../src/main/store/tables/sessions.ts';
import { openProgram } from '../faults/program.ts';
import { MIGRATIONS } from '../helpers/grove.ts';
import { openJournal } from '../helpers/journal.ts';
import { never, openProbe } from '../helpers/probe.ts';
import type { Bench, BenchContext, Row } from './harness/bench.ts';

/** The text typed in a quarter of a second. */
const TYPED = 'eleven keys';
/** Enough nodes for a grove of 10 MB. */
const NODES = 6_500;
/** Characters of a draft that is journaled whole. */
const FULL_LENGTH = 100_000;

export const journalBench: Bench = {
  name: 'journal',
  async run(context) {
    const steps = await write(context, 'steps.sqlite', (at) => stepAt(at));
    const full = await write(context, 'wholes.sqlite', () => fullEntry());
    return [
      row('journal write, median', 5, steps),
      row(
        `  the same for a draft of ${FULL_LENGTH.toLocaleString('en')} characters, sent in full`,
        null,
        full,
      ),
      await openAfterCrash(context),
    ];
  },
};

/**
 * Time from opening a file whose session was not closed to its path: the whole file is checked in a separate process,
 * then it is opened with the journal, and the journal's contents are recovered.
 */
async function openAfterCrash(context: BenchContext): Promise<Row> {
  const crashed = join(context.scratch, 'crashed.aspen');
  makeGrove(crashed, { ...SMALL_SHAPE, nodes: context.scale.quick ? 300 : NODES });
  const store = openFile(crashed, { migrations: MIGRATIONS, now: () => 1 });
  const session = { id: '01ZZZZ00000000000000000000', host: 'here', appVersion: '0.0.0' };
  store.transact((tx) => beginSession(tx, session));
  store.close();
  const times: number[] = [];
  const probeTimes: number[] = [];
  for (let round = 0; round < 5; round++) {
    const folder = join(context.scratch, `crash-${round}`);
    mkdirSync(folder);
    const path = join(folder, 'crashed.aspen');
    copyFileSync(crashed, path);
    const started = performance.now();
    const { kind } = await openProbe().inspect(path, never());
    if (kind !== 'sound') throw new Error(`the grove is ${kind}`);
    probeTimes.push(performance.now() - started);
    const program = await openProgram(path);
    program.session.readPath();
    times.push(performance.now() - started);
    await program.close();
  }
  const median = (all: readonly number[]) => Math.round([...all].sort((one, other) => one - other)[2] ?? 0);
  const size = (statSync(crashed).size / 1_000_000).toFixed(1);
  return {
    path: 'open a 10 MB grove after a crash',
    baseline: '–',
    goal: { atMost: 2_000 },
    figure: {
      kind: 'measured',
      value: median(times),
      unit: 'ms',
      parts: `${size} MB; the check of the file, including starting its process, takes ${median(probeTimes)} ms`,
    },
  };
}

interface Measured {
  /** Milliseconds until the entry is on disk, sorted. */
  readonly answered: readonly number[];
  /** Milliseconds that the caller's thread is busy with it, sorted. */
  readonly busy: readonly number[];
}

async function write(
  { scratch, scale }: BenchContext,
  name: string,
  entryAt: (at: number) => DraftEntry,
): Promise<Measured> {
  const journal = openJournal(join(scratch, name));
  const answered: number[] = [];
  const busy: number[] = [];
  await journal.append(SCOPE, fullEntry());
  for (let at = 0; at < scale.rounds.short; at++) {
    const entry = entryAt(at);
    const started = performance.now();
    const written = journal.append(SCOPE, entry);
    busy.push(performance.now() - started);
    await written;
    answered.push(performance.now() - started);
  }
  await journal.close();
  const sorted = (times: readonly number[]) => [...times].sort((one, other) => one - other);
  return { answered: sorted(answered), busy: sorted(busy) };
}

const AGENT = '01KDXA00000000000000000000' as JournalScope['agentId'];
const SCOPE: JournalScope = {
  groveId: '01KDXG00000000000000000000' as GroveId,
  treeId: '01KDXT00000000000000000000' as TreeId,
  agentId: AGENT,
  sessionId: '01KDXS00000000000000000000',
};

function stepAt(at: number): DraftEntry {
  const from = at * TYPED.length;
  const spans = wholeSpans(AGENT, TYPED.length);
  return { kind: 'ops', ops: [{ nodeId: null, splice: { from, to: from, insert: TYPED, spans } }] };
}

function fullEntry(): DraftEntry {
  const text = 'All that was typed. '.repeat(FULL_LENGTH / 20);
  const head = '01KDXP00000000000000000000' as PositionId;
  const draft = { head, buffer: { text, spans: wholeSpans(AGENT, text.length) }, edits: [] };
  return { kind: 'whole', draft, fileDigest: '0'.repeat(16), above: [] };
}

function row(path: string, atMost: number | null, { answered, busy }: Measured): Row {
  const at = (times: readonly number[], share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
  const slow = at(answered, 0.99).toFixed(2);
  return {
    path,
    baseline: '–',
    goal: atMost === null ? null : { atMost },
    figure: {
      kind: 'measured',
      value: Number(at(answered, 0.5).toFixed(2)),
      unit: 'ms',
      parts: `99th percentile ${slow} ms, of which main is busy ${at(busy, 0.99).toFixed(2)} ms`,
    },
  };
}
