import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { sha256 } from '#sha256';
import { AspenError } from '../../../src/core/errors.ts';
import { firstNodeAt, type GroveId, type NodeId } from '../../../src/core/ids.ts';
import { textOf } from '../../../src/core/tree/tree-node.ts';
import type { GenerationUpdate } from '../../../src/ipc/wire/generation.ts';
import { Generator } from '../../../src/main/generation/generator.ts';
import { offlineAgent } from '../../../src/main/generation/offline-agent.ts';
import { guardedFetch } from '../../../src/main/generation/providers/guarded-fetch.ts';
import {
  createOpenAiCompatible,
  EventQueue,
} from '../../../src/main/generation/providers/openai-compatible.ts';
import { GroveNotices } from '../../../src/main/grove/grove-notices.ts';
import { recoverPartials } from '../../../src/main/grove/rescue/recover-partials.ts';
import type { JournaledPart, RecoveryJournal } from '../../../src/main/grove/writing/recovery-journal.ts';
import { SessionJournal } from '../../../src/main/grove/writing/session-journal.ts';
import { createSha256 } from '../../../src/main/sha256.ts';
import type { Store } from '../../../src/main/store/connection/store.ts';
import { getWholeNode } from '../../../src/main/store/tables/nodes.ts';
import { findResponse, findResponseBytes } from '../../../src/main/store/tables/responses.ts';
import { documentContext } from '../../helpers/document-context.ts';
import { openGrove, plantGrove, temporaryFolder } from '../../helpers/grove.ts';
import { readGrove } from '../../helpers/grove-facts.ts';
import { journalHere, openJournal } from '../../helpers/journal.ts';
import { answersInto } from '../../helpers/store-answers.ts';
import { type Answering, DONE, ending, piece, WireServer } from '../../helpers/wire-server.ts';

/** Answers of megabytes in small events, over HTTP, with the real journal (`generation.md`, *Bounds*). */

const GROVE = '01KDXG00000000000000000000' as GroveId;
const SESSION = '01KDXS00000000000000000000';
const MEGABYTE = 1_000_000;

/** Streams small events as fast as they are read; then keeps the connection open, or sends `end` after `pause`. */
function floods(bytes: number, end = '', pause = Promise.resolve()): Answering & { sent(): number } {
  let sent = 0;
  let index = 0;
  const answer: Answering = async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-request-id': 'req-1' });
    let isOpen = true;
    const closed = new Promise<void>((resolve) =>
      response.once('close', () => {
        isOpen = false;
        resolve();
      }),
    );
    while (isOpen && sent < bytes) {
      let block = '';
      while (block.length < 64_000) block += piece(` word ${index++}`);
      sent += block.length;
      if (!response.write(block)) {
        await Promise.race([closed, new Promise((resolve) => response.once('drain', resolve))]);
      } else await turn();
    }
    await pause;
    if (end !== '') response.end(end);
  };
  return Object.assign(answer, { sent: () => sent });
}

interface Recorded {
  readonly parts: JournaledPart[];
  requests: number;
}

/** Asks a server for one continuation, with the journal in its own thread. */
async function openDesk(
  answer: Answering,
  spoil: (journal: RecoveryJournal) => RecoveryJournal = (it) => it,
  createHash = createSha256,
) {
  const folder = temporaryFolder();
  const path = join(folder, 'recovery.sqlite');
  const server = await WireServer.start(answer);
  const journal = openJournal(path);
  onTestFinished(() => journal.close());
  const recorded: Recorded = { parts: [], requests: 0 };
  const watched = spoil({
    ...methodsOf(journal),
    beginPartial: async (partial) => {
      await journal.beginPartial(partial);
      recorded.requests += 1;
    },
    appendPart: async (nodeId, ordinal, part) => {
      await journal.appendPart(nodeId, ordinal, part);
      recorded.parts[ordinal] = part;
    },
  });
  const grove = plantGrove();
  const updates: GenerationUpdate[] = [];
  const provider = createOpenAiCompatible({
    id: 'here',
    baseUrl: server.baseUrl,
    headers: {},
    extra: {},
    manyChoices: false,
    refusedFields: () => ({}),
    onRefused: () => undefined,
    continuesMessages: () => false,
    askForUsage: false,
    findKey: () => null,
  });
  const warnings: string[] = [];
  const bugs: unknown[] = [];
  const generator = new Generator({
    store: answersInto(grove),
    idsAndClock: grove.idsAndClock,
    createSha256: createHash,
    findProvider: () => provider,
    partials: new SessionJournal({
      journal: watched,
      groveId: GROVE,
      sessionId: SESSION,
      origin: () => 'here',
      warn: (message) => warnings.push(message),
    }).forContinuations(),
    emit: (update) => updates.push(update),
    onBug: (_what, error) => bugs.push(error),
  });
  onTestFinished(() => generator.stop(null, null));
  const context = documentContext('Once');
  const agent = { ...offlineAgent(grove.model, 0), modelRef: 'here:wire-1', configuration: {} };
  const job = generator.start({
    treeId: grove.tree.id,
    requestedBy: grove.human,
    target: { kind: 'continuation', parentId: grove.root, originId: firstNodeAt(grove.root) },
    agentRequests: [{ agent, context, count: 1, maxTokens: 20 }],
  });
  const nodeId = firstNodeAt(job.slots[0]?.positionId ?? grove.root);
  return {
    grove,
    path,
    folder,
    journal,
    generator,
    recorded,
    warnings,
    bugs,
    nodeId,
    jobId: job.jobId,
    state: () => updates.at(-1)?.state,
    /** The text that a window shows. */
    shown: () => updates.map(({ append }) => append).join(''),
    /** Returns true if the journal's parts together have this many bytes, each once, and the text that is shown. */
    hasSaved: (bytes: number) => {
      const texts = recorded.parts.flatMap(({ choices }) => choices.map(({ text }) => text));
      const shown = updates.map(({ append }) => append);
      return (
        recorded.parts.reduce((sum, part) => sum + part.bytes.length, 0) === bytes &&
        texts.join('') === shown.join('')
      );
    },
    ended: () => expect.poll(() => generator.running(grove.tree.id)).toEqual([]),
    stored: () => storedIn(grove.store, nodeId),
  };
}

function methodsOf(journal: RecoveryJournal): RecoveryJournal {
  return {
    append: (scope, entry) => journal.append(scope, entry),
    forget: (scope) => journal.forget(scope),
    read: (groveId, except) => journal.read(groveId, except),
    noteRequest: (noted) => journal.noteRequest(noted),
    beginPartial: (partial) => journal.beginPartial(partial),
    appendPart: (nodeId, ordinal, part) => journal.appendPart(nodeId, ordinal, part),
    readPart: (nodeId, ordinal) => journal.readPart(nodeId, ordinal),
    forgetPartial: (nodeId) => journal.forgetPartial(nodeId),
    saveHead: (file, head) => journal.saveHead(file, head),
    findHead: (file) => journal.findHead(file),
    saveClosed: (file, closed) => journal.saveClosed(file, closed),
    takeClosed: (origin) => journal.takeClosed(origin),
    forgetHeads: (origin) => journal.forgetHeads(origin),
    saveUndo: (scope, undo) => journal.saveUndo(scope, undo),
    readUndo: (scope) => journal.readUndo(scope),
    forgetUndo: (of) => journal.forgetUndo(of),
  };
}

type Desk = Awaited<ReturnType<typeof openDesk>>;

function storedIn(store: Store, nodeId: NodeId) {
  const node = getWholeNode(store, nodeId);
  if (node.responseId === null) throw new Error('a continuation without a record');
  const body = Buffer.from(findResponseBytes(store, node.responseId)?.body ?? []);
  expect(findResponse(store, node.responseId)?.bodySha256).toBe(sha256(body));
  return { text: textOf(node.content), finishReason: node.finishReason, body: body.toString() };
}

/** The files that the next session finds if the program is killed now: copies of the grove and the journal. */
async function crash({ grove, path, folder, nodeId }: Desk, name: string) {
  const [file, copy] = [join(folder, `${name}.aspen`), join(folder, `${name}.sqlite`)];
  copyFileSync(grove.store.path, file);
  copyFileSync(path, copy);
  if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`);
  const store = openGrove(file, { idsAndClock: grove.idsAndClock });
  const journal = journalHere(copy);
  await recoverPartials(await journal.read(GROVE, []), {
    store,
    writerId: grove.human,
    storeAnswer: answersInto({ store, idsAndClock: grove.idsAndClock }),
    createSha256,
    journal,
    notices: new GroveNotices(),
    warn: (message) => expect.unreachable(message),
  });
  const facts = readGrove(file);
  expect(facts.verified === facts.counts.nodes - 1 && facts.logIsWhole).toBe(true);
  return storedIn(store, nodeId);
}

/** Every piece of text in an event stream. */
function textIn(body: string): string {
  const pieces = [...body.matchAll(/"text":"([^"]*)"/g)];
  return pieces.map(([, text]) => text).join('');
}

test('a long answer is journaled once, part by part, and a crash in its middle leaves a valid node', async () => {
  const flood = floods(3 * MEGABYTE);
  const desk = await openDesk(flood);
  await expect.poll(() => desk.recorded.parts.length).toBeGreaterThan(1);
  const early = await crash(desk, 'early');
  expect(early.finishReason).toBe('interrupted');
  expect(early.text.length).toBeGreaterThan(0);
  // The bytes of everything that was shown are there.
  expect(textIn(early.body).startsWith(early.text)).toBe(true);

  // The stream pauses: the journal soon has everything.
  await expect.poll(() => flood.sent() >= 3 * MEGABYTE && desk.hasSaved(flood.sent())).toBe(true);
  const late = await crash(desk, 'late');
  expect(late.text === desk.shown()).toBe(true);
  expect(late.text.startsWith(early.text)).toBe(true);
  expect(late.body.length).toBe(flood.sent());
  expect(desk.recorded.requests).toBe(1);
  expect(desk.recorded.parts.length).toBeGreaterThan(2);
  expect(desk.warnings).toEqual([]);
  expect(desk.bugs).toEqual([]);
});

test('Stop shows at once, before a server that never pauses has sent everything, and keeps what was shown', async () => {
  const flood = floods(60 * MEGABYTE);
  const desk = await openDesk(flood);
  await expect.poll(() => desk.shown().length).toBeGreaterThan(50_000);
  const stopped = desk.generator.stop(desk.jobId, null);
  expect(desk.state()).toBe('saving');
  const shown = desk.shown();
  await stopped;
  expect(desk.state()).toBe('stopped');
  expect(flood.sent()).toBeLessThan(60 * MEGABYTE);
  const { text, finishReason, body } = desk.stored();
  expect(text === shown).toBe(true);
  expect(finishReason).toBe('stopped');
  expect(textIn(body).startsWith(text)).toBe(true);
});

test('a stored answer leaves nothing in the journal', async () => {
  let goOn = () => {};
  const pause = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const desk = await openDesk(floods(2 * MEGABYTE, ending() + DONE, pause));
  await expect.poll(() => desk.recorded.parts.length).toBeGreaterThan(1);
  goOn();
  await desk.ended();
  expect(desk.state()).toBe('done');
  expect(desk.stored().text === desk.shown()).toBe(true);
  await desk.journal.close();
  const database = new Database(desk.path);
  const rows = database.prepare('SELECT (SELECT count(*) FROM answer) + (SELECT count(*) FROM answer_part)');
  expect(rows.pluck().get()).toBe(0);
  database.close();
});

test('a part that the journal refuses is sent again: nothing is missing between two parts', async () => {
  let refusals = 2;
  const flood = floods(3 * MEGABYTE);
  const desk = await openDesk(flood, (journal) => ({
    ...journal,
    appendPart: async (...part) => {
      if (part[1] === 1 && refusals-- > 0) throw new AspenError('DISK_FULL', 'no space');
      await journal.appendPart(...part);
    },
  }));
  await expect.poll(() => flood.sent() >= 3 * MEGABYTE && desk.hasSaved(flood.sent())).toBe(true);
  expect(desk.warnings).toHaveLength(2);
  expect((await crash(desk, 'after')).text === desk.shown()).toBe(true);
});

test('an answer that the grove cannot take stays in the journal, with its end', async () => {
  const desk = await openDesk(floods(2 * MEGABYTE, ending('length') + DONE));
  const other = new Database(desk.grove.store.path);
  other.exec('BEGIN IMMEDIATE');
  await desk.ended();
  other.close();
  expect(desk.state()).toBe('failed');
  const { text, finishReason } = await crash(desk, 'after');
  expect(text === desk.shown()).toBe(true);
  expect(finishReason).toBe('length');
});

test('an answer that an error of ours keeps from being stored stays in the journal', async () => {
  const broken = new Error('no memory');
  const createBroken = () => ({
    ...createSha256(),
    digest: () => {
      throw broken;
    },
  });
  const desk = await openDesk(floods(MEGABYTE, ': over\n\n'), undefined, createBroken);
  await desk.ended();
  expect(desk.state()).toBe('failed');
  expect(desk.bugs).toEqual([broken]);
  const { text, finishReason } = await crash(desk, 'after');
  expect(text === desk.shown()).toBe(true);
  expect(finishReason).toBe('interrupted');
});

test('an event queue whose reader was stopped returns nothing of what is waiting', async () => {
  const queue = new EventQueue<number>();
  for (let item = 0; item < 1_000; item++) queue.put(item);
  const controller = new AbortController();
  const read: number[] = [];
  const all = async () => {
    for await (const item of queue.read(controller.signal)) {
      read.push(item);
      if (item === 2) controller.abort();
    }
  };
  await expect(all()).rejects.toThrow();
  expect(read).toEqual([0, 1, 2]);
});

test('other work has its turn after every piece of a fast stream', async () => {
  const server = await WireServer.start(floods(8 * MEGABYTE, DONE));
  const piecesPerTurn: number[] = [0];
  let isDone = false;
  const listener = {
    onResponse: () => undefined,
    onBytes: () => {
      piecesPerTurn[piecesPerTurn.length - 1] = (piecesPerTurn.at(-1) ?? 0) + 1;
    },
  };
  const read = async () => {
    const response = await guardedFetch(new URL(server.baseUrl), listener)(server.baseUrl);
    for await (const _ of response.body ?? []);
    isDone = true;
  };
  const reading = read();
  while (!isDone) {
    await turn();
    piecesPerTurn.push(0);
  }
  await reading;
  expect(Math.max(...piecesPerTurn)).toBe(1);
});
