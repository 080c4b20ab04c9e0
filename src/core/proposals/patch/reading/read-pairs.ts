/**
 * Reads edits that name an old text and a new one in other forms than blocks (`edits.md`, *Reading a patch*): as objects of
 * JSON, between tags, and after *Original:* and *Revised:*.
 */
import type { ReadPatch, Refused } from '../hunk.ts';
import { replacementHunk } from './read-blocks.ts';
import { valueInJson } from './unwrap-answer.ts';

interface Pair {
  readonly old: string;
  readonly new: string;
}

/** Names of old and new texts in JSON and tags, without `_text` and the like. */
const OLD_NAMES = ['old', 'search', 'find', 'original'];
const NEW_NAMES = ['new', 'replace', 'replacement', 'revised', 'rewritten', 'edited'];
const ENDING = /[_-]?(?:text|string|str|with)$/i;

const TAG = new RegExp(`<(/?)((${OLD_NAMES.join('|')})|${NEW_NAMES.join('|')})(?:_text|_string)?>`, 'gi');

/** A label of the following text: `**Original:**`, `2. Revised: It snowed.` */
const LABEL =
  /^\s*(?:[-*•]\s+|\d+[.)]\s+|#+\s+)?(?:\*\*|__)?(?:(original|old)|(revised|new|edited|rewritten))(?: (?:text|version|passage|paragraph|sentence))?(?:(?:\*\*|__):|:(?:\*\*|__)?)\s*/i;
const QUOTED = /^(?:"([^"]*)"|“([^“”]*)”)$/s;

/** The edits of an answer in one of these forms; null if it has none. */
export function readPairs(answer: string): ReadPatch | Refused | null {
  const read = pairsOf(valueInJson(answer)) ?? taggedPairs(answer) ?? labelledPairs(answer);
  if (read === null || 'reason' in read) return read;
  const hunks = read.map((pair, index) => replacementHunk(index + 1, linesOf(pair.old), linesOf(pair.new)));
  return { hunks, isBuilt: false, refused: null };
}

/** The lines of a text; none of an empty one, and no line end at its end. */
function linesOf(text: string): readonly string[] {
  const lines = text.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n');
  return lines.length === 1 && lines[0] === '' ? [] : lines;
}

/** The pairs in a value: all its objects that are edits; null if there are none. */
function pairsOf(value: unknown): readonly Pair[] | null {
  if (typeof value !== 'object' || value === null) return null;
  const pair = pairOf(value);
  if (pair !== null) return [pair];
  const found = Object.values(value).flatMap((one) => pairsOf(one) ?? []);
  return found.length === 0 ? null : found;
}

function pairOf(value: object): Pair | null {
  const named = (names: readonly string[]) =>
    Object.entries(value).filter(([name]) => names.includes(name.replace(ENDING, '').toLowerCase()));
  const [[, old] = [], ...otherOld] = named(OLD_NAMES);
  const [[, added] = [], ...otherNew] = named(NEW_NAMES);
  const isOne = otherOld.length === 0 && otherNew.length === 0;
  return isOne && typeof old === 'string' && typeof added === 'string' ? { old, new: added } : null;
}

/** Null if there is no pair; refused where one has no end. */
function taggedPairs(answer: string): readonly Pair[] | Refused | null {
  const pairs: Pair[] = [];
  let old: string | null = null;
  let open: { readonly name: string; readonly from: number } | null = null;
  for (const { 0: tag, 1: slash, 2: name = '', 3: oldName, index } of answer.matchAll(TAG)) {
    if (slash === '') {
      if (open !== null) return { reason: 'malformed', hunk: pairs.length + 1, expected: tag };
      open = { name, from: index + tag.length };
      continue;
    }
    const text = answer.slice(open?.from, index).replace(/^\n/, '');
    if (open?.name !== name || (old === null) === (oldName === undefined))
      return { reason: 'malformed', hunk: pairs.length + 1, expected: tag };
    if (old !== null) pairs.push({ old, new: text });
    old = old === null ? text : null;
    open = null;
  }
  if (pairs.length === 0) return null;
  return open === null && old === null ? pairs : { reason: 'truncated', hunk: pairs.length + 1 };
}

/** Null if labels do not take turns; refused where it is not certain where a new text ends. */
function labelledPairs(answer: string): readonly Pair[] | Refused | null {
  const parts: { readonly isNew: boolean; readonly lines: string[] }[] = [];
  for (const line of answer.split('\n')) {
    const [label, old] = LABEL.exec(line) ?? [];
    if (label === undefined) parts.at(-1)?.lines.push(line);
    else parts.push({ isNew: old === undefined, lines: [line.slice(label.length)] });
  }
  const takesTurns = parts.every(({ isNew }, index) => isNew === (index % 2 === 1));
  if (parts.length === 0 || parts.length % 2 === 1 || !takesTurns) return null;
  const texts = parts.map(({ lines }) => lines.join('\n').trim());
  const pairs: Pair[] = [];
  for (let at = 0; at < texts.length; at += 2) {
    const [old = '', added = ''] = withoutQuotes(texts[at] ?? '', texts[at + 1] ?? '');
    // The text after a new one may be prose about it.
    if (old === '' || paragraphs(added) > paragraphs(old))
      return { reason: 'malformed', hunk: pairs.length + 1, expected: added.split('\n').at(-1) };
    pairs.push({ old, new: added });
  }
  return pairs;
}

function paragraphs(text: string): number {
  return text.split(/\n+/).length;
}

/** Quotation marks around both texts are the answer’s. */
function withoutQuotes(old: string, added: string): readonly string[] {
  const inner = [old, added].map((text) => {
    const [, straight, curled] = QUOTED.exec(text) ?? [];
    return straight ?? curled;
  });
  return inner.every((text) => text !== undefined) ? inner : [old, added];
}
