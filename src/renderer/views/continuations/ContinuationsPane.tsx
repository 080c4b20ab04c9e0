import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { PositionId } from '../../../core/ids.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import { SEVERAL_FAILED } from '../../../ui-text/continuations.ts';
import { COMPARE, GO_THERE } from '../../../ui-text/tree/comparing.ts';
import {
  ALL_ALTERNATIVES_PRUNED,
  ALL_PRUNED,
  continuationAt,
  DISMISS_ALL,
  FILTER_ALTERNATIVES,
  FILTER_CONTINUATIONS,
  FILTER_PLACEHOLDER,
  NO_CONTINUATIONS,
  NO_REPLIES,
  noneContains,
  ONLY_PREVIEWED,
  ONLY_READ,
  PREVIEW,
  PRUNE,
  PRUNE_OTHERS,
  PRUNED_CONTINUATION,
  PRUNING,
  READING,
  RETRY_ALL,
  SHOW_ALL_ALTERNATIVES,
  SHOW_ALL_CONTINUATIONS,
  SHOW_ALL_HINT,
} from '../../../ui-text/tree/continuation-list.ts';
import { LOADING, numberOf, RESTORE, RESTORE_ALL } from '../../../ui-text/window/buttons.ts';
import { WheelSteps } from '../../editor/index.ts';
import { useDesk, useStore, useTreeDesk } from '../../session/hooks.ts';
import { canCompare } from '../../session/tree/comparison-session.ts';
import type { Continuation } from '../../session/tree/continuation.ts';
import {
  type ContinuationList,
  type FilterState,
  findItem,
} from '../../session/tree/continuations-session.ts';
import shared from '../../styles/shared.module.css';
import { Button } from '../../ui/Button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { ContextMenu } from '../../ui/layers/ContextMenu.tsx';
import { type RowWindow, useRowWindow } from '../../ui/use-row-window.ts';
import { useCommands } from '../commands.ts';
import { ContinuationRows, ROW_GAP } from './ContinuationRows.tsx';
import styles from './ContinuationsPane.module.css';
import { BuiltInOnly, ListTools, MarkedLine } from './ListTools.tsx';
import { NoAlternative } from './NoAlternative.tsx';
import { formatPlace } from './slot-texts.ts';
import { useListKeys } from './use-list-keys.ts';

/** Approximate height of a continuation of three lines, in CSS pixels. */
const ROW_HEIGHT = 118;
const PAGE = 5;

interface ContinuationsPaneProps {
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
  const [only] = list.items;
  const isAlone =
    mode === 'buffer' && list.items.length === 1 && items.length === 1 && only?.positionId === selectedId;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes events that bubble; each part handles its own keys
    <div
      ref={pane}
      className={shared.column}
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
        isAlone={isAlone}
        optionId={optionId}
      />
      {items.length === 0 && <Empty />}
      {isAlone && <NoAlternative agents={agents} readOnly={readOnly} />}
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

/** Steps with the wheel while Alt is held, or with a horizontal swipe; anything else scrolls. */
function useWheelSteps(target: RefObject<HTMLElement | null>, onStep: (step: -1 | 1) => void): void {
  const latest = useRef(onStep);
  useEffect(() => {
    latest.current = onStep;
  });
  useEffect(() => {
    const element = target.current;
    if (element === null) return;
    const steps = new WheelSteps();
    const onWheel = (event: WheelEvent) => {
      const { isOurs, step } = steps.stepFor(event);
      if (isOurs) event.preventDefault();
      if (step !== 0) latest.current(step);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [target]);
}

/** Why the list is empty. */
function Empty() {
  const { tree, mode } = useDesk();
  const isTalk = mode === 'dialogue';
  const { isLoaded, prunedCount, items, count } = useStore(tree.continuations.list);
  const { text } = useStore(tree.filter.state);
  if (!isLoaded) return <p className={`${styles.empty} ${styles.late}`}>{LOADING}</p>;
  if (items.length > 0) return <p className={styles.empty}>{noneContains(count, text?.trim() ?? '')}</p>;
  if (prunedCount > 0) return <p className={styles.empty}>{isTalk ? ALL_ALTERNATIVES_PRUNED : ALL_PRUNED}</p>;
  return <p className={styles.empty}>{isTalk ? NO_REPLIES : NO_CONTINUATIONS}</p>;
}

/** Retries or dismisses all failed continuations at once, if they are on at least two cards. */
function FailedRequests({ cards }: { readonly cards: number }) {
  const tree = useTreeDesk();
  if (cards < 2) return null;
  return (
    <div className={styles.lost}>
      <p>{SEVERAL_FAILED}</p>
      <Button variant="quiet" keepsFocus onClick={() => void tree.generationCommands.retryAll()}>
        {RETRY_ALL}
      </Button>
      <Button variant="quiet" keepsFocus onClick={() => void tree.generationCommands.dismissAll()}>
        {DISMISS_ALL}
      </Button>
    </div>
  );
}

interface RevealedRowsOptions {
  readonly listbox: ContinuationList;
  /** The listed continuations: those of `list` that pass the filter. */
  readonly items: readonly Continuation[];
  readonly isFiltered: boolean;
  readonly activeId: PositionId | null;
  readonly rows: RowWindow;
}

/** Scrolls the list to what the writer chose or asked for. Incoming content never scrolls it. */
function useRevealedRows({ listbox, items, isFiltered, activeId, rows }: RevealedRowsOptions): void {
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

interface ContinuationMenuProps {
  readonly item: Continuation;
  readonly count: number;
  readonly at: { readonly x: number; readonly y: number };
  readonly readOnly: boolean;
  onClose(): void;
  findFocus(): HTMLElement | null;
}

/** The context menu of one continuation: right click, or the menu key or Shift+F10 in the list. */
function ContinuationMenu({ item, count, at, readOnly, onClose, findFocus }: ContinuationMenuProps) {
  const { tree, preview } = useDesk();
  const commands = useCommands();
  const { positionId, pruned } = item;
  const isWhole = canCompare(item);
  const compareKey = commands.find('continuations.compare')?.key ?? '';
  const reading = [
    { id: 'go', text: GO_THERE, strong: true, run: () => tree.navigation.goToContinuation(positionId) },
    ...(preview === null
      ? []
      : [{ id: 'look', text: PREVIEW, keyLabel: 'Space', run: () => preview.show(positionId) }]),
    { id: 'compare', text: COMPARE, keyLabel: compareKey, run: () => tree.comparison.choose(positionId) },
  ];
  const pruning = [
    { id: 'prune', text: PRUNE, keyLabel: 'Delete', run: () => tree.pruning.prune(positionId) },
    {
      id: 'pruneOthers',
      text: PRUNE_OTHERS,
      disabled: count < 2,
      run: () => tree.pruning.pruneOthers(positionId),
    },
  ];
  const restoring = [
    { id: 'restore', text: RESTORE, keyLabel: 'Enter', run: () => tree.pruning.restore([positionId]) },
    { id: 'restoreAll', text: RESTORE_ALL, run: () => tree.pruning.restoreAll() },
  ];
  const toItems = (items: readonly (Omit<(typeof pruning)[number], 'run'> & { run(): unknown })[]) =>
    items.map((one) => ({ ...one, run: () => void one.run() }));
  return (
    <ContextMenu
      label={pruned ? PRUNED_CONTINUATION : continuationAt(formatPlace(item, count))}
      open
      at={at}
      groups={[
        {
          label: READING,
          items: isWhole ? toItems(reading.filter(({ id }) => id !== 'go' || !readOnly)) : [],
        },
        { label: PRUNING, items: readOnly ? [] : toItems(pruned ? restoring : isWhole ? pruning : []) },
      ]}
      onClose={onClose}
      findFocus={findFocus}
    />
  );
}

interface FilterFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly state: FilterState;
  /** Number of matches among `count`. */
  readonly matching: number;
  readonly count: number;
  readonly listId: string;
  readonly activeId: string | undefined;
  /** Handles a key that moves through the list. @returns whether it was one */
  onMove(key: string): boolean;
  /** Returns the focus to the list. */
  onLeave(): void;
}

/** The filter of the list. It opens with the first letter typed and closes with Escape. */
function FilterField({ field, state, matching, count, listId, activeId, onMove, onLeave }: FilterFieldProps) {
  const { tree, mode } = useDesk();
  const { filter } = tree;
  const isTalk = mode === 'dialogue';
  const clear = () => {
    filter.clear();
    onLeave();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Escape') clear();
    else if (event.key === 'Enter') onLeave();
    else if (event.key === 'Backspace' && state.text === '') clear();
    else if (!(event.key === 'ArrowDown' || event.key === 'ArrowUp') || !onMove(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className={styles.filter} data-filter="">
      <input
        ref={field}
        type="search"
        className={styles.field}
        aria-label={isTalk ? FILTER_ALTERNATIVES : FILTER_CONTINUATIONS}
        aria-controls={listId}
        aria-activedescendant={activeId}
        placeholder={FILTER_PLACEHOLDER}
        spellCheck={false}
        autoComplete="off"
        value={state.text ?? ''}
        onChange={(event) => filter.setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span className={styles.count} role="status">
        {state.matches === null ? '' : numberOf(matching, count)}
      </span>
      <Button
        variant="icon"
        label={isTalk ? SHOW_ALL_ALTERNATIVES : SHOW_ALL_CONTINUATIONS}
        hint={SHOW_ALL_HINT}
        onClick={clear}
      >
        <CloseIcon />
      </Button>
    </search>
  );
}
