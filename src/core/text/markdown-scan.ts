/**
 * The part of Markdown that a novelist writes: emphasis, headings and scene breaks, each within one
 * paragraph, which is one line of the text. Anything not clearly one of these is plain text.
 */

/** The kind of a line. */
export type LineKind = 'blank' | 'prose' | 'break' | 'heading';

/** `***`, `* * *`, `---`, `___`, a lone `#` or `⁂`. */
const BREAK = /^[ \t]*(?:\*(?:[ \t]*\*){2,}|-(?:[ \t]*-){2,}|_(?:[ \t]*_){2,}|#|⁂)[ \t]*$/;
const HEADING = /^(#{1,6})[ \t]+\S/;

/** The kind of the line that starts with `start`, which may be the whole line. */
export function lineKind(start: string): LineKind {
  if (start.trim() === '') return 'blank';
  if (BREAK.test(start)) return 'break';
  return HEADING.test(start) ? 'heading' : 'prose';
}

/** The level of a heading, 1 to 6; 0 if the line is not a heading. */
export function headingLevel(start: string): number {
  return HEADING.exec(start)?.[1]?.length ?? 0;
}

export interface MarkdownMark {
  readonly kind: 'marker' | 'emphasis' | 'strong';
  /** Offsets in the line. */
  readonly from: number;
  readonly to: number;
}

/** A run of one delimiter: the part that is not consumed yet. */
interface Run {
  readonly character: string;
  from: number;
  to: number;
  readonly opens: boolean;
  readonly closes: boolean;
}

const WORD = /[\p{L}\p{N}]/u;
const SPACE = /\s/u;
const PUNCTUATION = /[\p{P}\p{S}]/u;

function characterBefore(text: string, at: number): string {
  return at === 0 ? ' ' : (text[at - 1] ?? ' ');
}

/** Applies the left- and right-flanking rules of CommonMark: `2 * 3` and `snake_case` are not emphasis. */
function runAt(text: string, from: number): Run {
  const character = text[from] ?? '';
  let to = from + 1;
  while (text[to] === character) to += 1;
  const before = characterBefore(text, from);
  const after = text[to] ?? ' ';
  const isLeft =
    !SPACE.test(after) && (!PUNCTUATION.test(after) || SPACE.test(before) || PUNCTUATION.test(before));
  const isRight =
    !SPACE.test(before) && (!PUNCTUATION.test(before) || SPACE.test(after) || PUNCTUATION.test(after));
  const isInWord = character === '_' && WORD.test(before) && WORD.test(after);
  return { character, from, to, opens: isLeft && !isInWord, closes: isRight && !isInWord };
}

/** A longer run of one delimiter is a rule or a drawing. */
const MAX_RUN = 3;

function runsOf(text: string): readonly Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '*' || character === '_') {
      const run = runAt(text, at);
      at = run.to - 1;
      if (run.to - run.from <= MAX_RUN) runs.push(run);
    }
  }
  return runs;
}

/**
 * The emphasis, strong emphasis and markers of a line, in no particular order. The cost is proportional to
 * the length of the line.
 */
export function scanEmphasis(text: string): readonly MarkdownMark[] {
  const marks: MarkdownMark[] = [];
  const open: Run[] = [];
  for (const run of runsOf(text)) {
    while (run.closes && run.from < run.to) {
      const index = open.findLastIndex((opener) => opener.character === run.character);
      const opener = open[index];
      if (opener === undefined) break;
      const width = Math.min(2, opener.to - opener.from, run.to - run.from);
      marks.push(
        { kind: 'marker', from: opener.to - width, to: opener.to },
        { kind: width === 2 ? 'strong' : 'emphasis', from: opener.to, to: run.from },
        { kind: 'marker', from: run.from, to: run.from + width },
      );
      opener.to -= width;
      run.from += width;
      // Delimiters opened inside and never closed are plain text.
      open.length = opener.from < opener.to ? index + 1 : index;
    }
    if (run.opens && run.from < run.to) open.push(run);
  }
  return marks;
}

/** Lines that may open or close a fence (`layers.md`, *Tokens and operations*), as in CommonMark. */

export interface FenceLine {
  readonly character: '`' | '~';
  /** Number of its characters at the start of the line, at least three. */
  readonly length: number;
  /** A fence may begin here: an info string after backticks contains none, or it would be code within a line. */
  readonly opens: boolean;
  /** A fence may end here: nothing follows. */
  readonly closes: boolean;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Undefined for a line that neither opens nor closes a fence. */
export function findFenceLine(line: string): FenceLine | undefined {
  const [start, run] = FENCE.exec(line) ?? [];
  if (start === undefined || run === undefined) return undefined;
  const character = run.startsWith('~') ? '~' : '`';
  const info = line.slice(start.length);
  return {
    character,
    length: run.length,
    opens: character === '~' || !info.includes('`'),
    closes: info.trim() === '',
  };
}

/** Returns true if `line` ends a fence begun by `opener`: the same character, at least as often. */
export function closesFence(line: FenceLine, opener: FenceLine): boolean {
  return line.closes && line.character === opener.character && line.length >= opener.length;
}
