/** Agents sometimes begin an answer with a metadata line like those they are sent (`agents.md`, *What it is sent*). */

/** Before the metadata of the agent's own message, at the head of the next `user` message. */
export const ABOVE = 'above: ';
/** Between the parts of a line of metadata. */
const DOT = ' · ';

/** A longer line is no copy. The author's name has at most 60 UTF-16 code units, a bookmark's label too. */
const MAX_LINE = 400;
const MAX_AUTHOR = 80;

const ID = /^\[[0-9a-z]{6,26}\] $/i;
const TIME = /^\d\d:\d\d$/;
/** Words that may follow the time. A label may contain a dot, so it is removed first. */
const MARK =
  /^([\d,]+ (continuation|annotation|version)s?|annotation on \[\w+\]|bookmarked|excluded|pruned)$/;
const LABEL = /( · bookmarked) “[^”]*(”|$)/;

/**
 * Length of the lines of metadata repeated at the start of an answer: UTF-16 code units, with the white space around
 * them and their line ends. 0 if there are none.
 * @param text the answer as far as it has arrived
 * @param isWhole whether nothing follows
 * @returns null while what follows decides; never if `isWhole`
 */
export function metadataCopyLength(text: string, isWhole = false): number | null {
  let length = 0;
  for (let from = 0; ; ) {
    const start = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
    if (start === text.length) return isWhole ? length : null;
    const end = endOfLine(text, start);
    const line = text.slice(start, end ?? text.length);
    const isKnown = end !== null || isWhole;
    const kind = kindOf(isKnown ? line.trimEnd() : line, isKnown);
    if (kind === 'open') return null;
    if (kind === 'other') return length === 0 ? 0 : start;
    if (end === null) return text.length;
    length = end;
    from = end;
  }
}

/** The end of the line that begins at `from`, without its line end; null if the line may continue. */
function endOfLine(text: string, from: number): number | null {
  const at = text.slice(from).search(/[\r\n]/);
  return at < 0 ? null : from + at;
}

/** The class of a line or of its beginning; `open` if the rest of the line decides. */
function kindOf(line: string, isWhole: boolean): 'metadata' | 'other' | 'open' {
  const open = isWhole ? 'other' : 'open';
  if (line.length > MAX_LINE) return 'other';
  if (line.length < ABOVE.length && ABOVE.startsWith(line)) return open;
  const rest = line.startsWith(ABOVE) ? line.slice(ABOVE.length) : line;
  const idEnd = rest.indexOf(' ') + 1;
  if (idEnd === 0) return /^(\[[0-9a-z]{0,26}\]?)?$/i.test(rest) ? open : 'other';
  if (!ID.test(rest.slice(0, idEnd))) return 'other';
  const after = rest.slice(idEnd);
  const dot = after.indexOf(DOT);
  if (dot < 0) return after.length > MAX_AUTHOR ? 'other' : open;
  if (dot === 0 || dot > MAX_AUTHOR) return 'other';
  const [time = '', ...marks] = after
    .slice(dot + DOT.length)
    .replace(LABEL, '$1')
    .split(DOT);
  if (marks.length === 0 && !TIME.test(time))
    return /^(\d?\d?:?|\d\d:\d\d?( ·?)?)$/.test(time) ? open : 'other';
  if (!TIME.test(time)) return 'other';
  if (marks.every((mark) => MARK.test(mark))) return isWhole ? 'metadata' : 'open';
  return marks.slice(0, -1).every((mark) => MARK.test(mark)) ? open : 'other';
}
