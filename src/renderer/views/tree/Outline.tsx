import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { OUTLINE } from '../../../ui-text/tree/pane.ts';
import { useDesk, useStore } from '../../session/hooks.ts';
import { nearestListed } from '../../session/outline/outline-view.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { VirtualRows } from '../../ui/VirtualRows.tsx';
import { useFocusRequest } from '../use-focus-request.ts';
import { describePosition } from './describe-position.ts';
import styles from './Outline.module.css';
import { OutlineMenu } from './OutlineMenu.tsx';
import { OutlineRow } from './OutlineRow.tsx';
import { handleTreeKey } from './tree-keys.ts';
import { useUnsavedEdits } from './use-unsaved-edits.ts';

/** Height of a row, in CSS pixels at 100 % text size. */
const ROW_HEIGHT = 28;
/** Rows by which PageUp and PageDown move. */
const PAGE = 12;

/** The tree as rows: every expanded position, indented where the tree branches. */
export function Outline({ grove }: { readonly grove: ShownGrove }) {
  const desk = useDesk();
  const { tree } = desk;
  const { outline } = tree;
  const view = useStore(outline.view);
  const edited = useUnsavedEdits();
  useStore(outline.labels.revision);
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const [range, setRange] = useState<readonly [number, number]>([0, 0]);
  const [menuAt, setMenuAt] = useState<{ readonly x: number; readonly y: number } | null>(null);
  const { rows, rowOf, table, selected, current, onPath } = view;
  const active = rowOf[selected] ?? -1;
  const [from, to] = range;
  const { viewport } = outline;
  // The state when the outline was last shown.
  const [initial] = useState(() => ({
    offset: viewport.scrollTop,
    keepsOffset: viewport.selectedId === outline.selectedId,
  }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: `selected` stands for the selected id
  useEffect(() => {
    viewport.selectedId = outline.selectedId;
  }, [viewport, outline, selected]);

  useEffect(() => {
    const needed = new Set<number>(active < 0 ? [] : [selected]);
    for (let row = from; row < Math.min(to, rows.count); row += 1) needed.add(rows.positions[row] ?? 0);
    const positions = [...needed].filter((number) => number < table.count);
    outline.labels.want(positions.map((position) => table.idOf(position)));
  }, [outline, rows, table, from, to, active, selected]);

  useFocusRequest(outline.focusRequest, (target) => {
    if (target !== 'rows') return false;
    scroller.current?.focus();
    return true;
  });

  const onRange = useCallback((start: number, end: number) => setRange([start, end]), []);
  const goToRow = (row: number) => {
    const position = rows.positions[Math.max(0, Math.min(rows.count - 1, row))];
    if (position !== undefined) outline.select(position);
  };
  /** The row of the caret, or of the part of the text that it is in. */
  const currentRow = rowOf[nearestListed(view.shape, rowOf, current, -1)] ?? -1;
  const isOpen = (row: number) => (rows.childCounts[row] ?? 0) > 0 && (rows.parents[row + 1] ?? -1) === row;

  const onKeyDown = (event: KeyboardEvent) => {
    const end = rows.ends[active] ?? -1;
    const hasModifier = event.ctrlKey || event.altKey || event.metaKey;
    if (hasModifier) return;
    if (event.key === 'ArrowDown') goToRow(active + 1);
    else if (event.key === 'ArrowUp') goToRow(active - 1);
    else if (event.key === 'PageDown') goToRow(active + PAGE);
    else if (event.key === 'PageUp') goToRow(active - PAGE);
    else if (event.key === 'Home') goToRow(0);
    else if (event.key === 'End') goToRow(rows.count - 1);
    else if (event.key === 'ArrowRight' && isOpen(active)) goToRow(active + 1);
    else if (event.key === 'ArrowRight') outline.setOpen(end, true);
    else if (event.key === 'ArrowLeft' && isOpen(active) && view.found === null) outline.setOpen(end, false);
    else if (event.key === 'ArrowLeft') goToRow(rows.parents[active] ?? 0);
    else if (!handleTreeKey(event, desk, grove.readOnly)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** Right click on a row, or the menu key and Shift+F10 on the selected one. */
  const onContextMenu = (event: MouseEvent) => {
    event.preventDefault();
    const row = event.target instanceof Element ? event.target.closest('[role="treeitem"]') : null;
    const position = row === null ? selected : Number(row.id.slice(id.length + 1));
    const shown = row ?? document.getElementById(`${id}-${selected}`);
    if (shown === null) return;
    outline.select(position);
    const { left, bottom } = shown.getBoundingClientRect();
    const isPointer = row !== null && event.button === 2;
    setMenuAt(isPointer ? { x: event.clientX, y: event.clientY } : { x: left + 24, y: bottom });
  };

  // Indents are relative to the leftmost visible row, so that even a branch a thousand levels deep starts at the left.
  let minIndent = Number.POSITIVE_INFINITY;
  for (let row = from; row < Math.min(to, rows.count); row += 1)
    minIndent = Math.min(minIndent, rows.indents[row] ?? 0);
  const source = { view, labels: outline.labels, grove, edited };

  return (
    <>
      <VirtualRows
        className={styles.outline}
        role="tree"
        aria-label={OUTLINE}
        aria-activedescendant={active < 0 ? undefined : `${id}-${selected}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => desk.preview?.end()}
        onContextMenu={onContextMenu}
        count={rows.count}
        rowHeight={ROW_HEIGHT}
        active={active}
        scrollKey={`${selected} ${rows.count}`}
        initialOffset={initial.offset}
        keepsOffset={initial.keepsOffset}
        onScroll={(event) => {
          viewport.scrollTop = event.currentTarget.scrollTop;
        }}
        scroller={scroller}
        onRange={onRange}
        renderRow={(row, top) => {
          const position = rows.positions[row] ?? 0;
          const end = rows.ends[row] ?? position;
          const isFolded = (rows.childCounts[row] ?? 0) > 0 && !isOpen(row);
          const isSection = position >= table.count;
          return (
            <OutlineRow
              key={position}
              id={`${id}-${position}`}
              top={top}
              height={ROW_HEIGHT}
              words={describePosition(source, position, row)}
              level={rows.levels[row] ?? 1}
              posInSet={rows.setPositions[row] ?? 1}
              setSize={rows.setSizes[row] ?? 1}
              indent={Math.min(
                9,
                Math.max(0, (rows.indents[row] ?? 0) - Math.min(minIndent, rows.indents[row] ?? 0)),
              )}
              below={rows.childCounts[row] ?? 0}
              open={isFolded ? false : (rows.childCounts[row] ?? 0) > 0 ? true : null}
              isSelected={row === active}
              isOnPath={isSection || onPath[position] === 1}
              isCurrent={rowOf[current] === row || (isSection && row === currentRow)}
              isGhost={!isSection && outline.isPruned(table.idOf(position))}
              isFound={view.found === null || view.found[position] === 1}
              onSelect={() => outline.select(position)}
              onMenu={(at) => {
                outline.select(position);
                setMenuAt(at);
              }}
              onGo={() => {
                outline.select(position);
                void tree.outlineActions.goThere();
              }}
              onToggle={() => outline.setOpen(end, isFolded)}
            />
          );
        }}
      />
      <OutlineMenu at={menuAt} onClose={() => setMenuAt(null)} findFocus={() => scroller.current} />
    </>
  );
}
