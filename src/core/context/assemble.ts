import type { ReplyFormat } from '../answers/reply-start.ts';
import type { BlockOp } from '../history/block.ts';
import type { TruncationStrategy } from '../tree/loom-tree.ts';
import { contextTooLong, estimateTokens, lengthOfTokens } from './estimate-tokens.ts';
import { atTheBeginning, type Insertion, withinTheText } from './insertion.ts';
import { type TrimmedPrompt, trimPrompt } from './seam.ts';
import {
  type ContextNode,
  type ContextPiece,
  lengthOfInsertions,
  listOmissions,
  nodePieces,
  type Omission,
  paragraphOf,
  piecesWith,
  readStory,
  snippedFrom,
} from './story.ts';
import { GAP_MARK, keepBothEnds, keepEnd } from './truncate.ts';

export interface ContextInput {
  /** From the root to the position to continue. */
  readonly nodes: readonly ContextNode[];
  /** The tree's system context; null or empty for none. */
  readonly systemContext: string | null;
  /** Each is a paragraph; one with depth 0 is at the very end. */
  readonly insertions: readonly Insertion[];
  /** The context window in tokens, for input and output together. */
  readonly window: number;
  /** Tokens reserved for the response. */
  readonly reserve: number;
  readonly strategy: TruncationStrategy;
}

/** A context that is sent as one text, with the system context before it. */
export interface AssembledContext {
  readonly kind: 'document';
  /** In the order sent; none is empty. The system context, if any, comes first. */
  readonly pieces: readonly ContextPiece[];
  /** In path order. */
  readonly omitted: readonly Omission[];
  /** Estimate for everything sent, excluding the reserve. */
  readonly tokens: number;
  /** Text omitted when reading, as ops on its blocks; absent if nothing was. */
  readonly snipped?: readonly BlockOp[];
  /** For the transcript of a conversation; without it, the answer continues the text. */
  readonly reply?: ReplyFormat;
  /**
   * For a text to fill in: what follows the answer, in the order sent. Empty if nothing does, or if the document has both
   * sides, between markers.
   */
  readonly suffix?: readonly ContextPiece[];
}

/** The pieces of the document: every one except the system context, which requests send separately. */
export function documentPieces({ pieces }: Pick<AssembledContext, 'pieces'>): readonly ContextPiece[] {
  return pieces[0]?.source.kind === 'system' ? pieces.slice(1) : pieces;
}

/** The document as one text. */
export function promptOf(context: AssembledContext): string {
  return joined(documentPieces(context));
}

/** The document as it is sent: trimmed for the seam (`generation.md`, *The seam*), unless it ends with a marker. */
export function sentPrompt(context: AssembledContext): TrimmedPrompt {
  const prompt = promptOf(context);
  return context.pieces.at(-1)?.source.kind === 'marker' ? { text: prompt, spaces: '' } : trimPrompt(prompt);
}

/** The text that follows the answer; empty if the answer ends the text. */
export function suffixOf({ suffix = [] }: Pick<AssembledContext, 'suffix'>): string {
  return joined(suffix);
}

/** The system context that is sent before the document; empty if there is none. */
export function systemContextOf({ pieces: [first] }: AssembledContext): string {
  return first?.source.kind === 'system' ? first.text : '';
}

function joined(pieces: readonly ContextPiece[]): string {
  return pieces.map(({ text }) => text).join('');
}

/**
 * Assembles what a request for a continuation sends, piece by piece (`generation.md`, *Context*): system
 * context, insertions before the text such as memory, the text of the path without excluded and pruned nodes, and
 * insertions some paragraphs before its end such as the author's note. Text that does not fit is omitted as the strategy says, cut at paragraphs or
 * words if they are near, never inside a surrogate pair.
 * @throws {AspenError} CONTEXT_TOO_LONG, with the excess: if the strategy is `stopAtLimit` and not everything
 *   fits, or if the pieces that are never shortened leave no room for text
 */
export function assembleContext(input: ContextInput): AssembledContext {
  const story = readStory(input.nodes);
  const system = input.systemContext ?? '';
  const before = atTheBeginning(input.insertions).flatMap((one) => paragraphOf(one));
  const within = withinTheText(input.insertions);
  const fixed = system.length + lengthOfInsertions(before, within);
  const room = lengthOfTokens(input.window - input.reserve) - fixed;
  const fits = story.text.length <= room;
  if (!fits && (input.strategy === 'stopAtLimit' || room <= 0)) {
    throw contextTooLong(estimateTokens(fixed + story.text.length), input.window - input.reserve);
  }
  const nothing = { from: 0, to: 0 };
  const { beginning, end } =
    input.strategy === 'truncateMiddle'
      ? keepBothEnds(story.text, room)
      : { beginning: nothing, end: keepEnd(story.text, room) };

  const pieces: readonly ContextPiece[] = [
    { source: { kind: 'system' }, text: system },
    ...before,
    ...nodePieces(story, beginning),
    { source: { kind: 'gap' }, text: beginning.to > 0 ? GAP_MARK : '' },
    ...piecesWith(story, end, within),
  ];
  const sent = pieces.filter(({ text }) => text !== '');
  return {
    kind: 'document',
    pieces: sent,
    omitted: listOmissions(story, [{ from: beginning.to, to: end.from, reason: 'truncated' }]),
    tokens: estimateTokens(sent.reduce((sum, { text }) => sum + text.length, 0)),
    ...snippedFrom(story),
  };
}
