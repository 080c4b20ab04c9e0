import { normaliseChange, type Splice } from '../../text/splice.ts';
import { isInsidePair } from '../../text/surrogate-pair.ts';
import type { PlannedEdit, PlannedEdits } from '../planned-edit.ts';
import type { DraftEdit } from './draft-edit.ts';
import type { Without } from './leniency.ts';
import type { Refused } from './refuse.ts';
import { withItsSpace } from './removed-space.ts';

/**
 * The changes of all hunks in the order of the text, each reduced to what differs.
 * @param without null where every line break is meant
 */
export function settleEdits(
  text: string,
  drafts: readonly DraftEdit[],
  without: Without | null,
): PlannedEdits | Refused {
  const sorted = drafts.toSorted((one, other) => one.from - other.from || one.to - other.to);
  for (const [index, edit] of sorted.entries()) {
    const last = sorted[index - 1];
    if (last === undefined || last.hunk === edit.hunk) continue;
    const isSamePoint = last.from === edit.from && last.to === edit.to && last.from === last.to;
    if (edit.from < last.to || isSamePoint)
      return { reason: 'overlap', hunk: Math.max(edit.hunk, last.hunk) };
  }
  const spaced = without === null ? sorted : withSpaces(text, sorted, without);
  return joinTouching(spaced).flatMap((edit) => trimEdit(text, edit));
}

/** Each removal with the space that goes with it, where nothing else changes. */
function withSpaces(text: string, edits: readonly DraftEdit[], without: Without): readonly DraftEdit[] {
  const spaced: DraftEdit[] = [];
  for (const [index, edit] of edits.entries()) {
    const wider = edit.isRemoval ? withItsSpace(text, edit, without) : edit;
    const isFree =
      wider.from >= (spaced.at(-1)?.to ?? 0) && wider.to <= (edits[index + 1]?.from ?? text.length);
    spaced.push(isFree ? { ...edit, from: wider.from, to: wider.to } : edit);
  }
  return spaced;
}

/** Edits of one hunk that touch, as one. */
function joinTouching(edits: readonly DraftEdit[]): PlannedEdits {
  const joined: PlannedEdit[] = [];
  for (const { from, to, insert, hunk } of edits) {
    const last = joined.at(-1);
    if (last !== undefined && last.hunk === hunk && last.to === from) {
      const [both = last] = normaliseChange([last, { from, to, insert }]);
      joined[joined.length - 1] = { ...both, hunk };
    } else joined.push({ from, to, insert, hunk });
  }
  return joined;
}

/** What differs in an edit, if anything does; never half a surrogate pair. */
function trimEdit(text: string, edit: PlannedEdit): PlannedEdits {
  const { insert, hunk } = edit;
  const removed = text.slice(edit.from, edit.to);
  if (removed === insert) return [];
  const shorter = Math.min(removed.length, insert.length);
  let start = 0;
  while (start < shorter && removed.charCodeAt(start) === insert.charCodeAt(start)) start += 1;
  if (isInsidePair(removed, start) || isInsidePair(insert, start)) start -= 1;
  let end = 0;
  while (
    end < shorter - start &&
    removed.charCodeAt(removed.length - 1 - end) === insert.charCodeAt(insert.length - 1 - end)
  ) {
    end += 1;
  }
  if (isInsidePair(removed, removed.length - end) || isInsidePair(insert, insert.length - end)) end -= 1;
  const trimmed: Splice = {
    from: edit.from + start,
    to: edit.to - end,
    insert: insert.slice(start, insert.length - end),
  };
  return [{ ...trimmed, hunk }];
}
