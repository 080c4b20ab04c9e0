import { Worker } from 'node:worker_threads';
import type { SpellingLanguage } from '../../core/tree/loom-tree.ts';

/** A message to the dictionary's thread. */
export interface SpellingRequest {
  readonly id: number;
  readonly kind: 'wrong' | 'suggestions';
  readonly language: SpellingLanguage;
  readonly words: readonly string[];
  /** The writer's own words, which are also suggested. */
  readonly ownWords: readonly string[];
}

export interface SpellingAnswer {
  readonly id: number;
  readonly words: readonly string[];
}

export interface SpellerOptions {
  /** Path of `spelling-worker.ts`, compiled or not. */
  readonly worker: string;
  /** The folder of dictionaries, gzipped tries named by their language. */
  readonly folder: string;
}

interface PendingRequest {
  resolve(words: readonly string[]): void;
  reject(error: Error): void;
}

/**
 * Sends requests to the dictionaries' thread, which starts with the first request: without spell checking it
 * costs nothing. The thread does not keep the program running.
 */
export class Speller {
  readonly #options: SpellerOptions;
  readonly #pending = new Map<number, PendingRequest>();
  #worker: Worker | null = null;
  #lastId = 0;

  constructor(options: SpellerOptions) {
    this.#options = options;
  }

  /** The misspelled ones of `words`, in their order. @throws {Error} when the dictionary cannot be read */
  findMisspelled(words: readonly string[], language: SpellingLanguage): Promise<readonly string[]> {
    return this.#send('wrong', words, [], language);
  }

  /**
   * At most six suggestions for `word`, likeliest first, including the writer's own words.
   * @throws {Error} when the dictionary cannot be read
   */
  suggest(word: string, ownWords: readonly string[], language: SpellingLanguage): Promise<readonly string[]> {
    return this.#send('suggestions', [word], ownWords, language);
  }

  /** Ends the thread; pending requests are rejected. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #send(
    kind: SpellingRequest['kind'],
    words: readonly string[],
    ownWords: readonly string[],
    language: SpellingLanguage,
  ): Promise<readonly string[]> {
    const worker = this.#worker ?? this.#start();
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      worker.postMessage({ id, kind, language, words, ownWords } satisfies SpellingRequest);
    });
  }

  #start(): Worker {
    const worker = new Worker(this.#options.worker, { workerData: this.#options.folder });
    worker.unref();
    worker.on('message', ({ id, words }: SpellingAnswer) => {
      this.#pending.get(id)?.resolve(words);
      this.#pending.delete(id);
    });
    let reason = new Error('the dictionary’s thread ended');
    worker.on('error', (error: unknown) => {
      reason = new Error('the dictionary could not be read', { cause: error });
    });
    // Comes after `error`, if there was one. The next request starts another thread.
    worker.on('exit', () => {
      this.#worker = null;
      for (const { reject } of this.#pending.values()) reject(reason);
      this.#pending.clear();
    });
    this.#worker = worker;
    return worker;
  }
}
