import type { LocalId, NodeId, ResponseId, Sha256 } from '../ids.ts';
import { getNode } from '../tree/new-node.ts';
import type { Hyperedge, WholeNode } from '../tree/tree-node.ts';
import type { TreeView } from '../tree/tree-view.ts';
import { contentHash } from './content-hash.ts';

/** `incomplete`: nothing is wrong, but something needed for the proof is missing. */
export type Verdict = 'valid' | 'invalid' | 'incomplete';

/** A stored response, as input to verification. */
export interface ResponseToVerify {
  /** SHA-256 of the body, recorded when the response was received; null if the record is missing. */
  readonly recordedHash: Sha256 | null;
  /** SHA-256 of the body stored now, decompressed; null if this copy has no bodies. */
  readonly bodyHash: Sha256 | null;
  /** A secret was removed from it before it was stored. */
  readonly isRedacted?: boolean;
}

export interface NodeToVerify {
  readonly node: Pick<
    WholeNode,
    | 'id'
    | 'localId'
    | 'content'
    | 'contentType'
    | 'createdAt'
    | 'authorId'
    | 'authorType'
    | 'contentHash'
    | 'responseId'
  >;
  /**
   * The origin of the edge and its context and instruction sources, with their stored hashes; null for one
   * that is missing.
   */
  readonly parents: readonly { readonly id: NodeId; readonly contentHash: Sha256 | null }[];
  /** Null if the node has no response. */
  readonly response: ResponseToVerify | null;
}

export interface NodeVerdict {
  readonly nodeId: NodeId;
  readonly localId: LocalId;
  readonly verdict: Verdict;
  /** Descriptions of the inputs that are wrong or missing; for a valid node, the limits of the proof, if any. */
  readonly reasons: readonly string[];
}

/**
 * Verifies one node against its own hash (`domain.md`, *Content hash*). The stored hashes of its parents are
 * trusted: a chain is valid if each of its nodes is.
 */
export function verifyNode(input: NodeToVerify): NodeVerdict {
  const { id, localId } = input.node;
  const [verdict, reasons] = decideVerdict(input);
  return { nodeId: id, localId, verdict, reasons };
}

function decideVerdict(input: NodeToVerify): readonly [Verdict, readonly string[]] {
  const { node, parents, response } = input;
  if (node.authorType === 'human' && node.responseId !== null) {
    return ['invalid', ['a person wrote it, but it refers to a response from a provider']];
  }
  if (node.contentType !== node.content.type) {
    return ['invalid', [`it claims to be ${node.contentType}, but its content is ${node.content.type}`]];
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
        ...missing.map((id) => `its parent node ${id} is missing`),
        ...(hasLostRecord ? ['the record of its response is missing'] : []),
      ],
    ];
  }
  const hash = contentHash({
    content: node.content,
    parentHashes,
    createdAt: node.createdAt,
    authorId: node.authorId,
    responseHash: recordedHash,
  });
  if (hash !== node.contentHash) {
    const inputs = ['its content', 'its author', 'its time', 'its parents'];
    if (recordedHash !== null) inputs.push('the record of its response');
    return ['invalid', [`${inputs.join(', ')} or its hash has changed since it was written`]];
  }
  if (node.authorType === 'model' && recordedHash === null) {
    return ['incomplete', ['no record from a provider']];
  }
  if (recordedHash !== null && bodyHash === null) {
    return ['valid', ['this copy has the recorded hash of the response, but not the response itself']];
  }
  return ['valid', response?.isRedacted === true ? ['a secret was taken out of the response'] : []];
}

/** The result of verifying a path or a grove. */
export interface Verification {
  /** Invalid if any node is invalid, otherwise incomplete if any is incomplete. */
  readonly verdict: Verdict;
  readonly checked: number;
  readonly invalid: number;
  readonly incomplete: number;
  /** Nodes that are not valid, invalid ones first, otherwise in input order; at most `limit` of each kind. */
  readonly findings: readonly NodeVerdict[];
  /** A summary in one sentence. */
  readonly summary: string;
}

/**
 * Verifies nodes one at a time, in any order, and keeps no text, so that it can process a path of 10,000
 * nodes or a whole grove.
 * @param limit how many findings to return of each kind; all are counted
 */
export function verifyNodes(nodes: Iterable<NodeToVerify>, limit = 100): Verification {
  const found: Record<'invalid' | 'incomplete', NodeVerdict[]> = { invalid: [], incomplete: [] };
  const counts: Record<Verdict, number> = { valid: 0, invalid: 0, incomplete: 0 };
  for (const node of nodes) {
    const finding = verifyNode(node);
    counts[finding.verdict] += 1;
    if (finding.verdict === 'valid') continue;
    const list = found[finding.verdict];
    if (list.length < limit) list.push(finding);
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
    ...(incomplete > 0 ? [`${incomplete} cannot be verified, because something is missing`] : []),
  ];
  return `Of ${checked} ${checked === 1 ? 'node' : 'nodes'}, ${parts.join(' and ')}.`;
}

/** The parents of the target of an edge: the origin, then context and instruction sources. */
export function parentsOf(edge: Hyperedge | undefined): readonly NodeId[] {
  return edge?.sources.map((source) => (source.role === 'primary' ? source.originId : source.nodeId)) ?? [];
}

/**
 * The input of `verifyNodes` for these nodes, one at a time.
 * @throws {AspenError} NOT_FOUND if a node is not in the tree
 */
export function* nodesToVerify(
  tree: TreeView,
  nodes: Iterable<NodeId>,
  findResponse: (id: ResponseId) => ResponseToVerify | undefined,
): Iterable<NodeToVerify> {
  for (const id of nodes) {
    const node = getNode(tree, id);
    yield {
      node: { ...node, content: tree.getContent(id).content },
      parents: parentsOf(tree.findEdgeInto(id)).map((parent) => ({
        id: parent,
        contentHash: tree.findNode(parent)?.contentHash ?? null,
      })),
      response:
        node.responseId === null
          ? null
          : (findResponse(node.responseId) ?? { recordedHash: null, bodyHash: null }),
    };
  }
}
