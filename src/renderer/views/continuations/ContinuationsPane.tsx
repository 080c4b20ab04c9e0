import { type FocusEvent, type MouseEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { PositionId } from '../../../core/ids.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import { ONLY_PREVIEWED, ONLY_READ } from '../../../ui-text/tree/continuation-list.ts';
import { useDesk, useStore } from '../../session/hooks.ts';
import type { Continuation } from '../../session/tree/continuation.ts';
import { findItem } from '../../session/tree/continuations-session.ts';
import { useRowWindow } from '../../ui/use-row-window.ts';
import { BuiltInOnly } from './BuiltInOnly.tsx';
import { ContinuationMenu } from './ContinuationMenu.tsx';
import { ContinuationRows, ROW_GAP } from './ContinuationRows.tsx';
import styles from './ContinuationsPane.module.css';
import { FilterField } from './FilterField.tsx';
import { Empty, FailedRequests } from './ListStates.tsx';
import { ListTools, MarkedLine } from './ListTools.tsx';
import { useListKeys } from './use-list-keys.ts';
import { useRevealedRows } from './use-revealed-rows.ts';
import { useWheelSteps } from './use-wheel-steps.ts';

/** Approximate height of a continuation of three lines, in CSS pixels. */
const ROW_HEIGHT = 118;
const PAGE = 5;

export interface ContinuationsPaneProps {
  readonly agents: readonly Agent[];
  readonly readOnly: boolean;
}

/** The siblings of the current position, or what continues the head: arrow keys move the path. */
export function ContinuationsPane({ agents, readOnly }: ContinuationsPaneProps) {
  const { tree, mode, preview } = useDesk();
  const list = useStore(tree.continuations.list);
  const filter = useStore(tree.filter.state);
  const marked = useStore(tree.comparison.marked);
  const activeId = useStore(tree.continuations.active);
  const [menu, setMenu] = useState<{
    readonly item: Continuation;
    readonly at: { x: number; y: number };
  } | null>(null);
  const { selectedId, count } = list;
  const items =
    filter.matches === null ? list.items : list.items.filter((item) => filter.matches?.has(item.positionId));
  const pane = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const listbox = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const baseId = useId();
  const listId = `${baseId}-list`;
  const shownActiveId = (findItem(items, activeId) ?? findItem(items, selectedId))?.positionId ?? null;
  const keys = useListKeys({ items, activeId: shownActiveId, selectedId, readOnly, page: PAGE });
  const rows = useRowWindow({
    count: items.length,
    scroller,
    estimate: ROW_HEIGHT,
    gap: ROW_GAP,
    keyOf: (index) => items[index]?.positionId ?? '',
  });
  const drawn = items.slice(rows.first, rows.end);
  const optionId = (positionId: PositionId) => `${baseId}-${positionId}`;
  const isDrawn = drawn.some((item) => item.positionId === shownActiveId);
  const activeOption = shownActiveId === null || !isDrawn ? undefined : optionId(shownActiveId);

  useRevealedRows({ listbox: list, items, isFiltered: filter.matches !== null, activeId, rows });

  useWheelSteps(pane, keys.step);

  const isFiltering = filter.text !== null;
  useLayoutEffect(() => {
    if (isFiltering) field.current?.focus();
  }, [isFiltering]);

  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && pane.current?.contains(relatedTarget) === true) return;
    tree.continuations.setActive(null);
    preview?.end();
    tree.continuations.pin(false);
  };

  // Hiding the pane fires no blur event.
  useEffect(() => () => tree.continuations.pin(false), [tree]);

  const openMenu = (event: MouseEvent) => {
    const option = event.target instanceof Element ? event.target.closest('[role="option"]') : null;
    const id = option?.id ?? activeOption;
    const item = items.find((known) => optionId(known.positionId) === id);
    if (item === undefined) return;
    event.preventDefault();
    // For the menu key the event's target is the list, not the active option.
    const rect = option === null ? document.getElementById(id ?? '')?.getBoundingClientRect() : undefined;
    const at =
      rect === undefined ? { x: event.clientX, y: event.clientY } : { x: rect.left + 24, y: rect.top + 24 };
    tree.continuations.setActive(item.positionId);
    setMenu({ item, at });
  };

  const current = items.find((item) => item.positionId === shownActiveId);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes events that bubble; each part handles its own keys
    <div
      ref={pane}
      className={styles.pane}
      onFocus={() => tree.continuations.pin(true)}
      onBlur={onBlur}
      onContextMenu={openMenu}
    >
      {filter.text !== null && (
        <FilterField
          field={field}
          state={filter}
          matching={items.filter(({ number }) => number > 0).length}
          count={count}
          listId={listId}
          activeId={activeOption}
          onMove={keys.move}
          onLeave={() => listbox.current?.focus()}
        />
      )}
      {readOnly && items.length > 0 && (
        <p className={styles.note}>{mode === 'dialogue' ? ONLY_READ : ONLY_PREVIEWED}</p>
      )}
      {marked !== null && <MarkedLine name={marked.name} />}
      <ContinuationRows
        list={list}
        items={items}
        drawn={drawn}
        rows={rows}
        keys={keys}
        agents={agents}
        readOnly={readOnly}
        scroller={scroller}
        listbox={listbox}
        listId={listId}
        activeId={shownActiveId}
        activeOption={activeOption}
        optionId={optionId}
      />
      {items.length === 0 && <Empty />}
      {items.length > 0 && !readOnly && <BuiltInOnly agents={agents} />}
      <FailedRequests cards={items.filter((item) => item.retry === 'again').length} />
      <ListTools list={list} current={current} readOnly={readOnly} />
      {menu !== null && (
        <ContinuationMenu
          item={list.items.find((item) => item.positionId === menu.item.positionId) ?? menu.item}
          count={count}
          at={menu.at}
          readOnly={readOnly}
          onClose={() => setMenu(null)}
          findFocus={() => listbox.current}
        />
      )}
    </div>
  );
}
