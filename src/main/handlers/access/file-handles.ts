import { basename } from 'node:path';
import { AspenError } from '../../../core/errors.ts';
import type { Encoding } from '../../../core/exchange/encodings.ts';
import type { WrittenFile } from '../../../ipc/wire/exchange.ts';
import { FILE_FORGOTTEN } from '../../../ui-text/refusals.ts';
import type { Caller } from './caller.ts';

/** Number of files that a window can still show, the latest. */
const KEPT = 100;

/** The paths of files that each window has written, by handle: a page never names a path. */
const written = new WeakMap<Caller, Map<number, string>>();

/** Notes a file that the writer has just had written, so that the window can show and open it. */
export function noteWritten(caller: Caller, path: string): WrittenFile {
  const files = written.get(caller) ?? new Map<number, string>();
  written.set(caller, files);
  const [oldest = 0] = files.keys();
  const handle = ([...files.keys()].at(-1) ?? 0) + 1;
  files.set(handle, path);
  if (files.size > KEPT) files.delete(oldest);
  return { handle, name: basename(path) };
}

/** @throws {AspenError} NOT_FOUND for a file that this window has not written, or not lately */
export function findWritten(caller: Caller, handle: number): string {
  const path = written.get(caller)?.get(handle);
  if (path === undefined) throw new AspenError('NOT_FOUND', FILE_FORGOTTEN);
  return path;
}

/** A file that the writer decides about before it is imported. */
export interface AskedImport {
  readonly path: string;
  /** In the order in which they are offered. */
  readonly encodings: readonly Encoding[];
  /** It is another program's save, whose text has no known author. */
  readonly isSave: boolean;
}

/** Files that each window has asked about since it last chose some, by handle: a page never names a path. */
const asked = new WeakMap<object, readonly AskedImport[]>();

/** @returns a handle for each file, in the same order */
export function noteAsked(caller: object, imports: readonly AskedImport[]): readonly number[] {
  asked.set(caller, imports);
  return imports.map((_one, index) => index + 1);
}

/** @throws {AspenError} NOT_FOUND for a file that was not asked about when files were last chosen */
export function findAsked(caller: object, handle: number): AskedImport {
  const found = asked.get(caller)?.[handle - 1];
  if (found === undefined) throw new AspenError('NOT_FOUND', FILE_FORGOTTEN);
  return found;
}
