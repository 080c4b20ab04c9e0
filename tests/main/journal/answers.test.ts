import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { sha256 } from '#sha256';
import type { NodeId } from '../../../src/core/ids.ts';
import { MAX_MODEL_LENGTH } from '../../../src/core/text/limits.ts';
import { PartialSaver } from '../../../src/main/generation/partial-journal.ts';
import { GroveNotices } from '../../../src/main/grove/grove-notices.ts';
import type { JournaledPart } from '../../../src/main/grove/writing/recovery-journal.ts';
import { SessionJournal } from '../../../src/main/grove/writing/session-journal.ts';
import { getWholeNode } from '../../../src/main/store/tables/nodes.ts';
import { findResponse, findResponseBytes } from '../../../src/main/store/tables/responses.ts';
import { type PlantedGrove, plantGrove, temporaryFolder } from '../../helpers/grove.ts';
import { journalHere } from '../../helpers/journal.ts';
import { askIn, earlierAsk, GROVE, nodesIn, recover, SESSION } from './journaled-answers.ts';

describe('an answer in the journal', () => {
  const part = (text: string, change: Partial<JournaledPart> = {}): JournaledPart => ({
    bytes: Buffer.from(`data: ${text}\n`),
    choices: [{ choice: 1, text, seam: { promptTrimmed: 0, answerTrimmed: 0 }, finishReason: null }],
    redacted: [],
    response: null,
    model: null,
    usage: null,
    respondedAt: 2_000,
    ...change,
  });

  async function journaled() {
    const path = join(temporaryFolder(), 'recovery.sqlite');
    const grove = plantGrove();
    const journal = journalHere(path);
    const nodes = nodesIn(grove);
    const ask = askIn(grove, nodes);
    await journal.beginPartial({ groveId: GROVE, sessionId: SESSION, nodeId: nodes[1], ask });
    const response = { headers: { date: 'today' }, requestId: 'req-1', decoded: true };
    await journal.appendPart(nodes[1], 0, part(' upon', { response, model: 'wire-1', redacted: [[6, 2]] }));
    await journal.appendPart(nodes[1], 1, part(' a', { redacted: [[20, 3]] }));
    await journal.appendPart(nodes[1], 2, part(' time', { respondedAt: 4_000 }));
    return { path, grove, journal, nodeId: nodes[1], other: nodes[0], ask };
  }

  const textOf = ({ store }: PlantedGrove, nodeId: NodeId) => getWholeNode(store, nodeId).content;

  test('is put together from its parts', async () => {
    const { grove, journal, nodeId, other } = await journaled();
    expect(await recover(grove, journal)).toEqual([]);
    expect(textOf(grove, nodeId)).toMatchObject({ text: ' upon a time' });
    // It had received nothing.
    expect(() => getWholeNode(grove.store, other)).toThrow();
    const { responseId } = getWholeNode(grove.store, nodeId);
    if (responseId === null) expect.unreachable();
    expect(findResponse(grove.store, responseId)).toMatchObject({
      requestId: 'req-1',
      modelIdentifier: 'wire-1',
      redacted: [
        [6, 2],
        [20, 3],
      ],
      decoded: true,
      respondedAt: 4_000,
    });
    const body = Buffer.from(findResponseBytes(grove.store, responseId)?.body ?? []).toString();
    expect(body).toBe('data:  upon\ndata:  a\ndata:  time\n');
  });

  test('is put together for a request that an earlier program made', async () => {
    const { grove, journal, nodeId, ask } = await journaled();
    await journal.forgetPartial(nodeId);
    await journal.beginPartial({ groveId: GROVE, sessionId: SESSION, nodeId, ask: earlierAsk(ask) });
    // Names had no bound when they came.
    const model = 'x'.repeat(MAX_MODEL_LENGTH + 1);
    await journal.appendPart(nodeId, 0, part(' upon', { response: null, model }));
    expect(await recover(grove, journal)).toEqual([]);
    const { responseId } = getWholeNode(grove.store, nodeId);
    if (responseId === null) expect.unreachable();
    expect(findResponse(grove.store, responseId)).toMatchObject({
      modelIdentifier: 'x'.repeat(MAX_MODEL_LENGTH),
      request: { style: 'completion', prompt: { sha256: sha256('Once'), pieces: [], trimmed: 0 } },
    });
  });

  test('keeps the text before a damaged part, and drops what follows it', async () => {
    const { path, grove, journal, nodeId } = await journaled();
    const database = new Database(path);
    database.prepare("UPDATE answer_part SET bytes = x'00' WHERE ordinal = 1").run();
    database.close();
    expect(await recover(grove, journal)).toEqual([]);
    expect(textOf(grove, nodeId)).toMatchObject({ text: ' upon' });
  });

  test('is not recovered with a damaged request', async () => {
    const { path, journal } = await journaled();
    const database = new Database(path);
    database.prepare("UPDATE answer SET request = replace(request, 'Once', 'Then')").run();
    database.close();
    expect((await journal.read(GROVE, [])).partials).toEqual([]);
  });

  test('does not change when a request or a part is sent again', async () => {
    const { grove, journal, nodeId, ask } = await journaled();
    await journal.beginPartial({ groveId: GROVE, sessionId: SESSION, nodeId, ask });
    await journal.appendPart(nodeId, 2, part(' time', { respondedAt: 4_000 }));
    expect(await recover(grove, journal)).toEqual([]);
    expect(textOf(grove, nodeId)).toMatchObject({ text: ' upon a time' });
  });

  test('takes the place of the note of its request', async () => {
    const { grove, journal, other, nodeId, ask } = await journaled();
    const scope = { groveId: GROVE, sessionId: SESSION };
    const requested = { nodeId: other, treeId: ask.treeId, parentId: grove.root, count: 2 };
    await journal.noteRequest({ ...scope, nodeId: other, requested });
    expect(await journal.read(GROVE, [])).toMatchObject({
      requests: [{ requested }],
      partials: [{ nodeId }],
    });
    await journal.beginPartial({ ...scope, nodeId: other, ask });
    expect(await journal.read(GROVE, [])).toMatchObject({ requests: [], partials: [{}, {}] });

    // The program is killed before a part of it.
    await journal.forgetPartial(nodeId);
    const notices = new GroveNotices();
    expect(await recover(grove, journal, notices)).toEqual([]);
    expect(notices.list()).toMatchObject([
      { sentence: '2 continuations had brought no text when the program ended.' },
    ]);
    expect(await journal.read(GROVE, [])).toEqual({ drafts: [], partials: [], requests: [] });
  });

  test('ends the note of its request, whichever choice has text first, and no later note', async () => {
    const { grove, journal, other, nodeId, ask } = await journaled();
    await journal.forgetPartial(nodeId);
    const partials = new SessionJournal({
      journal,
      groveId: GROVE,
      sessionId: SESSION,
      origin: () => 'here',
      warn: (message) => expect.unreachable(message),
    }).forContinuations();
    const requested = { nodeId: other, treeId: ask.treeId, parentId: grove.root, count: 2 };
    const saver = new PartialSaver(partials, grove.idsAndClock.now, requested);
    expect(await journal.read(GROVE, [])).toMatchObject({ requests: [{ requested }], partials: [] });
    saver.onBegin(() => ask);
    saver.onEvent({ type: 'text', choice: 1, text: ' upon', seam: { promptTrimmed: 0, answerTrimmed: 0 } });
    await saver.onStoreFailed({ choices: [] });
    expect(await journal.read(GROVE, [])).toMatchObject({ requests: [], partials: [{ nodeId }] });
    // The first choice is requested again.
    const again = new PartialSaver(partials, grove.idsAndClock.now, { ...requested, count: 1 });
    saver.onStored();
    expect(await journal.read(GROVE, [])).toMatchObject({ requests: [{}], partials: [{ nodeId }] });
    again.onStored();
    expect(await journal.read(GROVE, [])).toMatchObject({ requests: [], partials: [{ nodeId }] });
  });

  test('is deleted with all its parts, and takes no more of them', async () => {
    const { path, journal, nodeId } = await journaled();
    await journal.forgetPartial(nodeId);
    await journal.appendPart(nodeId, 3, part(' late'));
    const database = new Database(path);
    const counts = database
      .prepare('SELECT (SELECT count(*) FROM answer) + (SELECT count(*) FROM answer_part)')
      .pluck()
      .get();
    database.close();
    expect(counts).toBe(0);
  });
});
