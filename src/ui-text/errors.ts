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
  NO_BACKUP:
    'This grove is from an older version, and it could not be backed up before upgrading it. It was not changed.',
  REPLACED: 'Another program overwrote the grove’s file. Your text is kept in this window.',
  MOVED: 'The grove was moved or replaced by another program. Your text is kept in this window.',
  CHECKING: 'This grove is still being checked. Nothing was changed, and your text is safe.',
  CANCELLED: 'The action was cancelled. Nothing was changed.',
  AUTHENTICATION: 'The provider did not accept the key. Your text is untouched.',
  RATE_LIMITED: 'The provider is limiting requests. Your text is untouched.',
  CONTEXT_TOO_LONG: 'The text is too long for the model. Your text is untouched.',
  MODEL_NOT_FOUND: 'The provider does not have this model. Your text is untouched.',
  INVALID_REQUEST: 'The provider refused the request. Your text is untouched.',
  SERVER_ERROR: 'The provider had an internal error. Your text is untouched.',
  NETWORK: 'The provider could not be reached. Your text is untouched.',
  TIMEOUT: 'The provider did not answer in time. Your text and everything received so far are saved.',
  CONTENT_FILTERED: 'The provider withheld this continuation. Your text is untouched.',
  NOT_PRINTED: 'The page could not be created or printed. Your text is untouched.',
  MALFORMED_RESPONSE: 'The provider sent a malformed response. Your text is untouched.',
  INTERNAL: 'Something went wrong inside the program. Your text is kept.',
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

/** By name, because this project imports only types of core. */
function isAspenError(error: unknown): error is AspenError {
  return error instanceof Error && error.name === ('AspenError' satisfies AspenError['name']);
}
