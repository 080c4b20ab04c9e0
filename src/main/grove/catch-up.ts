import { AspenError } from '../../core/errors.ts';
import type { TreeId } from '../../core/ids.ts';
import type { Store } from '../store/connection/store.ts';
import type { GroveCopies } from './copies/grove-copies.ts';
import type { KnownHeads } from './file/known-heads.ts';
import type { OpeningWrites } from './opening-writes.ts';
import type { TreeSessions } from './writing/tree-sessions.ts';

export interface CatchUpOptions {
  readonly store: Store;
  /** This session. */
  readonly sessionId: string;
  readonly opening: OpeningWrites;
  readonly sessions: TreeSessions;
  readonly heads: KnownHeads;
  readonly copies: GroveCopies;
  warn(message: string): void;
}

/** Work that waits until a file that opened after only the quick checks may be written. */
export class CatchUp {
  /** The sessions of groves open now, whose journal entries are left alone. */
  openSessions: () => readonly string[];
  readonly #options: CatchUpOptions;
  /** The tree that was shown while nothing could be written. */
  #shownTree: TreeId | null = null;

  constructor(options: CatchUpOptions) {
    this.#options = options;
    this.openSessions = () => [options.sessionId];
  }

  /** The file will be written once it is checked: this tree is then recorded as the one shown last. */
  markVisitedLater(treeId: TreeId): void {
    this.#shownTree = treeId;
  }

  /** The file may be written: carries out the writes that waited for that, and starts backups. */
  async run(): Promise<void> {
    const { opening, sessions, heads, copies, store } = this.#options;
    await opening.catchUp(() => this.openSessions());
    if (!store.isOpen) return;
    sessions.onFileChecked();
    if (this.#shownTree !== null) this.#tryToMarkVisited(this.#shownTree);
    heads.saveNow();
    copies.startBackups();
  }

  /** A failure to record the tree that opens next time is not worth an error. */
  #tryToMarkVisited(treeId: TreeId): void {
    const { sessions, warn } = this.#options;
    try {
      sessions.get(treeId).markVisited();
    } catch (error) {
      if (!(error instanceof AspenError)) throw error;
      warn(`the tree shown last could not be recorded: ${error.message}`);
    }
  }
}
