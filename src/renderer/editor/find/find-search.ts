import type { SearchMatches, SearchRequest } from './find-matches.ts';
import type { SearchThread } from './find-thread.ts';

/** Timeout of one search, in milliseconds; a regular expression can run forever. */
export const SEARCH_TIME = 3_000;

/** Searches texts in a thread, one at a time: a new search cancels the current one. */
export class TextSearch {
  readonly #start: () => SearchThread;
  #thread: SearchThread | null = null;
  #deadline: ReturnType<typeof setTimeout> | undefined;
  #isRunning = false;

  constructor(start: () => SearchThread) {
    this.#start = start;
  }

  /** Calls `onAnswer` with the matches, or with null on a timeout. */
  run(request: SearchRequest, onAnswer: (answer: SearchMatches | null) => void): void {
    this.stop();
    this.#thread ??= this.#start();
    this.#isRunning = true;
    this.#deadline = setTimeout(() => {
      this.end();
      onAnswer(null);
    }, SEARCH_TIME);
    this.#thread.search(request, (answer) => {
      this.#isRunning = false;
      clearTimeout(this.#deadline);
      onAnswer(answer);
    });
  }

  /** Cancels the current search: it is not answered. */
  stop(): void {
    if (this.#isRunning) this.end();
  }

  /** Terminates the thread; the current search is not answered. */
  end(): void {
    clearTimeout(this.#deadline);
    this.#thread?.end();
    this.#thread = null;
    this.#isRunning = false;
  }
}
