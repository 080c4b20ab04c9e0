/** Files of text on their way in and out. */

import type { LoomTree } from '../../core/tree/loom-tree.ts';

/** What the text on the screen may be written as. */
export type PathFormat = 'markdown' | 'plainText' | 'html';

/** A file on its way in or out that takes longer than a moment. */
export interface ExchangeProgress {
  readonly kind: 'import' | 'export' | 'backup' | 'copy' | 'duplicate' | 'move' | 'delete' | 'merge';
  /** The file's, without its folder; of a tree that is duplicated, moved or deleted, its title. */
  readonly name: string;
  /** What is done of it, from 0 to 1; null where nobody can see into it. */
  readonly share: number | null;
}

/** What became of a file that the writer chose a place for; where it failed, a banner of the grove says why. */
export type ExchangeOutcome = 'done' | 'dismissed' | 'stopped' | 'failed';

/** What became of the files that were to be imported. */
export interface ImportReport {
  /** A tree for each file that was read, in the order they were chosen. */
  readonly trees: readonly LoomTree[];
  /** Those that could not be, each with the reason in words. */
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
  /** The writer stopped it: what had come in of the file is a tree in the archive. */
  readonly stopped: boolean;
}
