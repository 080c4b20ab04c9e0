import { headingLevel, kindOf } from '../text/markdown-scan.ts';
import { inlineRuns } from './inline-runs.ts';

/** Of a longer line only its beginning says what it is. */
const HEAD = 80;

/**
 * A text without the marks of Markdown: headings and emphasis are their words, a scene break stays as it was written.
 * Lines stay lines.
 */
export function plainText(text: string): string {
  return text
    .split('\n')
    .map((line) => plainLine(line))
    .join('\n');
}

function plainLine(line: string): string {
  const kind = kindOf(line.slice(0, HEAD));
  if (kind === 'blank' || kind === 'break') return line;
  const words = kind === 'heading' ? headingWords(line) : line;
  return inlineRuns(words)
    .map(({ from, to }) => words.slice(from, to))
    .join('');
}

/** The words of a heading's line, without the marks before and after them. */
export function headingWords(line: string): string {
  return line
    .slice(headingLevel(line))
    .replace(/[ \t]+#+[ \t]*$/, '')
    .trim();
}
