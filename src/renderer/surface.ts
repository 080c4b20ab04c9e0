/** Types shared by editor and sessions: plain data and surfaces (`manuscript.md`). Lengths are in UTF-16 code units. */
import type { Draft, PendingEdit, WorkingBuffer } from '../core/buffer/draft.ts';
import type { UndoSteps } from '../core/buffer/undo-steps.ts';
import type { AgentId, NodeId, PositionId, SegmentId } from '../core/ids.ts';
import type { TextLink } from '../core/links/text-links.ts';
import type { AuthorShare } from '../core/provenance/who-wrote.ts';
import type { SceneAction, SceneMove, SceneRefusal } from '../core/sections/scene-edits.ts';
import type { SceneItem } from '../core/sections/scene-list.ts';
import type { FindQuery } from '../core/text/find-pattern.ts';
import type { SpannedText, TextRange } from '../core/text/span.ts';
import type { DraftSplice } from '../core/text/splice.ts';
import type { ForkCount } from '../core/tree/forks.ts';

/** A committed node of the path. */
export interface PathNode extends SpannedText {
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
  /** Its position is a hidden split; absent for no (`domain.md`, *Forks*). */
  readonly isSplit?: true;
  /** In a conversation: it continues the message before it, and both are one; absent for no. */
  readonly continues?: true;
}

/** The selection and the offset at the top of the view, as offsets of the whole text. */
export interface CursorState {
  readonly anchor: number;
  readonly head: number;
  readonly scroll: number;
}

/** An edit of a message that is not on the path. */
export interface WaitingEdit extends PendingEdit {
  readonly positionId: PositionId;
  readonly parentId: PositionId | null;
}

/** A path, its draft and the cursor, to show from scratch. */
export interface ManuscriptContent {
  readonly rootPositionId: PositionId;
  /** From below the root to the head. */
  readonly nodes: readonly PathNode[];
  /** The nodes' texts joined, if the caller already has that: joining ten thousand costs as much as showing them. */
  readonly text?: string;
  readonly edits: readonly PendingEdit[];
  /** In a conversation: the edits of messages that are not on the path. */
  readonly waiting?: readonly WaitingEdit[];
  readonly buffer: WorkingBuffer;
  readonly cursor: CursorState | null;
  /** An earlier snapshot of exactly this text: its caret and its undo history are restored. */
  readonly snapshot?: TextSnapshot | null;
  /** Without a snapshot: the undo history that an earlier session left of exactly this text. */
  readonly undo?: UndoSteps | null;
}

/** A text with its undo history, so that another editor of the same window can show it again. */
export interface TextSnapshot {
  /** The path shown: the history is valid only for the same nodes and the same draft. */
  readonly path: PathAndDraft;
  /** Opaque to everything but the editor. */
  readonly state: unknown;
}

/** Names a segment, and the node that it shows if that is known at the time. */
export interface SegmentRef {
  readonly segmentId: SegmentId;
  /** Null for the working buffer, and for a former one whose commit is in progress. */
  readonly nodeId: NodeId | null;
  /** The commit in progress that will decide which node it becomes; null if none is. */
  readonly seal: number | null;
}

/** A segment whose commit is in progress. */
export type SealedSegment = SegmentRef;

/** A sealed segment and the node that its commit made of it. */
export interface CommittedSegment {
  readonly segmentId: SegmentId;
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
}

/** The nodes of one seal. Sealed segments that are not listed were dropped. */
export interface CommitResult {
  readonly seal: number;
  readonly segments: readonly CommittedSegment[];
}

/** Text of one segment changed; offsets are local to the segment after all earlier events. */
export type TypedEvent = SegmentRef & { readonly kind: 'typed'; readonly splice: DraftSplice };

/** Undo removed a pending edit: the node shows its own text again. */
export type ClosedEvent = SegmentRef & { readonly kind: 'closed' };

/**
 * Commit the draft as it was before the events that follow: either the writer began to edit another node
 * (`domain.md`, *Commit triggers*), or `seal` was called.
 */
export interface SealedEvent {
  readonly kind: 'sealed';
  /** Identifies the commit; seals increase. */
  readonly seal: number;
  readonly segments: readonly SealedSegment[];
}

/** Undo or redo put back other nodes and another draft. Nothing is to be committed. */
export interface RestoredEvent {
  readonly kind: 'restored';
  /** It was redo. */
  readonly isRedo: boolean;
  /** Positions to prune or to restore, in this order. */
  readonly pruned: readonly PrunedPosition[];
  /** The restored path and draft. Call it only after every earlier seal has been answered. */
  read(): PathAndDraft;
}

/** The editor's events, in order. The outbox in `session` turns them into requests. */
export type DraftEvent = TypedEvent | ClosedEvent | SealedEvent | RestoredEvent;

export interface PrunedPosition {
  readonly positionId: PositionId;
  readonly pruned: boolean;
}

/** A path and its draft as the manuscript shows them. */
export interface PathAndDraft {
  /** From below the root to the head. */
  readonly nodes: readonly { readonly nodeId: NodeId; readonly positionId: PositionId }[];
  readonly draft: Draft;
}

/** The writer's place in a tree, whatever surface shows it (`domain.md`, *Words*). */
export interface CurrentPlace {
  /** The current position: the caret's node, or the head. Null while its commit is in progress. */
  readonly currentPositionId: PositionId | null;
  readonly headPositionId: PositionId | null;
  /** Nodes on the path, not counting the root. */
  readonly pathLength: number;
  /** The position before the current one; for the first node, the root's; null at the root. */
  readonly parentPositionId: PositionId | null;
  /** The caret is in the working buffer or at the end of the text. */
  readonly atEnd: boolean;
  /** The fork inside the text of the current position, or after the last one, at which the caret is; null for none. */
  readonly forkId: PositionId | null;
  /** The text of the current position has changed since it was committed. */
  readonly edited: boolean;
  /** Uncommitted text after the head. */
  readonly bufferLength: number;
  /** Nodes with uncommitted edits. */
  readonly pendingCount: number;
  /** The chapter or scene with the caret, an index of those last read; -1 before the first, and in a conversation. */
  readonly sectionIndex: number;
}

/** The caret's place on the path, and the counts that the status bar shows. */
export interface ManuscriptSummary extends CurrentPlace {
  /** 1-based number of the caret's node on the path; in the working buffer, the head's; 0 in an empty tree. */
  readonly nodeNumber: number;
  readonly words: number;
  readonly characters: number;
  /** Words in the selected text; 0 without a selection. */
  readonly selectionWords: number;
  readonly selectionCharacters: number;
  /** Words added by the writer since the session began, minus those of their own that they cut; may be negative. */
  readonly sessionWords: number;
}

/** Counts start at 1 and are 0 while unknown. Pruned siblings and the root are not counted. */
export interface PositionHeader {
  readonly siblingIndex: number;
  readonly siblingCount: number;
  readonly versionIndex: number;
  readonly versionCount: number;
  /** A sum of `POSITION_FLAGS` (`core/tree/tree-node.ts`). */
  readonly flags: number;
  /** The lists at forks inside its text, in text order; offsets are in the committed text. */
  readonly forks: readonly ForkCount[];
}

/** The header of a position on the path; undefined if main has not sent one. */
export type FindHeader = (positionId: PositionId) => PositionHeader | undefined;

/** The state of `find`. */
export interface FindReport {
  /** `idle`: no query. `invalid`: the regular expression does not parse. `slow`: the search timed out. */
  readonly state: 'idle' | 'searching' | 'found' | 'invalid' | 'slow';
  readonly count: number;
  /** 1-based number of the selected match; 0 if none is selected. */
  readonly current: number;
}

/** A rectangle in the window, in CSS pixels. */
export interface WindowRect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A link in the text (`documents.md`, *Links*). */
export interface LinkInText extends Pick<TextLink, 'name' | 'section' | 'localId' | 'passage'> {
  /** The node whose text it is in, as it was committed; null for other text. */
  readonly nodeId: NodeId | null;
}

/** A request by the writer that is not an edit, made with the pointer or an equivalent key. */
export type ManuscriptRequest =
  /** The author of a node, and its time; `rect` is the start of its text. */
  | {
      readonly kind: 'about';
      readonly positionId: PositionId;
      readonly by: 'click' | 'hover' | 'key';
      readonly rect: WindowRect;
    }
  /** Another item of the list that has a position of the path or, with `fork`, of the one inside its text. */
  | {
      readonly kind: 'switch';
      readonly positionId: PositionId;
      readonly fork: PositionId | null;
      readonly step: -1 | 1;
    }
  /** Move on from the head, or return to what follows where the path took another way. */
  | { readonly kind: 'goOn' }
  | { readonly kind: 'readOn' }
  /**
   * The probability of a token. `index` is its index in what `readTokens` returned, or null if that was empty; `text` is
   * the token, and `rect` its bounds. Without tokens both are of the character at that point.
   */
  | {
      readonly kind: 'token';
      readonly nodeId: NodeId;
      readonly positionId: PositionId;
      readonly index: number | null;
      readonly text: string;
      readonly by: 'hover' | 'key';
      readonly rect: WindowRect;
    }
  /** Run the prompt fence that begins there, as an offset in the text. */
  | { readonly kind: 'fence'; readonly from: number }
  /** The writer ended the preview by acting on the text. */
  | { readonly kind: 'previewEnded' }
  /** Visible positions whose sibling counts are still unknown. */
  | { readonly kind: 'counts'; readonly positionIds: readonly PositionId[] };

/** An offset in what a node shows; in the working buffer, `nodeId` is null. */
export interface PathOffset {
  readonly nodeId: NodeId | null;
  readonly offset: number;
}

/**
 * A change that would make the uncommitted text too long (`generation.md`, *Bounds*): typing; a longer text
 * at once; any change of a node that an earlier version made longer than an edit may be.
 */
export type RefusedText = 'typing' | 'insertion' | 'longNode';

/** Text that models are not sent because it does not fit. */
export interface TruncatedRange {
  readonly from: PathOffset;
  readonly to: PathOffset;
}

/** `[from, to)` of what the `index`-th node shows, or of the working buffer after the last one. */
export interface WordsOnPath extends TextRange {
  readonly index: number;
}

/** An offset in what the `index`-th node shows, or in the working buffer after the last one. */
export interface ScenePlace {
  readonly index: number;
  readonly offset: number;
}

/** A chapter or a scene of the text as it is now. */
export interface SceneText extends SceneItem {
  /** The start of its heading or, without one, of its words, as an offset of the whole text. */
  readonly from: number;
  /** The words of its heading; empty for none. */
  readonly title: string;
  /** The beginning of its text below the heading or the break; empty for none, and for a chapter's heading. */
  readonly excerpt: string;
  /** Of a heading of chapters, with all that is inside it. */
  readonly words: number;
  /** The authors of these words, by decreasing share. */
  readonly shares: readonly AuthorShare[];
  /** The place where it begins with its heading or break: the beginning of a node if only white space is before it there. */
  readonly begins: ScenePlace;
  /** The end of its heading's line or, without one, the start of its words. */
  readonly goesTo: ScenePlace;
}

/** An item of a list and what would follow it, to show in place of everything after a place of the path. */
export interface SiblingPreview extends SpannedText {
  /** The index of the node that has the place; -1 for the beginning of the text. */
  readonly index: number;
  /** In the committed text of that node, in UTF-16 code units; null for its end. */
  readonly offset: number | null;
  /** 1-based number in its list, and the number of items there. */
  readonly number: number;
  readonly count: number;
}

/** The continuation that is streaming at the end of the text, in a widget: not yet part of the text. */
export interface StreamingText {
  readonly agentId: AgentId;
  readonly text: string;
}

/** The caret in one segment. */
export interface CaretInSegment {
  /** The node whose text the caret is in; null in the working buffer. */
  readonly nodeId: NodeId | null;
  /** In what the segment shows. */
  readonly offset: number;
  /** Length of the segment's text. */
  readonly length: number;
}

/** The end of the node at an index (-1: the start of the text), or an offset in what it shows. */
export type CaretTarget = number | { readonly index: number; readonly offset: number };

export interface TailOptions {
  /**
   * `keep`: caret and scroll position stay on the same text if it still exists; a caret whose text is gone moves to the
   * end of the first node that replaced it. Otherwise it moves there, unless an input method is composing.
   */
  readonly caret: 'keep' | 'end' | CaretTarget;
  /** The nodes' texts joined, if the caller already has that. */
  readonly text?: string;
  /** Number of nodes before the head that stay too; 0 by default. */
  readonly keptAfter?: number;
  /** Positions that this pruned or restored: undo does the opposite. */
  readonly pruned?: readonly PrunedPosition[];
  /** The writer switched: undo reverts a run of switches at once. */
  readonly isSwitch?: boolean;
}

/** A surface that shows a tree and takes text from the writer (`house.md`, *Two surfaces*). */
export interface TextSurface<Place extends CurrentPlace = CurrentPlace> {
  focus(): void;
  summary(): Place;
  /** The uncommitted text as it is now; sealed segments are reported as what they were before the seal. */
  draft(): Draft;
  /** The caret's segment and where the caret is in it. */
  caretInSegment(): CaretInSegment;
  /** Moves the caret to the end of the text of the `index`-th node (0-based; -1: to the start of the text). */
  moveCaretAfter(index: number): void;
  /** Puts the caret at `offset` in what the `index`-th node shows, or selects from there to `to`, in the view's middle. */
  moveCaretInto(index: number, offset: number, to?: number): void;
  /** Replaces the selection as if by typing; does nothing in a read-only grove. */
  type(text: string): void;
  selectedText(): string;
  /** True while an input method is composing, and until the tasks that waited for it have run: no command runs. */
  isComposing(): boolean;
  /** Runs a task when the current composition ends, or at once if there is none. */
  afterComposing(task: () => void): void;
  /** Number of steps that can be undone. */
  undoDepth(): number;
  /** Undo, like redo, returns false if there is no step; true also while one waits (`holdHistory`). */
  undo(): boolean;
  redo(): boolean;
  /**
   * Undo and redo wait while a move along the tree is in progress, because that move is what they would
   * revert first. Steps requested meanwhile run when it is over.
   */
  holdHistory(held: boolean): void;
}

/** A surface whose uncommitted text the outbox sends to main, and which shows main's replies. */
export interface DraftSurface<Place extends CurrentPlace = CurrentPlace> extends TextSurface<Place> {
  /**
   * Shows another path and draft of the same tree, at once and without an event. Text that both show stays, with the
   * caret, the scroll position and a composition in it; undo goes back through it.
   */
  showPath(path: Pick<ManuscriptContent, 'nodes' | 'edits' | 'waiting' | 'buffer'>): void;
  /**
   * Marks text as being committed, and emits `sealed` if there was any: of a manuscript the whole draft; of a
   * conversation only `part`, the open edit of a node or (null) the composer. Typing continues in new segments.
   */
  seal(part?: NodeId | null): void;
  /**
   * Applies a finished commit: its segments are these nodes now. Sealed segments not listed leave with `replaceTail`.
   */
  applyCommit(commit: CommitResult): void;
  /**
   * The commit was refused, and every one after it: sealed segments are draft again, and the working buffer
   * is its sealed text followed by what has been typed since. Emits nothing: main has neither, and is sent
   * the whole draft again.
   */
  unseal(): void;
  /**
   * Replaces the nodes after the first `keptBefore`, in one transaction that one undo reverts. Text typed
   * into the working buffer since the last `seal` stays at the end. Waits for `compositionend`.
   */
  replaceTail(snapshot: number, nodes: readonly PathNode[], options: TailOptions): void;
  /**
   * Appends a continuation that arrived at the head as the new last node, after `compositionend`; one undo
   * removes it. A caret at the end of the text stays at the end; nothing scrolls.
   * @param endsStep the last step ended the path here for it: undo takes back both
   */
  append(node: PathNode, endsStep?: boolean): void;
  /** In a conversation: the edits of messages that are not on the path, as they are now. */
  waitingEdits?(): readonly WaitingEdit[];
  /** The path and the draft as they are now. Call it only while no seal is in progress. */
  pathAndDraft(): PathAndDraft;
  /** The text with its history, for another editor; null while a commit or a composition is in progress. */
  snapshot(): TextSnapshot | null;
  /** True if the undo history has steps that main lacks; false while a commit or a composition is in progress. */
  hasUnsavedSteps(): boolean;
  /** Takes those steps, which count as saved from now on; null if there are none. */
  takeUnsavedSteps(): UndoSteps | null;
  /** Marks all steps as unsaved: the last taken ones did not reach main. */
  forgetSavedSteps(): void;
}

/** A manuscript: a surface that shows one path through a tree as one document, with its working buffer. */
export interface BufferSurface extends DraftSurface<ManuscriptSummary> {
  /** Puts the caret at the end of the selection; the view stays. */
  collapseSelection(): void;
  /**
   * In a document: checks the checkboxes of the selected lines, or unchecks them if all are checked. Lines without one get
   * one. Returns true if they are checked now.
   */
  toggleCheckboxes(): boolean;
  /** The chapters and scenes of the text as it is now. Linear in the length of the text. */
  readScenes(): readonly SceneText[];
  /**
   * Acts on the chapter or the scene at an offset, by default at the caret, as one edit of the text and one step of undo.
   * A new scene gets the caret.
   * @returns where the words at that offset are now, or why it cannot be done
   */
  editScenes(action: SceneAction | SceneMove, at?: number): number | SceneRefusal;
  /** The link at the caret; null for none, and in a story, where links are text. */
  linkAtCaret(): LinkInText | null;
  /** Scrolls the caret into view, if it is not there. */
  revealCaret(): void;
  /** Counts or flags of positions on the path changed; they are shown with the next frame. */
  showHeaders(find: FindHeader): void;
  /** Shows, at the end of the text, how many continuations the head has that are not on the path. */
  showContinuationCount(count: number): void;
  /** Shows a line after the text with the number of words that follow on another branch; null removes it. */
  showRest(words: string | null): void;
  /** Shows a sibling in place, or (null) the text again. A change of the text ends it, and reports `previewEnded`. */
  showPreview(preview: SiblingPreview | null): void;
  /**
   * Dims text that models are not sent, in path order; it moves with edits until the next call. If a named
   * node is not on the path, the ranges shown stay: the caller's path is out of date.
   */
  showTruncated(ranges: readonly TruncatedRange[]): void;
  /** Marks words that the writer points at elsewhere, until the next call; null for none. Neither caret nor view moves. */
  highlight(words: WordsOnPath | null): void;
  /** Requests (`onRequest`) details of the caret's node; false if there is none. */
  requestNodeInfo(): boolean;
  /**
   * Requests (`onRequest`) details of the token at the caret, or else the one before it, and resolves to null. If there
   * is none, resolves to the reason: `none`, not in a model's node; `edited`, in one with a pending edit.
   */
  requestTokenInfo(): Promise<'none' | 'edited' | null>;
  /** Shows, changes or (null) removes the streaming widget; at most one dispatch per frame. */
  showStreaming(streaming: StreamingText | null): void;
  /** The caret and the view as they are now, before `onCursor` reports them too: a closing window must save this. */
  cursor(): CursorState;
  /** Searches the whole text, or (null) ends the search; `reveal` shows the first match from the selection on. */
  find(query: FindQuery | null, options: { readonly reveal: boolean }): void;
  /** Selects and shows the next or previous match, wrapping at the ends. */
  findStep(direction: 1 | -1): void;
  /** Replaces the selected match and selects the next. */
  replaceFound(template: string): void;
  /** Replaces all matches in one undo step, then calls `onDone` with their number. */
  replaceAllFound(template: string, onDone: (count: number) => void): void;
}
