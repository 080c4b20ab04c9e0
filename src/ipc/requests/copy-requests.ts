/** Requests that copy, back up or merge groves. A copy can be stopped (`exchange.stop`), and then leaves no file. */
import * as v from 'valibot';
import type { GroveId, TreeId } from '../../core/ids.ts';
import type { BackupSummary, DocumentToShare, ShareOptions } from '../wire/copies.ts';
import type { ExchangeOutcome, WritingOutcome } from '../wire/exchange.ts';
import type { GroveSnapshot } from '../wire/grove.ts';
import { listOf, stringUpTo } from './bounded.ts';
import { id, isFirst, nothing, type SchemasOf, title, treeId } from './fields.ts';

export interface CopyRequests {
  /**
   * Shows the system's save dialog, copies the grove there with everything typed until then, and shows that
   * file instead of this one. The page is reloaded.
   */
  'copy.saveAs'(input: Record<string, never>): ExchangeOutcome;
  /** Shows the system's save dialog, copies the grove there, and shows the copy in a window of its own. */
  'copy.duplicate'(input: Record<string, never>): WritingOutcome;
  /** The documents that are not archived, other than the tree itself, by title. */
  'copy.documents'(input: { readonly treeId: TreeId }): readonly DocumentToShare[];
  /** Shows the system's save dialog and writes a copy for other people there. */
  'copy.share'(input: ShareOptions): WritingOutcome;
  /**
   * Asks for another copy of the grove with the system's dialog, makes a backup, and merges what only that copy has.
   * The page is reloaded, and a banner reports the additions.
   */
  'copy.merge'(input: Record<string, never>): ExchangeOutcome;
}

export const copySchemas: SchemasOf<CopyRequests> = {
  'copy.saveAs': nothing,
  'copy.duplicate': nothing,
  'copy.documents': v.strictObject({ treeId }),
  'copy.share': v.variant('kind', [
    v.strictObject({ kind: v.literal('grove'), answers: v.boolean(), traces: v.boolean() }),
    v.strictObject({
      kind: v.literal('path'),
      treeId,
      documents: v.pipe(listOf(treeId), v.checkItems(isFirst)),
    }),
  ]),
  'copy.merge': nothing,
};

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
