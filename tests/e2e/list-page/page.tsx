/** A page with nothing but an `AnchoredList`, which `anchored-list.spec.ts` controls through `window.list`. */
import { createRef, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import {
  AnchoredList,
  type AnchoredListHandle,
} from '../../../src/renderer/ui/anchored-list/AnchoredList.tsx';
import './page.css';

const ESTIMATE = 120;

/** Number of words of a row, by its key; most have other heights than the estimate. */
const lengths = new Map<string, number>();

function lengthOf(key: string): number {
  const known = lengths.get(key);
  if (known !== undefined) return known;
  let hash = 7;
  for (const character of key) hash = (hash * 31 + character.charCodeAt(0)) % 10_007;
  return 5 + (hash % 90);
}

const root = createRoot(document.getElementById('root') ?? document.body);
const scroller: RefObject<HTMLDivElement | null> = createRef();
const handle: RefObject<AnchoredListHandle | null> = createRef();
const atEnd: boolean[] = [];
let shown = 0;
let width = 700;
let keys: readonly string[] = [];
let pinned: readonly number[] = [];
let keyOf = (index: number) => keys[index] ?? '';
let keyCalls = 0;
let renders = 0;

function render(): void {
  flushSync(() => {
    root.render(
      <AnchoredList
        key={shown}
        ref={handle}
        scrollRef={scroller}
        className="list"
        style={{ width }}
        role="feed"
        count={keys.length}
        keyOf={keyOf}
        estimate={() => ESTIMATE}
        pinned={pinned}
        onAtEndChange={(isAtEnd) => atEnd.push(isAtEnd)}
        renderRow={(index) => {
          renders += 1;
          const key = keys[index] ?? '';
          return (
            <p data-key={key}>
              <button type="button">{key}</button>
              {' word'.repeat(lengthOf(key))}
            </p>
          );
        }}
      />,
    );
  });
}

function setKeys(next: readonly string[]): void {
  keys = next;
  keyOf = (index) => {
    keyCalls += 1;
    return next[index] ?? '';
  };
  render();
}

const element = (key: string) => document.querySelector<HTMLElement>(`[data-key="${key}"]`);

/** Resolves when a frame has been painted. */
const painted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    });
  });

const list = {
  handle,
  painted,
  /** A new list; it begins at the end. */
  show(count: number, from = 'r'): void {
    shown += 1;
    lengths.clear();
    atEnd.length = 0;
    pinned = [];
    width = 700;
    setKeys(Array.from({ length: count }, (_, index) => `${from}${index}`));
  },
  setKeys,
  keys: () => keys,
  setPinned(next: readonly number[]): void {
    pinned = next;
    render();
  },
  setWidth(next: number): void {
    width = next;
    render();
  },
  setDisplayed(isDisplayed: boolean): void {
    const page = document.getElementById('root');
    if (page !== null) page.style.display = isDisplayed ? '' : 'none';
  },
  /** Adds words to a row. */
  grow(key: string, words: number): void {
    lengths.set(key, lengthOf(key) + words);
    render();
  },
  /** Changes the height of a row without a render, as an image that loads does; it is lost with the row. */
  stretch(key: string, pixels: number): void {
    const row = element(key);
    if (row !== null) row.style.paddingBottom = `${pixels}px`;
  },
  /** Puts something of this height above the words of a row, as a part that loads late does; it is lost with the row. */
  precede(key: string, pixels: number): void {
    const part = document.createElement('div');
    part.style.height = `${pixels}px`;
    element(key)?.before(part);
  },
  /** A folded part above the words of a row. @returns what unfolds it */
  fold(key: string): HTMLElement {
    const details = document.createElement('details');
    const summary = document.createElement('summary');
    const folded = document.createElement('div');
    folded.style.height = '700px';
    details.append(summary, folded);
    element(key)?.before(details);
    return summary;
  },
  /** Something arrives, as the list says. */
  setBusy: (isBusy: boolean) => scroller.current?.setAttribute('aria-busy', String(isBusy)),
  /** Moves the top of the list down on the screen; its bottom stays. */
  setTop(pixels: number): void {
    if (scroller.current === null) return;
    scroller.current.style.top = `${20 + pixels}px`;
    scroller.current.style.height = `${900 - pixels}px`;
  },
  scrollBy: (pixels: number) => scroller.current?.scrollBy(0, pixels),
  scrollTop: () => scroller.current?.scrollTop ?? Number.NaN,
  /** Distance below the view. */
  below(): number {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = scroller.current ?? {};
    return scrollHeight - scrollTop - clientHeight;
  },
  /** Start of a row, from the top of the view; null if it is not rendered. */
  top(key: string): number | null {
    const view = scroller.current?.getBoundingClientRect().top ?? 0;
    const row = element(key);
    return row === null ? null : row.getBoundingClientRect().top - view;
  },
  height: (key: string) => element(key)?.getBoundingClientRect().height ?? null,
  firstVisible: () => keys[handle.current?.firstVisible() ?? -1] ?? null,
  rendered: () => [...document.querySelectorAll<HTMLElement>('[data-key]')].map(({ dataset }) => dataset.key),
  atEnd: () => [...atEnd],
  focus: (key: string) => element(key)?.querySelector('button')?.focus(),
  focused: () => document.activeElement?.textContent ?? null,
  /** The cost of rendering since the last call. */
  work(): { readonly keyCalls: number; readonly renders: number } {
    const done = { keyCalls, renders };
    keyCalls = 0;
    renders = 0;
    return done;
  },
};

export type ListPage = typeof list;

declare global {
  interface Window {
    list?: ListPage;
  }
}

window.list = list;
