import type { LocalId, NodeId, Sha256 } from '../ids.ts';
import type { WholeNode } from '../tree/tree-node.ts';
import { contentHash } from './content-hash.ts';

/** `incomplete`: nothing speaks against it, and something is missing that would prove it. */
export type Verdict = 'valid' | 'invalid' | 'incomplete';

/** A model's response as the grove holds it. */
export interface ResponseToVerify {
  /** The body's SHA-256 as it was written down when the response came; null where the record is gone. */
  readonly recordedHash: Sha256 | null;
  /** SHA-256 of the body that is stored now, decompressed; null where this copy is without bodies. */
  readonly bodyHash: Sha256 | null;
}

export interface NodeToVerify {
  readonly node: Pick<
    WholeNode,
    'id' | 'localId' | 'content' | 'createdAt' | 'authorId' | 'authorType' | 'contentHash' | 'responseId'
  >;
  /** The edge's origin and its context and instruction sources, with their stored hashes; null where one is not there. */
  readonly parents: readonly { readonly id: NodeId; readonly contentHash: Sha256 | null }[];
  /** Null where the node names no response. */
  readonly response: ResponseToVerify | null;
}

export interface NodeVerdict {
  readonly nodeId: NodeId;
  readonly localId: LocalId;
  readonly verdict: Verdict;
  /** In words: which input is wrong or missing; of a valid node, what the proof rests on where that is not everything. */
  readonly reasons: readonly string[];
}

/**
 * Verifies one node against its own hash (`domain.md`, *Content hash*). Its parents' stored hashes are taken as they are:
 * a chain holds when each node of it does.
 */
export function verifyNode(given: NodeToVerify, sha256: (text: string) => Sha256): NodeVerdict {
  const { id, localId } = given.node;
  const [verdict, reasons] = judge(given, sha256);
  return { nodeId: id, localId, verdict, reasons };
}

function judge(given: NodeToVerify, sha256: (text: string) => Sha256): readonly [Verdict, readonly string[]] {
  const { node, parents, response } = given;
  if (node.authorType === 'human' && node.responseId !== null) {
    return ['invalid', ['a person wrote it, and it names a response from a provider']];
  }
  const { recordedHash, bodyHash } = response ?? { recordedHash: null, bodyHash: null };
  if (recordedHash !== null && bodyHash !== null && bodyHash !== recordedHash) {
    return ['invalid', ['the stored response is not the one that was received']];
  }
  const missing: NodeId[] = [];
  const parentHashes: Sha256[] = [];
  for (const { id, contentHash: parentHash } of parents) {
    if (parentHash === null) missing.push(id);
    else parentHashes.push(parentHash);
  }
  const hasLostRecord = node.responseId !== null && recordedHash === null;
  if (missing.length > 0 || hasLostRecord) {
    return [
      'incomplete',
      [
        ...missing.map((id) => `node ${id}, which it was written after, is not here`),
        ...(hasLostRecord ? ['the record of its response is not here'] : []),
      ],
    ];
  }
  const hash = contentHash(
    {
      content: node.content,
      parentHashes,
      createdAt: node.createdAt,
      authorId: node.authorId,
      responseHash: recordedHash,
    },
    sha256,
  );
  if (hash !== node.contentHash) {
    const inputs = ['its content', 'its author', 'its time', 'what it was written after'];
    if (recordedHash !== null) inputs.push('the record of its response');
    return ['invalid', [`${inputs.join(', ')} or its hash was changed after it was written`]];
  }
  if (node.authorType === 'model' && recordedHash === null) {
    return ['incomplete', ['no record from a provider']];
  }
  if (recordedHash !== null && bodyHash === null) {
    return ['valid', ['the response itself is not in this copy; its recorded hash is']];
  }
  return ['valid', []];
}

/** What the verification of a path or a grove found. */
export interface Verification {
  /** Invalid where one node is, else incomplete where one is. */
  readonly verdict: Verdict;
  readonly checked: number;
  readonly invalid: number;
  readonly incomplete: number;
  /** Nodes that are not valid, in the order they came, the invalid ones first; not more than were asked for of each. */
  readonly findings: readonly NodeVerdict[];
  /** The whole in one sentence. */
  readonly summary: string;
}

/**
 * Verifies nodes one by one as they come, in any order, and keeps no text: a path of 10,000 nodes or a whole grove.
 * @param most how many findings to keep of each kind; all are counted
 */
export function verifyNodes(
  nodes: Iterable<NodeToVerify>,
  sha256: (text: string) => Sha256,
  most = 100,
): Verification {
  const found: Record<'invalid' | 'incomplete', NodeVerdict[]> = { invalid: [], incomplete: [] };
  const counts: Record<Verdict, number> = { valid: 0, invalid: 0, incomplete: 0 };
  for (const node of nodes) {
    const finding = verifyNode(node, sha256);
    counts[finding.verdict] += 1;
    if (finding.verdict === 'valid') continue;
    const kept = found[finding.verdict];
    if (kept.length < most) kept.push(finding);
  }
  const { valid, invalid, incomplete } = counts;
  return {
    verdict: invalid > 0 ? 'invalid' : incomplete > 0 ? 'incomplete' : 'valid',
    checked: valid + invalid + incomplete,
    invalid,
    incomplete,
    findings: [...found.invalid, ...found.incomplete],
    summary: summarise(counts),
  };
}

function summarise({ valid, invalid, incomplete }: Readonly<Record<Verdict, number>>): string {
  const checked = valid + invalid + incomplete;
  if (checked === 0) return 'There is nothing to verify.';
  const all = checked === 1 ? 'The node is' : `All ${checked} nodes are`;
  if (valid === checked) return `${all} as written.`;
  const parts = [
    ...(invalid > 0 ? [`${invalid} changed after ${invalid === 1 ? 'it was' : 'they were'} written`] : []),
    ...(incomplete > 0 ? [`${incomplete} cannot be proved, since something is missing`] : []),
  ];
  return `Of ${checked} ${checked === 1 ? 'node' : 'nodes'}, ${parts.join(' and ')}.`;
}
