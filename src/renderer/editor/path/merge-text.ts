/** Merges two changes of one text: a step of history, and what others made of the text. Pure. */

import { type CommonRun, findCommonRuns } from '../../../core/text/diff.ts';
import { concatSpans, type SpannedText, sliceSpans } from '../../../core/text/span.ts';

/** `[from, to)` of an old text became `[newFrom, newTo)` of a new one. */
export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** The replacements that make one text of another and keep their common parts, in order. */
export function replacementsBetween(old: string, now: string): readonly Replacement[] {
  const end = { oldFrom: old.length, newFrom: now.length, length: 0 };
  let [from, at] = [0, 0];
  const replacements: Replacement[] = [];
  for (const run of [...findCommonRuns(old, now), end]) {
    const replacement = { from, to: run.oldFrom, newFrom: at, newTo: run.newFrom };
    if (from < run.oldFrom || at < run.newFrom) replacements.push(replacement);
    [from, at] = [run.oldFrom + run.length, run.newFrom + run.length];
  }
  return replacements;
}

function sliceOf({ text, spans }: SpannedText, from: number, to: number): SpannedText {
  return { text: text.slice(from, to), spans: sliceSpans(spans, from, to) };
}

function joined(parts: readonly SpannedText[]): SpannedText {
  return {
    text: parts.map(({ text }) => text).join(''),
    spans: concatSpans(...parts.map(({ spans }) => spans)),
  };
}

/** Text that the step or others inserted. */
interface Inserted {
  readonly byStep: boolean;
  readonly piece: SpannedText;
}

/** The common runs of two inserted texts; none if they may be chance. */
function runsShared(step: string, theirs: string): readonly CommonRun[] {
  const [inTheirs, inStep] = [theirs.indexOf(step), step.indexOf(theirs)];
  if (inTheirs !== -1) return [{ oldFrom: 0, newFrom: inTheirs, length: step.length }];
  if (inStep !== -1) return [{ oldFrom: inStep, newFrom: 0, length: theirs.length }];
  const runs = findCommonRuns(step, theirs);
  const shared = runs.reduce((sum, { length }) => sum + length, 0);
  return shared * 2 < Math.min(step.length, theirs.length) ? [] : runs;
}

/** All text that was inserted at one place, in order; what both inserted is there once. */
function insertedBy(all: readonly Inserted[]): readonly SpannedText[] {
  const step = joined(all.filter(({ byStep }) => byStep).map(({ piece }) => piece));
  const theirs = joined(all.filter(({ byStep }) => !byStep).map(({ piece }) => piece));
  const runs = runsShared(step.text, theirs.text);
  if (runs.length === 0 || step.text === '' || theirs.text === '') return all.map(({ piece }) => piece);
  const parts: SpannedText[] = [];
  let [at, theirAt] = [0, 0];
  const end = { oldFrom: step.text.length, newFrom: theirs.text.length, length: 0 };
  for (const { oldFrom, newFrom, length } of [...runs, end]) {
    const own = [sliceOf(step, at, oldFrom), sliceOf(theirs, theirAt, newFrom)];
    parts.push(...(all[0]?.byStep === true ? own : own.reverse()), sliceOf(step, oldFrom, oldFrom + length));
    [at, theirAt] = [oldFrom + length, newFrom + length];
  }
  return parts;
}

/**
 * A step's result on a text, with the changes of others in it. Text that either deleted is gone, and text that both
 * inserted at one place is there once: a version may have what the step restores.
 */
export function mergeText(old: string, step: SpannedText, theirs: SpannedText): SpannedText {
  const all = [
    ...replacementsBetween(old, theirs.text).map((change) => ({ ...change, byStep: false })),
    ...replacementsBetween(old, step.text).map((change) => ({ ...change, byStep: true })),
  ].sort((a, b) => a.from - b.from);
  const parts: SpannedText[] = [];
  // Up to here the old text is accounted for.
  let at = 0;
  /** Offset of the rest of the text in the step's result. */
  let shift = 0;
  for (let i = 0; i < all.length; ) {
    const from = all[i]?.from ?? old.length;
    parts.push(sliceOf(step, at + shift, from + shift));
    at = from;
    const inserted: Inserted[] = [];
    // Replacements that overlap or touch.
    for (let next = all[i]; next !== undefined && next.from <= at; i += 1, next = all[i]) {
      const { byStep, to, newFrom, newTo } = next;
      inserted.push({ byStep, piece: sliceOf(byStep ? step : theirs, newFrom, newTo) });
      if (byStep) shift = newTo - to;
      at = Math.max(at, to);
    }
    parts.push(...insertedBy(inserted));
  }
  return joined([...parts, sliceOf(step, at + shift, step.text.length)]);
}
