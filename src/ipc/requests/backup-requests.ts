import * as v from 'valibot';
import type { GroveId } from '../../core/ids.ts';
import type { BackupSummary } from '../wire/copies.ts';
import type { GroveSnapshot } from '../wire/grove.ts';
import { stringUpTo } from './bounded.ts';
import { id, nothing, type SchemasOf, title } from './fields.ts';

export interface BackupRequests {
  /** Backups of the window's grove, or of all groves if it has none; newest first. */
  'backup.list'(input: Record<string, never>): readonly BackupSummary[];
  /**
   * Shows the system's save dialog, copies a backup there, and opens the copy as a grove of its own. It can
   * be stopped, and then leaves no file.
   */
  'backup.open'(input: {
    readonly groveId: GroveId;
    readonly name: string;
    /** The file name that the dialog suggests. */
    readonly suggestedName: string;
  }): {
    /** False if the writer cancelled in the dialog or stopped the copy. */
    readonly chosen: boolean;
    /** The state of this window; null if another window shows the copy. */
    readonly grove: GroveSnapshot | null;
  };
}

export const backupSchemas: SchemasOf<BackupRequests> = {
  'backup.list': nothing,
  'backup.open': v.strictObject({
    groveId: id<GroveId>(),
    name: stringUpTo(64),
    suggestedName: title,
  }),
};
