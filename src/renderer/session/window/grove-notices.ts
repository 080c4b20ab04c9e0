import type { FileComparison } from '../../../ipc/wire/copies.ts';
import type { GroveOffer, GroveSnapshot } from '../../../ipc/wire/grove.ts';
import { describeError } from '../../../ui-text/errors.ts';
import { noCopySaved, OFFERS } from '../../../ui-text/save-trouble.ts';
import { createStore, type WritableStore } from '../store.ts';
import type { WindowScope } from './window-scope.ts';

/** Offers that write another file. */
const COPIES: ReadonlySet<GroveOffer> = new Set(['saveHere', 'saveCopy', 'recover', 'putBack']);

/** Shows main's notices about the grove as banners, and accepts their offers. */
export function createGroveNotices({ client, notices, flushDrafts, reportFailure, showGrove }: WindowScope) {
  let shown: readonly number[] = [];
  /** The banner with the reason that no copy was saved; the next attempt removes it. */
  let copyFailure: number | null = null;

  /** Accepts an offer of a notice, even a dismissed one. */
  async function acceptOffer(id: number, offer: GroveOffer): Promise<void> {
    if (copyFailure !== null) notices.dismiss(copyFailure);
    copyFailure = null;
    try {
      // An offer may replace main's draft.
      await flushDrafts();
      await reportFailure(showGrove(await client.call('grove.takeOffer', { id, offer })));
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

/** The grove compared with the file that has replaced its own, as main sent it. */
export type ShownComparison = FileComparison;

/** Actions while the grove's file cannot be written, even after its banner is dismissed. */
export function createTroubleSession(
  { client, findGrove, reportFailure }: WindowScope,
  notices: GroveNotices,
) {
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
