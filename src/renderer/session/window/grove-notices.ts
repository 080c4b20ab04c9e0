import type { GroveOffer, GroveSnapshot } from '../../../ipc/wire/grove.ts';
import { describeError } from '../../../ui-text/errors.ts';
import { noCopySaved, OFFERS } from '../../../ui-text/save-trouble.ts';
import type { Client } from '../../client.ts';
import type { Notices } from '../notices.ts';

/** Offers that write another file. */
const COPIES: ReadonlySet<GroveOffer> = new Set(['saveHere', 'saveCopy', 'recover', 'putBack']);

export interface GroveNoticesOptions {
  readonly client: Pick<Client, 'call'>;
  readonly notices: Notices;
  /** Resolves when main has everything that was typed: an offer may replace main's draft. */
  beforeOffer(): Promise<void>;
  onGrove(grove: GroveSnapshot): Promise<void>;
}

/** Shows main's notices about the grove as banners, and accepts their offers. */
export function createGroveNotices({ client, notices, beforeOffer, onGrove }: GroveNoticesOptions) {
  let shown: readonly number[] = [];
  /** The banner with the reason that no copy was saved; the next attempt removes it. */
  let copyFailure: number | null = null;

  /** Accepts an offer of a notice, even a dismissed one. */
  async function acceptOffer(id: number, offer: GroveOffer): Promise<void> {
    if (copyFailure !== null) notices.dismiss(copyFailure);
    copyFailure = null;
    try {
      await beforeOffer();
      await onGrove(await client.call('grove.takeOffer', { id, offer }));
    } catch (error) {
      const { sentence, detail } = describeError(error);
      // The new location may fail with the error that the old one's banner already shows.
      if (COPIES.has(offer)) copyFailure = notices.show({ sentence: noCopySaved(sentence), detail });
      else notices.showError(error);
    }
  }

  return {
    acceptOffer,

    /** @param grove as main sent it; null for none */
    show(grove: GroveSnapshot | null): void {
      notices.showsWriteError = grove?.notices.some(({ id }) => id === grove.trouble?.id) === true;
      const ids = (grove?.notices ?? []).map(({ id }) => id);
      if (ids.join() === shown.join()) return;
      shown = ids;
      notices.showAll(
        (grove?.notices ?? []).map(({ id, isDone, passes, sentence, detail, offers }) => ({
          isDone,
          stays: !passes,
          isProgress: false,
          sentence,
          detail,
          actions: offers.map((offer) => ({
            label: OFFERS[offer],
            run: () => void acceptOffer(id, offer),
          })),
          onDismiss: () => {
            shown = shown.filter((shown) => shown !== id);
            client.call('grove.putAwayNotice', { id }).catch((error: unknown) => notices.report(error));
          },
        })),
      );
    },
  };
}

export type GroveNotices = ReturnType<typeof createGroveNotices>;
