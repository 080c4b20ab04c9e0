import type { FindQuery } from '../../../core/text/find-pattern.ts';
import { replaced } from '../../../ui-text/page/find.ts';
import type { FindReport, TextSurface } from '../../surface.ts';
import { FocusRequest } from '../focus.ts';
import type { Notices } from '../notices.ts';
import { createStore, readableOf } from '../store.ts';

export interface FindState {
  readonly isOpen: boolean;
  /** The replacement field is shown. */
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

/** The searched surface; without the last two, nothing can be replaced. */
export interface FindTarget extends Pick<TextSurface, 'focus' | 'selectedText'> {
  /** Searches the whole text, or (null) ends the search; `reveal` selects and shows a match. */
  find(query: FindQuery | null, options: { readonly reveal: boolean }): void;
  /** Selects and shows the next or previous match, wrapping at the ends. */
  findStep(direction: 1 | -1): void;
  /** Replaces the selected match and selects the next. */
  replaceFound?(template: string): void;
  /** Replaces all matches in one undo step, then calls `onDone` with their number. */
  replaceAllFound?(template: string, onDone: (count: number) => void): void;
}

export interface FindSessionOptions {
  /** Nothing can be replaced. */
  readonly readOnly: boolean;
  readonly notices: Notices;
  /** Null while it is not on the screen. */
  findTarget(): FindTarget | null;
}

/** Find and replace in one tree's path: the query, and the matches that are reported. */
export function createFindSession({ readOnly, notices, findTarget }: FindSessionOptions) {
  const focusRequest = new FocusRequest<'field'>();
  const state = createStore<FindState>(CLOSED);

  function isOpen(): boolean {
    return state.get().isOpen;
  }

  /** Opens the bar, or returns to its field. A short selection in the text becomes the query. */
  function open({ replacing = false }: { readonly replacing?: boolean } = {}): void {
    const now = state.get();
    const selected = findTarget()?.selectedText() ?? '';
    const isQuery = selected !== '' && selected.length <= LONGEST_SELECTION && !selected.includes('\n');
    // A selected match of a regular expression must not replace the expression.
    const query =
      isQuery && now.report.current === 0 ? { ...now.query, text: selected, isRegExp: false } : now.query;
    state.set({
      ...now,
      isOpen: true,
      isReplacing: (now.isOpen && now.isReplacing) || (replacing && !readOnly),
      query,
    });
    focusRequest.request('field');
    if (!now.isOpen || query !== now.query) findTarget()?.find(query, { reveal: false });
  }

  return {
    open,
    focusRequest,
    state: readableOf(state),
    get isOpen(): boolean {
      return isOpen();
    },

    /** Closes the bar and moves the keyboard to the text, where the match stays selected. */
    close(): void {
      if (!isOpen()) return;
      state.set({ ...state.get(), isOpen: false, report: NO_MATCHES });
      findTarget()?.find(null, { reveal: false });
      findTarget()?.focus();
    },

    setQuery(change: Partial<FindQuery>): void {
      const query = { ...state.get().query, ...change };
      state.set({ ...state.get(), query });
      findTarget()?.find(query, { reveal: true });
    },

    setReplacement(replacement: string): void {
      state.set({ ...state.get(), replacement });
    },

    toggleReplacing(): void {
      const now = state.get();
      state.set({ ...now, isReplacing: !now.isReplacing && !readOnly });
    },

    step(direction: 1 | -1): void {
      if (!isOpen()) open();
      findTarget()?.findStep(direction);
    },

    replace(): void {
      if (readOnly) return;
      findTarget()?.replaceFound?.(state.get().replacement);
    },

    replaceAll(): void {
      if (readOnly) return;
      findTarget()?.replaceAllFound?.(state.get().replacement, (count) => notices.tell(replaced(count)));
    },

    onReport(report: FindReport): void {
      if (isOpen()) state.set({ ...state.get(), report });
    },
  };
}

export type FindSession = ReturnType<typeof createFindSession>;
