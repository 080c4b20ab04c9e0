import { copyFileSync, readFileSync, symlinkSync, truncateSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AspenError } from '../../../../src/core/errors.ts';
import { renameGrove } from '../../../../src/main/store/tables/grove.ts';
import { digestOf, openGrove, plantGrove, temporaryFolder } from '../../../helpers/grove.ts';
import { writeJournal } from '../../../helpers/hot-journal.ts';

/** A journal that appears beside an open grove does not belong to its transactions. */

/** An open grove with two sentences, beside the journal of an earlier state. */
function besideOldJournal() {
  const grove = plantGrove();
  const { store, root } = grove;
  const older = readFileSync(store.path);
  const one = grove.continue(root, 'One. ');
  const two = grove.continue(one.positionId, 'Two. ');
  const { head } = store;
  const journal = `${store.path}-journal`;
  writeJournal(journal, older);
  return { store, head, journal, write: () => grove.continue(two.positionId, 'Three. ') };
}

test('an old journal that appears while the grove is open is not rolled back, and writing continues once it is gone', () => {
  const { store, head, journal, write } = besideOldJournal();
  expect(write).toThrow(/IN_USE/);
  expect(() => store.copyTo(join(temporaryFolder(), 'copy.aspen'))).toThrow(/IN_USE/);
  truncateSync(journal);
  write();
  expect(store.head.seq).toBe(head.seq + 1);
});

test('nor is it rolled back when the grove is closed', () => {
  const { store, head, journal } = besideOldJournal();
  const before = digestOf(journal);
  store.close();
  expect(digestOf(journal)).toBe(before);
  const copy = join(temporaryFolder(), 'copy.aspen');
  copyFileSync(store.path, copy);
  expect(openGrove(copy).head).toEqual(head);
});

test('a journal left by our own transaction on an unresponsive disk is accepted as ours when the disk is back', () => {
  const grove = plantGrove();
  const { store, root } = grove;
  const one = grove.continue(root, 'One. ');
  const { head } = store;
  const before = readFileSync(store.path);
  const journal = `${store.path}-journal`;
  const failing = () =>
    store.transact((tx) => {
      renameGrove(tx, 'Another name');
      // A link to itself: reading it always fails.
      unlinkSync(journal);
      symlinkSync(journal, journal);
      throw new AspenError('IO_ERROR', 'the disk does not answer');
    });
  expect(failing).toThrow(/does not answer/);
  unlinkSync(journal);
  writeJournal(journal, before);
  grove.continue(one.positionId, 'Two. ');
  expect(store.head.seq).toBe(head.seq + 1);
});
