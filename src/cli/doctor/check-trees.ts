import { sha256 } from '#sha256';
import { AspenError } from '../../core/errors.ts';
import type { LocalId, NodeId } from '../../core/ids.ts';
import { findLogMismatches, logNode } from '../../core/provenance/logged-node.ts';
import { type NodeVerdict, type Verdict, verifyNode } from '../../core/provenance/verify.ts';
import { spansLength } from '../../core/text/span.ts';
import { checkTree, type EdgeToCheck, type NodeToCheck } from '../../core/tree/check-tree.ts';
import type { LoomTree } from '../../core/tree/loom-tree.ts';
import { textOf, type WholeNode } from '../../core/tree/tree-node.ts';
import type { Reader } from '../../main/store/connection/query.ts';
import { findEdgeInto } from '../../main/store/tables/edges.ts';
import { eachLoggedNode } from '../../main/store/tables/log.ts';
import { findNode, getWholeNode } from '../../main/store/tables/nodes.ts';
import { findResponseBytes } from '../../main/store/tables/responses.ts';
import { listTrees } from '../../main/store/tables/trees.ts';
import { findSplitFaults } from '../../main/store/tree/split-faults.ts';
import type { StoredNode } from '../../main/store/tree/whole-trees.ts';
import { contentHashes, FINDINGS, incompleteNodes, invariants } from '../../ui-text/cli/doctor.ts';
import { type Finding, fails, holds, shorten } from './finding.ts';
import type { NodeLedger } from './node-ledger.ts';
import { readableNodes } from './readable-nodes.ts';

/** The result of one pass over all nodes. */
export interface TreesChecked {
  readonly findings: readonly Finding[];
  readonly nodes: number;
  /** Of all texts, in UTF-16 code units. */
  readonly characters: number;
}

/** Most splits reported for a tree that do not match the node they divide. */
const MOST_FAULTS = 100;

/** Local ids listed as examples of the nodes with one problem. */
const EXAMPLES = 5;

/**
 * Makes one pass over all nodes of all trees, with one page of texts in memory, and checks the invariants of
 * `domain.md`, every content hash, and that the nodes match the log.
 *
 * @param ledger the nodes in the log; undefined if they could not be read
 */
export function checkTrees(reader: Reader, ledger: NodeLedger | undefined): TreesChecked {
  const trees = listTrees(reader);
  const counts: Record<Verdict, number> = { valid: 0, incomplete: 0, invalid: 0 };
  const invalid: string[] = [];
  const incomplete = new Map<string, { count: number; readonly examples: LocalId[] }>();
  const notLogged: string[] = [];
  const others = new Set<NodeId>();
  const unreadable = new Map<NodeId, string>();
  const violations: string[] = [];
  let characters = 0;

  function inspect(stored: StoredNode): void {
    const { node } = stored;
    characters += textOf(node.content).length;
    const verdict = verify(reader, stored);
    counts[verdict.verdict] += 1;
    const reason = verdict.reasons.join('; ');
    if (verdict.verdict === 'invalid') invalid.push(`${node.localId} (${node.id}): ${reason}`);
    if (verdict.verdict === 'incomplete') {
      const known = incomplete.get(reason) ?? { count: 0, examples: [] };
      known.count += 1;
      if (known.examples.length < EXAMPLES) known.examples.push(node.localId);
      incomplete.set(reason, known);
    }
    const compared = ledger?.compare(logNode(node));
    if (compared === 'not logged') notLogged.push(`node ${node.localId} (${node.id}): it is not in the log`);
    if (compared === 'other') others.add(node.id);
  }

  for (const tree of trees) {
    const splits: NodeToCheck[] = [];
    const nodes = eachNode(reader, tree, inspect, (id, reason) => unreadable.set(id, reason));
    for (const { invariant, reason } of checkTree(tree, collecting(nodes, splits), eachEdge(reader, tree))) {
      violations.push(`invariant ${invariant} in the tree “${tree.title}”: ${reason}`);
    }
    const readable = splits.filter(
      ({ id, editedFrom }) => ![id, editedFrom].some((one) => one && unreadable.has(one)),
    );
    for (const reason of findSplitFaults(reader, readable, MOST_FAULTS))
      violations.push(`in the tree “${tree.title}”: ${reason}`);
  }

  for (const id of ledger?.missing() ?? []) if (!unreadable.has(id)) others.add(id);
  const nodes = counts.valid + counts.incomplete + counts.invalid;
  return {
    findings: [
      invariantsFinding(trees.length, nodes, [
        ...[...unreadable].map(([id, reason]) => `node ${id}: ${reason}`),
        ...violations,
      ]),
      hashesFinding(counts, invalid, incomplete),
      ...(ledger === undefined ? [] : [ledgerFinding([...notLogged, ...mismatches(reader, others)])]),
    ],
    nodes,
    characters,
  };
}

function invariantsFinding(trees: number, nodes: number, faults: readonly string[]): Finding {
  const hold = faults.length === 0;
  return { holds: hold, sentence: invariants(hold, trees, nodes), details: shorten(faults) };
}

function hashesFinding(
  counts: Readonly<Record<Verdict, number>>,
  invalid: readonly string[],
  incomplete: ReadonlyMap<string, { readonly count: number; readonly examples: readonly LocalId[] }>,
): Finding {
  const { valid, incomplete: unproven, invalid: wrong } = counts;
  const sentence = contentHashes(valid, unproven, wrong);
  const lines = [...incomplete].map(([reason, { count, examples }]) =>
    incompleteNodes(reason, count, examples),
  );
  const details = [...shorten(invalid.map((line) => `invalid: ${line}`)), ...shorten(lines)];
  return wrong === 0 ? holds(sentence, details) : fails(sentence, details);
}

function ledgerFinding(differences: readonly string[]): Finding {
  return differences.length === 0
    ? holds(FINDINGS.ledger.holds)
    : fails(FINDINGS.ledger.fails, shorten(differences));
}

/** Nodes that are missing or differ from the log. */
function mismatches(reader: Reader, ids: ReadonlySet<NodeId>): readonly string[] {
  if (ids.size === 0) return [];
  const logged = [...eachLoggedNode(reader)].filter(({ id }) => ids.has(id));
  const found = findLogMismatches(logged, (id) => findWholeNode(reader, id), 0);
  return [...found].map(({ nodeId, reason }) => `node ${nodeId ?? '?'}: ${reason}`);
}

function findWholeNode(reader: Reader, id: NodeId): WholeNode | undefined {
  return findNode(reader, id) === undefined ? undefined : getWholeNode(reader, id);
}

function verify(reader: Reader, stored: StoredNode): NodeVerdict {
  const { node, parents, recordedHash } = stored;
  const { id: nodeId, localId, responseId } = node;
  try {
    const bytes = responseId === null ? undefined : findResponseBytes(reader, responseId);
    const bodyHash = bytes === undefined ? null : sha256(bytes.body);
    const response = responseId === null ? null : { recordedHash, bodyHash };
    return verifyNode({ node, parents, response });
  } catch (error) {
    if (!(error instanceof AspenError)) throw error;
    return { nodeId, localId, verdict: 'invalid', reasons: [error.detail] };
  }
}

/** The nodes; those that are splits are added to a list as they pass. */
function* collecting(nodes: Iterable<NodeToCheck>, splits: NodeToCheck[]): Generator<NodeToCheck> {
  for (const node of nodes) {
    if (node.splitAt !== null) splits.push(node);
    yield node;
  }
}

function* eachNode(
  reader: Reader,
  tree: LoomTree,
  inspect: (stored: StoredNode) => void,
  onUnreadable: (id: NodeId, reason: string) => void,
): Generator<NodeToCheck> {
  const lost: NodeId[] = [];
  const nodes = readableNodes(reader, tree.id, (id, reason) => {
    onUnreadable(id, reason);
    lost.push(id);
  });
  for (const stored of nodes) {
    inspect(stored);
    const { content, spans, ...node } = stored.node;
    yield { ...node, textLength: textOf(content).length, spansLength: spansLength(spans) };
  }
  // Their headers are still readable, so what is below them is not reported as lost.
  for (const id of lost) {
    const node = findNode(reader, id);
    if (node !== undefined) yield { ...node, textLength: 0, spansLength: 0 };
  }
}

function* eachEdge(reader: Reader, tree: LoomTree): Generator<EdgeToCheck> {
  const lost: NodeId[] = [];
  for (const { edge } of readableNodes(reader, tree.id, (id) => lost.push(id))) {
    if (edge !== undefined) yield edge;
  }
  for (const id of lost) {
    const edge = findEdgeInto(reader, id);
    if (edge !== undefined) yield edge;
  }
}
