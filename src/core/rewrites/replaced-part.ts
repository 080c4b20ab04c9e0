import type { NodeId } from '../ids.ts';

/**
 * A part `[from, to)` of the text of a version, in UTF-16 code units. A rewrite replaces one for each position that it
 * touches, in path order, one after another on the path: those between the first and the last are whole texts. A bridge
 * replaces one that is empty (`edits.md`, *Rewrites and bridges*).
 */
export interface ReplacedPart {
  readonly nodeId: NodeId;
  readonly from: number;
  readonly to: number;
}

/** The replaced part of a text, as the writer saw it, and the text around it. */
export interface ReplacedText {
  readonly before: string;
  /** Empty for a bridge. */
  readonly replaced: string;
  readonly after: string;
}
