import type { KeyboardEvent } from 'react';
import type { OpenTree } from '../../session/tree/open-tree.ts';

/** Keys that the outline and the map share, the original Loom's letters (`interface.md`, *Keys*); false for any other. */
export function takeTreeKey(event: KeyboardEvent, tree: OpenTree, readOnly: boolean): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || event.nativeEvent.isComposing) return false;
  const { outline, outlineActions: actions } = tree;
  const view = outline.view.get();
  const { key } = event;
  const digit = /^Digit([1-9])$/.exec(event.nativeEvent.code)?.[1];
  if (key === 'Enter') void actions.goThere();
  else if (key === ' ') void actions.preview();
  else if (key === '/') outline.requestFocus('filter');
  else if (key === 'o') outline.hoist(view.selected === view.top ? -1 : view.selected);
  else if (key === 'Backspace') outline.hoist(view.table.parents[view.top] ?? -1);
  else if (key === 'r') outline.select(view.top);
  else if (key === 'c') toggleOpen(tree);
  else if (key === '*') outline.setAllOpen(true);
  else if (key === 'f') outline.setLook({ folds: !outline.look.get().folds });
  else if (key === 'm') outline.setLook({ as: outline.look.get().as === 'map' ? 'outline' : 'map' });
  else if (digit !== undefined) selectChild(tree, Number(digit));
  else if (key === 'Escape') return leave(tree);
  else if (readOnly) return false;
  else if (key === 'g') void actions.generate();
  else if (key === 'b') void actions.toggleBookmark();
  else if (key === 'e') void actions.edit();
  else if (key === 's') void actions.split(() => tree.split());
  else if (key === 'u') void actions.goToUnseen();
  else if (key === 'Delete') void actions.togglePruned();
  else return false;
  return true;
}

/** Escape ends what is nearest: a preview, the filter, a hoist. */
function leave({ outline, preview }: OpenTree): boolean {
  const { top, root, found } = outline.view.get();
  if (preview.shown.get() !== null) preview.end();
  else if (found !== null) outline.clearFilter();
  else if (top !== root) outline.hoist(-1);
  else return false;
  return true;
}

/** Shows what is below the selected line, or hides it. */
function toggleOpen({ outline }: OpenTree): void {
  const { rows, rowOf, selected } = outline.view.get();
  const row = rowOf[selected] ?? -1;
  outline.setOpen(rows.ends[row] ?? -1, rows.parents[row + 1] !== row);
}

function selectChild({ outline }: OpenTree, number: number): void {
  const { whole, selected } = outline.view.get();
  const { rows, rowOf } = whole();
  const parent = rowOf[selected] ?? -1;
  for (let row = parent + 1; parent >= 0 && row < rows.count; row += 1) {
    if ((rows.levels[row] ?? 0) <= (rows.levels[parent] ?? 0)) return;
    if (rows.parents[row] !== parent || rows.places[row] !== number) continue;
    const child = rows.positions[row] ?? -1;
    outline.setOpen(selected, true);
    outline.select(child);
    return;
  }
}
