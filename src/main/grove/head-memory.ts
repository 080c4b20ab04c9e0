import { getGrove } from '../store/grove.ts';
import { hasHead, hasMerge, readLog } from '../store/log.ts';
import { findNewestNode, hasNode } from '../store/newest-node.ts';
import type { Reader } from '../store/query.ts';
import type { Store } from '../store/store.ts';
import type { KnownFile, KnownHead, RecoveryJournal } from './recovery-journal.ts';

/** How often it is looked whether there is something new to remember, in milliseconds. */
const INTERVAL = 5_000;

export interface HeadMemoryOptions {
  readonly store: Store;
  readonly journal: RecoveryJournal;
  originOf(path: string): string;
  warn(message: string): void;
}

/**
 * Remembers on this computer how far the grove's file had come, so that one that was set back meanwhile (by what syncs or
 * restores files) is told from one that was not. The file cannot tell: an older state of it is as sound as the newest.
 */
export class HeadMemory {
  readonly #options: HeadMemoryOptions;
  /** What is remembered already, or is not to be: of a file that was set back, until something is written to it. */
  #known: string | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(options: HeadMemoryOptions) {
    this.#options = options;
  }

  /**
   * What this computer knew of the file and the file does not have; null where nothing is missing, or nothing was known.
   * To be called once, after opening.
   */
  async findMissing(): Promise<KnownHead | null> {
    const { store, journal, warn } = this.#options;
    try {
      const known = await journal.findHead(this.#file());
      if (known === null || holds(store, known)) return null;
      this.#known = this.#name();
      return known;
    } catch (error) {
      warn(`what was known of the file could not be read: ${String(error)}`);
      return null;
    }
  }

  /** Another file stands at a path than before, written by this grove. */
  forgetFileAt(path: string): void {
    const { journal, originOf, warn } = this.#options;
    journal.forgetHeads(originOf(path)).catch((error: unknown) => {
      warn(`what was known of another file is kept: ${String(error)}`);
    });
  }

  /** Remembers from now on, every few seconds where something was written. */
  watch(): void {
    this.#attempt();
    this.#timer = setInterval(() => this.#attempt(), INTERVAL);
    this.#timer.unref();
  }

  /** The last time, before the file is closed. */
  close(): void {
    clearInterval(this.#timer);
    this.#attempt();
  }

  #attempt(): void {
    const onTrouble = (error: unknown) => {
      this.#known = null;
      this.#options.warn(`how far the file has come could not be remembered: ${String(error)}`);
    };
    try {
      this.#keep()?.catch(onTrouble);
    } catch (error) {
      onTrouble(error);
    }
  }

  /** Undefined where there is nothing new. @throws {AspenError} what reading the file throws */
  #keep(): Promise<void> | undefined {
    const { store, journal } = this.#options;
    const { seq, hash } = store.head;
    const name = this.#name();
    if (store.readonly || hash === null || name === this.#known) return undefined;
    const [row] = readLog(store, seq - 1, 1);
    // Another program has written meanwhile: the next look finds where it is.
    if (row?.hash !== hash) return undefined;
    this.#known = name;
    return journal.keepHead(this.#file(), {
      seq,
      hash,
      writtenAt: row.createdAt,
      newestNode: findNewestNode(store) ?? null,
    });
  }

  #file(): KnownFile {
    const { store, originOf } = this.#options;
    return { groveId: getGrove(store).id, origin: originOf(store.path) };
  }

  /** It goes on in another file at times. */
  #name(): string {
    const { path, head } = this.#options.store;
    return `${head.hash} ${path}`;
  }
}

/** Whether a file has what was known: its log went through that head, or a merge brought over what was written then. */
function holds(reader: Reader, known: KnownHead): boolean {
  if (hasHead(reader, known)) return true;
  return known.newestNode !== null && hasMerge(reader) && hasNode(reader, known.newestNode);
}
