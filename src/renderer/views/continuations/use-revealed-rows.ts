import { useEffect, useLayoutEffect, useRef } from 'react';
import type { PositionId } from '../../../core/ids.ts';
import type { Continuation } from '../../session/tree/continuation.ts';
import type { ContinuationList } from '../../session/tree/continuations-session.ts';
import type { RowWindow } from '../../ui/use-row-window.ts';

export interface RevealedRowsOptions {
  readonly listbox: ContinuationList;
  /** The listed continuations: those of `list` that pass the filter. */
  readonly items: readonly Continuation[];
  readonly isFiltered: boolean;
  readonly activeId: PositionId | null;
  readonly rows: RowWindow;
}

/** Scrolls the list to what the writer chose or asked for. Incoming content never scrolls it. */
export function useRevealedRows({ listbox, items, isFiltered, activeId, rows }: RevealedRowsOptions): void {
  const { selectedId, arrivedId, requested } = listbox;
  const reveal = useRef((_: PositionId) => {});
  useLayoutEffect(() => {
    reveal.current = (positionId) => {
      const index = items.findIndex((item) => item.positionId === positionId);
      if (index >= 0) rows.reveal(index);
    };
  });

  // A continuation that was selected because it arrived does not scroll the list.
  useEffect(() => {
    if (selectedId !== null && selectedId !== arrivedId) reveal.current(selectedId);
  }, [selectedId, arrivedId]);
  useEffect(() => {
    if (activeId !== null) reveal.current(activeId);
  }, [activeId]);
  // Keep the selected one in view when rows around it are hidden or shown.
  const listedPruned = listbox.items.filter(({ pruned }) => pruned).length;
  const around = `${listbox.prunedCount} ${listedPruned} ${!isFiltered}`;
  const latestSelected = useRef(selectedId);
  useLayoutEffect(() => {
    latestSelected.current = selectedId;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing else moves the list
  useEffect(() => {
    if (latestSelected.current !== null) reveal.current(latestSelected.current);
  }, [around]);
  // Reveal what was just requested, the first of it last so that it wins.
  useEffect(() => {
    for (const positionId of [requested.at(-1), requested[0]])
      if (positionId !== undefined) reveal.current(positionId);
  }, [requested]);
}
