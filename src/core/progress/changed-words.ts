/** Words that a version of a text added to the one it was edited from, by author (`scenes.md`, *Progress*). */
import type { AgentId } from '../ids.ts';
import { countWords } from '../text/count-words.ts';
import { NO_TEXT, type SpannedText, type TextRange } from '../text/span.ts';
import { isInsidePair } from '../text/surrogate-pair.ts';
import { diffWords, wholeWords } from '../text/word-diff.ts';

export type WordCounts = ReadonlyMap<AgentId, number>;

/** The longest text, before and after together, of which it is found which words differ. UTF-16 code units. */
const COMPARED = 10_000;
/** The most text before a range that is searched for the beginning of its first word. UTF-16 code units. */
const LONGEST_WORD = 100;
const SPACE = /\s/;

/** Counts each author's words in a text: a word is by the author of its first character. */
export function countWordsByAuthor(text: SpannedText): WordCounts {
  return countIn(text, [{ from: 0, to: text.text.length }]);
}

/**
 * Counts each author's words that begin in text which the version before does not have. Of a long change, that is all of the
 * text between the first difference and the last.
 */
export function countAddedWords(before: SpannedText | null, after: SpannedText): WordCounts {
  const { text: old } = before ?? NO_TEXT;
  const { text } = after;
  let from = 0;
  while (from < old.length && from < text.length && old[from] === text[from]) from += 1;
  if (isInsidePair(text, from) || isInsidePair(old, from)) from -= 1;
  let kept = 0;
  const most = Math.min(old.length, text.length) - from;
  while (kept < most && old[old.length - 1 - kept] === text[text.length - 1 - kept]) kept += 1;
  if (isInsidePair(text, text.length - kept) || isInsidePair(old, old.length - kept)) kept -= 1;
  // A word that only grew is not another one; one whose rest was replaced is.
  if (from < old.length - kept) from = wholeWords(text, { from, to: text.length - kept }).from;
  const removed = old.slice(from, old.length - kept);
  const added = text.slice(from, text.length - kept);
  if (removed === '' || removed.length + added.length > COMPARED)
    return countIn(after, [{ from, to: from + added.length }]);
  const ranges: TextRange[] = [];
  let at = from;
  for (const part of diffWords(removed, added)) {
    if (part.change === 'removed') continue;
    if (part.change === 'added') ranges.push({ from: at, to: at + part.text.length });
    at += part.text.length;
  }
  return countIn(after, ranges);
}

/** Counts the words that begin in ranges, which are in text order. */
function countIn({ text, spans }: SpannedText, ranges: readonly TextRange[]): WordCounts {
  const counts = new Map<AgentId, number>();
  let start = 0;
  for (const { agent, length } of spans) {
    const end = start + length;
    for (const range of ranges) {
      const words = countFrom(text, Math.max(start, range.from), Math.min(end, range.to));
      if (words > 0) counts.set(agent, (counts.get(agent) ?? 0) + words);
    }
    start = end;
  }
  return counts;
}

/** Counts the words that begin in `[from, to)`. */
function countFrom(text: string, from: number, to: number): number {
  if (from >= to) return 0;
  let start = from;
  while (start > 0 && from - start < LONGEST_WORD && !SPACE.test(text[start - 1] ?? ' ')) start -= 1;
  return countWords(text.slice(start, to)) - countWords(text.slice(start, from));
}
