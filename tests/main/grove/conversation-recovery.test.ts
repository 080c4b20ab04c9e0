import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import type { DraftOp } from '../../../src/core/buffer/pending-edit.ts';
import type { NodeId } from '../../../src/core/ids.ts';
import { RECOVERED_DRAFT } from '../../../src/ui-text/recovery.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { temporaryFolder } from '../../helpers/grove.ts';
import { journalHere, openJournal } from '../../helpers/journal.ts';

/** A crash strands no part of a conversation's draft while its nodes exist (`dialogue.md`, *The tree*). */

/** A conversation of three messages, and copies of its file from the moment of each crash. */
async function crashSite() {
  const folder = temporaryFolder();
  const journal = openJournal(join(folder, 'recovery.sqlite'));
  onTestFinished(() => journal.close());
  let [crashes, openings] = [0, 0];
  const open = async (path: string) => {
    const desk = new HandlersDesk(path, 1_000 * openings++, journal);
    await desk.grove.recover([desk.grove.sessionId]);
    return desk;
  };
  const desk = await open(join(folder, 'story.aspen'));
  await desk.call('tree.create', { title: null, mode: 'dialogue' });
  for (const message of ['Who are you?', 'I am a lamp.', 'Burn, then.'])
    await desk.commit([desk.typed(message)]);
  const messages = [await desk.nodeAt(0), await desk.nodeAt(1), await desk.nodeAt(2)] as const;
  return {
    desk,
    messages,
    first: await desk.positionAt(0),
    last: await desk.positionAt(2),
    /** The file as it is now: opening it is what happens after a crash. */
    crash: () => {
      const copy = join(folder, `crashed-${++crashes}.aspen`);
      copyFileSync(desk.path, copy);
      return copy;
    },
    open,
    save: async (...ops: readonly DraftOp[]) =>
      desk.call('draft.save', { ...(await desk.intent(ops)), digest: null }),
  };
}

/** All of a conversation's draft, and what became branches. */
async function draftOf(desk: HandlersDesk) {
  const { treeId } = desk;
  const { segments, edits, waitingEdits, buffer } = await desk.call('path.read', { treeId });
  const branches = await desk.call('position.bookmarks', { treeId });
  expect(branches.every(({ label }) => label === RECOVERED_DRAFT)).toBe(true);
  return {
    messages: segments.count,
    composer: buffer.text,
    edits: edits.map(({ text }) => text),
    waiting: waitingEdits.map(({ text }) => text),
    branches: branches.map(({ excerpt }) => excerpt),
  };
}

test('the composer comes back at the head, and edits of messages that the path left as edits', async () => {
  const { desk, messages, first, last, save, crash, open } = await crashSite();
  await save(desk.typed('Well, ', { nodeId: messages[1] }), desk.typed('Please! ', { nodeId: messages[2] }));
  await desk.call('position.prune', { ...(await desk.intent()), positionId: last });
  await desk.call('path.moveHead', { ...(await desk.intent()), to: first });
  // None of this is in the file yet, and the path shows neither of the messages.
  await save(desk.typed('And now?'), desk.typed('Now: ', { nodeId: messages[1] }));
  await save(desk.typed('So: ', { nodeId: messages[0] }));
  const again = await open(crash());
  const draft = {
    messages: 1,
    composer: 'And now?',
    edits: ['So: Who are you?'],
    waiting: ['Now: Well, I am a lamp.', 'Please! Burn, then.'],
    branches: [],
  };
  expect(await draftOf(again)).toEqual(draft);
  const { waitingEdits } = await again.call('path.read', { treeId: again.treeId });
  expect(waitingEdits.map(({ nodeId, positionId }) => [nodeId, positionId])).toEqual([
    [messages[1], messages[1]],
    [messages[2], last],
  ]);
  await again.close();
  const third = await open(again.path);
  expect(await draftOf(third)).toEqual(draft);
  // An edit returns with its message, and can be closed meanwhile.
  const opened = await third.intent([{ nodeId: messages[1], closed: true }]);
  await third.call('draft.save', { ...opened, digest: null });
  await third.call('position.setPruned', {
    ...(await third.intent()),
    positions: [{ positionId: last, pruned: false }],
  });
  await third.call('path.moveHead', { ...(await third.intent()), to: last });
  expect(await draftOf(third)).toMatchObject({
    edits: ['So: Who are you?', 'Please! Burn, then.'],
    waiting: [],
  });
});

test('what was sent or saved before the crash is not there twice, and the other edits stay edits', async () => {
  const { desk, messages, save, crash } = await crashSite();
  await save(
    desk.typed('And'),
    desk.typed('Well, ', { nodeId: messages[0] }),
    desk.typed('So! ', { nodeId: messages[1] }),
  );
  const { drafts } = await desk.journal.read(desk.grove.snapshot().id, []);
  // The rest of what is sent comes with Send; the crash finds the journal as it was before.
  const spans = [{ agent: desk.grove.snapshot().writerId, length: 5 }];
  await desk.commit([{ nodeId: null, splice: { from: 3, to: 3, insert: ' now?', spans } }]);
  const asked = { ...(await desk.intent()), nodeId: messages[1], how: 'inPlace' } as const;
  await desk.call('message.saveEdit', asked);
  const stale = { ...journalHere(), read: async () => ({ drafts, partials: [], requests: [] }) };
  const again = new HandlersDesk(crash(), 9_000, stale);
  await again.grove.recover([again.grove.sessionId]);
  expect(await draftOf(again)).toEqual({
    messages: 4,
    composer: '',
    edits: ['Well, Who are you?'],
    waiting: [],
    branches: [],
  });
});

test('a draft of another computer keeps its text: composers are joined, and of two edits one is a branch', async () => {
  const { desk, messages, save, crash, open } = await crashSite();
  await save(desk.typed('Here. '));
  const elsewhere = crash();
  await save(desk.typed('Mine. ', { nodeId: messages[1] }), desk.typed('Mine. ', { nodeId: messages[2] }));
  // Another computer, with a journal of its own, wrote the same file meanwhile.
  const other = new HandlersDesk(elsewhere, 5_000);
  await other.call('draft.save', {
    ...(await other.intent([other.typed('There.'), other.typed('Theirs. ', { nodeId: messages[1] })])),
    digest: null,
  });
  await other.close();
  expect(await draftOf(await open(elsewhere))).toEqual({
    messages: 3,
    composer: 'There.\n\nHere. ',
    edits: ['Theirs. I am a lamp.', 'Mine. Burn, then.'],
    waiting: [],
    branches: ['Mine. I am a lamp.'],
  });
});

test('only edits of missing nodes become branches: of an older file, and of a damaged draft', async () => {
  const { desk, messages, save, crash, open } = await crashSite();
  await save(desk.typed('A'));
  await desk.call('draft.flush', { treeId: desk.treeId });
  const older = crash();
  await desk.commit([desk.typed('nd now?', { offset: 1 })]);
  const missing = await desk.nodeAt(3);
  await save(
    desk.typed('Next.'),
    desk.typed('Well, ', { nodeId: messages[1] }),
    desk.typed('Gone: ', { nodeId: missing }),
  );
  const again = await open(older);
  expect(await draftOf(again)).toEqual({
    messages: 3,
    composer: 'A\n\nNext.',
    edits: ['Well, I am a lamp.'],
    waiting: [],
    branches: ['Gone: And now?'],
  });
  await again.close();

  const file = new Database(older);
  const gone = '01KDXZ00000000000000000000' as NodeId;
  file.pragma('foreign_keys = OFF');
  file.exec(`update draft set head_position_key = 9999, digest = null,
    edits = json_insert(edits, '$[#]', json('{"node_id": "${gone}", "text": "Lost.", "authorship": null}'))`);
  file.close();
  expect(await draftOf(await open(older))).toEqual({
    messages: 3,
    composer: 'A\n\nNext.',
    edits: ['Well, I am a lamp.'],
    waiting: [],
    branches: ['Gone: And now?', 'Lost.'],
  });
});

test('typing that no path takes stays in the draft, and only what has no node becomes a branch', async () => {
  const { desk, messages, first, save } = await crashSite();
  await save(desk.typed('And'));
  await desk.call('path.moveHead', { ...(await desk.intent()), to: first });
  const { writerId } = desk.grove.snapshot();
  const gone = '01KDXZ00000000000000000000' as NodeId;
  const whole = (nodeId: NodeId | null, text: string): DraftOp => ({
    nodeId,
    whole: { text, spans: [{ agent: writerId, length: text.length }] },
  });
  const ops = [whole(null, 'And now?'), whole(messages[1], 'I am the lamp.'), whole(gone, 'Nowhere.')];
  await desk.call('draft.keep', { treeId: desk.treeId, ops });
  expect(await draftOf(desk)).toEqual({
    messages: 1,
    composer: 'And now?',
    edits: [],
    waiting: ['I am the lamp.'],
    branches: ['Nowhere.'],
  });
});

test('a copy, a duplicate and another grove have the whole draft', async () => {
  const { desk, messages, first, save, open } = await crashSite();
  await save(desk.typed('And now?'), desk.typed('Well, ', { nodeId: messages[1] }));
  await desk.call('path.moveHead', { ...(await desk.intent()), to: first });
  const draft = {
    messages: 1,
    composer: 'And now?',
    edits: [],
    waiting: ['Well, I am a lamp.'],
    branches: [],
  };
  const copy = await desk.call('tree.duplicate', { treeId: desk.treeId });
  await desk.call('tree.show', { treeId: copy?.id ?? desk.treeId });
  expect([desk.treeId, await draftOf(desk)]).toEqual([copy?.id, draft]);

  desk.chosenFile = join(temporaryFolder(), 'other.aspen');
  const other = new HandlersDesk(desk.chosenFile, 7_000);
  await other.close();
  await desk.call('tree.move', { treeId: desk.treeId });
  const arrived = await open(desk.chosenFile);
  const moved = arrived.grove.trees.list().find(({ mode }) => mode === 'dialogue');
  await arrived.call('tree.show', { treeId: moved?.id ?? arrived.treeId });
  expect([arrived.treeId, await draftOf(arrived)]).toEqual([moved?.id, draft]);

  arrived.newFile = join(temporaryFolder(), 'saved.aspen');
  await arrived.call('copy.saveAs', {});
  const saved = await open(arrived.newFile);
  await saved.call('tree.show', { treeId: arrived.treeId });
  expect(await draftOf(saved)).toEqual(draft);
});
