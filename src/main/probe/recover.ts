import { existsSync, renameSync, unlinkSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import type { AgentId, GroveId, NodeId, TreeId } from '../../core/ids.ts';
import { logMetadata, logNode } from '../../core/provenance/logged-node.ts';
import { verifyNode } from '../../core/provenance/verify.ts';
import { tagRecord } from '../../core/tags/tag.ts';
import type { LoomTree } from '../../core/tree/loom-tree.ts';
import { logMarks } from '../../core/tree/tree-marks.ts';
import type { WholeNode } from '../../core/tree/tree-node.ts';
import {
  draftsBranched,
  HISTORY_LOST,
  placesLost,
  rowsLost,
  rowsOf,
  textsDivided,
  valuesShortened,
} from '../../ui-text/recovery.ts';
import { responseToVerify } from '../grove/reading/node-reader.ts';
import { branchLongDrafts } from '../grove/rescue/save-orphaned-draft.ts';
import { createIdFactory } from '../id-factory.ts';
import type { FileTransaction } from '../store/connection/file-transaction.ts';
import { findFileFaults, rebuildSearchIndex } from '../store/connection/integrity.ts';
import { openFile, openForSalvage } from '../store/connection/open-file.ts';
import type { Reader } from '../store/connection/query.ts';
import type { Store } from '../store/connection/store.ts';
import { divideTexts } from '../store/copies/divide-texts.ts';
import { repairReferences, repairValues } from '../store/copies/repair-rows.ts';
import { repairSplits } from '../store/copies/repair-splits.ts';
import { type SalvagedTable, salvageRows } from '../store/copies/salvage.ts';
import { listTurns, loggedTurn } from '../store/tables/agent-turns.ts';
import { addAgent, listAgents, loggedAgent } from '../store/tables/agents.ts';
import { appendLog } from '../store/tables/log.ts';
import { listMarks } from '../store/tables/marks/mark-tables.ts';
import { rebuildLinkIndex } from '../store/tables/node-links.ts';
import { listTags } from '../store/tables/tags.ts';
import { listTrees, loggedNewTree } from '../store/tables/trees.ts';
import { eachStoredNode } from '../store/tree/whole-trees.ts';
import { resolveCopy } from './copy-without-journal.ts';
import { inspectCopies, readOpening } from './inspect.ts';
import { hasJournal, withWorkingCopies } from './working-copies.ts';

export interface RecoverOptions {
  readonly path: string;
  /** Path of the new grove; a file there is replaced. */
  readonly target: string;
  /** The temporary name to write it under. */
  readonly partial: string;
  readonly migrations: string;
  readonly nativeBinding?: string | undefined;
  /** As in `WorkingCopyOptions`. */
  readonly folder?: string | undefined;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

export interface RecoveryReport {
  readonly nodes: number;
  /** Number of recovered nodes that do not verify. */
  readonly unverified: number;
  /** Descriptions of what was lost; empty when nothing is known to be. */
  readonly lost: readonly string[];
}

/** Changes made so that the copy opens. */
interface Repaired extends ReturnType<typeof repairReferences> {
  /** Number of values cut because they were too long. */
  readonly shortened: number;
  /** The ids of the nodes whose text is in several nodes now. */
  readonly divided: ReadonlySet<string>;
}

/** Nodes per row of the new log. */
const NODES_PER_ROW = 500;

/**
 * Writes the readable contents of a damaged grove into a new one (`storage.md`, *Opening, in order*, step 5).
 * The damaged file is not written to. Every readable node is kept; the new log records which of them do not
 * verify.
 * @throws {AspenError} CORRUPT when nothing can be read; INVALID_ARGUMENT when the target is not allowed;
 *   DISK_FULL, IO_ERROR
 */
export function recover(given: RecoverOptions): RecoveryReport {
  const { file, target } = resolveCopy(given.path, given.target);
  const options = { ...given, path: file.real, target };
  if (!hasJournal(file.real)) return recoverFrom(options);
  return withWorkingCopies(file, options, (copies) =>
    recoverFrom({ ...options, path: copies[inspectCopies(copies, options).from] }),
  );
}

function recoverFrom(options: RecoverOptions): RecoveryReport {
  const { path, target, partial, migrations, nativeBinding, now } = options;
  const newId = createIdFactory({ now: () => now });
  const environment = {
    migrations,
    now: () => now,
    ...(nativeBinding === undefined ? {} : { nativeBinding }),
  };
  const removePartialFiles = () => {
    for (const file of [partial, `${partial}-journal`]) if (existsSync(file)) unlinkSync(file);
  };
  removePartialFiles();
  try {
    const name = basename(target, extname(target));
    openFile(partial, { ...environment, create: { id: newId() as GroveId, name } }).close();
    const { from, into } = openForSalvage(path, partial, environment);
    let tables: readonly SalvagedTable[];
    let repaired: Repaired;
    try {
      [tables, repaired] = into.transaction(() => {
        const rows = salvageRows(from, into);
        const references = repairReferences(into, newId, now);
        const shortened = repairValues(into, newId);
        const divided = divideTexts(into, newId);
        repairSplits(into);
        return [rows, { ...references, shortened, divided }] as const;
      })();
    } finally {
      from.close();
      into.close();
    }
    if (!tables.some(({ table, rows }) => table === 'node' && rows > 0))
      throw new AspenError('CORRUPT', 'none of its text can be read');
    const store = openFile(partial, environment);
    let counts: { readonly nodes: number; readonly unverified: number };
    let branched: number;
    try {
      counts = startLog(store, newId);
      branched = branchLongDrafts(store, { newId, now: () => now }, repaired.divided);
      const faults = findFileFaults(store);
      if (faults.length > 0) throw new AspenError('CORRUPT', faults.join('; '));
      readOpening(store);
    } finally {
      store.close();
    }
    renameSync(partial, target);
    return { ...counts, lost: describeLosses(tables, repaired, branched) };
  } catch (error) {
    removePartialFiles();
    throw error;
  }
}

/** Starts a log that has every agent, tree and node as it is now, and records which nodes do not verify. */
function startLog(
  store: Store,
  newId: () => string,
): { readonly nodes: number; readonly unverified: number } {
  return store.transact((tx) => {
    rebuildSearchIndex(tx);
    rebuildLinkIndex(tx);
    const agents = listAgents(tx);
    let by = agents.find(({ type }) => type === 'human')?.id;
    if (by === undefined) {
      by = newId() as AgentId;
      const now = tx.now();
      const person = { id: by, name: 'Writer', type: 'human', modelRef: null, color: null } as const;
      const rest = { configuration: {}, permissions: {}, archivedAt: null };
      addAgent(tx, { ...person, ...rest, createdAt: now, updatedAt: now });
    }
    for (const agent of agents) appendLog(tx, by, 'agent', { agent: loggedAgent(agent) });
    const tags = listTags(tx);
    if (tags.length > 0)
      appendLog(tx, by, 'import', { tagList: tags.map(tagRecord), details: { recovered: true } });
    let nodes = 0;
    let unverified = 0;
    for (const tree of listTrees(tx)) {
      const counted = logTree(tx, by, tree);
      nodes += counted.nodes;
      unverified += counted.unverified;
    }
    return { nodes, unverified };
  });
}

/** Logs a tree with its nodes. Each row names the tree, so that it can be deleted later. */
function logTree(
  tx: FileTransaction,
  by: AgentId,
  tree: LoomTree,
): { readonly nodes: number; readonly unverified: number } {
  const turns = listTurns(tx, tree.id).filter(({ state }) => state !== 'running');
  let nodes = 0;
  let unverified = 0;
  let page: WholeNode[] = [];
  let unverifiedIds: NodeId[] = [];
  const flush = () => {
    if (page.length === 0) return;
    appendLog(tx, by, 'import', {
      tree: tree.id,
      nodes: page.map((node) => logNode(node)),
      metadata: logMetadata(page),
      ...(nodes > page.length
        ? {}
        : {
            properties: loggedNewTree(tree),
            turns: turns.map(({ id }) => loggedTurn(tx, id)),
            ...logMarks(listMarks(tx, tree.id)),
          }),
      details: { recovered: true, unverified: unverifiedIds },
    });
    page = [];
    unverifiedIds = [];
  };
  for (const { node, isValid } of eachVerified(tx, tree.id)) {
    nodes += 1;
    page.push(node);
    if (!isValid) {
      unverified += 1;
      unverifiedIds.push(node.id);
    }
    if (page.length >= NODES_PER_ROW) flush();
  }
  flush();
  return { nodes, unverified };
}

function* eachVerified(reader: Reader, treeId: TreeId) {
  for (const { node, parents, recordedHash } of eachStoredNode(reader, treeId)) {
    const bodyHash =
      node.responseId === null ? null : (responseToVerify(reader, node.responseId)?.bodyHash ?? null);
    const response = node.responseId === null ? null : { recordedHash, bodyHash };
    yield { node, isValid: verifyNode({ node, parents, response }).verdict !== 'invalid' };
  }
}

function describeLosses(
  tables: readonly SalvagedTable[],
  { lostNodes, moved, divided, shortened }: Repaired,
  branched: number,
): readonly string[] {
  const lost = new Map<string, number>();
  for (const { table, lost: count } of tables) {
    const label = rowsOf(table);
    const own = table === 'node' ? Math.max(count, lostNodes) : count;
    lost.set(label, Math.max(lost.get(label) ?? 0, own));
  }
  return [
    ...[...lost].filter(([, count]) => count > 0).map(([label, count]) => rowsLost(count, label)),
    ...(moved > 0 ? [placesLost(moved)] : []),
    ...(divided.size > 0 ? [textsDivided(divided.size)] : []),
    ...(branched > 0 ? [draftsBranched(branched)] : []),
    ...(shortened > 0 ? [valuesShortened(shortened)] : []),
    HISTORY_LOST,
  ];
}
