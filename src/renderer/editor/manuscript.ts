/**
 * What the rest of the renderer may know of the editor: plain data in, plain data out (`manuscript.md`). The text, the
 * segments, the authors and undo live in CodeMirror state; nothing here copies them.
 */
import type { Draft, PendingEdit, SpannedText, WorkingBuffer } from '../../core/buffer/draft.ts';
import type { AgentId, NodeId, PositionId, SegmentId } from '../../core/ids.ts';
import type { FindQuery } from '../../core/text/find-pattern.ts';
import type { DraftSplice } from '../../core/text/splice.ts';
import type { Agent } from '../../core/tree/agent.ts';
import type { SearchThread } from './find/find-thread.ts';
import type { FindHeader } from './path/path-headers.ts';

/** A committed node of the path as the manuscript shows it. */
export interface ManuscriptNode extends SpannedText {
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
}

/** A path, its draft and the caret, to show from scratch. Offsets are UTF-16 code units of the whole text. */
export interface ManuscriptContent {
  readonly rootPositionId: PositionId;
  /** From below the root to the head. */
  readonly nodes: readonly ManuscriptNode[];
  /** Their texts joined, from whoever has that: joining ten thousand costs as much as showing them. */
  readonly text?: string;
  readonly edits: readonly PendingEdit[];
  readonly buffer: WorkingBuffer;
  readonly cursor: { readonly anchor: number; readonly head: number; readonly scroll: number } | null;
  /** This very text as it was kept: its caret and its history go on. */
  readonly kept?: KeptText | null;
}

/** A text with its history, to be shown again by another editor of this window. */
export interface KeptText {
  /** What it shows: history goes on only from the same nodes and the same draft. */
  readonly path: RestoredPath;
  /** The editor's own. */
  readonly state: unknown;
}

/** A segment, and the node that it shows as far as that is known when it is named. */
export interface SegmentRef {
  readonly segmentId: SegmentId;
  /** Null in the working buffer and in one on its way to becoming a node. */
  readonly nodeId: NodeId | null;
  /** The commit under way that says which node it will be; null where `nodeId` does. */
  readonly seal: number | null;
}

/** What the editor tells, in the order it happened. The outbox in `session` turns it into requests. */
export type ManuscriptEvent =
  /** Text of one segment changed; offsets are local to the segment as earlier events left it. */
  | (SegmentRef & { readonly kind: 'typed'; readonly splice: DraftSplice })
  /** Undo took a pending edit away: the node shows its own text again. */
  | (SegmentRef & { readonly kind: 'closed' })
  /**
   * The draft as it was before the events that follow is to be committed, since the writer began to edit another
   * node (`domain.md`, *Commit triggers*) or because `seal` was called.
   */
  | {
      readonly kind: 'sealed';
      /** Names the commit; every seal has a greater one than those before it. */
      readonly seal: number;
      readonly segments: readonly SealedSegment[];
    }
  /** Undo or redo put other nodes back, and another draft; nothing is to be committed. */
  | RestoredEvent;

export interface RestoredEvent {
  readonly kind: 'restored';
  /** Positions to be pruned, or to be no longer pruned, in this order. */
  readonly pruned: readonly PrunedPosition[];
  /** What was put back. To be asked once every seal before this event has been answered. */
  read(): RestoredPath;
}

export interface PrunedPosition {
  readonly positionId: PositionId;
  readonly pruned: boolean;
}

/** A path and its draft as the manuscript shows them. */
export interface RestoredPath {
  /** From below the root to the head. */
  readonly nodes: readonly { readonly nodeId: NodeId; readonly positionId: PositionId }[];
  readonly draft: Draft;
}

/** A segment that a commit is under way for. */
export type SealedSegment = SegmentRef;

/** What a commit made of a sealed segment. */
export interface CommittedSegment {
  readonly segmentId: SegmentId;
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
}

/** What became of the segments of one seal; those not named were let go. */
export interface AnsweredCommit {
  readonly seal: number;
  readonly segments: readonly CommittedSegment[];
}

/** Where the caret is and what stands around it; at most once a frame. */
export interface ManuscriptSummary {
  /** Nodes on the path, the root not counted. */
  readonly pathLength: number;
  /** 1-based place of the caret's node in the path; the head's in the working buffer; 0 in an empty tree. */
  readonly nodeNumber: number;
  /** The current position (`domain.md`, *Words*): the caret's node, or the head. Null while its commit is under way. */
  readonly currentPositionId: PositionId | null;
  readonly headPositionId: PositionId | null;
  /** The position before the current one; the root's for the first node; null at the root. */
  readonly parentPositionId: PositionId | null;
  /** The caret is in the working buffer or at the end of the text. */
  readonly atEnd: boolean;
  /** The text of the current position was changed since it was committed. */
  readonly edited: boolean;
  readonly bufferLength: number;
  readonly pendingCount: number;
  readonly words: number;
  readonly characters: number;
  /** Of the selected text; 0 where nothing is selected. */
  readonly selectionWords: number;
  readonly selectionCharacters: number;
  /** Words the writer wrote, less their own they cut, since `ManuscriptOptions.sessionWords`; may be negative. */
  readonly sessionWords: number;
}

/** What `Manuscript.find` has found; at most once a frame. */
export interface FindReport {
  /** `idle`: nothing is looked for. `invalid`: the regular expression is none. `slow`: it was given up. */
  readonly state: 'idle' | 'searching' | 'found' | 'invalid' | 'slow';
  readonly count: number;
  /** 1-based number of the find that is selected; 0 for none. */
  readonly current: number;
}

/** The continuation that streams at the end of the text, in a widget: not yet part of it. */
export interface StreamingText {
  readonly agentId: AgentId;
  readonly text: string;
}

/** What the editor needs to know of an agent to show its text. */
export type ManuscriptAuthor = Pick<Agent, 'id' | 'type' | 'color'>;

/** The part of `Preferences` (`ipc/preferences.ts`) that changes what the editor does; see there for each. */
export interface ManuscriptPreferences {
  readonly authorship: boolean;
  readonly authorLook: 'colour' | 'underline';
  readonly boundaries: 'hover' | 'always';
  readonly tokenProbabilities: boolean;
  readonly focusMode: boolean;
  readonly focusOn: 'paragraph' | 'sentence';
  readonly typewriter: boolean;
  readonly markdown: boolean;
  readonly smartPunctuation: boolean;
  readonly spellCheck: boolean;
  readonly ownWords: readonly string[];
}

/** A place in the window, in CSS pixels. */
export interface AskedRect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What the writer asks for beside the text, by the pointer or its keyboard's equal. */
export type ManuscriptAsk =
  /** Who wrote a node, and when; `rect` is where its text begins. */
  | {
      readonly kind: 'about';
      readonly positionId: PositionId;
      readonly by: 'click' | 'rest' | 'key';
      readonly rect: AskedRect;
    }
  /** Another sibling of a position of the path. */
  | { readonly kind: 'switch'; readonly positionId: PositionId; readonly step: -1 | 1 }
  /** On from the head, which has continuations that are not on the path. */
  | { readonly kind: 'goOn' }
  /**
   * How likely a token of a node was; `index` is its place among those that `readTokens` answered, null where that
   * answered none. `text` is the token, `rect` where it stands, or the character that was asked about.
   */
  | {
      readonly kind: 'token';
      readonly nodeId: NodeId;
      readonly positionId: PositionId;
      readonly index: number | null;
      readonly text: string;
      readonly by: 'rest' | 'key';
      readonly rect: AskedRect;
    }
  /** A preview was taken away by what the writer did in the text. */
  | { readonly kind: 'previewEnded' }
  /** Positions on the screen of which nobody has said yet whether they have siblings. */
  | { readonly kind: 'counts'; readonly positionIds: readonly PositionId[] };

/** A sibling and what would follow it, to be shown in place of what follows the first `keep` nodes of the path. */
export interface ManuscriptPreview extends SpannedText {
  readonly keep: number;
  /** 1-based place among its siblings, and their number. */
  readonly number: number;
  readonly count: number;
}

/**
 * Which of the words (different from one another, with plain apostrophes) are not spelled rightly; null where nobody
 * can say. Never fails.
 */
export type CheckWords = (words: readonly string[]) => Promise<readonly string[] | null>;

/** One token of a model's node, `[from, to)` of the node's text, in UTF-16 code units. */
export interface TokenRange {
  readonly from: number;
  readonly to: number;
}

/** The tokens of a node in their order, empty where nobody told them; null for text that is no model's. Never fails. */
export type ReadTokens = (nodeId: NodeId, positionId: PositionId) => Promise<readonly TokenRange[] | null>;

/** A word of the text. Offsets are UTF-16 code units of the whole text. */
export interface ManuscriptWord {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Spelling is checked, and this word is not spelled rightly. */
  readonly isWrong: boolean;
}

export interface ManuscriptOptions {
  readonly parent: HTMLElement;
  readonly content: ManuscriptContent;
  readonly writerId: AgentId;
  /** The grove's agents; text of an agent that is not among them looks like a model's in the default colour. */
  readonly authors?: readonly ManuscriptAuthor[];
  /** The text as it is, with its authors, where nothing is said. */
  readonly preferences?: ManuscriptPreferences;
  /** What was written in this window before, in words. */
  readonly sessionWords?: number;
  /** Nonce for the style sheets that CodeMirror makes. */
  readonly nonce: string;
  readonly readOnly: boolean;
  /** Spelling is not checked where it is missing. */
  readonly checkWords?: CheckWords;
  /** Nothing is told of tokens where it is missing. */
  readonly readTokens?: ReadTokens;
  onEvent(event: ManuscriptEvent): void;
  onSummary(summary: ManuscriptSummary): void;
  onFind?(report: FindReport): void;
  /** The thread that find looks through the text in; a worker, where nothing else is said. */
  startSearchThread?(): SearchThread;
  /** The caret or the scroll position rested somewhere else. */
  onPlace(place: { readonly anchor: number; readonly head: number; readonly scroll: number }): void;
  onBlur(): void;
  /** A file was dropped that is no text in UTF-8, or that cannot be read. */
  onFileRefused?(name: string): void;
  /** The mark of a node's notes was clicked. */
  onNotes?(positionId: PositionId): void;
  onAsk?(ask: ManuscriptAsk): void;
}

/** An offset in what a node shows; `nodeId` is null in the working buffer. UTF-16 code units. */
export interface PathOffset {
  readonly nodeId: NodeId | null;
  readonly offset: number;
}

/** Text that models are not sent since it does not fit. */
export interface LeftOutRange {
  readonly from: PathOffset;
  readonly to: PathOffset;
}

export interface TailOptions {
  /**
   * `keep`: caret and scroll stay on the same text where it is still there; a caret whose text went stands at the end
   * of the first node that replaced it. A number: the caret goes to the end of the node at that index (-1: the start
   * of the text), unless an input method is composing.
   */
  readonly caret: 'keep' | 'end' | number;
  /** The nodes' texts joined, from whoever has that. */
  readonly text?: string;
  /** How many nodes before the head stay too; none unless said otherwise. */
  readonly rest?: number;
  /** Positions that this pruned, or restored: undo does the opposite. */
  readonly pruned?: readonly PrunedPosition[];
}

export interface Manuscript {
  focus(): void;
  destroy(): void;
  summary(): ManuscriptSummary;
  /** The uncommitted text as it is now; sealed segments count as what they were before. */
  draft(): Draft;
  /** Shows something else from scratch, undo history included: another tree, or a path read again after a conflict. */
  replaceContent(content: ManuscriptContent): void;
  /** Marks the whole draft as being committed; emits `sealed` when there was any. Typing goes on in new segments. */
  seal(): void;
  /** A commit came through: its segments are these nodes now; sealed ones not named go with `replaceTail`. */
  committed(commit: AnsweredCommit): void;
  /**
   * The commit was refused, and all behind it: sealed segments are draft again, and the working buffer is what was
   * sealed of it with what was typed since behind. Emits nothing: main holds neither, and is told the whole draft again.
   */
  unseal(): void;
  /**
   * The nodes after the first `keep` are these now, in one transaction, which one undo takes back. Text typed into the
   * working buffer since the last `seal` stays at the end. Waits for `compositionend`.
   */
  replaceTail(keep: number, nodes: readonly ManuscriptNode[], options: TailOptions): void;
  /**
   * A continuation that arrived at the head becomes the new last node, after `compositionend`; one undo takes it away.
   * A caret at the end of the text stays at the end; nothing scrolls.
   */
  append(node: ManuscriptNode): void;
  /**
   * While a move along the tree is under way, undo and redo wait: what they would take back first is that move.
   * Those asked for meanwhile are done when it is over.
   */
  holdHistory(held: boolean): void;
  /** The path and the draft as they are now. To be asked when no seal is under way. */
  restored(): RestoredPath;
  /** The text with its history, for another editor; null while a commit or a composition is under way. */
  keep(): KeptText | null;
  /** Shows, changes or (null) removes the streaming widget; one dispatch a frame. */
  showStreaming(streaming: StreamingText | null): void;
  /** Counts or flags of positions on the path changed; they are shown with the next frame. */
  showHeaders(find: FindHeader): void;
  /** How many continuations the head has that are not on the path; told beside the end of the text. */
  showContinuationCount(count: number): void;
  /**
   * Shows a sibling in place without choosing it, or (null) the text again; neither caret nor text changes. Ends by
   * itself before the text does; then `onAsk` tells.
   */
  showPreview(preview: ManuscriptPreview | null): void;
  /**
   * Dims text that models are not sent, in path order; it moves with edits until it is said anew. Where a node that is
   * named is not on the path, what is shown stays: whoever asked has an older path.
   */
  showLeftOut(ranges: readonly LeftOutRange[]): void;
  /** Asks (`onAsk`) about the node of the caret; false where there is none. */
  askAboutCaret(): boolean;
  /**
   * Asks (`onAsk`) about the token at the caret, else the one before it, and resolves to null; else to why there is none
   * to ask about: no node of a model, or one with an edit that is not yet a version.
   */
  askAboutToken(): Promise<'none' | 'edited' | null>;
  /** The agents or their colours changed. */
  showAuthors(authors: readonly ManuscriptAuthor[]): void;
  /** The writer prefers something else; waits for `compositionend`. */
  prefer(preferences: ManuscriptPreferences): void;
  /** So much of the top is covered by what floats over it, in CSS pixels: the text is not seen to move for that. */
  coverTop(height: number): void;
  /** Where the caret and the view are now, at rest or not: what a window that closes must tell. */
  place(): { readonly anchor: number; readonly head: number; readonly scroll: number };
  /** The segment the caret is in, the working buffer where `nodeId` is null, and where in what it shows. */
  caretPart(): { readonly nodeId: NodeId | null; readonly offset: number; readonly length: number };
  /** Puts a text in the place of the selection, as if it were typed there; nothing in a grove that is read only. */
  type(text: string): void;
  /** Puts the caret at the end of the text of the `index`-th node (0-based; -1: the start of the text). */
  placeCaretAfter(index: number): void;
  /** Puts the caret so many code units into what the `index`-th node shows, and that into the middle of the view. */
  placeCaretIn(index: number, offset: number): void;
  /**
   * Looks for something in the whole text, or (null) for nothing any more; `reveal` selects and shows the first find from
   * the selection on.
   */
  find(query: FindQuery | null, options: { readonly reveal: boolean }): void;
  /** Selects and shows the next find or the one before, round the ends. */
  findStep(direction: 1 | -1): void;
  /** Replaces the find that is selected, and goes on to the next. */
  replaceFound(template: string): void;
  /** Replaces all finds in one step of undo; `onDone` is told how many, once it is done. */
  replaceAllFound(template: string, onDone: (count: number) => void): void;
  selectedText(): string;
  /**
   * The word at a point of the window, in CSS pixels; the caret goes there unless the selection is there. Null as a
   * point is the caret, which stays where it is.
   */
  pointAt(point: { readonly x: number; readonly y: number } | null): ManuscriptWord | null;
  /** Puts other text in the place of a word, as one step of undo; does nothing where the word is no longer there. */
  replaceWord(word: ManuscriptWord, text: string): void;
  selectAll(): void;
  /** True while an input method is composing, until what waited for its end is done: commands are ignored then. */
  isComposing(): boolean;
  /** Does it when the composition that is under way has ended; at once where there is none. */
  afterComposing(task: () => void): void;
  undo(): void;
  redo(): void;
  /** The whole text; for tests and digests, never at a keystroke. */
  textForChecks(): string;
}
