import type { FindQuery } from '../../../core/text/find-pattern.ts';
import type { FindReport, ManuscriptFace } from '../../surface.ts';
import { createStore, type Store } from '../store.ts';
import type { Notices } from '../window/notices.ts';

export interface FindState {
  readonly isOpen: boolean;
  /** Whether the field for what finds become is shown. */
  readonly isReplacing: boolean;
  readonly query: FindQuery;
  readonly replacement: string;
  readonly report: FindReport;
  /** Another number each time the field is to have the keyboard. */
  readonly focus: number;
}

const NOTHING: FindReport = { state: 'idle', count: 0, current: 0 };

const CLOSED: FindState = {
  isOpen: false,
  isReplacing: false,
  query: { text: '', matchCase: false, wholeWord: false, isRegExp: false },
  replacement: '',
  report: NOTHING,
  focus: 0,
};

/** Longer than this, a selection is a passage and not something to look for. UTF-16 code units. */
const LONGEST_SELECTION = 200;

export interface FindSessionOptions {
  readonly readOnly: boolean;
  readonly notices: Notices;
  manuscript(): ManuscriptFace | null;
}

/** Find and replace in one tree's path: what is looked for, and what the manuscript says it found. */
export class FindSession {
  readonly #options: FindSessionOptions;
  readonly #state = createStore<FindState>(CLOSED);

  constructor(options: FindSessionOptions) {
    this.#options = options;
  }

  get state(): Store<FindState> {
    return this.#state;
  }

  get isOpen(): boolean {
    return this.#state.get().isOpen;
  }

  /** Opens the bar, or goes back to its field. What is selected in the manuscript is looked for. */
  open({ replacing = false }: { readonly replacing?: boolean } = {}): void {
    const now = this.#state.get();
    const selected = this.#manuscript?.selectedText() ?? '';
    const isWanted = selected !== '' && selected.length <= LONGEST_SELECTION && !selected.includes('\n');
    // What is selected may be what was found by an expression: that is still what is looked for.
    const query =
      isWanted && now.report.current === 0 ? { ...now.query, text: selected, isRegExp: false } : now.query;
    this.#state.set({
      ...now,
      isOpen: true,
      isReplacing: (now.isOpen && now.isReplacing) || (replacing && !this.#options.readOnly),
      query,
      focus: now.focus + 1,
    });
    if (!now.isOpen || query !== now.query) this.#manuscript?.find(query, { reveal: false });
  }

  /** Closes the bar; the keyboard goes back to the manuscript, where the find is selected. */
  close(): void {
    if (!this.isOpen) return;
    this.#state.set({ ...this.#state.get(), isOpen: false, report: NOTHING });
    this.#manuscript?.find(null, { reveal: false });
    this.#manuscript?.focus();
  }

  look(change: Partial<FindQuery>): void {
    const query = { ...this.#state.get().query, ...change };
    this.#state.set({ ...this.#state.get(), query });
    this.#manuscript?.find(query, { reveal: true });
  }

  setReplacement(replacement: string): void {
    this.#state.set({ ...this.#state.get(), replacement });
  }

  toggleReplacing(): void {
    const now = this.#state.get();
    this.#state.set({ ...now, isReplacing: !now.isReplacing && !this.#options.readOnly });
  }

  step(direction: 1 | -1): void {
    if (!this.isOpen) this.open();
    this.#manuscript?.findStep(direction);
  }

  replace(): void {
    if (this.#options.readOnly) return;
    this.#manuscript?.replaceFound(this.#state.get().replacement);
  }

  replaceAll(): void {
    if (this.#options.readOnly) return;
    this.#manuscript?.replaceAllFound(this.#state.get().replacement, (count) =>
      this.#options.notices.announce(count === 1 ? '1 replaced.' : `${count.toLocaleString('en')} replaced.`),
    );
  }

  take(report: FindReport): void {
    if (this.isOpen) this.#state.set({ ...this.#state.get(), report });
  }

  get #manuscript(): ManuscriptFace | null {
    return this.#options.manuscript();
  }
}
