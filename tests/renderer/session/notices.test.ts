import { expect, test } from 'vitest';
import { AspenError } from '../../../src/core/errors.ts';
import { Notices } from '../../../src/renderer/session/notices.ts';
import { describeError } from '../../../src/ui-text/errors.ts';

/** The window's notices: one banner per problem, worst first. */

const banners = (notices: Notices) => notices.banners.get().map(({ sentence }) => sentence);

const ofMain = (sentence: string, isDone = false) => ({
  sentence,
  isDone,
  isProgress: false,
  stays: true,
  detail: '',
  actions: [],
  onDismiss: () => undefined,
});

test('a refusal is shown once: by main as soon as main reports it', () => {
  const notices = new Notices();
  notices.report(new AspenError('DISK_FULL', ''));
  notices.report(new AspenError('NOT_PRINTED', ''));
  expect(banners(notices)).toHaveLength(2);
  notices.writeError = 'DISK_FULL';
  notices.showsWriteError = true;
  notices.showAll([ofMain('The disk is full.')]);
  expect(banners(notices)).toEqual([
    'The disk is full.',
    'The page could not be created or printed. Your text is untouched.',
  ]);
  notices.report(new AspenError('DISK_FULL', ''));
  expect(banners(notices)).toHaveLength(2);
  notices.writeError = null;
  notices.showsWriteError = false;
  notices.showAll([]);
  expect(banners(notices)).toEqual(['The page could not be created or printed. Your text is untouched.']);
});

test('what the writer has cancelled is not reported', () => {
  const notices = new Notices();
  const cancelled = new AspenError('CANCELLED', 'story.aspen is still being checked');
  notices.report(cancelled);
  notices.reportRefusal(describeError(cancelled));
  expect([banners(notices), notices.log.get()]).toEqual([[], []]);
});

test('failures come before successes, whether from main or the window', () => {
  const notices = new Notices();
  notices.show({ sentence: 'Imported.', detail: '', isDone: true });
  notices.showAll([ofMain('Three sentences are back.', true), ofMain('The file is gone.')]);
  notices.report(new AspenError('NOT_PRINTED', ''));
  expect(banners(notices)).toEqual([
    'The file is gone.',
    'The page could not be created or printed. Your text is untouched.',
    'Three sentences are back.',
    'Imported.',
  ]);
});

test('a refused command is announced, without a second banner beside main’s', () => {
  const notices = new Notices();
  const moved = describeError(new AspenError('MOVED', 'node.insert'));
  notices.writeError = 'MOVED';
  notices.showsWriteError = true;
  notices.showAll([ofMain('The grove’s file is gone.')]);
  notices.reportRefusal(moved);
  expect(banners(notices)).toEqual(['The grove’s file is gone.']);
  expect(notices.log.get().at(-1)?.text).toBe(moved.sentence);

  // A wait has no banner of its own, and the command does not run after it.
  notices.writeError = null;
  notices.showsWriteError = false;
  notices.isWaiting = true;
  notices.showAll([]);
  const inUse = describeError(new AspenError('IN_USE', 'node.insert'));
  notices.reportRefusal(inUse);
  expect(banners(notices)).toEqual([inUse.sentence]);
});
