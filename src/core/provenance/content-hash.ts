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
  return sha256(
    canonicalJson([
      'aspen-node-1',
      contentAsJson(parts.content),
      [...parts.parentHashes].sort(),
      isoTime(parts.createdAt),
      parts.authorId,
      parts.responseHash,
    ]),
  );
}

function contentAsJson(content: Content): JsonValue {
  switch (content.type) {
    case 'mixed':
      return { type: 'mixed', blocks: content.blocks.map(contentAsJson) };
    default:
      return { ...content };
  }
}
