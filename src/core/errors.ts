/** The closed list of what the world or the writer can cause (`storage.md`, `generation.md`). */
export type ErrorCode =
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'INVALID_ARGUMENT'
  | 'READ_ONLY'
  | 'DISK_FULL'
  | 'IO_ERROR'
  | 'CORRUPT'
  | 'NEWER_VERSION'
  | 'NOT_A_GROVE'
  | 'IN_USE'
  | 'NO_BACKUP'
  | 'MOVED'
  | 'AUTHENTICATION'
  | 'RATE_LIMITED'
  | 'CONTEXT_TOO_LONG'
  | 'MODEL_NOT_FOUND'
  | 'INVALID_REQUEST'
  | 'SERVER_ERROR'
  | 'NETWORK'
  | 'TIMEOUT'
  | 'CONTENT_FILTERED'
  | 'MALFORMED_RESPONSE'
  | 'NOT_PRINTED'
  | 'INTERNAL';

/** One sentence a writer understands for each code: what happened, and what is safe. */
const SENTENCES: Readonly<Record<ErrorCode, string>> = {
  NOT_FOUND: 'That is no longer here. Nothing was changed.',
  CONFLICT: 'The tree changed in the meantime. It was read again; nothing was lost.',
  INVALID_ARGUMENT: 'That cannot be done here. Nothing was changed.',
  READ_ONLY: 'This grove can be read but not written. Your text is kept in this window.',
  DISK_FULL: 'The disk is full. Your text is kept in this window; make room, or save a copy elsewhere.',
  IO_ERROR: 'The disk did not answer as it should. Your text is kept in this window.',
  CORRUPT: 'This grove is damaged. It was not written to; a copy of what can be read can be recovered.',
  NEWER_VERSION: 'This grove was made by a newer version of Aspen Grove. It was not changed.',
  NOT_A_GROVE: 'This file is not a grove. It was not changed.',
  IN_USE: 'Another program is using this grove. Nothing is lost.',
  NO_BACKUP:
    'This grove is of an older version, and no backup of it could be made before it is changed. It was not changed.',
  MOVED: 'The grove was moved or replaced by another program. Your text is kept in this window.',
  AUTHENTICATION: 'The provider did not accept the key. Your text is untouched.',
  RATE_LIMITED: 'The provider asks for a pause. Your text is untouched.',
  CONTEXT_TOO_LONG: 'The text is longer than the model can read at once. Nothing was sent.',
  MODEL_NOT_FOUND: 'The provider does not have this model. Your text is untouched.',
  INVALID_REQUEST: 'The provider refused the request. Your text is untouched.',
  SERVER_ERROR: 'The provider failed. Your text is untouched.',
  NETWORK: 'The provider could not be reached. Your text is untouched.',
  TIMEOUT: 'The provider did not answer in time. Your text and what had arrived are saved.',
  CONTENT_FILTERED: 'The provider withheld this continuation. Your text is untouched.',
  NOT_PRINTED: 'The page could not be made or printed. Your text is untouched.',
  MALFORMED_RESPONSE: 'The provider answered in a way that makes no sense. Your text is untouched.',
  INTERNAL: 'Something went wrong inside the program. Your text is kept.',
};

/** What the world or the writer caused. `message` is for logs; `sentence` is for people. */
export class AspenError extends Error {
  override readonly name = 'AspenError';
  readonly code: ErrorCode;
  /** What exactly was refused or failed; for people too, but optional reading. */
  readonly detail: string;
  /** How long the other side asks to wait before the same is tried again, in milliseconds; null where it does not say. */
  readonly retryAfter: number | null;

  constructor(
    code: ErrorCode,
    detail: string,
    { retryAfter = null, ...options }: ErrorOptions & { readonly retryAfter?: number | null } = {},
  ) {
    super(`${code}: ${detail}`, options);
    this.code = code;
    this.detail = detail;
    this.retryAfter = retryAfter;
  }

  get sentence(): string {
    return SENTENCES[this.code];
  }
}

/** An error as a value, to cross between processes: never a stack, and of a bug of ours nothing but the code. */
export interface DescribedError {
  readonly code: ErrorCode;
  readonly sentence: string;
  readonly detail: string;
}

/** What another process, or the writer, is told of anything that was thrown. */
export function describeError(error: unknown): DescribedError {
  if (error instanceof AspenError)
    return { code: error.code, sentence: error.sentence, detail: error.detail };
  return { code: 'INTERNAL', sentence: SENTENCES.INTERNAL, detail: '' };
}
