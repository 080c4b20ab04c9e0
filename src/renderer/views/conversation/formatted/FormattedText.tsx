import { type CSSProperties, memo, type ReactNode, useEffect, useMemo, useReducer, useRef } from 'react';
import { READING_STEP } from '../../../../core/markdown/limits.ts';
import type {
  MarkdownBlock,
  MarkdownHeading,
  MarkdownItem,
  MarkdownList,
  MarkdownParagraph,
  MarkdownRow,
  MarkdownTable,
} from '../../../../core/markdown/markdown.ts';
import { type MarkdownReading, readMarkdown, shownLevel } from '../../../../core/markdown/read-markdown.ts';
import { SCROLLED_PARTS, TASK_STATES } from '../../../../ui-text/conversation.ts';
import { type AuthorRuns, authorRunsOf, type Voices } from '../author-runs.ts';
import { TypedText, type TypedTextProps } from '../TypedText.tsx';
import styles from './formatted.module.css';
import { renderInlines } from './inlines.tsx';
import { Scrolled } from './Scrolled.tsx';

/** A message's text as Markdown. What has not been read yet is as typed. */
export function FormattedText({ text, from: _from, ...voices }: TypedTextProps) {
  const { blocks, length } = useMarkdown(text);
  let level = TITLE_LEVEL;
  const shown = blocks.map((block) => {
    const above = level;
    if (block.kind === 'heading') level = shownLevel(block.level, above, TITLE_LEVEL);
    return <Block key={block.from} block={block} above={above} {...voices} />;
  });
  return (
    <>
      {shown}
      {length < text.length && <TypedText text={text.slice(length)} from={length} {...voices} />}
    </>
  );
}

/** Length of a text read before it is shown for the first time, in UTF-16 code units: all of most long replies. */
const FIRST_READING = 2 * READING_STEP;

/** Reads a text that may grow: the part read stays, and a long text is read a step in each frame. */
function useMarkdown(text: string): MarkdownReading {
  const [frame, readOn] = useReducer((count: number) => count + 1, 0);
  const before = useRef<MarkdownReading>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another frame reads on.
  const reading = useMemo(
    () => (before.current === undefined ? beginReading(text) : readMarkdown(text, before.current)),
    [text, frame],
  );
  useEffect(() => {
    before.current = reading;
    if (reading.length === reading.text.length) {
      rememberReading(before, reading);
      return;
    }
    const request = requestAnimationFrame(readOn);
    return () => cancelAnimationFrame(request);
  }, [reading]);
  return reading;
}

function beginReading(text: string): MarkdownReading {
  let reading = readMarkdown(text, findReading(text));
  while (reading.length < Math.min(text.length, FIRST_READING)) reading = readMarkdown(text, reading);
  return reading;
}

/** The longest text that is remembered, in UTF-16 code units: showing all of a longer one takes too long for a frame. */
const MAX_LENGTH = 50_000;

const MAX_COUNT = 4;

/** By their readers, latest last. */
const recent = new Map<object, MarkdownReading>();

/**
 * Keeps the reading of a long text for when it is shown again, after the reader has scrolled back to it: it must not be shown
 * as typed for a moment, since what is read would move.
 * @param reader of a text that grows; the last reading of each is kept
 */
function rememberReading(reader: object, reading: MarkdownReading): void {
  recent.delete(reader);
  if (reading.text.length <= READING_STEP || reading.text.length > MAX_LENGTH) return;
  recent.set(reader, reading);
  const [oldest] = recent.keys();
  if (recent.size > MAX_COUNT && oldest !== undefined) recent.delete(oldest);
}

/** The reading of this text, or of its beginning; undefined if none is remembered. */
function findReading(text: string): MarkdownReading | undefined {
  if (text.length <= READING_STEP) return undefined;
  return [...recent.values()].findLast((reading) => text.startsWith(reading.text));
}

/** A block's data of its message. */
interface Context extends Voices {
  /** The level on the screen of the last heading before it. */
  readonly above: number;
}

interface BlockProps extends Context {
  readonly block: MarkdownBlock;
}

/** Memoised, so that of a text that streams only the blocks that change are laid out again. */
const Block = memo(function Block({ block, ...context }: BlockProps) {
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
            <code>{renderInlines(block.children, authorsOf(block, context), false)}</code>
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
const TITLE_LEVEL = 1;

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

interface TableProps extends Voices {
  readonly table: MarkdownTable;
}

/** A table, which scrolls if it is wider than the text. */
function Table({ table, ...voices }: TableProps) {
  const { from, to, columns, head, rows } = table;
  const authors = authorRunsOf(voices, from, to);
  const alignment = (column: number): CSSProperties => ({ textAlign: columns[column] ?? 'start' });
  const missing = (row: MarkdownRow) => columns.length - row.cells.length;
  return (
    <Scrolled className={styles.tableFrame} name={SCROLLED_PARTS.table}>
      <table className={styles.table} data-from={from} data-to={to}>
        <thead>
          <tr data-from={head.from} data-to={head.to}>
            {head.cells.map((cell, column) => (
              <th key={cell.from} scope="col" dir="auto" style={alignment(column)}>
                {renderInlines(cell.children, authors)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.from} data-from={row.from} data-to={row.to}>
              {row.cells.map((cell, column) => (
                <td key={cell.from} dir="auto" style={alignment(column)}>
                  {renderInlines(cell.children, authors)}
                </td>
              ))}
              {missing(row) > 0 && <td colSpan={missing(row)} />}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}
