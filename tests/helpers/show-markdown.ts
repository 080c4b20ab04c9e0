import type { MarkdownBlock, MarkdownInline, MarkdownText } from '../../src/core/markdown/markdown.ts';

/** Blocks as one line each, such as `h2(a em(b))` and `ul(li(p(a)))`; a line break is `/`. */
export function showMarkdown(blocks: readonly MarkdownBlock[]): readonly string[] {
  return blocks.map(showBlock);
}

function showBlock(block: MarkdownBlock): string {
  if (block.kind === 'rule') return 'hr';
  if (block.kind === 'quote') return `quote(${block.blocks.map(showBlock).join(' ')})`;
  if (block.kind === 'code-block') return `pre${block.info && `[${block.info}]`}(${inlines(block.children)})`;
  if (block.kind === 'heading') return `h${block.level}(${inlines(block.children)})`;
  if (block.kind === 'paragraph') return `p(${inlines(block.children)})`;
  if (block.kind === 'list') {
    const items = block.items.map(({ isDone, blocks }) => {
      const done = isDone === null ? '' : isDone ? '[x]' : '[ ]';
      return `li${done}(${blocks.map(showBlock).join(' ')})`;
    });
    return `${block.start === null ? 'ul' : `ol${block.start}`}(${items.join(' ')})`;
  }
  const rows = [block.head, ...block.rows].map(({ cells }) =>
    cells.map(({ children }) => inlines(children)).join('|'),
  );
  return `table[${block.columns.map((column) => column ?? '-').join(' ')}](${rows.join(' / ')})`;
}

const NAMES = { emphasis: 'em', strong: 'b', strikethrough: 's', code: 'code' };

function inlines(children: readonly MarkdownInline[]): string {
  return children
    .map((inline) => {
      if (inline.kind === 'text') return inline.text.replaceAll('\n', '/');
      const inside = inlines(inline.children);
      if (inline.kind !== 'link') return `${NAMES[inline.kind]}(${inside})`;
      return `${inline.isPicture ? 'pic' : 'a'}(${inside} -> ${inline.isBare ? '' : `${inline.host} `}${inline.address})`;
    })
    .join('');
}

/** All that is shown, in the order of the text. */
export function textsIn(blocks: readonly MarkdownBlock[]): readonly MarkdownText[] {
  return blocks.flatMap((block): readonly MarkdownText[] => {
    if (block.kind === 'rule') return [];
    if (block.kind === 'quote') return textsIn(block.blocks);
    if (block.kind === 'list') return block.items.flatMap(({ blocks }) => textsIn(blocks));
    if (block.kind === 'table')
      return [block.head, ...block.rows].flatMap(({ cells }) =>
        cells.flatMap(({ children }) => textsOf(children)),
      );
    return textsOf(block.children);
  });
}

function textsOf(children: readonly MarkdownInline[]): readonly MarkdownText[] {
  return children.flatMap((inline) => (inline.kind === 'text' ? [inline] : textsOf(inline.children)));
}
