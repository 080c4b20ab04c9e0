import { AspenError } from '../../../core/errors.ts';
import {
  NOT_BACKED_UP,
  notBackedUpDetail,
  OTHER_NAMES,
  OTHER_NAMES_DETAIL,
} from '../../../ui-text/opening.ts';
import { hasOtherNames } from '../../store/connection/file-stats.ts';
import type { Store } from '../../store/connection/store.ts';
import type { GroveNotices, OfferHelp } from '../grove-notices.ts';
import { checkFile } from './file-location.ts';

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

/**
 * Offers to migrate an older grove that could not be backed up and is shown for reading (`storage.md`,
 * *Opening, in order*, 3).
 * @param reason why it could not be backed up, as a sentence
 */
export function offerToMigrate(store: Store, reason: string, notices: GroveNotices): void {
  const goOnWithoutBackup = async (help: OfferHelp) => {
    const file = { given: store.givenPath, real: store.path };
    // The file may have changed since it was opened for reading.
    if (await checkFile(file, 'opening', help)) await help.migrateWithoutBackup(file);
  };
  notices.add(NOT_BACKED_UP, { goOnWithoutBackup }, { detail: notBackedUpDetail(reason), isFirst: true });
}
