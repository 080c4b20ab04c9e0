/** Compares two continuations of one position, side by side and word by word. */
import type { Draft } from '../../../core/buffer/draft.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import { snapToPairStart } from '../../../core/text/surrogate-pair.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { Client } from '../../client.ts';
import { createStore, type Store } from '../store.ts';
import type { Notices } from '../window/notices.ts';
import type { Continuation } from './continuation.ts';
import type { ContinuationList } from './continuations-session.ts';

/** Longer texts are cut here, because their diff would block the window. UTF-16 code units. */
const MAX_LENGTH = 100_000;

export interface ComparedText {
  readonly positionId: PositionId;
  /** 1-based among the continuations. */
  readonly number: number;
  readonly authorId: AgentId;
  readonly text: string;
  /** `text` is only the beginning. */
  readonly isCut: boolean;
}

export interface ComparedContinuations {
  readonly count: number;
  /** The one with the lower number. */
  readonly left: ComparedText;
  readonly right: ComparedText;
}

export interface ComparisonSessionOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  readonly notices: Notices;
  list(): ContinuationList;
  /** The uncommitted text; null without a manuscript. */
  findDraft(): Draft | null;
}

export class ComparisonSession {
  readonly #options: ComparisonSessionOptions;
  readonly #marked = createStore<PositionId | null>(null);
  readonly #shown = createStore<ComparedContinuations | null>(null);
  #requests = 0;

  constructor(options: ComparisonSessionOptions) {
    this.#options = options;
  }

  /** The first of two continuations, until the second is chosen. */
  get marked(): Store<PositionId | null> {
    return this.#marked;
  }

  get shown(): Store<ComparedContinuations | null> {
    return this.#shown;
  }

  /** Chooses a continuation of the list, as the first of two or as the second, which shows the comparison. */
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
      // With only one other there is no choice; otherwise compare with the one in the text.
      (others.length === 1 ? others[0] : others.find((item) => item.positionId === selectedId));
    if (other === undefined) {
      this.#marked.set(positionId);
      notices.announce(`Compare ${chosen.number} with another: choose the second.`);
      return;
    }
    await this.#show(chosen, other);
  }

  unmark(): void {
    this.#marked.set(null);
  }

  close(): void {
    this.#requests += 1;
    this.#shown.set(null);
  }

  async #show(one: Continuation, other: Continuation): Promise<void> {
    const request = ++this.#requests;
    const { notices } = this.#options;
    const { count } = this.#options.list();
    this.#marked.set(null);
    const ordered = one.number < other.number ? [one, other] : [other, one];
    try {
      const [left, right] = await Promise.all(ordered.map((item) => this.#read(item)));
      if (request !== this.#requests || left === undefined || right === undefined) return;
      this.#shown.set({ count, left, right });
    } catch (error) {
      notices.report(error);
    }
  }

  async #read(item: Continuation): Promise<ComparedText | undefined> {
    const { positionId, nodeId, number, authorId, offset } = item;
    const { client, treeId } = this.#options;
    if (nodeId === null) return undefined;
    const { content } = await client.call('node.read', { treeId, nodeId });
    const whole = this.#withEdit(nodeId, textOf(content), offset);
    const text = whole.slice(0, snapToPairStart(whole, MAX_LENGTH));
    return { positionId, number, authorId, text, isCut: text.length < whole.length };
  }

  /** The text of a node from an offset of its committed text on, with its pending edit. */
  #withEdit(nodeId: NodeId, committed: string, offset: number): string {
    const rest = committed.slice(offset);
    const edit = this.#options.findDraft()?.edits.find((one) => one.nodeId === nodeId);
    // An edit before a fork moves it, and leaves what follows as it is.
    return edit === undefined || (offset > 0 && edit.text.endsWith(rest)) ? rest : edit.text.slice(offset);
  }
}

/** Whether a continuation is in the tree and not pruned. */
export function canCompare({ slot, pruned }: Continuation): boolean {
  return slot === null && !pruned;
}
