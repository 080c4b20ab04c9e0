import type { GroveVerification } from '../../../ipc/wire/grove.ts';
import { findOddValues } from '../../store/connection/odd-values.ts';
import type { Reader } from '../../store/connection/query.ts';
import { findLinkFaults } from '../../store/tables/node-links.ts';
import { findChangedRecords } from './find-changed-records.ts';
import { MAX_NAMED, verifyGrove } from './verify-grove.ts';
import { verifyLayers } from './verify-layers.ts';

/** Verifies hashes, invariants and the log, what the log records, and the index of links. */
export function verifyAll(reader: Reader): GroveVerification {
  return {
    ...verifyGrove(reader),
    records: [...findChangedRecords(reader), ...findOddValues(reader), ...findLinkFaults(reader)].slice(
      0,
      MAX_NAMED,
    ),
    layers: verifyLayers(reader, MAX_NAMED).faults,
  };
}
