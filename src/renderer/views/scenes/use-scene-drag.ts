import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { endOfItem } from '../../../core/sections/scene-list.ts';
import type { ScenesSession } from '../../session/manuscript/scenes-session.ts';

/** The pointer moves so far before it drags, in CSS pixels. */
const THRESHOLD = 5;
/** So near to an edge the list scrolls, and by so much each frame, in CSS pixels. */
const EDGE = 48;
const SCROLL = 12;

interface SceneDragOptions {
  readonly scenes: ScenesSession;
  readonly list: RefObject<HTMLElement | null>;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly isEnabled: boolean;
}

interface Drag {
  /** The cards that go: `[from, to)`. */
  readonly from: number;
  readonly to: number;
  /** They would go before this one; null where they cannot. */
  readonly gap: number | null;
  /** The card under the pointer, at which the line is drawn if it is there. */
  readonly over: number;
}

/** Moves the card that the pointer drags, with a line where it will land. */
export function useSceneDrag({ scenes, list, scroller, isEnabled }: SceneDragOptions) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const start = useRef<{ readonly x: number; readonly y: number; readonly index: number } | null>(null);
  const pointer = useRef({ x: 0, y: 0 });
  const isDragging = drag !== null;

  const follow = () => {
    const from = start.current?.index;
    if (from === undefined) return;
    const to = endOfItem(scenes.view.get().cards, from);
    setDrag((now) => {
      const target = targetAt(list.current, pointer.current);
      if (target === null) return now ?? { from, to, gap: null, over: -1 };
      const gap = nearestGap(scenes, from, target.gap);
      return { from, to, gap, over: target.over };
    });
  };
  const latest = useRef(follow);
  useLayoutEffect(() => {
    latest.current = follow;
  });

  // Near an edge, the list scrolls under the pointer.
  useEffect(() => {
    if (!isDragging) return;
    let frame = requestAnimationFrame(function scroll() {
      const element = scroller.current;
      const box = element?.getBoundingClientRect();
      if (element !== null && box !== undefined) {
        const { y } = pointer.current;
        const by = y < box.top + EDGE ? -SCROLL : y > box.bottom - EDGE ? SCROLL : 0;
        const before = element.scrollTop;
        if (by !== 0) element.scrollTop += by;
        if (element.scrollTop !== before) latest.current();
      }
      frame = requestAnimationFrame(scroll);
    });
    return () => cancelAnimationFrame(frame);
  }, [isDragging, scroller]);

  const end = () => {
    start.current = null;
    setDrag(null);
  };
  return {
    /** The cards that are dragged, `[from, to)`; null for none. */
    dragged: drag,
    /** The side of a card at which the line is drawn. */
    lineAt: (index: number): 'before' | 'after' | null => {
      if (drag === null || drag.gap === null) return null;
      const { gap, over } = drag;
      if (over === gap - 1) return index === over ? 'after' : null;
      if (index === gap) return 'before';
      return gap === scenes.view.get().cards.length && index === gap - 1 ? 'after' : null;
    },
    /** @returns false if nothing was dragged */
    cancel: (): boolean => {
      if (drag === null) return false;
      end();
      return true;
    },
    handlers: {
      onPointerDown: ({ button, clientX: x, clientY: y, target }: PointerEvent) => {
        const index = cardOf(target);
        if (isEnabled && button === 0 && index !== null && !(target as Element).closest('[data-menu]'))
          start.current = { x, y, index };
      },
      onPointerMove: (event: PointerEvent) => {
        const from = start.current;
        if (from === null) return;
        pointer.current = { x: event.clientX, y: event.clientY };
        if (drag === null) {
          if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < THRESHOLD) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          scenes.select(from.index);
        }
        follow();
      },
      onPointerUp: () => {
        const done = drag;
        end();
        if (done !== null && done.gap !== null) scenes.moveBetween(done.from, done.gap);
      },
      onPointerCancel: end,
    },
  };
}

function cardOf(target: EventTarget | null): number | null {
  const card = target instanceof Element ? target.closest('[data-card]')?.getAttribute('data-card') : null;
  return card == null ? null : Number(card);
}

/** The card under a point of the window, or the last of its row, and the place beside it that is meant. */
function targetAt(
  list: HTMLElement | null,
  { x, y }: { readonly x: number; readonly y: number },
): { readonly gap: number; readonly over: number } | null {
  const hit = list?.ownerDocument.elementsFromPoint(x, y).find((one) => list.contains(one) && one !== list);
  const card = hit?.closest('[data-card]') ?? hit?.querySelector('[data-card]:last-of-type');
  const over = cardOf(card ?? null);
  if (card == null || over === null) return null;
  const { left, top, width, height } = card.getBoundingClientRect();
  const isSideways = list?.dataset.as === 'cards' && card.parentElement?.dataset.heading === undefined;
  const isAfter = isSideways ? x > left + width / 2 : y > top + height / 2;
  return { gap: isAfter ? over + 1 : over, over };
}

/** The place nearest to another to which a card can go: a chapter only goes between chapters. Null for none nearby. */
function nearestGap({ canMove, view }: ScenesSession, from: number, wanted: number): number | null {
  const { cards } = view.get();
  if (wanted >= from && wanted <= endOfItem(cards, from)) return null;
  for (let away = 0; away <= cards.length; away += 1) {
    if (canMove(from, wanted + away)) return wanted + away;
    if (canMove(from, wanted - away)) return wanted - away;
  }
  return null;
}
