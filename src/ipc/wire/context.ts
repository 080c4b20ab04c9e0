/** A preview of the next request. */

import type { NodePoint } from '../../core/context/assemble-replacement.ts';
import type { MessageRole } from '../../core/context/messages.ts';
import type { Omission } from '../../core/context/story.ts';
import type { AgentId } from '../../core/ids.ts';
import type { LoreVerdict } from '../../core/lore/lore-verdict.ts';
import type { FoldedText } from '../../core/text/fold-text.ts';
import type { CompletionStyle } from '../../core/tree/agent.ts';
import type { WireError } from './app.ts';

/**
 * Kinds of pieces in a request. `gap`: the mark inserted where text was omitted. `names`: the agent's identity, where
 * messages begin with names; these are part of the text, and so is metadata. From `before` to `instruction`: the pieces
 * of a replacement, with `marker` for the marks around its parts. The others are only for a loom-aware agent
 * (`ContextSource`).
 */
export const PIECE_KINDS = [
  'system',
  'memory',
  'lore',
  'text',
  'gap',
  'authorsNote',
  'names',
  'before',
  'passage',
  'after',
  'marker',
  'instruction',
  'addendum',
  'operationalMemory',
  'topic',
  'loomContext',
  'recalled',
  'answer',
  'results',
] as const;

/** One piece of a request, exactly as sent. */
export interface ContextPiece {
  readonly kind: (typeof PIECE_KINDS)[number];
  readonly text: FoldedText;
}

/** Identifies a piece: the `nth` of its kind, from 0. */
export interface PieceRef {
  readonly kind: ContextPiece['kind'];
  readonly nth: number;
}

/** A range of text that is not sent, and the reason. */
export interface OmittedRange {
  readonly reason: Omission['reason'];
  readonly from: NodePoint;
  readonly to: NodePoint;
  /** Number of nodes that it covers, fully or partly. */
  readonly nodes: number;
  readonly text: FoldedText;
}

/** One message of a request: the next `pieces` of the preview's, joined. */
export interface PreviewMessage {
  readonly role: MessageRole;
  /** Its speakers, in order, each once; empty for none. */
  readonly speakers: readonly AgentId[];
  readonly pieces: number;
}

/** A preview of the next request (`generation.md`, *Context*). */
export interface ContextPreview {
  readonly style: CompletionStyle;
  /** In the order sent; none is empty, and no two text pieces of a document or of a message are adjacent. */
  readonly pieces: readonly ContextPiece[];
  /** The messages that have these pieces; empty for a document, of which all of them are parts. */
  readonly messages: readonly PreviewMessage[];
  /** In path order. */
  readonly omitted: readonly OmittedRange[];
  /** The entries of lore that fired, in the order in which they were included, and then those that nearly did. */
  readonly lore: readonly LoreVerdict[];
  /** Spaces trimmed from the document's end, in UTF-16 code units. */
  readonly trimmed: number;
  /** Estimated tokens of everything sent. */
  readonly tokens: number;
  /** Tokens reserved for the response. */
  readonly reserve: number;
  /** The context window in tokens; null if unknown. */
  readonly window: number | null;
  /** Why the request would be rejected, with `pieces` showing what it would need to send; null if it would not be. */
  readonly refusal: WireError | null;
  /** By how many tokens it is too long; 0 if it is not. */
  readonly tooMany: number;
}
