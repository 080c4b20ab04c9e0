/**
 * What a line after `→` can ask for, parsed and checked for form (`agents.md`, *Commands*). Nothing here knows whether
 * a node exists, what it holds, or what an agent may do: that is for whoever runs a command.
 */
import type { LocalId } from '../ids.ts';
import type { PatchDirective, TextDirective } from '../proposals/directive.ts';
import type { SnapshotScope } from '../proposals/snapshot-scope.ts';

/** The most continuations that one `continue` may ask for. */
export const MAX_CONTINUATIONS = 10;

/** How many levels `tree` answers if the line does not say. */
export const DEFAULT_DEPTH = 5;

/**
 * Which node is meant.
 *
 * - `id`: the node with this local id, in lower case and never shortened or completed. An id in brackets was not
 *   looked up, so the node may not exist.
 * - `here`: the agent's place; `root` and `head`: where the path through the agent's place begins and ends; `parent`: the
 *   node before its place.
 */
export type NodeRef =
  | { readonly kind: 'id'; readonly localId: LocalId }
  | { readonly kind: 'here' | 'root' | 'head' | 'parent' };

/** Numbers of lines, counted from 1; both are included, and `first <= last`. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** Shows one node. */
export interface ViewNodeCommand {
  readonly verb: 'view';
  readonly what: 'node';
  readonly node: NodeRef;
  /** The whole text is wanted, however long, and not a summary of it. */
  readonly full: boolean;
  /** The texts of its annotations are wanted too. */
  readonly withAnnotations: boolean;
  /** Only these lines of its text; null for all. It may end before the last of them. */
  readonly lines: LineRange | null;
}

/** Shows the path from the root to a node. */
export interface ViewBranchCommand {
  readonly verb: 'view';
  readonly what: 'branch';
  /** The node where the path ends. */
  readonly node: NodeRef;
  /** `prose`: one text with marks where nodes meet; `nodes`: each node with its metadata. */
  readonly as: 'prose' | 'nodes';
  /** Only this many nodes, counted back from the end; at least 1. Null for all. */
  readonly last: number | null;
  /** Only these lines of what would be shown; null for all. */
  readonly lines: LineRange | null;
}

/** Lists what is connected to a node, one line each. */
export interface ListCommand {
  readonly verb: 'list';
  readonly what: ListedKind;
  readonly node: NodeRef;
}

export type ListedKind = 'continuations' | 'annotations' | 'versions';

/** Lists a node and what follows it, one line each. */
export interface TreeCommand {
  readonly verb: 'tree';
  readonly from: NodeRef;
  /** How many levels below `from`; at least 1. */
  readonly depth: number;
}

/** Makes a node the agent's place, where the commands that follow act by default. */
export interface SwitchCommand {
  readonly verb: 'switch';
  readonly node: NodeRef;
}

/** Asks a model for continuations of a node. */
export interface ContinueCommand {
  readonly verb: 'continue';
  readonly from: NodeRef;
  /** How many, 1 to `MAX_CONTINUATIONS`. */
  readonly count: number;
  /** The most tokens of each, at least 1; null for what the asked agent's settings say. */
  readonly tokens: number | null;
  /** The name of the agent to ask, as written and not blank; null for the one that the tree would ask. */
  readonly agent: string | null;
}

/**
 * Writes a text at a node: `respond`, a continuation of it; `annotate`, an annotation on it; `edit`, the text that
 * replaces its own.
 */
export interface WriteCommand {
  readonly verb: 'respond' | 'annotate' | 'edit';
  readonly node: NodeRef;
  /** As written, line ends included: not normalised. Only for `edit` may it be empty or blank. */
  readonly content: string;
}

/** Gives the text on the screen, or a part of it (`edits.md`, *Snapshot*). */
export interface SnapshotCommand {
  readonly verb: 'snapshot';
  /** Null for the widest that fits. */
  readonly scope: SnapshotScope | null;
  /** The words of a heading, whose chapter is meant; null for what is around the caret. */
  readonly section: string | null;
}

/** Makes a diff of a snapshot and of its text as it should be. */
export interface DiffCommand {
  readonly verb: 'diff';
  /** A version or its beginning; null for the one snapshot that there is. */
  readonly version: string | null;
  /** The updated text of the snapshot. */
  readonly updated: string;
}

/** Words of the snapshot, which occur there once. */
export interface SnapshotQuote {
  readonly text: string;
  /** Which place is meant: the words themselves, or where they begin or end. */
  readonly place: 'itself' | 'before' | 'after';
}

/** Proposes changes to the text of a snapshot (`edits.md`, *Directive*). */
export interface ProposeCommand {
  readonly verb: 'insert' | 'replace' | 'patch';
  readonly directive: PatchDirective | (TextDirective & { readonly action: 'insert' | 'replace' });
  /** Says the range of the directive, which then has none; null if it is as the directive has it. */
  readonly quote: SnapshotQuote | null;
}

/** Writes a note about words of a snapshot. */
export interface NoteOnTextCommand {
  readonly verb: 'annotate' | 'patch';
  readonly directive: TextDirective & { readonly action: 'annotate' };
  /** As in `ProposeCommand`. */
  readonly quote: SnapshotQuote | null;
}

/** Bookmarks a position, or changes the label of its bookmark. */
export interface BookmarkCommand {
  readonly verb: 'bookmark';
  readonly node: NodeRef;
  /** Not blank; null for a bookmark without a label. */
  readonly label: string | null;
}

/** Changes the metadata of a position. */
export interface MarkCommand {
  readonly verb: 'unbookmark' | 'prune' | 'restore' | 'exclude' | 'include';
  readonly node: NodeRef;
}

/** Searches the words of this tree. */
export interface SearchCommand {
  readonly verb: 'search';
  /** Not blank. */
  readonly text: string;
}

/** A thought: does nothing and answers nothing. */
export interface ThinkCommand {
  readonly verb: 'think';
  /** Trimmed; may be empty. */
  readonly thought: string;
}

/** Lists the tools, or explains one. */
export interface HelpCommand {
  readonly verb: 'help';
  /** Null for all tools. */
  readonly tool: Verb | null;
}

export type Command =
  | ViewNodeCommand
  | ViewBranchCommand
  | ListCommand
  | TreeCommand
  | SwitchCommand
  | ContinueCommand
  | WriteCommand
  | SnapshotCommand
  | DiffCommand
  | ProposeCommand
  | NoteOnTextCommand
  | BookmarkCommand
  | MarkCommand
  | SearchCommand
  | ThinkCommand
  | HelpCommand;

/** The name of a tool. */
export type Verb = Command['verb'];

/** The command of a tool. */
export type CommandOf<V extends Verb> = Command & { readonly verb: V };

/** Whether a command is about the text of a snapshot: notes of `NoteOnTextCommand` have the verb of others. */
export function isAboutSnapshot(command: Command): command is ProposeCommand | NoteOnTextCommand {
  return 'directive' in command;
}

/** Whether a command writes a note about words of a snapshot. */
export function isNoteOnText(command: ProposeCommand | NoteOnTextCommand): command is NoteOnTextCommand {
  return command.directive.action === 'annotate';
}
