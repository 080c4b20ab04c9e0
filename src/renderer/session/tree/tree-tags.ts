import type { PositionId, TagId } from '../../../core/ids.ts';
import { type TagFilter, tagsMeant } from '../../../core/tags/tag-filter.ts';
import type { TagList, TagPlace, TagSummary } from '../../../ipc/wire/tag.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import { LiveQuery } from '../live-query.ts';
import { derive, type Store } from '../store.ts';

/** A tag, as views show it. */
export type ShownTag = TagSummary;

/** The grove's tags, which all trees of a window share. */
export interface WindowTags {
  readonly list: Store<TagList>;
  /** Null for none. */
  readonly filter: Store<TagFilter | null>;
  /** Reads them while they are shown; returns the function that stops it. */
  watch(): () => void;
}

/** The positions of a tree that the filter counts as tagged, by themselves. */
export interface TaggedPositions extends Pick<TagFilter, 'kind' | 'withBelow'> {
  readonly positions: ReadonlySet<PositionId>;
}

/** The tags of one tree, of its passages and of their notes. */
export function createTreeTags({ client, treeId, notices }: TreeScope, { list, filter, watch }: WindowTags) {
  const places: LiveQuery<readonly TagPlace[]> = new LiveQuery<readonly TagPlace[]>({
    initial: [],
    key: () => treeId,
    read: () => client.call('tag.places', { treeId }),
    onError: notices.report,
  });
  const byPosition: Store<ReadonlyMap<PositionId, readonly TagSummary[]>> = derive(
    [places.value, list],
    (all, { tags }) => {
      const known = new Map(tags.map((tag) => [tag.tagId, tag]));
      const found = new Map<PositionId, TagSummary[]>();
      for (const { tagId, positionId, splits } of all) {
        const tag = known.get(tagId);
        if (tag === undefined || tag.isArchived) continue;
        for (const position of [positionId, ...splits]) {
          const there = found.get(position) ?? [];
          if (!there.includes(tag)) found.set(position, [...there, tag]);
        }
      }
      for (const [position, there] of found)
        found.set(
          position,
          there.sort((one, other) => one.name.localeCompare(other.name)),
        );
      return found;
    },
  );
  const filtered: Store<TaggedPositions | null> = derive(
    [places.value, list, filter],
    (all, { tags }, wanted) => {
      if (wanted === null) return null;
      const meant: ReadonlySet<TagId> = tagsMeant(tags, wanted);
      const tagged = all.filter(({ tagId }) => meant.has(tagId));
      return {
        ...wanted,
        positions: new Set(tagged.flatMap(({ positionId, splits }) => [positionId, ...splits])),
      };
    },
  );
  const stopFollowing = filter.subscribe(() => {
    if (filter.get() !== null) places.invalidate();
  });
  return {
    /** The tags of each position that has any, by name; without those that are put away. */
    byPosition,
    /** Null without a filter. */
    filtered,
    /** Reads them while they are shown; returns the function that stops it. */
    watch(): () => void {
      const stops = [watch(), places.watch()];
      return () => {
        for (const stop of stops) stop();
      };
    },
    /** Resolves once they are as main has them. */
    refresh: () => places.refresh(),
    /** Tags changed, here or elsewhere. */
    invalidate: () => places.invalidate(),
    close(): void {
      stopFollowing();
      places.close();
    },
  };
}

export type TreeTags = ReturnType<typeof createTreeTags>;
