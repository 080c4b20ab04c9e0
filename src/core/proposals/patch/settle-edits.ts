import { normaliseChange, type Splice } from '../../text/splice.ts';
import { isInsidePair } from '../../text/surrogate-pair.ts';
import type { PlannedEdit, PlannedEdits } from '../suggestions-of.ts';
import type { Refused } from './hunk.ts';

/**
 * The changes of all hunks in the order of the text, each reduced to the difference.
 * @param isBuilt whether every line break is meant
 */
export function settleEdits(
  text: string,
  drafts: readonly DraftEdit[],
  isBuilt: boolean,
): PlannedEdits | Refused {
  const sorted = drafts.toSorted((one, other) => one.from - other.from || one.to - other.to);
  for (const [index, edit] of sorted.entries()) {
    const last = sorted[index - 1];
    if (last === undefined || last.hunk === edit.hunk) continue;
    const isSamePoint = last.from === edit.from && last.to === edit.to && last.from === last.to;
    if (edit.from < last.to || isSamePoint)
      return { reason: 'overlap', hunk: Math.max(edit.hunk, last.hunk) };
  }
  const spaced = isBuilt ? sorted : withSpaces(text, sorted);
  return joinTouching(spaced).flatMap((edit) => trimEdit(text, edit));
}

/** Each removal with the space that goes with it, where nothing else changes. */
function withSpaces(text: string, edits: readonly DraftEdit[]): readonly DraftEdit[] {
  const spaced: DraftEdit[] = [];
  for (const [index, edit] of edits.entries()) {
    const wider = edit.isRemoval ? withItsSpace(text, edit) : edit;
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

/** The differing part of an edit, if any; never half a surrogate pair. */
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

// The space that goes with removed text (`edits.md`, *Reading a patch*).

/** A removal with the blank line of its paragraphs, or one of the spaces around its sentence; without an insertion. */
function withItsSpace(text: string, removal: Splice): Splice {
  if (removal.from === removal.to) return removal;
  const lines = wholeLines(text, removal);
  return lines === null ? withOneSpace(text, removal) : withBlankLine(text, lines);
}

/** The removal of whole lines with the line break after them, or before them at the end; null if it is not one. */
function wholeLines(text: string, { from, to, insert }: Splice): Splice | null {
  const startsLine = from === 0 || text[from - 1] === '\n';
  const endsLine = to === text.length || text[to] === '\n';
  if (startsLine && text[to - 1] === '\n') return { from, to, insert };
  if (!endsLine || !(startsLine || text[from] === '\n')) return null;
  if (!startsLine) return to === text.length ? { from, to, insert } : null;
  if (to < text.length) return { from, to: to + 1, insert };
  return { from: Math.max(0, from - 1), to, insert };
}

function withBlankLine(text: string, lines: Splice): Splice {
  const removed = text.slice(lines.from, lines.to);
  const isAtEnd = lines.from > 0 && text[lines.from - 1] !== '\n';
  // At the end of the text the line break is the one before; otherwise the one after.
  const shown = (isAtEnd ? removed.slice(1) : removed).replace(/\n$/, '').split('\n');
  const isParagraph = [shown.at(0), shown.at(-1)].every((line) => line !== undefined && line.trim() !== '');
  if (!isParagraph) return lines;
  const before = isAtEnd ? lineBefore(text, lines.from + 1) : lineBefore(text, lines.from);
  if (before !== null && before.text.trim() !== '') return lines;
  if (lines.to < text.length) {
    const end = text.indexOf('\n', lines.to);
    const to = end < 0 ? text.length : end + 1;
    return text.slice(lines.to, to).trim() === '' ? { ...lines, to } : lines;
  }
  if (before === null) return lines;
  return { ...lines, from: isAtEnd ? Math.max(0, before.from - 1) : before.from };
}

/** The line whose line break is just before an offset; null at the start of the text. */
function lineBefore(text: string, offset: number): { readonly text: string; readonly from: number } | null {
  if (offset === 0) return null;
  const from = offset < 2 ? 0 : text.lastIndexOf('\n', offset - 2) + 1;
  return { text: text.slice(from, offset - 1), from };
}

function withOneSpace(text: string, removal: Splice): Splice {
  const { from, to } = removal;
  const isSpace = (at: number) => at >= 0 && at < text.length && /\s/.test(text[at] ?? '');
  const startsLine = from === 0 || text[from - 1] === '\n';
  const endsLine = to === text.length || text[to] === '\n';
  if (isSpace(to) && !endsLine && (startsLine || isSpace(from - 1))) return { ...removal, to: to + 1 };
  if (endsLine && !startsLine && isSpace(from - 1)) return { ...removal, from: from - 1 };
  return removal;
}

/** A change that a hunk makes, before it is reduced to the difference. */
export interface DraftEdit extends Splice {
  readonly hunk: number;
  /** The hunk only removes text here, so the space around goes too. */
  readonly isRemoval: boolean;
}
