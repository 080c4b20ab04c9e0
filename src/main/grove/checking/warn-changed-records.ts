import { changedRecordsDetail, RECORDS_CHANGED } from '../../../ui-text/opening.ts';
import type { GroveNotices } from '../grove-notices.ts';

/** As many differences as the banner lists. */
const MAX_LISTED = 20;

/**
 * Warns that records of an open grove are not as they were written (`compareRecords`), though its texts and its tree are
 * (`storage.md`, *Opening, in order*, step 4).
 */
export function warnOfChangedRecords(differences: readonly string[], notices: GroveNotices): void {
  if (differences.length === 0) return;
  const detail = changedRecordsDetail(differences.slice(0, MAX_LISTED), differences.length - MAX_LISTED);
  notices.add(RECORDS_CHANGED, { openBackup: (help) => help.runCommand('copies.openBackup') }, { detail });
}
