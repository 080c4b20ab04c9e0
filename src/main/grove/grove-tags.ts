import { assert } from '../../core/assert.ts';
import type { PositionId, TagId, TreeId } from '../../core/ids.ts';
import { shownTagId, TAG_COLORS, type Tag } from '../../core/tags/tag.ts';
import type { TagList, TagPlace, TagProperties, TagSummary } from '../../ipc/wire/tag.ts';
import type { FileTransaction } from '../store/connection/file-transaction.ts';
import { countAssignments, listAssignments, listTreeTags } from '../store/tables/marks/tag-assignments.ts';
import { listTags } from '../store/tables/tags.ts';
import { hasSplits } from '../store/tree/hidden-splits.ts';
import { sqlTree } from '../store/tree/sql-tree.ts';
import type { GroveScope } from './grove-scope.ts';
import { unprunedSplits } from './reading/node-reader.ts';
import {
  assignTag,
  changeTag,
  mergeTag,
  type TagCommandOptions,
  unassignTag,
} from './writing/tag-commands.ts';

/** The tags of an open grove, and what they are on. */
export class GroveTags {
  readonly #scope: GroveScope;

  constructor(scope: GroveScope) {
    this.#scope = scope;
    scope.feed.onWritten(({ change }) => {
      // A count leaves out what is pruned.
      if (change.tags !== undefined || change.metadata.length > 0) this.#notify();
    });
    scope.feed.onEverything(() => this.#notify());
  }

  list(): TagList {
    return this.#scope.store.snapshot((reader) => {
      const counts = countAssignments(reader);
      return {
        tags: [...listTags(reader)]
          .sort((one, other) => (one.folded < other.folded ? -1 : 1))
          .map((tag) => tagSummary(tag, counts.get(tag.id) ?? 0)),
        trees: [...listTreeTags(reader)].map(([treeId, tags]) => ({
          treeId,
          tagIds: tags.flatMap(({ tag, isWhole }) => (isWhole ? [tag] : [])),
          within: tags.map(({ tag }) => tag),
        })),
      };
    });
  }

  /** @throws {AspenError} NOT_FOUND */
  places(treeId: TreeId): readonly TagPlace[] {
    return this.#scope.store.snapshot((reader) => {
      const shown = new Map(listTags(reader).map((tag) => [tag.id, shownTagId(tag)]));
      const isForked = hasSplits(reader);
      const tree = sqlTree(reader, treeId);
      const places = new Map<string, TagPlace>();
      for (const { tag, position } of listAssignments(reader, treeId)) {
        const tagId = shown.get(tag) ?? tag;
        const splits = isForked ? unprunedSplits(tree, position) : [];
        places.set(`${tagId} ${position}`, { tagId, positionId: position, splits });
      }
      return [...places.values()];
    });
  }

  /** @throws {AspenError} as `assignTag` */
  assign(treeId: TreeId, positionId: PositionId, name: string): TagSummary {
    const { transactions, author } = this.#scope;
    let tag: Tag | undefined;
    transactions.run({ tree: treeId, author, kind: 'metadata' }, (after, tx) => {
      tag = assignTag(this.#options(tx), after, positionId, name);
    });
    assert(tag !== undefined, 'the transaction has run');
    return tagSummary(tag, 0);
  }

  /** @throws {AspenError} NOT_FOUND */
  unassign(treeId: TreeId, positionId: PositionId, tagId: TagId): void {
    const { transactions, author } = this.#scope;
    transactions.run({ tree: treeId, author, kind: 'metadata' }, (after, tx) => {
      unassignTag(tx, after, positionId, tagId);
    });
  }

  /** @throws {AspenError} as `changeTag` */
  update(tagId: TagId, properties: TagProperties): void {
    this.#change((options) => changeTag(options, tagId, properties));
  }

  /** @throws {AspenError} as `mergeTag` */
  merge(tagId: TagId, intoId: TagId): void {
    this.#change((options) => mergeTag(options, tagId, intoId));
  }

  #change(change: (options: TagCommandOptions) => void): void {
    this.#scope.store.transact((tx) => change(this.#options(tx)));
    this.#notify();
  }

  #options(tx: FileTransaction): TagCommandOptions {
    return { tx, by: this.#scope.author.id, idsAndClock: this.#scope.idsAndClock };
  }

  #notify(): void {
    this.#scope.emit('tags.changed', {});
  }
}

function tagSummary({ id, name, color, archivedAt, mergedInto }: Tag, count: number): TagSummary {
  return {
    tagId: id,
    name,
    color: TAG_COLORS.find((known) => known === color) ?? null,
    isArchived: archivedAt !== null,
    mergedInto,
    count,
  };
}
