/** Requests about tags. */
import * as v from 'valibot';
import type { PositionId, TagId, TreeId } from '../../core/ids.ts';
import type { TagColor } from '../../core/tags/tag.ts';
import type { TagList, TagPlace, TagProperties, TagSummary } from '../wire/tag.ts';
import { id, positionId, type SchemasOf, title, tree, treeId } from './fields.ts';

export interface TagRequests {
  'tag.list'(input: Record<string, never>): TagList;
  /** The tags of a tree, of its passages and of their notes. */
  'tag.places'(input: { readonly treeId: TreeId }): readonly TagPlace[];
  /** Puts a tag on a position. One that is not there is made, and one that was put away comes back. */
  'tag.assign'(input: {
    readonly treeId: TreeId;
    readonly positionId: PositionId;
    readonly name: string;
  }): TagSummary;
  /** Takes a tag off a position, with those that were merged into it. */
  'tag.unassign'(input: {
    readonly treeId: TreeId;
    readonly positionId: PositionId;
    readonly tagId: TagId;
  }): Record<string, never>;
  'tag.update'(input: { readonly tagId: TagId; readonly properties: TagProperties }): Record<string, never>;
  /** Everything that the tag is on counts as the other's from then on. */
  'tag.merge'(input: { readonly tagId: TagId; readonly intoId: TagId }): Record<string, never>;
}

const tagId = id<TagId>();
const COLORS: readonly TagColor[] = ['red', 'amber', 'green', 'teal', 'blue', 'violet', 'pink', 'grey'];

export const tagSchemas: SchemasOf<TagRequests> = {
  'tag.list': v.strictObject({}),
  'tag.places': tree,
  'tag.assign': v.strictObject({ treeId, positionId, name: title }),
  'tag.unassign': v.strictObject({ treeId, positionId, tagId }),
  'tag.update': v.strictObject({
    tagId,
    properties: v.strictObject({
      name: v.exactOptional(title),
      color: v.exactOptional(v.nullable(v.picklist(COLORS))),
      archived: v.exactOptional(v.boolean()),
    }),
  }),
  'tag.merge': v.strictObject({ tagId, intoId: tagId }),
};
