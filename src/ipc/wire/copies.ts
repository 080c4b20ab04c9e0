/** Copies of a grove: shared ones, backups, and the file now at its path. */

import type { GroveId, TreeId } from '../../core/ids.ts';

/** The parts of a grove to share. */
export type ShareOptions =
  | {
      readonly kind: 'grove';
      /** Includes the bodies of provider responses. */
      readonly answers: boolean;
      /** Includes agents' actions in turns. */
      readonly traces: boolean;
    }
  | {
      readonly kind: 'path';
      readonly treeId: TreeId;
      /** The documents that go along, in any order, each once. */
      readonly documents: readonly TreeId[];
    };

/** A document that can be shared with a path. */
export interface DocumentToShare {
  readonly treeId: TreeId;
  readonly title: string;
  /** The path and the documents, of those that can be shared, whose texts on the screen link to it. */
  readonly linkedFrom: readonly TreeId[];
}

/** A backup that can be opened as a copy. */
export interface BackupSummary {
  readonly groveId: GroveId;
  readonly groveName: string;
  /** Unique among the backups of its grove. */
  readonly name: string;
  /** Creation time in milliseconds since 1970 UTC. */
  readonly time: number;
  /** Kept because the grove's file was replaced. */
  readonly isReplaced: boolean;
  /** Nodes with text. */
  readonly nodes: number;
  /** Drafts with text that is in no node. */
  readonly drafts: number;
  /** Not counting archived trees. */
  readonly trees: number;
}

/** A comparison of the open grove with the file now at its path. */
export interface FileComparison {
  /** The file's name without its folder. */
  readonly fileName: string;
  /** A sentence with the reason that the file cannot be read; null if it can. */
  readonly refusal: string | null;
  /** Null if the file cannot be read. */
  readonly sides: {
    readonly isSameGrove: boolean;
    readonly here: ComparedSide;
    readonly there: ComparedSide;
  } | null;
}

export interface ComparedSide {
  /** Nodes other than roots and notes. */
  readonly texts: number;
  /** Nodes that the other side does not have. */
  readonly own: number;
  /** The beginnings of the newest of those, on one line each. */
  readonly beginnings: readonly string[];
  /** Titles of trees that the other side does not have. */
  readonly ownTrees: readonly string[];
  /** Uncommitted words that the other side does not have in this form. */
  readonly typedWords: number;
  /** Notes that the other side does not have. */
  readonly notes: number;
  /** Bookmarks that the other side does not have or labels differently. */
  readonly bookmarks: number;
  /** Tags on positions that the other side does not have there, or writes differently. */
  readonly tags: number;
  /** Positions pruned on this side only: the other side has them and shows them. */
  readonly pruned: number;
  /** Summaries of nodes and trees that the other side does not have in this form. */
  readonly summaries: number;
}
