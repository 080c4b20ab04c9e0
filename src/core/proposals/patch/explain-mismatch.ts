import { findInnerElision } from './elision.ts';
import { type Hunk, isBlank, newSide, oldSide } from './hunk.ts';
import type { Without } from './leniency.ts';
import { locate } from './locate-hunks.ts';
import type { Refused } from './refuse.ts';
import { findSimilar } from './similar-text.ts';
import type { SnapshotLines } from './snapshot-lines.ts';

/** Why a hunk has no place, with the line that it expected and the text that is most like it. */
export function explainMismatch(
  snapshot: SnapshotLines,
  hunk: Hunk,
  located: 'nowhere' | 'ambiguous',
  without: Without,
): Refused {
  const where = { hunk: hunk.number, header: hunk.header };
  const shown = oldSide(hunk).filter((line) => !isBlank(line));
  const missing = shown.find((line) => !snapshot.hasFoldedLine(line)) ?? shown[0] ?? '';
  const found = { ...where, expected: missing, actual: findSimilar(snapshot.text, missing) };
  if (located === 'ambiguous') return { reason: 'ambiguous', ...found };
  const [reversed] = locate(snapshot, [{ lines: newSide(hunk), line: hunk.line, end: null }], without);
  if (newSide(hunk).some((line) => !isBlank(line)) && reversed !== undefined && reversed !== 'nowhere') {
    return { reason: 'reversed', ...found };
  }
  const elided = findInnerElision(snapshot, hunk);
  if (elided !== null) return { reason: 'elision', ...found, expected: elided };
  return { reason: 'context_mismatch', ...found };
}
