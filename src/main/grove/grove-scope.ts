import { EventEmitter } from 'node:events';
import type { AgentId, GroveId, NodeId, TreeId } from '../../core/ids.ts';
import type { Author, IdsAndClock } from '../../core/tree/new-node.ts';
import type { EventName, Events } from '../../ipc/contract.ts';
import type { Preferences } from '../../ipc/preferences.ts';
import type { SaveState } from '../../ipc/wire/grove.ts';
import type { Store, WriteHold } from '../store/connection/store.ts';
import type { GroveBeginning } from './begin-grove.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { GroveNotices } from './grove-notices.ts';
import type { TreeSession } from './writing/tree-session.ts';
import type { TreeSessions } from './writing/tree-sessions.ts';
import type { TreeTransactions } from './writing/tree-transactions.ts';

/** The things that most parts of an open grove need, handed over whole. */
export interface GroveScope extends Pick<GroveBeginning, 'session' | 'writer'> {
  readonly store: Store;
  /** As the file had it when it was opened. */
  readonly groveId: GroveId;
  /** Refuses transactions until the texts are verified; off if they need not be. */
  readonly hold: WriteHold;
  /** The agent at the window: the writer or, in a read-only grove, the one whose paths it shows. */
  readonly writerId: AgentId;
  /** The same as the author of changes. */
  readonly author: Author;
  readonly idsAndClock: IdsAndClock;
  readonly transactions: TreeTransactions;
  readonly sessions: TreeSessions;
  readonly notices: GroveNotices;
  readonly feed: ChangeFeed;
  readonly signals: GroveSignals;
  readonly emit: Emit;
  /**
   * The writer's session in a tree, opened on first use, which counts as their input.
   * @throws {AspenError} NOT_FOUND
   */
  treeSession(treeId: TreeId): TreeSession;
  /** The writer's preferences as they are now. */
  preferences(): Preferences;
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Milliseconds since the writer's last input. */
  idleFor(): number;
  /** Sends the window a new snapshot of the grove. */
  notifyChanged(): void;
  warn(message: string): void;
  /** An unexpected error of ours, for the log. */
  onBug(what: string, error: unknown): void;
}

/** Sends an event to the window that shows the grove. */
export type Emit = <E extends EventName>(name: E, value: Events[E]) => void;

/** Signals between the parts of an open grove. The sender waits for all listeners. */
interface Signals {
  /** The window needs a new snapshot of the grove. */
  changed: [];
  /** The saving state of a draft. */
  saved: [SaveState];
  /** The text that the window shows of a tree was written or replaced. */
  text: [TreeId];
  /** The window shows another tree than this one now. */
  left: [TreeId];
  /** Someone was shown the beginning of a text in place of a summary. */
  summaryWanted: [TreeId, NodeId | null];
  /** SQLite reports the file as malformed. */
  malformed: [];
  /** The file is damaged: nothing more is written to it. */
  damaged: [];
  /** The grove switched to another file. */
  moved: [];
}

/** Connects the parts of an open grove, so that none needs one that is made after it. */
export class GroveSignals extends EventEmitter<Signals> {}

/** When the writer last did something in an open grove. */
export class InputClock {
  readonly #now: () => number;
  #last: number;

  /** @param now milliseconds since 1970 UTC */
  constructor(now: () => number) {
    this.#now = now;
    this.#last = now();
  }

  /** Records the writer's input. */
  note(): void {
    this.#last = this.#now();
  }

  /** Milliseconds since the writer's last input. */
  idleFor(): number {
    return this.#now() - this.#last;
  }
}
