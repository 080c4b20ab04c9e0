import type { AgentId, LocalId, NodeId, PositionId, ResponseId, Sha256, TreeId } from '../ids.ts';
import type { Spans } from '../text/span.ts';
import type { AgentType } from './agent.ts';
import type { Content, ContentType } from './content.ts';

export type FinishReason = 'stop' | 'length' | 'content_filter' | 'stopped' | 'interrupted';

/** Characters trimmed at the seam between prompt and answer (`generation.md`, *The seam*). */
export interface Seam {
  /** UTF-16 code units left off the end of the prompt. */
  readonly promptTrimmed: number;
  /** UTF-16 code units left off the beginning of the answer. */
  readonly answerTrimmed: number;
  /** A space was put before an answer that began without the one it needs. */
  readonly spaceAdded?: true;
}

/** Belongs to the position: it is the same on every version there. */
export interface PositionMetadata {
  readonly bookmarked: boolean;
  readonly bookmarkLabel: string | null;
  readonly pruned: boolean;
  readonly excluded: boolean;
}

export const PLAIN_METADATA: PositionMetadata = {
  bookmarked: false,
  bookmarkLabel: null,
  pruned: false,
  excluded: false,
};

/** Metadata, and whether there are notes, packed into one number where a path crosses between processes. */
export const POSITION_FLAGS = { bookmarked: 1, excluded: 2, pruned: 4, noted: 8 } as const;

/** A node without its content: what the index of a tree holds. Immutable but for the metadata. */
export interface TreeNode extends PositionMetadata {
  readonly id: NodeId;
  readonly localId: LocalId;
  readonly treeId: TreeId;
  readonly positionId: PositionId;
  readonly editedFrom: NodeId | null;
  readonly authorId: AgentId;
  readonly authorType: AgentType;
  readonly contentType: ContentType;
  readonly contentHash: Sha256;
  readonly responseId: ResponseId | null;
  /** Which choice of its response it was; null without a response. */
  readonly choiceIndex: number | null;
  readonly seam: Seam | null;
  readonly finishReason: FinishReason | null;
  readonly createdAt: number;
  readonly summary: string | null;
}

/** What a node says and who wrote each part of it. `spans` add up to the length of the text (0 without text). */
export interface NodeContent {
  readonly content: Content;
  readonly spans: Spans;
}

/** A node as it is written. */
export interface WholeNode extends TreeNode, NodeContent {}

/** The text of a text node; the empty string of any other. */
export function textOf(content: Content): string {
  return content.type === 'text' ? content.text : '';
}
