import { hash } from 'node:crypto';
import { statSync } from 'node:fs';
import { AspenError, type ErrorCode } from '../../core/errors.ts';
import type { Sha256 } from '../../core/ids.ts';
import { verifyGrove } from '../grove/verify-grove.ts';
import { findFileFaults } from '../store/integrity.ts';
import { countKnownUnverified } from '../store/log.ts';
import { openFile } from '../store/open-file.ts';
import { findOversized } from '../store/oversized.ts';
import { listSessions } from '../store/sessions.ts';

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
 * Looks at a file as `storage.md` says (*Opening, in order*): header, version, schema, sizes, and all of it where the
 * last session was not closed. It may take long, and a hostile file may end the process: it belongs in a child.
 */
export function inspect({ path, migrations, nativeBinding }: InspectOptions): Inspection {
  const sha256 = (data: string | Uint8Array) => hash('sha256', data, 'hex') as Sha256;
  try {
    const store = openFile(path, {
      migrations,
      now: () => 0,
      sha256,
      // What a crash left half done is undone by a connection that can write, and by no other.
      readonly: !hasHotJournal(path),
      ...(nativeBinding === undefined ? {} : { nativeBinding }),
    });
    try {
      const oversized = findOversized(store);
      if (oversized.length > 0) return { kind: 'damaged', faults: oversized };
      const [last] = listSessions(store);
      if (last === undefined || last.closedAt !== null)
        return { kind: 'sound', whole: false, unclosed: null };
      const broken = findFileFaults(store);
      if (broken.length > 0) return { kind: 'damaged', faults: broken.slice(0, TOLD) };
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
    if (error.code === 'CORRUPT') return { kind: 'damaged', faults: [error.detail] };
    return { kind: 'refused', code: error.code, detail: error.detail };
  }
}

function hasHotJournal(path: string): boolean {
  return (statSync(`${path}-journal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}
