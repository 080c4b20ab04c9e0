import type { PositionId } from '../../../core/ids.ts';
import type { TreeShape } from '../../../core/outline/outline.ts';
import { type PlacedSection, withSections } from '../../../core/outline/sectioned-shape.ts';
import { BREAK_LEVEL, parentSections, type TextSection } from '../../../core/sections/sections.ts';
import type { PositionTable } from './position-table.ts';

/** Up to this many sections, with the positions of the tree, all are expanded at first. */
const FEW = 60;

/** The tree as the outline lists it: with the sections of the text as its first levels. */
export interface SectionedTree {
  readonly shape: TreeShape;
  /** The listed sections; section i has the number `table.count + i`. */
  readonly sections: readonly TextSection[];
}

/**
 * Adds the sections of the text to a tree; none while positions of the path are not loaded.
 * @param headers the path, without the root
 */
export function addSections(
  table: PositionTable,
  root: number,
  headers: readonly { readonly positionId: PositionId }[],
  sections: readonly TextSection[],
): SectionedTree {
  if (root < 0 || sections.length === 0) return { shape: table, sections: [] };
  const path = [root];
  /** For each node of the path: the first row at or after it, as an index of `path`. */
  const rowFrom: number[] = [];
  const rows = headers.map(({ positionId }) => table.listedAt(table.find(positionId)));
  for (const [index, row] of rows.entries()) {
    if (row < 0) return { shape: table, sections: [] };
    // Hidden splits of a text are shown by its row.
    if (row !== path.at(-1)) path.push(row);
    rowFrom[index] = row === rows[index - 1] ? path.length : path.length - 1;
  }
  const onPath = new Set(rows);
  const places: PlacedSection[] = sections.map(({ level, index, offset, beginsNode }, at) => {
    const next = sections[at + 1];
    const end = next?.index === index ? next.offset : Number.POSITIVE_INFINITY;
    const row = beginsNode ? -1 : (rows[index] ?? -1);
    const forks = childrenOf(table, row).filter((child) => {
      const fork = table.offsets[child] ?? -1;
      const isInside = fork < 0 ? end === Number.POSITIVE_INFINITY : fork >= offset && fork < end;
      return isInside && !onPath.has(child);
    });
    return { level, first: rowFrom[beginsNode ? index : index + 1] ?? path.length, forks };
  });
  return { shape: withSections(table, path, places), sections };
}

function childrenOf({ firstChildren, nextSiblings }: TreeShape, parent: number): readonly number[] {
  const children: number[] = [];
  for (let at = firstChildren[parent] ?? -1; at >= 0; at = nextSiblings[at] ?? -1) children.push(at);
  return children;
}

/** The expanded sections, by their words and places: sections have no ids. */
export class OpenSections {
  #isOpen = new Map<string, boolean>();
  #all: boolean | null = null;

  /** Not 0 for expanded numbers of a tree with sections. @param open of its positions */
  flags(open: Uint8Array, table: PositionTable, sections: readonly TextSection[]): Uint8Array {
    const flags = new Uint8Array(table.count + sections.length);
    flags.set(open.subarray(0, table.count));
    const isFew = table.count + sections.length <= FEW;
    const parents = parentSections(sections);
    for (const [index, key] of keysOf(sections).entries()) {
      // The title of a book folds nothing but the whole.
      const isWhole = index === 0 && (sections[1]?.level ?? 0) < BREAK_LEVEL && parents.lastIndexOf(-1) === 0;
      if (this.#isOpen.get(key) ?? this.#all ?? (isFew || isWhole)) flags[table.count + index] = 1;
    }
    return flags;
  }

  set(sections: readonly TextSection[], index: number, isOpen: boolean): void {
    const key = keysOf(sections)[index];
    if (key !== undefined) this.#isOpen.set(key, isOpen);
  }

  /** Expands the sections that a position is in. @param count of positions: sections have the numbers from there on */
  openAround(sections: readonly TextSection[], parents: Int32Array, count: number, position: number): void {
    for (let at = parents[position] ?? -1; at >= 0; at = parents[at] ?? -1) {
      if (at >= count) this.set(sections, at - count, true);
    }
  }

  setAll(isOpen: boolean): void {
    this.#isOpen.clear();
    this.#all = isOpen;
  }
}

/** A key of each section, which typing elsewhere does not change. */
export function keysOf(sections: readonly TextSection[]): readonly string[] {
  const seen = new Map<string, number>();
  return sections.map(({ level, title }) => {
    const name = `${level} ${title}`;
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    return `${name} ${number}`;
  });
}
