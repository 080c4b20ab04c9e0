import type { NodeId, PositionId } from '../ids.ts';
import type { TextRange } from '../text/span.ts';
import { findPhrase } from './anchor.ts';
import type { AnchorPlace } from './logged-anchor.ts';

/** A phrase that passages may show. */
export interface PhraseOfPassages extends Pick<AnchorPlace, 'start' | 'length' | 'quote'> {
  /** The positions that show it. */
  readonly positions: readonly PositionId[];
  readonly nodeId: NodeId;
}

/** A passage on the screen. */
export interface ShownPassage {
  readonly positionId: PositionId;
  readonly nodeId: NodeId | null;
  /** It shows the beginning of the text that it divides. */
  readonly isHiddenSplit: boolean;
  /** Offset in the whole text. */
  readonly start: number;
  text(): string;
}

/** A phrase in the whole text. */
export interface PhraseInText<Phrase> extends TextRange {
  readonly phrase: Phrase;
  readonly positionId: PositionId;
}

/** Shorter words stand in a text by chance. UTF-16 code units. */
const MIN_MOVED = 12;

/**
 * Finds phrases in the passages that show them; otherwise, such as in a scene that moved, wherever their words occur once
 * (`documents.md`, table `anchor`). In no particular order.
 */
export function placePhrases<Phrase extends PhraseOfPassages>(
  passages: Iterable<ShownPassage>,
  phrases: readonly Phrase[],
  wholeText: () => string,
): readonly PhraseInText<Phrase>[] {
  const at = new Map<PositionId, Phrase[]>();
  for (const phrase of phrases)
    for (const position of phrase.positions) {
      const known = at.get(position);
      if (known === undefined) at.set(position, [phrase]);
      else known.push(phrase);
    }
  const placed: PhraseInText<Phrase>[] = [];
  const gone = new Map<Phrase, PositionId>();
  for (const passage of passages) {
    const { positionId, nodeId, isHiddenSplit, start } = passage;
    const own = at.get(positionId);
    if (own === undefined) continue;
    const text = passage.text();
    for (const phrase of own) {
      const range = findPhrase(phrase, text, nodeId === phrase.nodeId || isHiddenSplit);
      if (range !== null) placed.push({ phrase, positionId, from: start + range.from, to: start + range.to });
      else if (phrase.quote.length >= MIN_MOVED && !text.includes(phrase.quote)) gone.set(phrase, positionId);
    }
  }
  const text = gone.size === 0 ? '' : wholeText();
  for (const [phrase, positionId] of gone) {
    const range = findPhrase(phrase, text, false);
    if (range !== null) placed.push({ phrase, positionId, ...range });
  }
  return placed;
}
