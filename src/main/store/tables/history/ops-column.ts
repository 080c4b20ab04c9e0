/** Ops in the column of a layer, as in the file of a history (`layers.md`, *Exchange*). */
import { AspenError } from '../../../../core/errors.ts';
import type { BlockOp } from '../../../../core/history/block.ts';
import { readOps } from '../../../../core/history/read-history.ts';
import { writtenOps } from '../../../../core/history/write-history.ts';
import { parseColumn } from '../json-column.ts';

export function encodeOps(ops: readonly BlockOp[]): string {
  return JSON.stringify(writtenOps(ops));
}

/** @throws {AspenError} CORRUPT if the column is not JSON, or has something else than ops */
export function decodeOps(column: unknown): readonly BlockOp[] {
  const value = parseColumn<unknown>(column, 'the ops of a layer');
  try {
    return readOps(value, 'the ops of a layer');
  } catch (error) {
    if (!(error instanceof AspenError)) throw error;
    throw new AspenError('CORRUPT', error.detail, { cause: error });
  }
}
