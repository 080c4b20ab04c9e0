import { expect, test } from 'vitest';
import { AspenError, describeError } from '../../../../src/core/errors.ts';
import { Notices } from '../../../../src/renderer/session/window/notices.ts';

/** What the window has to say: one banner for one trouble, and the worst first. */

const said = (notices: Notices) => notices.banners.get().map(({ sentence }) => sentence);

const ofMain = (sentence: string, isDone = false) => ({
  sentence,
  isDone,
  isWait: false,
  detail: '',
  actions: [],
  onPutAway: () => undefined,
});

test('what was refused is said once: by main, as soon as it does', () => {
  const notices = new Notices();
  notices.report(new AspenError('DISK_FULL', ''));
  notices.report(new AspenError('NOT_PRINTED', ''));
  expect(said(notices)).toHaveLength(2);
  notices.trouble = 'DISK_FULL';
  notices.saysTrouble = true;
  notices.showAll([ofMain('The disk is full.')]);
  expect(said(notices)).toEqual([
    'The disk is full.',
    'The page could not be made or printed. Your text is untouched.',
  ]);
  notices.report(new AspenError('DISK_FULL', ''));
  expect(said(notices)).toHaveLength(2);
  notices.trouble = null;
  notices.saysTrouble = false;
  notices.showAll([]);
  expect(said(notices)).toEqual(['The page could not be made or printed. Your text is untouched.']);
});

test('what went wrong stands before what was done, whoever says it', () => {
  const notices = new Notices();
  notices.show({ sentence: 'Imported.', detail: '', isDone: true });
  notices.showAll([ofMain('Three sentences are back.', true), ofMain('The file is gone.')]);
  notices.report(new AspenError('NOT_PRINTED', ''));
  expect(said(notices)).toEqual([
    'The file is gone.',
    'The page could not be made or printed. Your text is untouched.',
    'Three sentences are back.',
    'Imported.',
  ]);
});

test('what the writer asked for and was refused is heard of, and has no banner beside that of main', () => {
  const notices = new Notices();
  const moved = describeError(new AspenError('MOVED', 'node.insert'));
  notices.trouble = 'MOVED';
  notices.saysTrouble = true;
  notices.showAll([ofMain('The grove’s file is gone.')]);
  notices.refuse(moved);
  expect(said(notices)).toEqual(['The grove’s file is gone.']);
  expect(notices.log.get().at(-1)?.text).toBe(moved.sentence);

  // A wait has no banner, and what was asked for is not done after it.
  notices.trouble = null;
  notices.saysTrouble = false;
  notices.isWaiting = true;
  notices.showAll([]);
  const inUse = describeError(new AspenError('IN_USE', 'node.insert'));
  notices.refuse(inUse);
  expect(said(notices)).toEqual([inUse.sentence]);
});
