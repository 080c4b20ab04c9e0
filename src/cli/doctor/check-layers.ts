import { verifyLayers } from '../../main/grove/checking/verify-layers.ts';
import type { Reader } from '../../main/store/connection/query.ts';
import { count, type Finding, fails, holds, shorten } from './finding.ts';

/** Most faults that are sought. */
const MOST = 100;

/** The time lines: every text from the one before it and from its path, and every hash (`layers.md`). */
export function checkLayers(reader: Reader): Finding {
  const { layers, unaddressed, faults } = verifyLayers(reader, MOST);
  if (faults.length > 0) return fails('Some moments of the time line are not as they were.', shorten(faults));
  const missing = unaddressed === 0 ? [] : [`${count(unaddressed, 'moment')} had no hash yet.`];
  return holds(`The time lines lead from text to text: ${count(layers, 'moment')}.`, missing);
}
