import type { PathSession } from '../path/path-session.ts';
import type { ManuscriptSurface } from './rewrite-session-options.ts';

/** Whether nothing follows the caret. */
export function isCaretAtEnd(manuscript: ManuscriptSurface): boolean {
  const { offset, length } = manuscript.caretInSegment();
  return manuscript.summary().atEnd && offset === length;
}

/** Whether the caret is at the marked place of a bridge that is not in the text. */
export function isCaretAtPlace(manuscript: ManuscriptSurface, path: PathSession): boolean {
  const passage = manuscript.passage();
  if (passage?.text !== '') return false;
  const { at, offset } = passage.from;
  const caret = manuscript.caretInSegment();
  const nodeId = at === null ? null : path.findHeader(at)?.nodeId;
  return nodeId === caret.nodeId && offset === caret.offset;
}
