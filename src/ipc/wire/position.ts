/** Positions of a tree, as shown in lists. */

import type { AnchorKind } from '../../core/anchors/logged-anchor.ts';
import type { AgentId, AnchorId, LocalId, NodeId, PositionId, TreeId } from '../../core/ids.ts';
import type { PositionRows } from '../../core/outline/position-rows.ts';
import type { FinishReason } from '../../core/tree/tree-node.ts';

/** One item of the list of what follows a text, as shown in the Continuations list (`domain.md`, *Forks*). */
export interface ChildSummary {
  readonly positionId: PositionId;
  /** The position that it continues: where a text is divided, not always the one whose list this is. */
  readonly parentId: PositionId;
  /** It is what follows in the text itself, which is divided here: the first item, whatever its id. */
  readonly isRest: boolean;
  /** Start of its text in what the position shows, in UTF-16 code units. */
  readonly offset: number;
  /** Other positions that show it when the path has one of them: splits of its text, further on. */
  readonly shownBy: readonly PositionId[];
  /** The version shown: the selected one, or else the newest. */
  readonly nodeId: NodeId;
  /** The node's author, who is asked for another like it. */
  readonly authorId: AgentId;
  /** The authors of its text from the fork on (`core/provenance/who-wrote.ts`), by decreasing share. */
  readonly authors: readonly AgentId[];
  /** The first 240 UTF-16 code units of its text, from the fork onward; more in a short list. */
  readonly excerpt: string;
  /** Length of its text from the fork onward, in UTF-16 code units. */
  readonly length: number;
  /** The first sibling with exactly the same text; the position itself if it is the first. */
  readonly firstIdentical: PositionId;
  readonly pruned: boolean;
  readonly bookmarked: boolean;
  readonly finishReason: FinishReason | null;
  /** In a conversation: the answer continues the message before it; absent for no. */
  readonly continues?: true;
  readonly versionCount: number;
  /** Oldest first; `nodeId` is the selected one. Empty if there is only one. */
  readonly versions: readonly VersionSummary[];
  readonly createdAt: number;
}

/** One of the versions at a position. */
export interface VersionSummary {
  readonly nodeId: NodeId;
  readonly localId: LocalId;
  readonly authorId: AgentId;
  /** The authors of its text, by decreasing share. */
  readonly authors: readonly AgentId[];
  readonly editedFrom: NodeId | null;
  readonly createdAt: number;
  /** It is selected on the writer's path. */
  readonly selected: boolean;
  /** It is another author's, and shown only where it is selected (`domain.md`, *Paths*). */
  readonly offered: boolean;
}

/** A page of positions, in the order they were written. */
export interface TreePage {
  readonly positions: PositionRows;
  /** The start of the next page; null after the last. */
  readonly next: number | null;
  /** The last row of the log at the time of reading: request later changes from there. */
  readonly seq: number;
}

/** Positions written at since then, with their current state. */
export interface TreeChanges {
  readonly positions: PositionRows;
  readonly seq: number;
}

/** The label of a position in a list. */
export interface PositionLabel {
  readonly positionId: PositionId;
  readonly localId: LocalId;
  /** The first 120 characters of the shown version. */
  readonly excerpt: string;
  readonly bookmarkLabel: string | null;
}

/** A bookmarked position and the beginning of its text. */
export interface BookmarkSummary {
  readonly positionId: PositionId;
  readonly nodeId: NodeId;
  readonly label: string | null;
  readonly excerpt: string;
  readonly pruned: boolean;
  /** Hidden splits of the position, which show the same bookmark (`domain.md`, *Forks*). */
  readonly splits: readonly PositionId[];
}

/** A note, a bookmark or a target on a phrase (`documents.md`). */
export interface AnchorSummary {
  readonly anchorId: AnchorId;
  readonly kind: AnchorKind;
  readonly positionId: PositionId;
  /** The positions at which it is shown: its own, and the hidden splits of that (`domain.md`, *Forks*). */
  readonly positions: readonly PositionId[];
  /** The version whose text has it, at `[start, start + length)`, in UTF-16 code units. */
  readonly nodeId: NodeId;
  readonly start: number;
  readonly length: number;
  readonly quote: string;
  /** The note's position, and the first 240 characters of its text; null for others. */
  readonly note: { readonly positionId: PositionId; readonly text: string } | null;
  /** The name of a bookmark. */
  readonly label: string | null;
  /** Of a target: the words that the part under the heading should have; otherwise null. */
  readonly words: number | null;
  /** Its whole position has a note, or a bookmark, too. */
  readonly besides: boolean;
}

/** A note on the whole of a text. */
export interface NoteOnText {
  /** The positions at which it is shown: its own, and the hidden splits of that (`domain.md`, *Forks*). */
  readonly positions: readonly PositionId[];
  /** The note's own position. */
  readonly noteId: PositionId;
  /** The first 240 characters of its newest version. */
  readonly text: string;
}

/** Notes and summaries of the texts of a path. */
export interface Remarks {
  /** Those that are not removed, oldest first; those on phrases are anchors. */
  readonly notes: readonly NoteOnText[];
  /** The summaries of the versions shown. */
  readonly summaries: readonly { readonly nodeId: NodeId; readonly text: string }[];
}

/** A position and the beginning of one of its versions. */
export interface LocalIdMatch {
  readonly positionId: PositionId;
  readonly excerpt: string;
  readonly pruned: boolean;
}

/** One place where a search found something. */
export interface SearchHit {
  /** The version whose text it is in, or whose pending edit; null for the working buffer. */
  readonly nodeId: NodeId | null;
  /** For the working buffer, the head that it follows. */
  readonly positionId: PositionId;
  readonly treeId: TreeId;
  readonly authorId: AgentId;
  /** The authors of its text, by decreasing share. */
  readonly authors: readonly AgentId[];
  /** The node that the note is on; null if the hit is not in a note. */
  readonly noteOn: { readonly nodeId: NodeId; readonly positionId: PositionId } | null;
  /** It is in typed text that is not committed: then offsets are in what the window shows of the node. */
  readonly typed: boolean;
  /** The position or one of its ancestors is pruned. */
  readonly pruned: boolean;
  readonly createdAt: number;
  /** The end of the text before its node in its branch; for a note, the end of the noted text. */
  readonly before: string;
  /** Its range in the text, half-open, in UTF-16 code units. */
  readonly from: number;
  readonly to: number;
  /** The text around it, with `…` where it is cut. */
  readonly snippet: string;
  /** Half-open ranges of the snippet, in UTF-16 code units. */
  readonly highlights: readonly { readonly from: number; readonly to: number }[];
}

/** A limit on the search. */
export type SearchCap =
  /** Texts older than the newest so many. */
  | { readonly kind: 'older'; readonly texts: number }
  /** Matching texts beside the newest so many, of which the hits are the best. */
  | { readonly kind: 'ranked'; readonly texts: number };

/** The results of a search: typed text first; then by text, within a text in its order. */
export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  /** False when there may be more hits: beyond the limit, or in what was not looked at. */
  readonly complete: boolean;
  /** Null if every text was looked at, or as many as the limit allows. */
  readonly cap: SearchCap | null;
}
