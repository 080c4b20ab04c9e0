import { cutText } from '../text/limits.ts';
import { quotedAgainAt, quotedAt } from './line-start.ts';

/** The marks of a manuscript as prose (`agents.md`, *Manuscript text*): a boundary between nodes. */
export const BOUNDARY_MARK = '︱';
/** A model's node follows: after a boundary, or at the start. */
export const MODEL_MARK = '›';

/**
 * Every character that a model, or a program that shows what it was sent, may take for the end of a line: more than
 * `scanAnswer` does, which only reads answers.
 */
const LINE_ENDS = '\n\v\f\r\u001c\u001d\u001e\u0085\u2028\u2029';
const LINE_END = new RegExp(`[${LINE_ENDS}]`, 'g');
const AFTER_LINE_END = new RegExp(`(?<=[${LINE_ENDS}])`);
const WHITE_SPACE = new RegExp(`[\\s${LINE_ENDS}]+`, 'g');

/**
 * Someone's text as a model is sent it: a `\` before what only the program writes, that is before each boundary mark,
 * before a model mark at the start, and before each line that looks like a command or like a line of the program
 * (`quotedAt`), whatever ends the line before it and whatever invisible it begins with. The law: scanning the quoted
 * form of any text finds nothing. Lines inside code fences are quoted too, since a part of the text may be shown
 * without its fence.
 * @param text one text; texts joined without a line end between them are quoted after joining, or have a mark between
 *   them
 */
export function quoteText(text: string): string {
  const quoted = quoteLines(text, quotedAt).replaceAll(BOUNDARY_MARK, `\\${BOUNDARY_MARK}`);
  return text.startsWith(MODEL_MARK) ? `\\${quoted}` : quoted;
}

/**
 * A line of the trace, or a result in it, as an agent is sent it: the texts in a result were quoted when it was made, and marks are
 * the program's, but the file may come from elsewhere.
 */
export function quoteAgain(text: string): string {
  return quoteLines(text, quotedAgainAt);
}

/** @param placeIn where a backslash goes in a line; null for none */
function quoteLines(text: string, placeIn: (line: string) => number | null): string {
  const pieces: string[] = [];
  let kept = 0;
  LINE_END.lastIndex = 0;
  for (let from = 0; from < text.length; from = LINE_END.lastIndex) {
    const to = LINE_END.test(text) ? LINE_END.lastIndex - 1 : text.length;
    const at = isPlain(text.charCodeAt(from)) ? null : placeIn(text.slice(from, to));
    if (at !== null) {
      pieces.push(text.slice(kept, from + at), '\\');
      kept = from + at;
    }
    if (to === text.length) break;
  }
  pieces.push(text.slice(kept));
  return pieces.join('');
}

/** Returns true if a line with this first code unit is never quoted, like most: a letter, digit or quotation mark. */
function isPlain(unit: number): boolean {
  return unit > 0x3d ? unit < 0x7f && unit !== 0x5c : unit > 0x20 && unit !== 0x2d && unit !== 0x3d;
}

/**
 * Restores the text's form of what an agent copied from its quoted form, by removing the backslashes that `quoteText`
 * added. A line that stands in the text as written stays. Lines that cannot be from the text are treated alike, so that
 * new lines of a diff fit its old ones.
 * @param text what the agent was shown
 * @param written its own lines, with or without the signs of a diff
 */
export function unquoteAs(text: string, written: string): string {
  if (quoteText(text) === text) return written;
  const own = new Set(text.split('\n'));
  return written
    .split('\n')
    .map((line) => {
      if (own.has(line)) return line;
      const whole = unquoteLine(line);
      if (whole !== line || !/^[-+ ]/.test(line) || own.has(line.slice(1))) return whole;
      return line.slice(0, 1) + unquoteLine(line.slice(1));
    })
    .join('\n');
}

/** A line without the backslashes that quoting it would add. */
function unquoteLine(line: string): string {
  return line.split(AFTER_LINE_END).map(unquotePart).join('');
}

/** The same for a part of it that could be taken for a line. */
function unquotePart(part: string): string {
  const marks = part.replaceAll(`\\${BOUNDARY_MARK}`, BOUNDARY_MARK);
  const at = marks.indexOf('\\');
  if (at < 0) return marks;
  const bare = marks.slice(0, at) + marks.slice(at + 1);
  return quoteText(bare) === marks.replaceAll(BOUNDARY_MARK, `\\${BOUNDARY_MARK}`) ? bare : marks;
}

/** Someone's words in one line, quoted and cut. @param longest in UTF-16 code units */
export function inOneLine(text: string, longest: number): string {
  // White space may make the line much shorter than the text.
  const line = cutText(text, 8 * longest)
    .replaceAll(WHITE_SPACE, ' ')
    .trim();
  const isCut = line.length > longest || text.length > 8 * longest;
  return quoteText(isCut ? `${cutText(line, longest).trimEnd()}…` : line);
}
