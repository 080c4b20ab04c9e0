import { hash } from 'node:crypto';
import { existsSync, renameSync, unlinkSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import type { AgentId, GroveId, NodeId, Sha256 } from '../../core/ids.ts';
import { type LoggedNode, logNode } from '../../core/provenance/logged-node.ts';
import { verifyNode } from '../../core/provenance/verify.ts';
import { responseToVerify } from '../grove/reading/node-reader.ts';
import { createIdFactory } from '../id-factory.ts';
import { findFileFaults, rebuildSearchIndex } from '../store/connection/integrity.ts';
import { openFile, openForSalvage } from '../store/connection/open-file.ts';
import type { Reader } from '../store/connection/query.ts';
import type { Store } from '../store/connection/store.ts';
import { mendReferences } from '../store/copies/mend-references.ts';
import { type SalvagedTable, salvageRows } from '../store/copies/salvage.ts';
import { addAgent, listAgents } from '../store/tables/agents.ts';
import { appendLog } from '../store/tables/log.ts';
import { eachStoredNode } from '../store/tree/whole-trees.ts';
import { requirePlaceFor } from './copy-as-it-stands.ts';
import { hasJournal, lookAtCopies } from './copy-to-look-at.ts';
import { inspectCopies } from './inspect.ts';

export interface RecoverOptions {
  readonly path: string;
  /** Where the new grove is to stand; what stands there is replaced. */
  readonly target: string;
  readonly migrations: string;
  readonly nativeBinding?: string | undefined;
  /** As `LookOptions` have it. */
  readonly folder?: string | undefined;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

export interface RecoveryReport {
  readonly nodes: number;
  /** Of them, those of which it cannot be shown that they are as they were written. */
  readonly unverified: number;
  /** In words; empty where nothing is known to be lost. */
  readonly lost: readonly string[];
}

/** Nodes that one row of the new log names. */
const NAMED = 500;

const TABLE_WORDS: Readonly<Record<string, string>> = {
  agent: 'agents',
  raw_api_response: 'answers of providers',
  loom_tree: 'trees',
  node: 'texts',
  edge: 'places in the trees',
  edge_source: 'places in the trees',
  draft: 'drafts',
  cursor: 'places of writers',
  position_choice: 'choices of branches',
};

/**
 * Writes what can be read of a damaged grove into a new one (`storage.md`, *Opening, in order*, step 5). The damaged
 * file is not written to. Every node that can be read is kept; the new log says which of them do not verify.
 * @throws {AspenError} CORRUPT where nothing can be read; INVALID_ARGUMENT where the new one cannot stand there;
 *   DISK_FULL, IO_ERROR
 */
export function recover(options: RecoverOptions): RecoveryReport {
  const { path, target } = options;
  requirePlaceFor(path, target);
  if (!hasJournal(path)) return recoverFrom(options);
  return lookAtCopies(path, options, (copies) =>
    recoverFrom({ ...options, path: copies[inspectCopies(copies, options).from] }),
  );
}

function recoverFrom(options: RecoverOptions): RecoveryReport {
  const { path, target, migrations, nativeBinding, now } = options;
  const newId = createIdFactory({ now: () => now });
  const partial = `${target}.partial`;
  const environment = {
    migrations,
    now: () => now,
    sha256,
    ...(nativeBinding === undefined ? {} : { nativeBinding }),
  };
  const leave = () => {
    for (const file of [partial, `${partial}-journal`]) if (existsSync(file)) unlinkSync(file);
  };
  leave();
  try {
    const name = basename(target, extname(target));
    openFile(partial, { ...environment, create: { id: newId() as GroveId, name } }).close();
    const { from, into } = openForSalvage(path, partial, environment);
    let tables: readonly SalvagedTable[];
    let mended: ReturnType<typeof mendReferences>;
    try {
      [tables, mended] = into.transaction(
        () => [salvageRows(from, into), mendReferences(into, { newId, now })] as const,
      )();
    } finally {
      from.close();
      into.close();
    }
    if (!tables.some(({ table, rows }) => table === 'node' && rows > 0))
      throw new AspenError('CORRUPT', 'no text of it can be read');
    const store = openFile(partial, environment);
    let counted: { readonly nodes: number; readonly unverified: number };
    try {
      counted = beginLog(store, newId);
      const faults = findFileFaults(store);
      if (faults.length > 0) throw new AspenError('CORRUPT', faults.join('; '));
    } finally {
      store.close();
    }
    renameSync(partial, target);
    return { ...counted, lost: inWords(tables, mended) };
  } catch (error) {
    leave();
    throw error;
  }
}

/** A log that names every node as it is now, and says which of them do not verify. */
function beginLog(
  store: Store,
  newId: () => string,
): { readonly nodes: number; readonly unverified: number } {
  return store.transact((tx) => {
    rebuildSearchIndex(tx);
    let by = listAgents(tx).find(({ type }) => type === 'human')?.id;
    if (by === undefined) {
      by = newId() as AgentId;
      const now = tx.now();
      const person = { id: by, name: 'Writer', type: 'human', modelRef: null, color: null } as const;
      const rest = { configuration: {}, permissions: [], loomAware: false, archivedAt: null };
      addAgent(tx, { ...person, ...rest, createdAt: now, updatedAt: now });
    }
    let nodes = 0;
    let unverified = 0;
    let named: LoggedNode[] = [];
    let doubted: NodeId[] = [];
    const flush = (agentId: AgentId) => {
      if (named.length === 0) return;
      const details = { recovered: true, unverified: doubted };
      appendLog(tx, agentId, 'import', { nodes: named, details });
      named = [];
      doubted = [];
    };
    for (const { node, isValid } of eachJudged(tx)) {
      nodes += 1;
      named.push(logNode(node, sha256));
      if (!isValid) {
        unverified += 1;
        doubted.push(node.id);
      }
      if (named.length >= NAMED) flush(by);
    }
    flush(by);
    return { nodes, unverified };
  });
}

function* eachJudged(reader: Reader) {
  for (const { node, parents, recordedHash } of eachStoredNode(reader, null)) {
    const bodyHash =
      node.responseId === null
        ? null
        : (responseToVerify(reader, node.responseId, { sha256OfBytes: sha256 })?.bodyHash ?? null);
    const response = node.responseId === null ? null : { recordedHash, bodyHash };
    yield { node, isValid: verifyNode({ node, parents, response }, sha256).verdict !== 'invalid' };
  }
}

function inWords(
  tables: readonly SalvagedTable[],
  { lostNodes, moved }: ReturnType<typeof mendReferences>,
): readonly string[] {
  const lost = new Map<string, number>();
  for (const { table, lost: count } of tables) {
    const what = TABLE_WORDS[table] ?? table;
    const own = table === 'node' ? Math.max(count, lostNodes) : count;
    lost.set(what, Math.max(lost.get(what) ?? 0, own));
  }
  return [
    ...[...lost].filter(([, count]) => count > 0).map(([what, count]) => `At least ${count} of the ${what}.`),
    ...(moved > 0 ? [`The place of ${moved} texts: they continue the beginning of their tree.`] : []),
    'The history of changes: it begins anew.',
  ];
}

function sha256(data: string | Uint8Array): Sha256 {
  return hash('sha256', data, 'hex') as Sha256;
}
