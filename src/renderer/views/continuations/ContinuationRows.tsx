import { type RefObject, useCallback, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { PositionId } from '../../../core/ids.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import { CONTINUATIONS } from '../../../ui-text/tree/continuation-list.ts';
import { useDesk, useStore, useTreeDesk } from '../../session/hooks.ts';
import { createStore } from '../../session/store.ts';
import { type Continuation, isInProgress, shownAuthors } from '../../session/tree/continuation.ts';
import type { ContinuationList } from '../../session/tree/continuations-session.ts';
import type { RowWindow } from '../../ui/use-row-window.ts';
import { useDescribeAuthors } from '../use-describe-authors.ts';
import { ContinuationOption } from './ContinuationOption.tsx';
import styles from './ContinuationsPane.module.css';
import { type Card, expectedLines, shareLines } from './card-lines.ts';
import { linesOf, SlotActions } from './SlotActions.tsx';
import type { ListKeys } from './use-list-keys.ts';

/** Space between two rows, in CSS pixels. */
export const ROW_GAP = 4;

export interface ContinuationRowsProps {
  readonly list: ContinuationList;
  /** The listed continuations: those of `list` that pass the filter. */
  readonly items: readonly Continuation[];
  /** The slice of `items` that is drawn. */
  readonly drawn: readonly Continuation[];
  readonly rows: RowWindow;
  readonly keys: ListKeys;
  readonly agents: readonly Agent[];
  readonly readOnly: boolean;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly listbox: RefObject<HTMLDivElement | null>;
  readonly listId: string;
  /** The continuation that has the keyboard, and the id of its element if it is drawn. */
  readonly activeId: PositionId | null;
  readonly activeOption: string | undefined;
  /** The only one there is, which is on the page: one line tells which. */
  readonly isAlone: boolean;
  optionId(positionId: PositionId): string;
}

/** A conversation shows no previews. */
const NOT_PREVIEWED = createStore<PositionId | null>(null);

/** The rows of the list: the options, and beside each of them its buttons. */
export function ContinuationRows(props: ContinuationRowsProps) {
  const { list, items, drawn, rows, keys, agents, readOnly, scroller, listbox, listId } = props;
  const { activeId, activeOption, isAlone, optionId } = props;
  const { tree, preview } = useDesk();
  const { authors } = tree;
  const describe = useDescribeAuthors();
  useStore(authors.typed);
  const previewId = useStore(preview?.shown ?? NOT_PREVIEWED);
  const markedId = useStore(tree.comparison.marked)?.positionId;
  const editedId = useEditedPosition();
  const [detailed, setDetailed] = useState<ReadonlySet<PositionId>>(new Set());
  const { duplicates, selectedId, count } = list;
  // The spacer above the drawn rows takes a grid row of its own.
  const firstRow = rows.before > 0 ? 2 : 1;

  const choose = useRef(keys.choose);
  useLayoutEffect(() => {
    choose.current = keys.choose;
  });
  const { comparison } = tree;
  // The first of two to compare is marked: a click is on the second.
  const onChoose = useCallback(
    (item: Continuation) => {
      if (comparison.marked.get() === null) choose.current(item);
      else void comparison.choose(item.positionId);
    },
    [comparison],
  );

  const toggleDetail = (positionId: PositionId) => {
    const others = new Set(detailed);
    if (!others.delete(positionId)) others.add(positionId);
    setDetailed(others);
  };

  const byOf = (item: Continuation) => {
    const { label, colour } = describe(shownAuthors(item, authors));
    return { by: label, colour };
  };

  const propsOf = (item: Continuation) => ({
    item,
    readOnly,
    edited: item.positionId === editedId && item.positionId === selectedId,
  });

  const textLines = useCardLines({
    list,
    items,
    isWhole: drawn.length === items.length,
    scroller,
    basis: [...detailed, ...items.map((item) => linesOf(propsOf(item)))].join(),
  });
  useSteadyRows(scroller, drawn.length === items.length);

  return (
    <div ref={scroller} className={styles.list} data-low={isAlone || items.length === 0 || undefined}>
      {rows.before > 0 && <div style={{ gridRow: 1, height: rows.before - ROW_GAP }} />}
      <div
        ref={listbox}
        id={listId}
        className={styles.options}
        style={{ gridRow: `${firstRow} / span ${Math.max(1, drawn.length)}` }}
        role="listbox"
        aria-label={CONTINUATIONS}
        aria-activedescendant={activeOption}
        aria-busy={!list.isLoaded || undefined}
        tabIndex={0}
        onKeyDown={keys.onKeyDown}
      >
        {drawn.map((item, at) => (
          <ContinuationOption
            key={item.positionId}
            ref={rows.measure}
            id={optionId(item.positionId)}
            item={item}
            count={count}
            index={rows.first + at}
            listed={items.length}
            {...byOf(item)}
            sameAs={duplicates.get(item.positionId)}
            detailed={detailed.has(item.positionId)}
            selected={item.positionId === selectedId}
            active={item.positionId === activeId}
            previewed={item.positionId === previewId}
            marked={item.positionId === markedId}
            lines={linesOf(propsOf(item))}
            textLines={isAlone ? 1 : textLines.get(item.positionId)}
            onChoose={onChoose}
          />
        ))}
      </div>
      {drawn.map((item, at) =>
        linesOf(propsOf(item)) > 0 || isInProgress(item) ? (
          <SlotActions
            key={item.positionId}
            {...propsOf(item)}
            row={firstRow + at}
            count={count}
            agents={agents}
            detailed={detailed.has(item.positionId)}
            onDetail={() => toggleDetail(item.positionId)}
          />
        ) : null,
      )}
      {rows.after > 0 && <div style={{ gridRow: firstRow + drawn.length, height: rows.after - ROW_GAP }} />}
    </div>
  );
}

/** The position of the caret if its edit can become a branch: a pending edit, or the version just committed. */
function useEditedPosition(): PositionId | null {
  const desk = useDesk();
  const { place, path } = desk.tree;
  return useSyncExternalStore(place.subscribe, () => {
    const caret = place.get();
    if (caret === null || caret.currentPositionId === null) return null;
    const versionIndex = path.findHeader(caret.currentPositionId)?.versionIndex ?? 0;
    const isSaved = desk.mode === 'buffer' && versionIndex > 1;
    return caret.edited || isSaved ? caret.currentPositionId : null;
  });
}

// Keeps the row that the writer reads in the Continuations list in place while cards above it change, come or go.

/** A row in the list, in CSS pixels: from the top of all rows, and its height. */
interface RowPlace {
  readonly top: number;
  readonly height: number;
}

/** By the id of the row's element, in the order of the list. */
export type RowPlaces = ReadonlyMap<string, RowPlace>;

/**
 * The distance to scroll so that the text being read stays where it is: the first row that began in view and is as high
 * as before, or else the first that began in view. Not the row that is cut off above: if that becomes lower, all that
 * is read would move. Nothing above a list that is at its top moves it.
 */
export function steadyScroll(before: RowPlaces, now: RowPlaces, scrollTop: number): number {
  if (scrollTop === 0) return 0;
  const inView = [...before].flatMap(([id, was]) => {
    const is = was.top >= scrollTop ? now.get(id) : undefined;
    return is === undefined ? [] : [{ was, is }];
  });
  const steady = inView.find(({ was, is }) => Math.abs(was.height - is.height) < 1) ?? inView[0];
  return steady === undefined ? 0 : steady.is.top - steady.was.top;
}

/** @param isWhole all rows are drawn; otherwise the code that draws some of them keeps the place */
function useSteadyRows(scroller: RefObject<HTMLElement | null>, isWhole: boolean): void {
  const before = useRef<RowPlaces>(new Map());
  /** Sum of the browser's rounding so far: many steps of a fraction would move the text being read. */
  const owed = useRef(0);
  useLayoutEffect(() => {
    const element = scroller.current;
    const now = element === null || !isWhole ? new Map() : placesIn(element);
    const moved = element === null ? 0 : steadyScroll(before.current, now, element.scrollTop);
    if (element !== null && moved !== 0) {
      const wanted = element.scrollTop + moved + owed.current;
      element.scrollTop = wanted;
      const missing = wanted - element.scrollTop;
      // More is missing only where the list ends.
      owed.current = Math.abs(missing) < 1 ? missing : 0;
    }
    before.current = now;
  });
}

function placesIn(scroller: HTMLElement): RowPlaces {
  const start = scroller.getBoundingClientRect().top - scroller.scrollTop;
  const rows = [...scroller.querySelectorAll('[role="option"]')];
  return new Map(
    rows.map((row) => {
      const { top, height } = row.getBoundingClientRect();
      return [row.id, { top: top - start, height }];
    }),
  );
}

interface CardLinesOptions {
  readonly list: ContinuationList;
  /** The listed continuations. */
  readonly items: readonly Continuation[];
  /** All of them are drawn; otherwise each card has the fewest lines. */
  readonly isWhole: boolean;
  readonly scroller: RefObject<HTMLElement | null>;
  /** Everything else that changes the height of the cards. */
  readonly basis: string;
}

/** Lines of text that each card shows, by position; missing cards show the fewest. */
type CardLines = ReadonlyMap<PositionId, number>;

const NONE: CardLines = new Map();

/**
 * Gives the cards the room that the list has (`card-lines.ts`). While a text is being written, the cards keep their
 * heights: what the writer reads does not move. Each new card keeps room for as much text as was asked for, also if less
 * arrives.
 */
function useCardLines({ list, items, isWhole, scroller, basis }: CardLinesOptions): CardLines {
  const { choice } = useTreeDesk();
  const { maxTokens } = useStore(choice.store);
  const [lines, setLines] = useState<CardLines>(NONE);
  const [size, setSize] = useState('');
  /** The lines kept for cards whose text arrived, or arrives, while the list is shown. */
  const kept = useRef(new Map<PositionId, number>());
  /** Size of the list when they were kept. */
  const keptSize = useRef('');

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setSize(`${element.clientWidth} ${element.clientHeight}`));
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);

  const { selectedId, arrivedId } = list;
  const isComing = items.some(isInProgress);
  // Nothing moves until all answers have arrived.
  const parts = isComing
    ? [...items.map(({ positionId }) => positionId), selectedId === arrivedId ? '' : selectedId]
    : [
        ...items.map(({ positionId, nodeId, length }) => `${positionId} ${nodeId} ${length}`),
        selectedId,
        basis,
      ];
  const key = [isWhole, size, isComing, ...parts].join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is made of what the layout depends on
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!isWhole || element === null || element.clientHeight === 0) return setLines(NONE);
    const measured = measureCards(element, items);
    // The writer resized the list: everything moves anyway.
    if (keptSize.current !== size && !isComing) kept.current.clear();
    keptSize.current = size;
    const listed = new Set(items.map(({ positionId }) => positionId));
    for (const known of kept.current.keys()) if (!listed.has(known)) kept.current.delete(known);
    const cards = measured.cards.map((card, at): Card => {
      const item = items[at];
      if (item === undefined) return card;
      if (isInProgress(item)) {
        const expected = expectedLines(maxTokens, measured.width, measured.fontSize);
        return { ...card, lines: Math.max(expected, kept.current.get(item.positionId) ?? 0) };
      }
      const isText = card.lines > 0;
      return isText ? { ...card, lines: Math.max(card.lines, kept.current.get(item.positionId) ?? 0) } : card;
    });
    const selected = items.findIndex(({ positionId }) => positionId === selectedId);
    const shares = shareLines(cards, measured.room, measured.lineHeight, selected);
    for (const [at, item] of items.entries())
      if (isInProgress(item)) kept.current.set(item.positionId, shares[at] ?? 0);
    const next = new Map(items.map(({ positionId }, at) => [positionId, shares[at] ?? 0]));
    setLines((now) => (isSame(now, next) ? now : next));
  }, [key]);
  return lines;
}

interface Measured {
  readonly cards: readonly Card[];
  readonly room: number;
  readonly lineHeight: number;
  readonly fontSize: number;
  /** Width of a line of text. */
  readonly width: number;
}

/** The cards as they are drawn, in order. */
function measureCards(scroller: HTMLElement, items: readonly Continuation[]): Measured {
  const options = [...scroller.querySelectorAll<HTMLElement>('[role="option"]')];
  const texts = options.map((option) => option.querySelector<HTMLElement>('[data-lines]'));
  const [first] = texts.filter((text) => text !== null);
  const style = getComputedStyle(first ?? scroller);
  const fontSize = Number.parseFloat(style.fontSize) || 16;
  const lineHeight = Number.parseFloat(style.lineHeight) || fontSize * 1.5;
  const { paddingTop, paddingBottom, rowGap } = getComputedStyle(scroller);
  const padding = (Number.parseFloat(paddingTop) || 0) + (Number.parseFloat(paddingBottom) || 0);
  const gaps = (Number.parseFloat(rowGap) || 0) * Math.max(0, items.length - 1);
  return {
    cards: options.map((option, at) => {
      const text = texts[at] ?? null;
      const lines = text === null ? 0 : Math.round(text.scrollHeight / lineHeight);
      const body = text?.parentElement ?? option.lastElementChild ?? option;
      const { top, height } = body.getBoundingClientRect();
      const end = body.lastElementChild?.getBoundingClientRect().bottom ?? top;
      // The body may be higher than its content.
      const rest = end - (text?.getBoundingClientRect().bottom ?? top);
      return { lines, frame: option.getBoundingClientRect().height - height + rest };
    }),
    room: scroller.clientHeight - padding - gaps,
    lineHeight,
    fontSize,
    width: first?.clientWidth ?? scroller.clientWidth,
  };
}

function isSame(one: CardLines, other: CardLines): boolean {
  return one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);
}
