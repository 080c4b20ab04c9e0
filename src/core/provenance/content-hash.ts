import { sha256 } from '#sha256';
import type { AgentId, Sha256 } from '../ids.ts';
import type { Content } from '../tree/tree-node.ts';
import { canonicalJson, type JsonValue } from './canonical-json.ts';
import { isoTime } from './iso-time.ts';

/** The input of a content hash (`domain.md`, *Content hash*). */
export interface HashedParts {
  readonly content: Content;
  /** Hashes of the origin of the edge and of its context and instruction sources, in any order; empty at the root. */
  readonly parentHashes: readonly Sha256[];
  readonly createdAt: number;
  readonly authorId: AgentId;
  /** SHA-256 of the response body as received; null for a human author and for a model node without a response. */
  readonly responseHash: Sha256 | null;
}

/**
 * The content hash of a node: lower-case hexadecimal SHA-256 over the canonical JSON of its content, parents,
 * time, author and response.
 */
export function contentHash(parts: HashedParts): Sha256 {
  const { content, parentHashes, createdAt, authorId, responseHash } = parts;
  const parents = parentHashes.length > 1 ? [...parentHashes].sort() : parentHashes;
  const time = isoTime(createdAt);
  if (content.type === 'text') {
    // The common case. These keys are already sorted, so `JSON.stringify` output is canonical and takes half the time.
    const textContent = { text: content.text, type: 'text' };
    return sha256(JSON.stringify(['aspen-node-1', textContent, parents, time, authorId, responseHash]));
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
