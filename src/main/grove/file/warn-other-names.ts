import { AspenError } from '../../../core/errors.ts';
import { OTHER_NAMES, OTHER_NAMES_DETAIL } from '../../../ui-text/opening.ts';
import { hasOtherNames } from '../../store/connection/file-stats.ts';
import type { GroveNotices } from '../grove-notices.ts';

/**
 * Warns that a file has several hard links, after it was checked completely (`storage.md`, *Opening, in order*, 1).
 * @param path the real path of the open file
 */
export function warnOfOtherNames(path: string, notices: GroveNotices): void {
  try {
    if (hasOtherNames(path)) notices.add(OTHER_NAMES, {}, { detail: OTHER_NAMES_DETAIL });
  } catch (error) {
    // The file is gone again: reading or writing it reports that.
    if (!(error instanceof AspenError)) throw error;
  }
}
