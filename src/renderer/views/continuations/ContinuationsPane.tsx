import {
  type FocusEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { PositionId } from '../../../core/ids.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import { useOpenTree, useStore } from '../../session/hooks.ts';
import { type Continuation, isUnderWay } from '../../session/tree/continuation.ts';
import { useRowWindow } from '../../ui/use-row-window.ts';
import { ContinuationMenu } from './ContinuationMenu.tsx';
import { ContinuationOption } from './ContinuationOption.tsx';
import styles from './ContinuationsPane.module.css';
import { FilterField } from './FilterField.tsx';
import { Empty, Lost } from './ListStates.tsx';
import { ListTools, MarkedLine } from './ListTools.tsx';
import { linesOf, SlotActions } from './SlotActions.tsx';
import { useListKeys } from './use-list-keys.ts';
import { useWheelSteps } from './use-wheel-steps.ts';

/** About how high a continuation of three lines is, and what is between two. CSS pixels. */
const ROW_HEIGHT = 118;
const ROW_GAP = 4;
const PAGE = 5;

export interface ContinuationsPaneProps {
  readonly agents: readonly Agent[];
  readonly readOnly: boolean;
}

/** The siblings of the current position, or what continues the head: arrow keys move the path. */
export function ContinuationsPane({ agents, readOnly }: ContinuationsPaneProps) {
  const tree = useOpenTree();
  const all = useStore(tree.continuations.list);
  const filter = useStore(tree.filter.state);
  const previewId = useStore(tree.preview.shown);
  const markedId = useStore(tree.comparison.marked);
  const isComparing = useStore(tree.comparison.shown) !== null;
  const activeId = useStore(tree.continuations.active);
  const editedId = useEditedPosition();
  const [detailed, setDetailed] = useState<ReadonlySet<PositionId>>(new Set());
  const [menu, setMenu] = useState<{
    readonly item: Continuation;
    readonly at: { x: number; y: number };
  } | null>(null);
  const { alike, selectedId, arrivedId, asked, count } = all;
  const items =
    filter.kept === null ? all.items : all.items.filter((item) => filter.kept?.has(item.positionId));
  const pane = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const baseId = useId();
  const isListed = (positionId: PositionId | null) => items.some((item) => item.positionId === positionId);
  const shownActive = isListed(activeId) ? activeId : isListed(selectedId) ? selectedId : null;
  const keys = useListKeys({ items, activeId: shownActive, selectedId, readOnly, page: PAGE });
  const rows = useRowWindow({
    count: items.length,
    scroller,
    estimate: ROW_HEIGHT,
    gap: ROW_GAP,
    keyOf: (index) => items[index]?.positionId ?? '',
  });
  const drawn = items.slice(rows.first, rows.end);
  // What is left out above has a row of its own.
  const firstRow = rows.before > 0 ? 2 : 1;
  const optionId = (positionId: PositionId) => `${baseId}-${positionId}`;
  const isDrawn = drawn.some((item) => item.positionId === shownActive);
  const activeOption = shownActive === null || !isDrawn ? undefined : optionId(shownActive);

  const reveal = useRef((_: PositionId) => {});
  useLayoutEffect(() => {
    reveal.current = (positionId) => {
      const index = items.findIndex((item) => item.positionId === positionId);
      if (index >= 0) rows.reveal(index);
    };
  });

  // The list follows what someone chose; what arrives in it, on the path or not, never scrolls it.
  useEffect(() => {
    if (selectedId !== null && selectedId !== arrivedId) reveal.current(selectedId);
  }, [selectedId, arrivedId]);
  useEffect(() => {
    if (activeId !== null) reveal.current(activeId);
  }, [activeId]);
  // Where others were hidden or shown around it, it is where it can be seen.
  const around = `${all.prunedCount} ${all.items.length - count} ${filter.kept === null}`;
  const latestSelected = useRef(selectedId);
  useLayoutEffect(() => {
    latestSelected.current = selectedId;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing else moves the list
  useEffect(() => {
    if (latestSelected.current !== null) reveal.current(latestSelected.current);
  }, [around]);
  // What was just asked for is shown, the first of it above all.
  useEffect(() => {
    for (const positionId of [asked.at(-1), asked[0]])
      if (positionId !== undefined) reveal.current(positionId);
  }, [asked]);

  useWheelSteps(pane, keys.step);

  /** Whoever had the keyboard on a button that goes away has it on the list again. */
  const keepFocus = () => {
    if (document.activeElement !== field.current && pane.current?.contains(document.activeElement) === true)
      list.current?.focus();
  };

  const isFiltering = filter.text !== null;
  useLayoutEffect(() => {
    if (isFiltering) field.current?.focus();
  }, [isFiltering]);

  // After two were compared the keyboard is where it was.
  const hadFocus = useRef(false);
  useEffect(() => {
    if (!isComparing && hadFocus.current) list.current?.focus();
    hadFocus.current = false;
  }, [isComparing]);

  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && pane.current?.contains(relatedTarget) === true) return;
    hadFocus.current = true;
    tree.continuations.goThrough(null);
    tree.preview.end();
    tree.continuations.pin(false);
  };

  const choose = useRef(keys.choose);
  useLayoutEffect(() => {
    choose.current = keys.choose;
  });
  const onChoose = useCallback((item: Continuation) => choose.current(item), []);

  // A pane that is hidden loses the keyboard without a word.
  useEffect(() => () => tree.continuations.pin(false), [tree]);

  const toggleDetail = (positionId: PositionId) => {
    const others = new Set(detailed);
    if (!others.delete(positionId)) others.add(positionId);
    setDetailed(others);
  };

  const askMenu = (event: MouseEvent) => {
    const option = event.target instanceof Element ? event.target.closest('[role="option"]') : null;
    const id = option?.id ?? activeOption;
    const item = items.find((known) => optionId(known.positionId) === id);
    if (item === undefined) return;
    event.preventDefault();
    // The menu key points at the list, not at the option that it means.
    const rect = option === null ? document.getElementById(id ?? '')?.getBoundingClientRect() : undefined;
    const at =
      rect === undefined ? { x: event.clientX, y: event.clientY } : { x: rect.left + 24, y: rect.top + 24 };
    tree.continuations.goThrough(item.positionId);
    setMenu({ item, at });
  };

  const marked = all.items.find((item) => item.positionId === markedId);
  const current = items.find((item) => item.positionId === shownActive);
  const propsOf = (item: Continuation) => ({
    item,
    readOnly,
    edited: item.positionId === editedId && item.positionId === selectedId,
  });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what happens in it is heard of here; each part takes its own keys
    <div
      ref={pane}
      className={styles.pane}
      onFocus={() => tree.continuations.pin(true)}
      onBlur={onBlur}
      onContextMenu={askMenu}
    >
      {filter.text !== null && (
        <FilterField
          field={field}
          state={filter}
          kept={items.length}
          count={all.items.length}
          listId={`${baseId}-list`}
          activeId={activeOption}
          onMove={keys.move}
          onLeave={() => list.current?.focus()}
        />
      )}
      {readOnly && items.length > 0 && (
        <p className={styles.note}>This grove is read only: continuations can be looked at.</p>
      )}
      {marked !== undefined && <MarkedLine number={marked.number} count={count} />}
      <div ref={scroller} className={styles.list} data-long={rows.before + rows.after > 0 || undefined}>
        {rows.before > 0 && <div style={{ gridRow: 1, height: rows.before - ROW_GAP }} />}
        <div
          ref={list}
          id={`${baseId}-list`}
          className={styles.options}
          style={{ gridRow: `${firstRow} / span ${Math.max(1, drawn.length)}` }}
          role="listbox"
          aria-label="Continuations"
          aria-activedescendant={activeOption}
          aria-busy={!all.isLoaded || undefined}
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
              agent={agents.find((agent) => agent.id === item.authorId)}
              sameAs={alike.get(item.positionId)}
              detailed={detailed.has(item.positionId)}
              selected={item.positionId === selectedId}
              active={item.positionId === shownActive}
              previewed={item.positionId === previewId}
              marked={item.positionId === markedId}
              lines={linesOf(propsOf(item))}
              onChoose={onChoose}
            />
          ))}
        </div>
        {drawn.map((item, at) =>
          linesOf(propsOf(item)) > 0 || isUnderWay(item) ? (
            <SlotActions
              key={item.positionId}
              {...propsOf(item)}
              row={firstRow + at}
              place={`${item.number} of ${count}`}
              agents={agents}
              detailed={detailed.has(item.positionId)}
              onDetail={() => toggleDetail(item.positionId)}
              onDone={keepFocus}
            />
          ) : null,
        )}
        {rows.after > 0 && <div style={{ gridRow: firstRow + drawn.length, height: rows.after - ROW_GAP }} />}
      </div>
      {items.length === 0 && <Empty />}
      <Lost count={items.filter((item) => item.retry === 'again').length} onDone={keepFocus} />
      <ListTools list={all} current={current} readOnly={readOnly} onDone={keepFocus} />
      {menu !== null && (
        <ContinuationMenu
          item={all.items.find((item) => item.positionId === menu.item.positionId) ?? menu.item}
          count={count}
          at={menu.at}
          readOnly={readOnly}
          onClose={() => setMenu(null)}
          findFocus={() => list.current}
        />
      )}
    </div>
  );
}

/** The caret's node where its edit can be a branch: one that is pending, or the version just committed. */
function useEditedPosition(): PositionId | null {
  const { summary, path } = useOpenTree();
  return useSyncExternalStore(summary.subscribe, () => {
    const caret = summary.get();
    if (caret === null || caret.currentPositionId === null) return null;
    const versionIndex = path.findHeader(caret.currentPositionId)?.versionIndex ?? 0;
    return caret.edited || versionIndex > 1 ? caret.currentPositionId : null;
  });
}

/** `2 of 5 ready`, while several stream. */
export function ReadyBadge() {
  const tree = useOpenTree();
  const { items, ready } = useStore(tree.continuations.list);
  if (ready === null || !items.some(isUnderWay)) return null;
  return (
    <span className={styles.badge}>
      {ready.done} of {ready.total}
      <span className={styles.ready}> ready</span>
    </span>
  );
}
