/** A diff in whole words, for people to read. */
import { type CommonRun, findCommonWords } from './diff.ts';
import type { TextRange } from './span.ts';
import { isInsidePair } from './surrogate-pair.ts';

export type WordChange = 'same' | 'removed' | 'added';

export interface WordDiffPart {
  readonly change: WordChange;
  readonly text: string;
}

/** A letter, digit, mark or apostrophe. */
const IN_WORD = /[\p{L}\p{N}\p{M}_'’]/u;
/** In scripts without spaces, each character is a word. */
export const UNSPACED_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const MARK = /\p{M}/u;
/** An unchanged space between two changed words is not informative. */
const BETWEEN_WORDS = /^[\s\p{P}]*$/u;

/**
 * The diff in reading order, removed text before the added text that replaces it: `same` and `removed` parts
 * joined are the old text, `same` and `added` parts the new one. No part begins or ends inside a word, none
 * is empty, and neighbours differ.
 */
export function diffWords(oldText: string, newText: string): readonly WordDiffPart[] {
  const parts: WordDiffPart[] = [];
  const add = (change: WordChange, text: string) => {
    if (text !== '') parts.push({ change, text });
  };
  let oldAt = 0;
  let newAt = 0;
  for (const run of findCommonWords(oldText, newText)) {
    const { oldFrom, newFrom, length } = trimToWords(run, oldText, newText);
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
  return joinParts(parts);
}

/** The run without partial words at its ends. */
function trimToWords({ oldFrom, newFrom, length }: CommonRun, oldText: string, newText: string): CommonRun {
  const isCut = (at: number) => isInsideWord(oldText, oldFrom + at) || isInsideWord(newText, newFrom + at);
  let start = 0;
  while (start < length && isCut(start)) start += 1;
  let end = length;
  while (end > start && isCut(end)) end -= 1;
  return { oldFrom: oldFrom + start, newFrom: newFrom + start, length: end - start };
}

/** The range with the whole of the words at its ends. */
export function wholeWords(text: string, { from, to }: TextRange): TextRange {
  let start = from;
  while (isInsideWord(text, start)) start -= 1;
  let end = to;
  while (isInsideWord(text, end)) end += 1;
  return { from: start, to: end };
}

/** Returns true if a cut at `offset` would fall inside a word or a character. */
function isInsideWord(text: string, offset: number): boolean {
  if (offset <= 0 || offset >= text.length) return false;
  if (isInsidePair(text, offset)) return true;
  const before = characterBefore(text, offset);
  const after = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  if (MARK.test(after)) return true;
  return [before, after].every((character) => IN_WORD.test(character) && !UNSPACED_SCRIPT.test(character));
}

function characterBefore(text: string, offset: number): string {
  return text.slice(isInsidePair(text, offset - 1) ? offset - 2 : offset - 1, offset);
}

/** Joins adjacent parts of one kind. */
function joinParts(parts: readonly WordDiffPart[]): readonly WordDiffPart[] {
  const result: WordDiffPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last?.change === part.change) result[result.length - 1] = { ...last, text: last.text + part.text };
    else result.push(part);
  }
  return result;
}
