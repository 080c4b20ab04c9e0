import { hash } from 'node:crypto';
import { statSync } from 'node:fs';
import { AspenError, type ErrorCode } from '../../core/errors.ts';
import type { Sha256 } from '../../core/ids.ts';
import { verifyGrove } from '../grove/checking/verify-grove.ts';
import { CHECKED_AT_ONCE, findFileFaults } from '../store/connection/integrity.ts';
import { openFile } from '../store/connection/open-file.ts';
import { findOversized } from '../store/connection/oversized.ts';
import { countKnownUnverified } from '../store/tables/log.ts';
import { listSessions } from '../store/tables/sessions.ts';
import { type ClassifiedJournal, classifyJournal } from './classify-journal.ts';
import { type CopiesToLookAt, hasJournal, lookAtCopies } from './copy-to-look-at.ts';
import { readOpening } from './read-opening.ts';

/** What a file is like, seen before the program opens it. */
export type Inspection =
  | {
      readonly kind: 'sound';
      /** False where its last session was closed and only the quick checks were made. */
      readonly whole: boolean;
      /** The last session, where it was not closed. */
      readonly unclosed: { readonly host: string; readonly openedAt: number } | null;
    }
  /** Of an older version: it is checked when it has been brought up to date. */
  | { readonly kind: 'older' }
  /**
   * Whole as it stands, with a journal beside it that would set it back: it must not be undone, only copied.
   * `changes` is how many the grove would lose; null where what it would be set back to cannot be read.
   */
  | { readonly kind: 'staleJournal'; readonly changes: number | null }
  /** It was not written to, and must not be. */
  | { readonly kind: 'damaged'; readonly faults: readonly string[] }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly detail: string };

export interface InspectOptions {
  readonly path: string;
  readonly migrations: string;
  readonly nativeBinding?: string | undefined;
  /** As `LookOptions` have it. */
  readonly folder?: string | undefined;
}

/** Faults that are told; more would help nobody. */
const TOLD = 20;

/**
 * Looks at a file as `storage.md` says (*Opening, in order*): header, version, schema, sizes, what the opening will read,
 * and all of it where the last session was not closed. It may take long, and a hostile file may end the process: it
 * belongs in a child. The file is not changed: what a crash left half done is undone in a copy, since a journal that is
 * not of the file's last transaction destroys what it is undone in, or sets it back.
 */
export function inspect(options: InspectOptions): Inspection {
  const inspection = inspectAsItIs(options);
  if (inspection.kind === 'sound' || !hasJournal(options.path)) return inspection;
  if (inspection.kind === 'refused' && inspection.code === 'IN_USE') return inspection;
  try {
    return lookAtCopies(options.path, options, (copies) => inspectCopies(copies, options)).inspection;
  } catch (error) {
    // What has no room to be looked at is not damaged.
    if (!(error instanceof AspenError)) throw error;
    return { kind: 'refused', code: error.code, detail: error.detail };
  }
}

/** What a file is like whose copies these are, and from which of them to go on. */
export function inspectCopies(copies: CopiesToLookAt, options: InspectOptions): ClassifiedJournal {
  return classifyJournal(copies, options, (path) => {
    if (path === copies.undone && copies.trouble !== null)
      return { kind: 'damaged', faults: [copies.trouble] };
    return inspectWhole({ ...options, path });
  });
}

/** All of a file that has nothing beside it, also where its last session was closed. */
export function inspectWhole(options: InspectOptions): Inspection {
  return inspectAsItIs(options, true);
}

/** The same, without a look at what is beside the file. @param whole all of it, also where its last session was closed */
function inspectAsItIs({ path, migrations, nativeBinding }: InspectOptions, whole = false): Inspection {
  const sha256 = (data: string | Uint8Array) => hash('sha256', data, 'hex') as Sha256;
  let isOpened = false;
  try {
    const store = openFile(path, {
      migrations,
      now: () => 0,
      sha256,
      readonly: true,
      ...(nativeBinding === undefined ? {} : { nativeBinding }),
    });
    isOpened = true;
    try {
      const oversized = findOversized(store);
      if (oversized.length > 0) return { kind: 'damaged', faults: oversized };
      const [last] = listSessions(store);
      const unclosed = last === undefined || last.closedAt !== null ? null : last;
      const isQuick = unclosed === null && !whole;
      const broken = isQuick && statSync(path).size > CHECKED_AT_ONCE ? [] : findFileFaults(store);
      if (broken.length > 0) return { kind: 'damaged', faults: broken.slice(0, TOLD) };
      readOpening(store);
      if (isQuick) return { kind: 'sound', whole: false, unclosed: null };
      const { nodes, violations, log } = verifyGrove(store, { sha256, sha256OfBytes: sha256 });
      const altered = nodes.invalid > countKnownUnverified(store) ? [nodes.summary] : [];
      const faults = [...altered, ...violations, ...log];
      if (faults.length > 0) return { kind: 'damaged', faults: faults.slice(0, TOLD) };
      return {
        kind: 'sound',
        whole: true,
        unclosed: unclosed === null ? null : { host: unclosed.host, openedAt: unclosed.openedAt },
      };
    } finally {
      store.close();
    }
  } catch (error) {
    if (!(error instanceof AspenError)) throw error;
    if (error.code === 'READ_ONLY') return { kind: 'older' };
    // What is not there and is spoken of elsewhere in the file is damage: the file itself is there.
    if (error.code === 'CORRUPT' || (error.code === 'NOT_FOUND' && isOpened))
      return { kind: 'damaged', faults: [error.detail] };
    return { kind: 'refused', code: error.code, detail: error.detail };
  }
}
