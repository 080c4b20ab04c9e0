import { hash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import type { Sha256 } from '../../core/ids.ts';
import { noRoomToCheck } from '../../ui-text/refusals.ts';
import { findChangedRecords } from '../grove/checking/find-changed-records.ts';
import { verifyGrove } from '../grove/checking/verify-grove.ts';
import { hasOtherNames } from '../store/connection/file-stats.ts';
import { FULL_CHECK_BYTES, findFileFaults } from '../store/connection/integrity.ts';
import { openFile } from '../store/connection/open-file.ts';
import { findOversized } from '../store/connection/oversized.ts';
import { resolveFile } from '../store/connection/resolve-file.ts';
import type { Store } from '../store/connection/store.ts';
import { getGrove } from '../store/tables/grove.ts';
import { countKnownUnverified } from '../store/tables/log.ts';
import { hasVisited } from '../store/tables/path-state.ts';
import { listSessions } from '../store/tables/sessions.ts';
import { type ClassifiedJournal, classifyJournal } from './classify-journal.ts';
import { onDisk } from './copy-file.ts';
import { type Inspection, type InspectOptions, MAX_FAULTS } from './inspection.ts';
import { readOpening } from './read-opening.ts';
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

const sha256 = (data: string | Uint8Array) => hash('sha256', data, 'hex') as Sha256;

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
      readOpening(store);
      const { id: groveId } = getGrove(store);
      if (isQuick) return { kind: 'sound', groveId, whole: false, unclosed: null, changed: [] };
      const digests = { sha256, sha256OfBytes: sha256 };
      const { nodes, violations, log } = verifyGrove(store, digests);
      const altered = nodes.invalid > countKnownUnverified(store) ? [nodes.summary] : [];
      const faults = [...altered, ...violations, ...log];
      if (faults.length > 0) return { kind: 'damaged', faults: faults.slice(0, MAX_FAULTS) };
      return {
        kind: 'sound',
        groveId,
        whole: true,
        unclosed: unclosed === null ? null : { host: unclosed.host, openedAt: unclosed.openedAt },
        changed: [...findChangedRecords(store, digests)].slice(0, MAX_FAULTS),
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
  return openFile(path, { migrations, now: () => 0, sha256, ...how, ...binding });
}
