/** Compares any two texts of a tree, side by side and word by word. */

import type { Draft } from '../../../core/buffer/draft.ts';
import type { AgentId, NodeId, PositionId } from '../../../core/ids.ts';
import { authorsOf } from '../../../core/provenance/who-wrote.ts';
import { type SpannedText, sliceSpans } from '../../../core/text/span.ts';
import { snapToPairStart } from '../../../core/text/surrogate-pair.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import { chooseSecond, NOT_COMPARABLE, quoted } from '../../../ui-text/tree/comparing.ts';
import { numberOf } from '../../../ui-text/window/buttons.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import { createStore, readableOf } from '../store.ts';
import { firstWords } from './bookmarks-session.ts';
import type { Continuation } from './continuation.ts';
import type { ContinuationsSession } from './continuations-session.ts';

/** Longer texts are cut here, because their diff would block the window. UTF-16 code units. */
const MAX_LENGTH = 100_000;

/** A text that can be compared with any other of its tree. */
export interface Comparable {
  readonly positionId: PositionId;
  readonly nodeId: NodeId;
  readonly authorId: AgentId;
  /** Its start in the text of its position, in UTF-16 code units. */
  readonly offset: number;
  /** 1-based among the continuations listed with it; 0 if it was not chosen from a list. */
  readonly number: number;
  /** Such as `2 of 5` or `v2`, or its first words. */
  readonly name: string;
}

export interface ComparedText extends Comparable {
  /** Its authors, with its pending edit, by decreasing share. */
  readonly authors: readonly AgentId[];
  readonly text: string;
  /** `text` is only the beginning. */
  readonly isCut: boolean;
}

export interface ComparedTexts {
  /** The one with the lower number if both are from one list; otherwise, the one chosen first. */
  readonly left: ComparedText;
  readonly right: ComparedText;
}

export function createComparisonSession(
  { client, treeId, notices, surface }: TreeScope,
  continuations: ContinuationsSession,
) {
  const marked = createStore<Comparable | null>(null);
  const shown = createStore<ComparedTexts | null>(null);
  let requests = 0;
  /** Asks for the second text. */
  let notice: number | null = null;

  function unmark(): void {
    mark(null);
  }

  /** @param text null once the second is chosen, or neither is to be: what asks for it is over */
  function mark(text: Comparable | null): void {
    marked.set(text);
    if (notice !== null) notices.dismiss(notice);
    notice = null;
  }

  /** Shows two texts. Reports a failure. */
  async function show(one: Comparable, other: Comparable): Promise<void> {
    const request = ++requests;
    mark(null);
    const isReversed = other.number > 0 && other.number < one.number;
    await notices.attempt(async () => {
      const [left, right] = await Promise.all(
        (isReversed ? [other, one] : [one, other]).map((text) => read(text)),
      );
      if (request !== requests || left === undefined || right === undefined) return;
      shown.set({ left, right });
    });
  }

  async function chooseText(text: Comparable): Promise<void> {
    const first = marked.get();
    if (first?.positionId === text.positionId && first.nodeId === text.nodeId) return unmark();
    if (first !== null) return show(first, text);
    mark(text);
    notice = notices.tell(chooseSecond(text.name));
  }

  async function read(chosen: Comparable): Promise<ComparedText> {
    const { nodeId, authorId, offset } = chosen;
    const { content, spans } = await client.call('node.read', { treeId, nodeId });
    const committed = { text: textOf(content), spans };
    const { text: all, spans: allSpans } =
      findEdit(surface.findDraft(), nodeId, committed.text, offset) ?? committed;
    const from = Math.min(offset, all.length);
    const whole = all.slice(from);
    const text = whole.slice(0, snapToPairStart(whole, MAX_LENGTH));
    const authors = authorsOf(sliceSpans(allSpans, from, all.length), authorId);
    return { ...chosen, authors, text, isCut: text.length < whole.length };
  }

  return {
    unmark,
    show,
    /** The first of two, until the second is chosen. */
    marked: readableOf(marked),
    shown: readableOf(shown),

    /** Chooses a continuation of the list, as the first of two or as the second, which shows the comparison. */
    async choose(positionId: PositionId): Promise<void> {
      const { items, selectedId, count } = continuations.list.get();
      const comparable = items.filter(canCompare);
      const chosen = comparable.find((item) => item.positionId === positionId);
      const one = chosen === undefined ? null : toComparable(chosen, count);
      if (one === null) return void notices.tell(NOT_COMPARABLE);
      if (marked.get() !== null) return chooseText(one);
      const others = comparable.filter((item) => item !== chosen);
      // With only one other there is no choice; otherwise compare with the one in the text.
      const other = others.length === 1 ? others[0] : others.find((item) => item.positionId === selectedId);
      const second = other === undefined ? null : toComparable(other, count);
      await (second === null ? chooseText(one) : show(one, second));
    },

    /** Chooses the text of any position, as the first of two or as the second. @param parentId the one it continues */
    async chooseAt(positionId: PositionId, parentId: PositionId): Promise<void> {
      try {
        const children = await client.call('path.children', { treeId, parentId });
        const child = children.find((known) => known.positionId === positionId);
        if (child === undefined) return void notices.tell(NOT_COMPARABLE);
        const { nodeId, authorId, offset, excerpt } = child;
        const name = quoted(firstWords(excerpt));
        await chooseText({ positionId, nodeId, authorId, offset, number: 0, name });
      } catch (error) {
        notices.report(error);
      }
    },

    close(): void {
      requests += 1;
      shown.set(null);
    },
  };
}

export type ComparisonSession = ReturnType<typeof createComparisonSession>;

/** The text of a node from an offset of its committed text on, with its pending edit. */
export function withEdit(draft: Draft | null, nodeId: NodeId, committed: string, offset: number): string {
  return (findEdit(draft, nodeId, committed, offset)?.text ?? committed).slice(offset);
}

/** The pending edit of a node, if it changes what there is from an offset of the committed text on; else null. */
function findEdit(
  draft: Draft | null,
  nodeId: NodeId,
  committed: string,
  offset: number,
): SpannedText | null {
  const edit = draft?.edits.find((one) => one.nodeId === nodeId);
  // An edit before a fork moves it, and leaves what follows as it is.
  return edit === undefined || (offset > 0 && edit.text.endsWith(committed.slice(offset))) ? null : edit;
}

/** Returns true if a continuation is in the tree and not pruned. */
export function canCompare({ slot, pruned }: Continuation): boolean {
  return slot === null && !pruned;
}

function toComparable(item: Continuation, count: number): Comparable | null {
  const { positionId, nodeId, number, authorId, offset } = item;
  return nodeId === null
    ? null
    : { positionId, nodeId, authorId, offset, number, name: numberOf(number, count) };
}
