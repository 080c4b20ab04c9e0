import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { PositionId } from '../../../core/ids.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import { CONTINUATIONS } from '../../../ui-text/tree/continuation-list.ts';
import { useDesk, useStore } from '../../session/hooks.ts';
import { createStore } from '../../session/store.ts';
import { type Continuation, isInProgress, shownAuthors } from '../../session/tree/continuation.ts';
import type { ContinuationList } from '../../session/tree/continuations-session.ts';
import type { RowWindow } from '../../ui/use-row-window.ts';
import { useDescribeAuthors } from '../use-describe-authors.ts';
import { ContinuationOption } from './ContinuationOption.tsx';
import styles from './ContinuationsPane.module.css';
import { linesOf, SlotActions } from './SlotActions.tsx';
import { useCardLines } from './use-card-lines.ts';
import { useEditedPosition } from './use-edited-position.ts';
import type { ListKeys } from './use-list-keys.ts';
import { useSteadyRows } from './use-steady-rows.ts';

/** Space between two rows, in CSS pixels. */
export const ROW_GAP = 4;

export interface ContinuationRowsProps {
  readonly list: ContinuationList;
  /** The listed continuations: those of `list` that pass the filter. */
  readonly items: readonly Continuation[];
  /** The slice of `items` that is drawn. */
  readonly drawn: readonly Continuation[];
  readonly rows: RowWindow;
  readonly keys: ListKeys;
  readonly agents: readonly Agent[];
  readonly readOnly: boolean;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly listbox: RefObject<HTMLDivElement | null>;
  readonly listId: string;
  /** The continuation that has the keyboard, and the id of its element if it is drawn. */
  readonly activeId: PositionId | null;
  readonly activeOption: string | undefined;
  optionId(positionId: PositionId): string;
}

/** A conversation shows no previews. */
const NOT_PREVIEWED = createStore<PositionId | null>(null);

/** The rows of the list: the options, and beside each of them its buttons. */
export function ContinuationRows(props: ContinuationRowsProps) {
  const { list, items, drawn, rows, keys, agents, readOnly, scroller, listbox, listId } = props;
  const { activeId, activeOption, optionId } = props;
  const { tree, preview } = useDesk();
  const { authors } = tree;
  const describe = useDescribeAuthors();
  useStore(authors.typed);
  const previewId = useStore(preview?.shown ?? NOT_PREVIEWED);
  const markedId = useStore(tree.comparison.marked)?.positionId;
  const editedId = useEditedPosition();
  const [detailed, setDetailed] = useState<ReadonlySet<PositionId>>(new Set());
  const { duplicates, selectedId, count } = list;
  // The spacer above the drawn rows takes a grid row of its own.
  const firstRow = rows.before > 0 ? 2 : 1;

  const choose = useRef(keys.choose);
  useLayoutEffect(() => {
    choose.current = keys.choose;
  });
  const onChoose = useCallback((item: Continuation) => choose.current(item), []);

  const toggleDetail = (positionId: PositionId) => {
    const others = new Set(detailed);
    if (!others.delete(positionId)) others.add(positionId);
    setDetailed(others);
  };

  const byOf = (item: Continuation) => {
    const { label, colour } = describe(shownAuthors(item, authors));
    return { by: label, colour };
  };

  const propsOf = (item: Continuation) => ({
    item,
    readOnly,
    edited: item.positionId === editedId && item.positionId === selectedId,
  });

  const textLines = useCardLines({
    list,
    items,
    isWhole: drawn.length === items.length,
    scroller,
    basis: [...detailed, ...items.map((item) => linesOf(propsOf(item)))].join(),
  });
  useSteadyRows(scroller, drawn.length === items.length);

  return (
    <div ref={scroller} className={styles.list} data-empty={items.length === 0 || undefined}>
      {rows.before > 0 && <div style={{ gridRow: 1, height: rows.before - ROW_GAP }} />}
      <div
        ref={listbox}
        id={listId}
        className={styles.options}
        style={{ gridRow: `${firstRow} / span ${Math.max(1, drawn.length)}` }}
        role="listbox"
        aria-label={CONTINUATIONS}
        aria-activedescendant={activeOption}
        aria-busy={!list.isLoaded || undefined}
        tabIndex={0}
        onKeyDown={keys.onKeyDown}
      >
        {drawn.map((item, at) => (
          <ContinuationOption
            key={item.positionId}
            ref={rows.measure}
            id={optionId(item.positionId)}
            item={item}
            count={count}
            index={rows.first + at}
            listed={items.length}
            {...byOf(item)}
            sameAs={duplicates.get(item.positionId)}
            detailed={detailed.has(item.positionId)}
            selected={item.positionId === selectedId}
            active={item.positionId === activeId}
            previewed={item.positionId === previewId}
            marked={item.positionId === markedId}
            lines={linesOf(propsOf(item))}
            textLines={textLines.get(item.positionId)}
            onChoose={onChoose}
          />
        ))}
      </div>
      {drawn.map((item, at) =>
        linesOf(propsOf(item)) > 0 || isInProgress(item) ? (
          <SlotActions
            key={item.positionId}
            {...propsOf(item)}
            row={firstRow + at}
            count={count}
            agents={agents}
            detailed={detailed.has(item.positionId)}
            onDetail={() => toggleDetail(item.positionId)}
          />
        ) : null,
      )}
      {rows.after > 0 && <div style={{ gridRow: firstRow + drawn.length, height: rows.after - ROW_GAP }} />}
    </div>
  );
}
