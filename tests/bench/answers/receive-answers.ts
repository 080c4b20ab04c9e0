// A process that receives answers as the program does: provider, generator, journal in its thread, grove. Its argument is
// a `Task` as JSON; it prints a `Receipt` as JSON.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { firstNodeAt, type GroveId } from '../../../src/core/ids.ts';
import { Generator } from '../../../src/main/generation/generator.ts';
import { offlineAgent } from '../../../src/main/generation/offline-agent.ts';
import { createOpenAiCompatible } from '../../../src/main/generation/providers/openai-compatible.ts';
import { SessionJournal } from '../../../src/main/grove/writing/session-journal.ts';
import { createSha256 } from '../../../src/main/sha256.ts';
import { addAgent } from '../../../src/main/store/tables/agents.ts';
import { documentContext } from '../../helpers/document-context.ts';
import { agentOf } from '../../helpers/grove.ts';
import { openJournal } from '../../helpers/journal.ts';
import { answersInto } from '../../helpers/store-answers.ts';
import { makeScratchGrove } from '../groves/scratch-grove.ts';

export interface Task {
  readonly baseUrl: string;
  /** An empty folder. */
  readonly folder: string;
  /** Answers requested at once; null only fetches one and drops it. */
  readonly count: number | null;
  /** Stop after this many characters; null receives everything. */
  readonly stopAt: number | null;
}

export interface Receipt {
  /** The largest memory of the process, in bytes. */
  readonly peak: number;
  /** Milliseconds from the writer's Stop until it showed, and until the answer was stored. */
  readonly stopShown: number | null;
  readonly stopStored: number | null;
  /** Bytes written until the last text came, and in all; null where the system does not count them. */
  readonly written: number | null;
  readonly writtenInAll: number | null;
  /** Duration of the answers, in milliseconds. */
  readonly duration: number;
}

const task: Task = JSON.parse(process.argv[2] ?? '');
const receipt = task.count === null ? await fetchOnly(task.baseUrl) : await receive(task, task.count);
process.stdout.write(JSON.stringify(receipt));
process.exit();

async function fetchOnly(baseUrl: string): Promise<Receipt> {
  const started = performance.now();
  const response = await fetch(`${baseUrl}/completions`, { method: 'POST', body: '{}' });
  for await (const _ of response.body ?? []);
  const nothing = { stopShown: null, stopStored: null, written: null, writtenInAll: null };
  return { peak: peakMemory(), duration: performance.now() - started, ...nothing };
}

async function receive({ baseUrl, folder, stopAt }: Task, count: number): Promise<Receipt> {
  const { store, idsAndClock, tree } = makeScratchGrove(join(folder, 'story.aspen'));
  const agent = {
    ...offlineAgent(agentOf(idsAndClock, 'model', 'Wire').id, 0),
    modelRef: 'here:wire-1',
    configuration: {},
  };
  store.transact((tx) => addAgent(tx, agent));
  const journal = openJournal(join(folder, 'recovery.sqlite'));
  const provider = createOpenAiCompatible({
    id: 'here',
    baseUrl,
    headers: {},
    extra: {},
    manyChoices: false,
    refusedFields: () => ({}),
    onRefused: () => undefined,
    continuesMessages: () => false,
    askForUsage: false,
    findKey: () => null,
  });
  let received = 0;
  let stopShown: number | null = null;
  let stopStored: number | null = null;
  let requestedAt: number | null = null;
  const before = writtenBytes();
  let written: number | null = null;
  const generator = new Generator({
    store: answersInto({ store, idsAndClock }),
    idsAndClock,
    createSha256,
    findProvider: () => provider,
    partials: new SessionJournal({
      journal,
      groveId: idsAndClock.newId() as GroveId,
      sessionId: idsAndClock.newId(),
      origin: () => 'here',
      warn: fail,
    }).forContinuations(),
    emit: ({ state, append, error }) => {
      if (error !== null) fail(error.sentence);
      received += append.length;
      if (state === 'streaming') written = difference(writtenBytes(), before);
      if (stopAt !== null && requestedAt === null && received >= stopAt) writer.postMessage('stop');
      if (requestedAt === null || state === 'streaming') return;
      stopShown ??= performance.now() - requestedAt;
      if (state === 'stopped') stopStored ??= performance.now() - requestedAt;
    },
    onBug: (what, error) => {
      throw new Error(what, { cause: error });
    },
  });
  // The page, in a thread that is not busy with the answer: it notes when Stop was requested.
  const writer = new Worker(
    `const { parentPort } = require('node:worker_threads');
     parentPort.once('message', () => parentPort.postMessage(performance.timeOrigin + performance.now()));`,
    { eval: true },
  );
  writer.once('message', (at: number) => {
    requestedAt = at - performance.timeOrigin;
    void generator.stop(null, null);
  });
  const started = performance.now();
  generator.start({
    treeId: tree.id,
    requestedBy: agent.id,
    target: {
      kind: 'continuation',
      parentId: tree.rootPositionId,
      originId: firstNodeAt(tree.rootPositionId),
    },
    agentRequests: [{ agent, context: contextOf('Once'), count, maxTokens: 20 }],
  });
  while (generator.running(tree.id).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  const duration = performance.now() - started;
  await journal.close();
  store.close();
  return {
    peak: peakMemory(),
    stopShown,
    stopStored,
    written,
    writtenInAll: difference(writtenBytes(), before),
    duration,
  };
}

function contextOf(text: string) {
  return documentContext(text);
}

function peakMemory(): number {
  return process.resourceUsage().maxRSS * 1_024;
}

/** Bytes that this process has written to files so far. */
function writtenBytes(): number | null {
  if (process.platform !== 'linux') return null;
  return Number(/^wchar: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
}

function difference(after: number | null, before: number | null): number | null {
  return after === null || before === null ? null : after - before;
}

function fail(reason: string): never {
  throw new Error(reason);
}
