/** Find in the messages of a conversation (`dialogue.md`, *The screen*): one search of their texts, in a thread. */
import { type FindQuery, patternOf } from '../../../core/text/find-pattern.ts';
import type { FindReport } from '../../surface.ts';
import type { SearchMatches } from '../find/find-matches.ts';
import { TextSearch } from '../find/find-search.ts';
import { type SearchThread, startSearchThread } from '../find/find-thread.ts';

/** A match in one message; offsets are in its text, in UTF-16 code units. */
export interface MessageMatch {
  /** 0-based. */
  readonly index: number;
  readonly from: number;
  readonly to: number;
}

export interface MessageSearchOptions {
  /** The texts of the messages, in the order of the path. */
  texts(): readonly string[];
  onReport(report: FindReport): void;
  /** The matches or the selected one changed; `reveals` if that is to be shown. */
  onMatches(matches: readonly MessageMatch[], current: number, reveals: boolean): void;
  /** Starts the thread that searches; a real one by default. */
  readonly start?: () => SearchThread;
}

/** Between messages, so that no match spans two. A text has no such character (`normaliseText`). */
const SEPARATOR = '\u0000';

/** Results may be this much older than the messages while these change. Milliseconds. */
const SEARCH_AFTER = 150;

export class MessageSearch {
  readonly #options: MessageSearchOptions;
  readonly #search: TextSearch;
  #query: FindQuery | null = null;
  #matches: readonly MessageMatch[] = [];
  /** 0-based; -1 if none is selected. */
  #current = -1;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: MessageSearchOptions) {
    this.#options = options;
    this.#search = new TextSearch(options.start ?? startSearchThread);
  }

  /** Searches the messages, or (null) ends the search; `reveal` shows the first match. */
  find(query: FindQuery | null, { reveal }: { readonly reveal: boolean }): void {
    this.#query = query;
    this.#run(reveal);
  }

  /** Selects and shows the next or previous match, wrapping at the ends. */
  findStep(direction: 1 | -1): void {
    const { length } = this.#matches;
    if (length === 0) return;
    const before = this.#current < 0 && direction < 0 ? 0 : this.#current;
    this.#current = (before + direction + length) % length;
    this.#report('found', true);
  }

  /** The messages changed: searches again, a moment later. */
  onChanged(): void {
    if (this.#query !== null) this.#timer ??= setTimeout(() => this.#run(false), SEARCH_AFTER);
  }

  /** Ends the thread. */
  close(): void {
    clearTimeout(this.#timer);
    this.#search.end();
  }

  #run(reveals: boolean): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#search.stop();
    const query = this.#query;
    const state = query === null || query.text === '' ? 'idle' : isValid(query) ? 'searching' : 'invalid';
    if (query === null || state !== 'searching') {
      this.#matches = [];
      this.#current = -1;
      this.#report(state, false);
      return;
    }
    const texts = this.#options.texts();
    this.#options.onReport({ state, count: this.#matches.length, current: this.#current + 1 });
    this.#search.run({ query, text: texts.join(SEPARATOR), template: null }, (answer) => {
      this.#matches = answer === null ? [] : matchesIn(texts, answer);
      this.#current = reveals ? Math.min(0, this.#matches.length - 1) : -1;
      this.#report(answer === null ? 'slow' : 'found', reveals && this.#current >= 0);
    });
  }

  #report(state: FindReport['state'], reveals: boolean): void {
    this.#options.onReport({ state, count: this.#matches.length, current: this.#current + 1 });
    this.#options.onMatches(this.#matches, this.#current, reveals);
  }
}

function isValid(query: FindQuery): boolean {
  try {
    patternOf(query);
    return true;
  } catch {
    return false;
  }
}

/** Divides matches in the joined texts among the messages; a match across two is none. */
function matchesIn(texts: readonly string[], { from, to }: SearchMatches): readonly MessageMatch[] {
  const matches: MessageMatch[] = [];
  let index = 0;
  let start = 0;
  for (const [nth, at] of from.entries()) {
    while (index < texts.length - 1 && at > start + (texts[index]?.length ?? 0)) {
      start += (texts[index]?.length ?? 0) + SEPARATOR.length;
      index += 1;
    }
    const end = to[nth] ?? at;
    if (end <= start + (texts[index]?.length ?? 0))
      matches.push({ index, from: at - start, to: end - start });
  }
  return matches;
}
