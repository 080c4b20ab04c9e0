import type { NodeId, PositionId } from '../ids.ts';
import type { SpannedText } from '../text/span.ts';
import type { Change, Splice } from '../text/splice.ts';
import type { StateDraft } from './path-state.ts';

/** A part of the text that a state shows: a version on the path, or the text typed after the last one. */
export interface ShownPiece extends SpannedText {
  /** Null for the text typed after the last version. */
  readonly positionId: PositionId | null;
  readonly nodeId: NodeId | null;
}

/** The pieces of a path with its uncommitted edits, and at its end the typed text, if any. */
export function withDraft(pieces: readonly ShownPiece[], draft: StateDraft | null): readonly ShownPiece[] {
  if (draft === null) return pieces;
  const edits = new Map(draft.edits.map((edit) => [edit.nodeId, edit]));
  const shown = pieces.map((piece) => {
    const edit = piece.nodeId === null ? undefined : edits.get(piece.nodeId);
    return edit === undefined ? piece : { ...piece, text: edit.text, spans: edit.spans };
  });
  const { text, spans } = draft.buffer;
  return text === '' ? shown : [...shown, { positionId: null, nodeId: null, text, spans }];
}

/**
 * The change from one path's text to another's, in normal form: versions with another text are replaced as a whole, and
 * so is everything from where the paths part.
 */
export function changeOfPieces(before: readonly ShownPiece[], after: readonly ShownPiece[]): Change {
  const splices: Splice[] = [];
  let offset = 0;
  let index = 0;
  const replace = (removed: readonly ShownPiece[], inserted: readonly ShownPiece[]) => {
    const [length, insert] = [lengthOf(removed), inserted.map(({ text }) => text).join('')];
    const last = splices.at(-1);
    if (last?.to === offset)
      splices[splices.length - 1] = { from: last.from, to: offset + length, insert: last.insert + insert };
    else if (length + insert.length > 0) splices.push({ from: offset, to: offset + length, insert });
    offset += length;
  };
  for (; index < before.length && index < after.length; index++) {
    const [old, now] = [before[index], after[index]];
    if (old === undefined || now === undefined || old.positionId !== now.positionId) break;
    if (old.text === now.text) offset += old.text.length;
    else replace([old], [now]);
  }
  replace(before.slice(index), after.slice(index));
  return splices;
}

function lengthOf(pieces: readonly ShownPiece[]): number {
  return pieces.reduce((sum, { text }) => sum + text.length, 0);
}
