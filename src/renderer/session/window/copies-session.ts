import type { TreeId } from '../../../core/ids.ts';
import type { BackupSummary } from '../../../ipc/wire/copies.ts';
import type { GroveSnapshot } from '../../../ipc/wire/grove.ts';
import type { Client } from '../../client.ts';
import { createStore, type Store } from '../store.ts';
import type { Notices } from './notices.ts';

const STOPPED = 'Stopped. Nothing was written.';

export interface CopiesSessionOptions {
  readonly client: Pick<Client, 'call'>;
  readonly notices: Notices;
  /** The tree on the screen; null where there is none. */
  findTreeId(): TreeId | null;
  /** Main has everything that was typed. */
  settle(): Promise<void>;
  /** Shows what this window was given to show. */
  show(grove: GroveSnapshot): Promise<void>;
}

/** Copies of the grove, and the backups that copies are opened of: chosen here, written in main. */
export class CopiesSession {
  readonly #options: CopiesSessionOptions;
  readonly #backups = createStore<readonly BackupSummary[] | null>(null);
  readonly #isSharing = createStore(false);

  constructor(options: CopiesSessionOptions) {
    this.#options = options;
  }

  /** Those that can be chosen now, newest first; null while nobody asks. */
  get backups(): Store<readonly BackupSummary[] | null> {
    return this.#backups;
  }

  /** Whether it is being chosen what is shared. */
  get isSharing(): Store<boolean> {
    return this.#isSharing;
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
      const { client, notices, settle } = this.#options;
      await settle();
      if ((await client.call('copy.saveAs', {})) === 'stopped') notices.announce(STOPPED);
    });
  }

  duplicate(): Promise<void> {
    return this.#told(async () => {
      const { client, notices, settle } = this.#options;
      await settle();
      const outcome = await client.call('copy.duplicate', {});
      if (outcome === 'done') notices.announce('The grove is duplicated.');
      if (outcome === 'stopped') notices.announce(STOPPED);
    });
  }

  openSharing(): void {
    this.#isSharing.set(true);
  }

  closeSharing(): void {
    this.#isSharing.set(false);
  }

  /** Asks where a copy for somebody else goes: the path on the screen, or the whole grove. */
  share(what: 'path' | { readonly answers: boolean }): Promise<void> {
    return this.#told(async () => {
      const { client, notices, settle, findTreeId } = this.#options;
      const treeId = findTreeId();
      if (treeId === null) return;
      await settle();
      const wish =
        what === 'path' ? ({ kind: 'path', treeId } as const) : ({ kind: 'grove', ...what } as const);
      const outcome = await client.call('copy.share', wish);
      if (outcome === 'dismissed') return;
      this.closeSharing();
      notices.announce(outcome === 'done' ? 'The copy is written.' : STOPPED);
    });
  }

  /** Asks for a copy of the grove and brings in what it has besides. */
  merge(): Promise<void> {
    return this.#told(async () => {
      const { client, notices, settle } = this.#options;
      await settle();
      if ((await client.call('copy.merge', {})) === 'stopped')
        notices.announce('Stopped. Nothing came over.');
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
