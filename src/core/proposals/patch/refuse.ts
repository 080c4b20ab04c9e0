import { cutText } from '../../text/limits.ts';
import type { PatchRefusal, RefusalReason } from '../refusal.ts';

/** The longest text that a refusal quotes, in UTF-16 code units. */
export const LONGEST_QUOTE = 300;

/** A refusal as it arises; `planPatch` adds the rest. */
export interface Refused {
  readonly reason: RefusalReason;
  readonly hunk?: number | undefined;
  readonly header?: string | null | undefined;
  readonly expected?: string | undefined;
  readonly actual?: string | null | undefined;
}

export function isRefused(value: object): value is Refused {
  return 'reason' in value;
}

/** @param hunks how many hunks the answer has; 0 if it could not be divided into hunks */
export function makeRefusal(refused: Refused, hunks: number): PatchRefusal {
  const { reason, hunk = null, header = null, expected, actual = null } = refused;
  return {
    reason,
    hunk,
    hunks: Math.max(hunks, hunk ?? 0),
    header,
    expected: expected === undefined || expected === '' ? null : cutText(expected, LONGEST_QUOTE),
    actual,
  };
}
