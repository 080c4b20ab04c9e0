import type { Sha256 } from '../../../core/ids.ts';
import type { Reader } from '../../store/connection/query.ts';
import type { Store } from '../../store/connection/store.ts';
import { getGrove } from '../../store/tables/grove.ts';
import { readState } from '../../store/tables/grove-state.ts';
import { hasHead, hasMerge } from '../../store/tables/log.ts';
import { findSession, isForgotten } from '../../store/tables/sessions.ts';
import { findNewestNode, hasNode } from '../../store/tree/newest-node.ts';
import type { KnownFile, KnownHead, RecoveryJournal } from '../writing/recovery-journal.ts';

/** How often it is looked whether there is something new to remember, in milliseconds. */
const INTERVAL = 5_000;

export interface KnownHeadsOptions {
  readonly store: Store;
  readonly journal: RecoveryJournal;
  /** Of this opening. */
  readonly sessionId: string;
  originOf(path: string): string;
  now(): number;
  sha256(text: string): Sha256;
  warn(message: string): void;
}

/**
 * Remembers on this computer how far the grove's file had come, so that one that was set back meanwhile (by what syncs or
 * restores files) is told from one that was not. The file cannot tell: an older state of it is as sound as the newest.
 */
export class KnownHeads {
  readonly #options: KnownHeadsOptions;
  /** The head and place that are remembered, or are not to be. */
  #known: string | null = null;
  /** Digest of what a file held that was set back: until it holds something else, what was known of it stays. */
  #setBack: Sha256 | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(options: KnownHeadsOptions) {
    this.#options = options;
  }

  /**
   * What this computer knew of the file where the file does not have it; null where nothing is missing, or nothing was
   * known. To be called once, after opening.
   */
  async findMissing(): Promise<KnownHead | null> {
    const { store, journal, warn } = this.#options;
    try {
      const known = await journal.findHead(this.#file());
      if (known === null || holds(store, known)) return null;
      this.#known = this.#name();
      this.#setBack = this.#state();
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

  /** Remembers from now on, every few seconds where the log went on. */
  watch(): void {
    const look = () => {
      if (this.#name() !== this.#known) this.#keep();
    };
    look();
    this.#timer = setInterval(look, INTERVAL);
    this.#timer.unref();
  }

  /** The last time, with all that was typed in the file and its session closed. */
  close(): void {
    clearInterval(this.#timer);
    this.#keep();
  }

  #keep(): void {
    const onTrouble = (error: unknown) => {
      this.#known = null;
      this.#options.warn(`how far the file has come could not be remembered: ${String(error)}`);
    };
    try {
      const head = this.#head();
      if (head === null) return;
      this.#known = this.#name();
      this.#options.journal.keepHead(this.#file(), head).catch(onTrouble);
    } catch (error) {
      onTrouble(error);
    }
  }

  /** Null where there is nothing to be remembered. @throws {AspenError} what reading the file throws */
  #head(): KnownHead | null {
    const { store, sessionId, now } = this.#options;
    const { seq, hash } = store.head;
    if (store.readonly || hash === null) return null;
    const state = this.#state();
    if (state === this.#setBack) return null;
    const closedAt = findSession(store, sessionId)?.closedAt ?? null;
    const newestNode = findNewestNode(store) ?? null;
    return { seq, hash, state, writtenAt: now(), sessionId, closedAt, newestNode };
  }

  #state(): Sha256 {
    const { store, sha256 } = this.#options;
    return sha256(readState(store));
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

/**
 * Whether a file has what was known: its log went through that head and it remembers the session as it ended, unless that
 * was long ago; or a merge brought over what was written then.
 */
function holds(reader: Reader, known: KnownHead): boolean {
  if (hasHead(reader, known) && hasSession(reader, known)) return true;
  return known.newestNode !== null && hasMerge(reader) && hasNode(reader, known.newestNode);
}

/** The log says nothing of drafts, but each opening and each end of one is written down. */
function hasSession(reader: Reader, { sessionId, closedAt }: KnownHead): boolean {
  const session = findSession(reader, sessionId);
  if (session === undefined) return isForgotten(reader, sessionId);
  return closedAt === null || session.closedAt === closedAt;
}
