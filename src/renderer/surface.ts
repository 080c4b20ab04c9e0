/**
 * What the sessions need of the editor. `editor/manuscript.ts` says the whole of it; a session may not import that,
 * so the part used here stands here and `views/manuscript`, which sees both, hands the one in as the other.
 */
import type { Draft, PendingEdit, SpannedText } from '../core/buffer/draft.ts';
import type { AgentId, NodeId, PositionId, SegmentId } from '../core/ids.ts';
import type { FindQuery } from '../core/text/find-pattern.ts';
import type { DraftSplice } from '../core/text/splice.ts';

export interface PathNode extends SpannedText {
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
}

/** Offsets in UTF-16 code units of the whole text. */
export interface TextPlace {
  readonly anchor: number;
  readonly head: number;
  readonly scroll: number;
}

export interface PathContent {
  readonly rootPositionId: PositionId;
  readonly nodes: readonly PathNode[];
  /** Their texts joined. */
  readonly text?: string;
  readonly edits: readonly PendingEdit[];
  readonly buffer: SpannedText;
  readonly cursor: TextPlace | null;
  readonly kept?: KeptText | null;
}

/** A text with its history, to be shown again. */
export interface KeptText {
  readonly path: RestoredPath;
  /** The editor's own. */
  readonly state: unknown;
}

/** A segment, and the node that it shows as far as that is known when it is named. */
export interface SegmentRef {
  readonly segmentId: SegmentId;
  readonly nodeId: NodeId | null;
  /** The commit under way that says which node it will be; null where `nodeId` does. */
  readonly seal: number | null;
}

export type SealedPart = SegmentRef;

export interface CommittedPart {
  readonly segmentId: SegmentId;
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
}

export interface AnsweredCommit {
  readonly seal: number;
  readonly segments: readonly CommittedPart[];
}

export type TypingEvent = SegmentRef & { readonly kind: 'typed'; readonly splice: DraftSplice };

export type ClosingEvent = SegmentRef & { readonly kind: 'closed' };

export interface SealedEvent {
  readonly kind: 'sealed';
  readonly seal: number;
  readonly segments: readonly SealedPart[];
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

/** Undo or redo put other nodes back; to be read once every seal before it has been answered. */
export interface RestoredEvent {
  readonly kind: 'restored';
  readonly pruned: readonly PrunedPosition[];
  read(): RestoredPath;
}

export type DraftEvent = TypingEvent | ClosingEvent | SealedEvent | RestoredEvent;

export interface CaretSummary {
  readonly pathLength: number;
  readonly nodeNumber: number;
  readonly currentPositionId: PositionId | null;
  readonly headPositionId: PositionId | null;
  readonly parentPositionId: PositionId | null;
  readonly atEnd: boolean;
  readonly edited: boolean;
  readonly bufferLength: number;
  readonly pendingCount: number;
  readonly words: number;
  readonly characters: number;
  readonly selectionWords: number;
  readonly selectionCharacters: number;
  readonly sessionWords: number;
}

/** Counts begin at 1, and are 0 while they are not known; `flags` is a sum of `POSITION_FLAGS`. */
export interface PositionHeader {
  readonly siblingIndex: number;
  readonly siblingCount: number;
  readonly versionIndex: number;
  readonly versionCount: number;
  readonly flags: number;
}

/** `current` is the 1-based number of the find that is selected; 0 for none. */
export interface FindReport {
  readonly state: 'idle' | 'searching' | 'found' | 'invalid' | 'slow';
  readonly count: number;
  readonly current: number;
}

/** A place in the window, in CSS pixels. */
export interface WindowRect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What the writer asks for beside the text (`editor/manuscript.ts`, `ManuscriptAsk`). */
export type TextAsk =
  | {
      readonly kind: 'about';
      readonly positionId: PositionId;
      readonly by: 'click' | 'rest' | 'key';
      readonly rect: WindowRect;
    }
  | { readonly kind: 'switch'; readonly positionId: PositionId; readonly step: -1 | 1 }
  | { readonly kind: 'goOn' }
  | {
      readonly kind: 'token';
      readonly nodeId: NodeId;
      readonly positionId: PositionId;
      readonly index: number | null;
      readonly text: string;
      readonly by: 'rest' | 'key';
      readonly rect: WindowRect;
    }
  | { readonly kind: 'previewEnded' }
  | { readonly kind: 'counts'; readonly positionIds: readonly PositionId[] };

/** An offset in what a node shows; `nodeId` is null in the working buffer. */
export interface PathOffset {
  readonly nodeId: NodeId | null;
  readonly offset: number;
}

export interface LeftOutRange {
  readonly from: PathOffset;
  readonly to: PathOffset;
}

/** A sibling to show in place of what follows the first `keep` nodes. */
export interface TextPreview extends SpannedText {
  readonly keep: number;
  readonly number: number;
  readonly count: number;
}

export interface ManuscriptFace {
  focus(): void;
  type(text: string): void;
  summary(): CaretSummary;
  draft(): Draft;
  replaceContent(content: PathContent): void;
  seal(): void;
  committed(commit: AnsweredCommit): void;
  unseal(): void;
  replaceTail(
    keep: number,
    nodes: readonly PathNode[],
    options: {
      readonly caret: 'keep' | 'end' | number;
      readonly text?: string;
      readonly rest?: number;
      readonly pruned?: readonly PrunedPosition[];
    },
  ): void;
  append(node: PathNode): void;
  holdHistory(held: boolean): void;
  restored(): RestoredPath;
  keep(): KeptText | null;
  showHeaders(find: (positionId: PositionId) => PositionHeader | undefined): void;
  showContinuationCount(count: number): void;
  showPreview(preview: TextPreview | null): void;
  showLeftOut(ranges: readonly LeftOutRange[]): void;
  askAboutCaret(): boolean;
  askAboutToken(): Promise<'none' | 'edited' | null>;
  showStreaming(streaming: { readonly agentId: AgentId; readonly text: string } | null): void;
  place(): TextPlace;
  caretPart(): { readonly nodeId: NodeId | null; readonly offset: number; readonly length: number };
  placeCaretAfter(index: number): void;
  placeCaretIn(index: number, offset: number): void;
  find(query: FindQuery | null, options: { readonly reveal: boolean }): void;
  findStep(direction: 1 | -1): void;
  replaceFound(template: string): void;
  replaceAllFound(template: string, onDone: (count: number) => void): void;
  selectedText(): string;
  isComposing(): boolean;
  afterComposing(task: () => void): void;
  undo(): void;
  redo(): void;
}
