/**
 * What the sessions need of the editor. `editor/manuscript.ts` says the whole of it; a session may not import that,
 * so the part used here stands here and `views/manuscript`, which sees both, hands the one in as the other.
 */
import type { Draft, PendingEdit, SpannedText } from '../../core/buffer/draft.ts';
import type { AgentId, NodeId, PositionId, SegmentId } from '../../core/ids.ts';
import type { FindQuery } from '../../core/text/find-pattern.ts';
import type { DraftSplice } from '../../core/text/splice.ts';

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
  readonly edits: readonly PendingEdit[];
  readonly buffer: SpannedText;
  readonly cursor: TextPlace | null;
}

export interface SealedPart {
  readonly segmentId: SegmentId;
  readonly nodeId: NodeId | null;
}

export interface CommittedPart {
  readonly segmentId: SegmentId;
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
}

export type TypingEvent = {
  readonly kind: 'typed';
  readonly segmentId: SegmentId;
  readonly nodeId: NodeId | null;
  readonly splice: DraftSplice;
};

export type DraftEvent = TypingEvent | { readonly kind: 'sealed'; readonly segments: readonly SealedPart[] };

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

/** Counts begin at 1; `flags` is a sum of `POSITION_FLAGS`. */
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
  | { readonly kind: 'previewEnded' };

/** A sibling to show in place of what follows the first `keep` nodes. */
export interface TextPreview extends SpannedText {
  readonly keep: number;
  readonly number: number;
  readonly count: number;
}

export interface ManuscriptFace {
  focus(): void;
  summary(): CaretSummary;
  draft(): Draft;
  replaceContent(content: PathContent): void;
  seal(): void;
  committed(segments: readonly CommittedPart[]): void;
  unseal(): void;
  replaceTail(keep: number, nodes: readonly PathNode[], options: { readonly caret: 'keep' | 'end' }): void;
  append(node: PathNode): void;
  showHeaders(find: (positionId: PositionId) => PositionHeader | undefined): void;
  showContinuationCount(count: number): void;
  showPreview(preview: TextPreview | null): void;
  askAboutCaret(): boolean;
  showStreaming(streaming: { readonly agentId: AgentId; readonly text: string } | null): void;
  place(): TextPlace;
  caretPart(): { readonly nodeId: NodeId | null; readonly offset: number; readonly length: number };
  placeCaretAfter(index: number): void;
  find(query: FindQuery | null, options: { readonly reveal: boolean }): void;
  findStep(direction: 1 | -1): void;
  replaceFound(template: string): void;
  replaceAllFound(template: string, onDone: (count: number) => void): void;
  selectedText(): string;
  isComposing(): boolean;
  undo(): void;
  redo(): void;
}
