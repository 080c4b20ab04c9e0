import { BACKUP_FAILED } from '../../../ui-text/copies.ts';
import type { GroveNotices } from '../grove-notices.ts';
import { backupReason } from './backup-reason.ts';

/** The banner that says why there is no backup, until there is one. */
export class BackupNotice {
  readonly #notices: GroveNotices;
  readonly #onChange: () => void;
  #shown: number | null = null;

  constructor(notices: GroveNotices, onChange: () => void) {
    this.#notices = notices;
    this.#onChange = onChange;
  }

  readonly show = (error: unknown): void => {
    this.#shown = this.#notices.add(BACKUP_FAILED, {}, { detail: backupReason(error) });
    this.#onChange();
  };

  readonly hide = (): void => {
    if (this.#shown !== null) this.#notices.remove(this.#shown);
    this.#shown = null;
    this.#onChange();
  };
}
