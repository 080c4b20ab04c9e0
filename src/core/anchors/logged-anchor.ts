import type { AnchorId, NodeId, PositionId } from '../ids.ts';

export type AnchorKind = 'note' | 'bookmark' | 'target';

/** The range of an anchor in a node's text: `[start, start + length)`, in UTF-16 code units. */
export interface AnchorPlace {
  readonly node: NodeId;
  readonly start: number;
  readonly length: number;
  /** That part of the text. */
  readonly quote: string;
}

export interface Anchor extends AnchorPlace {
  readonly id: AnchorId;
  readonly kind: AnchorKind;
  readonly position: PositionId;
  /** The position of a note; null for others. */
  readonly note: PositionId | null;
  /** The name of a bookmark; null for none, and for others. */
  readonly label: string | null;
  /** The words that the part under a heading should have; only a target has them. */
  readonly words?: number;
}

/** An anchor that was set, or that was removed from its position. */
export type AnchorChange =
  | { readonly set: Anchor }
  | { readonly removed: AnchorId; readonly position: PositionId };

/** An anchor as recorded in the log: all of it, or that it was removed. */
export type LoggedAnchor = Anchor | { readonly id: string; readonly removed: true };

/** The log's form of a change of an anchor. */
export function loggedAnchor(change: AnchorChange): LoggedAnchor {
  return 'set' in change ? anchorRecord(change.set) : { id: change.removed, removed: true };
}

/** An anchor without the other fields of its row. */
export function anchorRecord(anchor: Anchor): Anchor {
  const { id, kind, position, node, start, length, quote, note, label, words } = anchor;
  const record = { id, kind, position, node, start, length, quote, note, label };
  return words === undefined ? record : { ...record, words };
}
