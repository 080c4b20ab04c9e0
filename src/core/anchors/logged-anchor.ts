import type { Anchor, AnchorChange } from './anchor.ts';

/** An anchor as recorded in the log: all of it, or that it was removed. */
export type LoggedAnchor = Anchor | { readonly id: string; readonly removed: true };

/** The log's form of changes of anchors, in order. */
export function logAnchors(changes: readonly AnchorChange[]): readonly LoggedAnchor[] {
  return changes.map((change) =>
    'set' in change ? anchorRecord(change.set) : { id: change.removed, removed: true },
  );
}

/** An anchor without the other fields of its row. */
export function anchorRecord(anchor: Anchor): Anchor {
  const { id, kind, position, node, start, length, quote, note, label } = anchor;
  return { id, kind, position, node, start, length, quote, note, label };
}
