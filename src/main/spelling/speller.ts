import { Worker } from 'node:worker_threads';

/** What crosses to the thread of the dictionary, and back. */
export interface SpellingRequest {
  readonly id: number;
  readonly ask: 'wrong' | 'suggestions';
  readonly words: readonly string[];
  /** The writer's, to suggest from as well. */
  readonly ownWords: readonly string[];
}

export interface SpellingAnswer {
  readonly id: number;
  readonly words: readonly string[];
}

export interface SpellerOptions {
  /** The file of `worker.ts`, built or not. */
  readonly worker: string;
  /** A gzipped trie of `resources/dictionaries`. */
  readonly dictionary: string;
}

interface Waiting {
  resolve(words: readonly string[]): void;
  reject(error: Error): void;
}

/**
 * Asks the dictionary in its own thread, which starts with the first question: who never checks spelling pays nothing.
 * The thread does not keep the program running.
 */
export class Speller {
  readonly #options: SpellerOptions;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #lastId = 0;

  constructor(options: SpellerOptions) {
    this.#options = options;
  }

  /**
   * Those of `words` that are not spelled rightly, in their order.
   * @throws {Error} when the dictionary cannot be read
   */
  findWrong(words: readonly string[]): Promise<readonly string[]> {
    return this.#ask('wrong', words, []);
  }

  /**
   * What `word` may have been meant to be, the writer's own words included: at most six, the likeliest first.
   * @throws {Error} when the dictionary cannot be read
   */
  suggest(word: string, ownWords: readonly string[]): Promise<readonly string[]> {
    return this.#ask('suggestions', [word], ownWords);
  }

  /** Ends the thread; who still waits is refused. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #ask(
    ask: SpellingRequest['ask'],
    words: readonly string[],
    ownWords: readonly string[],
  ): Promise<readonly string[]> {
    const worker = this.#worker ?? this.#start();
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, ask, words, ownWords } satisfies SpellingRequest);
    });
  }

  #start(): Worker {
    const worker = new Worker(this.#options.worker, { workerData: this.#options.dictionary });
    worker.unref();
    worker.on('message', ({ id, words }: SpellingAnswer) => {
      this.#waiting.get(id)?.resolve(words);
      this.#waiting.delete(id);
    });
    let reason = new Error('the thread of the dictionary ended');
    worker.on('error', (error: unknown) => {
      reason = new Error('the dictionary could not be read', { cause: error });
    });
    // After `error`, if there was one. The next question starts another thread.
    worker.on('exit', () => {
      this.#worker = null;
      for (const { reject } of this.#waiting.values()) reject(reason);
      this.#waiting.clear();
    });
    this.#worker = worker;
    return worker;
  }
}
