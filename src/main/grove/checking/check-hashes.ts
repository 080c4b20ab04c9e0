import type { NodeId, Sha256 } from '../../../core/ids.ts';
import { verifyNode } from '../../../core/provenance/verify.ts';
import type { Reader } from '../../store/connection/query.ts';
import { countKnownUnverified } from '../../store/tables/log.ts';
import { readStoredNodes } from '../../store/tree/whole-trees.ts';
import { responseToVerify } from '../reading/node-reader.ts';

/** The target duration of a slice, and the pause between two. Milliseconds. */
const SLICE = 10;
const PAUSE = 40;
/** Nodes in the first slice; later slices adapt to the target duration. */
const FIRST_PAGE = 16;

export interface CheckOptions {
  readonly reader: Reader;
  sha256(data: string | Uint8Array): Sha256;
  /** Milliseconds of any monotonic clock. */
  now(): number;
  /** All nodes match their hashes. */
  onIntact(): void;
  /** Some nodes do not match their hashes. */
  onDamage(count: number): void;
  /** The file could not be read completely. */
  onError(error: unknown): void;
}

/**
 * Verifies the hashes of all nodes while the writer works, in slices on the one connection (`storage.md`,
 * *Opening, in order*): for a file opened after only the quick checks.
 * @returns stops it
 */
export function checkHashes(options: CheckOptions): () => void {
  const { reader, sha256, now, onIntact, onDamage, onError } = options;
  const digests = { sha256OfBytes: sha256 };
  let after: NodeId | null = null;
  let page = FIRST_PAGE;
  let invalid = 0;
  let timer: ReturnType<typeof setTimeout>;
  const slice = () => {
    const startedAt = now();
    try {
      const nodes = readStoredNodes(reader, null, after, page);
      for (const { node, parents, recordedHash } of nodes) {
        const { responseId } = node;
        const response =
          responseId === null
            ? null
            : { recordedHash, bodyHash: responseToVerify(reader, responseId, digests)?.bodyHash ?? null };
        if (verifyNode({ node, parents, response }, sha256).verdict === 'invalid') invalid += 1;
      }
      const last = nodes.at(-1);
      if (last === undefined || nodes.length < page) {
        if (invalid > countKnownUnverified(reader)) onDamage(invalid);
        else onIntact();
        return;
      }
      after = last.node.id;
    } catch (error) {
      onError(error);
      return;
    }
    const elapsed = Math.max(now() - startedAt, 1);
    page = Math.max(1, Math.min(Math.floor((page * SLICE) / elapsed), 4 * page));
    timer = setTimeout(slice, PAUSE);
  };
  timer = setTimeout(slice, PAUSE);
  return () => clearTimeout(timer);
}
