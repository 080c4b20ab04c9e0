import { findChangedRecords } from '../../main/grove/checking/find-changed-records.ts';
import type { Reader } from '../../main/store/connection/query.ts';
import { findLinkFaults } from '../../main/store/tables/node-links.ts';
import { FINDINGS } from '../../ui-text/cli/doctor.ts';
import { type Finding, fails, holds, shorten } from './finding.ts';

/** Checks data that content hashes do not cover against the latest log entries, drafts against their digests, and links against texts. */
export function checkRecords(reader: Reader): Finding {
  const changed = [...findChangedRecords(reader), ...findLinkFaults(reader)];
  return changed.length === 0
    ? holds(FINDINGS.records.holds)
    : fails(FINDINGS.records.fails, shorten(changed));
}
