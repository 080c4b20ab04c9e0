/** One node, its notes, and the record of the response it came from. */

import type { LeftOut } from '../../core/answers/left-out.ts';
import type { RefusedFields } from '../../core/answers/refused-fields.ts';
import type { AgentId, NodeId, PositionId, Sha256 } from '../../core/ids.ts';
import type { JsonValue } from '../../core/provenance/canonical-json.ts';
import type { PromptState } from '../../core/provenance/rebuild-prompt.ts';
import type { NodeVerdict } from '../../core/provenance/verify.ts';
import type { AnswerSource } from '../../core/rewrites/answer-runs.ts';
import type { SpannedText, Spans } from '../../core/text/span.ts';
import type { Content, Hyperedge, TreeNode } from '../../core/tree/tree-node.ts';

/** Everything that the Passage tab shows about a node. */
export interface NodeDetails {
  readonly node: TreeNode;
  readonly content: Content;
  readonly spans: Spans;
  /** The incoming edge; null at the root. */
  readonly edge: Hyperedge | null;
  readonly verdict: NodeVerdict;
  /** The model as named in the response; null if no response was recorded or it does not name one. */
  readonly answeredBy: string | null;
  /** Parts left out of the answer, by its record and in its order; of thinking, the beginning. */
  readonly leftOut: readonly LeftOut[];
}

/** A part `[from, to)` of a node's text by one agent, in UTF-16 code units. */
export interface NodeRun {
  readonly from: number;
  readonly to: number;
  readonly authorId: AgentId;
  /** Null if it is from no answer, or from none that is known. */
  readonly source: RunSource | null;
}

/** The answer that a part of a text is from. */
export interface RunSource extends AnswerSource {
  /** The version that came with it, whose record is its record. */
  readonly nodeId: NodeId;
  /** Milliseconds since 1970 UTC. */
  readonly createdAt: number;
}

/** A note on a node, with the content of its newest version: never on a path, never in context. */
export interface AnnotationSummary extends SpannedText {
  readonly nodeId: NodeId;
  /** The position of the note, shared by its versions. */
  readonly positionId: PositionId;
  /** The version of the noted position that the author saw. */
  readonly originId: NodeId;
  readonly authorId: AgentId;
  /** When the newest version was written. */
  readonly createdAt: number;
  readonly versionCount: number;
  /** Removed; it can be restored. */
  readonly removed: boolean;
  /** The words of the text that it is on; null if it is on the whole of it. */
  readonly quote: string | null;
}

/** The record of the response that a node came from, or that answered a call of a turn (`generation.md`, *Records*). */
export interface NodeRecord {
  readonly provider: string;
  /** The provider's request id; null if it gave none. */
  readonly requestId: string | null;
  /** As named in the response; null if it does not name one. */
  readonly model: string | null;
  /** Parameters without the key; the prompt as its hash and the references that rebuild it. */
  readonly request: JsonValue;
  /** Fields that the service did not get as planned; empty for none. */
  readonly sentOtherwise: RefusedFields;
  /** The state of the sent prompt: whether the tree reproduces it. */
  readonly prompt: PromptState;
  readonly requestedAt: number;
  readonly respondedAt: number;
  readonly latencyMs: number;
  readonly tokenUsage: JsonValue;
  readonly bodySha256: Sha256;
  /** Null in a copy shared without bodies. */
  readonly body: RecordedBody | null;
}

export interface RecordedBody {
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of the body as text, at most 200,000 UTF-16 code units. */
  readonly text: string;
  /** The body is longer than `text`. */
  readonly cut: boolean;
  /** Size of the whole body in bytes. */
  readonly bytes: number;
}

/** One token of a continuation: `[from, to)` of its node's text, in UTF-16 code units. */
export interface TokenProbability {
  readonly from: number;
  readonly to: number;
  /** Natural logarithm of its probability. */
  readonly logprob: number;
  /** Alternative tokens, likeliest first; the token itself may be among them. */
  readonly alternatives: readonly { readonly text: string; readonly logprob: number }[];
}

/** A note that is typed and not saved yet. */
export interface NoteDraft {
  /** The version that it is on. */
  readonly on: NodeId;
  readonly positionId: PositionId;
  /** The words of that version that it is on, at `[start, start + length)` in UTF-16 code units; null for all of it. */
  readonly phrase: {
    readonly nodeId: NodeId;
    readonly start: number;
    readonly length: number;
    readonly text: string;
  } | null;
  /** The note being edited; null for a new one. */
  readonly note: Pick<AnnotationSummary, 'positionId' | 'nodeId' | 'text'> | null;
  readonly text: string;
}
