import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { PositionId } from '../../../core/ids.ts';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import { type Continuation, isInProgress } from '../../session/tree/continuation.ts';
import type { ContinuationList } from '../../session/tree/continuations-session.ts';
import { type Card, expectedLines, shareLines } from './card-lines.ts';

export interface CardLinesOptions {
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
export type CardLines = ReadonlyMap<PositionId, number>;

const NONE: CardLines = new Map();

/**
 * Gives the cards the room that the list has (`card-lines.ts`). While a text is being written, the cards keep their
 * heights: what the writer reads does not move. Each new card keeps room for as much text as was asked for, also if less
 * arrives.
 */
export function useCardLines({ list, items, isWhole, scroller, basis }: CardLinesOptions): CardLines {
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
