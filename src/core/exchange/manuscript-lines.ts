import { findPromptFences } from '../fences/prompt-fence.ts';
import { type LineKind, lineKind } from '../text/markdown-scan.ts';

/** A line of a manuscript as the page shows it, or a whole prompt fence. */
export interface ManuscriptLine {
  readonly kind: LineKind | 'fence';
  readonly text: string;
}

/** The lines of a normalised text: joined by line ends, they are the text. */
export function manuscriptLines(text: string): readonly ManuscriptLine[] {
  const fences = findPromptFences(text);
  const lines: ManuscriptLine[] = [];
  for (let from = 0, next = 0; from <= text.length; ) {
    const fence = fences[next]?.from === from ? fences[next] : undefined;
    if (fence !== undefined) next += 1;
    const end = fence?.to ?? text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    const line = text.slice(from, to);
    lines.push({ kind: fence === undefined ? lineKind(line) : 'fence', text: line });
    from = to + 1;
  }
  return lines;
}

/**
 * Returns true if blank lines separate the paragraphs of a text, so that a single line end is a line break in one: at
 * least as many paragraphs follow a blank line as follow another line of prose. Otherwise, each line is a paragraph.
 */
export function hasBlankLines(lines: readonly ManuscriptLine[]): boolean {
  let single = 0;
  let blank = 0;
  let before: 'prose' | 'blank' | null = null;
  for (const { kind } of lines) {
    if (kind === 'prose') {
      if (before === 'prose') single += 1;
      if (before === 'blank') blank += 1;
      before = 'prose';
    } else before = kind === 'blank' && before !== null ? 'blank' : null;
  }
  return blank > 0 && blank >= single;
}
