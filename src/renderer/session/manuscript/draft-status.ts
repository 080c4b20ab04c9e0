import type { ErrorCode } from '../../../core/errors.ts';
import type { WireError } from '../../../ipc/wire/app.ts';

/** Whether main holds what was typed; whether it is in the file, main says itself (`SaveState`). */
export interface DraftStatus {
  /** Something was typed that main does not hold yet. */
  readonly unsent: boolean;
  /** Why main does not hold it. */
  readonly error: WireError | null;
}

/** What keeps main from writing at all. */
export const WRITING_TROUBLE: ReadonlySet<ErrorCode> = new Set([
  'READ_ONLY',
  'DISK_FULL',
  'IO_ERROR',
  'CORRUPT',
  'IN_USE',
  'MOVED',
]);
