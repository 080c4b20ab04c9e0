import type { FileComparison } from '../../../ipc/wire/copies.ts';
import type { GroveOffer, GroveSnapshot } from '../../../ipc/wire/grove.ts';
import type { Client } from '../../client.ts';
import { createStore, type WritableStore } from '../store.ts';
import type { GroveNotices } from './grove-notices.ts';

/** The grove compared with the file that has replaced its own, as main sent it. */
export type ShownComparison = FileComparison;

export interface TroubleSessionOptions {
  readonly client: Pick<Client, 'call'>;
  readonly notices: GroveNotices;
  findGrove(): GroveSnapshot | null;
  /** Awaits work and reports its failure as a banner. */
  reportFailure(work: Promise<unknown>): Promise<void>;
}

/** Actions while the grove's file cannot be written, even after its banner is dismissed. */
export class TroubleSession {
  /** The differences between the replaced file and the grove; null while the dialog is closed. */
  readonly comparison: WritableStore<ShownComparison | null> = createStore<ShownComparison | null>(null);
  readonly #options: TroubleSessionOptions;

  constructor(options: TroubleSessionOptions) {
    this.#options = options;
  }

  /** Empty if the file can be written. */
  get offers(): readonly GroveOffer[] {
    return this.#options.findGrove()?.trouble?.offers ?? [];
  }

  async acceptOffer(offer: GroveOffer): Promise<void> {
    const { notices, findGrove } = this.#options;
    const trouble = findGrove()?.trouble;
    if (trouble != null) await notices.acceptOffer(trouble.id, offer);
  }

  /** Shows the file that has replaced the grove's in another window. */
  showOtherFile(): Promise<void> {
    const { client, reportFailure } = this.#options;
    return reportFailure(client.call('grove.showThere', {}));
  }
}
