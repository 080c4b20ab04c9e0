/** Copies of a grove: shared, kept as backups, or found where its file was. */

import type { GroveId, TreeId } from '../../core/ids.ts';

/** What of a grove is shared. */
export type ShareWish =
  | {
      readonly kind: 'grove';
      /** The bodies of what providers answered go with it. */
      readonly answers: boolean;
    }
  | { readonly kind: 'path'; readonly treeId: TreeId };

/** A backup that can be opened as a copy. */
export interface BackupSummary {
  readonly groveId: GroveId;
  readonly groveName: string;
  /** Names it among those of its grove. */
  readonly name: string;
  /** When it was made, in milliseconds since 1970 UTC. */
  readonly time: number;
  readonly bytes: number;
  /** Nodes that say something. */
  readonly nodes: number;
  /** Without those in the archive. */
  readonly trees: number;
}

/** What stands where a grove's file was, held against the grove as its window has it. */
export interface FileComparison {
  /** The file's name without its folder. */
  readonly fileName: string;
  /** Why what stands there cannot be read, as a sentence; null where it was. */
  readonly refusal: string | null;
  /** What could be read; null where it could not. */
  readonly sides: {
    readonly isSameGrove: boolean;
    readonly here: ComparedSide;
    readonly there: ComparedSide;
  } | null;
}

export interface ComparedSide {
  /** Nodes but for the roots and for notes. */
  readonly texts: number;
  /** Those that the other side has not got. */
  readonly own: number;
  /** How the newest of those begin, on one line each. */
  readonly beginnings: readonly string[];
  /** Titles of trees that the other side has not got. */
  readonly ownTrees: readonly string[];
  /** Words typed and not committed that the other side has not got as they are. */
  readonly typedWords: number;
  /** Notes that the other side has not got. */
  readonly notes: number;
  /** Bookmarks that the other side has not got, or calls otherwise. */
  readonly bookmarks: number;
  /** Positions that are pruned here and that the other side has and shows. */
  readonly pruned: number;
  /** Summaries of texts and trees that the other side has not got as they are. */
  readonly summaries: number;
}
