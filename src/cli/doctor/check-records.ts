import { findChangedRecords } from '../../main/grove/checking/find-changed-records.ts';
import type { Reader } from '../../main/store/connection/query.ts';
import { type Finding, fails, holds, shorten } from './finding.ts';

/** Checks data that content hashes do not cover against the latest log entries, and drafts against their digests. */
export function checkRecords(reader: Reader): Finding {
  const changed = [...findChangedRecords(reader)];
  return changed.length === 0
    ? holds('Agents, titles, bookmarks, records of answers, turns, and drafts are as they were written.')
    : fails('Some records are not as they were written.', shorten(changed));
}
