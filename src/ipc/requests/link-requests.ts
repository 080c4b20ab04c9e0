import * as v from 'valibot';
import type { LinkId, LocalId, NodeId, PositionId, TreeId } from '../../core/ids.ts';
import { MAX_LINK_LENGTH, MAX_LIST, MAX_QUOTE_LENGTH } from '../../core/text/limits.ts';
import type {
  Backlink,
  BacklinkEnd,
  BacklinkPage,
  EditedText,
  EmbeddedText,
  LinkCompletion,
  LinkedMention,
  LinkTarget,
  LinkToResolve,
  Mention,
  PassageLink,
  WrittenNames,
} from '../wire/link.ts';
import { listOf, stringUpTo } from './bounded.ts';
import { id, nodeId, nodeIdOrNull, offset, positionId, type SchemasOf, title, treeId } from './fields.ts';

export interface LinkRequests {
  /** The targets of links in the texts of a tree, in the given order (at most 1,000); null for a name that no tree has. */
  'link.resolve'(input: {
    readonly treeId: TreeId;
    readonly links: readonly LinkToResolve[];
  }): readonly (LinkTarget | null)[];
  /** The text that an embed in a tree's text shows, with the embeds in it; null if its link leads nowhere. */
  'link.embed'(input: { readonly treeId: TreeId; readonly link: LinkToResolve }): EmbeddedText | null;
  /**
   * The items of the list for `typed`, the text after `[[` up to the caret: titles and aliases, after `#` the sections of
   * the tree that is named, after `#^` its passages by their first words, and last a new document.
   */
  'link.complete'(input: {
    readonly treeId: TreeId;
    readonly typed: string;
    readonly limit: number;
  }): readonly LinkCompletion[];
  /**
   * The places that lead to a tree or, with `positionId`, to a passage, newest first: in the version that is shown and
   * neither set aside nor archived, or `all`.
   */
  'link.backlinks'(input: {
    readonly treeId: TreeId;
    readonly positionId: PositionId | null;
    readonly after: BacklinkEnd | null;
    readonly limit: number;
    readonly all: boolean;
  }): BacklinkPage;
  /** Places in prose that have a name of a tree and are no link to it, newest first. */
  'link.mentions'(input: { readonly treeId: TreeId; readonly limit: number }): readonly Backlink[];
  /** Links from a passage that stand in no text, oldest first. */
  'link.from'(input: { readonly treeId: TreeId; readonly positionId: PositionId }): readonly PassageLink[];
  /** Links a text, or words of it, to a tree; null if such a link is there already. */
  'link.passage'(input: {
    readonly treeId: TreeId;
    readonly nodeId: NodeId;
    readonly quote: string | null;
    readonly targetId: TreeId;
  }): { readonly linkId: LinkId | null };
  /** Takes a link that stands in no text away, or brings it back. */
  'link.setRemoved'(input: { readonly linkId: LinkId; readonly removed: boolean }): Record<string, never>;
  /** Makes a link of a mention of a tree: in the text or, where brackets are text, beside it. */
  'link.mention'(input: { readonly treeId: TreeId; readonly mention: Mention }): LinkedMention;
  /** The number of links that `link.writeNames` would change. */
  'link.countFormer'(input: { readonly treeId: TreeId }): { readonly links: number };
  /** Writes the name that a tree has now into the links in documents and notes that name it by a former one. */
  'link.writeNames'(input: { readonly treeId: TreeId }): WrittenNames;
  /** Shows the texts before an edit again, and returns how many of them stay because they were changed since. */
  'link.takeBack'(input: { readonly edited: readonly EditedText[] }): { readonly kept: number };
}

const range = v.strictObject({ from: offset, to: offset });
const linkToResolve = v.strictObject({
  nodeId: nodeIdOrNull,
  name: stringUpTo(MAX_LINK_LENGTH),
  section: v.nullable(stringUpTo(MAX_LINK_LENGTH)),
  localId: v.nullable(
    v.pipe(
      stringUpTo(40),
      v.transform((text) => text as LocalId),
    ),
  ),
  passage: v.nullable(range),
});
const linkId = id<LinkId>();
const limit = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200));

export const linkSchemas: SchemasOf<LinkRequests> = {
  'link.resolve': v.strictObject({ treeId, links: listOf(linkToResolve, 1_000) }),
  'link.embed': v.strictObject({ treeId, link: linkToResolve }),
  'link.complete': v.strictObject({ treeId, typed: stringUpTo(MAX_LINK_LENGTH), limit }),
  'link.backlinks': v.strictObject({
    treeId,
    positionId: v.nullable(positionId),
    after: v.nullable(v.strictObject({ key: offset, ordinal: offset })),
    limit,
    all: v.boolean(),
  }),
  'link.mentions': v.strictObject({ treeId, limit }),
  'link.from': v.strictObject({ treeId, positionId }),
  'link.passage': v.strictObject({
    treeId,
    nodeId,
    quote: v.nullable(stringUpTo(MAX_QUOTE_LENGTH)),
    targetId: treeId,
  }),
  'link.setRemoved': v.strictObject({ linkId, removed: v.boolean() }),
  'link.mention': v.strictObject({
    treeId,
    mention: v.strictObject({
      treeId,
      nodeId: nodeIdOrNull,
      typed: v.boolean(),
      range,
      before: title,
      words: title,
      after: title,
    }),
  }),
  'link.countFormer': v.strictObject({ treeId }),
  'link.writeNames': v.strictObject({ treeId }),
  'link.takeBack': v.strictObject({
    edited: listOf(v.strictObject({ treeId, before: nodeId, after: nodeId }), MAX_LIST),
  }),
};
