import type { SearchAnswer, SearchRequest } from './find-matches.ts';
import type { SearchThread } from './find-thread.ts';

/** How long one look through the text may take, in milliseconds; a regular expression can take for ever. */
export const SEARCH_TIME = 3_000;

/** Looks through texts in a thread, one at a time: another look ends the one that is under way. */
export class TextSearch {
  readonly #start: () => SearchThread;
  #thread: SearchThread | null = null;
  #deadline: ReturnType<typeof setTimeout> | undefined;
  #isRunning = false;

  constructor(start: () => SearchThread) {
    this.#start = start;
  }

  /** Null when it took too long. */
  run(request: SearchRequest, onAnswer: (answer: SearchAnswer | null) => void): void {
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

  /** What is under way is not answered. */
  stop(): void {
    if (this.#isRunning) this.end();
  }

  /** Lets the thread go; what is under way is not answered. */
  end(): void {
    clearTimeout(this.#deadline);
    this.#thread?.end();
    this.#thread = null;
    this.#isRunning = false;
  }
}
