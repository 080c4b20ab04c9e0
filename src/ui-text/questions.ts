/**
 * The message boxes: what happened, what is safe, and the answers. The order of `buttons` is what the code relies on.
 */
import { dateAndTime } from './time.ts';

export interface QuestionText<Buttons extends readonly string[] = readonly [string, string]> {
  readonly message: string;
  readonly detail: string;
  readonly buttons: Buttons;
}

export const UNRESPONSIVE_WINDOW: QuestionText = {
  message: 'This window is not responding.',
  detail: 'Everything you typed, up to a moment ago, is kept. You can wait, or reload the window.',
  buttons: ['Wait', 'Reload'],
};

export const CRASHING_WINDOW: QuestionText = {
  message: 'This window has crashed several times.',
  detail: 'Your text is kept. You can reload the window, or close it.',
  buttons: ['Reload', 'Close'],
};

/** On closing a window whose page does not answer. */
export const CLOSE_SILENT: QuestionText = {
  message: 'This window is not responding.',
  detail:
    'Everything you typed, up to a moment ago, is kept. If you wait, the window closes once it responds. If you close it now, the last words you typed may be lost.',
  buttons: ['Keep open', 'Close'],
};

/** On closing a window whose file may have been moved (all is well) or deleted (this window has the only copy). */
export const CLOSE_MISSING_FILE: QuestionText = {
  message: 'The grove’s file is no longer where it was.',
  detail:
    'If it was moved, it has everything you wrote. If it was deleted, only this window still has the grove: keep it open, and save a copy.',
  buttons: ['Keep open', 'Close'],
};

/** On closing a window whose version of the grove is only in the backups by now. */
export const CLOSE_OVERWRITTEN_FILE: QuestionText = {
  message: 'Another program overwrote the grove’s file.',
  detail:
    'Your version, with what you typed, is in the backups: use “Open a copy from…” in the File menu. To put it back into its file, keep the window open.',
  buttons: ['Keep open', 'Close'],
};

/** @param reason the sentence of the error that kept the file from being written */
export function closeUnsaved(reason: string): QuestionText {
  return {
    message: 'The grove could not be saved. What you typed is safe on this computer.',
    detail: `${reason} What you typed will be restored when you open the grove again.`,
    buttons: ['Close', 'Keep open'],
  };
}

export function fileInUse(name: string): QuestionText<readonly [string, string, string]> {
  return {
    message: `Another program is using “${name}”.`,
    detail:
      'Nothing was changed. Try again when the other program is done. Until then, you may be able to open the grove for reading.',
    buttons: ['Try again', 'Open for reading', 'Cancel'],
  };
}

/** @param openedAt milliseconds since 1970 UTC */
export function openOnOtherComputer(
  name: string,
  host: string,
  openedAt: number,
): QuestionText<readonly [string, string, string]> {
  return {
    message: `“${name}” was not closed on the computer “${host}”.`,
    detail: `It was opened there on ${dateAndTime(openedAt)} and may still be open. Two computers writing to one grove lose each other’s text. Reading it is safe.`,
    buttons: ['Open for reading', 'Open for writing', 'Cancel'],
  };
}

/** @param faults what is damaged, a sentence each; the first three are shown */
export function recoverDamaged(name: string, faults: readonly string[]): QuestionText {
  return {
    message: `“${name}” is damaged, or another program changed it.`,
    detail: `It was neither opened nor changed. Whatever can be read can be recovered into a new grove.\n\n${faults.slice(0, 3).join('\n')}`,
    buttons: ['Recover a copy…', 'Cancel'],
  };
}

/** @param changes how many changes the journal would undo; null if unknown */
export function staleJournal(name: string, changes: number | null): QuestionText {
  return {
    message: `There is an old journal next to “${name}”.`,
    detail: `An earlier crash left it there, or a program that syncs or restores files put it back. Opening the grove with it would undo ${lostChanges(changes)}. A copy without the journal has everything. The grove and the journal stay unchanged.`,
    buttons: ['Open a copy…', 'Cancel'],
  };
}

function lostChanges(changes: number | null): string {
  if (changes === null || changes <= 0) return 'everything written since';
  return changes === 1 ? 'the last change' : `the last ${changes} changes`;
}

/** @param lost what could not be recovered, a sentence each */
export function recoveryReport(
  recovered: string,
  verified: string,
  lost: readonly string[],
): QuestionText<readonly [string]> {
  return {
    message: recovered,
    detail: [verified, '', 'Lost:', ...lost].join('\n'),
    buttons: ['Open the copy'],
  };
}

export function replaceFile(fileName: string): QuestionText {
  return {
    message: `“${fileName}” already exists.`,
    detail: 'If you replace it, its current contents are lost.',
    buttons: ['Replace', 'Cancel'],
  };
}
