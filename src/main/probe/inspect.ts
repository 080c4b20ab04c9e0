import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import type { AgentId } from '../../core/ids.ts';
import { noRoomToCheck } from '../../ui-text/refusals.ts';
import { findChangedRecords } from '../grove/checking/find-changed-records.ts';
import { verifyGrove } from '../grove/checking/verify-grove.ts';
import { OpenPath } from '../grove/reading/open-path.ts';
import { hasOtherNames } from '../store/connection/file-stats.ts';
import { FULL_CHECK_BYTES, findFileFaults, findOversized } from '../store/connection/integrity.ts';
import { openFile } from '../store/connection/open-file.ts';
import { resolveFile } from '../store/connection/resolve-file.ts';
import type { Store } from '../store/connection/store.ts';
import { listAgents } from '../store/tables/agents.ts';
import { findDraft, findOrphanedDraft } from '../store/tables/drafts.ts';
import { findUnusableId, getGrove } from '../store/tables/grove.ts';
import { countKnownUnverified, hasHead } from '../store/tables/log.ts';
import { findCursor, findLastTree, hasVisited } from '../store/tables/path-state.ts';
import { listSessions } from '../store/tables/sessions.ts';
import { isOpening, listTrees } from '../store/tables/trees.ts';
import { onDisk } from './copy-file.ts';
import { type Inspection, type InspectOptions, MAX_FAULTS } from './inspection.ts';
import { hasJournal, type WorkingCopies, withWorkingCopies } from './working-copies.ts';

/**
 * Inspects a file as described in `storage.md` (*Opening, in order*): header, version, schema, sizes, what
 * opening it will read, and the whole file unless it is large and its last session was closed. An older version
 * is migrated and checked in a copy. This may take long, and a hostile file may crash the process: run it in a child process. The file is not changed: an interrupted
 * transaction is rolled back in a copy, because a journal that does not belong to the file's last transaction
 * destroys the file or reverts it.
 */
export function inspect(given: InspectOptions): Inspection {
  try {
    const file = resolveFile(given.path);
    const options = { ...given, path: file };
    const inspection = inspectFile(options);
    if (inspection.kind === 'sound' || !hasJournal(file.real)) return inspection;
    if (inspection.kind === 'refused' && inspection.code === 'IN_USE') return inspection;
    return withWorkingCopies(file, options, (copies) => inspectCopies(copies, options)).inspection;
  } catch (error) {
    // A file is not damaged because there is no room to inspect it.
    if (!(error instanceof AspenError)) throw error;
    const name = basename(typeof given.path === 'string' ? given.path : given.path.given);
    const detail = error.code === 'DISK_FULL' ? noRoomToCheck(name) : error.detail;
    return { kind: 'refused', code: error.code, detail };
  }
}

/** Inspects a file by its copies, and decides which of them to continue from. */
export function inspectCopies(copies: WorkingCopies, options: InspectOptions): ClassifiedJournal {
  return classifyJournal(copies, options, (path) => {
    if (path === copies.rolledBack && copies.rollbackError !== null)
      return { kind: 'damaged', faults: [copies.rollbackError] };
    return inspectWhole({ ...options, path });
  });
}

/** Inspects the whole of a file without a journal, even if its last session was closed. */
export function inspectWhole(options: InspectOptions): Inspection {
  return inspectFile({ ...options, whole: true });
}

/** Inspects a file without considering its journal. */
function inspectFile(options: InspectOptions): Inspection {
  let isOpened = false;
  try {
    const store = openToInspect(options, { readonly: true });
    isOpened = true;
    try {
      const oversized = findOversized(store);
      if (oversized.length > 0) return { kind: 'damaged', faults: oversized };
      const [last] = listSessions(store);
      const unclosed = last === undefined || last.closedAt !== null ? null : last;
      const isQuick = unclosed === null && mayBeQuick(store, options);
      const broken = isQuick ? [] : findFileFaults(store);
      if (broken.length > 0) return { kind: 'damaged', faults: broken.slice(0, MAX_FAULTS) };
      readOpening(store, options.writerId);
      const { id: groveId } = getGrove(store);
      if (isQuick) return { kind: 'sound', groveId, whole: false, unclosed: null, changed: [] };
      const { nodes, violations, log } = verifyGrove(store);
      const altered = nodes.invalid > countKnownUnverified(store) ? [nodes.summary] : [];
      const faults = [...altered, ...violations, ...log];
      if (faults.length > 0) return { kind: 'damaged', faults: faults.slice(0, MAX_FAULTS) };
      return {
        kind: 'sound',
        groveId,
        whole: true,
        unclosed: unclosed === null ? null : { host: unclosed.host, openedAt: unclosed.openedAt },
        changed: [...findChangedRecords(store)].slice(0, MAX_FAULTS),
      };
    } finally {
      store.close();
    }
  } catch (error) {
    if (!(error instanceof AspenError)) throw error;
    if (error.code === 'READ_ONLY') return tryMigration(options);
    // Something that the file refers to is missing, which is damage: the file itself was opened.
    if (error.code === 'CORRUPT' || (error.code === 'NOT_FOUND' && isOpened))
      return { kind: 'damaged', faults: [error.detail] };
    return { kind: 'refused', code: error.code, detail: error.detail };
  }
}

/** Returns true if a file whose last session was closed may be opened after the quick checks. */
function mayBeQuick(store: Store, { whole, writerId }: InspectOptions): boolean {
  if (whole === true || statSync(store.path).size <= FULL_CHECK_BYTES) return false;
  // A journal beside another name of the file cannot be seen: what it would repair must be found here.
  if (hasOtherNames(store.path)) return false;
  return writerId === undefined || hasVisited(store, writerId);
}

/**
 * Migrates a copy of an older file and checks the whole copy, so that a file which does not survive its migration
 * stays as it is (`storage.md`, *Opening, in order*, step 4).
 */
function tryMigration(options: InspectOptions): Inspection {
  const parent = options.folder ?? join(tmpdir(), `aspen-look-${randomUUID()}`);
  const isOurs = !existsSync(parent);
  const folder = join(parent, 'migrated');
  const copy = join(folder, basename(resolveFile(options.path).real));
  try {
    onDisk(() => mkdirSync(folder, { recursive: true, mode: 0o700 }));
    const old = openToInspect(options, { readonly: true, allowOlder: true });
    try {
      const broken = findFileFaults(old);
      if (broken.length > 0) return { kind: 'damaged', faults: broken.slice(0, MAX_FAULTS) };
      old.copyTo(copy);
    } finally {
      old.close();
    }
    openToInspect({ ...options, path: copy }, {}).close();
    const inspection = inspectWhole({ ...options, path: copy });
    return inspection.kind === 'sound' ? { kind: 'older', changed: inspection.changed } : inspection;
  } catch (error) {
    if (!(error instanceof AspenError)) throw error;
    if (error.code === 'CORRUPT') return { kind: 'damaged', faults: [error.detail] };
    return { kind: 'refused', code: error.code, detail: error.detail };
  } finally {
    rmSync(isOurs ? parent : folder, { recursive: true, force: true });
  }
}

function openToInspect(
  { path, migrations, nativeBinding }: InspectOptions,
  how: { readonly readonly?: boolean; readonly allowOlder?: boolean },
): Store {
  const binding = nativeBinding === undefined ? {} : { nativeBinding };
  return openFile(path, { migrations, now: () => 0, ...how, ...binding });
}

/** Bytes of two files compared at a time: a grove may not fit into memory. */
const CHUNK_SIZE = 1024 * 1024;

/** The inspection of a file with a journal beside it, and which of its two states to continue from. */
export interface ClassifiedJournal {
  readonly inspection: Inspection;
  readonly from: 'current' | 'rolledBack';
}

/**
 * Decides whether the journal beside a file belongs to its last transaction, which a crash interrupted, or is
 * an old one that a sync or restore tool put there and that would revert the file to an earlier state.
 *
 * SQLite counts the transactions that change a file in the file's first page, which every transaction writes
 * last, and the journal holds the original pages. Rolling back the last transaction therefore leaves the
 * count unchanged or decreases it by one, even if a power cut left only some of its pages on disk. And the
 * log becomes shorter by what the transaction wrote, or stays the same. If this does not hold, and the file
 * is consistent without the journal, it is never rolled back.
 *
 * @param inspect inspects a whole copy
 */
function classifyJournal(
  copies: WorkingCopies,
  options: InspectOptions,
  inspect: (path: string) => Inspection,
): ClassifiedJournal {
  const { current, rolledBack, transactionsRolledBack, restoresCounter } = copies;
  const log = compareLogs(copies, options);
  const isCounted = transactionsRolledBack <= 1;
  // A transaction that did not reach its commit has changed nothing, or has left the file inconsistent.
  const isLast =
    isCounted && (restoresCounter || hasSameBytes(current, rolledBack)) && (log === null || log.goesOn);
  const rolledBackInspection = inspect(rolledBack);
  if (isLast && isConsistent(rolledBackInspection))
    return { inspection: rolledBackInspection, from: 'rolledBack' };

  const currentInspection = inspect(current);
  if (isConsistent(currentInspection))
    return { inspection: { kind: 'staleJournal', changes: log?.changes ?? null }, from: 'current' };
  // Neither state is consistent. The journal repairs what a crash interrupted, and only the journal can
  // repair a file that is not a grove without it.
  if (isCounted || currentInspection.kind !== 'damaged')
    return { inspection: rolledBackInspection, from: 'rolledBack' };
  return { inspection: currentInspection, from: 'current' };
}

/** An older version is checked after it has been migrated. */
function isConsistent({ kind }: Inspection): boolean {
  return kind === 'sound' || kind === 'older';
}

function hasSameBytes(one: string, other: string): boolean {
  const files = [one, other].map((path) => openSync(path, 'r'));
  const buffers = files.map(() => Buffer.alloc(CHUNK_SIZE));
  try {
    for (;;) {
      const [first, second] = files.map((file, at) => {
        const buffer = buffers[at] ?? Buffer.alloc(0);
        return buffer.subarray(0, readSync(file, buffer));
      });
      if (first === undefined || second === undefined || !first.equals(second)) return false;
      if (first.length === 0) return true;
    }
  } finally {
    for (const file of files) closeSync(file);
  }
}

/** The relation of the current file's log to that of the rolled-back one; null when one of them cannot be read. */
function compareLogs(
  { current, rolledBack }: WorkingCopies,
  options: InspectOptions,
): { readonly goesOn: boolean; readonly changes: number } | null {
  const before = readStore(rolledBack, options, ({ head }) => head);
  if (before === null) return null;
  return readStore(current, options, (store) => ({
    goesOn: hasHead(store, before),
    changes: store.head.seq - before.seq,
  }));
}

type OpenedStore = ReturnType<typeof openFile>;

function readStore<T>(
  path: string,
  { migrations, nativeBinding }: InspectOptions,
  read: (store: OpenedStore) => T,
): T | null {
  try {
    const store = openFile(path, {
      migrations,
      now: () => 0,
      readonly: true,
      allowOlder: true,
      ...(nativeBinding === undefined ? {} : { nativeBinding }),
    });
    try {
      return read(store);
    } finally {
      store.close();
    }
  } catch (error) {
    if (error instanceof AspenError) return null;
    throw error;
  }
}

/**
 * Reads what the program reads when it opens the grove: the lists and the path, draft and cursor of the tree that its
 * writer was in last; of every human agent if the writer is unknown, or new in it.
 * @throws {AspenError} CORRUPT, NOT_FOUND when any of it cannot be read or is invalid
 */
export function readOpening(store: Store, writerId?: AgentId): void {
  getGrove(store);
  const unusable = findUnusableId(store);
  if (unusable !== undefined) throw new AspenError('CORRUPT', `“${unusable.slice(0, 40)}” is not an id`);
  if (!Number.isSafeInteger(store.head.seq))
    throw new AspenError('CORRUPT', 'the log has a number that is too large');
  const trees = listTrees(store);
  const shown = trees.filter(isOpening);
  if (trees.length > 0 && shown.length === 0) throw new AspenError('CORRUPT', 'every tree is archived');
  const humans = listAgents(store).filter(({ type }) => type === 'human');
  const writers = humans.filter(({ id }) => id === writerId);
  for (const { id: agentId } of writers.length > 0 ? writers : humans) {
    for (const { id } of trees) findOrphanedDraft(store, id, agentId);
    const last = findLastTree(store, agentId);
    const treeId = (shown.find(({ id }) => id === last) ?? shown.at(-1))?.id;
    if (treeId === undefined) continue;
    const path = new OpenPath(store, treeId, agentId);
    path.reload();
    path.pack(path.steps(), [0, path.ids.length - 1]);
    findDraft(store, treeId, agentId);
    findCursor(store, treeId, agentId);
  }
}
