/**
 * Infers authorship by diff where tracking was not possible (`domain.md`, *Authorship*): an agent's edit that
 * replaces a whole node, an imported version. Everything that can be tracked is tracked.
 */
import DiffMatchPatch from 'diff-match-patch';
import type { AgentId } from '../ids.ts';
import { type CommonRun, findAnchors, readWords } from './anchors.ts';
import { makeSpan, normaliseSpans, type Span, type SpannedText, type Spans } from './span.ts';
import { isInsidePair } from './surrogate-pair.ts';

export type { CommonRun } from './anchors.ts';

/** The longest text, in UTF-16 code units, that is compared character by character. */
const PIECE_LIMIT = 2_000;
/** Distance before the first difference within which the start of a word is sought, in UTF-16 code units. */
const WORD_SEARCH = 100;

/**
 * Words are compared as the characters from here on, which are for private use: none is a space, a line end or a letter,
 * where the clean-up prefers to divide a text. There are more of them than a short text has words.
 */
const FIRST_CODE = 0xe000;

const matcher = new DiffMatchPatch();
// A deadline would make authorship depend on the speed of the machine.
matcher.Diff_Timeout = 0;

/** The common runs of two short texts, by words. */
function compareWords(oldText: string, newText: string): readonly CommonRun[] {
  const known = new Map<string, number>();
  const [oldWords, newWords] = [readWords(oldText, known), readWords(newText, known)];
  const encode = (ids: readonly number[]) => ids.map((id) => String.fromCharCode(FIRST_CODE + id)).join('');
  return compareShort(encode(oldWords.ids), encode(newWords.ids)).map(({ oldFrom, newFrom, length }) => {
    const start = newWords.starts[newFrom] ?? 0;
    const end = newWords.starts[newFrom + length] ?? newText.length;
    return { oldFrom: oldWords.starts[oldFrom] ?? 0, newFrom: start, length: end - start };
  });
}

/** The common runs of two short texts, by code units. */
function compareShort(oldText: string, newText: string): readonly CommonRun[] {
  const diffs = matcher.diff_main(oldText, newText, false);
  matcher.diff_cleanupSemantic(diffs);
  const runs: CommonRun[] = [];
  let oldFrom = 0;
  let newFrom = 0;
  for (const [kind, { length }] of diffs) {
    if (kind === DiffMatchPatch.DIFF_EQUAL) runs.push({ oldFrom, newFrom, length });
    if (kind !== DiffMatchPatch.DIFF_INSERT) oldFrom += length;
    if (kind !== DiffMatchPatch.DIFF_DELETE) newFrom += length;
  }
  return runs;
}

function isSpaceAt(text: string, index: number): boolean {
  return /\s/.test(text.charAt(index));
}

/** Length of the common prefix, shortened to the start of a word if one is near. */
function commonPrefix(oldText: string, newText: string): number {
  const length = matcher.diff_commonPrefix(oldText, newText);
  if (length === oldText.length || length === newText.length) return length;
  for (let at = length; at > 0 && at > length - WORD_SEARCH; at--) {
    if (isSpaceAt(oldText, at - 1)) return at;
  }
  return length;
}

/** Length of the common suffix, shortened to the end of a word if one is near. */
function commonSuffix(oldText: string, newText: string): number {
  const length = matcher.diff_commonSuffix(oldText, newText);
  if (length === oldText.length || length === newText.length) return length;
  for (let kept = length; kept > 0 && kept > length - WORD_SEARCH; kept--) {
    if (isSpaceAt(oldText, oldText.length - kept)) return kept;
  }
  return length;
}

function shifted(run: CommonRun, by: { readonly oldFrom: number; readonly newFrom: number }): CommonRun {
  return { ...run, oldFrom: run.oldFrom + by.oldFrom, newFrom: run.newFrom + by.newFrom };
}

/** The common runs of two texts of any length. @param compare finds it in short texts */
function compareLong(oldText: string, newText: string, compare: typeof compareShort): readonly CommonRun[] {
  const start = commonPrefix(oldText, newText);
  const end = commonSuffix(oldText.slice(start), newText.slice(start));
  const oldMiddle = oldText.slice(start, oldText.length - end);
  const newMiddle = newText.slice(start, newText.length - end);
  const middle = { oldFrom: start, newFrom: start };
  const anchors = [
    { oldFrom: 0, newFrom: 0, length: start },
    ...findAnchors(oldMiddle, newMiddle, PIECE_LIMIT).map((run) => shifted(run, middle)),
    { oldFrom: oldText.length - end, newFrom: newText.length - end, length: end },
  ];
  const runs: CommonRun[] = [];
  let gap = { oldFrom: 0, newFrom: 0 };
  for (const anchor of anchors) {
    const oldGap = oldText.slice(gap.oldFrom, anchor.oldFrom);
    const newGap = newText.slice(gap.newFrom, anchor.newFrom);
    if (oldGap !== '' && newGap !== '' && Math.max(oldGap.length, newGap.length) <= PIECE_LIMIT) {
      for (const run of compare(oldGap, newGap)) runs.push(shifted(run, gap));
    }
    runs.push(anchor);
    gap = { oldFrom: anchor.oldFrom + anchor.length, newFrom: anchor.newFrom + anchor.length };
  }
  return runs;
}

/** Joins runs that are adjacent in both texts: the boundary between them means nothing. */
function joinRuns(runs: readonly CommonRun[]): readonly CommonRun[] {
  const joined: CommonRun[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (run.length === 0) continue;
    if (
      last !== undefined &&
      last.oldFrom + last.length === run.oldFrom &&
      last.newFrom + last.length === run.newFrom
    ) {
      joined[joined.length - 1] = { ...last, length: last.length + run.length };
    } else joined.push(run);
  }
  return joined;
}

/** The run without half surrogate pairs at its ends: half of a pair is not the same character. */
function withoutHalves({ oldFrom, newFrom, length }: CommonRun, oldText: string, newText: string): CommonRun {
  const lead = isInsidePair(oldText, oldFrom) || isInsidePair(newText, newFrom) ? 1 : 0;
  const trail = isInsidePair(oldText, oldFrom + length) || isInsidePair(newText, newFrom + length) ? 1 : 0;
  return { oldFrom: oldFrom + lead, newFrom: newFrom + lead, length: Math.max(0, length - lead - trail) };
}

/**
 * The common runs of an old and a new text, in order, not overlapping. Up to 2,000 code units, diff-match-patch
 * decides, with its semantic clean-up. Longer texts are first anchored on word sequences that occur exactly once in
 * each, which keeps the cost linear. The same texts always give the same result, and no run starts or ends inside a
 * surrogate pair.
 */
export function findCommonRuns(oldText: string, newText: string): readonly CommonRun[] {
  return findRuns(oldText, newText, compareShort);
}

/**
 * The same for whole words: short texts are compared word by word, which also costs much less, so that the runs begin and
 * end where words do, except that a long text's may begin or end inside a long word.
 */
export function findCommonWords(oldText: string, newText: string): readonly CommonRun[] {
  return findRuns(oldText, newText, compareWords);
}

function findRuns(oldText: string, newText: string, compare: typeof compareShort): readonly CommonRun[] {
  if (oldText === '' || newText === '') return [];
  const isShort = Math.max(oldText.length, newText.length) <= PIECE_LIMIT;
  const runs = isShort ? compare(oldText, newText) : compareLong(oldText, newText, compare);
  return joinRuns(runs)
    .map((run) => withoutHalves(run, oldText, newText))
    .filter(({ length }) => length > 0);
}

/**
 * Infers who wrote each part of `newText`, which `author` made from `old`: unchanged text keeps its agents,
 * the remaining text belongs to `author`. Every span is marked as inferred, because the diff decides both. If
 * the texts are equal there is nothing to infer, and the old spans are returned. In normal form.
 */
export function inferSpans(old: SpannedText, newText: string, author: AgentId): Spans {
  if (old.text === newText) return normaliseSpans(old.spans);
  const spans: Span[] = [];
  const oldSpans = old.spans.values();
  let current = oldSpans.next().value;
  /** The offset in the old text at which `current` ends. */
  let currentEnd = current?.length ?? 0;
  let reached = 0;
  for (const { oldFrom, newFrom, length } of findCommonRuns(old.text, newText)) {
    spans.push(makeSpan(author, newFrom - reached, true));
    for (let at = oldFrom; at < oldFrom + length && current !== undefined; ) {
      if (currentEnd <= at) {
        current = oldSpans.next().value;
        currentEnd += current?.length ?? 0;
        continue;
      }
      const end = Math.min(currentEnd, oldFrom + length);
      spans.push(makeSpan(current.agent, end - at, true));
      at = end;
    }
    reached = newFrom + length;
  }
  spans.push(makeSpan(author, newText.length - reached, true));
  return normaliseSpans(spans);
}
