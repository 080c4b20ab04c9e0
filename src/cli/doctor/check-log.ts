import type { LogHead } from '../../main/store/connection/log-head.ts';
import type { Reader } from '../../main/store/connection/query.ts';
import { findLogFault } from '../../main/store/tables/log.ts';
import { LOG_BROKEN, logIntact } from '../../ui-text/cli/doctor.ts';
import { type Finding, fails, holds } from './finding.ts';

/** The log's numbers, chain, hashes and end (`storage.md`, *The log*). */
export function checkLog(reader: Reader, head: LogHead): Finding {
  const fault = findLogFault(reader);
  if (fault === undefined) return holds(logIntact(head.seq, head.hash));
  return fails(LOG_BROKEN, [`row ${fault.seq}: ${fault.reason}`]);
}
