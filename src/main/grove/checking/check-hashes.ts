import type { NodeId, Sha256 } from '../../../core/ids.ts';
import { verifyNode } from '../../../core/provenance/verify.ts';
import type { Reader } from '../../store/connection/query.ts';
import { countKnownUnverified } from '../../store/tables/log.ts';
import { readStoredNodes } from '../../store/tree/whole-trees.ts';
import { responseToVerify } from '../reading/node-reader.ts';

/** A slice takes at most about so long, and the next one comes after a rest. Milliseconds. */
const SLICE = 10;
const REST = 40;
/** How many nodes a slice begins with; then as many as fit into one. */
const FIRST_PAGE = 16;

export interface CheckOptions {
  readonly reader: Reader;
  sha256(data: string | Uint8Array): Sha256;
  /** Milliseconds of any clock that goes forward. */
  now(): number;
  /** All of them are as they were written. */
  onSound(): void;
  /** There are nodes that are not as they were written. */
  onDamage(count: number): void;
  /** The file could not be read to its end. */
  onTrouble(error: unknown): void;
}

/**
 * Looks through every node's hash while the writer writes, a slice at a time on the one connection that there is
 * (`storage.md`, *Opening, in order*): for a file that was opened after the quick checks.
 * @returns ends it
 */
export function checkHashes(options: CheckOptions): () => void {
  const { reader, sha256, now, onSound, onDamage, onTrouble } = options;
  const digests = { sha256OfBytes: sha256 };
  let after: NodeId | null = null;
  let page = FIRST_PAGE;
  let invalid = 0;
  let timer: ReturnType<typeof setTimeout>;
  const slice = () => {
    const begun = now();
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
        else onSound();
        return;
      }
      after = last.node.id;
    } catch (error) {
      onTrouble(error);
      return;
    }
    const took = Math.max(now() - begun, 1);
    page = Math.max(1, Math.min(Math.floor((page * SLICE) / took), 4 * page));
    timer = setTimeout(slice, REST);
  };
  timer = setTimeout(slice, REST);
  return () => clearTimeout(timer);
}
