import { LineEnds, lineEndLength } from './line-end.ts';
import { mayBeTaken, quotedAt } from './line-start.ts';

/** The marks of a manuscript as prose (`agents.md`, *Manuscript text*): a boundary between nodes. */
export const BOUNDARY_MARK = '︱';
/** A model's node follows: after a boundary, or at the start. */
export const MODEL_MARK = '›';

/**
 * Somebody's text as a model is sent it: a `\` before what only the program writes, that is before each boundary mark,
 * before a model mark at the start, and before each line that `scanAnswer` could take. The law: scanning the quoted form
 * of any text finds nothing. Lines inside code fences are quoted too, since a part of the text may be shown without its
 * fence.
 * @param text one text; texts joined without a line end between them are quoted after joining, or have a mark between them
 */
export function quoteText(text: string): string {
  const pieces: string[] = [];
  const ends = new LineEnds(text);
  let kept = 0;
  if (text.startsWith(MODEL_MARK)) pieces.push('\\');
  for (let from = 0; from < text.length; ) {
    const to = ends.next(from);
    const first = text.charCodeAt(from);
    const at = mayBeTaken(first) || first === 0x5c ? quotedAt(text.slice(from, to)) : null;
    if (at !== null) {
      pieces.push(text.slice(kept, from + at), '\\');
      kept = from + at;
    }
    from = to + lineEndLength(text, to);
  }
  pieces.push(text.slice(kept));
  return pieces.join('').replaceAll(BOUNDARY_MARK, `\\${BOUNDARY_MARK}`);
}
