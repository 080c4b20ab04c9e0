import type { KeyboardEvent } from 'react';
import type { PositionId } from '../../../core/ids.ts';
import { editedFrom } from '../../../ui-text/tree/versions.ts';
import { useDesk } from '../../session/hooks.ts';
import { canCompare } from '../../session/tree/comparison-session.ts';
import { type Continuation, isInProgress } from '../../session/tree/continuation.ts';
import type { Version } from '../../session/tree/node-session.ts';

interface ListKeysOptions {
  /** The listed continuations. */
  readonly items: readonly Continuation[];
  readonly activeId: PositionId | null;
  readonly selectedId: PositionId | null;
  readonly readOnly: boolean;
  /** Rows by which PageUp and PageDown move. */
  readonly page: number;
}

export interface ListKeys {
  onKeyDown(event: KeyboardEvent): void;
  /** Handles a key that moves through the list. @returns whether it was one */
  move(key: string): boolean;
  /** Moves one step through the list, for the wheel. */
  step(by: -1 | 1): void;
  choose(item: Continuation): void;
}

/** The keys of the list: arrows move the path or, while a preview is shown, the preview. */
export function useListKeys({ items, activeId, selectedId, readOnly, page }: ListKeysOptions): ListKeys {
  const desk = useDesk();
  const { tree } = desk;
  // Asked when a key arrives: a preview that still loads counts, or the key would move the path.
  const isPreviewing = () => desk.preview?.isOn === true;
  const index = items.findIndex((item) => item.positionId === activeId);
  const active = items[index];

  /** Shows a continuation in the text without choosing it. */
  const preview = (item: Continuation | undefined) => {
    if (item === undefined) return;
    tree.continuations.setActive(item.positionId);
    if (canCompare(item)) void desk.preview?.show(item.positionId);
  };
  // In a read-only tree the path cannot move, so choosing only previews.
  const choose = (item: Continuation) => {
    if (readOnly) return preview(item);
    tree.continuations.setActive(item.positionId);
    if (canCompare(item)) void tree.navigation.goToContinuation(item.positionId);
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
    if (item !== undefined) (isPreviewing() ? preview : choose)(item);
    return true;
  };

  const discard = (item: Continuation) => {
    const neighbour = items[index + 1] ?? items[index - 1];
    if (isInProgress(item)) void tree.generationCommands.stopOne(item);
    else if (item.retry !== null) {
      // Activate its neighbour.
      if (item.slot !== null) tree.continuations.setActive(neighbour?.positionId ?? null);
      tree.generationCommands.dismiss(item);
    } else if (!readOnly && canCompare(item)) {
      tree.continuations.setActive(neighbour?.positionId ?? null);
      void tree.pruning.prune(item.positionId);
    }
  };

  const onEnter = (item: Continuation | undefined) => {
    if (item === undefined) return tree.focus();
    if (isPreviewing() && !readOnly) choose(item);
    else if (item.pruned && !readOnly) void tree.pruning.restore([item.positionId]);
    else if (item.retry !== null) void tree.generationCommands.retry(item);
    else tree.focus();
  };

  const showVersion = (item: Continuation, by: -1 | 1) => {
    const shown = item.versions.findIndex(({ nodeId }) => nodeId === item.nodeId);
    const version = item.versions[stepOf(shown, item.versions.length, by)];
    if (version !== undefined && !readOnly) void tree.navigation.showVersion(item.positionId, version.nodeId);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { key } = event;
    if (move(key)) event.preventDefault();
    else if (key === ' ' && isPreviewing()) desk.preview?.end();
    // The text already shows the one on the path, so preview its neighbour.
    else if (key === ' ') preview(activeId === selectedId ? items[(index + 1) % items.length] : active);
    else if (key === 'Enter') onEnter(active);
    else if (key === 'ArrowRight' && active !== undefined) showVersion(active, 1);
    else if (key === 'ArrowLeft' && active !== undefined) showVersion(active, -1);
    else if ((key === 'Delete' || (key === 'Backspace' && active?.retry != null)) && active !== undefined)
      discard(active);
    else if (key === 'Escape' && isPreviewing()) desk.preview?.end();
    else if (key === 'Escape' && tree.comparison.marked.get() !== null) tree.comparison.unmark();
    // The filter field has the focus before the letter arrives, and receives it.
    else if (key.length === 1 && items.length > 0) return tree.filter.open();
    else return;
    event.preventDefault();
  };

  return { onKeyDown, move, step: (by) => void move(by === 1 ? 'ArrowDown' : 'ArrowUp'), choose };
}

/** Most steps of a chain that are shown. */
const MAX_STEPS = 3;

/** The versions from which one was edited: `from version 2, from version 1`; empty if it was not edited. */
export function chainOf(versions: readonly Version[], index: number): string {
  const numbers: number[] = [];
  for (let at = index; numbers.length <= MAX_STEPS; ) {
    const from = versions.findIndex(({ nodeId }) => nodeId === versions[at]?.editedFrom);
    if (from < 0) break;
    numbers.push(from + 1);
    at = from;
  }
  if (numbers.length === 0) return '';
  return editedFrom(numbers.slice(0, MAX_STEPS), numbers.length > MAX_STEPS);
}

/** The next or previous index, wrapping around. */
export function stepOf(index: number, count: number, step: -1 | 1): number {
  return (index + step + count) % count;
}
