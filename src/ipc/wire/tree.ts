/** What may be changed of a tree, and what goes with it. */

import type { TreeSettings } from '../../core/tree/loom-tree.ts';

/** What of a tree may be changed; what is left out stays. */
export interface TreeProperties {
  /** Null, or nothing but white space: the first words of its text, whatever they become. */
  readonly title?: string | null;
  readonly description?: string | null;
  readonly systemContext?: string | null;
  readonly settings?: TreeSettings;
  readonly archived?: boolean;
}

/** What goes when a tree is deleted for good. */
export interface TreeContents {
  /** Texts, every version of them; the root and notes are not counted. */
  readonly nodes: number;
  readonly notes: number;
  /** Answers of providers that no other tree has. */
  readonly answers: number;
}

/** A tree that is in another grove now, and here in the archive. */
export interface MovedTree {
  /** The other grove's name, and its file's without the folder. */
  readonly grove: string;
  readonly fileName: string;
  readonly nodes: number;
  /** Answers that came with it. */
  readonly answers: number;
}
