import type { PlannedEdits } from '../planned-edit.ts';
import type { PatchRefusal, RefusalReason } from '../refusal.ts';
import { isBuiltDiff } from './built-mark.ts';
import { carryWords } from './carry-words.ts';
import type { DraftEdit } from './draft-edit.ts';
import { findElision } from './elision.ts';
import { explainMismatch } from './explain-mismatch.ts';
import { type Hunk, isBlank, isSameHunk, newSide, oldSide, type ReadPatch } from './hunk.ts';
import { NOTHING, type Without } from './leniency.ts';
import { lineEdits } from './line-edits.ts';
import { type Located, locateHunks, type Place } from './locate-hunks.ts';
import { BLOCK_START, HUNK_HEADER, hasPatchLine, isFileHeader } from './reading/marks.ts';
import { readBlocks } from './reading/read-blocks.ts';
import { readDiff } from './reading/read-diff.ts';
import { readPairs } from './reading/read-pairs.ts';
import { unwrapAnswer } from './reading/unwrap-answer.ts';
import { isRefused, makeRefusal, type Refused } from './refuse.ts';
import { settleEdits } from './settle-edits.ts';
import { SnapshotLines } from './snapshot-lines.ts';

/** The longest answer that is read, in UTF-16 code units, and the most hunks in it. */
export const MAX_PATCH_LENGTH = 256 * 1024;
export const MAX_HUNKS = 500;

/** What an answer would change in a text; or why it changes nothing. */
export type PatchPlan = { readonly edits: PlannedEdits } | { readonly refusal: PatchRefusal };

/**
 * Reads an answer as a patch of a snapshot (`edits.md`, *Reading a patch*): unified diffs, `*** Begin Patch` and
 * search/replace blocks, bare, fenced, in prose or in JSON. Lenient about form, never about words, never about place; all
 * or nothing. Applying all edits gives the patched text; what is outside them stays as it is.
 * @param isWhole whether the answer is known to have ended, by its closing mark or the finish reason: then a count of lines that
 *   is too high, or a fence that stays open, is a slip
 * @param without leniencies to switch off: for tests, and for counting what models get wrong
 */
export function planPatch(
  snapshotText: string,
  answer: string,
  isWhole: boolean,
  without: Without = NOTHING,
): PatchPlan {
  if (answer.length > MAX_PATCH_LENGTH) return refusalOf({ reason: 'too_large' }, 0);
  const snapshot = new SnapshotLines(snapshotText, without);
  const patch = readAnswer(snapshot, answer, isWhole, without);
  if (isRefused(patch)) return refusalOf(patch, 0);
  if (patch.refused !== null) return refusalOf(patch.refused, patch.hunks.length + 1);
  const planned = planHunks(snapshot, patch, without);
  return isRefused(planned) ? refusalOf(planned, patch.hunks.length) : { edits: planned };
}

/** The most hunks that are left out; each means to plan the others again. */
const MOST_LEFT_OUT = 20;
/** Reasons for which it is not certain which of the hunks is meant. */
const CONTRADICTIONS: ReadonlySet<RefusalReason> = new Set(['overlap', 'out_of_order']);

/**
 * What the hunks of a refused answer change that could be read whole and fit; empty if none do, or if it is not certain which
 * are meant.
 */
export function planFittingHunks(snapshotText: string, answer: string, isWhole: boolean): PlannedEdits {
  if (answer.length > MAX_PATCH_LENGTH) return [];
  const snapshot = new SnapshotLines(snapshotText, NOTHING);
  const patch = readAnswer(snapshot, answer, isWhole, NOTHING);
  if (isRefused(patch)) return [];
  let { hunks } = patch;
  for (let left = MOST_LEFT_OUT; left >= 0 && hunks.length > 0; left -= 1) {
    const planned = planHunks(snapshot, { ...patch, hunks }, NOTHING);
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

function readAnswer(
  snapshot: SnapshotLines,
  answer: string,
  isWhole: boolean,
  without: Without,
): ReadPatch | Refused {
  if (answer.trim() === '') return { reason: 'empty' };
  const { lines, isClosed, isCut } = unwrapAnswer(answer, without);
  const isBuilt = isBuiltDiff(lines);
  const pairs =
    hasPatchLine(lines) || lines.some((_, at) => isFileHeader(lines, at)) ? null : readPairs(answer, without);
  if (pairs !== null)
    return 'hunks' in pairs && pairs.hunks.length > MAX_HUNKS ? { reason: 'too_large' } : pairs;
  const isBlocks = !isBuilt && lines.some((line) => BLOCK_START.test(line));
  const starts = lines.filter((line) => (isBlocks ? BLOCK_START : HUNK_HEADER).test(line));
  if (starts.length > MAX_HUNKS) return { reason: 'too_large' };
  const patch = isBlocks
    ? readBlocks(lines, without)
    : readDiff(lines, (line) => snapshot.hasLine(line), { without, isClosed: isClosed || isWhole });
  if (isRefused(patch)) return patch;
  if (isCut && patch.refused === null) {
    const last = patch.hunks.at(-1);
    const refused: Refused = { reason: 'truncated', hunk: last?.number, header: last?.header };
    return { hunks: patch.hunks.slice(0, -1), isBuilt, refused };
  }
  return { ...patch, isBuilt };
}

function planHunks(
  snapshot: SnapshotLines,
  { hunks, isBuilt }: ReadPatch,
  without: Without,
): PlannedEdits | Refused {
  const changing = hunks.filter((hunk) => hunk.lines.some(({ side }) => side !== 'both'));
  const refused = isBuilt ? null : (findElided(snapshot, changing) ?? findDisorder(changing));
  if (refused !== null) return refused;
  const located = locateHunks(snapshot, changing, without);
  const drafts: DraftEdit[] = [];
  const done = new Map<number, Hunk[]>();
  for (const [index, hunk] of changing.entries()) {
    if (!isBuilt && isAmongBlanks(snapshot, hunk))
      return { reason: 'no_context', hunk: hunk.number, header: hunk.header };
    const place = placeOf(snapshot, hunk, located[index] ?? 'nowhere', without);
    if (isRefused(place)) return place;
    const here = done.get(place.from) ?? [];
    if (!without.has('repeated_hunks') && here.some((other) => isSameHunk(other, hunk))) continue;
    done.set(place.from, [...here, hunk]);
    const edits = editsOf(snapshot, hunk, place, without);
    if (edits === null) return explainMismatch(snapshot, hunk, 'nowhere', without);
    for (const edit of edits) drafts.push(edit);
  }
  const edits = settleEdits(snapshot.text, drafts, isBuilt ? null : without);
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

/** The first hunk whose header says that it comes before an earlier one. */
function findDisorder(hunks: readonly Hunk[]): Refused | null {
  let reached = 0;
  for (const { number, header, line } of hunks) {
    if (line === null) continue;
    if (line < reached) return { reason: 'out_of_order', hunk: number, header };
    reached = line;
  }
  return null;
}

/** Whether blank lines are all that names its place: a number of a line is a guess, and blank lines are everywhere. */
function isAmongBlanks(snapshot: SnapshotLines, hunk: Hunk): boolean {
  const saysEnd = hunk.endsOld || hunk.endsNew;
  return !saysEnd && !isBlank(snapshot.text) && oldSide(hunk).every(isBlank);
}

function placeOf(snapshot: SnapshotLines, hunk: Hunk, located: Located, without: Without): Place | Refused {
  const old = oldSide(hunk);
  const where = { hunk: hunk.number, header: hunk.header };
  if (old.length === 0 && snapshot.text === '') return { rung: 'exact', line: 0, from: 0, to: 0 };
  if (old.every(isBlank) && typeof located === 'string') return { reason: 'no_context', ...where };
  if (typeof located === 'string') return explainMismatch(snapshot, hunk, located, without);
  const forgotMarker =
    hunk.isDiff &&
    !hunk.endsOld &&
    !hunk.endsNew &&
    located.to === snapshot.text.length &&
    located.from < located.to;
  const isElsewhere = hunk.line !== null && located.line !== hunk.line;
  if (isElsewhere && without.has('line_numbers')) return { reason: 'context_mismatch', ...where };
  if (forgotMarker && without.has('forgotten_end_marker')) return { reason: 'context_mismatch', ...where };
  return located;
}

function editsOf(
  snapshot: SnapshotLines,
  hunk: Hunk,
  place: Place,
  without: Without,
): readonly DraftEdit[] | null {
  if (snapshot.text === '') {
    const insert = newSide(hunk).join('\n') + (hunk.isDiff && !hunk.endsNew ? '\n' : '');
    return [{ from: 0, to: 0, insert, hunk: hunk.number, isRemoval: false }];
  }
  const isByLine = place.rung === 'exact' || place.rung === 'ends';
  return isByLine ? lineEdits(snapshot, hunk, place) : carryWords(snapshot, hunk, place, without);
}
