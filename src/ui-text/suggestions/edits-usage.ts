/** Results of agents’ edits, in Settings → Usage. */
import type { RefusalReason } from '../../core/proposals/refusal.ts';

export const EDITS_HEADING = 'Edits by agents';
export const EDIT_COLUMNS = {
  agent: 'Agent',
  edits: 'Edits',
  refused: 'Refused',
  suggestions: 'Suggestions',
  accepted: 'Accepted',
  rejected: 'Rejected',
  latency: 'Mean time',
} as const;

/** Short names of the reasons, for a table. */
const REASON_NAMES: Readonly<Record<RefusalReason, string>> = {
  context_mismatch: 'other words',
  ambiguous: 'several places',
  no_context: 'no place',
  out_of_order: 'wrong order',
  overlap: 'overlapping',
  reversed: 'old and new mixed up',
  elision: 'left text out',
  malformed: 'not an edit',
  truncated: 'broken off',
  unknown_version: 'unknown text',
  stale_version: 'old text',
  several_documents: 'several documents',
  too_large: 'too large',
  empty: 'no change',
};

/** Number of refused edits, with reasons: `3 (2 other words, 1 broken off)`. */
export function reasonsOf(
  refusals: readonly { readonly reason: RefusalReason; readonly count: number }[],
): string {
  const all = refusals.reduce((sum, { count }) => sum + count, 0);
  const [only, ...others] = refusals;
  if (only === undefined || all === 0) return '0';
  if (others.length === 0) return `${all} (${REASON_NAMES[only.reason]})`;
  return `${all} (${refusals.map(({ reason, count }) => `${count} ${REASON_NAMES[reason]}`).join(', ')})`;
}
