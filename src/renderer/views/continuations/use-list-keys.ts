import type { KeyboardEvent } from 'react';
import type { PositionId } from '../../../core/ids.ts';
import { useOpenTree, useStore } from '../../session/hooks.ts';
import { type Continuation, isUnderWay } from '../../session/tree/continuation.ts';
import { stepOf } from './version-chain.ts';

export interface ListKeysOptions {
  /** Those that are listed. */
  readonly items: readonly Continuation[];
  readonly activeId: PositionId | null;
  readonly selectedId: PositionId | null;
  readonly readOnly: boolean;
  /** Rows that a page is. */
  readonly page: number;
}

export interface ListKeys {
  onKeyDown(event: KeyboardEvent): void;
  /** Carries out a key that goes through the list; answers whether it was one. */
  move(key: string): boolean;
  /** One step through the list, as the wheel makes it. */
  step(by: -1 | 1): void;
  choose(item: Continuation): void;
}

/** One that the path can go to. */
function canChoose({ slot, pruned }: Continuation): boolean {
  return slot === null && !pruned;
}

/** What the keys do in the list: arrows move the path, or what is looked at while something is. */
export function useListKeys({ items, activeId, selectedId, readOnly, page }: ListKeysOptions): ListKeys {
  const tree = useOpenTree();
  const previewId = useStore(tree.preview.shown);
  const isLooking = previewId !== null;
  const index = items.findIndex((item) => item.positionId === activeId);
  const active = items[index];

  /** Shows one in place without choosing it. */
  const look = (item: Continuation | undefined) => {
    if (item === undefined) return;
    tree.continuations.goThrough(item.positionId);
    if (canChoose(item)) void tree.preview.show(item.positionId);
  };
  // In a tree that cannot be changed the path stays: what is chosen is looked at.
  const choose = (item: Continuation) => {
    if (readOnly) return look(item);
    tree.continuations.goThrough(item.positionId);
    if (canChoose(item)) void tree.moving.goToContinuation(item.positionId);
  };

  const target = (key: string): number | null => {
    const last = items.length - 1;
    if (key === 'ArrowDown') return Math.min(index + 1, last);
    if (key === 'ArrowUp') return Math.max(index - 1, 0);
    if (key === 'PageDown') return Math.min(index + page, last);
    if (key === 'PageUp') return Math.max(index - page, 0);
    if (key === 'Home') return 0;
    return key === 'End' ? last : null;
  };
  const move = (key: string): boolean => {
    const to = target(key);
    if (to === null) return false;
    const item = items[to];
    if (item !== undefined) (isLooking ? look : choose)(item);
    return true;
  };

  const putAway = (item: Continuation) => {
    const neighbour = items[index + 1] ?? items[index - 1];
    if (isUnderWay(item)) void tree.asking.stopOne(item);
    else if (item.retry !== null) {
      // The keyboard goes on to its neighbour.
      if (item.slot !== null) tree.continuations.goThrough(neighbour?.positionId ?? null);
      tree.asking.dismiss(item);
    } else if (!readOnly && canChoose(item)) {
      tree.continuations.goThrough(neighbour?.positionId ?? null);
      void tree.pruning.prune(item.positionId);
    }
  };

  const enter = (item: Continuation | undefined) => {
    if (item === undefined) return tree.focusManuscript();
    if (isLooking && !readOnly) choose(item);
    else if (item.pruned && !readOnly) void tree.pruning.restore([item.positionId]);
    else if (item.retry !== null) void tree.asking.askAgain(item);
    else tree.focusManuscript();
  };

  const showVersion = (item: Continuation, by: -1 | 1) => {
    const shown = item.versions.findIndex(({ nodeId }) => nodeId === item.nodeId);
    const version = item.versions[stepOf(shown, item.versions.length, by)];
    if (version !== undefined && !readOnly) void tree.moving.showVersion(item.positionId, version.nodeId);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { key } = event;
    if (move(key)) event.preventDefault();
    else if (key === ' ' && isLooking) tree.preview.end();
    // The one on the path is in the text already: its neighbour is what there is to look at.
    else if (key === ' ') look(activeId === selectedId ? items[(index + 1) % items.length] : active);
    else if (key === 'Enter') enter(active);
    else if (key === 'ArrowRight' && active !== undefined) showVersion(active, 1);
    else if (key === 'ArrowLeft' && active !== undefined) showVersion(active, -1);
    else if ((key === 'Delete' || (key === 'Backspace' && active?.retry != null)) && active !== undefined)
      putAway(active);
    else if (key === 'Escape' && isLooking) tree.preview.end();
    else if (key === 'Escape' && tree.comparison.marked.get() !== null) tree.comparison.unmark();
    // The field of the filter takes the letter: it has the keyboard before the letter arrives.
    else if (key.length === 1 && items.length > 0) return tree.filter.open();
    else return;
    event.preventDefault();
  };

  return { onKeyDown, move, step: (by) => void move(by === 1 ? 'ArrowDown' : 'ArrowUp'), choose };
}
