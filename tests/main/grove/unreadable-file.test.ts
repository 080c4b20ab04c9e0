import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { HandlersDesk } from '../../helpers/desk.ts';
import { temporaryFolder } from '../../helpers/grove.ts';
import { writeJournal } from '../../helpers/hot-journal.ts';
import { journalHere } from '../../helpers/journal.ts';

/** An earlier node is edited while the file is unreadable: its old text is unknown, but the new text must be kept. */

/** Makes the file unreadable; returns a function that repairs it. */
type Breakage = (path: string, older: Buffer) => () => void;

const restoring =
  (breakFile: (path: string, bytes: Buffer) => void): Breakage =>
  (path) => {
    const before = readFileSync(path);
    breakFile(path, before);
    return () => writeFileSync(path, before);
  };

const BREAKAGES: Readonly<Record<string, Breakage>> = {
  'beside a foreign journal': (path, older) => {
    writeJournal(`${path}-journal`, older);
    return () => rmSync(`${path}-journal`);
  },
  'that was truncated': restoring((path) => truncateSync(path, 0)),
  'that was overwritten': restoring((path, { length }) => writeFileSync(path, Buffer.alloc(length, 7))),
};

for (const [how, breakFile] of Object.entries(BREAKAGES))
  test(`an edit of an earlier node of a file ${how} is kept whole, and restored with the grove`, async () => {
    const journal = journalHere();
    const desk = new HandlersDesk(join(temporaryFolder(), 'story.aspen'), 0, journal);
    const older = readFileSync(desk.path);
    await desk.commit([desk.typed('One. ')]);
    await desk.commit([desk.typed('Two. ')]);
    const { treeId } = desk;
    const nodeId = await desk.nodeAt(0);
    const splice = await desk.intent([desk.typed('Not ', { nodeId })]);
    const text = 'Not One. ';
    const spans = [{ agent: desk.grove.snapshot().writerId, length: text.length }];
    const whole = { ...splice, ops: [{ nodeId, whole: { text, spans } }] };
    const repair = breakFile(desk.path, older);
    onTestFinished(() => desk.close().catch(() => undefined));

    // As the page does: it sends the typed text and, if that is refused, the whole text of the node.
    await desk.call('draft.save', { ...splice, digest: null }).catch(() => undefined);
    await desk.call('draft.save', { ...whole, digest: null });
    await expect(desk.call('draft.flush', { treeId })).rejects.toMatchObject({ name: 'AspenError' });
    expect((await desk.grove.settle()).where).toMatch(/^(?:journal|backup)$/);
    await desk.close().catch(() => undefined);

    repair();
    const again = new HandlersDesk(desk.path, 10_000, journal);
    expect(await again.shown()).toBe('One. Two. ');
    await again.grove.recover([again.grove.sessionId]);
    expect(await again.shown()).toBe('Not One. Two. ');
  });
