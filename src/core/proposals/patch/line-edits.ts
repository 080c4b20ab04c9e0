import type { DraftEdit } from './draft-edit.ts';
import type { Hunk } from './hunk.ts';
import type { Place } from './locate-hunks.ts';
import type { SnapshotLines } from './snapshot-lines.ts';

/** The changes of a hunk whose lines are those of the snapshot. Lines that it keeps are not touched. */
export function lineEdits(snapshot: SnapshotLines, hunk: Hunk, place: Place): readonly DraftEdit[] {
  if (hunk.endsOld || hunk.endsNew) return [endOfText(snapshot, hunk, place)];
  const edits: DraftEdit[] = [];
  let at = place.line;
  let removed = 0;
  let added: string[] = [];
  const close = () => {
    if (removed > 0 || added.length > 0) {
      edits.push({ ...replaceLines(snapshot, at - removed, removed, added), hunk: hunk.number });
    }
    removed = 0;
    added = [];
  };
  for (const { side, text } of hunk.lines) {
    if (side === 'both') close();
    if (side === 'new') added.push(text);
    else at += 1;
    if (side === 'old') removed += 1;
  }
  close();
  return edits;
}

/** Replaces `count` lines from `index` on; with the line break after them, or before them at the end of the text. */
function replaceLines(
  snapshot: SnapshotLines,
  index: number,
  count: number,
  added: readonly string[],
): Omit<DraftEdit, 'hunk'> {
  const { length } = snapshot.lines;
  const isRemoval = added.length === 0;
  const insert = added.join('\n');
  if (count > 0 && !isRemoval) {
    return { from: snapshot.startOf(index), to: snapshot.endOf(index + count - 1), insert, isRemoval };
  }
  if (index + count < length) {
    const to = snapshot.startOf(index + count);
    return { from: snapshot.startOf(index), to, insert: isRemoval ? '' : `${insert}\n`, isRemoval };
  }
  const from = Math.max(0, snapshot.endOf(index - 1));
  return { from, to: snapshot.text.length, insert: isRemoval ? '' : `\n${insert}`, isRemoval };
}

/** The change of a hunk that says which of its sides ends the text without a line break. */
function endOfText(snapshot: SnapshotLines, hunk: Hunk, place: Place): DraftEdit {
  let at = place.line;
  let insert = '';
  for (const { side, text } of hunk.lines) {
    if (side !== 'old') insert += `${side === 'both' ? snapshot.lines[at] : text}\n`;
    if (side !== 'new') at += 1;
  }
  if (hunk.endsNew) insert = insert.slice(0, -1);
  return { from: place.from, to: snapshot.text.length, insert, hunk: hunk.number, isRemoval: false };
}
