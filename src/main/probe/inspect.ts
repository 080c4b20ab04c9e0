import { hash } from 'node:crypto';
import { statSync } from 'node:fs';
import { AspenError, type ErrorCode } from '../../core/errors.ts';
import type { Sha256 } from '../../core/ids.ts';
import { verifyGrove } from '../grove/verify-grove.ts';
import { CHECKED_AT_ONCE, findFileFaults } from '../store/integrity.ts';
import { countKnownUnverified } from '../store/log.ts';
import { openFile } from '../store/open-file.ts';
import { findOversized } from '../store/oversized.ts';
import { listSessions } from '../store/sessions.ts';
import { hasJournal, lookAtCopy } from './copy-to-look-at.ts';
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
  /** It was not written to, and must not be. */
  | { readonly kind: 'damaged'; readonly faults: readonly string[] }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly detail: string };

export interface InspectOptions {
  readonly path: string;
  readonly migrations: string;
  readonly nativeBinding?: string | undefined;
}

/** Faults that are told; more would help nobody. */
const TOLD = 20;

/**
 * Looks at a file as `storage.md` says (*Opening, in order*): header, version, schema, sizes, what the opening will read,
 * and all of it where the last session was not closed. It may take long, and a hostile file may end the process: it
 * belongs in a child. The file is not changed: what a crash left half done is undone in a copy, since a journal that
 * belongs to another file destroys what it is undone in.
 */
export function inspect(options: InspectOptions): Inspection {
  const { path, nativeBinding } = options;
  const inspection = inspectAsItIs(options);
  if (inspection.kind === 'sound' || !hasJournal(path)) return inspection;
  if (inspection.kind === 'refused' && inspection.code === 'IN_USE') return inspection;
  try {
    return lookAtCopy(path, 'undone', nativeBinding, (copy) => inspectAsItIs({ ...options, path: copy }));
  } catch (error) {
    if (!(error instanceof AspenError)) throw error;
    return { kind: 'damaged', faults: [error.detail] };
  }
}

/** The same, without a look at what is beside the file. */
export function inspectAsItIs({ path, migrations, nativeBinding }: InspectOptions): Inspection {
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
      const isClosed = last === undefined || last.closedAt !== null;
      const broken = isClosed && statSync(path).size > CHECKED_AT_ONCE ? [] : findFileFaults(store);
      if (broken.length > 0) return { kind: 'damaged', faults: broken.slice(0, TOLD) };
      readOpening(store);
      if (isClosed) return { kind: 'sound', whole: false, unclosed: null };
      const { nodes, violations, log } = verifyGrove(store, { sha256, sha256OfBytes: sha256 });
      const altered = nodes.invalid > countKnownUnverified(store) ? [nodes.summary] : [];
      const faults = [...altered, ...violations, ...log];
      if (faults.length > 0) return { kind: 'damaged', faults: faults.slice(0, TOLD) };
      return { kind: 'sound', whole: true, unclosed: { host: last.host, openedAt: last.openedAt } };
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
