import type { NodeId, ResponseId, Sha256 } from '../../../core/ids.ts';
import { verifyNode } from '../../../core/provenance/verify.ts';
import type { Reader } from '../../store/connection/query.ts';
import { countKnownUnverified } from '../../store/tables/log.ts';
import type { Key } from '../../store/tables/schema.ts';
import {
  findStoredNodes,
  getGreatestNodeKey,
  readKeyRange,
  type StoredNode,
} from '../../store/tree/whole-trees.ts';
import { responseToVerify } from '../reading/node-reader.ts';

/** Nodes per step: a fraction of a millisecond for nodes of a paragraph. */
const PAGE = 16;

export interface HashPassOptions {
  readonly reader: Reader;
  /** The nodes to verify before all others. */
  firstNodes(): readonly NodeId[];
}

/**
 * One pass over all nodes of a grove that verifies their hashes, in small steps (`storage.md`, *Opening, in order*):
 * first the nodes that the writer sees, then the rest by key range. A step that throws can be repeated.
 */
export class HashPass {
  readonly #options: HashPassOptions;
  /** Null until the first step. */
  #firstNodes: readonly NodeId[] | null = null;
  /** Number of them that are verified. */
  #firstCount = 0;
  /** Nodes verified ahead of their turn. */
  readonly #ahead = new Set<NodeId>();
  #after: Key | null = null;
  #greatestKey = 0;
  #invalid = 0;
  /** Number of invalid nodes that a recovery has recorded; null until needed. */
  #known: number | null = null;
  #isDone = false;
  /** The hash of each response's body: several nodes may share one. */
  readonly #bodies = new Map<ResponseId, Sha256 | null>();

  constructor(options: HashPassOptions) {
    this.#options = options;
  }

  /** True once all nodes are verified. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** True once the nodes that come first are verified. */
  get hasVerifiedFirst(): boolean {
    return this.#firstNodes !== null && this.#firstCount === this.#firstNodes.length;
  }

  /** The verified share, from 0 to 1. */
  get share(): number {
    if (this.#isDone) return 1;
    const all = (this.#firstNodes?.length ?? 0) + this.#greatestKey;
    return all === 0 ? 0 : Math.min(Math.max((this.#firstCount + (this.#after ?? 0)) / all, 0), 1);
  }

  /**
   * Number of verified nodes that do not match their hash, if more than a recovery has recorded; otherwise 0.
   * @throws {AspenError} what reading the file throws
   */
  countDamaged(): number {
    if (this.#invalid === 0) return 0;
    this.#known ??= countKnownUnverified(this.#options.reader);
    return this.#invalid > this.#known ? this.#invalid : 0;
  }

  /** Verifies the next nodes. @throws {AspenError} what reading the file throws; call it again later */
  step(): void {
    const { reader, firstNodes } = this.#options;
    if (this.#firstNodes === null) {
      this.#greatestKey = getGreatestNodeKey(reader);
      this.#firstNodes = firstNodes();
    }
    const first = this.#firstNodes.slice(this.#firstCount, this.#firstCount + PAGE);
    if (first.length > 0) {
      const nodes = findStoredNodes(reader, first);
      this.#verify(nodes);
      for (const { node } of nodes) this.#ahead.add(node.id);
      this.#firstCount += first.length;
      return;
    }
    const { nodes, lastKey } = readKeyRange(reader, this.#after, PAGE);
    this.#verify(nodes.filter(({ node }) => !this.#ahead.has(node.id)));
    this.#after = lastKey ?? this.#after;
    this.#isDone = nodes.length < PAGE;
  }

  #verify(nodes: readonly StoredNode[]): void {
    let invalid = 0;
    for (const { node, parents, recordedHash } of nodes) {
      const { responseId } = node;
      const response = responseId === null ? null : { recordedHash, bodyHash: this.#bodyHash(responseId) };
      if (verifyNode({ node, parents, response }).verdict === 'invalid') invalid += 1;
    }
    this.#invalid += invalid;
  }

  #bodyHash(id: ResponseId): Sha256 | null {
    const { reader } = this.#options;
    let hash = this.#bodies.get(id);
    if (hash === undefined) {
      hash = responseToVerify(reader, id)?.bodyHash ?? null;
      this.#bodies.set(id, hash);
    }
    return hash;
  }
}
