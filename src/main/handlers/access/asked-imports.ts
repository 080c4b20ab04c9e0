import { AspenError } from '../../../core/errors.ts';
import type { Encoding } from '../../../core/exchange/encodings.ts';
import { FILE_FORGOTTEN } from '../../../ui-text/refusals.ts';
import type { Caller } from './caller.ts';

/** A file that the writer decides about before it is imported. */
export interface AskedImport {
  readonly path: string;
  /** In the order in which they are offered. */
  readonly encodings: readonly Encoding[];
  /** It is another program's save, whose text has no known author. */
  readonly isSave: boolean;
}

/** Files that each window has asked about since it last chose some, by handle: a page never names a path. */
const asked = new WeakMap<Caller, readonly AskedImport[]>();

/** @returns a handle for each file, in the same order */
export function noteAsked(caller: Caller, imports: readonly AskedImport[]): readonly number[] {
  asked.set(caller, imports);
  return imports.map((_one, index) => index + 1);
}

/** @throws {AspenError} NOT_FOUND for a file that was not asked about when files were last chosen */
export function findAsked(caller: Caller, handle: number): AskedImport {
  const found = asked.get(caller)?.[handle - 1];
  if (found === undefined) throw new AspenError('NOT_FOUND', FILE_FORGOTTEN);
  return found;
}
