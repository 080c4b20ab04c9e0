/** Tags, as the window shows them. */
import type { PositionId, TagId, TreeId } from '../../core/ids.ts';
import type { TagColor } from '../../core/tags/tag.ts';

export interface TagSummary {
  readonly tagId: TagId;
  /** `/` nests. */
  readonly name: string;
  readonly color: TagColor | null;
  readonly isArchived: boolean;
  /** The tag that this one was merged into; null for none. */
  readonly mergedInto: TagId | null;
  /** The passages, notes and trees that it is on, without pruned ones. */
  readonly count: number;
}

/** The tags of a grove. */
export interface TagList {
  /** By name; those that are archived too. */
  readonly tags: readonly TagSummary[];
  /** The trees and documents that have any. */
  readonly trees: readonly TreeTagIds[];
}

/** The tags of a tree as a whole, and all that there are anywhere in it. */
export interface TreeTagIds {
  readonly treeId: TreeId;
  readonly tagIds: readonly TagId[];
  readonly within: readonly TagId[];
}

/** A tag on a position: of a passage, of a note, or the root, which stands for its tree. */
export interface TagPlace {
  readonly tagId: TagId;
  readonly positionId: PositionId;
  /** The splits of its text, which show it too (`domain.md`, *Forks*). */
  readonly splits: readonly PositionId[];
}

/** The properties of a tag to change; omitted ones stay. */
export interface TagProperties {
  /** Those nested in it get the new name before theirs. */
  readonly name?: string;
  readonly color?: TagColor | null;
  /** False also separates it again from the tag that it was merged into. */
  readonly archived?: boolean;
}
