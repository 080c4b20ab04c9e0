import type { LogHead } from '../../main/store/connection/log-head.ts';
import type { Reader } from '../../main/store/connection/query.ts';
import { findLogFault } from '../../main/store/tables/log.ts';
import { count, type Finding, fails, holds } from './finding.ts';

/** The log's numbers, chain, hashes and end (`storage.md`, *The log*). */
export function checkLog(reader: Reader, head: LogHead): Finding {
  const fault = findLogFault(reader);
  if (fault === undefined) {
    const end = head.hash === null ? 'it is empty' : `its head is ${head.hash.slice(0, 12)}…`;
    return holds(`The log is intact: ${count(head.seq, 'row')}, each chained to the previous one; ${end}.`);
  }
  return fails('The log is broken.', [`row ${fault.seq}: ${fault.reason}`]);
}
