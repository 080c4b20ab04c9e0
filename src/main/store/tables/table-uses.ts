/** A column whose values have no fixed length, as other programs may write it. */
export interface ColumnUses {
  /** The name of a value in the description of a fault. */
  readonly what: string;
  /** The largest value that is read, in bytes. */
  readonly most: number;
  /** The replacement in a recovered file for a value that is invalid or too large; without it the value is cut. */
  readonly replaceBy?: string | null;
  /** For a JSON column that recovery checks: why a parsed value is invalid; null if it is valid. */
  readonly findFault?: (value: unknown) => string | null;
  /** The writer's own text: recovery keeps it at any length, and divides it later. */
  readonly isWriting?: true;
  /** Each value is unique: recovery replaces a long one by a new one. */
  readonly isUnique?: true;
}

/**
 * A constraint on the values of a column, beyond those that SQLite and the hashes ensure (`odd-values.ts`). `count`: a
 * whole number from 0. `time`: in milliseconds, one that a date can show. `json`: as its `findFault` says. `longest`: a
 * text of at most so many UTF-16 code units. `any`: a reference, an id, a bit or a name that SQLite checks; what a hash,
 * the log or a digest covers; or what is checked as it is read.
 */
export type ColumnValue = 'count' | 'time' | 'json' | 'any' | { readonly longest: number };

/**
 * The treatment of one table's rows by every use of a grove (`storage.md`, *The log*). Some of it the code reads; uses
 * with statements of their own, such as a merge, are tested against it.
 * @typeParam Column the table's columns
 */
export interface TableUses<Column extends string = string> {
  /** Size of the table in a long grove: while the writer is idle, smaller ones are checked first. */
  readonly size: 'few' | 'many' | 'large';
  /** The text can be read without it: the size of a file is measured with and without such tables. */
  readonly isAuxiliary: boolean;
  /** It only repeats another table, so that it is rebuilt, and neither checked nor recovered. */
  readonly isDerived: boolean;
  /**
   * Its ids; null if it has none. Those of an `entity` are the same in every copy of a file, and one that is
   * unusable is replaced in a recovered file; those of the `file` stay with it. On opening, either `all` are
   * read, or the `extremes` and one of another length.
   */
  readonly id: { readonly of: 'entity' | 'file'; readonly onOpening: 'all' | 'extremes' } | null;
  /** The values of every column. */
  readonly values: { readonly [C in Column]: ColumnValue };
  /** The columns that are checked for size on opening, and repaired in a recovered file. */
  readonly columns: { readonly [C in Column]?: ColumnUses };
  /** The columns in which an older copy of the file may lack what a writer would miss. */
  readonly state: readonly Column[];
  /**
   * For rows of one agent in one tree, keyed by both: a `path` is copied as it is, a `draft` is written again
   * as text. Null for all other tables.
   */
  readonly ofAgent: 'path' | 'draft' | null;
  /** The references to nodes and responses that no index covers; deleting a tree needs one. */
  readonly unindexed: readonly Column[];
  /** In a copy that is a grove of its own: `all` rows, `none`, or its `own` row. */
  readonly copy: 'all' | 'none' | 'own';
  /**
   * In a shared grove, likewise; `withTraces`: all rows if traces are included, else none; `used`: the rows that others
   * refer to, without what is not included.
   */
  readonly shareGrove: 'all' | 'none' | 'own' | 'withTraces' | 'used';
  /**
   * In a shared path: rows of the path (`included`), rows that these refer to (`used`), `own` rows of the new
   * grove, or `none`.
   */
  readonly sharePath: 'included' | 'used' | 'own' | 'none';
  /**
   * In a merge: rows that this grove lacks are added (`byId`), or only if added rows refer to them (`used`),
   * or with trees that this grove lacks (`withTree`, and a draft in any other tree becomes a `branch`). The
   * log gets new rows (`logged`).
   */
  readonly merge: 'byId' | 'used' | 'withTree' | 'branch' | 'logged' | 'none';
  /** In a grove that a tree moves to: all rows of the tree, or those it refers to, if they are missing. */
  readonly move: 'withTree' | 'used' | 'logged' | 'none';
  /** In a tree's duplicate: copies of all rows, only its `own` rows, or the same rows (`shared`). */
  readonly duplicate: 'withTree' | 'own' | 'shared' | 'logged' | 'none';
  /**
   * When a tree is deleted: rows whose column `by` names the tree, or one of its edges, turns or proposals, go, and so do
   * words `withNode`. Rows the tree refers to are deleted `ifUnused` by other trees, or are `kept`.
   */
  readonly remove: { readonly by: Column } | 'ifUnused' | 'withNode' | 'logged' | 'kept';
  /** From a damaged file: rows are read by `rowid` or in the order of a key, or only a grove's `identity`. */
  readonly salvage: 'rowid' | { readonly by: readonly Column[] } | 'identity' | 'none';
  /**
   * Statements for a recovered file, in which the log starts over, where it is not enough that a reference to a missing row
   * becomes null, or that the row goes with it if it may not be null.
   */
  readonly repair: readonly string[];
  /**
   * The statements writing it that are repeated when a file is rebuilt from a backup: none named `table.…`, or all
   * `except` some.
   */
  readonly redo: 'all' | 'none' | { readonly except: readonly string[] };
  /**
   * The check by which *Verify* notices changed rows, in at least one column: a node's `hash`, the log's `chain`, the
   * `digest` of a row or of its turn, or a tree's `invariants`.
   */
  readonly verify: 'hash' | 'chain' | 'digest' | 'invariants' | 'none';
  /** The exports that include it. */
  readonly exported: readonly ('tree' | 'record')[];
}

/** Common to most tables. */
export const PLAIN = {
  isAuxiliary: false,
  isDerived: false,
  columns: {},
  state: [],
  ofAgent: null,
  unindexed: [],
  copy: 'all',
  shareGrove: 'all',
  redo: 'all',
  repair: [],
} as const;

/** Common to the parts of a tree. */
export const OF_TREE = {
  ...PLAIN,
  sharePath: 'included',
  merge: 'byId',
  move: 'withTree',
  duplicate: 'withTree',
} as const;

/** Common to the rows of one agent in one tree. */
export const OF_AGENT = {
  ...PLAIN,
  size: 'few',
  id: null,
  ofAgent: 'path',
  sharePath: 'included',
  merge: 'withTree',
  move: 'withTree',
  duplicate: 'withTree',
  remove: { by: 'loom_tree_key' },
  verify: 'none',
  exported: ['tree'],
} as const;

/** Agents' actions in turns: a shared copy omits them by default, and a duplicate has none. */
export const OF_TURN = {
  ...PLAIN,
  size: 'many',
  id: null,
  shareGrove: 'withTraces',
  sharePath: 'none',
  merge: 'byId',
  move: 'withTree',
  duplicate: 'none',
  verify: 'digest',
  exported: [],
} as const;

/**
 * Agents' proposals (`edits.md`, *In the manuscript*): they belong to one file and its writer, and move only with a
 * tree.
 */
export const OF_PROPOSAL = {
  ...PLAIN,
  size: 'many',
  shareGrove: 'none',
  sharePath: 'none',
  merge: 'none',
  move: 'withTree',
  duplicate: 'none',
  salvage: 'rowid',
  // No row of the log names it.
  verify: 'none',
  exported: [],
} as const;

/**
 * The time line (`layers.md`): states are not the tree, and no row of the log names them. It has the times of all
 * writing, and deleted text, so it is in no shared copy.
 */
export const OF_HISTORY = {
  ...PLAIN,
  size: 'many',
  isAuxiliary: true,
  id: null,
  shareGrove: 'none',
  sharePath: 'none',
  merge: 'byId',
  move: 'withTree',
  duplicate: 'none',
  salvage: 'rowid',
  verify: 'hash',
  exported: [],
} as const;

/** Notes and bookmarks on phrases (`documents.md`). Like those on whole texts, they stay out of a shared path. */
export const OF_ANCHOR = {
  ...OF_TREE,
  size: 'few',
  id: { of: 'entity', onOpening: 'all' },
  unindexed: ['node_key', 'note_node_key'],
  sharePath: 'none',
  remove: { by: 'loom_tree_key' },
  salvage: 'rowid',
  verify: 'hash',
  exported: ['tree'],
} as const;

/** Summaries (`agents.md`). A shared path is without them, as it is without the writer's own. */
export const OF_SUMMARY = {
  ...OF_TREE,
  size: 'many',
  id: null,
  columns: { basis_sha256: { what: 'a hash', most: 64 * 1024 } },
  sharePath: 'none',
  remove: { by: 'loom_tree_key' },
  salvage: 'rowid',
  verify: 'hash',
  exported: ['tree'],
} as const;

/** Tags on positions (`documents.md`): a shared path has those of its passages. */
export const OF_TAGGING = {
  ...OF_TREE,
  size: 'many',
  id: null,
  remove: { by: 'loom_tree_key' },
  salvage: { by: ['tag_key', 'position_key'] },
  verify: 'hash',
  exported: ['tree'],
} as const;

/** An index of texts: of their links, and for search, with the tables that FTS5 keeps that in. */
export const OF_INDEX = {
  ...OF_TREE,
  size: 'large',
  isAuxiliary: true,
  isDerived: true,
  id: null,
  remove: 'withNode',
  salvage: 'none',
  verify: 'none',
  exported: [],
} as const;

/** Sessions belong to one file. */
export const OF_FILE = {
  ...PLAIN,
  size: 'few',
  id: { of: 'file', onOpening: 'all' },
  copy: 'none',
  shareGrove: 'none',
  sharePath: 'none',
  merge: 'none',
  move: 'none',
  duplicate: 'none',
  remove: 'kept',
  salvage: 'none',
  redo: 'none',
  verify: 'none',
  exported: [],
} as const;
