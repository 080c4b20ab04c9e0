import { AspenError } from '../../../core/errors.ts';
import { documentVersion } from '../../../core/proposals/document-version.ts';
import { linesOf } from '../../../core/proposals/lines.ts';
import {
  type Excerpt,
  excerptOf,
  findHeading,
  widestExcerpt,
} from '../../../core/proposals/snapshot-scope.ts';
import type { TextRange } from '../../../core/text/text-range.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import { EXCLUDED_FROM_EDIT, NO_TEXT_TO_EDIT, TOO_LONG_TO_EDIT } from '../../../ui-text/proposals.ts';
import { Screen } from '../places/screen.ts';
import type { TreeSession } from '../writing/tree-session.ts';
import type { HeldSnapshot } from './snapshots.ts';
import type { SnapshotRequest } from './snapshots-and-answers.ts';

/**
 * Takes a snapshot of the text on the screen, draft included; commits nothing.
 * @throws {AspenError} INVALID_ARGUMENT if there is no text, or the scope does not fit the agent; NOT_FOUND without such a
 *   heading
 */
export function takeSnapshot(
  { treeId, agentId, scope, section = null, range, limit }: SnapshotRequest,
  session: TreeSession,
  { now, sha256 }: IdsAndClock,
): HeldSnapshot {
  const screen = new Screen(session.shown.shownParts());
  const whole = screen.text();
  if (whole.trim() === '') throw new AspenError('INVALID_ARGUMENT', NO_TEXT_TO_EDIT);
  const around = section === null ? (range ?? selectionIn(session)) : placeOfHeading(whole, section);
  const selected = within(around, { from: 0, to: whole.length });
  const sent = sentAround(session, selected, whole.length);
  const excerpt =
    scope === null ? widestWithin(whole, selected, sent, limit) : excerptOf(whole, selected, scope);
  if (excerpt === null || excerpt.to - excerpt.from > limit)
    throw new AspenError('INVALID_ARGUMENT', TOO_LONG_TO_EDIT);
  const { from, to } = excerpt;
  if (from < sent.from || to > sent.to) throw new AspenError('INVALID_ARGUMENT', EXCLUDED_FROM_EDIT);
  const text = whole.slice(from, to);
  const { index, start } = screen.partAt(from);
  const positionId = session.shown.positionAt(index);
  const isSelected = selected.from >= from && selected.to <= to;
  return {
    version: documentVersion(sha256, { treeId, positionId, offset: from - start, text }),
    text,
    scope: excerpt.scope,
    lines: linesOf(whole, from, to),
    selection: isSelected ? { from: selected.from - from, to: selected.to - from } : null,
    of: screen.placesOf({ from, to }).flatMap(({ nodeId }) => {
      const index = screen.parts.findIndex((part) => part.nodeId === nodeId);
      return nodeId === null ? [] : [{ treeId, positionId: session.shown.positionAt(index) }];
    }),
    treeId,
    agentId,
    from,
    screen,
    tracker: session.places,
    mark: session.places.mark(),
    takenAt: now(),
  };
}

function placeOfHeading(text: string, section: string): TextRange {
  const at = findHeading(text, section);
  if (at === null) throw new AspenError('NOT_FOUND', `no heading “${section}” in the text`);
  return { from: at, to: at };
}

/**
 * The text around a selection that no excluded node interrupts: models are not sent such nodes. If the selection has text
 * of one, nothing is (`from` after `to`, or both the same).
 */
function sentAround(session: TreeSession, selected: TextRange, length: number): TextRange {
  let around = { from: 0, to: length };
  let start = 0;
  for (const { text, excluded } of session.shown.contextNodes(null)) {
    const end = start + text.length;
    if (excluded && end > start) {
      if (end <= selected.from) around = { ...around, from: end };
      else if (start >= selected.to)
        return { ...around, to: Math.max(around.from, Math.min(around.to, start)) };
      // No range with the selection fits.
      else return { from: selected.to, to: selected.from };
    }
    start = end;
  }
  return around;
}

function widestWithin(
  whole: string,
  selected: TextRange,
  { from, to }: TextRange,
  limit: number,
): Excerpt | null {
  if (from > selected.from || to < selected.to || (from === to && whole !== ''))
    throw new AspenError('INVALID_ARGUMENT', EXCLUDED_FROM_EDIT);
  const own = { from: Math.max(0, selected.from - from), to: Math.max(0, selected.to - from) };
  const excerpt = widestExcerpt(whole.slice(from, to), own, limit);
  return excerpt && { ...excerpt, from: excerpt.from + from, to: excerpt.to + from };
}

function selectionIn(session: TreeSession): TextRange {
  const { anchor, head } = session.shown.findCursor() ?? { anchor: 0, head: 0 };
  return { from: Math.min(anchor, head), to: Math.max(anchor, head) };
}

function within({ from, to }: TextRange, bounds: TextRange): TextRange {
  const start = Math.min(Math.max(from, bounds.from), bounds.to);
  return { from: start, to: Math.min(Math.max(to, start), bounds.to) };
}
