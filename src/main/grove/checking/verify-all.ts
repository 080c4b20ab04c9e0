import type { GroveVerification } from '../../../ipc/wire/grove.ts';
import { findOddValues } from '../../store/connection/odd-values.ts';
import type { Reader } from '../../store/connection/query.ts';
import { findChangedRecords } from './find-changed-records.ts';
import { MAX_NAMED, verifyGrove } from './verify-grove.ts';
import { verifyLayers } from './verify-layers.ts';

/** Verifies hashes, invariants and the log, and what the log records. */
export function verifyAll(reader: Reader): GroveVerification {
  return {
    ...verifyGrove(reader),
    records: [...findChangedRecords(reader), ...findOddValues(reader)].slice(0, MAX_NAMED),
    layers: verifyLayers(reader, MAX_NAMED).faults,
  };
}
