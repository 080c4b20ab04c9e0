import type { BackupSummary, GroveSnapshot } from '../../ipc/wire.ts';
import type { Client } from '../client.ts';
import type { Notices } from './notices.ts';
import { createStore, type Store } from './store.ts';

export interface CopiesSessionOptions {
  readonly client: Pick<Client, 'call'>;
  readonly notices: Notices;
  /** Main has everything that was typed. */
  settle(): Promise<void>;
  /** Shows what this window was given to show. */
  show(grove: GroveSnapshot): Promise<void>;
}

/** Copies of the grove, and the backups that copies are opened of: chosen here, written in main. */
export class CopiesSession {
  readonly #options: CopiesSessionOptions;
  readonly #backups = createStore<readonly BackupSummary[] | null>(null);

  constructor(options: CopiesSessionOptions) {
    this.#options = options;
  }

  /** Those that can be chosen now, newest first; null while nobody asks. */
  get backups(): Store<readonly BackupSummary[] | null> {
    return this.#backups;
  }

  listBackups(): Promise<void> {
    return this.#told(async () => this.#backups.set(await this.#options.client.call('backup.list', {})));
  }

  closeBackups(): void {
    this.#backups.set(null);
  }

  /** Asks where a copy of a backup goes and opens it there; the list stays where the writer changes their mind. */
  openBackup({ groveId, groveName, name, time }: BackupSummary): Promise<void> {
    return this.#told(async () => {
      const { client, show } = this.#options;
      const wanted = `${groveName} ${dayOf(time)}.aspen`;
      const { chosen, grove } = await client.call('backup.open', { groveId, name, wanted });
      if (chosen) this.closeBackups();
      if (grove !== null) await show(grove);
    });
  }

  /** Goes on in another file; this one stays as it is. */
  saveAs(): Promise<void> {
    return this.#told(async () => {
      await this.#options.settle();
      await this.#options.client.call('copy.saveAs', {});
    });
  }

  duplicate(): Promise<void> {
    return this.#told(async () => {
      const { client, notices, settle } = this.#options;
      await settle();
      if (await client.call('copy.duplicate', {})) notices.announce('The grove is duplicated.');
    });
  }

  async #told(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#options.notices.report(error);
    }
  }
}

/** `2026-11-21`, where the writer is. */
function dayOf(time: number): string {
  const day = new Date(time);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
