import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useOpenTree, useStore } from '../../session/hooks.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { VirtualRows } from '../../ui/VirtualRows.tsx';
import styles from './Outline.module.css';
import { OutlineRow } from './OutlineRow.tsx';
import { wordsOf } from './position-words.ts';
import { takeTreeKey } from './tree-keys.ts';

/** Of a line, in CSS pixels at a text of 100 %. */
const ROW = 28;
/** Lines that PageUp and PageDown go over. */
const PAGE = 12;

/** The tree as lines: every position that is open, set in where the tree branches. */
export function Outline({ grove }: { readonly grove: ShownGrove }) {
  const tree = useOpenTree();
  const { outline } = tree;
  const view = useStore(outline.view);
  const wish = useStore(outline.focusRequest);
  useStore(outline.labels.revision);
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const [range, setRange] = useState<readonly [number, number]>([0, 0]);
  const { rows, rowOf, table, selected, current, onPath } = view;
  const active = rowOf[selected] ?? -1;
  const [from, to] = range;
  const { sight } = outline;
  // As it was when it was last on the screen.
  const [begin] = useState(() => ({
    scrolled: sight.scrolled,
    staysThere: sight.selectedId === outline.selectedId,
  }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the id of what is selected
  useEffect(() => {
    sight.selectedId = outline.selectedId;
  }, [sight, outline, selected]);

  useEffect(() => {
    const wanted = new Set<number>(active < 0 ? [] : [selected]);
    for (let row = from; row < Math.min(to, rows.count); row += 1) wanted.add(rows.positions[row] ?? 0);
    outline.labels.want(Array.from(wanted, (position) => table.idOf(position)));
  }, [outline, rows, table, from, to, active, selected]);

  useEffect(() => {
    if (wish !== 'rows') return;
    scroller.current?.focus();
    outline.clearFocusRequest();
  }, [wish, outline]);

  const onRange = useCallback((start: number, end: number) => setRange([start, end]), []);
  const goToRow = (row: number) => {
    const position = rows.positions[Math.max(0, Math.min(rows.count - 1, row))];
    if (position !== undefined) outline.select(position);
  };
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
    else if (!takeTreeKey(event, tree, grove.readOnly)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  // Lines are set in from the leftmost in sight, so that a branch a thousand deep is as far left as the first.
  let left = Number.POSITIVE_INFINITY;
  for (let row = from; row < Math.min(to, rows.count); row += 1)
    left = Math.min(left, rows.indents[row] ?? 0);
  const words = { view, labels: outline.labels, agents: grove.agents };

  return (
    <VirtualRows
      className={styles.outline}
      role="tree"
      aria-label="Outline"
      aria-activedescendant={active < 0 ? undefined : `${id}-${selected}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => tree.preview.end()}
      count={rows.count}
      rowHeight={ROW}
      active={active}
      follow={`${selected} ${rows.count}`}
      scrolled={begin.scrolled}
      staysThere={begin.staysThere}
      onScroll={(event) => {
        sight.scrolled = event.currentTarget.scrollTop;
      }}
      scroller={scroller}
      onRange={onRange}
      renderRow={(row, top) => {
        const position = rows.positions[row] ?? 0;
        const end = rows.ends[row] ?? position;
        const isFolded = (rows.childCounts[row] ?? 0) > 0 && !isOpen(row);
        return (
          <OutlineRow
            key={position}
            id={`${id}-${position}`}
            top={top}
            height={ROW}
            words={wordsOf(words, position, row)}
            level={rows.levels[row] ?? 1}
            place={rows.places[row] ?? 1}
            setSize={rows.setSizes[row] ?? 1}
            indent={Math.min(
              9,
              Math.max(0, (rows.indents[row] ?? 0) - Math.min(left, rows.indents[row] ?? 0)),
            )}
            below={rows.childCounts[row] ?? 0}
            open={isFolded ? false : (rows.childCounts[row] ?? 0) > 0 ? true : null}
            isSelected={row === active}
            isOnPath={onPath[position] === 1}
            isCurrent={rowOf[current] === row}
            isGhost={outline.isPruned(table.idOf(position))}
            isFound={view.found === null || view.found[position] === 1}
            onSelect={() => outline.select(position)}
            onGo={() => {
              outline.select(position);
              void tree.outlineActions.goThere();
            }}
            onToggle={() => outline.setOpen(end, isFolded)}
          />
        );
      }}
    />
  );
}
