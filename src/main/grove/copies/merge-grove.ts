/** Merging a grove with a diverged copy of it (`storage.md`). */
import type { Draft } from '../../../core/buffer/draft.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, TreeId } from '../../../core/ids.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import type { IdsAndClock } from '../../../core/tree/new-node.ts';
import { MERGED_DRAFT } from '../../../ui-text/copies.ts';
import { copyDoesNotFit, differentTree, NOT_A_COPY } from '../../../ui-text/refusals.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import type { Reader } from '../../store/connection/query.ts';
import type { Store } from '../../store/connection/store.ts';
import { mergeLayers } from '../../store/copies/copy-layers.ts';
import { copyPaths } from '../../store/copies/copy-paths.ts';
import { prepareTreeCopy, writeTreeCopy } from '../../store/copies/copy-tree.ts';
import { type MergedTree, mergeTree } from '../../store/copies/merge-tree.ts';
import { addAgent, findAgent, getAgent } from '../../store/tables/agents.ts';
import { findDraft } from '../../store/tables/drafts.ts';
import { getGrove } from '../../store/tables/grove.ts';
import { countKnownUnverified } from '../../store/tables/log.ts';
import { listAgentsIn } from '../../store/tables/path-state.ts';
import { findTree, getTree, listTrees } from '../../store/tables/trees.ts';
import { verifyGrove } from '../checking/verify-grove.ts';
import { saveOrphanedDraft } from '../rescue/save-orphaned-draft.ts';

export interface MergeOptions {
  readonly store: Store;
  /** The other file, opened read-only and verified. */
  readonly from: Store;
  readonly by: AgentId;
  readonly idsAndClock: IdsAndClock;
}

/** The result of a merge. */
export interface MergedGrove {
  readonly nodes: number;
  /** Number of nodes renumbered because their id was taken. */
  readonly renamed: number;
  readonly trees: number;
  /** Drafts of the copy, which became branches here. */
  readonly drafts: number;
}

/**
 * Adds what a copy has in addition to this grove, in one transaction: trees, nodes by id and hash, versions,
 * notes, responses and agents. What both have stays unchanged here. A draft of the copy becomes a branch with
 * a bookmark; this grove's own drafts stay drafts.
 * @throws {AspenError} INVALID_ARGUMENT if the two are unrelated or incompatible. Then nothing is written
 */
export function mergeGrove({ store, from, by, idsAndClock }: MergeOptions): MergedGrove {
  const ours = new Set(listTrees(store).map(({ id }) => id));
  const theirs = topicsFirst(listTrees(from));
  if (!theirs.some(({ id }) => ours.has(id))) throw new AspenError('INVALID_ARGUMENT', NOT_A_COPY);
  const grove = getGrove(from).id;
  return store.transact((tx) => {
    const counted = { nodes: 0, renamed: 0, trees: 0, drafts: 0 };
    for (const tree of theirs) {
      const known = findTree(tx, tree.id);
      if (known === undefined) {
        counted.trees += 1;
        counted.nodes += copyWholeTree(tx, from, tree.id, by, grove);
        continue;
      }
      if (known.rootPositionId !== tree.rootPositionId || known.mode !== tree.mode)
        throw new AspenError('INVALID_ARGUMENT', differentTree(tree.title));
      const details = { grove, head: from.head.hash };
      const merged = mergeTree(tx, { from, tree: known, by, details, newId: idsAndClock.newId });
      counted.nodes += merged.nodes;
      counted.renamed += merged.renamed;
      mergeLayers(tx, { from, treeId: tree.id, nodeId: merged.nodeId, positionId: merged.positionId, by });
      counted.drafts += branchDrafts(tx, from, tree.id, merged, by, idsAndClock);
    }
    const fault = findGroveFault(tx);
    if (fault !== undefined) throw new AspenError('INVALID_ARGUMENT', copyDoesNotFit(fault));
    return counted;
  });
}

/** In an order in which no tree comes before its topic. */
function topicsFirst(trees: readonly LoomTree[]): readonly LoomTree[] {
  return [
    ...trees.filter(({ topicTreeId }) => topicTreeId === null),
    ...trees.filter(({ topicTreeId }) => topicTreeId !== null),
  ];
}

function copyWholeTree(
  tx: FileTransaction,
  from: Reader,
  treeId: TreeId,
  by: AgentId,
  grove: string,
): number {
  const theirs = getTree(from, treeId);
  // A conversation about a tree that is archived here is archived with it.
  const topic = theirs.topicTreeId === null ? null : getTree(tx, theirs.topicTreeId);
  const tree = { ...theirs, archivedAt: theirs.archivedAt ?? topic?.archivedAt ?? null };
  const steps = prepareTreeCopy(from, tree, { grove });
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  const { nodes } = writeTreeCopy(tx, step.value, by, 'merge');
  copyPaths(tx, from, tree, by);
  return nodes;
}

/** @returns how many drafts became branches: those that are not blank and differ from the draft here */
function branchDrafts(
  tx: FileTransaction,
  from: Reader,
  treeId: TreeId,
  { nodeId, positionId }: MergedTree,
  by: AgentId,
  idsAndClock: IdsAndClock,
): number {
  let count = 0;
  for (const agentId of listAgentsIn(from, treeId)) {
    const theirs = findDraft(from, treeId, agentId);
    if (theirs === undefined) continue;
    const draft: Draft = {
      head: positionId(theirs.head),
      buffer: theirs.buffer,
      edits: theirs.edits.map((edit) => ({ ...edit, nodeId: nodeId(edit.nodeId) })),
    };
    const ours = findDraft(tx, treeId, agentId);
    if (ours !== undefined && hasSameText(ours, draft)) continue;
    const texts = [draft.buffer, ...draft.edits];
    for (const id of new Set([agentId, ...texts.flatMap(({ spans }) => spans.map(({ agent }) => agent))]))
      if (findAgent(tx, id) === undefined) addAgent(tx, getAgent(from, id), by);
    const branched = saveOrphanedDraft(
      tx,
      treeId,
      agentId,
      { draft, above: [], unapplied: [] },
      idsAndClock,
      {
        kind: 'merge',
        label: MERGED_DRAFT,
      },
    );
    if (branched.length > 0) count += 1;
  }
  return count;
}

function hasSameText(one: Draft, other: Draft): boolean {
  const key = ({ head, buffer, edits }: Draft) =>
    JSON.stringify([head, buffer.text, edits.map(({ nodeId, text }) => [nodeId, text])]);
  return key(one) === key(other);
}

/** The first hash or invariant that does not hold; undefined if there is none. */
export function findGroveFault(reader: Reader): string | undefined {
  const { nodes, violations, log } = verifyGrove(reader);
  // Nodes that a recovery kept although they do not verify are already known.
  const altered = nodes.invalid > countKnownUnverified(reader) ? [nodes.summary] : [];
  return [...altered, ...violations, ...log][0];
}
