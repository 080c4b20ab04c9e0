import { describeError } from '../../../core/errors.ts';
import type { GroveOffer, GroveSnapshot } from '../../../ipc/wire/grove.ts';
import type { Client } from '../../client.ts';
import type { Notices } from './notices.ts';

const LABELS: Readonly<Record<GroveOffer, string>> = {
  undoRecovery: 'Undo',
  redoRecovery: 'Bring back',
  findIt: 'Find it…',
  saveHere: 'Save a copy here',
  compare: 'Compare',
  recover: 'Recover a copy…',
  saveCopy: 'Save a copy elsewhere…',
  openBackup: 'Open a copy from…',
  closeAnyway: 'Close and lose it',
};

/** What writes a file of its own. */
const COPIES: ReadonlySet<GroveOffer> = new Set(['saveHere', 'saveCopy', 'recover']);

export interface GroveNoticesOptions {
  readonly client: Pick<Client, 'call'>;
  readonly notices: Notices;
  /** What was typed is with main before the draft there is exchanged. */
  beforeOffer(): Promise<void>;
  onGrove(grove: GroveSnapshot): Promise<void>;
}

/** Shows as banners what main has to say of the grove, and takes what they offer. */
export class GroveNotices {
  readonly #options: GroveNoticesOptions;
  #shown: readonly number[] = [];
  /** The banner that says why no copy was saved: it goes with the next try. */
  #unsaved: number | null = null;

  constructor(options: GroveNoticesOptions) {
    this.#options = options;
  }

  /** The grove as main tells it; null for none. */
  take(grove: GroveSnapshot | null): void {
    const { client, notices } = this.#options;
    notices.saysTrouble = grove?.notices.some(({ id }) => id === grove.trouble?.id) === true;
    const ids = (grove?.notices ?? []).map(({ id }) => id);
    if (ids.join() === this.#shown.join()) return;
    this.#shown = ids;
    notices.showAll(
      (grove?.notices ?? []).map(({ id, isDone, sentence, detail, offers }) => ({
        isDone,
        isWait: false,
        sentence,
        detail,
        actions: offers.map((offer) => ({
          label: LABELS[offer],
          run: () => void this.takeOffer(id, offer),
        })),
        onPutAway: () => {
          this.#shown = this.#shown.filter((shown) => shown !== id);
          client.call('grove.putAwayNotice', { id }).catch((error: unknown) => notices.report(error));
        },
      })),
    );
  }

  /** Takes what a notice offers, also one that was put away. */
  async takeOffer(id: number, offer: GroveOffer): Promise<void> {
    const { client, notices, beforeOffer, onGrove } = this.#options;
    if (this.#unsaved !== null) notices.dismiss(this.#unsaved);
    this.#unsaved = null;
    try {
      await beforeOffer();
      await onGrove(await client.call('grove.takeOffer', { id, offer }));
    } catch (error) {
      const { sentence, detail } = describeError(error);
      // A new place may fail as the old one does, which a banner says already.
      if (COPIES.has(offer))
        this.#unsaved = notices.show({ sentence: `No copy was saved. ${sentence}`, detail });
      else notices.tell(error);
    }
  }
}
