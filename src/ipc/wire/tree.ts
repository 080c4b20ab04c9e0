/** Changing, deleting and moving trees. */

import type { TreeSettings } from '../../core/tree/loom-tree.ts';

/** The properties of a tree to change; omitted ones stay. */
export interface TreeProperties {
  /** If null or only white space, the title follows the first words of the text. */
  readonly title?: string | null;
  readonly description?: string | null;
  /** The writer's own, in place of a model's; null for none, so that a model may make one. */
  readonly summary?: string | null;
  readonly systemContext?: string | null;
  readonly settings?: TreeSettings;
  readonly archived?: boolean;
}

/** The contents that deleting a tree permanently removes. */
export interface TreeContents {
  /** Conversations about the tree, whose contents the other numbers include. */
  readonly conversations: number;
  /** Nodes, including all versions, but not the root and notes. */
  readonly nodes: number;
  readonly notes: number;
  /** Responses of providers that no other tree uses. */
  readonly answers: number;
}

/** A tree that was copied to another grove and archived here, with the conversations about it. */
export interface MovedTree {
  /** The name of the other grove, and its file name without the folder. */
  readonly grove: string;
  readonly fileName: string;
  readonly nodes: number;
  /** Responses copied with it. */
  readonly answers: number;
}
