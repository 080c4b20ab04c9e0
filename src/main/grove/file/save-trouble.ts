import type { WireError } from '../../../ipc/wire/app.ts';
import type { GroveNotice, SaveState } from '../../../ipc/wire/grove.ts';
import {
  FILE_GONE,
  FILE_REPLACED,
  FOREIGN_JOURNAL,
  FOREIGN_JOURNAL_DETAIL,
  groveDamaged,
  WINDOW_STAYS_OPEN,
} from '../../../ui-text/save-trouble.ts';
import type { GroveNotices, OfferHelp, Offers } from '../grove-notices.ts';
import type { FileStatus } from './file-location.ts';

type Offer = (help: OfferHelp) => Promise<void>;

export interface SaveTroubleOptions {
  readonly notices: GroveNotices;
  /** The state of the path where the file was opened; null if that cannot be determined. */
  inspect(): FileStatus | null;
  /** Returns true if a journal that is not ours lies beside the file, which is neither read nor written meanwhile. */
  hasForeignJournal(): boolean;
  /** The banner for an overwritten file; null if it is not overwritten. */
  overwritten(): Banner | null;
  /** Asks for a path and writes the grove, including unsaved text, to a new file. @throws {AspenError} */
  readonly saveCopy: Offer;
  /** Asks for the grove's file and switches to it. @throws {AspenError} */
  readonly find: Offer;
  /** Shows how the file that is there now differs. @throws {AspenError} */
  readonly compare: Offer;
  /** Writes the grove to its old path and switches to that file. @throws {AspenError} */
  readonly saveHere: Offer;
  /** Recovers the damaged file and all unsaved text into a new file, and switches to it. @throws {AspenError} */
  readonly recover: Offer;
  /** The banner changed. */
  onChange(): void;
}

const MISSING: Readonly<Record<'gone' | 'other', string>> = {
  gone: FILE_GONE,
  other: FILE_REPLACED,
};

/** The text of the banner, and its offers. */
export interface Banner {
  readonly sentence: string;
  readonly detail: string;
  readonly offers: Offers;
}

/**
 * The one banner, and its offers, shown while a grove cannot be written, whatever the cause. It goes away
 * when the problem does. Damage is permanent and takes precedence over everything else.
 */
export class SaveTrouble {
  readonly #options: SaveTroubleOptions;
  /** The current banner; null if there is none. */
  #shown: { readonly id: number; readonly banner: Banner } | null = null;
  /** Why the last write was refused. */
  #error: WireError | null = null;
  /** A description of the damage. */
  #damage: string | null = null;
  /** Closing the window was cancelled because text would have been lost. */
  #staysOpen = false;

  constructor(options: SaveTroubleOptions) {
    this.#options = options;
  }

  /** Shows the banner while the file cannot be written, and removes it when it can. */
  onSaveState(state: SaveState): void {
    this.#error = state.state === 'notSaved' ? state.error : null;
    if (this.#error === null) this.#staysOpen = false;
    this.#update();
  }

  /** The notice that the file cannot be written, even if the writer dismissed it; null if it can. */
  get notice(): GroveNotice | null {
    return (this.#shown && this.#options.notices.find(this.#shown.id)) ?? null;
  }

  /** Closing the window was cancelled because text is unsaved. */
  warnUnsaved(): void {
    this.#staysOpen = true;
    // Shown again even if the writer dismissed the banner.
    this.#remove();
    this.#update();
  }

  /** Updates the banner of an overwritten file. */
  update(): void {
    this.#update();
  }

  /**
   * The file is damaged and no longer written to.
   * @param what a description of what is damaged, which replaces an earlier one
   */
  showDamage(what: string): void {
    this.#damage = what;
    this.#update();
  }

  #update(): void {
    const { notices, onChange } = this.#options;
    const banner = this.#banner();
    const before = this.#shown?.banner ?? null;
    if (keyOf(banner) === keyOf(before)) return;
    this.#remove();
    if (banner !== null) {
      const { sentence, detail, offers } = banner;
      this.#shown = { id: notices.add(sentence, offers, { detail, isFirst: true }), banner };
    }
    onChange();
  }

  #remove(): void {
    if (this.#shown !== null) this.#options.notices.remove(this.#shown.id);
    this.#shown = null;
  }

  #banner(): Banner | null {
    const trouble = this.#trouble();
    if (!this.#staysOpen) return trouble;
    const offers = trouble?.offers ?? { saveCopy: this.#options.saveCopy };
    return {
      sentence: WINDOW_STAYS_OPEN,
      detail: trouble?.sentence ?? '',
      offers: { ...offers, closeAnyway: (help) => help.closeAnyway() },
    };
  }

  #trouble(): Banner | null {
    const { inspect, hasForeignJournal, find, saveHere, compare, saveCopy, recover } = this.#options;
    if (this.#damage !== null)
      return {
        sentence: groveDamaged(this.#damage),
        detail: '',
        offers: { recover, saveCopy },
      };
    if (this.#error === null) return null;
    const status = inspect();
    const overwritten = this.#options.overwritten();
    if (overwritten !== null) return overwritten;
    // If the status of the file is unknown, the error is more precise.
    if (this.#error.code === 'IN_USE' && hasForeignJournal())
      return { sentence: FOREIGN_JOURNAL, detail: FOREIGN_JOURNAL_DETAIL, offers: { saveCopy } };
    if (status === 'here' || status === 'overwritten' || status === null)
      return { sentence: this.#error.sentence, detail: '', offers: { saveCopy } };
    const recoveries = { findIt: find, saveHere };
    const offers = status === 'other' ? { ...recoveries, compare } : recoveries;
    return { sentence: MISSING[status], detail: '', offers: { ...offers, saveCopy } };
  }
}

/** Equal for two banners that look the same. */
function keyOf(banner: Banner | null): string {
  return banner === null ? '' : JSON.stringify([banner.sentence, banner.detail, Object.keys(banner.offers)]);
}
