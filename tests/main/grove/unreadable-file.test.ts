import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { HandlersDesk } from '../../helpers/desk.ts';
import { temporaryFolder } from '../../helpers/grove.ts';
import { writeJournal } from '../../helpers/hot-journal.ts';
import { journalHere } from '../../helpers/journal.ts';

/** An earlier node is edited while its grove cannot be read: nothing says what it was, and the words are kept all the same. */

/** Makes the file unreadable, and answers how that ends. */
type Spoil = (path: string, older: Buffer) => () => void;

const restoring =
  (spoil: (path: string, bytes: Buffer) => void): Spoil =>
  (path) => {
    const before = readFileSync(path);
    spoil(path, before);
    return () => writeFileSync(path, before);
  };

const SPOILT: Readonly<Record<string, Spoil>> = {
  'beside a journal that is put back': (path, older) => {
    writeJournal(`${path}-journal`, older);
    return () => rmSync(`${path}-journal`);
  },
  'that was emptied': restoring((path) => truncateSync(path, 0)),
  'that was overwritten': restoring((path, { length }) => writeFileSync(path, Buffer.alloc(length, 7))),
};

for (const [how, spoil] of Object.entries(SPOILT))
  test(`an edit of an earlier node of a file ${how} is kept whole, and is back when the grove is`, async () => {
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
    const mend = spoil(desk.path, older);
    onTestFinished(() => desk.close().catch(() => undefined));

    // What the page does: it sends what was typed and, where that is refused, all of the node's text.
    await desk.call('draft.save', { ...splice, digest: null }).catch(() => undefined);
    await desk.call('draft.save', { ...whole, digest: null });
    await expect(desk.call('draft.flush', { treeId })).rejects.toMatchObject({ name: 'AspenError' });
    expect(await desk.grove.settle()).toMatchObject({ where: 'journal' });
    await desk.close().catch(() => undefined);

    mend();
    const again = new HandlersDesk(desk.path, 10_000, journal);
    expect(await again.shown()).toBe('One. Two. ');
    await again.grove.recover([again.grove.sessionId]);
    expect(await again.shown()).toBe('Not One. Two. ');
  });
