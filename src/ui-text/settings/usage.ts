/** The tokens and costs of a grove's continuations, and what became of agents' edits. */
import type { RefusalReason } from '../../core/proposals/proposal.ts';

export const NO_GROVE_NO_USAGE = 'Usage is recorded per grove. Open one to see it.';
export const NO_USAGE = 'This grove has no continuations yet.';
export const USAGE_INTRO =
  'Tokens as counted by the services, for what is saved in this grove. A cost is shown if the service’s list has prices.';
export const GROUP_BY = 'Group by';
export const GROUP_NAMES = { day: 'Day', tree: 'Tree', agent: 'Agent' } as const;
export const usageBy = (group: keyof typeof GROUP_NAMES) => `Usage by ${GROUP_NAMES[group].toLowerCase()}`;
export const USAGE_COLUMNS = ['Requests', 'Tokens read', 'Tokens written', 'Cost'] as const;
export const TOTAL = 'Total';
export const ARCHIVED_TREE = 'A tree put away';
export const UNKNOWN_AGENT = 'An unknown agent';
export const UNKNOWN = 'unknown';
export const uncountedRequests = (count: number) =>
  `${count} of the requests went to services that report no counts; their tokens are not included.`;

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
