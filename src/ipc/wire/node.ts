/** One node, its notes, and the record of the answer it came from. */

import type { SpannedText } from '../../core/buffer/draft.ts';
import type { AgentId, NodeId, PositionId, Sha256 } from '../../core/ids.ts';
import type { JsonValue } from '../../core/provenance/canonical-json.ts';
import type { PromptState } from '../../core/provenance/rebuild-prompt.ts';
import type { NodeVerdict } from '../../core/provenance/verify.ts';
import type { Spans } from '../../core/text/span.ts';
import type { Content } from '../../core/tree/content.ts';
import type { Hyperedge } from '../../core/tree/hyperedge.ts';
import type { TreeNode } from '../../core/tree/tree-node.ts';

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

export interface RecordedBody {
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of the body as text: at most 200,000 UTF-16 code units. */
  readonly text: string;
  /** Whether there is more of it than `text`. */
  readonly cut: boolean;
  /** Bytes of the whole body. */
  readonly bytes: number;
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
