/** The elements of the margin: one group a branch point, kept from one drawing to the next. */
import type { PositionId } from '../../../core/ids.ts';
import { WheelSteps } from '../input/wheel-steps.ts';

/** What stands at one branch point. */
export interface BranchSign {
  /** Null at the end of the text: continuations of the head, none of them on the path. */
  readonly positionId: PositionId | null;
  /** 1-based; 0 at the end of the text. */
  readonly number: number;
  readonly count: number;
  readonly state: 'plain' | 'current' | 'previewed';
}

/** The signs beside one line of the text; `top` and `height` are the line's, in CSS pixels. */
export interface SignLine {
  readonly top: number;
  readonly height: number;
  readonly signs: readonly BranchSign[];
}

export interface SignActions {
  /** Nothing can be switched here. */
  readonly readOnly: boolean;
  onSwitch(positionId: PositionId, step: -1 | 1): void;
  onGoOn(): void;
}

/** Room that `‹ 2 of 3 ›` takes, and `‹2/3›`; with less it is `2/3`, which opens when it is pointed at. CSS pixels. */
const ROOM_FOR_ALL = 120;
const ROOM_FOR_STEPS = 52;
const DIGIT_WIDTH = 8;
/** Between the text and the signs. */
const GAP = 12;
const SIGN_HEIGHT = 24;

export class BranchSigns {
  readonly dom: HTMLElement;
  readonly #parent: HTMLElement;
  readonly #actions: SignActions;
  readonly #wheel = new WheelSteps();
  #shown: readonly SignLine[] = [];

  constructor(parent: HTMLElement, actions: SignActions) {
    this.#actions = actions;
    this.#parent = parent;
    this.dom = document.createElement('div');
    this.dom.className = 'branch-margin';
    this.dom.setAttribute('role', 'group');
    this.dom.setAttribute('aria-label', 'Branch points');
  }

  destroy(): void {
    this.dom.remove();
  }

  /** Puts `dom` in its place, which signs are measured from; it stays there while it shows any. */
  attach(): void {
    if (!this.dom.isConnected) this.#parent.append(this.dom);
  }

  /**
   * Shows these lines, in order.
   * @param left where the text ends, from the left edge of `dom`
   * @param room beside the text, in CSS pixels
   */
  show(lines: readonly SignLine[], left: number, room: number): void {
    if (lines.length === 0) this.dom.remove();
    else this.attach();
    // Room is told for `2 of 3`; a place of more digits takes more.
    const spare = room - DIGIT_WIDTH * (mostDigits(lines) - 2);
    const isWhole = spare >= ROOM_FOR_ALL;
    this.dom.classList.toggle('branch-middle', !isWhole && spare >= ROOM_FOR_STEPS);
    this.dom.classList.toggle('branch-small', spare < ROOM_FOR_STEPS);
    const elements = [...this.dom.children];
    for (const [index, line] of lines.entries()) {
      const known = elements[index];
      const next = lines[index + 1]?.top ?? Number.POSITIVE_INFINITY;
      const element = known instanceof HTMLElement ? known : this.dom.appendChild(newLine());
      if (!sameSigns(this.#shown[index]?.signs, line.signs)) this.#fill(element, line.signs);
      const height = Math.max(line.height, SIGN_HEIGHT);
      element.style.top = `${line.top + (line.height - height) / 2}px`;
      element.style.left = isWhole ? `${left + GAP}px` : '';
      element.style.setProperty('--line-height', `${height}px`);
      // What would run into the next line's signs stands behind the first, and opens when it is pointed at.
      element.classList.toggle('branch-folded', line.top + line.signs.length * height > next + 1);
    }
    for (const element of elements.slice(lines.length)) element.remove();
    this.#shown = lines;
  }

  #fill(line: HTMLElement, signs: readonly BranchSign[]): void {
    // The focus stays on the button that was pressed while its sign changes under it.
    const focused = [...line.querySelectorAll('button')].indexOf(document.activeElement as HTMLButtonElement);
    line.replaceChildren(...signs.map((sign) => this.#newSign(sign)));
    line.dataset.more = signs.length > 1 ? `+${signs.length - 1}` : '';
    if (focused >= 0) line.querySelectorAll('button')[focused]?.focus();
  }

  #newSign(sign: BranchSign): HTMLElement {
    const { positionId, number, count, state } = sign;
    const element = document.createElement('div');
    element.className = `branch branch-${state}`;
    element.setAttribute('role', 'group');
    if (state === 'previewed') {
      element.setAttribute('aria-label', `Preview, ${number} of ${count}`);
      element.append(place(`Preview ${number} of ${count}`, `${number}/${count}`));
      return element;
    }
    if (positionId === null) {
      const words = count === 1 ? '1 continuation' : `${count} continuations`;
      element.setAttribute('aria-label', words);
      element.append(
        this.#button(
          'branch-on',
          `${words}: go on`,
          () => this.#actions.onGoOn(),
          place(words, `${count}`),
          arrow(),
        ),
      );
      return element;
    }
    const where = `${number} of ${count}`;
    element.setAttribute('aria-label', `Continuation ${where}`);
    element.addEventListener('wheel', (event) => this.#onWheel(event, positionId), { passive: false });
    element.append(
      this.#button(
        'branch-step',
        `Previous continuation, ${where}`,
        () => this.#actions.onSwitch(positionId, -1),
        '‹',
      ),
      place(where, `${number}/${count}`),
      this.#button(
        'branch-step',
        `Next continuation, ${where}`,
        () => this.#actions.onSwitch(positionId, 1),
        '›',
      ),
    );
    return element;
  }

  /** With Alt held, or sideways: one gesture is one step, whichever signs come to stand under the pointer. */
  #onWheel(event: WheelEvent, positionId: PositionId): void {
    const { isOurs, step } = this.#wheel.take(event);
    if (isOurs) event.preventDefault();
    if (step !== 0 && !this.#actions.readOnly) this.#actions.onSwitch(positionId, step);
  }

  /** Reached by the pointer and by commands (`interface.md`, *Keys*): hundreds of stops of the Tab key would be in the way. */
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

function mostDigits(lines: readonly SignLine[]): number {
  const digits = lines.flatMap(({ signs }) => signs.map(({ number, count }) => `${number}${count}`.length));
  return Math.max(2, ...digits);
}

function newLine(): HTMLElement {
  const line = document.createElement('div');
  line.className = 'branch-line';
  return line;
}

/** The place in full, and as short as it can be said. */
function place(full: string, short: string): HTMLElement {
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

/** As large as the arrows that switch: a smaller one is a dot. */
function arrow(): HTMLElement {
  const element = document.createElement('span');
  element.className = 'branch-arrow';
  element.append('›');
  return element;
}

function sameSigns(a: readonly BranchSign[] | undefined, b: readonly BranchSign[]): boolean {
  if (a?.length !== b.length) return false;
  return b.every(({ positionId, number, count, state }, index) => {
    const other = a[index];
    return (
      other?.positionId === positionId &&
      other.number === number &&
      other.count === count &&
      other.state === state
    );
  });
}
