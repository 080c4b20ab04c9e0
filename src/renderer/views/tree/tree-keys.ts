import type { KeyboardEvent } from 'react';
import type { TreeDesk } from '../../session/desk/tree-desk.ts';
import { isFiltering } from '../../session/outline/outline-view.ts';
import type { Desk } from '../../session/window/tree-desks.ts';

/**
 * Handles the keys that the outline and the map share: the original Loom's letters (`interface.md`, *Keys*).
 * @returns false for any other key
 */
export function handleTreeKey(event: KeyboardEvent, desk: Desk, readOnly: boolean): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || event.nativeEvent.isComposing) return false;
  const { tree } = desk;
  const { outline, outlineActions: actions } = tree;
  const view = outline.view.get();
  const { key } = event;
  const digit = /^Digit([1-9])$/.exec(event.nativeEvent.code)?.[1];
  if (key === 'Enter') void actions.goThere();
  else if (key === ' ') void desk.preview?.toggle(desk.tree.outline);
  else if (key === '/') outline.focusFilter();
  else if (key === 'o') outline.hoist(view.selected === view.top ? -1 : view.selected);
  else if (key === 'Backspace') outline.hoist(view.table.parents[view.top] ?? -1);
  else if (key === 'r') outline.select(view.top);
  else if (key === 'c') toggleOpen(tree);
  else if (key === '*') outline.setAllOpen(true);
  else if (key === 'f') outline.setViewOptions({ folds: !outline.viewOptions.get().folds });
  else if (key === 'M')
    outline.setViewOptions({ as: 'map', fillsWindow: !outline.viewOptions.get().fillsWindow });
  else if (key === 'm')
    outline.setViewOptions({
      as: outline.viewOptions.get().as === 'map' ? 'outline' : 'map',
      fillsWindow: false,
    });
  else if (key === 'd') void actions.compare();
  else if (digit !== undefined) selectChild(tree, Number(digit));
  else if (key === 'Escape') return handleEscape(desk);
  else if (readOnly) return false;
  else if (key === 'g') void actions.generate();
  else if (key === 'b') void actions.toggleBookmark();
  else if (key === 'e') void actions.edit();
  else if (key === 's' && desk.mode === 'buffer') void actions.split(() => desk.commands.split());
  else if (key === 'u') void actions.goToUnseen();
  else if (key === 'Delete') void actions.togglePruned();
  else return false;
  return true;
}

/** Escape ends the first of these that is active: a preview, the filter, a hoist. */
function handleEscape({ tree: { outline }, preview }: Desk): boolean {
  const { top, root } = outline.view.get();
  if (preview !== null && preview.shown.get() !== null) preview.end();
  else if (isFiltering(outline.filter.get())) outline.clearFilter();
  else if (top !== root) outline.hoist(-1);
  else return false;
  return true;
}

/** Expands or collapses the selected row. */
function toggleOpen({ outline }: TreeDesk): void {
  const { rows, rowOf, selected } = outline.view.get();
  const row = rowOf[selected] ?? -1;
  outline.setOpen(rows.ends[row] ?? -1, rows.parents[row + 1] !== row);
}

function selectChild({ outline }: TreeDesk, number: number): void {
  const { whole, selected } = outline.view.get();
  const { rows, rowOf } = whole();
  const parent = rowOf[selected] ?? -1;
  for (let row = parent + 1; parent >= 0 && row < rows.count; row += 1) {
    if ((rows.levels[row] ?? 0) <= (rows.levels[parent] ?? 0)) return;
    if (rows.parents[row] !== parent || rows.setPositions[row] !== number) continue;
    const child = rows.positions[row] ?? -1;
    outline.setOpen(selected, true);
    outline.select(child);
    return;
  }
}
