/** How the Node tab says what a node is. */
import type { NodeVerdict } from '../../../core/provenance/verify.ts';
import { type Spans, spansLength } from '../../../core/text/span.ts';
import type { FinishReason } from '../../../core/tree/tree-node.ts';

const TIME = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** A time in milliseconds, as people say it. */
export function formatTime(time: number): string {
  return TIME.format(time);
}

export function formatNumber(number: number): string {
  return NUMBER.format(number);
}

/** Milliseconds. */
export function formatDuration(duration: number): string {
  return duration < 1_000 ? `${Math.round(duration)} ms` : `${NUMBER.format(duration / 1_000)} s`;
}

const FINISHED: Readonly<Record<FinishReason, string>> = {
  stop: 'came to its end',
  length: 'reached the length that was asked for',
  content_filter: 'cut off by the provider’s filter',
  stopped: 'stopped by the writer',
  interrupted: 'interrupted; what had arrived was kept',
};

export function sayFinish(reason: FinishReason): string {
  return FINISHED[reason];
}

const VERDICTS: Readonly<Record<NodeVerdict['verdict'], string>> = {
  valid: 'As it was written',
  invalid: 'Not as it was written',
  incomplete: 'Cannot be proved',
};

/** The state of a node's hash in one sentence. */
export function sayVerdict({ verdict, reasons }: NodeVerdict): string {
  const why = reasons.join('; ');
  return why === '' ? `${VERDICTS[verdict]}.` : `${VERDICTS[verdict]}: ${why}.`;
}

/** How much of a text each agent wrote, the most first. Shares are whole percents and at least 1. */
export function sharesOf(spans: Spans): readonly { readonly agent: string; readonly percent: number }[] {
  const total = spansLength(spans);
  const lengths = new Map<string, number>();
  for (const { agent, length } of spans) lengths.set(agent, (lengths.get(agent) ?? 0) + length);
  return [...lengths]
    .sort(([, a], [, b]) => b - a)
    .map(([agent, length]) => ({ agent, percent: Math.max(1, Math.round((100 * length) / total)) }));
}

/** What of a text was not tracked but inferred, in UTF-16 code units. */
export function inferredLength(spans: Spans): number {
  return spansLength(spans.filter(({ inferred }) => inferred === true));
}
