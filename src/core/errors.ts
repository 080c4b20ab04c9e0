/** The closed list of expected errors, caused by the outside world or by the writer (`storage.md`, `generation.md`). */
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
  | 'REPLACED'
  | 'CHECKING'
  | 'CANCELLED'
  | 'AUTHENTICATION'
  | 'RATE_LIMITED'
  | 'NO_CREDIT'
  | 'CONTEXT_TOO_LONG'
  | 'MODEL_NOT_FOUND'
  | 'INVALID_REQUEST'
  | 'SERVER_ERROR'
  | 'NETWORK'
  | 'BROKEN_OFF'
  | 'TIMEOUT'
  | 'CONTENT_FILTERED'
  | 'ONLY_THOUGHT'
  | 'ONLY_REPEATED'
  | 'MALFORMED_RESPONSE'
  | 'NOT_PRINTED'
  | 'NOT_UPDATED'
  | 'NOT_STAMPED'
  | 'INTERNAL';

/** An expected error. `message` is for logs; `ui-text/errors.ts` has a sentence per code for people. */
export class AspenError extends Error {
  override readonly name = 'AspenError';
  readonly code: ErrorCode;
  /** The exact cause. People may read it but need not. */
  readonly detail: string;
  /** Delay that the provider requests before a retry, in milliseconds; null when it gives none. */
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
}

/** An error as a plain value that can cross between processes: no stack, and for a bug nothing but the code. */
export interface DescribedError {
  readonly code: ErrorCode;
  readonly sentence: string;
  readonly detail: string;
}
