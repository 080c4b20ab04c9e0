/** The elements in the margin: one group per branch point, reused from one drawing to the next. */

import type { PositionId } from '../../../core/ids.ts';
import {
  BRANCH_POINTS,
  goOn,
  nextContinuation,
  previewLabel,
  previewShort,
  previousContinuation,
} from '../../../ui-text/page/branches.ts';
import { countOf } from '../../../ui-text/plural.ts';
import { continuationAt } from '../../../ui-text/tree/continuation-list.ts';
import { numberOf } from '../../../ui-text/window/buttons.ts';
import { WheelSteps } from '../input/wheel-steps.ts';

/** The marker at one branch point. */
export interface BranchMarker {
  /** Null at the end of the text, for continuations of the head that are not on the path. */
  readonly positionId: PositionId | null;
  /** The fork inside the text of the position that this is the list of; null for the list that has the position. */
  readonly fork: PositionId | null;
  /** 1-based; 0 at the end of the text. */
  readonly number: number;
  readonly count: number;
  readonly state: 'plain' | 'current' | 'previewed';
}

/** The markers beside one line of the text; `top` and `height` are the line's, in CSS pixels. */
export interface MarkerLine {
  readonly top: number;
  readonly height: number;
  readonly markers: readonly BranchMarker[];
}

export interface MarkerActions {
  /** Disables switching. */
  readonly readOnly: boolean;
  onSwitch(positionId: PositionId, fork: PositionId | null, step: -1 | 1): void;
  onGoOn(): void;
}

interface ShownLine {
  readonly element: HTMLElement;
  readonly markers: readonly BranchMarker[];
}

/** Width that `‹ 2 of 3 ›` needs, and `‹2/3›`; with less, `2/3` is shown, which opens on hover. CSS pixels. */
const FULL_WIDTH = 120;
const COMPACT_WIDTH = 52;
const DIGIT_WIDTH = 8;
/** Between the text and the markers. */
const GAP = 12;
const MARKER_HEIGHT = 24;

export class BranchMarkers {
  readonly dom: HTMLElement;
  readonly #parent: HTMLElement;
  readonly #actions: MarkerActions;
  readonly #wheel = new WheelSteps();
  /** The lines on the screen, in order, by what they are about. */
  #shown: ReadonlyMap<string, ShownLine> = new Map();

  constructor(parent: HTMLElement, actions: MarkerActions) {
    this.#actions = actions;
    this.#parent = parent;
    this.dom = document.createElement('div');
    this.dom.className = 'branch-margin';
    this.dom.setAttribute('role', 'group');
    this.dom.setAttribute('aria-label', BRANCH_POINTS);
  }

  destroy(): void {
    this.dom.remove();
  }

  /** Inserts `dom`, which markers are measured from; it stays in the document while it shows any. */
  attach(): void {
    if (!this.dom.isConnected) this.#parent.append(this.dom);
  }

  /**
   * Shows these lines, in order.
   * @param left where the text ends, from the left edge of `dom`
   * @param room beside the text, in CSS pixels
   */
  show(lines: readonly MarkerLine[], left: number, room: number): void {
    if (lines.length === 0) this.dom.remove();
    else this.attach();
    // The widths above fit `2 of 3`; more digits need more.
    const spare = room - DIGIT_WIDTH * (mostDigits(lines) - 2);
    const isFull = spare >= FULL_WIDTH;
    this.dom.classList.toggle('branch-middle', !isFull && spare >= COMPACT_WIDTH);
    this.dom.classList.toggle('branch-small', spare < COMPACT_WIDTH);
    const before = this.#shown;
    const wanted = new Set(lines.map(keyOf));
    // A line that shows another sibling now takes over the element, and with it the focus.
    const free = [...before].flatMap(([key, { element }]) => (wanted.has(key) ? [] : [element]));
    const shown = new Map<string, ShownLine>();
    let place = this.dom.firstElementChild;
    for (const [index, line] of lines.entries()) {
      const key = keyOf(line);
      const element = before.get(key)?.element ?? free.shift() ?? createLine();
      shown.set(key, { element, markers: line.markers });
      const next = lines[index + 1]?.top ?? Number.POSITIVE_INFINITY;
      // An element that is pressed must not be replaced or moved, or its click would be lost.
      while (place !== null && free.some((other) => other === place)) place = place.nextElementSibling;
      if (element === place) place = element.nextElementSibling;
      else this.dom.insertBefore(element, place);
      if (!haveSameMarkers(before.get(key)?.markers, line.markers)) this.#fill(element, line.markers);
      const height = Math.max(line.height, MARKER_HEIGHT);
      element.style.top = `${line.top + (line.height - height) / 2}px`;
      element.style.left = isFull ? `${left + GAP}px` : '';
      element.style.setProperty('--line-height', `${height}px`);
      // Markers that would overlap the next line's are folded behind the first, and open on hover.
      element.classList.toggle('branch-folded', line.top + line.markers.length * height > next + 1);
    }
    for (const element of free) element.remove();
    this.#shown = shown;
  }

  #fill(line: HTMLElement, markers: readonly BranchMarker[]): void {
    // Keep the focus on a pressed button while its marker is replaced.
    const focused = [...line.querySelectorAll('button')].indexOf(document.activeElement as HTMLButtonElement);
    line.replaceChildren(...markers.map((marker) => this.#createMarker(marker)));
    line.dataset.more = markers.length > 1 ? `+${markers.length - 1}` : '';
    if (focused >= 0) line.querySelectorAll('button')[focused]?.focus();
  }

  #createMarker(marker: BranchMarker): HTMLElement {
    const { positionId, fork, number, count, state } = marker;
    const element = document.createElement('div');
    element.className = `branch branch-${state}`;
    element.setAttribute('role', 'group');
    if (state === 'previewed') {
      element.setAttribute('aria-label', previewLabel(numberOf(number, count)));
      element.append(responsiveLabel(previewShort(numberOf(number, count)), `${number}/${count}`));
      return element;
    }
    if (positionId === null) {
      const words = countOf(count, 'continuation');
      element.setAttribute('aria-label', words);
      element.append(
        this.#button(
          'branch-on',
          goOn(words),
          () => this.#actions.onGoOn(),
          responsiveLabel(words, `${count}`),
          arrow(),
        ),
      );
      return element;
    }
    const where = numberOf(number, count);
    element.setAttribute('aria-label', continuationAt(where));
    element.addEventListener('wheel', (event) => this.#onWheel(event, positionId, fork), { passive: false });
    element.append(
      this.#button(
        'branch-step',
        previousContinuation(where),
        () => this.#actions.onSwitch(positionId, fork, -1),
        '‹',
      ),
      responsiveLabel(where, `${number}/${count}`),
      this.#button(
        'branch-step',
        nextContinuation(where),
        () => this.#actions.onSwitch(positionId, fork, 1),
        '›',
      ),
    );
    return element;
  }

  /** With Alt held, or sideways. One gesture is one step, even if other markers move under the pointer. */
  #onWheel(event: WheelEvent, positionId: PositionId, fork: PositionId | null): void {
    const { isOurs, step } = this.#wheel.stepFor(event);
    if (isOurs) event.preventDefault();
    if (step !== 0 && !this.#actions.readOnly) this.#actions.onSwitch(positionId, fork, step);
  }

  /**
   * Not in the tab order, which hundreds of stops would clutter: used by the pointer and by commands
   * (`interface.md`, *Keys*).
   */
  #button(
    className: string,
    label: string,
    onClick: () => void,
    ...content: readonly (string | Node)[]
  ): HTMLElement {
    const element = document.createElement('button');
    element.type = 'button';
    element.disabled = this.#actions.readOnly;
    element.className = className;
    element.tabIndex = -1;
    element.setAttribute('aria-label', label);
    element.title = label;
    element.addEventListener('mousedown', (event) => event.preventDefault());
    element.addEventListener('click', onClick);
    element.append(...content);
    return element;
  }
}

/** Stays the same while other lines come and go, and while its numbers change. */
function keyOf({ markers }: MarkerLine): string {
  return markers.map(({ positionId, fork, state }) => fork ?? positionId ?? state).join(' ');
}

function mostDigits(lines: readonly MarkerLine[]): number {
  const digits = lines.flatMap(({ markers }) =>
    markers.map(({ number, count }) => `${number}${count}`.length),
  );
  return Math.max(2, ...digits);
}

function createLine(): HTMLElement {
  const line = document.createElement('div');
  line.className = 'branch-line';
  return line;
}

/** A label in its full and its short form. */
function responsiveLabel(full: string, short: string): HTMLElement {
  const element = document.createElement('span');
  element.className = 'branch-place';
  for (const [text, className] of [
    [full, 'branch-full'],
    [short, 'branch-short'],
  ] as const) {
    const part = element.appendChild(document.createElement('span'));
    part.className = className;
    part.append(text);
  }
  return element;
}

/** As large as the arrows that switch; any smaller it would look like a dot. */
function arrow(): HTMLElement {
  const element = document.createElement('span');
  element.className = 'branch-arrow';
  element.append('›');
  return element;
}

function haveSameMarkers(a: readonly BranchMarker[] | undefined, b: readonly BranchMarker[]): boolean {
  if (a?.length !== b.length) return false;
  return b.every(({ positionId, fork, number, count, state }, index) => {
    const other = a[index];
    return (
      other?.positionId === positionId &&
      other.fork === fork &&
      other.number === number &&
      other.count === count &&
      other.state === state
    );
  });
}
