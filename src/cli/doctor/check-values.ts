import { findOddValues } from '../../main/store/connection/odd-values.ts';
import type { Reader } from '../../main/store/connection/query.ts';
import { FINDINGS } from '../../ui-text/cli/doctor.ts';
import { type Finding, fails, holds, shorten } from './finding.ts';

/** The values that no hash covers and the program does not write, such as a negative length. */
export function checkValues(reader: Reader): Finding {
  const odd = findOddValues(reader);
  return odd.length === 0 ? holds(FINDINGS.values.holds) : fails(FINDINGS.values.fails, shorten(odd));
}
