import { headingLevel, lineKind } from '../text/markdown-scan.ts';
import { inlineRuns } from './inline-runs.ts';

/**
 * A text without Markdown markers: headings and emphasis are reduced to their words, a scene break stays as
 * written. Line breaks are kept.
 */
export function plainText(text: string): string {
  return text
    .split('\n')
    .map((line) => plainLine(line))
    .join('\n');
}

function plainLine(line: string): string {
  const kind = lineKind(line);
  if (kind === 'blank' || kind === 'break') return line;
  const words = kind === 'heading' ? headingWords(line) : line;
  return inlineRuns(words)
    .map(({ from, to }) => words.slice(from, to))
    .join('');
}

/** The words of a heading line, without the markers before and after them. */
export function headingWords(line: string): string {
  return line
    .slice(headingLevel(line))
    .replace(/(?<![ \t])[ \t]+#+[ \t]*$/, '')
    .trim();
}
