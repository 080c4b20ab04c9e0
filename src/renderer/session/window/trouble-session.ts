import type { FileComparison } from '../../../ipc/wire/copies.ts';
import type { GroveOffer, GroveSnapshot } from '../../../ipc/wire/grove.ts';
import type { Client } from '../../client.ts';
import { createStore, type WritableStore } from '../store.ts';
import type { GroveNotices } from './grove-notices.ts';

/** The grove held against the file that stands where its own was, as main told it. */
export type ShownComparison = FileComparison;

export interface TroubleSessionOptions {
  readonly client: Pick<Client, 'call'>;
  readonly notices: GroveNotices;
  findGrove(): GroveSnapshot | null;
  /** Waits for work whose failure is told as a banner. */
  told(work: Promise<void>): Promise<void>;
}

/** What can be done while the grove's file cannot be written, also once its banner was put away. */
export class TroubleSession {
  /** How the file that stands where the grove's was differs; null while nobody asks. */
  readonly comparison: WritableStore<ShownComparison | null> = createStore<ShownComparison | null>(null);
  readonly #options: TroubleSessionOptions;

  constructor(options: TroubleSessionOptions) {
    this.#options = options;
  }

  /** None where the file can be written. */
  get offers(): readonly GroveOffer[] {
    return this.#options.findGrove()?.trouble?.offers ?? [];
  }

  /** Does what is offered. */
  async meet(offer: GroveOffer): Promise<void> {
    const { notices, findGrove } = this.#options;
    const trouble = findGrove()?.trouble;
    if (trouble != null) await notices.takeOffer(trouble.id, offer);
  }

  /** Shows in another window what stands where the grove's file was. */
  showThere(): Promise<void> {
    const { client, told } = this.#options;
    return told(client.call('grove.showThere', {}).then(() => undefined));
  }
}
