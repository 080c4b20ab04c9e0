/**
 * The kinds of marks that a tree has on its texts. Each is a list of its own in a change and in a row of the log;
 * `store/tables/marks/mark-kind.ts` has the part of its table.
 */
import { type AnchorChange, type LoggedAnchor, loggedAnchor } from '../anchors/logged-anchor.ts';
import { type Link, type LoggedLink, linkRecord } from '../links/link.ts';
import type { Alias } from '../links/tree-name.ts';
import { loggedSummary, type OwnSummary, type RemovedSummary, type Summary } from '../summaries/summary.ts';
import { loggedTagChange, type TagChange } from '../tags/tag.ts';

/** A mark as a change sets it, by the kind's name. */
export interface MarkChange {
  /** Notes and bookmarks on phrases. */
  readonly anchors: AnchorChange;
  /** Links from texts of the tree, as they are after it. */
  readonly links: Link;
  /** Summaries that models made of the tree and its nodes, and the writer's of nodes. */
  readonly summaries: Summary | OwnSummary;
  /** Tags put on positions, or taken off them. */
  readonly tags: TagChange;
  /** Aliases of the tree, as they are after it. */
  readonly names: Alias;
}

/** A mark as the log records it: all of it, or that it was removed. */
export interface MarkRecord {
  readonly anchors: LoggedAnchor;
  readonly links: LoggedLink;
  readonly summaries: Summary | RemovedSummary;
  readonly tags: TagChange;
  readonly names: Alias;
}

export type MarkName = keyof MarkChange;

/** Changes of marks, in order; kinds without any are absent. */
export type MarkChanges = { readonly [M in MarkName]?: readonly MarkChange[M][] };
export type MarkRecords = { readonly [M in MarkName]?: readonly MarkRecord[M][] };

/** A record in a log that another program may have written. */
type Properties = Readonly<Record<string, unknown>>;

interface MarkKind<M extends MarkName> {
  /** Name one, and all, in the description of a fault. */
  readonly one: string;
  readonly all: string;
  log(change: MarkChange[M]): MarkRecord[M];
  /** The key of what a record is about in the whole file; null if it names nothing. @param tree that of its row */
  keyOf(record: Properties, tree: string | null): string | null;
  /** Another tree that it is gone with. */
  otherTreeOf?(record: Properties): unknown;
}

const idOf = ({ id }: Properties) => (typeof id === 'string' ? id : null);

export const MARKS: { readonly [M in MarkName]: MarkKind<M> } = {
  anchors: {
    one: 'anchor',
    all: 'the notes and bookmarks on phrases',
    log: loggedAnchor,
    keyOf: idOf,
  },
  links: {
    one: 'link',
    all: 'the links',
    log: linkRecord,
    keyOf: idOf,
    otherTreeOf: ({ targetTree }) => targetTree,
  },
  summaries: {
    one: 'summary',
    all: 'the summaries',
    log: loggedSummary,
    keyOf: ({ node }, tree) => `${tree} ${node}`,
  },
  tags: {
    one: 'tag',
    all: 'the tags',
    log: loggedTagChange,
    keyOf: ({ tag, position }) => `${tag} ${position}`,
  },
  names: {
    one: 'alias',
    all: 'the aliases',
    log: (alias) => alias,
    keyOf: ({ shown, since }, tree) => `${tree} ${since} ${shown}`,
  },
};

export const MARK_NAMES = Object.keys(MARKS) as readonly MarkName[];

/** The log's form of changes. */
export function logMarks(changes: MarkChanges): MarkRecords {
  return Object.fromEntries(
    MARK_NAMES.flatMap((name) => {
      const { log } = MARKS[name] as MarkKind<MarkName>;
      const list = changes[name];
      return list === undefined ? [] : [[name, list.map((change) => log(change))]];
    }),
  );
}
