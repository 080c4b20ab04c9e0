import * as v from 'valibot';
import type { BookSettings } from '../../core/book/book-settings.ts';
import type { AgentId, PositionId, TagId, TreeId } from '../../core/ids.ts';
import type { TreeName } from '../../core/links/tree-name.ts';
import type { LoreBook, LoreEntry } from '../../core/lore/lore-entry.ts';
import type { TagFilter } from '../../core/tags/tag-filter.ts';
import {
  MAX_LORE_ENTRIES,
  MAX_LORE_KEY_LENGTH,
  MAX_LORE_KEYS,
  MAX_LORE_POSITIONS,
  MAX_LORE_ROUNDS,
  MAX_TEMPLATE_LENGTH,
  MAX_TEXT_LENGTH,
} from '../../core/text/limits.ts';
import type { LoomTree, TreeKind, TreeMode, TreeSettings } from '../../core/tree/loom-tree.ts';
import { SPELLING_LANGUAGES } from '../preferences.ts';
import type { GroveSnapshot } from '../wire/grove.ts';
import type { PositionLabel, SearchAnswer, TreeChanges, TreePage } from '../wire/position.ts';
import type { Progress } from '../wire/progress.ts';
import type { MovedTree, TreeContents, TreeProperties } from '../wire/tree-update.ts';
import { listOf, stringUpTo } from './bounded.ts';
import {
  agentId,
  count,
  id,
  isFirst,
  maxTokens,
  nothing,
  offset,
  positionId,
  remark,
  type SchemasOf,
  targetWords,
  title,
  tree,
  treeId,
  ulid,
} from './fields.ts';

export interface TreeRequests {
  /** Every tree, including archived ones, oldest first. */
  'tree.list'(input: Record<string, never>): readonly LoomTree[];
  /** Shows a tree in this window; the grove opens with it next time. */
  'tree.show'(input: { readonly treeId: TreeId }): GroveSnapshot;
  /**
   * Creates an empty tree, in buffer mode unless `mode` says otherwise, and shows it. Without a title, the title is its
   * first words, or `Untitled story` (`document`, `conversation`) while there are none. A document is in buffer mode. With
   * `topicTreeId` it is a conversation about a manuscript, in dialogue mode: it is not shown, nor is one with `isAside`.
   * With `text`, that is typed into it already, and the words of the heading that it begins with are selected.
   */
  'tree.create'(input: {
    readonly title: string | null;
    readonly mode?: TreeMode;
    readonly kind?: TreeKind;
    readonly topicTreeId?: TreeId;
    readonly isAside?: boolean;
    readonly text?: string;
  }): LoomTree;
  /**
   * Updates the given properties, and within `settings` the given settings. Conversations about a tree are archived and
   * restored with it.
   */
  'tree.update'(input: { readonly treeId: TreeId } & TreeProperties): LoomTree;
  /** The titles and aliases that a tree has and had, oldest first. */
  'tree.names'(input: { readonly treeId: TreeId }): readonly TreeName[];
  /** Gives a tree another name, unless it has it already, and returns all of its names. */
  'tree.addAlias'(input: { readonly treeId: TreeId; readonly name: string }): readonly TreeName[];
  /** Takes an alias from a tree, if it has it, and returns all of its names. */
  'tree.removeAlias'(input: { readonly treeId: TreeId; readonly name: string }): readonly TreeName[];
  /**
   * Copies a tree with every branch and its draft under new ids, but without the conversations about it, and does not show
   * it. Null if it was stopped.
   */
  'tree.duplicate'(input: { readonly treeId: TreeId }): LoomTree | null;
  /**
   * Makes a manuscript of the messages on the writer's path through a conversation (`dialogue.md`, *Export*), and does not
   * show it. Null if it was stopped; then the part that is written is an archived tree.
   */
  'tree.asManuscript'(input: { readonly treeId: TreeId }): LoomTree | null;
  /** Has the model for summaries, if the writer has picked one, summarise a tree; it is in the tree a while later. */
  'tree.summarise'(input: { readonly treeId: TreeId }): Record<string, never>;
  /** The words written in a tree, day by day, with what is typed; null if it was stopped. */
  'tree.progress'(input: { readonly treeId: TreeId }): Progress | null;
  /** The contents that deleting a tree permanently would remove, with the conversations about it. */
  'tree.contents'(input: { readonly treeId: TreeId }): TreeContents;
  /**
   * Archives a tree, if it is not archived yet, and deletes it permanently with the conversations about it, in one
   * transaction. `title` is what the writer typed to confirm; it must match the tree's title.
   */
  'tree.delete'(input: { readonly treeId: TreeId; readonly title: string }): TreeContents;
  /**
   * Asks for another grove with the system's dialog, copies the whole tree there with the conversations about it,
   * compares the copies with the originals, and only then archives the originals. Null if the writer cancels the dialog; `stopped` if the
   * writer stops it, and then nothing was changed.
   */
  'tree.move'(input: { readonly treeId: TreeId }): MovedTree | 'stopped' | null;
  /**
   * Positions of a tree without their texts, page by page, from `after` on (0: from the first). A position
   * with several versions may occur again in the same page or a later one; the last occurrence counts.
   */
  'tree.positions'(input: { readonly treeId: TreeId; readonly after: number }): TreePage;
  /** Positions written at since a row of the log. */
  'tree.changes'(input: { readonly treeId: TreeId; readonly since: number }): TreeChanges;
  /** Labels of positions (at most 500), in the given order; positions that do not exist are omitted. */
  'tree.labels'(input: {
    readonly treeId: TreeId;
    readonly positionIds: readonly PositionId[];
  }): readonly PositionLabel[];
}

const inEachDimension = <T extends v.GenericSchema>(schema: T) =>
  v.strictObject({
    versions: v.exactOptional(v.nullable(schema)),
    executions: v.exactOptional(v.nullable(schema)),
    levels: v.exactOptional(v.nullable(schema)),
  });

/** One line, as a title page has it. */
const bookLine = v.pipe(title, v.regex(/^[^\n\r]*$/));
const bookDocuments = v.pipe(listOf(treeId, 1_000), v.checkItems(isFirst));

const bookSettings: v.GenericSchema<unknown, BookSettings> = v.strictObject({
  title: v.exactOptional(bookLine),
  subtitle: v.exactOptional(bookLine),
  authors: v.exactOptional(listOf(bookLine, 50)),
  language: v.exactOptional(v.pipe(v.string(), v.regex(/^(?:[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4})?$/))),
  identifier: v.exactOptional(bookLine),
  front: v.exactOptional(bookDocuments),
  back: v.exactOptional(bookDocuments),
  headings: v.exactOptional(
    listOf(
      v.strictObject({
        numbers: v.picklist(['none', 'arabic', 'roman', 'words']),
        word: v.pipe(stringUpTo(50), v.regex(/^[^\n\r]*$/)),
        look: v.picklist(['plain', 'centred', 'smallCaps']),
        startsPage: v.boolean(),
      }),
      6,
    ),
  ),
  sceneMark: v.exactOptional(v.nullable(v.pipe(stringUpTo(20), v.regex(/^[^\n\r]*$/)))),
  leftOut: v.exactOptional(v.pipe(listOf(id<TagId>(), 1_000), v.checkItems(isFirst))),
  font: v.exactOptional(v.nullable(v.picklist(['literata', 'source-sans', 'serif', 'sans', 'mono']))),
  size: v.exactOptional(v.nullable(v.pipe(v.number(), v.minValue(6), v.maxValue(24)))),
  isSpaced: v.exactOptional(v.boolean()),
  isJustified: v.exactOptional(v.boolean()),
  isTypeset: v.exactOptional(v.boolean()),
  showsAuthors: v.exactOptional(v.nullable(v.boolean())),
});

const loreKeys = listOf(stringUpTo(MAX_LORE_KEY_LENGTH), MAX_LORE_KEYS);
const lorePositions = listOf(positionId, MAX_LORE_POSITIONS);
const loreScan = v.pipe(offset, v.maxValue(MAX_TEXT_LENGTH));

const loreEntry: v.GenericSchema<unknown, LoreEntry> = v.strictObject({
  part: v.exactOptional(title),
  keys: v.exactOptional(loreKeys),
  secondary: v.exactOptional(loreKeys),
  logic: v.exactOptional(v.picklist(['andAny', 'andAll', 'notAny', 'notAll'])),
  always: v.exactOptional(v.boolean()),
  enabled: v.exactOptional(v.boolean()),
  scan: v.exactOptional(loreScan),
  place: v.exactOptional(v.union([v.literal('top'), v.pipe(offset, v.maxValue(1_000))])),
  order: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(-10_000), v.maxValue(10_000))),
  wokenBy: v.exactOptional(v.picklist(['text', 'lore', 'both'])),
  wakes: v.exactOptional(v.boolean()),
  group: v.exactOptional(title),
  after: v.exactOptional(lorePositions),
  notAfter: v.exactOptional(lorePositions),
});

const loreBook: v.GenericSchema<unknown, LoreBook> = v.strictObject({
  scan: v.exactOptional(loreScan),
  rounds: v.exactOptional(v.pipe(offset, v.maxValue(MAX_LORE_ROUNDS))),
  budget: v.exactOptional(v.pipe(offset, v.maxValue(MAX_TEXT_LENGTH))),
  tags: v.exactOptional(v.pipe(listOf(id<TagId>(), 1_000), v.checkItems(isFirst))),
});

const treeSettings: v.GenericSchema<unknown, TreeSettings> = v.strictObject({
  memory: v.exactOptional(remark),
  authorsNote: v.exactOptional(remark),
  authorsNoteDepth: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000))),
  truncation: v.exactOptional(v.picklist(['truncateMiddle', 'rollingWindow', 'stopAtLimit'])),
  agentId: v.exactOptional(ulid),
  agentIds: v.exactOptional(listOf(ulid, 10)),
  names: v.exactOptional(v.picklist(['auto', 'always', 'never'])),
  presetId: v.exactOptional(v.nullable(stringUpTo(40))),
  count: v.exactOptional(count),
  maxTokens: v.exactOptional(maxTokens),
  inTurn: v.exactOptional(v.boolean()),
  followsWriter: v.exactOptional(v.boolean()),
  sendsTopic: v.exactOptional(v.boolean()),
  history: v.exactOptional(
    v.strictObject({
      ttl: v.exactOptional(inEachDimension(offset)),
      rolloff: v.exactOptional(inEachDimension(v.strictObject({ maxDeltas: offset, maxSize: offset }))),
    }),
  ),
  language: v.exactOptional(v.picklist(SPELLING_LANGUAGES)),
  book: v.exactOptional(bookSettings),
  lore: v.exactOptional(listOf(loreEntry, MAX_LORE_ENTRIES)),
  loreBook: v.exactOptional(loreBook),
  targets: v.exactOptional(
    v.strictObject({
      words: targetWords,
      by: v.exactOptional(v.pipe(v.string(), v.isoDate())),
    }),
  ),
});

export const treeSchemas: SchemasOf<TreeRequests> = {
  'tree.list': nothing,
  'tree.show': tree,
  'tree.create': v.strictObject({
    title: v.nullable(title),
    mode: v.exactOptional(v.picklist(['buffer', 'dialogue'])),
    kind: v.exactOptional(v.picklist(['story', 'document'])),
    topicTreeId: v.exactOptional(treeId),
    isAside: v.exactOptional(v.boolean()),
    text: v.exactOptional(stringUpTo(MAX_TEMPLATE_LENGTH)),
  }),
  'tree.update': v.strictObject({
    treeId,
    title: v.exactOptional(v.nullable(title)),
    description: v.exactOptional(v.nullable(remark)),
    summary: v.exactOptional(v.nullable(remark)),
    systemContext: v.exactOptional(v.nullable(remark)),
    settings: v.exactOptional(treeSettings),
    archived: v.exactOptional(v.boolean()),
  }),
  'tree.names': tree,
  'tree.addAlias': v.strictObject({ treeId, name: title }),
  'tree.removeAlias': v.strictObject({ treeId, name: title }),
  'tree.duplicate': tree,
  'tree.progress': tree,
  'tree.asManuscript': tree,
  'tree.summarise': tree,
  'tree.contents': tree,
  'tree.delete': v.strictObject({ treeId, title }),
  'tree.move': tree,
  'tree.positions': v.strictObject({ treeId, after: offset }),
  'tree.changes': v.strictObject({ treeId, since: offset }),
  'tree.labels': v.strictObject({ treeId, positionIds: listOf(positionId, 500) }),
};

export interface SearchRequests {
  /**
   * The places where something is found, in committed text and in what the writer has typed, newest first or, if
   * `ranked`, in the best of the newest 2,000 texts. An invalid query is searched as literal text.
   */
  'search.find'(input: {
    readonly text: string;
    readonly treeId: TreeId | null;
    readonly ranked: boolean;
    /** 1 to 1,000. */
    readonly limit: number;
    /** Only text by one of these agents, at most 1,000. */
    readonly authorIds?: readonly AgentId[];
    /** Only text written at or after `from` and before `until`, in milliseconds since 1970 UTC. */
    readonly from?: number;
    readonly until?: number;
    /** Only bookmarked positions. */
    readonly bookmarked?: boolean;
    /** Only what the filter by a tag leaves. */
    readonly tagged?: TagFilter;
    /** Finds only the first place in each text. */
    readonly firstOnly?: boolean;
    /** Looks at every text, however long that takes. */
    readonly thorough?: boolean;
  }): SearchAnswer;
}

export const searchSchemas: SchemasOf<SearchRequests> = {
  'search.find': v.strictObject({
    text: stringUpTo(10_000),
    treeId: v.nullable(treeId),
    ranked: v.boolean(),
    limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000)),
    authorIds: v.exactOptional(listOf(agentId, 1_000)),
    from: v.exactOptional(v.pipe(v.number(), v.finite())),
    until: v.exactOptional(v.pipe(v.number(), v.finite())),
    bookmarked: v.exactOptional(v.boolean()),
    tagged: v.exactOptional(
      v.strictObject({ tagId: id<TagId>(), kind: v.picklist(['only', 'hide']), withBelow: v.boolean() }),
    ),
    firstOnly: v.exactOptional(v.boolean()),
    thorough: v.exactOptional(v.boolean()),
  }),
};
