import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { STATES, TEXT_ITSELF } from '../../../ui-text/continuations.ts';
import * as words from '../../../ui-text/tree/comparing.ts';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import { type Continuation, shownAuthors } from '../../session/tree/continuation.ts';
import { findItem } from '../../session/tree/continuations-session.ts';
import shared from '../../styles/shared.module.css';
import { Button } from '../../ui/Button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { useRowWindow } from '../../ui/use-row-window.ts';
import { useCommands } from '../commands.ts';
import { formatPlace, formatRemark, placeholderFor } from '../continuations/slot-texts.ts';
import { TypesetText } from '../TypesetText.tsx';
import { type DescribedAuthors, useDescribeAuthors } from '../use-describe-authors.ts';
import styles from './SideBySide.module.css';

export interface SideBySideProps {
  readonly readOnly: boolean;
  /** Another page covers it. */
  readonly inert: boolean;
}

/** More rows than this are rendered only where they are seen: each reads its texts. */
const MAX_UNWINDOWED = 6;
/** Approximate height of a row, and the space between two, in CSS pixels. */
const ROW_HEIGHT = 320;
const ROW_GAP = 24;

/** All alternatives at once over the whole window, with their whole texts; Escape returns to the text. */
export function SideBySide(props: SideBySideProps) {
  const { sideBySide } = useTreeDesk();
  return useStore(sideBySide.isShown) ? <Page {...props} /> : null;
}

function Page({ readOnly, inert }: SideBySideProps) {
  const tree = useTreeDesk();
  const describe = useDescribeAuthors();
  useStore(tree.authors.typed);
  const { continuations, sideBySide } = tree;
  const commands = useCommands();
  const list = useStore(continuations.list);
  const activeId = useStore(continuations.active);
  const marked = useStore(tree.comparison.marked);
  useStore(sideBySide.revision);
  const { items, count, selectedId } = list;
  const baseId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const listbox = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const columns = columnsIn(width, items.length);
  const rows = rowsOf(items, columns);
  const shown = useRowWindow({
    count: rows.length,
    scroller,
    estimate: ROW_HEIGHT,
    gap: ROW_GAP,
    keyOf: (row) => rows[row]?.[0]?.positionId ?? '',
    maxUnwindowed: MAX_UNWINDOWED,
  });
  const drawn = rows.slice(shown.first, shown.end);
  const active = findItem(items, activeId) ?? findItem(items, selectedId) ?? items[0];
  const index = active === undefined ? -1 : items.indexOf(active);
  const activeRow = columns === 0 ? -1 : Math.floor(index / columns);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // It has the keyboard, and the list stays what it is, until it closes or another page covers it.
  useEffect(() => {
    if (inert) return;
    listbox.current?.focus();
    continuations.pin(true);
  }, [inert, continuations]);
  useEffect(
    () => () => {
      continuations.pin(false);
      continuations.setActive(null);
    },
    [continuations],
  );

  const wanted = drawn.flat();
  useEffect(() => sideBySide.want(wanted, list));
  const before = sideBySide.paragraphBefore(list);
  const reveal = useRef(shown.reveal);
  useLayoutEffect(() => {
    reveal.current = shown.reveal;
  });
  useEffect(() => {
    if (activeRow >= 0) reveal.current(activeRow);
  }, [activeRow]);

  const choose = (item: Continuation | undefined) => {
    if (readOnly || item === undefined || item.slot !== null) return;
    sideBySide.close();
    if (item.pruned) void tree.pruning.restore([item.positionId]);
    else void tree.navigation.goToContinuation(item.positionId);
  };
  /** Of two to compare, the second; otherwise the one that the writer wants in the text. */
  const pick = (item: Continuation) => {
    if (marked !== null) void tree.comparison.choose(item.positionId);
    else if (readOnly || item.slot !== null) continuations.setActive(item.positionId);
    else choose(item);
  };
  const discard = (item: Continuation) => {
    const neighbour = items[index + 1] ?? items[index - 1];
    if (readOnly || item.slot !== null || item.pruned) return;
    continuations.setActive(neighbour?.positionId ?? null);
    void tree.pruning.prune(item.positionId);
  };
  const onListKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const to = stepInGrid(event.key, index, items.length, columns);
    const target = to === null ? undefined : items[to];
    if (target !== undefined) continuations.setActive(target.positionId);
    else if (event.key === 'Enter' && active !== undefined) pick(active);
    else if (/^[1-9]$/.test(event.key)) {
      const numbered = items.find(({ number }) => number === Number(event.key));
      if (numbered !== undefined) pick(numbered);
    } else if (event.key === 'Delete' && active !== undefined) discard(active);
    else return;
    event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    if (tree.comparison.marked.get() !== null) tree.comparison.unmark();
    else sideBySide.close();
  };
  const optionId = (item: Continuation) => `${baseId}-${item.positionId}`;
  return (
    <main className={styles.page} aria-label={words.SIDE_BY_SIDE} inert={inert} onKeyDown={onKeyDown}>
      <header className={styles.header}>
        <h2 className={styles.title}>
          {words.SIDE_BY_SIDE} <span className={styles.count}>{words.alternativesHere(count)}</span>
        </h2>
        <div className={styles.actions}>
          {active?.slot === null && (
            <Button
              keepsFocus
              hint={commands.hint('continuations.compare')}
              onClick={() => commands.run('continuations.compare')}
            >
              {words.COMPARE}
            </Button>
          )}
          {!readOnly && (
            <Button keepsFocus onClick={() => void tree.generationCommands.generateAfter(list.parentId)}>
              {words.GENERATE_MORE}
            </Button>
          )}
          <Button
            variant="icon"
            label={words.CLOSE_SIDE_BY_SIDE}
            hint={words.BACK_TO_TEXT}
            onClick={() => sideBySide.close()}
          >
            <CloseIcon />
          </Button>
        </div>
      </header>
      {marked !== null && (
        <p className={styles.note}>{words.comparing(marked.name, commands.key('continuations.compare'))}</p>
      )}
      <div
        ref={scroller}
        className={styles.scroller}
        data-notice-place=""
        data-long={shown.before + shown.after > 0 || undefined}
      >
        {before !== '' && (
          <p className={styles.before} dir="auto">
            <TypesetText text={before} />
          </p>
        )}
        <div
          ref={listbox}
          className={styles.list}
          style={{ paddingTop: shown.before, paddingBottom: shown.after }}
          role="listbox"
          aria-label={words.ALTERNATIVES}
          aria-activedescendant={active === undefined ? undefined : optionId(active)}
          tabIndex={0}
          onKeyDown={onListKey}
        >
          {drawn.map((row, at) => (
            <div
              key={row[0]?.positionId}
              ref={shown.measure}
              className={styles.row}
              style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 32em))` }}
              data-index={shown.first + at}
            >
              {row.map((item, column) => (
                <Alternative
                  key={item.positionId}
                  id={optionId(item)}
                  item={item}
                  text={sideBySide.textOf(item)}
                  count={count}
                  index={(shown.first + at) * columns + column}
                  listed={items.length}
                  by={describe(shownAuthors(item, tree.authors))}
                  selected={item.positionId === selectedId}
                  active={item === active}
                  marked={marked !== null && item.positionId === marked.positionId}
                  onPick={() => pick(item)}
                />
              ))}
            </div>
          ))}
        </div>
        {items.length === 0 && <p className={styles.note}>{words.NONE_HERE}</p>}
      </div>
      <footer className={styles.footer}>{readOnly ? words.READ_ONLY_KEYS : words.SIDE_BY_SIDE_KEYS}</footer>
    </main>
  );
}

// Places of the alternatives that fill the window: in rows of as many columns as can be read. Pure.

/** The narrowest column in which prose reads well, in CSS pixels. */
const MIN_COLUMN = 300;

/** Number of columns that fit: all alternatives in one row if there is room; one below the other in a narrow window. */
function columnsIn(width: number, count: number): number {
  return Math.max(1, Math.min(count, Math.floor(width / MIN_COLUMN)));
}

function rowsOf<T>(items: readonly T[], columns: number): readonly (readonly T[])[] {
  const rows: (readonly T[])[] = [];
  for (let from = 0; from < items.length; from += columns) rows.push(items.slice(from, from + columns));
  return rows;
}

/**
 * The index that a key leads to from another; null if the key does not move. Up and down move from row to row; of a
 * single row they scroll the page.
 */
function stepInGrid(key: string, index: number, count: number, columns: number): number | null {
  const last = count - 1;
  if (last < 0) return null;
  if (key === 'ArrowRight') return Math.min(index + 1, last);
  if (key === 'ArrowLeft') return Math.max(index - 1, 0);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (count <= columns) return null;
  if (key === 'ArrowDown') return index + columns <= last ? index + columns : index;
  if (key === 'ArrowUp') return index - columns >= 0 ? index - columns : index;
  return null;
}

interface AlternativeProps {
  readonly id: string;
  readonly item: Continuation;
  /** Its whole text, as far as it is known. */
  readonly text: string;
  /** Number of continuations in the tree and not pruned. */
  readonly count: number;
  /** 0-based index among the listed continuations, and how many are listed. */
  readonly index: number;
  readonly listed: number;
  readonly by: DescribedAuthors;
  /** It is on the path. */
  readonly selected: boolean;
  /** It is the list's active option. */
  readonly active: boolean;
  /** It is the first of two to compare. */
  readonly marked: boolean;
  onPick(): void;
}

/** One alternative of the page that shows them all: a click chooses it. */
function Alternative(props: AlternativeProps) {
  const { id, item, text, count, index, listed, by, selected, active, marked } = props;
  const hasText = item.length > 0 || item.slot === null;
  const remark = formatRemark(item, selected);
  const isCut = item.state !== 'streaming' && text.length < item.length;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the surrounding listbox has the focus and handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the listbox names it in aria-activedescendant
    <div
      id={id}
      role="option"
      aria-selected={selected}
      aria-disabled={item.slot !== null || item.pruned || undefined}
      aria-posinset={index + 1}
      aria-setsize={listed}
      className={styles.option}
      data-active={active || undefined}
      data-marked={marked || undefined}
      data-pruned={item.pruned || undefined}
      data-state={item.state}
      data-colour={by.colour}
      onClick={() => {
        // A drag selects words to be copied.
        if (getSelection()?.isCollapsed !== false) props.onPick();
      }}
    >
      <div className={styles.head}>
        <span className={styles.place}>{formatPlace(item, count)}</span>{' '}
        <span className={`${shared.authorInLine} ${styles.author}`}>{by.label}</span>{' '}
        <span className={styles.state}>{item.isRest ? TEXT_ITSELF : STATES[item.state]}</span>
      </div>
      <p className={styles.text} dir="auto" data-words={!hasText || undefined}>
        {hasText ? <TypesetText text={`${text.trimStart()}${isCut ? '…' : ''}`} /> : placeholderFor(item)}
      </p>
      {remark !== null && hasText && <p className={styles.remark}>{remark}</p>}
    </div>
  );
}
