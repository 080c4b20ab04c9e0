/** Two continuations of one position beside each other, word by word. */
import type { Draft } from '../../../core/buffer/draft.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import { wholeBefore } from '../../../core/text/surrogate-pair.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { Client } from '../../client.ts';
import { createStore, type Store } from '../store.ts';
import type { Notices } from '../window/notices.ts';
import type { Continuation } from './continuation.ts';
import type { ContinuationList } from './continuations-session.ts';

/** Of a longer text no more than this is compared: a diff of more would keep the window waiting. UTF-16 code units. */
const COMPARED_LENGTH = 100_000;

export interface ComparedText {
  readonly positionId: PositionId;
  /** 1-based among the continuations. */
  readonly number: number;
  readonly authorId: AgentId;
  readonly text: string;
  /** There is more of it than `text`. */
  readonly isCut: boolean;
}

export interface ComparedContinuations {
  readonly count: number;
  /** The one that was asked for first. */
  readonly left: ComparedText;
  readonly right: ComparedText;
}

export interface ComparisonSessionOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  readonly notices: Notices;
  list(): ContinuationList;
  /** What is typed and not committed; null without a manuscript. */
  findDraft(): Draft | null;
}

export class ComparisonSession {
  readonly #options: ComparisonSessionOptions;
  readonly #marked = createStore<PositionId | null>(null);
  readonly #shown = createStore<ComparedContinuations | null>(null);
  #asked = 0;

  constructor(options: ComparisonSessionOptions) {
    this.#options = options;
  }

  /** The first of two, while the other is chosen. */
  get marked(): Store<PositionId | null> {
    return this.#marked;
  }

  get shown(): Store<ComparedContinuations | null> {
    return this.#shown;
  }

  /** Chooses a continuation of the list: the first of two, or the other one, which shows them. */
  async choose(positionId: PositionId): Promise<void> {
    const { notices } = this.#options;
    const { items, selectedId } = this.#options.list();
    const comparable = items.filter(canCompare);
    const chosen = comparable.find((item) => item.positionId === positionId);
    if (chosen === undefined) return notices.announce('This one cannot be compared yet.');
    const others = comparable.filter((item) => item !== chosen);
    if (others.length === 0) return notices.announce('There is no other continuation to compare with.');
    const marked = this.#marked.get();
    if (marked === positionId) return this.unmark();
    const other =
      others.find((item) => item.positionId === marked) ??
      // Of two there is nothing to choose; one that is looked at is compared with the one in the text.
      (others.length === 1 ? others[0] : others.find((item) => item.positionId === selectedId));
    if (other === undefined) {
      this.#marked.set(positionId);
      notices.announce(`${chosen.number} is one of two to compare. Choose the other.`);
      return;
    }
    await this.#show(chosen, other);
  }

  /** No first one is chosen any more. */
  unmark(): void {
    this.#marked.set(null);
  }

  close(): void {
    this.#asked += 1;
    this.#shown.set(null);
  }

  async #show(one: Continuation, other: Continuation): Promise<void> {
    const asked = ++this.#asked;
    const { notices } = this.#options;
    const { count } = this.#options.list();
    this.#marked.set(null);
    const ordered = one.number < other.number ? [one, other] : [other, one];
    try {
      const [left, right] = await Promise.all(ordered.map((item) => this.#read(item)));
      if (asked !== this.#asked || left === undefined || right === undefined) return;
      this.#shown.set({ count, left, right });
    } catch (error) {
      notices.report(error);
    }
  }

  async #read({ positionId, nodeId, number, authorId }: Continuation): Promise<ComparedText | undefined> {
    const { client, treeId } = this.#options;
    if (nodeId === null) return undefined;
    const { content } = await client.call('node.read', { treeId, nodeId });
    const whole = this.#findEdit(nodeId) ?? textOf(content);
    const text = whole.slice(0, wholeBefore(whole, COMPARED_LENGTH));
    return { positionId, number, authorId, text, isCut: text.length < whole.length };
  }

  #findEdit(nodeId: NodeId): string | undefined {
    return this.#options.findDraft()?.edits.find((edit) => edit.nodeId === nodeId)?.text;
  }
}

/** One that is in the tree and not hidden. */
export function canCompare({ slot, pruned }: Continuation): boolean {
  return slot === null && !pruned;
}
