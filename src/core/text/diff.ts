/**
 * The diff that decides who wrote what where no tracking was possible (`domain.md`, *Authorship*): an agent's edit that
 * replaces a whole node, an imported version. Everything that can be tracked is.
 */
import DiffMatchPatch from 'diff-match-patch';
import type { SpannedText } from '../buffer/draft.ts';
import type { AgentId } from '../ids.ts';
import { findAnchors, type KeptRun } from './anchors.ts';
import { makeSpan, normaliseSpans, type Span, type Spans } from './span.ts';
import { isInsidePair } from './surrogate-pair.ts';

export type { KeptRun } from './anchors.ts';

/** The longest text, in UTF-16 code units, that is compared character by character. */
const PIECE_LIMIT = 2_000;
/** How far back from the first difference a word's beginning is looked for. */
const WORD_SEARCH = 100;

const matcher = new DiffMatchPatch();
// With a deadline, the machine's speed would decide who wrote a character.
matcher.Diff_Timeout = 0;

/** What two short texts have in common, character by character. */
function compareShort(oldText: string, newText: string): readonly KeptRun[] {
  const diffs = matcher.diff_main(oldText, newText, false);
  matcher.diff_cleanupSemantic(diffs);
  const runs: KeptRun[] = [];
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

/** Length of the common beginning, drawn back to where a word begins when that is near. */
function commonStart(oldText: string, newText: string): number {
  const length = matcher.diff_commonPrefix(oldText, newText);
  if (length === oldText.length || length === newText.length) return length;
  for (let at = length; at > 0 && at > length - WORD_SEARCH; at--) {
    if (isSpaceAt(oldText, at - 1)) return at;
  }
  return length;
}

/** Length of the common end, drawn back to where a word ends when that is near. */
function commonEnd(oldText: string, newText: string): number {
  const length = matcher.diff_commonSuffix(oldText, newText);
  if (length === oldText.length || length === newText.length) return length;
  for (let kept = length; kept > 0 && kept > length - WORD_SEARCH; kept--) {
    if (isSpaceAt(oldText, oldText.length - kept)) return kept;
  }
  return length;
}

function moved(run: KeptRun, by: { readonly oldFrom: number; readonly newFrom: number }): KeptRun {
  return { ...run, oldFrom: run.oldFrom + by.oldFrom, newFrom: run.newFrom + by.newFrom };
}

/** What two texts of any length have in common. */
function compareLong(oldText: string, newText: string): readonly KeptRun[] {
  const start = commonStart(oldText, newText);
  const end = commonEnd(oldText.slice(start), newText.slice(start));
  const oldMiddle = oldText.slice(start, oldText.length - end);
  const newMiddle = newText.slice(start, newText.length - end);
  const middle = { oldFrom: start, newFrom: start };
  const anchors = [
    { oldFrom: 0, newFrom: 0, length: start },
    ...findAnchors(oldMiddle, newMiddle, PIECE_LIMIT).map((run) => moved(run, middle)),
    { oldFrom: oldText.length - end, newFrom: newText.length - end, length: end },
  ];
  const runs: KeptRun[] = [];
  let gap = { oldFrom: 0, newFrom: 0 };
  for (const anchor of anchors) {
    const oldGap = oldText.slice(gap.oldFrom, anchor.oldFrom);
    const newGap = newText.slice(gap.newFrom, anchor.newFrom);
    if (oldGap !== '' && newGap !== '' && Math.max(oldGap.length, newGap.length) <= PIECE_LIMIT) {
      for (const run of compareShort(oldGap, newGap)) runs.push(moved(run, gap));
    }
    runs.push(anchor);
    gap = { oldFrom: anchor.oldFrom + anchor.length, newFrom: anchor.newFrom + anchor.length };
  }
  return runs;
}

/** Runs that follow one another in both texts are one: the boundary between them means nothing. */
function joinRuns(runs: readonly KeptRun[]): readonly KeptRun[] {
  const joined: KeptRun[] = [];
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

/** The run without half characters at its ends: half of a pair is not the same character. */
function withoutHalves({ oldFrom, newFrom, length }: KeptRun, oldText: string, newText: string): KeptRun {
  const lead = isInsidePair(oldText, oldFrom) || isInsidePair(newText, newFrom) ? 1 : 0;
  const trail = isInsidePair(oldText, oldFrom + length) || isInsidePair(newText, newFrom + length) ? 1 : 0;
  return { oldFrom: oldFrom + lead, newFrom: newFrom + lead, length: Math.max(0, length - lead - trail) };
}

/**
 * What an old and a new text have in common, in order, not overlapping. Up to 2,000 code units diff-match-patch with
 * its semantic clean-up decides; longer texts are first anchored on word sequences that occur once in each, so that
 * the cost stays linear. The same texts always give the same answer, and no run begins or ends inside a surrogate pair.
 */
export function findKeptRuns(oldText: string, newText: string): readonly KeptRun[] {
  const isShort = Math.max(oldText.length, newText.length) <= PIECE_LIMIT;
  const runs = isShort ? compareShort(oldText, newText) : compareLong(oldText, newText);
  return joinRuns(runs)
    .map((run) => withoutHalves(run, oldText, newText))
    .filter(({ length }) => length > 0);
}

/**
 * Who wrote each part of `newText`, which `author` made out of `old`: what a diff finds unchanged keeps its agents, the
 * rest is the author's. Every run is marked as inferred, for the diff decides both; where the texts are equal there is
 * nothing to infer and the spans are the old ones. In normal form.
 */
export function inferSpans(old: SpannedText, newText: string, author: AgentId): Spans {
  if (old.text === newText) return normaliseSpans(old.spans);
  const spans: Span[] = [];
  const oldSpans = old.spans.values();
  let current = oldSpans.next().value;
  /** Where `current` ends in the old text. */
  let currentEnd = current?.length ?? 0;
  let reached = 0;
  for (const { oldFrom, newFrom, length } of findKeptRuns(old.text, newText)) {
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
