/** What changed between two texts, in whole words, for people to read. */
import { findKeptRuns, type KeptRun } from './diff.ts';
import { isInsidePair } from './surrogate-pair.ts';

export type WordChange = 'same' | 'removed' | 'added';

export interface WordDiffPart {
  readonly change: WordChange;
  readonly text: string;
}

/** A letter, digit, mark or apostrophe; of scripts that put no spaces between words each character is a word. */
const IN_WORD = /[\p{L}\p{N}\p{M}_'’]/u;
const WORD_OF_ITS_OWN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const MARK = /\p{M}/u;
/** A space that stayed between two words that did not says nothing. */
const BETWEEN_WORDS = /^[\s\p{P}]*$/u;

/**
 * The parts of which the old text is `same` and `removed`, and the new one `same` and `added`, in reading order, what
 * was removed before what stands there now. No part begins or ends inside a word; none is empty, and neighbours differ.
 */
export function diffWords(oldText: string, newText: string): readonly WordDiffPart[] {
  const parts: WordDiffPart[] = [];
  const add = (change: WordChange, text: string) => {
    if (text !== '') parts.push({ change, text });
  };
  let oldAt = 0;
  let newAt = 0;
  for (const found of findKeptRuns(oldText, newText)) {
    const { oldFrom, newFrom, length } = ofWholeWords(found, oldText, newText);
    const kept = oldText.slice(oldFrom, oldFrom + length);
    const isFirst = oldFrom === 0 && newFrom === 0;
    const isLast = oldFrom + length === oldText.length && newFrom + length === newText.length;
    if (!isFirst && !isLast && BETWEEN_WORDS.test(kept)) continue;
    add('removed', oldText.slice(oldAt, oldFrom));
    add('added', newText.slice(newAt, newFrom));
    add('same', kept);
    oldAt = oldFrom + length;
    newAt = newFrom + length;
  }
  add('removed', oldText.slice(oldAt));
  add('added', newText.slice(newAt));
  return joined(parts);
}

/** The run without pieces of words at its ends; what is inside it is the same in both texts. */
function ofWholeWords({ oldFrom, newFrom, length }: KeptRun, oldText: string, newText: string): KeptRun {
  const isCut = (at: number) => isInsideWord(oldText, oldFrom + at) || isInsideWord(newText, newFrom + at);
  let start = 0;
  while (start < length && isCut(start)) start += 1;
  let end = length;
  while (end > start && isCut(end)) end -= 1;
  return { oldFrom: oldFrom + start, newFrom: newFrom + start, length: end - start };
}

/** Whether a cut at `offset` would fall inside a word or a character. */
function isInsideWord(text: string, offset: number): boolean {
  if (offset <= 0 || offset >= text.length) return false;
  if (isInsidePair(text, offset)) return true;
  const before = characterBefore(text, offset);
  const after = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  if (MARK.test(after)) return true;
  return [before, after].every((character) => IN_WORD.test(character) && !WORD_OF_ITS_OWN.test(character));
}

function characterBefore(text: string, offset: number): string {
  return text.slice(isInsidePair(text, offset - 1) ? offset - 2 : offset - 1, offset);
}

/** Parts of one kind that follow one another are one. */
function joined(parts: readonly WordDiffPart[]): readonly WordDiffPart[] {
  const result: WordDiffPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last?.change === part.change) result[result.length - 1] = { ...last, text: last.text + part.text };
    else result.push(part);
  }
  return result;
}
