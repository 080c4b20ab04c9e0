/** Links in texts, and what they lead to (`documents.md`, *Links*). */
import type { LinkId, LocalId, NodeId, PositionId, TreeId } from '../../core/ids.ts';
import type { TextRange } from '../../core/text/span.ts';
import type { TreeKind, TreeMode } from '../../core/tree/loom-tree.ts';

/** A link as it stands in a text (`TextLink`). */
export interface LinkToResolve {
  /** The node whose text it is in, or whose pending edit; null for the working buffer. */
  readonly nodeId: NodeId | null;
  readonly name: string;
  readonly section: string | null;
  readonly localId: LocalId | null;
  readonly passage: TextRange | null;
}

/** A tree that a link leads to. */
export interface LinkTarget {
  readonly treeId: TreeId;
  readonly title: string;
  readonly kind: TreeKind;
  readonly mode: TreeMode;
  readonly archived: boolean;
  /** The section or the node; null for the tree. */
  readonly place: LinkPlace | null;
  /** The tree has no such section or node. */
  readonly isPlaceMissing: boolean;
}

/** A place in what a tree shows, in UTF-16 code units of one text. */
export interface LinkPlace extends TextRange {
  readonly positionId: PositionId;
  /** The version that the link names, or that shows the section; null for text that is not committed. */
  readonly nodeId: NodeId | null;
  /** The writer's path shows that version. */
  readonly isShown: boolean;
}

/** The text that an embed shows. */
export interface EmbeddedText {
  /** Of the tree that it is from. */
  readonly title: string;
  /** Texts, and the embeds between them. */
  readonly parts: readonly (string | EmbeddedText)[];
  /** The text goes on, but no more is shown. */
  readonly isCut: boolean;
}

/** An item of the list after `[[`. */
export interface LinkCompletion {
  /** `new` is a document that is not there yet. */
  readonly kind: 'tree' | 'section' | 'node' | 'new';
  /** The name, the heading, or the first words. */
  readonly words: string;
  /** The title, for an alias and for what is in a tree; empty for a title. */
  readonly title: string;
  readonly treeKind: TreeKind;
  /** The whole link. */
  readonly text: string;
}

/** The reason why a place is listed only on request. */
export type BacklinkState = 'shown' | 'old' | 'pruned' | 'archived';

/** A place that leads to a tree or a passage. */
export interface Backlink {
  /** Different from that of every other place. */
  readonly id: LinkId | `${NodeId | TreeId} ${number}`;
  readonly kind: 'text' | 'link' | 'mention';
  readonly treeId: TreeId;
  readonly title: string;
  /** The version whose text it is in, or whose pending edit; null for the working buffer. */
  readonly nodeId: NodeId | null;
  /** For the working buffer, the head that it follows. */
  readonly positionId: PositionId;
  /** For a note, the node that it is on; null for text. */
  readonly noteOn: { readonly nodeId: NodeId; readonly positionId: PositionId } | null;
  /** It is in typed and uncommitted text. */
  readonly typed: boolean;
  /** The place in that text. */
  readonly range: TextRange;
  /** The text around it, on one line. */
  readonly before: string;
  readonly words: string;
  readonly after: string;
  readonly state: BacklinkState;
}

/** The end of a page of backlinks. */
export interface BacklinkEnd {
  readonly key: number;
  readonly ordinal: number;
}

export interface BacklinkPage {
  readonly rows: readonly Backlink[];
  /** The end of this page, for the next; null after the last. */
  readonly next: BacklinkEnd | null;
}

/** A link from a passage that stands in no text. */
export interface PassageLink {
  readonly id: LinkId;
  /** The words that it is from, or else its reason; empty for neither. */
  readonly words: string;
  /** The title of the target's tree. */
  readonly title: string;
  /** The target, as a link in a text would name it. */
  readonly target: LinkToResolve;
}

/** A mention, as `link.mentions` has it. */
export type Mention = Pick<Backlink, 'treeId' | 'nodeId' | 'typed' | 'range' | 'before' | 'words' | 'after'>;

/** A mention that was linked, in its text or beside it; null for a link that was there already. */
export type LinkedMention = { readonly edited: readonly EditedText[] } | { readonly linkId: LinkId | null };

/** A version that an edit of several texts made, and the one that it takes the place of. */
export interface EditedText {
  readonly treeId: TreeId;
  readonly before: NodeId;
  readonly after: NodeId;
}

/** The links that have the present name of a tree now. */
export interface WrittenNames {
  readonly links: number;
  readonly documents: number;
  readonly notes: number;
  /** For `link.takeBack`. */
  readonly edited: readonly EditedText[];
}
