import { snapToPairEnd, snapToPairStart } from '../../text/surrogate-pair.ts';
import type { PatchRefusal, RefusalReason } from '../proposal.ts';
import type { PlannedEdits } from '../suggestions-of.ts';
import { carryWords } from './carry-words.ts';
import { fold } from './fold-words.ts';
import {
  type Hunk,
  isBlank,
  isRefused,
  isSameHunk,
  LONGEST_QUOTE,
  makeRefusal,
  newSide,
  oldSide,
  type ReadPatch,
  type Refused,
} from './hunk.ts';
import { type HunkPlace, type Located, locate, locateHunks } from './locate-hunks.ts';
import { BLOCK_START, HUNK_HEADER, hasPatchLine, isFileHeader } from './reading/marks.ts';
import { readBlocks } from './reading/read-blocks.ts';
import { readDiff } from './reading/read-diff.ts';
import { readPairs } from './reading/read-pairs.ts';
import { unwrapAnswer } from './reading/unwrap-answer.ts';
import { type DraftEdit, settleEdits } from './settle-edits.ts';
import { SnapshotLines } from './snapshot-lines.ts';

/** The longest answer that is read, in UTF-16 code units, and the most hunks in it. */
export const MAX_PATCH_LENGTH = 256 * 1024;
export const MAX_HUNKS = 500;

/** The changes that an answer makes in a text, or the reason that it makes none. */
export type PatchPlan = { readonly edits: PlannedEdits } | { readonly refusal: PatchRefusal };

/**
 * Reads an answer as a patch of a snapshot (`edits.md`, *Reading a patch*): unified diffs, `*** Begin Patch` and
 * search/replace blocks, bare, fenced, in prose or in JSON. Lenient about form, never about words, never about place; all
 * or nothing. Applying all edits gives the patched text; what is outside them stays as it is.
 * @param isWhole whether the answer is known to have ended, by its closing mark or the finish reason: then a count of lines that
 *   is too high, or a fence that stays open, is a slip
 */
export function planPatch(snapshotText: string, answer: string, isWhole: boolean): PatchPlan {
  if (answer.length > MAX_PATCH_LENGTH) return refusalOf({ reason: 'too_large' }, 0);
  const snapshot = new SnapshotLines(snapshotText);
  const patch = readAnswer(snapshot, answer, isWhole);
  if (isRefused(patch)) return refusalOf(patch, 0);
  if (patch.refused !== null) return refusalOf(patch.refused, patch.hunks.length + 1);
  const planned = planHunks(snapshot, patch);
  return isRefused(planned) ? refusalOf(planned, patch.hunks.length) : { edits: planned };
}

/** The most hunks that are left out; each means to plan the others again. */
const MOST_LEFT_OUT = 20;
/** Reasons for which it is not certain which of the hunks is meant. */
const CONTRADICTIONS: ReadonlySet<RefusalReason> = new Set(['overlap', 'out_of_order']);

/**
 * The changes of a refused answer's hunks that could be read whole and fit; empty if none do, or if it is uncertain
 * which are meant.
 */
export function planFittingHunks(snapshotText: string, answer: string, isWhole: boolean): PlannedEdits {
  if (answer.length > MAX_PATCH_LENGTH) return [];
  const snapshot = new SnapshotLines(snapshotText);
  const patch = readAnswer(snapshot, answer, isWhole);
  if (isRefused(patch)) return [];
  let { hunks } = patch;
  for (let left = MOST_LEFT_OUT; left >= 0 && hunks.length > 0; left -= 1) {
    const planned = planHunks(snapshot, { ...patch, hunks });
    if (!isRefused(planned)) return planned;
    const rest = hunks.filter(({ number }) => number !== planned.hunk);
    if (CONTRADICTIONS.has(planned.reason) || rest.length === hunks.length) return [];
    hunks = rest;
  }
  return [];
}

function refusalOf(refused: Refused, hunks: number): PatchPlan {
  return { refusal: makeRefusal(refused, hunks) };
}

function readAnswer(snapshot: SnapshotLines, answer: string, isWhole: boolean): ReadPatch | Refused {
  if (answer.trim() === '') return { reason: 'empty' };
  const { lines, isClosed, isCut } = unwrapAnswer(answer);
  const isBuilt = isBuiltDiff(lines);
  const pairs =
    hasPatchLine(lines) || lines.some((_, at) => isFileHeader(lines, at)) ? null : readPairs(answer);
  if (pairs !== null)
    return 'hunks' in pairs && pairs.hunks.length > MAX_HUNKS ? { reason: 'too_large' } : pairs;
  const isBlocks = !isBuilt && lines.some((line) => BLOCK_START.test(line));
  const starts = lines.filter((line) => (isBlocks ? BLOCK_START : HUNK_HEADER).test(line));
  if (starts.length > MAX_HUNKS) return { reason: 'too_large' };
  const patch = isBlocks
    ? readBlocks(lines)
    : readDiff(lines, (line) => snapshot.hasLine(line), isClosed || isWhole);
  if (isRefused(patch)) return patch;
  if (isCut && patch.refused === null) {
    const last = patch.hunks.at(-1);
    const refused: Refused = { reason: 'truncated', hunk: last?.number, header: last?.header };
    return { hunks: patch.hunks.slice(0, -1), isBuilt, refused };
  }
  return { ...patch, isBuilt };
}

function planHunks(snapshot: SnapshotLines, { hunks, isBuilt }: ReadPatch): PlannedEdits | Refused {
  const changing = hunks.filter((hunk) => hunk.lines.some(({ side }) => side !== 'both'));
  const refused = isBuilt ? null : (findElided(snapshot, changing) ?? findDisorder(changing));
  if (refused !== null) return refused;
  const located = locateHunks(snapshot, changing);
  const drafts: DraftEdit[] = [];
  const done = new Map<number, Hunk[]>();
  for (const [index, hunk] of changing.entries()) {
    if (!isBuilt && isAmongBlanks(snapshot, hunk))
      return { reason: 'no_context', hunk: hunk.number, header: hunk.header };
    const place = placeOf(snapshot, hunk, located[index] ?? 'nowhere');
    if (isRefused(place)) return place;
    const here = done.get(place.from) ?? [];
    if (here.some((other) => isSameHunk(other, hunk))) continue;
    done.set(place.from, [...here, hunk]);
    const edits = editsOf(snapshot, hunk, place);
    if (edits === null) return explainMismatch(snapshot, hunk, 'nowhere');
    for (const edit of edits) drafts.push(edit);
  }
  const edits = settleEdits(snapshot.text, drafts, isBuilt);
  if (!isRefused(edits)) return edits.length === 0 ? { reason: 'empty' } : edits;
  return { ...edits, header: hunks.find(({ number }) => number === edits.hunk)?.header };
}

function findElided(snapshot: SnapshotLines, hunks: readonly Hunk[]): Refused | null {
  for (const hunk of hunks) {
    const expected = findElision(snapshot, hunk);
    if (expected !== null) return { reason: 'elision', hunk: hunk.number, header: hunk.header, expected };
  }
  return null;
}

/** The first hunk whose header places it before an earlier one. */
function findDisorder(hunks: readonly Hunk[]): Refused | null {
  let reached = 0;
  for (const { number, header, line } of hunks) {
    if (line === null) continue;
    if (line < reached) return { reason: 'out_of_order', hunk: number, header };
    reached = line;
  }
  return null;
}

/** Returns true if only blank lines identify its place: a line number is a guess, and blank lines are everywhere. */
function isAmongBlanks(snapshot: SnapshotLines, hunk: Hunk): boolean {
  const marksEnd = hunk.endsOld || hunk.endsNew;
  return !marksEnd && !isBlank(snapshot.text) && oldSide(hunk).every(isBlank);
}

function placeOf(snapshot: SnapshotLines, hunk: Hunk, located: Located): HunkPlace | Refused {
  const old = oldSide(hunk);
  const where = { hunk: hunk.number, header: hunk.header };
  if (old.length === 0 && snapshot.text === '') return { rung: 'exact', line: 0, from: 0, to: 0 };
  if (old.every(isBlank) && typeof located === 'string') return { reason: 'no_context', ...where };
  if (typeof located === 'string') return explainMismatch(snapshot, hunk, located);
  return located;
}

function editsOf(snapshot: SnapshotLines, hunk: Hunk, place: HunkPlace): readonly DraftEdit[] | null {
  if (snapshot.text === '') {
    const insert = newSide(hunk).join('\n') + (hunk.isDiff && !hunk.endsNew ? '\n' : '');
    return [{ from: 0, to: 0, insert, hunk: hunk.number, isRemoval: false }];
  }
  const isByLine = place.rung === 'exact' || place.rung === 'ends';
  return isByLine ? lineEdits(snapshot, hunk, place) : carryWords(snapshot, hunk, place);
}

/** Why a hunk has no place, with the line that it expected and the text that is most like it. */
function explainMismatch(snapshot: SnapshotLines, hunk: Hunk, located: 'nowhere' | 'ambiguous'): Refused {
  const where = { hunk: hunk.number, header: hunk.header };
  const shown = oldSide(hunk).filter((line) => !isBlank(line));
  const missing = shown.find((line) => !snapshot.hasFoldedLine(line)) ?? shown[0] ?? '';
  const found = { ...where, expected: missing, actual: findSimilar(snapshot.text, missing) };
  if (located === 'ambiguous') return { reason: 'ambiguous', ...found };
  const [reversed] = locate(snapshot, [{ lines: newSide(hunk), line: hunk.line, end: null }]);
  if (newSide(hunk).some((line) => !isBlank(line)) && reversed !== undefined && reversed !== 'nowhere') {
    return { reason: 'reversed', ...found };
  }
  const elided = findInnerElision(snapshot, hunk);
  if (elided !== null) return { reason: 'elision', ...found, expected: elided };
  return { reason: 'context_mismatch', ...found };
}

/** The changes of a hunk whose lines are those of the snapshot. Lines that it keeps are not touched. */
function lineEdits(snapshot: SnapshotLines, hunk: Hunk, place: HunkPlace): readonly DraftEdit[] {
  if (hunk.endsOld || hunk.endsNew) return [endOfText(snapshot, hunk, place)];
  const edits: DraftEdit[] = [];
  let at = place.line;
  let removed = 0;
  let added: string[] = [];
  const close = () => {
    if (removed > 0 || added.length > 0) {
      edits.push({ ...replaceLines(snapshot, at - removed, removed, added), hunk: hunk.number });
    }
    removed = 0;
    added = [];
  };
  for (const { side, text } of hunk.lines) {
    if (side === 'both') close();
    if (side === 'new') added.push(text);
    else at += 1;
    if (side === 'old') removed += 1;
  }
  close();
  return edits;
}

/** Replaces `count` lines from `index` on; with the line break after them, or before them at the end of the text. */
function replaceLines(
  snapshot: SnapshotLines,
  index: number,
  count: number,
  added: readonly string[],
): Omit<DraftEdit, 'hunk'> {
  const { length } = snapshot.lines;
  const isRemoval = added.length === 0;
  const insert = added.join('\n');
  if (count > 0 && !isRemoval) {
    return { from: snapshot.startOf(index), to: snapshot.endOf(index + count - 1), insert, isRemoval };
  }
  if (index + count < length) {
    const to = snapshot.startOf(index + count);
    return { from: snapshot.startOf(index), to, insert: isRemoval ? '' : `${insert}\n`, isRemoval };
  }
  const from = Math.max(0, snapshot.endOf(index - 1));
  return { from, to: snapshot.text.length, insert: isRemoval ? '' : `\n${insert}`, isRemoval };
}

/** The change of a hunk that names a side which ends the text without a line break. */
function endOfText(snapshot: SnapshotLines, hunk: Hunk, place: HunkPlace): DraftEdit {
  let at = place.line;
  let insert = '';
  for (const { side, text } of hunk.lines) {
    if (side !== 'old') insert += `${side === 'both' ? snapshot.lines[at] : text}\n`;
    if (side !== 'new') at += 1;
  }
  if (hunk.endsNew) insert = insert.slice(0, -1);
  return { from: place.from, to: snapshot.text.length, insert, hunk: hunk.number, isRemoval: false };
}

// The part of a snapshot most like the text that an agent expected: only to be shown, never to be changed.

/** Bounds of the search, which is not worth more: words looked for, and places of each. */
const MOST_WORDS = 40;
const MOST_PLACES = 100;
const LONGEST_LINE = 4_000;
/** A line with a smaller share of the words is not similar. */
const LEAST_SHARE = 0.4;

/** The line with most of the words of `expected`, by their length, or 300 code units of it; null if none has many. */
function findSimilar(text: string, expected: string): string | null {
  const words = wordsOf(expected);
  const total = words.reduce((sum, { length }) => sum + length, 0);
  if (total === 0) return null;
  const scores = new Map<number, { score: number; first: number }>();
  for (const word of words) {
    const lines = new Set<number>();
    let at = text.indexOf(word);
    for (let places = 0; at >= 0 && places < MOST_PLACES; places++) {
      const start = lineStart(text, at);
      const known = scores.get(start) ?? { score: 0, first: at };
      if (!lines.has(start)) known.score += word.length;
      lines.add(start);
      known.first = Math.min(known.first, at);
      scores.set(start, known);
      at = text.indexOf(word, at + word.length);
    }
  }
  let best: { readonly start: number; readonly score: number; readonly first: number } | null = null;
  for (const [start, { score, first }] of scores) {
    if (best === null || score > best.score || (score === best.score && start < best.start)) {
      best = { start, score, first };
    }
  }
  if (best === null || best.score < LEAST_SHARE * total) return null;
  return quoteLine(text, best.start, best.first);
}

/** The longest words first: they are the rarest. */
function wordsOf(expected: string): readonly string[] {
  const words = new Set(expected.slice(0, LONGEST_LINE).match(/[\p{L}\p{N}\p{M}]+/gu));
  return [...words].sort((one, other) => other.length - one.length).slice(0, MOST_WORDS);
}

/** The start of the line, or of the part near the offset if the line is very long. */
function lineStart(text: string, offset: number): number {
  const near = Math.max(0, offset - LONGEST_LINE);
  const found = text.slice(near, offset).lastIndexOf('\n');
  if (found >= 0) return near + found + 1;
  return near === 0 ? 0 : offset - (offset % LONGEST_LINE);
}

function quoteLine(text: string, start: number, first: number): string {
  const excerpt = text.slice(start, start + 2 * LONGEST_LINE);
  const end = excerpt.indexOf('\n');
  const to = end < 0 ? start + excerpt.length : start + end;
  const isLong = to - start > LONGEST_QUOTE;
  const from = isLong && first - start > LONGEST_QUOTE / 2 ? Math.min(first, to - LONGEST_QUOTE) : start;
  return text.slice(
    snapToPairEnd(text, Math.max(start, from)),
    snapToPairStart(text, Math.min(to, from + LONGEST_QUOTE)),
  );
}

/** Marks a diff that `buildDiff` made, so that nothing in it is taken for a slip of a model. */

const MARK = /^\+\+\+ edited ([0-9a-f]{8})$/;

/** The line that names the new text of a diff. @param body the lines after it, each with its line break */
export function builtHeader(body: string): string {
  return `+++ edited ${toHex(hashText(EMPTY, body))}`;
}

/** Returns true if lines are, character by character, a diff that `buildDiff` made, whatever follows it. */
function isBuiltDiff(lines: readonly string[]): boolean {
  const at = lines.findIndex((line) => line.startsWith('+++ '));
  const mark = MARK.exec(lines[at] ?? '')?.[1];
  if (mark === undefined) return false;
  let hash = EMPTY;
  for (let index = at + 1; index < lines.length; index++) {
    hash = hashText(hashText(hash, lines[index] ?? ''), '\n');
    // A fence or prose after the diff has none of its signs.
    if (/^[-+ @\\]/.test(lines[index + 1] ?? '')) continue;
    if (toHex(hash) === mark) return true;
  }
  return false;
}

/** The hash of nothing; FNV-1a, which no model computes. */
const EMPTY = 0x811c9dc5;

function hashText(before: number, text: string): number {
  let hash = before;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

function toHex(hash: number): string {
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** A line of nothing but dots. */
const DOTS = /^[\s[(*<{/#-]*(?:\.{3,}|…|(?:\. ){2,}\.)[\s\])*>}/]*$/;
/** Something short in brackets. */
const BRACKETED = /[[({<][^\][(){}<>\n]{1,80}[\])}>]/g;
/** A remark that something is as it was. */
const REMARK =
  /\b(?:rest|remainder|remaining|others?|existing|previous|following|original|everything|text|paragraphs?|chapter|scene|story)\b.*\b(?:unchanged|omitted|the same|as before|as above|as is|continues?|here)\b|\brest of (?:the |this )?(?:text|chapter|story|scene|paragraph|section|document|file|content)\b|^\W*(?:unchanged|omitted|snip|snipped|no changes?|same as (?:before|above))\W*$/i;
/** The longest line that may be a remark without brackets. */
const LONGEST_REMARK = 120;
const BARE_REMARK =
  /^[\s/#*.…-]*(?:\.{3}|…|\/\/|#|\*)[\s.…]*(?:the )?(?:rest|remainder|remaining|existing|everything else)\b/i;
/** Dots inside a line. */
const INNER = /\s*(?:\[\s*(?:\.{3,}|…)\s*\]|\.{3,}|…)\s*/;
/** The most dots in a line that are looked at. */
const MOST_PARTS = 20;

/** The placeholder for omitted text in the hunk that is not in the snapshot; null if there is none. */
export function findElision(snapshot: SnapshotLines, hunk: Hunk): string | null {
  for (const { text } of hunk.lines) {
    const found = elisionIn(text);
    if (found !== null && !snapshot.text.includes(found.trim()) && !snapshot.hasFoldedLine(found))
      return found;
  }
  return null;
}

function elisionIn(line: string): string | null {
  if (line.length <= LONGEST_REMARK && (DOTS.test(line) || BARE_REMARK.test(line))) return line;
  if (!/[[({<]/.test(line)) return null;
  return line.match(BRACKETED)?.find((piece) => DOTS.test(piece) || REMARK.test(piece)) ?? null;
}

/** An old line that is in the snapshot except for its dots; null if there is none. */
function findInnerElision(snapshot: SnapshotLines, hunk: Hunk): string | null {
  const lines = oldSide(hunk).filter((line) => INNER.test(line) && !snapshot.hasFoldedLine(line));
  for (const line of lines.slice(0, MOST_PARTS)) {
    const parts = line
      .split(INNER)
      .map(fold)
      .filter((part) => part !== '');
    if (
      parts.length > 0 &&
      parts.length <= MOST_PARTS &&
      snapshot.folded.some((known) => hasInOrder(known, parts))
    )
      return line;
  }
  return null;
}

function hasInOrder(line: string, parts: readonly string[]): boolean {
  let from = 0;
  for (const part of parts) {
    const at = line.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}
