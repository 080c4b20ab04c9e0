/**
 * What of Markdown a novelist writes: emphasis, headings and scene breaks, each within one paragraph, which is one line of
 * the text. Pure. Anything that is not plainly one of these is text and nothing else.
 */

/** What a line is to its neighbours and to the eye. */
export type LineKind = 'blank' | 'prose' | 'break' | 'heading';

/** `***`, `* * *`, `---`, `___`, a lone `#` or `⁂`. */
const BREAK = /^[ \t]*(?:\*(?:[ \t]*\*){2,}|-(?:[ \t]*-){2,}|_(?:[ \t]*_){2,}|#|⁂)[ \t]*$/;
const HEADING = /^(#{1,6})[ \t]+\S/;

/** `head` is the line's beginning, or all of it. */
export function kindOf(head: string): LineKind {
  if (head.trim() === '') return 'blank';
  if (BREAK.test(head)) return 'break';
  return HEADING.test(head) ? 'heading' : 'prose';
}

/** 1 to 6; 0 for what is no heading. */
export function headingLevel(head: string): number {
  return HEADING.exec(head)?.[1]?.length ?? 0;
}

export interface MarkdownMark {
  readonly kind: 'marker' | 'emphasis' | 'strong';
  /** Offsets in the line. */
  readonly from: number;
  readonly to: number;
}

/** A run of one delimiter, as far as it is not used up. */
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

/** CommonMark's left- and right-flanking: `2 * 3` and `snake_case` are no emphasis. */
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

/** More of one delimiter than this is a rule or a drawing. */
const LONGEST_RUN = 3;

function runsOf(text: string): readonly Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '*' || character === '_') {
      const run = runAt(text, at);
      at = run.to - 1;
      if (run.to - run.from <= LONGEST_RUN) runs.push(run);
    }
  }
  return runs;
}

/** Emphasis, strong emphasis and their markers, in no order. Costs in proportion to the line. */
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
      // What was opened inside and never closed is text.
      open.length = opener.from < opener.to ? index + 1 : index;
    }
    if (run.opens && run.from < run.to) open.push(run);
  }
  return marks;
}
