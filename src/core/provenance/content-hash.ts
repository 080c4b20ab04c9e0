import type { AgentId, Sha256 } from '../ids.ts';
import type { Content } from '../tree/content.ts';
import { canonicalJson, type JsonValue } from './canonical-json.ts';
import { isoTime } from './iso-time.ts';

/** What a node's hash covers (`domain.md`, *Content hash*). */
export interface HashedParts {
  readonly content: Content;
  /** Of the edge's origin and of its context and instruction sources, in any order; empty at the root. */
  readonly parentHashes: readonly Sha256[];
  readonly createdAt: number;
  readonly authorId: AgentId;
  /** SHA-256 of the response's body as received; null for a human author and for a model's node without a response. */
  readonly responseHash: Sha256 | null;
}

/** Lower-case hexadecimal SHA-256 over the canonical JSON of what a node says, who wrote it, when, and after what. */
export function contentHash(parts: HashedParts, sha256: (text: string) => Sha256): Sha256 {
  const { content, parentHashes, createdAt, authorId, responseHash } = parts;
  const parents = parentHashes.length > 1 ? [...parentHashes].sort() : parentHashes;
  const time = isoTime(createdAt);
  if (content.type === 'text') {
    // Nearly every node. Its keys stand in their order here, so that this is canonical as it is written, in half the time.
    const said = { text: content.text, type: 'text' };
    return sha256(JSON.stringify(['aspen-node-1', said, parents, time, authorId, responseHash]));
  }
  return sha256(
    canonicalJson(['aspen-node-1', contentAsJson(content), parents, time, authorId, responseHash]),
  );
}

function contentAsJson(content: Content): JsonValue {
  return content.type === 'mixed'
    ? { type: 'mixed', blocks: content.blocks.map(contentAsJson) }
    : { ...content };
}
