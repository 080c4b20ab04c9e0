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
export function createTroubleSession({ notices, findGrove, client, reportFailure }: TroubleSessionOptions) {
  /** The differences between the replaced file and the grove; null while the dialog is closed. */
  const comparison: WritableStore<ShownComparison | null> = createStore<ShownComparison | null>(null);

  return {
    comparison,

    /** Empty if the file can be written. */
    get offers(): readonly GroveOffer[] {
      return findGrove()?.trouble?.offers ?? [];
    },

    async acceptOffer(offer: GroveOffer): Promise<void> {
      const trouble = findGrove()?.trouble;
      if (trouble != null) await notices.acceptOffer(trouble.id, offer);
    },

    /** Shows the file that has replaced the grove's in another window. */
    showOtherFile(): Promise<void> {
      return reportFailure(client.call('grove.showThere', {}));
    },
  };
}

export type TroubleSession = ReturnType<typeof createTroubleSession>;
