import type { AgentId, EdgeId, LocalId, NodeId, PositionId, ResponseId, Sha256, TreeId } from '../ids.ts';
import type { Spans } from '../text/span.ts';
import type { AgentType } from './agent.ts';
import type { PositionMetadata } from './position-metadata.ts';

export type FinishReason = 'stop' | 'length' | 'content_filter' | 'stopped' | 'interrupted';

/**
 * Returns true if a text with this end becomes the page's text only if the writer chooses it: the provider withheld the
 * rest, or the answer was cut off (`generation.md`, *Generating*).
 */
export function isHeldBack(finishReason: FinishReason | null): boolean {
  return finishReason === 'content_filter' || finishReason === 'interrupted';
}

/** True if a text ends before its model was done: at a limit, or because it was stopped, withheld or interrupted. */
export function isCut(finishReason: FinishReason | null): boolean {
  return finishReason !== null && finishReason !== 'stop';
}

/** True if a text ends where its model would have continued: at a limit, or because it was stopped or interrupted. */
export function isUnfinished(finishReason: FinishReason | null): boolean {
  return isCut(finishReason) && finishReason !== 'content_filter';
}

/** A part of an answer's text, `[from, to)`. */
export interface SeamRange {
  readonly from: number;
  readonly to: number;
  /**
   * The offset of that part in the text of the node. Then the node is a rewrite or a bridge: what no range covers is kept
   * from the version it was edited from, except for an added space at the start of the first range or at the end of the
   * last (`edits.md`, *Rewrites and bridges*).
   */
  readonly at?: number;
}

/** Characters trimmed or added at the seam between prompt and response (`generation.md`, *The seam*). */
export interface Seam {
  /** UTF-16 code units trimmed from the end of the prompt. */
  readonly promptTrimmed: number;
  /** UTF-16 code units trimmed from the beginning of the response. */
  readonly answerTrimmed: number;
  /**
   * UTF-16 code units trimmed from the end of the response: tokens and stop sequences that end it; of a rewrite or a
   * bridge with remarks and marks around it, there.
   */
  readonly answerTrimmedAfter?: number;
  /** A space was inserted before a response that needed one. */
  readonly spaceAdded?: true;
  /** A space was inserted after a response that needed one: only in a rewrite or a bridge (`edits.md`). */
  readonly spaceAddedAfter?: true;
  /** Line breaks that were inserted before the first range: only where an agent wrote in a document. */
  readonly breaksAdded?: number;
  /** The same, after the last range. */
  readonly breaksAddedAfter?: number;
  /** The response continues the message before it, and is shown with it as one message (`dialogue.md`, *Replies*). */
  readonly continues?: true;
  /**
   * Ranges of the text in the answer, in UTF-16 code units of the answer's text with its line ends as `\n`. Without
   * `at`, the text is that of an agent that acts through commands, and these ranges joined are all of it (`agents.md`,
   * *Data*).
   */
  readonly ranges?: readonly SeamRange[];
}

/**
 * Bit flags of a position: its metadata, whether it has notes, and whether it is a hidden split (`domain.md`,
 * *Forks*). Paths cross between processes with these.
 */
export const POSITION_FLAGS = {
  bookmarked: 1,
  excluded: 2,
  pruned: 4,
  noted: 8,
  split: 16,
  /** A continuation of it stays in sight as its rest (`restAfter`). */
  beforeRest: 32,
  /** It continues such a position in place of the rest. */
  besideRest: 64,
} as const;

/** A node without its content: what the index of a tree stores. Immutable except for the metadata. */
export interface TreeNode extends PositionMetadata {
  readonly id: NodeId;
  readonly localId: LocalId;
  readonly treeId: TreeId;
  readonly positionId: PositionId;
  readonly editedFrom: NodeId | null;
  /**
   * The offset in `editedFrom` at which `split` divided it; only such a node has one, at a position of its own
   * (`domain.md`, *Forks*).
   */
  readonly splitAt: number | null;
  /**
   * A version that its author's act did not show to the writer: shown only where it is selected (`domain.md`, *Paths*).
   */
  readonly offered: boolean;
  readonly authorId: AgentId;
  readonly authorType: AgentType;
  readonly contentType: ContentType;
  readonly contentHash: Sha256;
  readonly responseId: ResponseId | null;
  /** The index of the choice within the response; null without a response. */
  readonly choiceIndex: number | null;
  readonly seam: Seam | null;
  readonly finishReason: FinishReason | null;
  readonly createdAt: number;
  readonly summary: string | null;
}

/** The content of a node and its authors. `spans` add up to the length of the text, and are empty without text. */
export interface NodeContent {
  readonly content: Content;
  readonly spans: Spans;
}

/** A complete node, as stored. */
export interface WholeNode extends TreeNode, NodeContent {}

/** The text of text content; the empty string for any other. */
export function textOf(content: Content): string {
  return content.type === 'text' ? content.text : '';
}

export type EdgeType = 'continuation' | 'annotation';

/**
 * One source of an edge. The primary source is a *position*: any version there satisfies it, and `originId`
 * is the version that the author saw (`domain.md`, *Edges and versions*). The other roles each name one node.
 */
export type EdgeSource =
  | { readonly role: 'primary'; readonly positionId: PositionId; readonly originId: NodeId }
  | { readonly role: 'context' | 'instruction'; readonly nodeId: NodeId };

/** An edge from source positions to one target node. */
export interface Hyperedge {
  readonly id: EdgeId;
  readonly treeId: TreeId;
  readonly targetId: NodeId;
  readonly type: EdgeType;
  /** In their stored order; exactly one is primary. */
  readonly sources: readonly EdgeSource[];
  readonly createdAt: number;
}

/** The content of a node (`domain.md`, *Content*). Only text can be edited; images and audio are references. */
export type Content = TextContent | ImageContent | AudioContent | MixedContent;
export type ContentType = Content['type'];
type ContentBlock = TextContent | ImageContent | AudioContent;

interface TextContent {
  readonly type: 'text';
  readonly text: string;
}

interface ImageContent {
  readonly type: 'image';
  /** `sha256:` and the digest of the bytes. */
  readonly ref: string;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
  readonly thumbnailRef?: string;
  readonly altText?: string;
}

interface AudioContent {
  readonly type: 'audio';
  readonly ref: string;
  readonly mimeType: string;
  readonly durationMs: number;
  /** The node that holds the transcript. */
  readonly transcriptRef?: string;
}

interface MixedContent {
  readonly type: 'mixed';
  readonly blocks: readonly ContentBlock[];
}
