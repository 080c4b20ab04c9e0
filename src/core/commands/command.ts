/**
 * A line after `→`, parsed and checked for form (`agents.md`, *Commands*). Whether a node exists, what it holds and
 * what the agent may do are checked when a command is run.
 */
import type { LocalId } from '../ids.ts';
import type { PatchDirective, TextDirective } from '../proposals/directive.ts';
import type { SnapshotScope } from '../proposals/snapshot-scope.ts';

/** The most continuations that one `continue` may ask for. */
export const MAX_CONTINUATIONS = 10;

/** Default depth of `tree`, in levels. */
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

/** Commands that can also read other trees. */
interface InTree {
  /** The title of another tree of the grove, or an id in brackets, as written; absent for this one. */
  readonly tree?: string;
}

/** Commands that list one thing a line. */
interface InLines {
  /** Only these lines of what would be listed; absent for all. */
  readonly lines?: LineRange;
}

/** Shows one node. */
export interface ViewNodeCommand extends InTree {
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
export interface ViewBranchCommand extends InTree {
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
export interface ListCommand extends InTree, InLines {
  readonly verb: 'list';
  readonly what: ListedKind;
  readonly node: NodeRef;
}

export type ListedKind = 'continuations' | 'annotations' | 'links' | 'versions';

/** Lists the documents of the grove. */
export interface ListDocumentsCommand {
  readonly verb: 'list';
  readonly what: 'documents';
}

/** Lists the tags of the grove. */
export interface ListTagsCommand {
  readonly verb: 'list';
  readonly what: 'tags';
}

/** Lists a node and what follows it, one line each. */
export interface TreeCommand extends InTree, InLines {
  readonly verb: 'tree';
  readonly from: NodeRef;
  /** Levels below `from`; at least 1. */
  readonly depth: number;
  /** Each node's summary is wanted in place of its first words; absent if not. */
  readonly summaries?: true;
}

/** Shows a document (`documents.md`). */
export interface ReadCommand {
  readonly verb: 'read';
  /** As written: a title, perhaps with a section after `#`, or an id in brackets. */
  readonly document: string;
  readonly part:
    | { readonly kind: 'all' | 'summary' }
    | { readonly kind: 'lines'; readonly lines: LineRange }
    | { readonly kind: 'section'; readonly section: string };
}

/** A part of a document: a section, or lines numbered from 1 through the whole document. */
export type DocumentPart =
  | { readonly kind: 'section'; readonly section: string }
  | { readonly kind: 'lines'; readonly lines: LineRange };

/** Writes a text in a document. */
export interface WriteInDocumentCommand {
  readonly verb: 'write';
  /** As in `ReadCommand`. */
  readonly document: string;
  /**
   * - `append`: at the end, or at the end of the section that the address names.
   * - `insert`: at the end of a section, or before the first of the lines.
   * - `replace`: in place of a section with its heading, or of the lines.
   */
  readonly place:
    | { readonly how: 'append' }
    | { readonly how: 'insert' | 'replace'; readonly part: DocumentPart };
  /** As written, line ends included: not normalised and not blank. */
  readonly content: string;
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
  /** Number of continuations, 1 to `MAX_CONTINUATIONS`. */
  readonly count: number;
  /** The most tokens of each, at least 1; null for the agent's setting. */
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

/** Links a node to another, or to a document (`agents.md`, *Data*). */
export interface LinkCommand {
  readonly verb: 'link';
  readonly node: NodeRef;
  readonly target:
    | { readonly kind: 'node'; readonly node: NodeRef }
    /** As in `ReadCommand`. */
    | { readonly kind: 'document'; readonly document: string };
  /** The reason; null if the line has none. */
  readonly note: string | null;
}

/** Is about the text of a document instead of the tree that commands act on. */
interface OfDocument {
  /** As in `ReadCommand`; absent for the tree itself. */
  readonly document?: string;
}

/** Gives the text on the screen, or a part of it (`edits.md`, *Snapshot*). */
export interface SnapshotCommand extends OfDocument {
  readonly verb: 'snapshot';
  /** Null for the widest that fits. */
  readonly scope: SnapshotScope | null;
  /** The words of a heading, whose chapter is meant; null for the chapter around the caret. */
  readonly section: string | null;
}

/** Makes a diff of a snapshot and of its text as it should be. */
export interface DiffCommand extends OfDocument {
  readonly verb: 'diff';
  /** A version or its beginning; null for the one snapshot that there is. */
  readonly version: string | null;
  /** The updated text of the snapshot. */
  readonly updated: string;
}

/** Words of the snapshot, which occur there once. */
export interface SnapshotQuote {
  readonly text: string;
  /** The place meant: the words themselves, their start or their end. */
  readonly place: 'itself' | 'before' | 'after';
}

/** Proposes changes to the text of a snapshot (`edits.md`, *Directive*). */
export interface ProposeCommand extends OfDocument {
  readonly verb: 'insert' | 'replace' | 'patch';
  readonly directive: PatchDirective | (TextDirective & { readonly action: 'insert' | 'replace' });
  /** Says the range of the directive, which then has none; null if it is as the directive has it. */
  readonly quote: SnapshotQuote | null;
}

/** Writes a note about words of a snapshot. */
export interface NoteOnTextCommand extends OfDocument {
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

/** Puts a tag on a position, or takes it off. */
export interface TagCommand {
  readonly verb: 'tag' | 'untag';
  readonly node: NodeRef;
  /** A name as it is stored (`tagName`). */
  readonly name: string;
}

/** Changes the metadata of a position. */
export interface MarkCommand {
  readonly verb: 'unbookmark' | 'prune' | 'restore' | 'exclude' | 'include';
  readonly node: NodeRef;
}

/** Searches the words of one tree. */
export interface SearchCommand extends InTree, InLines {
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

/** A document, or one of its sections. */
export interface DocumentAddress {
  readonly what: 'document';
  /** As in `ReadCommand`. */
  readonly document: string;
  /** Without `#` or `§`; null for the section of the address. */
  readonly section: string | null;
}

/** Keeps a text in the actor's memory (`agents.md`, *Operational memory*). */
export type PinCommand = { readonly verb: 'pin' } & (
  | { readonly what: 'node'; readonly node: NodeRef }
  | DocumentAddress
);

/** Puts a text aside under a label: out of the context, until it is recalled. */
export type StashCommand = {
  readonly verb: 'stash';
  /** Trimmed, and not blank. */
  readonly label: string;
} & (
  | {
      readonly what: 'text';
      /** As written; not blank. */
      readonly content: string;
    }
  /** The text of a node. */
  | { readonly what: 'node'; readonly node: NodeRef }
  /** The summary of the path from one node to another. */
  | { readonly what: 'summary'; readonly first: NodeRef; readonly last: NodeRef }
);

/** Brings a stash back into what is sent. */
export interface RecallCommand {
  readonly verb: 'recall';
  /** Trimmed, and not blank. */
  readonly label: string;
  /** Only these lines are answered; null for all. The stash comes back as a whole. */
  readonly lines: LineRange | null;
}

/** Forgets a pin or a stash. */
export type DropCommand = { readonly verb: 'drop' } & (
  | { readonly what: 'pin'; readonly node: NodeRef }
  | DocumentAddress
  | {
      readonly what: 'stash';
      /** Trimmed, and not blank. */
      readonly label: string;
    }
);

/** Shows the actor's memory: all of it, its last actions with their errors, or its stashes. */
export interface MemoryCommand {
  readonly verb: 'memory';
  readonly what: 'state' | 'trace' | 'stashed';
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
  | ListDocumentsCommand
  | ListTagsCommand
  | ReadCommand
  | WriteInDocumentCommand
  | TreeCommand
  | SwitchCommand
  | ContinueCommand
  | WriteCommand
  | LinkCommand
  | TagCommand
  | SnapshotCommand
  | DiffCommand
  | ProposeCommand
  | NoteOnTextCommand
  | BookmarkCommand
  | MarkCommand
  | SearchCommand
  | ThinkCommand
  | PinCommand
  | StashCommand
  | RecallCommand
  | DropCommand
  | MemoryCommand
  | HelpCommand;

/** The name of a tool. */
export type Verb = Command['verb'];

/** The command of a tool. */
export type CommandOf<V extends Verb> = Command & { readonly verb: V };

/** The other tree that a command reads; null if it reads this one. */
export function otherTreeOf(command: Command): string | null {
  return 'tree' in command ? (command.tree ?? null) : null;
}

/** The document whose text a command snapshots or edits; null for one that does so in its own tree, or not at all. */
export function editedDocumentOf(command: Command): string | null {
  const isOfText = isAboutSnapshot(command) || command.verb === 'snapshot' || command.verb === 'diff';
  return isOfText ? (command.document ?? null) : null;
}

/** True if a command concerns the text of a snapshot: notes of `NoteOnTextCommand` share another command's verb. */
export function isAboutSnapshot(command: Command): command is ProposeCommand | NoteOnTextCommand {
  return 'directive' in command;
}

/** Returns true if a command writes a note about words of a snapshot. */
export function isNoteOnText(command: ProposeCommand | NoteOnTextCommand): command is NoteOnTextCommand {
  return command.directive.action === 'annotate';
}
