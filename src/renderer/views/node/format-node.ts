/** Formats what the Node tab shows. */
import type { NodeVerdict } from '../../../core/provenance/verify.ts';
import { type Spans, spansLength } from '../../../core/text/span.ts';
import type { FinishReason } from '../../../core/tree/tree-node.ts';

const TIME = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** `Nov 21, 2026, 3:42 PM`. @param time milliseconds since 1970 UTC */
export function formatTime(time: number): string {
  // Another program may have written any number.
  return Number.isNaN(new Date(time).getTime()) ? 'unknown' : TIME.format(time);
}

export function formatNumber(number: number): string {
  return NUMBER.format(number);
}

/** `340 ms`, `1.25 s`. @param duration milliseconds */
export function formatDuration(duration: number): string {
  return duration < 1_000 ? `${Math.round(duration)} ms` : `${NUMBER.format(duration / 1_000)} s`;
}

const FINISHED: Readonly<Record<FinishReason, string>> = {
  stop: 'complete',
  length: 'reached the requested length',
  content_filter: 'cut off by the provider’s filter',
  stopped: 'stopped by the writer',
  interrupted: 'interrupted; what had arrived is kept',
};

export function formatFinishReason(reason: FinishReason): string {
  return FINISHED[reason];
}

const VERDICTS: Readonly<Record<NodeVerdict['verdict'], string>> = {
  valid: 'Unchanged',
  invalid: 'Changed since it was written',
  incomplete: 'Cannot be verified',
};

/** Whether a node's hash verifies, and if not, why. */
export function formatVerdict({ verdict, reasons }: NodeVerdict): string {
  const why = reasons.join('; ');
  return why === '' ? `${VERDICTS[verdict]}.` : `${VERDICTS[verdict]}: ${why}.`;
}

/** The share of a text that each agent wrote, largest first. Shares are whole percents, at least 1. */
export function sharesOf(spans: Spans): readonly { readonly agent: string; readonly percent: number }[] {
  const total = spansLength(spans);
  const lengths = new Map<string, number>();
  for (const { agent, length } of spans) lengths.set(agent, (lengths.get(agent) ?? 0) + length);
  return [...lengths]
    .sort(([, a], [, b]) => b - a)
    .map(([agent, length]) => ({ agent, percent: Math.max(1, Math.round((100 * length) / total)) }));
}

/** The length of the text whose authorship is inferred, not tracked, in UTF-16 code units. */
export function inferredLength(spans: Spans): number {
  return spansLength(spans.filter(({ inferred }) => inferred === true));
}
