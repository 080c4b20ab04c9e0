/**
 * Keeps a scrolling list in place while its rows are measured, change height, come and go (`dialogue.md`, *The screen*).
 * Heights and offsets are in CSS pixels.
 */
import { RowLayout } from './row-layout.ts';

/** The rows `[first, end)`. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
}

export type RowAlign = 'start' | 'center' | 'nearest';

/** A part of a row at an offset from the top of the view. */
interface Part {
  readonly element: Element;
  readonly offset: number;
  readonly height: number;
}

/**
 * The fixed point of a change: the end of the list, or the top of a row at an offset from the top of the view; of a row
 * that begins above the view, its first visible part.
 */
type ScrollPlace =
  | { readonly kind: 'end' }
  | { readonly kind: 'row'; readonly key: string; readonly offset: number; readonly part: Part | null }
  /** A row that is yet to be scrolled to. */
  | { readonly kind: 'target'; readonly key: string; readonly align: 'start' | 'center' | 'end' };

const END: ScrollPlace = { kind: 'end' };

/** The height of the view while it has no layout, because it is hidden. */
const UNKNOWN_HEIGHT = 1_000;

/** Extent rendered beyond each edge of the view, and its minimum, as fractions of the view's height. */
const OVERSCAN = 0.4;
const MIN_OVERSCAN = 0.2;

/** This close to the end is at the end: browsers round scroll offsets. */
const END_TOLERANCE = 1.5;

/** Layout is exact to 1/64 pixel. */
const EXACT = 1 / 128;

/** The scrolling of one list. The component renders `rangeFor` and calls `commit` after each render. */
export class AnchoredScroll {
  readonly rows = new MountedRows();
  readonly #listeners = new Set<() => void>();
  #layout = new RowLayout(0, String, () => 0);
  #range: RowRange = { first: 0, end: 0 };
  #place: ScrollPlace = END;
  /** The offset of a row from the top of the view when the list was last settled or scrolled. */
  #seen = { index: 0, offset: 0 };
  /** The view's top on the screen, the scroll offset and its maximum at that time. */
  #viewTop = 0;
  #scrollTop = 0;
  #maxScrollTop = 0;
  /** Downward shift of all rows: by the fraction of a pixel that the browser cannot scroll. */
  #shift = 0;
  #scroller: HTMLElement | null = null;
  #content: HTMLElement | null = null;
  #focusedKey: string | null = null;
  #wasAtEnd = true;
  onAtEndChange: ((isAtEnd: boolean) => void) | undefined;

  get isAtEnd(): boolean {
    return this.#place.kind === 'end';
  }

  /** The first row of which something is visible; -1 without rows. */
  get firstVisible(): number {
    return this.#layout.indexAt(this.#top);
  }

  /** The layout that was rendered last. */
  get layout(): RowLayout {
    return this.#layout;
  }

  get range(): RowRange {
    return this.#range;
  }

  /** The index of the row with the focus; undefined if none has it. */
  focusedIndex(layout: RowLayout): number | undefined {
    return this.#focusedKey === null ? undefined : layout.indexOf(this.#focusedKey, this.#range);
  }

  /** Calls the listener when other rows are to be rendered. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** @param content the only child of `scroller`, which contains the rows */
  attach(scroller: HTMLElement, content: HTMLElement): () => void {
    this.#scroller = scroller;
    this.#content = content;
    let width = scroller.clientWidth;
    const observer = new ResizeObserver((entries) => {
      const hasNewWidth = scroller.clientWidth !== width;
      width = scroller.clientWidth;
      this.#onResize(entries, hasNewWidth);
    });
    observer.observe(scroller);
    this.rows.observeWith(observer);
    const onScroll = () => this.#onScroll();
    const onClick = ({ target }: MouseEvent) => this.#onClick(target);
    const onFocus = ({ target }: FocusEvent) => {
      this.#focusedKey = this.#keyAround(target);
    };
    const onBlur = ({ target }: FocusEvent) => {
      // The element keeps the focus while another window has it.
      if (scroller.ownerDocument.activeElement !== target) this.#focusedKey = null;
    };
    scroller.addEventListener('scroll', onScroll, { passive: true });
    content.addEventListener('click', onClick);
    content.addEventListener('focusin', onFocus);
    content.addEventListener('focusout', onBlur);
    return () => {
      observer.disconnect();
      this.rows.observeWith(null);
      this.#scroller = null;
      this.#content = null;
      scroller.removeEventListener('scroll', onScroll);
      content.removeEventListener('click', onClick);
      content.removeEventListener('focusin', onFocus);
      content.removeEventListener('focusout', onBlur);
    };
  }

  /** The rows to render of a layout, which may be another than was rendered last. Changes nothing. */
  rangeFor(layout: RowLayout): RowRange {
    if (layout === this.#layout) return this.#range;
    return this.#rangeAround(layout, this.#topOf(this.#placeIn(layout), layout));
  }

  /** These rows of this layout have been rendered. */
  commit(layout: RowLayout, range: RowRange): void {
    this.#noticeScroll();
    if (layout !== this.#layout) {
      this.#place = this.#placeIn(layout);
      this.#layout = layout;
      this.#top = this.#topOf(this.#place, layout);
    }
    this.#range = range;
    if (this.#isShown) this.rows.measureNew((key, height) => this.#setHeight(key, height));
    this.#settle();
  }

  scrollToEnd(): void {
    this.#noticeScroll();
    this.#place = END;
    this.#settle();
  }

  /** Does nothing if there is no such row, or for `nearest` if all that can be visible of it is. */
  scrollToIndex(index: number, align: RowAlign): void {
    const key = this.#layout.keyAt(index);
    if (key === undefined) return;
    this.#noticeScroll();
    if (align === 'nearest') {
      const above = this.#layout.topOf(index) - this.#top;
      const below = above + this.#layout.heightAt(index) - this.#viewHeight;
      if (above * below <= 0) return;
      // A row that is taller than the view shows its beginning.
      const isDown = above > 0 && below - above <= 0;
      this.#place = { kind: 'target', key, align: isDown ? 'end' : 'start' };
    } else this.#place = { kind: 'target', key, align };
    this.#settle();
  }

  /** The top of the view, as an offset in the layout, whatever was measured above it since. */
  get #top(): number {
    return this.#layout.topOf(this.#seen.index) - this.#seen.offset;
  }

  set #top(top: number) {
    const index = Math.max(0, this.#layout.indexAt(top));
    this.#seen = { index, offset: this.#layout.topOf(index) - top };
  }

  get #isShown(): boolean {
    return this.#scroller !== null && this.#scroller.clientHeight > 0;
  }

  get #viewHeight(): number {
    return this.#isShown && this.#scroller !== null ? this.#scroller.clientHeight : UNKNOWN_HEIGHT;
  }

  #keyAround(target: EventTarget | null): string | null {
    let element = target instanceof Element ? target : null;
    while (element !== null && element.parentElement !== this.#content) element = element.parentElement;
    return element === null ? null : (this.rows.keyOf(element) ?? null);
  }

  #setHeight(key: string, height: number): void {
    const index = this.#layout.indexOf(key, this.#range);
    if (index !== undefined) this.#layout.setHeight(index, height);
  }

  /**
   * The fixed point when the rows become those of this layout: the end, if the reader is there and its row remains or
   * began above the view, so that an arriving row is followed, and what replaces a row begins where that began;
   * otherwise the first visible row that remains, or else the last one above it.
   */
  #placeIn(layout: RowLayout): ScrollPlace {
    const before = this.#layout;
    const last = before.keyAt(before.count - 1);
    if (last === undefined) return END;
    if (this.#place.kind === 'target' && layout.indexOf(this.#place.key) !== undefined) return this.#place;
    const begins = before.topOf(before.count - 1);
    if (this.#place.kind === 'end' && (layout.indexOf(last) !== undefined || begins < this.#top)) return END;
    const first = before.indexAt(this.#top);
    const bottom = this.#top + this.#viewHeight;
    for (let index = first; index < before.count && before.topOf(index) < bottom; index++) {
      const place = this.#rowPlace(before, index, layout);
      if (place !== null) return place;
    }
    for (let index = first - 1; index >= 0; index--) {
      const place = this.#rowPlace(before, index, layout);
      if (place !== null) return place;
    }
    return END;
  }

  #rowPlace(before: RowLayout, index: number, layout: RowLayout): ScrollPlace | null {
    const key = before.keyAt(index);
    if (key === undefined || layout.indexOf(key, { first: index, end: index + 1 }) === undefined) return null;
    const offset = before.topOf(index) - this.#top;
    const part = this.#place.kind === 'row' && this.#place.key === key ? this.#place.part : null;
    return { kind: 'row', key, offset, part };
  }

  /**
   * The first visible row where it is; of rows that are not rendered yet, and may have other heights, none if another
   * is visible.
   */
  #firstPlace(): ScrollPlace {
    const layout = this.#layout;
    const top = this.#top;
    const first = layout.indexAt(top);
    const bottom = top + this.#viewHeight;
    let index = first;
    while (
      index < layout.count &&
      layout.topOf(index) < bottom &&
      this.rows.find(layout.keyAt(index) ?? '') === undefined
    )
      index += 1;
    if (index === layout.count || layout.topOf(index) >= bottom) index = first;
    const key = layout.keyAt(index);
    if (key === undefined) return END;
    const offset = layout.topOf(index) - top;
    return rowPlace(key, this.rows.find(key), offset, null);
  }

  #measureViewTop(): number {
    const scroller = this.#scroller;
    return scroller === null ? 0 : scroller.getBoundingClientRect().top + scroller.clientTop;
  }

  /** The scroll offset at which a place is where it was. */
  #topOf(place: ScrollPlace, layout: RowLayout): number {
    if (place.kind === 'end') return Math.max(0, layout.height - this.#viewHeight);
    const index = layout.indexOf(place.key, this.#range) ?? 0;
    return layout.topOf(index) - this.#offsetIn(place, layout.heightAt(index));
  }

  /** The offset, from the top of the view, of a row of this height at a place. */
  #offsetIn(place: Exclude<ScrollPlace, { kind: 'end' }>, height: number): number {
    if (place.kind === 'row') return place.offset;
    const room = this.#viewHeight - height;
    return place.align === 'start' ? 0 : place.align === 'end' ? room : Math.max(0, room / 2);
  }

  /** Scrolls so that the fixed point stays, once its row is rendered. */
  #settle(): void {
    const layout = this.#layout;
    if (layout.count > 0 && this.#isShown) {
      const key = this.#place.kind === 'end' ? layout.keyAt(layout.count - 1) : this.#place.key;
      const row = key === undefined ? undefined : this.rows.find(key);
      if (key === undefined || row === undefined) {
        this.#top = this.#topOf(this.#place, layout);
        this.#setRange(this.#rangeAround(layout, this.#top));
        return;
      }
      this.#settleAt(key, row);
    } else this.#top = this.#topOf(this.#place, layout);
    if (!this.#covers(this.#top)) this.#setRange(this.#rangeAround(layout, this.#top));
    // Rows before the one that was kept in place may have come into view.
    else if (this.#place.kind === 'row') this.#place = this.#firstPlace();
    if (this.isAtEnd === this.#wasAtEnd) return;
    this.#wasAtEnd = this.isAtEnd;
    this.onAtEndChange?.(this.isAtEnd);
  }

  /** @param row the row of the place, which is that of `key`; at the end, the last one */
  #settleAt(key: string, row: HTMLElement): void {
    const scroller = this.#scroller;
    if (scroller === null) return;
    // A row that has just grown is that high before its observer says so, or another would seem to be the first.
    this.#setHeight(key, row.getBoundingClientRect().height);
    const viewTop = this.#measureViewTop();
    // Additions above the view, such as a row of buttons, move nothing on the screen.
    const down = this.#viewTop - viewTop;
    this.#viewTop = viewTop;
    const offset = () => row.getBoundingClientRect().top - viewTop;
    if (this.#place.kind === 'end') scroller.scrollTop = scroller.scrollHeight;
    else {
      const part = this.#place.kind === 'row' && isShownIn(row, this.#place.part) ? this.#place.part : null;
      const kept = () => (part?.element ?? row).getBoundingClientRect().top - viewTop;
      const asked = part?.offset ?? this.#offsetIn(this.#place, row.getBoundingClientRect().height);
      const wanted = this.#place.kind === 'row' ? asked + down : asked;
      this.#moveBy(scroller, kept() - wanted);
      // Coordinates are single floats: from far away, the first move may be off by a fraction.
      this.#moveBy(scroller, kept() - wanted);
      // At either end of the list it may be elsewhere.
      const isThere = Math.abs(kept() - wanted) < 2 * EXACT;
      const now =
        part === null ? null : isThere ? { ...partAt(part.element, viewTop), offset: wanted } : null;
      this.#place = rowPlace(key, row, isThere && part === null ? wanted : offset(), now);
    }
    this.#scrollTop = scroller.scrollTop;
    this.#maxScrollTop = scroller.scrollHeight - scroller.clientHeight;
    const now = this.#place.kind === 'row' ? this.#place.offset : offset();
    this.#seen = { index: this.#layout.indexOf(key, this.#range) ?? 0, offset: now };
    if (this.#scrollTop >= this.#maxScrollTop - END_TOLERANCE) this.#place = END;
  }

  /** Moves what is shown up by this much: by scrolling, and by a shift for the fraction that the browser rounds off. */
  #moveBy(scroller: HTMLElement, distance: number): void {
    if (Math.abs(distance) < EXACT) return;
    const before = scroller.scrollTop;
    scroller.scrollTop = before + distance - this.#shift;
    const rest = this.#shift - distance + (scroller.scrollTop - before);
    // At either end of the list, more than a fraction is left.
    this.#shift = Math.abs(rest) < 1 ? rest : 0;
    if (this.#content !== null) this.#content.style.marginTop = `${this.#shift}px`;
  }

  /** A row that the reader unfolds at the end stays where it is, unless something arrives, which is followed. */
  #onClick(target: EventTarget | null): void {
    const summary = target instanceof Element ? target.closest('summary') : null;
    const key = this.#keyAround(summary);
    const row = key === null ? undefined : this.rows.find(key);
    if (summary === null || key === null || row === undefined || !this.isAtEnd) return;
    if (this.#scroller?.ariaBusy === 'true') return;
    const viewTop = this.#measureViewTop();
    const offset = row.getBoundingClientRect().top - viewTop;
    this.#place = { kind: 'row', key, offset, part: partAt(summary, viewTop) };
  }

  #onScroll(): void {
    this.#noticeScroll();
    this.#settle();
  }

  /** Takes the place that the reader has scrolled to, which the event of it may not have reported yet. */
  #noticeScroll(): void {
    const scroller = this.#scroller;
    if (scroller === null || !this.#isShown) return;
    const moved = scroller.scrollTop - this.#scrollTop;
    // Otherwise it is the scroll that this class made.
    if (moved === 0) return;
    this.#scrollTop += moved;
    // Rows that went or shrank left less to scroll, which is no wish of the reader's.
    if (moved < 0 && this.#scrollTop >= scroller.scrollHeight - scroller.clientHeight - 1) return;
    this.#top += moved;
    // Growth since then is not settled yet, and must not count as the reader's scrolling away from the end.
    const isAtEnd = this.#scrollTop >= this.#maxScrollTop - END_TOLERANCE;
    this.#place = isAtEnd ? END : (this.#placeMoved(moved) ?? this.#firstPlace());
  }

  /** The place, moved up: it is known where its row should be, however that has grown. Null without it. */
  #placeMoved(distance: number): ScrollPlace | null {
    const place = this.#place;
    const row = place.kind === 'row' ? this.rows.find(place.key) : undefined;
    if (place.kind !== 'row' || row === undefined) return null;
    const part = place.part && { ...place.part, offset: place.part.offset - distance };
    return rowPlace(place.key, row, place.offset - distance, part);
  }

  #onResize(entries: readonly ResizeObserverEntry[], hasNewWidth: boolean): void {
    this.#noticeScroll();
    if (!this.#isShown) return;
    const place = this.#place;
    const index = place.kind === 'row' ? this.#layout.indexOf(place.key, this.#range) : undefined;
    const before = index === undefined ? 0 : this.#layout.heightAt(index);
    this.rows.resize(entries, (key, height) => this.#setHeight(key, height));
    // The same part of a row stays above the view in the new width.
    if (hasNewWidth && place.kind === 'row' && index !== undefined && place.offset < 0 && before > 0) {
      const offset = (place.offset * this.#layout.heightAt(index)) / before;
      this.#place = { ...place, offset, part: place.part && inNewWidth(place.part) };
    }
    this.#settle();
  }

  #rangeAround(layout: RowLayout, top: number): RowRange {
    const height = this.#viewHeight;
    return {
      first: Math.max(0, layout.indexAt(top - OVERSCAN * height)),
      end: layout.indexAt(top + (1 + OVERSCAN) * height) + 1,
    };
  }

  /** Returns true if enough is rendered to show the layout from `top` on. */
  #covers(top: number): boolean {
    const height = this.#viewHeight;
    const { first, end } = this.#range;
    return (
      first <= Math.max(0, this.#layout.indexAt(top - MIN_OVERSCAN * height)) &&
      end > this.#layout.indexAt(top + (1 + MIN_OVERSCAN) * height)
    );
  }

  #setRange(range: RowRange): void {
    if (range.first === this.#range.first && range.end === this.#range.end) return;
    this.#range = range;
    for (const listener of this.#listeners) listener();
  }
}

/** A row at an offset from the top of the view, with the part of it that is known, or else the first visible one. */
function rowPlace(
  key: string,
  row: HTMLElement | undefined,
  offset: number,
  known: Part | null,
): ScrollPlace {
  const part = known ?? (offset < 0 && row !== undefined ? firstPart(row, offset) : null);
  return { kind: 'row', key, offset, part };
}

/** Null for an element that is not shown anywhere, as in what was folded. */
const isShownIn = (row: Element, part: Part | null): boolean =>
  part !== null && row.contains(part.element) && part.element.getClientRects().length > 0;

function partAt(element: Element, viewTop: number): Part {
  const { top, height } = element.getBoundingClientRect();
  return { element, offset: top - viewTop, height };
}

function inNewWidth({ element, offset, height: before }: Part): Part {
  const { height } = element.getBoundingClientRect();
  return { element, offset: offset < 0 && before > 0 ? (offset * height) / before : offset, height };
}

/**
 * The first visible part of a row that begins above the view: a block that begins in it, or else the innermost one.
 * @param offset the row's proper offset from the top of the view, if it is elsewhere now
 */
function firstPart(row: Element, offset: number): Part | null {
  const viewTop = row.getBoundingClientRect().top - offset;
  let part: Part | null = null;
  for (let next = firstBelow(row, viewTop); next !== undefined; next = firstBelow(next, viewTop)) {
    part = partAt(next, viewTop);
    if (part.offset >= 0) break;
  }
  return part;
}

/** The first child of an element that ends below a line of the screen; its children follow one another downwards. */
function firstBelow({ children }: Element, y: number): Element | undefined {
  let from = 0;
  let to = children.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((children[middle]?.getBoundingClientRect().bottom ?? 0) > y + EXACT) to = middle;
    else from = middle + 1;
  }
  return children[from];
}

/** The rows of a list that have an element, by key, and the heights of all that ever had one, in CSS pixels. */
class MountedRows {
  /** Rows have the height they had when they return. */
  readonly #heights = new Map<string, number>();
  readonly #elements = new Map<string, HTMLElement>();
  readonly #keys = new Map<Element, string>();
  /** Rows mounted since the last `measureNew`. */
  readonly #unmeasured = new Set<string>();
  #observer: ResizeObserver | null = null;

  /** Observes the size of every row from now on; with null, of none. */
  observeWith(observer: ResizeObserver | null): void {
    this.#observer = observer;
    if (observer !== null) for (const element of this.#elements.values()) observer.observe(element);
  }

  /** Adds a row; returns the function that removes it. */
  mount(key: string, element: HTMLElement): () => void {
    this.#elements.set(key, element);
    this.#keys.set(element, key);
    this.#unmeasured.add(key);
    this.#observer?.observe(element);
    return () => {
      this.#observer?.unobserve(element);
      this.#keys.delete(element);
      if (this.#elements.get(key) !== element) return;
      this.#elements.delete(key);
      this.#unmeasured.delete(key);
    };
  }

  find(key: string): HTMLElement | undefined {
    return this.#elements.get(key);
  }

  keyOf(element: Element): string | undefined {
    return this.#keys.get(element);
  }

  /** The height that a row had when it was last measured; undefined if it never was. */
  heightOf(key: string): number | undefined {
    return this.#heights.get(key);
  }

  /** Measures the rows that are new, before they are painted. */
  measureNew(onHeight: (key: string, height: number) => void): void {
    for (const key of this.#unmeasured) {
      const element = this.#elements.get(key);
      if (element === undefined) continue;
      const { height } = element.getBoundingClientRect();
      this.#heights.set(key, height);
      onHeight(key, height);
    }
    this.#unmeasured.clear();
  }

  /** Takes the heights that a `ResizeObserver` reports. */
  resize(entries: readonly ResizeObserverEntry[], onHeight: (key: string, height: number) => void): void {
    for (const { target, borderBoxSize } of entries) {
      const key = this.#keys.get(target);
      const height = borderBoxSize[0]?.blockSize;
      if (key === undefined || height === undefined) continue;
      this.#heights.set(key, height);
      onHeight(key, height);
    }
  }
}
