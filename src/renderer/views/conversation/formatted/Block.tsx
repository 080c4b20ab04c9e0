import { memo, type ReactNode } from 'react';
import { shownLevel } from '../../../../core/markdown/heading-level.ts';
import type {
  MarkdownBlock,
  MarkdownHeading,
  MarkdownItem,
  MarkdownList,
  MarkdownParagraph,
} from '../../../../core/markdown/markdown.ts';
import { SCROLLED_PARTS, TASK_STATES } from '../../../../ui-text/conversation.ts';
import { type AuthorRuns, authorRunsOf, type Voices } from '../author-runs.ts';
import styles from './formatted.module.css';
import { renderInlines } from './inlines.tsx';
import { Scrolled } from './Scrolled.tsx';
import { Table } from './Table.tsx';

/** A block's data of its message. */
interface Context extends Voices {
  /** The level on the screen of the last heading before it. */
  readonly above: number;
}

export interface BlockProps extends Context {
  readonly block: MarkdownBlock;
}

/** Memoised, so that of a text that streams only the blocks that change are laid out again. */
export const Block = memo(function Block({ block, ...context }: BlockProps) {
  switch (block.kind) {
    case 'rule':
      return <hr className={styles.rule} data-from={block.from} data-to={block.to} />;
    case 'quote':
      return (
        <blockquote className={styles.quote} data-from={block.from} data-to={block.to}>
          {renderBlocks(block.blocks, contextWithin(context, block))}
        </blockquote>
      );
    case 'list':
      return <List list={block} {...context} />;
    case 'code-block':
      return (
        <div className={styles.codeBlock} data-from={block.from} data-to={block.to}>
          {block.info !== '' && <div className={styles.info}>{block.info}</div>}
          <Scrolled className={styles.lines} name={SCROLLED_PARTS.code}>
            <code>{renderInlines(block.children, authorsOf(block, context))}</code>
          </Scrolled>
        </div>
      );
    case 'table':
      return <Table table={block} {...context} />;
    case 'heading':
      return <Heading heading={block} {...context} />;
    case 'paragraph':
      return <Paragraph paragraph={block} {...context} />;
  }
});

/** A part that begins with the sign before a block, such as that of an item, begins with the block's content. */
function contextWithin(
  context: Context,
  { from, blocks: [first] }: { readonly from: number; readonly blocks: readonly MarkdownBlock[] },
): Context {
  const isAtSign = (seam: number) => first !== undefined && seam >= from && seam < first.from;
  if (first === undefined || !context.seams.some(isAtSign)) return context;
  return { ...context, seams: context.seams.map((seam) => (isAtSign(seam) ? first.from : seam)) };
}

function renderBlocks(blocks: readonly MarkdownBlock[], context: Context): ReactNode {
  return blocks.map((block) => <Block key={block.from} block={block} {...context} />);
}

function authorsOf({ from, to }: MarkdownBlock, voices: Voices): AuthorRuns | null {
  return authorRunsOf(voices, from, to);
}

function Paragraph({ paragraph, ...context }: Context & { readonly paragraph: MarkdownParagraph }) {
  const { from, to, children } = paragraph;
  return (
    <p className={styles.paragraph} dir="auto" data-from={from} data-to={to}>
      {renderInlines(children, authorsOf(paragraph, context))}
    </p>
  );
}

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

/** The level of the title of the conversation, which the headings of messages are below. */
export const TITLE_LEVEL = 1;

function Heading({ heading, ...context }: Context & { readonly heading: MarkdownHeading }) {
  const { from, to, level, children } = heading;
  const Element = HEADINGS[shownLevel(level, context.above, TITLE_LEVEL) - 1] ?? 'h6';
  return (
    <Element className={styles.heading} data-level={level} dir="auto" data-from={from} data-to={to}>
      {renderInlines(children, authorsOf(heading, context))}
    </Element>
  );
}

function List({ list, ...context }: Context & { readonly list: MarkdownList }) {
  const { from, to, start, items } = list;
  const shown = items.map((item) => <Item key={item.from} item={item} {...context} />);
  if (start === null)
    return (
      <ul className={styles.list} data-from={from} data-to={to}>
        {shown}
      </ul>
    );
  return (
    <ol className={styles.list} start={start} data-from={from} data-to={to}>
      {shown}
    </ol>
  );
}

const Item = memo(function Item({ item, ...context }: Context & { readonly item: MarkdownItem }) {
  const { from, to, isDone, blocks } = item;
  return (
    <li className={styles.item} data-task={isDone ?? undefined} data-from={from} data-to={to}>
      {isDone !== null && (
        <span className={styles.box} role="img" aria-label={TASK_STATES[isDone ? 'done' : 'open']} />
      )}
      {renderBlocks(blocks, contextWithin(context, item))}
    </li>
  );
});
