/**
 * Every request and event between the renderer and main, each a plain function signature. All else derives from here:
 * the schemas (`schemas.ts`), the handlers' types and the two functions of `window.aspen` (`house.md`).
 */
import type { Draft, SpannedText } from '../core/buffer/draft.ts';
import type { DraftOp } from '../core/buffer/pending-edit.ts';
import type { AgentId, GroveId, JobId, NodeId, PositionId, RequestId, TreeId } from '../core/ids.ts';
import type { Agent, AgentConfiguration, SamplingSettings } from '../core/tree/agent.ts';
import type { LoomTree } from '../core/tree/loom-tree.ts';
import type { Preferences, PreferencesPatch, SettingsTrouble } from './preferences.ts';
import type { AppInfo, WireError } from './wire/app.ts';
import type { ContextPreview, PieceName } from './wire/context.ts';
import type { BackupSummary, FileComparison, ShareWish } from './wire/copies.ts';
import type { ExchangeOutcome, ExchangeProgress, ImportReport, PathFormat } from './wire/exchange.ts';
import type { GenerationUpdate, JobSnapshot, UsageSummary } from './wire/generation.ts';
import type { FileWait, GroveOffer, GroveSnapshot, GroveVerification, SaveState } from './wire/grove.ts';
import type { AnnotationSummary, NodeDetails, NodeRecord, TokenProbability } from './wire/node.ts';
import type {
  CursorPlace,
  HeaderPatch,
  Intent,
  PathReply,
  PathSnapshot,
  PrunedPosition,
  PrunedReply,
} from './wire/path.ts';
import type {
  BookmarkSummary,
  ChildSummary,
  NamedPosition,
  PositionLabel,
  SearchHit,
  TreeChanges,
  TreePage,
  VersionSummary,
} from './wire/position.ts';
import type {
  AgentProperties,
  ModelSummary,
  ProviderReport,
  ProviderSummary,
  ProviderWish,
} from './wire/provider.ts';
import type { MovedTree, TreeContents, TreeProperties } from './wire/tree.ts';

/** Which sibling of a position to go to: the `step`-th after it (wrapping round), or the one named. */
export type SiblingTarget =
  | { readonly step: -1 | 1 }
  | { readonly index: number }
  | { readonly positionId: PositionId };

/** Which version of a position to show: the `step`-th after the one that is selected (wrapping round), or the one named. */
export type VersionTarget = { readonly step: -1 | 1 } | { readonly nodeId: NodeId };

export type ClipboardAction = 'cut' | 'copy' | 'paste';

export interface Requests {
  'app.info'(input: Record<string, never>): AppInfo;
  /** The keys that commands have now, by their ids, for the system's menu to show: a page knows them, main does not. */
  'app.showKeys'(input: { readonly keys: Readonly<Record<string, string>> }): Record<string, never>;
  'settings.read'(input: Record<string, never>): Preferences;
  /** Keeps what changed; every other window hears of it by `settings.changed`. */
  'settings.update'(input: PreferencesPatch): Preferences;
  /** What could not be read in `settings.json` and was not told yet. */
  'settings.troubles'(input: Record<string, never>): readonly SettingsTrouble[];
  /**
   * After `window.closing` or `window.paused`: main has everything that the page held, or (`unsent`) refused some of it,
   * which is in the page alone.
   */
  'window.pageFlushed'(input: { readonly unsent: boolean }): Record<string, never>;
  /** Fills the whole screen with this window, or lets it be a window again. */
  'window.toggleFullScreen'(input: Record<string, never>): Record<string, never>;

  /** The grove of this window; null while the window shows the welcome page. */
  'grove.current'(input: Record<string, never>): GroveSnapshot | null;
  /** Asks for a place with the system's dialog and makes a grove there; null when the writer changed their mind. */
  'grove.create'(input: Record<string, never>): GroveSnapshot | null;
  'grove.choose'(input: Record<string, never>): GroveSnapshot | null;
  /** The sample grove of this computer, made when it is first asked for. */
  'grove.openSample'(input: Record<string, never>): GroveSnapshot | null;
  'grove.openRecent'(input: { readonly handle: string }): GroveSnapshot | null;
  /** Takes a grove off the list of recent ones; its file stays. */
  'grove.forgetRecent'(input: { readonly handle: string }): AppInfo;

  'grove.rename'(input: { readonly name: string }): GroveSnapshot;
  /** What is being done with a file is to end: `opening.changed` offered that. */
  'grove.stopOpening'(input: Record<string, never>): Record<string, never>;
  /** The writer has read a notice. */
  'grove.putAwayNotice'(input: { readonly id: number }): GroveSnapshot;
  /** Does what a notice offers; `draft.replaced` follows where the text is another then. */
  'grove.takeOffer'(input: { readonly id: number; readonly offer: GroveOffer }): GroveSnapshot;
  /** Every hash, invariant and row of the log; what does not hold is said in words. */
  'grove.verify'(input: Record<string, never>): GroveVerification;
  /** Shows in a window of its own what stands where the grove's file was. */
  'grove.showThere'(input: Record<string, never>): Record<string, never>;

  /** Every tree, archived ones too, oldest first. */
  'tree.list'(input: Record<string, never>): readonly LoomTree[];
  /** Shows a tree in this window; the grove opens with it next time. */
  'tree.show'(input: { readonly treeId: TreeId }): GroveSnapshot;
  /** A new empty tree in buffer mode, which is shown; without a title, its first words, else `Loom Tree n`. */
  'tree.create'(input: { readonly title: string | null }): LoomTree;
  /** What is left out stays, of `settings` too. */
  'tree.update'(input: { readonly treeId: TreeId } & TreeProperties): LoomTree;
  /** Another tree that says the same, every branch and the draft too, with ids of its own; it is not shown. Null where it was stopped. */
  'tree.duplicate'(input: { readonly treeId: TreeId }): LoomTree | null;
  /** What goes when a tree is deleted for good. */
  'tree.contents'(input: { readonly treeId: TreeId }): TreeContents;
  /** Deletes an archived tree for good. `title` is what the writer typed to be sure: it must be the tree's. */
  'tree.delete'(input: { readonly treeId: TreeId; readonly title: string }): TreeContents;
  /**
   * Asks with the system's dialog for another grove, copies the tree there whole, compares the copy with it, and only
   * then archives it here. Null when the writer changed their mind.
   */
  'tree.move'(input: { readonly treeId: TreeId }): MovedTree | null;
  /**
   * Positions of a tree without their texts, page by page: from `after` on (0: from the first). One with several versions
   * may stand in a page again, or in a later one: the last is true.
   */
  'tree.positions'(input: { readonly treeId: TreeId; readonly after: number }): TreePage;
  /** Positions that something was written at since a row of the log. */
  'tree.changes'(input: { readonly treeId: TreeId; readonly since: number }): TreeChanges;
  /** What positions (at most 500) are called, in the order they are named; those that are not there are left out. */
  'tree.labels'(input: {
    readonly treeId: TreeId;
    readonly positionIds: readonly PositionId[];
  }): readonly PositionLabel[];

  /** Services set up on this computer, in the order they were. */
  'provider.list'(input: Record<string, never>): readonly ProviderSummary[];
  /** Sets a service up (`id` null) or changes it; another address takes its key away. */
  'provider.save'(input: { readonly id: string | null } & ProviderWish): ProviderSummary;
  /** Sets a service that was taken away up again under its id, so that its agents find it; its key is gone. */
  'provider.restore'(input: { readonly id: string } & ProviderWish): ProviderSummary;
  'provider.remove'(input: { readonly id: string }): readonly ProviderSummary[];
  /** Keeps a service's key; null takes it away. */
  'provider.setKey'(input: { readonly id: string; readonly key: string | null }): ProviderSummary;

  /** Asks a service what it can do, by a few tokens of a model (null: the first it lists), and remembers it. */
  'provider.test'(input: { readonly id: string; readonly model: string | null }): ProviderReport;
  'provider.models'(input: { readonly id: string }): readonly ModelSummary[];

  /** A new model agent; without a colour, the next that no agent of the grove has. */
  'agent.create'(input: {
    readonly name: string;
    readonly modelRef: string;
    readonly configuration: AgentConfiguration;
    readonly color: string | null;
  }): Agent;
  'agent.update'(input: { readonly agentId: AgentId } & AgentProperties): Agent;
  /** Another agent that asks in the same way, with a name and a colour of its own. */
  'agent.duplicate'(input: { readonly agentId: AgentId }): Agent;

  /** Newest first, or the best of the newest 2,000; a query that makes no sense is literal text. */
  'search.find'(input: {
    readonly text: string;
    readonly treeId: TreeId | null;
    readonly ranked: boolean;
    /** 1 to 1,000. */
    readonly limit: number;
    /** Only what one of these wrote, at most 1,000. */
    readonly authorIds?: readonly AgentId[];
    /** Only what was written from then on, and before. Milliseconds. */
    readonly from?: number;
    readonly until?: number;
    /** Only at positions that have a bookmark. */
    readonly bookmarked?: boolean;
  }): { readonly hits: readonly SearchHit[]; readonly complete: boolean };

  'path.read'(input: { readonly treeId: TreeId }): PathSnapshot;
  /** Counts of positions (at most 1,000), those that are on the path, and the path that they are of. */
  'path.headers'(input: { readonly treeId: TreeId; readonly positionIds: readonly PositionId[] }): {
    readonly pathVersion: number;
    readonly headers: readonly HeaderPatch[];
  };
  'path.children'(input: { readonly treeId: TreeId; readonly parentId: PositionId }): readonly ChildSummary[];
  /** Continuations of a position that say `text` somewhere; accents and quotes as in Find. */
  'path.childrenWith'(input: {
    readonly treeId: TreeId;
    readonly parentId: PositionId;
    readonly text: string;
  }): readonly PositionId[];
  /**
   * What the text would show from a position on if it were chosen: its node and its descent, at most `limit` UTF-16
   * code units (1 to 100,000). Nothing is written.
   */
  'path.preview'(input: {
    readonly treeId: TreeId;
    readonly positionId: PositionId;
    readonly limit: number;
  }): SpannedText;
  /** Switches `at` to one of its siblings and goes down from there. `at` is on the path. */
  'path.selectSibling'(input: Intent & { readonly at: PositionId; readonly to: SiblingTarget }): PathReply;
  /** Makes `to` the head; it may be anywhere in the tree. */
  'path.moveHead'(input: Intent & { readonly to: PositionId }): PathReply;
  /**
   * Shows a node wherever it is in the tree: its version is selected, and where its position is not on the path, the path
   * leads there and goes down from there as `path.selectSibling` does.
   */
  'path.goTo'(input: Intent & { readonly nodeId: NodeId }): PathReply;
  /** From the head on to the child last visited, else the newest; the same path when there is none. */
  'path.goToChild'(input: Intent): PathReply;
  /** A continuation that arrived while the writer waited at its parent becomes the head. */
  'path.arrive'(input: Intent & { readonly positionId: PositionId }): PathReply;

  /** Selects a version of `at`, whose pending edit is committed first; the head stays. */
  'path.selectVersion'(input: Intent & { readonly at: PositionId; readonly to: VersionTarget }): PathReply;
  /** Puts back what undo or redo recorded, the draft with it; the one intent that commits nothing (`manuscript.md`). */
  'path.restore'(input: {
    readonly treeId: TreeId;
    readonly pathVersion: number;
    readonly head: PositionId;
    /** Versions to select at their positions. */
    readonly versions: readonly NodeId[];
    /** Positions that the step prunes or, being undone, no longer does; in this order, before the path is put back. */
    readonly pruned: readonly PrunedPosition[];
    readonly draft: Omit<Draft, 'head'>;
  }): PathReply;

  /**
   * Splits what a segment shows at an offset and moves the head there. `nodeId` is null for the working buffer;
   * the offset counts in the segment's text with its pending edit.
   */
  'node.split'(input: Intent & { readonly nodeId: NodeId | null; readonly offset: number }): PathReply;
  /** Makes a node's pending edit, or the version just committed, a branch beside it. */
  'node.branchEdit'(input: Intent & { readonly nodeId: NodeId }): PathReply;
  'node.annotate'(input: {
    readonly treeId: TreeId;
    readonly nodeId: NodeId;
    readonly text: string;
  }): AnnotationSummary;
  /** Writes another version of a note; what its newest one says already writes nothing. */
  'node.reviseNote'(input: {
    readonly treeId: TreeId;
    readonly nodeId: NodeId;
    readonly text: string;
  }): AnnotationSummary;
  /** Takes a note away (`kept` false) or brings it back. */
  'node.keepNote'(input: {
    readonly treeId: TreeId;
    readonly nodeId: NodeId;
    readonly kept: boolean;
  }): AnnotationSummary;
  /** Notes on any version at a node's position, oldest first, removed ones too. */
  'node.annotations'(input: {
    readonly treeId: TreeId;
    readonly nodeId: NodeId;
  }): readonly AnnotationSummary[];
  /** Oldest first. */
  'node.versions'(input: {
    readonly treeId: TreeId;
    readonly positionId: PositionId;
  }): readonly VersionSummary[];
  'node.read'(input: { readonly treeId: TreeId; readonly nodeId: NodeId }): NodeDetails;
  /** How likely each token of a node was; empty where no provider told. */
  'node.tokens'(input: { readonly treeId: TreeId; readonly nodeId: NodeId }): readonly TokenProbability[];
  /**
   * Splits a continuation at a token and goes on with another in its place, in the name of its agent; the head is behind
   * that then.
   */
  'node.chooseToken'(
    input: Intent & { readonly nodeId: NodeId; readonly offset: number; readonly text: string },
  ): PathReply;
  /** The record of the answer that a node came from; null where there is none. */
  'node.record'(input: { readonly treeId: TreeId; readonly nodeId: NodeId }): NodeRecord | null;
  /** Asks where with the system's dialog, and writes the node's record there as JSON; false when the writer changed their mind. */
  'node.exportRecord'(input: { readonly treeId: TreeId; readonly nodeId: NodeId }): boolean;

  /** A label of null takes the label away, not the bookmark. */
  'position.bookmark'(
    input: Intent & {
      readonly positionId: PositionId;
      readonly bookmarked: boolean;
      readonly label: string | null;
    },
  ): PathReply;
  'position.exclude'(
    input: Intent & { readonly positionId: PositionId; readonly excluded: boolean },
  ): PathReply;
  /** Hides a position and what is below it; the head leaves it, and the draft is committed first. */
  'position.prune'(input: Intent & { readonly positionId: PositionId }): PathReply;
  /** Hides positions beside the path and shows others again, all in one step; the draft stays a draft. */
  'position.setPruned'(input: Intent & { readonly positions: readonly PrunedPosition[] }): PrunedReply;
  /** Where the version of a local id, in any case, stands; null for none. */
  'position.find'(input: { readonly treeId: TreeId; readonly localId: string }): NamedPosition | null;
  /**
   * The bookmark after (1) or before (-1) a position (null: before the first) in the order of the tree, round and round;
   * null where there is none.
   */
  'position.nextBookmark'(input: {
    readonly treeId: TreeId;
    readonly from: PositionId | null;
    readonly direction: 1 | -1;
  }): PositionId | null;
  /** By position id: the order they were made. */
  'position.bookmarks'(input: { readonly treeId: TreeId }): readonly BookmarkSummary[];

  /** Tells main what was typed. Answers when main holds it; `SaveState` events say when the file does. */
  'draft.save'(input: {
    readonly treeId: TreeId;
    readonly pathVersion: number;
    readonly ops: readonly DraftOp[];
    /** Of the draft after `ops`, where both sides compare (`AppInfo.checks`). */
    readonly digest: string | null;
  }): { readonly digest: string };
  'draft.commit'(input: Intent & { readonly requestId: RequestId }): PathReply;
  /** Writes what is held to the file at once: on blur, and on closing. */
  'draft.flush'(input: { readonly treeId: TreeId }): Record<string, never>;
  'cursor.save'(input: { readonly treeId: TreeId; readonly cursor: CursorPlace }): Record<string, never>;

  /** Commits the draft and asks for continuations of `at`, a position on the path after the commit (null: the head). */
  'generation.start'(
    input: Intent & {
      readonly at: PositionId | null;
      /** Each of them, 1 to 10 and no one twice, is asked for `count`. */
      readonly agentIds: readonly AgentId[];
      /** 1 to 10. */
      readonly count: number;
      readonly maxTokens: number;
      /** Counts before what the agents have of their own. */
      readonly parameters?: SamplingSettings;
    },
  ): { readonly path: PathReply; readonly job: JobSnapshot };
  /** What everything that is kept in the grove took, newest day first. */
  'generation.usage'(input: Record<string, never>): readonly UsageSummary[];
  /** What a request for continuations of `at` (null: the head) would send now, with what main holds of the draft. */
  'generation.context'(input: {
    readonly treeId: TreeId;
    readonly at: PositionId | null;
    /** Of what the node at `at` shows, only what is before this: as after a split there. */
    readonly offset?: number;
    /** A piece that is answered as a whole, however long it is. */
    readonly whole?: PieceName;
    readonly agentId: AgentId;
    readonly maxTokens: number;
  }): ContextPreview;
  'generation.stop'(input: {
    readonly jobId: JobId | null;
    readonly slot: number | null;
  }): Record<string, never>;
  'generation.running'(input: { readonly treeId: TreeId }): readonly JobSnapshot[];

  /**
   * Asks where with the system's dialog, and writes the text on the screen there, as main holds it: the draft is in it,
   * and is not committed. False when the writer changed their mind.
   */
  'exchange.exportPath'(input: { readonly treeId: TreeId; readonly format: PathFormat }): boolean;
  /** The same as a PDF, in the manuscript's type. */
  'exchange.exportPdf'(input: { readonly treeId: TreeId }): boolean;
  /** Asks where, and writes the whole tree there as JSON (`docs/exchange.md`). */
  'exchange.exportTree'(input: { readonly treeId: TreeId }): ExchangeOutcome;
  /** Prints the text on the screen by the system's dialog; false when the writer changed their mind. */
  'exchange.print'(input: { readonly treeId: TreeId }): boolean;
  /** Asks for text files with the system's dialog, and makes a tree of each; the last is shown. Null when the writer changed their mind. */
  'exchange.importTexts'(input: Record<string, never>): ImportReport | null;
  /** Stops what this window imports, exports or copies. */
  'exchange.stop'(input: Record<string, never>): Record<string, never>;

  /** Backups of the window's grove, of a window without one those of all groves; newest first. */
  'backup.list'(input: Record<string, never>): readonly BackupSummary[];
  /**
   * Asks where with the system's dialog, writes a copy of a backup there, and shows it as a grove of its own. It can be
   * stopped, as can the copies below: nothing is left of one then.
   * @param input.wanted the name of a file that is offered
   */
  'backup.open'(input: { readonly groveId: GroveId; readonly name: string; readonly wanted: string }): {
    /** False when the writer changed their mind, before or while it was written. */
    readonly chosen: boolean;
    /** What this window shows now; null where another window shows the copy. */
    readonly grove: GroveSnapshot | null;
  };
  /**
   * Asks where, writes the grove there with all that is typed until then, and shows that file in place of this one: the
   * page is loaded anew.
   */
  'copy.saveAs'(input: Record<string, never>): ExchangeOutcome;
  /** Asks where, writes the grove there, and shows it in a window of its own. */
  'copy.duplicate'(input: Record<string, never>): ExchangeOutcome;
  /** Asks where, and writes a copy for somebody else there. */
  'copy.share'(input: ShareWish): ExchangeOutcome;
  /**
   * Asks for a copy of the grove with the system's dialog, and brings in what it has besides, once a backup is made. The
   * page is loaded anew, and a banner says what came.
   */
  'copy.merge'(input: Record<string, never>): ExchangeOutcome;

  /** Which of the words (at most 2,000) are not spelled rightly; the writer's own words are not asked. */
  'spelling.check'(input: { readonly words: readonly string[] }): { readonly wrong: readonly string[] };
  /** What a wrong word may have been meant to be: at most six, the likeliest first. */
  'spelling.suggest'(input: { readonly word: string }): readonly string[];
  /** Does to what has the keyboard what the keys of the clipboard do; a page may not read the clipboard itself. */
  'edit.clipboard'(input: { readonly action: ClipboardAction }): Record<string, never>;
}

export interface Events {
  'grove.changed': GroveSnapshot | null;
  'save.changed': SaveState;
  /** Something is done with a file that may take a while, and can be stopped; null when that is over. */
  'opening.changed': { readonly name: string; readonly wait: FileWait } | null;
  /** What stands where the grove's file was, as the offer `compare` found it. */
  'grove.compared': FileComparison;
  /** The draft in main is another than the page shows: it is to be read again. */
  'draft.replaced': Record<string, never>;
  /** Another window changed them. */
  'settings.changed': Preferences;
  /** There is something to be told: ask for `settings.troubles`. */
  'settings.troubled': Record<string, never>;
  /** Services were set up, changed or taken away in another window. */
  'providers.changed': readonly ProviderSummary[];
  'generation.updated': GenerationUpdate;
  /** Continuations of `parentId` changed; `headers` are of positions on the path. */
  'tree.changed': {
    readonly treeId: TreeId;
    readonly parentId: PositionId;
    readonly headers: readonly HeaderPatch[];
  };
  /** A file comes in or goes out, or something else is done that takes long; null when it is done. */
  'exchange.progressed': ExchangeProgress | null;
  /** A command chosen in the system's menu. */
  'command.run': { readonly id: string };
  /** The window is about to close: send what is unsent; main waits for `window.pageFlushed`. */
  'window.closing': Record<string, never>;
  /**
   * The grove is to be another when this is over, and the page loaded anew: take no typing any more, send what is unsent;
   * main waits for `window.pageFlushed`.
   */
  'window.paused': Record<string, never>;
  /** After `window.paused`: nothing was done, since the page alone has some of what was typed. It is written in again. */
  'window.resumed': Record<string, never>;
  /** Something went wrong outside a request. */
  'error.raised': WireError;
}

export type RequestName = keyof Requests;
export type EventName = keyof Events;
export type Input<N extends RequestName> = Parameters<Requests[N]>[0];
export type Output<N extends RequestName> = ReturnType<Requests[N]>;
export type Answer<N extends RequestName> =
  | { readonly ok: true; readonly value: Output<N> }
  | { readonly ok: false; readonly error: WireError };

/** What main offers for each request; `C` is what it knows of the caller's window. */
export type Handlers<C> = {
  readonly [N in RequestName]: (input: Input<N>, caller: C) => Output<N> | Promise<Output<N>>;
};

/** `window.aspen`, all that the preload exposes; `DroppedFile` is the page's `File`, a word of the DOM that ipc has not. */
export interface AspenBridge<DroppedFile> {
  call<N extends RequestName>(name: N, input: Input<N>): Promise<Answer<N>>;
  /** Returns the function that stops listening. */
  on<E extends EventName>(event: E, listener: (value: Events[E]) => void): () => void;
  /** Opens a file that was dropped on the window; the path stays in the preload. */
  openDropped(
    file: DroppedFile,
  ): Promise<{ readonly ok: true } | { readonly ok: false; readonly error: WireError }>;
}

/** The one channel of requests and the one of events. */
export const REQUEST_CHANNEL = 'aspen:request';
export const EVENT_CHANNEL = 'aspen:event';
export const DROP_CHANNEL = 'aspen:drop';
