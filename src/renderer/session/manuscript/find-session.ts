import type { FindQuery } from '../../../core/text/find-pattern.ts';
import type { BufferSurface, FindReport } from '../../surface.ts';
import { FocusRequest } from '../focus-request.ts';
import { createStore, type Store } from '../store.ts';
import type { Notices } from '../window/notices.ts';

export interface FindState {
  readonly isOpen: boolean;
  /** Whether the replacement field is shown. */
  readonly isReplacing: boolean;
  readonly query: FindQuery;
  readonly replacement: string;
  readonly report: FindReport;
}

const NO_MATCHES: FindReport = { state: 'idle', count: 0, current: 0 };

const CLOSED: FindState = {
  isOpen: false,
  isReplacing: false,
  query: { text: '', matchCase: false, wholeWord: false, isRegExp: false },
  replacement: '',
  report: NO_MATCHES,
};

/** A longer selection is not taken as the query. UTF-16 code units. */
const LONGEST_SELECTION = 200;

export interface FindSessionOptions {
  readonly readOnly: boolean;
  readonly notices: Notices;
  findManuscript(): BufferSurface | null;
}

/** Find and replace in one tree's path: the query, and the matches the manuscript reports. */
export class FindSession {
  readonly focusRequest = new FocusRequest<'field'>();
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

  /** Opens the bar, or returns to its field. A short selection in the manuscript becomes the query. */
  open({ replacing = false }: { readonly replacing?: boolean } = {}): void {
    const now = this.#state.get();
    const selected = this.#manuscript?.selectedText() ?? '';
    const isQuery = selected !== '' && selected.length <= LONGEST_SELECTION && !selected.includes('\n');
    // A selected match of a regular expression must not replace the expression.
    const query =
      isQuery && now.report.current === 0 ? { ...now.query, text: selected, isRegExp: false } : now.query;
    this.#state.set({
      ...now,
      isOpen: true,
      isReplacing: (now.isOpen && now.isReplacing) || (replacing && !this.#options.readOnly),
      query,
    });
    this.focusRequest.request('field');
    if (!now.isOpen || query !== now.query) this.#manuscript?.find(query, { reveal: false });
  }

  /** Closes the bar and moves the keyboard to the manuscript, where the match stays selected. */
  close(): void {
    if (!this.isOpen) return;
    this.#state.set({ ...this.#state.get(), isOpen: false, report: NO_MATCHES });
    this.#manuscript?.find(null, { reveal: false });
    this.#manuscript?.focus();
  }

  setQuery(change: Partial<FindQuery>): void {
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

  onReport(report: FindReport): void {
    if (this.isOpen) this.#state.set({ ...this.#state.get(), report });
  }

  get #manuscript(): BufferSurface | null {
    return this.#options.findManuscript();
  }
}
