import type { SyntaxNode } from '@lezer/common';
import type { MarkdownInline } from './markdown.ts';
import { markdownParser, maskCostlyLines } from './parser.ts';
import { childrenOf, readInlines } from './read-inlines.ts';

/** A heading of a text, in UTF-16 code units of it. */
export interface ReadHeading {
  readonly from: number;
  readonly to: number;
  /** From 1 to 6. */
  readonly level: number;
  /** Its shown text. */
  readonly title: string;
}

/** The headings of a text as Markdown, in order, but for those in quotes and lists. Takes time linear in the text. */
export function readHeadings(text: string): readonly ReadHeading[] {
  const tree = markdownParser.parse(maskCostlyLines(text));
  return childrenOf(tree.topNode).flatMap((node) => {
    const level = /^ATXHeading([1-6])$/.exec(node.name)?.[1];
    if (level === undefined) return [];
    return [{ from: node.from, to: node.to, level: Number(level), title: titleOf(text, node) }];
  });
}

function titleOf(text: string, heading: SyntaxNode): string {
  const children = childrenOf(heading);
  const marks = children.filter(({ name }) => name === 'HeaderMark');
  const from = marks[0]?.to ?? heading.from;
  const closing = marks.length > 1 ? marks.at(-1)?.from : undefined;
  const inlines = children.filter(({ name }) => name !== 'HeaderMark');
  return shownOf(readInlines(text, inlines, from, closing ?? heading.to)).trim();
}

function shownOf(inlines: readonly MarkdownInline[]): string {
  return inlines.map((inline) => (inline.kind === 'text' ? inline.text : shownOf(inline.children))).join('');
}

/** HTML has no more. */
const DEEPEST = 6;

/**
 * The level at which a heading of a message is shown: below the title of what the message is in, and leaving no level out,
 * as a text often does. All levels are from 1 to 6.
 * @param level in the text
 * @param above the level at which the last heading before it is shown; that of the title if there is none
 * @param title the level of the title
 */
export function shownLevel(level: number, above: number, title: number): number {
  return Math.min(above + 1, title + level, DEEPEST);
}
