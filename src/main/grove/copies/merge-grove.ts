/** The union of a grove and a copy of it that went its own way (`storage.md`). */
import type { Draft } from '../../../core/buffer/draft.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, Sha256, TreeId } from '../../../core/ids.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import type { Reader } from '../../store/connection/query.ts';
import type { FileTransaction, Store } from '../../store/connection/store.ts';
import { copyTree } from '../../store/copies/copy-tree.ts';
import { type MergedTree, mergeTree } from '../../store/copies/merge-tree.ts';
import { addAgent, findAgent, getAgent } from '../../store/tables/agents.ts';
import { findDraft } from '../../store/tables/drafts.ts';
import { getGrove } from '../../store/tables/grove.ts';
import { countKnownUnverified } from '../../store/tables/log.ts';
import { listAgentsIn } from '../../store/tables/path-state.ts';
import { findTree, listTrees } from '../../store/tables/trees.ts';
import { verifyGrove } from '../checking/verify-grove.ts';
import { saveOrphanedDraft } from '../rescue/save-orphaned-draft.ts';

/** What the bookmark of a branch says that keeps what the copy's draft held. */
export const DRAFT_OF_COPY = 'Draft of the merged copy';

export interface GroveMerging {
  readonly store: Store;
  /** The other file, which is only read, and is as it was written. */
  readonly from: Store;
  readonly by: AgentId;
  readonly idsAndClock: IdsAndClock;
  sha256(data: string | Uint8Array): Sha256;
}

/** What came over. */
export interface MergedGrove {
  readonly nodes: number;
  /** Of them, those that have another id here. */
  readonly renamed: number;
  readonly trees: number;
  /** Drafts of the copy, which are branches here. */
  readonly drafts: number;
}

/**
 * Brings what a copy has besides into this grove, in one transaction: trees, nodes by id and hash, versions, notes,
 * answers and agents. What both have stays as it is here. A draft of the copy becomes a branch with a bookmark; this
 * grove's own drafts stay what they are.
 * @throws {AspenError} INVALID_ARGUMENT where the two have nothing to do with each other, or do not fit together. Nothing
 *   is written then
 */
export function mergeGrove({ store, from, by, idsAndClock, sha256 }: GroveMerging): MergedGrove {
  const ours = new Set(listTrees(store).map(({ id }) => id));
  const theirs = listTrees(from);
  if (!theirs.some(({ id }) => ours.has(id)))
    throw new AspenError('INVALID_ARGUMENT', 'that grove has no tree of this one: it is no copy of it');
  const grove = getGrove(from).id;
  return store.transact((tx) => {
    const counted = { nodes: 0, renamed: 0, trees: 0, drafts: 0 };
    for (const tree of theirs) {
      const known = findTree(tx, tree.id);
      if (known === undefined) {
        counted.trees += 1;
        counted.nodes += takeWhole(tx, from, tree.id, by, grove);
        continue;
      }
      if (known.rootPositionId !== tree.rootPositionId || known.mode !== tree.mode)
        throw new AspenError('INVALID_ARGUMENT', `“${tree.title}” is another tree in that file`);
      const details = { grove, head: from.head.hash };
      const merged = mergeTree(tx, { from, tree: known, by, details, newId: idsAndClock.newId });
      counted.nodes += merged.nodes;
      counted.renamed += merged.renamed;
      counted.drafts += takeDrafts(tx, from, tree.id, merged, by, idsAndClock);
    }
    const fault = findGroveFault(tx, sha256);
    if (fault !== undefined)
      throw new AspenError('INVALID_ARGUMENT', `what would come of it is not as it should be: ${fault}`);
    return counted;
  });
}

function takeWhole(tx: FileTransaction, from: Reader, treeId: TreeId, by: AgentId, grove: string): number {
  const tree = findTree(from, treeId);
  if (tree === undefined) throw new AspenError('NOT_FOUND', `no tree ${treeId}`);
  return copyTree(tx, {
    from,
    treeId,
    as: tree,
    by,
    kind: 'merge',
    details: { grove },
    nodeId: (id) => id,
    localId: (_, { localId }) => localId,
    edgeId: ({ id }) => id,
  }).nodes;
}

/** Returns how many became branches: those that say something, and not what the draft here says. */
function takeDrafts(
  tx: FileTransaction,
  from: Reader,
  treeId: TreeId,
  { nodeId, positionId }: MergedTree,
  by: AgentId,
  idsAndClock: IdsAndClock,
): number {
  let taken = 0;
  for (const agentId of listAgentsIn(from, treeId)) {
    const theirs = findDraft(from, treeId, agentId);
    if (theirs === undefined) continue;
    const draft: Draft = {
      head: positionId(theirs.head),
      buffer: theirs.buffer,
      edits: theirs.edits.map((edit) => ({ ...edit, nodeId: nodeId(edit.nodeId) })),
    };
    const ours = findDraft(tx, treeId, agentId);
    if (ours !== undefined && saysTheSame(ours, draft)) continue;
    const texts = [draft.buffer, ...draft.edits];
    for (const id of new Set([agentId, ...texts.flatMap(({ spans }) => spans.map(({ agent }) => agent))]))
      if (findAgent(tx, id) === undefined) addAgent(tx, getAgent(from, id), by);
    const kept = saveOrphanedDraft(tx, treeId, agentId, { draft, above: [], left: [] }, idsAndClock, {
      kind: 'merge',
      label: DRAFT_OF_COPY,
    });
    if (kept.length > 0) taken += 1;
  }
  return taken;
}

function saysTheSame(one: Draft, other: Draft): boolean {
  const said = ({ head, buffer, edits }: Draft) =>
    JSON.stringify([head, buffer.text, edits.map(({ nodeId, text }) => [nodeId, text])]);
  return said(one) === said(other);
}

/** What is not as it was written, or breaks an invariant; undefined where all holds. */
export function findGroveFault(
  reader: Reader,
  sha256: (data: string | Uint8Array) => Sha256,
): string | undefined {
  const { nodes, violations, log } = verifyGrove(reader, { sha256, sha256OfBytes: sha256 });
  // What a recovery kept though it does not verify is known.
  const altered = nodes.invalid > countKnownUnverified(reader) ? [nodes.summary] : [];
  return [...altered, ...violations, ...log][0];
}
