/** One sentence for each error code: what happened, and what is safe. */
import type { AspenError, DescribedError, ErrorCode } from '../core/errors.ts';

const SENTENCES: Readonly<Record<ErrorCode, string>> = {
  NOT_FOUND: 'This no longer exists. Nothing was changed.',
  CONFLICT: 'The tree changed in the meantime and was reloaded. Nothing was lost.',
  INVALID_ARGUMENT: 'That cannot be done here. Nothing was changed.',
  READ_ONLY: 'This grove is read-only. Your text is kept in this window.',
  DISK_FULL: 'The disk is full. Your text is kept in this window. Free some space, or save a copy elsewhere.',
  IO_ERROR: 'The disk could not be read or written. Your text is kept in this window.',
  CORRUPT:
    'This grove is damaged. It was not written to, and what can still be read can be recovered into a copy.',
  NEWER_VERSION: 'This grove was created by a newer version of Aspen Grove. It was not changed.',
  NOT_A_GROVE: 'This file is not a grove. It was not changed.',
  IN_USE: 'Another program is using this grove. Nothing is lost.',
  NO_BACKUP: 'This grove could not be backed up first, so it was not changed.',
  REPLACED: 'Another program overwrote the grove’s file. Your text is kept in this window.',
  MOVED: 'The grove was moved or replaced by another program. Your text is kept in this window.',
  CHECKING: 'This grove is still being checked. Nothing was changed, and your text is safe.',
  CANCELLED: 'The action was cancelled. Nothing was changed.',
  AUTHENTICATION: 'The provider did not accept the key. Your text is untouched.',
  RATE_LIMITED: 'The provider is limiting requests. Your text is untouched.',
  NO_CREDIT: 'The provider says that there is too little credit for this. Your text is untouched.',
  CONTEXT_TOO_LONG: 'The text is too long for the model. Your text is untouched.',
  MODEL_NOT_FOUND: 'The provider does not have this model. Your text is untouched.',
  INVALID_REQUEST: 'The provider refused the request. Your text is untouched.',
  SERVER_ERROR: 'The provider had an internal error. Your text is untouched.',
  NETWORK: 'The provider could not be reached. Your text is untouched.',
  BROKEN_OFF:
    'The provider broke off in the middle of its answer. Your text and everything received so far are saved.',
  TIMEOUT: 'The provider did not answer in time. Your text and everything received so far are saved.',
  CONTENT_FILTERED: 'The provider withheld this continuation. Your text is untouched.',
  ONLY_THOUGHT: 'The model used all its tokens for thinking: allow it more. Your text is untouched.',
  ONLY_REPEATED: 'The model only repeated the end of the text. Your text is untouched.',
  NOT_PRINTED: 'The page could not be created or printed. Your text is untouched.',
  NOT_UPDATED: 'The newer version could not be looked for or downloaded. Nothing was changed.',
  NOT_STAMPED: 'No time stamp was made. The report is saved without one.',
  MALFORMED_RESPONSE: 'The provider sent a malformed response. Your text is untouched.',
  INTERNAL: 'Something went wrong inside the program. Your text is kept.',
};

/** The sentences for a grove that could not be opened, where there is no text of its own in the window. */
const OPENING_SENTENCES: Partial<Readonly<Record<ErrorCode, string>>> = {
  READ_ONLY: 'The grove cannot be written there. Nothing was changed.',
  DISK_FULL: 'There is not enough room on a disk to open the grove. It was not changed.',
  IO_ERROR: 'A disk could not be read or written. The grove was not changed.',
  MOVED: 'The file was moved or replaced while it was being opened. It was not changed.',
  INTERNAL: 'Something went wrong inside the program. The grove was not opened.',
};

export function sentenceOf(code: ErrorCode): string {
  return SENTENCES[code];
}

/**
 * Any thrown value as the data that crosses between processes: never a stack. Of a bug it contains nothing
 * but the code INTERNAL.
 */
export function describeError(error: unknown): DescribedError {
  if (!isAspenError(error)) return { code: 'INTERNAL', sentence: SENTENCES.INTERNAL, detail: '' };
  const { code, detail } = error;
  return { code, sentence: SENTENCES[code], detail };
}

/** Like `describeError`, for an error that kept a grove from being opened or created. */
export function describeOpeningError(error: unknown): DescribedError {
  const described = describeError(error);
  return { ...described, sentence: OPENING_SENTENCES[described.code] ?? described.sentence };
}

/** By name, because this project imports only types of core. */
function isAspenError(error: unknown): error is AspenError {
  return error instanceof Error && error.name === ('AspenError' satisfies AspenError['name']);
}
