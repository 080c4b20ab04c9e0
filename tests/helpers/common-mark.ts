/** A text as read by a reader of CommonMark, with the extensions of GitHub. */
import type { SyntaxNode } from '@lezer/common';
import { GFM, parser } from '@lezer/markdown';

const reader = parser.configure(GFM);

/** A block as text: `h2 …`, `***`, or lines, with `<em>` and `<strong>`. Everything else is its name and source. */
export function readCommonMark(markdown: string): readonly string[] {
  const blocks: string[] = [];
  for (let node = reader.parse(markdown).topNode.firstChild; node !== null; node = node.nextSibling)
    blocks.push(blockOf(markdown, node));
  return blocks;
}

function blockOf(text: string, node: SyntaxNode): string {
  const { name, from, to } = node;
  const [, level] = /^ATXHeading([1-6])$/.exec(name) ?? [];
  if (level !== undefined) return `h${level} ${inlinesOf(text, node).trim()}`.trim();
  if (name === 'HorizontalRule') return '***';
  if (name === 'Paragraph') return linesOf(inlinesOf(text, node));
  return `${name}: ${text.slice(from, to)}`;
}

/** Without the white space around each line, which Markdown does not show. */
function linesOf(shown: string): string {
  return shown
    .split('\n')
    .map((line) => line.replace(/^[ \t]+|[ \t]+$/g, ''))
    .join('\n');
}

/** Characters in one style. */
interface Run {
  readonly text: string;
  readonly emphasis: boolean;
  readonly strong: boolean;
}

/** The runs in the notation, those of one style that follow each other joined. */
export function showRuns(runs: readonly Run[]): string {
  let shown = '';
  for (const [index, { text, emphasis, strong }] of runs.entries()) {
    const before = runs[index - 1];
    const after = runs[index + 1];
    const isSame = (other: Run | undefined) => other?.emphasis === emphasis && other.strong === strong;
    const open = `${emphasis ? '<em>' : ''}${strong ? '<strong>' : ''}`;
    const close = `${strong ? '</strong>' : ''}${emphasis ? '</em>' : ''}`;
    shown += `${isSame(before) ? '' : open}${text}${isSame(after) ? '' : close}`;
  }
  return shown;
}

function inlinesOf(text: string, node: SyntaxNode): string {
  return showRuns([...runsOf(text, node, false, false)].filter((run) => run.text !== ''));
}

function* runsOf(text: string, parent: SyntaxNode, emphasis: boolean, strong: boolean): Generator<Run> {
  let at = parent.from;
  const run = (from: number, to: number): Run => ({ text: text.slice(from, to), emphasis, strong });
  for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
    const { name, from, to } = node;
    yield run(at, from);
    at = to;
    if (name === 'Emphasis') yield* runsOf(text, node, true, strong);
    else if (name === 'StrongEmphasis') yield* runsOf(text, node, emphasis, true);
    else if (name === 'Escape') yield run(from + 1, to);
    else if (name === 'HardBreak') yield run(to - 1, to);
    // An address in the text is a link to itself, and brackets without one are brackets.
    else if (name === 'URL' || name === 'LinkMark' || name === 'LinkLabel') yield run(from, to);
    else if ((name === 'Link' || name === 'Image') && text[to - 1] !== ')')
      yield* runsOf(text, node, emphasis, strong);
    else if (name !== 'EmphasisMark' && name !== 'HeaderMark')
      yield { ...run(from, to), text: `<${name}>${text.slice(from, to)}</${name}>` };
  }
  yield run(at, parent.to);
}
