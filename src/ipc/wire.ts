/** Plain data that crosses between main and the renderer: nothing here has behaviour or a platform. */

import type { SpannedText } from '../core/buffer/draft.ts';
import type { DraftOp } from '../core/buffer/pending-edit.ts';
import type { LeftOut } from '../core/context/assemble.ts';
import type { DescribedError } from '../core/errors.ts';
import type { AgentId, GroveId, JobId, LocalId, NodeId, PositionId, Sha256, TreeId } from '../core/ids.ts';
import type { JsonValue } from '../core/provenance/canonical-json.ts';
import type { PromptState } from '../core/provenance/rebuild-prompt.ts';
import type { NodeVerdict, Verification } from '../core/provenance/verify.ts';
import type { FoldedText } from '../core/text/fold-text.ts';
import type { Spans } from '../core/text/span.ts';
import type { Agent, AgentConfiguration, CompletionStyle } from '../core/tree/agent.ts';
import type { Content } from '../core/tree/content.ts';
import type { Hyperedge } from '../core/tree/hyperedge.ts';
import type { LoomTree, TreeSettings } from '../core/tree/loom-tree.ts';
import type { PositionRows } from '../core/tree/position-rows.ts';
import type { FinishReason, TreeNode } from '../core/tree/tree-node.ts';

/** An error as it crosses: a code, the sentence for it, and what exactly happened. */
export type WireError = DescribedError;

export interface AppInfo {
  readonly version: string;
  readonly platform: 'linux' | 'darwin' | 'win32';
  /** True in development and tests: both sides compare digests of the draft after every save (`house.md`). */
  readonly checks: boolean;
  readonly recentGroves: readonly RecentGrove[];
}

/** A grove opened before. The renderer holds this handle and never a path (`proof.md`, *Security*). */
export interface RecentGrove {
  readonly handle: string;
  readonly name: string;
  /** The folder, shortened for people. */
  readonly where: string;
  readonly openedAt: number;
  /** No file is where it was. */
  readonly isMissing: boolean;
}

/** One open grove, as its window sees it. */
/** What a notice of a grove offers to do. */
export type GroveOffer =
  | 'undoRecovery'
  | 'redoRecovery'
  | 'findIt'
  | 'saveHere'
  | 'compare'
  | 'recover'
  | 'saveCopy'
  | 'openBackup'
  | 'closeAnyway';

/** What keeps a window waiting with a file: it is looked through for one of these ends, recovered from, or written. */
export type FileWait = 'opening' | 'finding' | 'comparing' | 'recovering' | 'saving';

/** Something that happened to a grove, kept by main until the writer puts it away. */
export interface GroveNotice {
  readonly id: number;
  /** Whether it says that something was done; else that something went wrong. */
  readonly isDone: boolean;
  readonly sentence: string;
  readonly detail: string;
  readonly offers: readonly GroveOffer[];
}

export interface GroveSnapshot {
  readonly id: GroveId;
  readonly name: string;
  /** The file's name without its folder. */
  readonly fileName: string;
  readonly readOnly: boolean;
  /** What happened to the grove that the writer has not put away, oldest first. */
  readonly notices: readonly GroveNotice[];
  /** Why the file cannot be written and what can be done, also once the notice was put away; null where it can. */
  readonly trouble: GroveNotice | null;
  readonly writerId: AgentId;
  readonly agents: readonly Agent[];
  /** Trees that are not archived, oldest first. */
  readonly trees: readonly LoomTree[];
  /** Oldest first. */
  readonly archivedTrees: readonly LoomTree[];
  /** The tree to show. */
  readonly openTreeId: TreeId;
}

/**
 * A stretch of a path from near the root towards the head, the root left out: one string and typed arrays, since an
 * array of objects costs five times as much to cross (`proof.md`, *Speed*). Index i speaks of the i-th node.
 */
export interface PathSegments {
  readonly count: number;
  /** The nodes' texts, joined. */
  readonly text: string;
  /** UTF-16 code units of each node's text. */
  readonly lengths: Uint32Array;
  /** `count` ids of `ID_LENGTH` characters, joined. */
  readonly nodeIds: string;
  readonly positionIds: string;
  /** The agents that `authors` and `spanAgents` point into. */
  readonly agents: readonly AgentId[];
  readonly authors: Uint16Array;
  /** How many spans each node has; the spans themselves follow one another in the next three. */
  readonly spanCounts: Uint32Array;
  readonly spanAgents: Uint16Array;
  readonly spanLengths: Uint32Array;
  /** 1 where a diff decided who wrote the run. */
  readonly spanInferred: Uint8Array;
  /**
   * 1-based place among the siblings that are not pruned (and, if pruned itself, among all), and their number. All four
   * are 0 where main has not counted yet: counting costs the number of siblings (`path.headers`).
   */
  readonly siblingIndexes: Uint32Array;
  readonly siblingCounts: Uint32Array;
  /** 1-based place among the position's versions, and their number. */
  readonly versionIndexes: Uint32Array;
  readonly versionCounts: Uint32Array;
  /** A sum of `POSITION_FLAGS` (`core/tree/tree-node.ts`). */
  readonly flags: Uint8Array;
}

/** Offsets in the path's text, working buffer included; `scroll` is the offset at the top of the view. */
export interface CursorPlace {
  readonly anchor: number;
  readonly head: number;
  readonly scroll: number;
}

/** Everything the manuscript needs to show a tree as the writer left it. */
export interface PathSnapshot {
  readonly treeId: TreeId;
  readonly rootPositionId: PositionId;
  /** Raised by main whenever the tree's path changes; intents carry the one they were made against. */
  readonly pathVersion: number;
  readonly segments: PathSegments;
  /** The working buffer's text. */
  readonly buffer: SpannedText;
  /** New texts of committed nodes on the path, in path order. */
  readonly edits: readonly ({ readonly nodeId: NodeId } & SpannedText)[];
  readonly cursor: CursorPlace | null;
}

/** What every intent carries: the version it was made against and the typing that main has not yet been told. */
export interface Intent {
  readonly treeId: TreeId;
  readonly pathVersion: number;
  /** In the order they were made; applied before the intent is carried out. */
  readonly ops: readonly DraftOp[];
}

/** What became of one part of the draft in a commit. */
export interface Committed {
  /** The node whose pending edit it was; null for the working buffer. */
  readonly was: NodeId | null;
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
  /** The writer as a rule; another where an earlier version with the same text and spans was selected again. */
  readonly authorId: AgentId;
}

/** The answer to an intent that may change the path. */
export interface PathReply {
  readonly pathVersion: number;
  /** One entry for each pending edit and for a working buffer that became a node. */
  readonly committed: readonly Committed[];
  /** How many nodes from the root on (after the commit) are the same as before; `tail` follows them. */
  readonly keep: number;
  readonly tail: PathSegments;
  /** How many nodes before the head are the same as before; they follow `tail`. */
  readonly rest: number;
  /** Headers of kept positions that look different now. */
  readonly headers: readonly HeaderPatch[];
}

/** New counts for a position on the path. */
export interface HeaderPatch {
  readonly positionId: PositionId;
  readonly siblingIndex: number;
  readonly siblingCount: number;
  readonly versionIndex: number;
  readonly versionCount: number;
  readonly flags: number;
}

/** A position that is to be hidden, or (`pruned` false) shown again. */
export interface PrunedPosition {
  readonly positionId: PositionId;
  readonly pruned: boolean;
}

/** One continuation of a position, as the Continuations list shows it. */
export interface ChildSummary {
  readonly positionId: PositionId;
  /** The version shown: the selected one, else the newest. */
  readonly nodeId: NodeId;
  readonly authorId: AgentId;
  /** The first 240 UTF-16 code units of its text. */
  readonly excerpt: string;
  readonly length: number;
  /** The first continuation here that says the same, letter by letter; its own position where it is that one. */
  readonly firstAlike: PositionId;
  readonly pruned: boolean;
  readonly bookmarked: boolean;
  readonly finishReason: FinishReason | null;
  readonly versionCount: number;
  /** Oldest first, `nodeId` the selected one; empty where there is only one. */
  readonly versions: readonly VersionSummary[];
  readonly createdAt: number;
}

/** One of the versions at a position. */
export interface VersionSummary {
  readonly nodeId: NodeId;
  readonly localId: LocalId;
  readonly authorId: AgentId;
  readonly editedFrom: NodeId | null;
  readonly createdAt: number;
  /** Whether it is the one on the writer's path. */
  readonly selected: boolean;
}

/** A note on a node, as its newest version has it: never on a path, never in context. */
export interface AnnotationSummary extends SpannedText {
  readonly nodeId: NodeId;
  /** The note's own, which its versions share. */
  readonly positionId: PositionId;
  /** The version of the noted position that its author had in front of them. */
  readonly originId: NodeId;
  readonly authorId: AgentId;
  /** When this version was written. */
  readonly createdAt: number;
  readonly versionCount: number;
  /** Taken away; it can be brought back. */
  readonly removed: boolean;
}

/** Everything the Node tab tells of one node. */
export interface NodeDetails {
  readonly node: TreeNode;
  readonly content: Content;
  readonly spans: Spans;
  /** The one edge into it; null at the root. */
  readonly edge: Hyperedge | null;
  readonly verdict: NodeVerdict;
  /** The model as its answer names it; null where no answer was recorded, or it does not say. */
  readonly answeredBy: string | null;
}

/** The record of the answer that a node came from (`generation.md`, *Records*). */
export interface NodeRecord {
  readonly provider: string;
  /** The provider's own; null where it gave none. */
  readonly requestId: string | null;
  /** As the answer names it; null where it does not. */
  readonly model: string | null;
  /** Parameters, never the key; the prompt as its hash and what rebuilds it. */
  readonly request: JsonValue;
  /** Whether the tree gives the prompt that was sent. */
  readonly prompt: PromptState;
  readonly requestedAt: number;
  readonly respondedAt: number;
  readonly latencyMs: number;
  readonly tokenUsage: JsonValue;
  readonly bodySha256: Sha256;
  /** Null in a copy that was shared without bodies. */
  readonly body: RecordedBody | null;
}

/** One token of a continuation, `[from, to)` of its node's text, in UTF-16 code units. */
export interface TokenProbability {
  readonly from: number;
  readonly to: number;
  /** Natural logarithm of its probability. */
  readonly logprob: number;
  /** What else might have come, likeliest first; it may be among them itself. */
  readonly alternatives: readonly { readonly text: string; readonly logprob: number }[];
}

export interface RecordedBody {
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of the body as text: at most 200,000 UTF-16 code units. */
  readonly text: string;
  /** Whether there is more of it than `text`. */
  readonly cut: boolean;
  /** Bytes of the whole body. */
  readonly bytes: number;
}

/** What can be proved of a grove; each list is empty where all is well, and says in words what is not. */
export interface GroveVerification {
  readonly nodes: Verification;
  /** Invariants of `domain.md` that do not hold. */
  readonly violations: readonly string[];
  /** Where the log does not hold, and nodes that are not as it says. */
  readonly log: readonly string[];
}

/** A stretch of a tree's positions, in the order they were written. */
export interface TreePage {
  readonly positions: PositionRows;
  /** Where the next page begins; null behind the last. */
  readonly next: number | null;
  /** The last row of the log when it was read: what changes later is asked for from there. */
  readonly seq: number;
}

/** Positions that something was written at, as they are now. */
export interface TreeChanges {
  readonly positions: PositionRows;
  readonly seq: number;
}

/** What a list calls a position. */
export interface PositionLabel {
  readonly positionId: PositionId;
  readonly localId: LocalId;
  /** The first 120 characters of the version that is shown. */
  readonly excerpt: string;
  readonly bookmarkLabel: string | null;
}

/** A position that is bookmarked, with the beginning of what it says. */
export interface BookmarkSummary {
  readonly positionId: PositionId;
  readonly nodeId: NodeId;
  readonly label: string | null;
  readonly excerpt: string;
  readonly pruned: boolean;
}

/** A position, and the beginning of one of its versions. */
export interface NamedPosition {
  readonly positionId: PositionId;
  readonly excerpt: string;
  readonly pruned: boolean;
}

export interface SearchHit {
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
  readonly treeId: TreeId;
  readonly authorId: AgentId;
  /** The node that a note is on; null for text. */
  readonly noteOn: { readonly nodeId: NodeId; readonly positionId: PositionId } | null;
  /** The position itself, or one above it. */
  readonly pruned: boolean;
  readonly createdAt: number;
  /** The end of what comes before in its branch; of a note, the end of what it is on. */
  readonly before: string;
  /** The text around the first match, `…` where it was cut. */
  readonly snippet: string;
  /** Half-open ranges of the snippet, in UTF-16 code units. */
  readonly highlights: readonly { readonly from: number; readonly to: number }[];
}

/** What one agent's requests took in one tree on one day, of one model. */
export interface UsageSummary {
  /** `2026-11-21`, by this computer's clock. */
  readonly day: string;
  readonly treeId: TreeId;
  readonly agentId: AgentId;
  readonly provider: string;
  /** As the answers name it; null where they do not. */
  readonly model: string | null;
  readonly requests: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Requests whose provider told no counts. */
  readonly uncounted: number;
  /** In dollars, by the prices that the provider's list gave last; null where it gives none. */
  readonly cost: number | null;
}

/** Something that a request sends, exactly as sent. */
export interface ContextPiece {
  /** `gap`: what stands where text was left out. */
  readonly kind: 'system' | 'memory' | 'text' | 'gap' | 'authorsNote';
  readonly text: FoldedText;
}

/** Which piece: the `nth` of its kind, from 0. */
export interface PieceName {
  readonly kind: ContextPiece['kind'];
  readonly nth: number;
}

/** A place in the text of the path: an offset in what a node shows; `nodeId` is null in the working buffer. */
export interface NodeOffset {
  readonly nodeId: NodeId | null;
  readonly offset: number;
}

/** Text that is not sent, and why. */
export interface LeftOutStretch {
  readonly reason: LeftOut['reason'];
  readonly from: NodeOffset;
  readonly to: NodeOffset;
  /** How many it is of, in whole or in part. */
  readonly nodes: number;
  readonly text: FoldedText;
}

/** Exactly what the next request would send (`generation.md`, *Context*). */
export interface ContextPreview {
  readonly style: CompletionStyle;
  /** In the order sent; none is empty, and no two texts stand side by side. */
  readonly pieces: readonly ContextPiece[];
  /** In path order. */
  readonly leftOut: readonly LeftOutStretch[];
  /** Spaces left off the document's end, in UTF-16 code units. */
  readonly trimmed: number;
  /** Estimate of everything sent. */
  readonly tokens: number;
  /** Kept free for the answer, in tokens. */
  readonly reserve: number;
  /** What the model can read and write at once, in tokens; null where nobody has said. */
  readonly window: number | null;
  /** Why nothing would be sent, `pieces` being what would have to be; null where it would. */
  readonly refusal: WireError | null;
  /** By how many tokens it is refused; 0 where it is not. */
  readonly tooMany: number;
}

/** A service that continues text, as a writer has set it up. Its key never leaves main. */
export interface ProviderSummary {
  /** The part of a model reference before the first colon. */
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly extra: Readonly<Record<string, JsonValue>>;
  /** `session`: this system has no keychain, so the key is forgotten when the program ends. */
  readonly key: 'none' | 'kept' | 'session';
  /** Null for one that was never tested. */
  readonly ability: ProviderAbility | null;
}

/** What a service was seen to do; what is left out could not be told. */
export interface ProviderAbility {
  readonly completions?: boolean;
  readonly chat?: boolean;
  readonly streaming?: boolean;
  /** Several choices in one response. */
  readonly manyChoices?: boolean;
  readonly logprobs?: boolean;
  readonly seed?: boolean;
  /** Token counts at the end of a stream. */
  readonly usage?: boolean;
  readonly testedAt: number;
}

export type ProviderAbilityName = Exclude<keyof ProviderAbility, 'testedAt'>;

/** One thing that a test tried. */
export interface ProviderFinding {
  readonly what: 'reached' | 'models' | ProviderAbilityName;
  /** Null where it was not tried. */
  readonly can: boolean | null;
  /** In words, for the writer. */
  readonly sentence: string;
}

/** What a test of a service found out. */
export interface ProviderReport {
  readonly findings: readonly ProviderFinding[];
  readonly abilities: Readonly<Partial<Record<ProviderAbilityName, boolean>>>;
  readonly models: readonly ModelSummary[];
  /** The model that was asked; null where the service lists none and none was named. */
  readonly model: string | null;
}

/** A model as a service lists it. */
export interface ModelSummary {
  readonly id: string;
  /** What it can read and write at once, in tokens, where the list says. */
  readonly contextLength: number | null;
  /** Dollars a million tokens, where the list says. */
  readonly promptPrice: number | null;
  readonly completionPrice: number | null;
}

/** What may be set of a service. */
export interface ProviderWish {
  readonly name: string;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly extra: Readonly<Record<string, JsonValue>>;
}

/** What of a model agent may be changed; what is left out stays. */
export interface AgentProperties {
  readonly name?: string;
  /** `provider:model`. */
  readonly modelRef?: string;
  readonly configuration?: AgentConfiguration;
  readonly color?: string;
  readonly archived?: boolean;
}

/** What of a tree may be changed; what is left out stays. */
export interface TreeProperties {
  /** Null, or nothing but white space: the first words of its text, whatever they become. */
  readonly title?: string | null;
  readonly description?: string | null;
  readonly systemContext?: string | null;
  readonly settings?: TreeSettings;
  readonly archived?: boolean;
}

/** What goes when a tree is deleted for good. */
export interface TreeContents {
  /** Texts, every version of them; the root and notes are not counted. */
  readonly nodes: number;
  readonly notes: number;
  /** Answers of providers that no other tree has. */
  readonly answers: number;
}

/** A tree that is in another grove now, and here in the archive. */
export interface MovedTree {
  /** The other grove's name, and its file's without the folder. */
  readonly grove: string;
  readonly fileName: string;
  readonly nodes: number;
  /** Answers that came with it. */
  readonly answers: number;
}

export type SlotState = 'waiting' | 'streaming' | 'saving' | 'done' | 'stopped' | 'failed' | 'empty';

/** One continuation on its way. Its position's id is taken when it is asked for (`domain.md`, *Entities*). */
export interface SlotSnapshot {
  readonly slot: number;
  readonly positionId: PositionId;
  readonly agentId: AgentId;
  readonly state: SlotState;
  readonly text: string;
  /** Why it ended; null while it has not, and where it failed. */
  readonly finishReason: FinishReason | null;
  readonly error: WireError | null;
}

/** A running request for continuations of one position. */
export interface JobSnapshot {
  readonly jobId: JobId;
  readonly treeId: TreeId;
  readonly parentId: PositionId;
  readonly slots: readonly SlotSnapshot[];
}

/** News of one slot; at most 30 a second a slot while it streams (`house.md`). */
export interface GenerationUpdate {
  readonly jobId: JobId;
  readonly treeId: TreeId;
  readonly parentId: PositionId;
  readonly slot: number;
  readonly positionId: PositionId;
  readonly state: SlotState;
  /** UTF-16 code units of the slot's text before `append`. */
  readonly from: number;
  readonly append: string;
  readonly finishReason: FinishReason | null;
  readonly error: WireError | null;
}

/** What the text on the screen may be written as. */
export type PathFormat = 'markdown' | 'plainText' | 'html';

/** A file on its way in or out that takes longer than a moment. */
/** What of a grove is shared. */
export type ShareWish =
  | {
      readonly kind: 'grove';
      /** The bodies of what providers answered go with it. */
      readonly answers: boolean;
    }
  | { readonly kind: 'path'; readonly treeId: TreeId };

/** A backup that can be opened as a copy. */
export interface BackupSummary {
  readonly groveId: GroveId;
  readonly groveName: string;
  /** Names it among those of its grove. */
  readonly name: string;
  /** When it was made, in milliseconds since 1970 UTC. */
  readonly time: number;
  readonly bytes: number;
  /** Nodes that say something. */
  readonly nodes: number;
  /** Without those in the archive. */
  readonly trees: number;
}

export interface ExchangeProgress {
  readonly kind: 'import' | 'export' | 'backup' | 'copy' | 'duplicate' | 'merge';
  /** The file's, without its folder; of a tree that is duplicated, its title. */
  readonly name: string;
  /** What is done of it, from 0 to 1; null where nobody can see into it. */
  readonly share: number | null;
}

/** What became of a file that the writer chose a place for. */
export type ExchangeOutcome = 'done' | 'dismissed' | 'stopped';

/** What became of the files that were to be imported. */
export interface ImportReport {
  /** A tree for each file that was read, in the order they were chosen. */
  readonly trees: readonly LoomTree[];
  /** Those that could not be, each with the reason in words. */
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
  /** The writer stopped it: what had come in of the file is a tree in the archive. */
  readonly stopped: boolean;
}

/** What stands where a grove's file was, held against the grove as its window has it. */
export interface FileComparison {
  /** The file's name without its folder. */
  readonly fileName: string;
  /** Why what stands there cannot be read, as a sentence; null where it was. */
  readonly refusal: string | null;
  /** What could be read; null where it could not. */
  readonly sides: {
    readonly isSameGrove: boolean;
    readonly here: ComparedSide;
    readonly there: ComparedSide;
  } | null;
}

export interface ComparedSide {
  /** Nodes but for the roots and for notes. */
  readonly texts: number;
  /** Those that the other side has not got. */
  readonly own: number;
  /** How the newest of those begin, on one line each. */
  readonly beginnings: readonly string[];
  /** Titles of trees that the other side has not got. */
  readonly ownTrees: readonly string[];
  /** Words typed and not committed that the other side has not got as they are. */
  readonly typedWords: number;
  /** Notes that the other side has not got. */
  readonly notes: number;
  /** Bookmarks that the other side has not got, or calls otherwise. */
  readonly bookmarks: number;
  /** Positions that are pruned here and that the other side has and shows. */
  readonly pruned: number;
  /** Summaries of texts and trees that the other side has not got as they are. */
  readonly summaries: number;
}

/** The truths of the status bar (`storage.md`, *Typed text*): in the file, in the recovery journal, not in the file. */
export type SaveState =
  | { readonly state: 'saved' }
  /** `isWaiting`: another program has the file for a moment. */
  | { readonly state: 'safe'; readonly isWaiting?: true }
  /** `safe`: the recovery journal has it all the same. */
  | { readonly state: 'notSaved'; readonly error: WireError; readonly safe: boolean };
