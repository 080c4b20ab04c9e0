import type { PositionId, TreeId } from '../../../core/ids.ts';
import type { Reader } from '../connection/query.ts';
import { findNoted } from '../tables/annotations.ts';
import {
  findHidingBases,
  findNotedFamilies,
  type HidingBase,
  hasSplits,
  readBookmarksOnSplits,
} from './hidden-splits.ts';

/** What positions show of themselves besides what their own rows say (`domain.md`, *Forks*). */
export interface PositionMarks {
  /** Positions that have a note, or show those of a text that they divide or that divides them. */
  readonly noted: ReadonlySet<PositionId>;
  /** Positions that show the bookmark of another that divides the same text. */
  readonly bookmarked: ReadonlySet<PositionId>;
  /** The hidden splits among them, with their bases. */
  readonly splits: ReadonlyMap<PositionId, HidingBase>;
}

/**
 * The marks of positions: what is on any part of a divided text is shown on all of it.
 * @throws {AspenError} NOT_FOUND if there is no such tree
 */
export function readMarks(reader: Reader, treeId: TreeId, positions: readonly PositionId[]): PositionMarks {
  const splits = findHidingBases(reader, treeId, positions);
  if (!hasSplits(reader)) return { noted: findNoted(reader, positions), bookmarked: NO_POSITIONS, splits };
  const baseOf = (position: PositionId) => splits.get(position)?.positionId ?? position;
  const noted = findNotedFamilies(reader, [...new Set(positions.map(baseOf))]);
  const { labels } = readBookmarksOnSplits(reader, treeId);
  const marked = new Set(labels.keys());
  for (const { positionId, bookmarked } of splits.values()) if (bookmarked) marked.add(positionId);
  return {
    noted: new Set(positions.filter((position) => noted.has(baseOf(position)))),
    bookmarked: new Set(positions.filter((position) => marked.has(baseOf(position)))),
    splits,
  };
}

const NO_POSITIONS: ReadonlySet<PositionId> = new Set();
