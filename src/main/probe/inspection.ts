import type { ErrorCode } from '../../core/errors.ts';
import type { AgentId, GroveId } from '../../core/ids.ts';
import type { ResolvedFile } from '../store/connection/resolve-file.ts';

/** The state of a file, determined before the program opens it. */
export type Inspection =
  | {
      readonly kind: 'sound';
      readonly groveId: GroveId;
      /** False when only the quick checks were run. */
      readonly whole: boolean;
      /** The last session, if it was not closed. */
      readonly unclosed: { readonly host: string; readonly openedAt: number } | null;
      /** The records that are not as they were written (`compareRecords`), at most `MAX_FAULTS`; none are compared unless `whole`. */
      readonly changed: readonly string[];
    }
  /** An older version; a migrated copy of it was checked in full. */
  | { readonly kind: 'older'; readonly changed: readonly string[] }
  /**
   * Consistent, with a journal beside it that would revert it: it must only be copied, never rolled back. `changes` is
   * the number of changes that the grove would lose; null when the rolled-back state cannot be read.
   */
  | { readonly kind: 'staleJournal'; readonly changes: number | null }
  /** It was not written to, and must not be. */
  | { readonly kind: 'damaged'; readonly faults: readonly string[] }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly detail: string };

/** The most faults and differences to report. */
export const MAX_FAULTS = 20;

export interface InspectOptions {
  readonly path: string | ResolvedFile;
  /** Checks the whole file in any case. */
  readonly whole?: boolean | undefined;
  /**
   * The writer who is to open the file. Where they have no path yet, opening writes one at once, so the whole
   * file is checked.
   */
  readonly writerId?: AgentId | undefined;
  readonly migrations: string;
  readonly nativeBinding?: string | undefined;
  /** As in `WorkingCopyOptions`. */
  readonly folder?: string | undefined;
}
