/** Words that narrow the Continuations list to those that say them, or whose author is called so. */

import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import { patternOf } from '../../../core/text/find-pattern.ts';
import type { Client } from '../../client.ts';
import { createStore, type Store } from '../store.ts';
import type { Continuation } from './continuation.ts';
import type { ContinuationList } from './continuations-session.ts';

/** How long after the last key main is asked about what the list holds no more than the beginning of. Milliseconds. */
const ASK_AFTER = 80;

export interface ContinuationFilterOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  readonly list: Store<ContinuationList>;
  findAgentName(agentId: AgentId): string | undefined;
  onError(error: unknown): void;
}

export interface FilterState {
  /** As it is typed; null while the list is not filtered at all. */
  readonly text: string | null;
  /** Those that stay; null where all do. */
  readonly kept: ReadonlySet<PositionId> | null;
}

const NONE: FilterState = { text: null, kept: null };

export class ContinuationFilter {
  readonly #options: ContinuationFilterOptions;
  readonly #state = createStore<FilterState>(NONE);
  readonly #stop: () => void;
  /** Those whose whole text says it, as main last answered. */
  #found: ReadonlySet<PositionId> = new Set();
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #parentId: PositionId | null = null;

  constructor(options: ContinuationFilterOptions) {
    this.#options = options;
    this.#stop = options.list.subscribe(() => this.#follow());
  }

  get state(): Store<FilterState> {
    return this.#state;
  }

  /** Keeps what says `text`; with none, everything, while the field stays. */
  type(text: string): void {
    this.#parentId = this.#options.list.get().parentId;
    this.#found = new Set();
    this.#state.set({ text, kept: this.#keep(text) });
    this.#askSoon();
  }

  /** Shows the field, for the words to be typed into. */
  open(): void {
    if (this.#state.get().text === null) this.type('');
  }

  clear(): void {
    this.#asked += 1;
    clearTimeout(this.#timer);
    this.#state.set(NONE);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#stop();
  }

  #follow(): void {
    const { text } = this.#state.get();
    if (text === null) return;
    // Words for one list say nothing of another.
    if (this.#options.list.get().parentId !== this.#parentId) this.clear();
    else this.#state.set({ text, kept: this.#keep(text) });
  }

  #keep(text: string): ReadonlySet<PositionId> | null {
    const pattern = patternOf({ text: text.trim(), matchCase: false, wholeWord: false, isRegExp: false });
    if (pattern === null) return null;
    const says = (item: Continuation) =>
      item.text.search(pattern) >= 0 ||
      (this.#options.findAgentName(item.authorId)?.search(pattern) ?? -1) >= 0 ||
      this.#found.has(item.positionId);
    const kept = this.#options.list.get().items.filter(says);
    return new Set(kept.map(({ positionId }) => positionId));
  }

  #askSoon(): void {
    clearTimeout(this.#timer);
    const asked = ++this.#asked;
    const { parentId, items } = this.#options.list.get();
    const text = this.#state.get().text?.trim() ?? '';
    if (text === '' || !items.some((item) => item.length > item.text.length)) return;
    this.#timer = setTimeout(() => void this.#ask(asked, parentId, text), ASK_AFTER);
  }

  async #ask(asked: number, parentId: PositionId, text: string): Promise<void> {
    const { client, treeId, onError } = this.#options;
    try {
      const found = await client.call('path.childrenWith', { treeId, parentId, text });
      if (asked !== this.#asked) return;
      this.#found = new Set(found);
      this.#follow();
    } catch (error) {
      onError(error);
    }
  }
}
