import type { FinishReason } from '../tree/tree-node.ts';

/** The finish reasons that providers send. */
export type ProviderFinish = Extract<FinishReason, 'stop' | 'length' | 'content_filter'>;

/** Ends that the service or its filter imposed, by the names that services give them. */
const WITHHELD =
  /content.?filter|refus|safety|moderat|sensitive|prohibit|blocklist|blocked|guardrail|recitation|spii/;
/** Ends that are none: the service failed. */
const FAILED = /error|abort|cancel|timeout|insufficient|unavailable/;
const AT_LIMIT = /length|max\w*tokens|context.?window/;

/**
 * Maps a service's finish reason. An unknown reason is an ordinary end.
 * @returns null if the answer continues, or failed on the service's side
 */
export function finishOf(reason: unknown): ProviderFinish | null {
  if (typeof reason !== 'string' || reason === '') return null;
  const name = reason.slice(0, 100).toLowerCase();
  if (WITHHELD.test(name)) return 'content_filter';
  if (FAILED.test(name)) return null;
  return AT_LIMIT.test(name) ? 'length' : 'stop';
}
