import { useMemo } from 'react';
import type { MapLayout } from '../../../core/outline/map-layout.ts';
import { OUTLINE_FLAGS } from '../../../core/outline/position-rows.ts';
import { BEGINNING } from '../../../ui-text/tree/positions.ts';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import type { OutlineView } from '../../session/outline/outline-view.ts';
import { firstWords } from '../../session/tree/first-words.ts';
import { sectionTitle } from '../../session/tree/section-title.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import type { MapSubject } from './draw-map.ts';
import { nearestListed } from './map-rows.ts';

/** The map's content. Each part is computed again only when its own inputs change. */
export function useMapSubject(
  view: OutlineView,
  grove: ShownGrove,
  layout: MapLayout,
  rowOf: Int32Array,
  selectedRow: number,
): MapSubject {
  const { outline, sections } = useTreeDesk();
  const { table, found, onPath, head, current } = view;
  const { rows } = layout;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onPath` changes whenever the path does
  const pathRows = useMemo(() => {
    const byLevel = new Int32Array(layout.depth + 2).fill(-1);
    for (let row = nearestListed(view, rowOf, head); row >= 0; row = rows.parents[row] ?? -1) {
      byLevel[rows.levels[row] ?? 0] = row;
    }
    return byLevel;
  }, [layout, rowOf, head, onPath]);
  const ghosts = useMemo(() => {
    const pruned = new Uint8Array(rows.count);
    for (let row = 0; row < rows.count; row += 1) {
      const parent = rows.parents[row] ?? -1;
      const isOwn = ((table.flags[rows.positions[row] ?? 0] ?? 0) & OUTLINE_FLAGS.pruned) !== 0;
      pruned[row] = isOwn || (parent >= 0 && pruned[parent] === 1) ? 1 : 0;
    }
    return pruned;
  }, [rows, table]);
  const colours = useMemo(() => {
    const byAgent = new Map(
      grove.agents.map(({ id, type, color }) => [id, type === 'model' ? (color ?? 'blue') : null]),
    );
    return Array.from({ length: table.agentCount }, (_, number) => {
      const agentId = table.agentAt(number);
      return agentId === undefined ? null : (byAgent.get(agentId) ?? null);
    });
  }, [grove.agents, table, table.agentCount]);
  const parts = useStore(sections.list);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table grows, and then `rows` is new
  const titles = useMemo(() => {
    const found = new Map<number, string>();
    for (const section of parts) {
      const position = section.positionId === null ? -1 : table.listedAt(table.find(section.positionId));
      if (position >= 0 && !found.has(position)) found.set(position, sectionTitle(section));
    }
    return found;
  }, [parts, table, rows]);
  return useMemo(
    () => ({
      layout,
      flags: table.flags,
      authors: table.authors,
      colours,
      pathRows,
      found,
      ghosts,
      selectedRow,
      currentRow: nearestListed(view, rowOf, current),
      titled: new Set(titles.keys()),
      labelOf: (position: number) => {
        if (position === view.root) return BEGINNING;
        const title = titles.get(position);
        if (title !== undefined) return title;
        const label = outline.labels.find(table.idOf(position));
        return label === undefined ? undefined : firstWords(label.excerpt);
      },
    }),
    [layout, table, colours, pathRows, found, ghosts, selectedRow, view, rowOf, current, outline, titles],
  );
}
