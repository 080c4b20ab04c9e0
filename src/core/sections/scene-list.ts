/** A text's chapters and scenes as *Scenes* lists them, and the places to which one of them can go (`scenes.md`). */
import type { SceneMove } from './scene-edits.ts';
import { chapterLevel, type Section } from './sections.ts';

/** The heading of a chapter or a part, or a scene: one from a heading or a break to the next. */
export interface SceneItem {
  readonly kind: 'heading' | 'scene';
  /** The index of its section; -1 for the text before the first one. */
  readonly section: number;
  /** Of its heading; below every heading for a scene that has none of its own. */
  readonly level: number;
  /** It begins with a heading: what is inside that goes along with it. */
  readonly hasHeading: boolean;
  /** It has text besides its heading. */
  readonly hasText: boolean;
}

/** The level of what has no heading. */
const NO_HEADING = 8;

/**
 * The items of a text, in order. The headings of chapters and of parts have one of their own, and so has the text below
 * them; a heading below the chapters is a part of its scene.
 * @param hasText returns true if a section has text besides its heading or break; of -1, the text before the first one
 */
export function sceneItems(
  sections: readonly Pick<Section, 'kind' | 'level'>[],
  hasText: (section: number) => boolean,
): readonly SceneItem[] {
  const chapters = chapterLevel(sections) ?? NO_HEADING;
  const scene = (section: number): SceneItem => ({
    kind: 'scene',
    section,
    level: NO_HEADING,
    hasHeading: false,
    hasText: true,
  });
  const items: SceneItem[] = hasText(-1) ? [scene(-1)] : [];
  for (const [section, { kind, level }] of sections.entries()) {
    if (kind === 'break') items.push(scene(section));
    else if (level > chapters)
      items.push({ kind: 'scene', section, level, hasHeading: true, hasText: hasText(section) });
    else {
      items.push({ kind: 'heading', section, level, hasHeading: true, hasText: false });
      if (hasText(section)) items.push(scene(section));
    }
  }
  return items;
}

/** The index after the items that are inside one, and after itself. */
export function endOfItem(items: readonly SceneItem[], index: number): number {
  const own = items[index];
  if (own === undefined || !own.hasHeading) return index + 1;
  const end = items.findIndex(({ level }, at) => at > index && level <= own.level);
  return end < 0 ? items.length : end;
}

/**
 * Returns true if an item can go between two others, or before the first or after the last.
 * @param gap the index of the item after it; the number of items for the end
 */
export function canGoTo(items: readonly SceneItem[], index: number, gap: number): boolean {
  const [own, above, below] = [items[index], items[gap - 1], items[gap]];
  if (own === undefined || gap < 0 || gap > items.length) return false;
  if (gap >= index && gap <= endOfItem(items, index)) return false;
  // A chapter does not go into the middle of another.
  if (own.kind === 'heading') return below === undefined || below.level <= own.level;
  // Below a heading that has no text yet, a scene without one would become its text.
  const isPlanned = (one: SceneItem | undefined) => one?.kind === 'scene' && !one.hasText;
  const isPlain = (one: SceneItem | undefined) => one?.kind === 'scene' && !one.hasHeading;
  if (isPlanned(above) && isPlain(own)) return false;
  if (isPlanned(items[endOfItem(items, index) - 1]) && isPlain(below)) return false;
  // A scene is not before the book's title, or between the headings of a part and of its first chapter.
  if (above === undefined) return below?.kind === 'scene' && (own.hasHeading || !below.hasHeading);
  return !(above.kind === 'heading' && below?.kind === 'heading' && below.level > above.level);
}

/** The nearest place before (-1) or after (1) an item to which it can go; null for none. */
export function nextPlace(items: readonly SceneItem[], index: number, direction: 1 | -1): number | null {
  for (let gap = index + direction; gap >= 0 && gap <= items.length; gap += direction)
    if (canGoTo(items, index, gap)) return gap;
  return null;
}

/**
 * The move that takes an item to a place to which it can go.
 * @param offsetOf an offset in an item's own text, or in its heading
 */
export function moveTo<Item extends SceneItem>(
  items: readonly Item[],
  index: number,
  gap: number,
  offsetOf: (item: Item) => number,
): SceneMove | null {
  const [own, above, below] = [items[index], items[gap - 1], items[gap]];
  if (own === undefined) return null;
  const what = { of: offsetOf(own), withHeading: own.hasHeading };
  if (above !== undefined)
    return { ...what, to: offsetOf(above), place: above.kind === 'heading' ? 'start' : 'end' };
  if (below === undefined) return null;
  return { ...what, to: offsetOf(below), place: below.section < 0 ? 'start' : 'above' };
}
