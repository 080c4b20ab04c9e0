import type { WireError } from '../../../ipc/wire/app.ts';
import type { GroveNotice, SaveState } from '../../../ipc/wire/grove.ts';
import type { GroveNotices, OfferHelp, Offers } from '../grove-notices.ts';
import type { FileStands } from './file-place.ts';

type Offer = (help: OfferHelp) => Promise<void>;

export interface SaveTroubleOptions {
  readonly notices: GroveNotices;
  /** What stands where the file was opened; null where nothing tells. */
  look(): FileStands | null;
  /** Whether a journal lies beside the file that is of no transaction of ours: it is not read or written meanwhile. */
  hasStrangeJournal(): boolean;
  /** Asks where, and writes the grove with all that is typed into a file of its own. @throws {AspenError} */
  readonly saveCopy: Offer;
  /** Asks for the file and goes on in it. @throws {AspenError} */
  readonly find: Offer;
  /** Tells the window how the file that stands there differs. @throws {AspenError} */
  readonly compare: Offer;
  /** Writes the grove where its file was, and goes on in that. @throws {AspenError} */
  readonly saveHere: Offer;
  /** Writes what can be read of the damaged file, and all that is typed, into a new one, and goes on in that. @throws {AspenError} */
  readonly recover: Offer;
  /** There is something else to tell. */
  onChange(): void;
}

/** What became of a file that is not where it was. */
const STANDS: Readonly<Record<Exclude<FileStands, 'here'>, string>> = {
  gone: 'The grove’s file is gone: it was deleted, moved or replaced by another program. Your text is kept in this window.',
  other:
    'The grove was moved or replaced by another program: another file stands in its place. Your text is kept in this window.',
};

const STRANGE_JOURNAL = {
  sentence:
    'A journal of another program lies beside the grove’s file, so the file is neither read nor written. Your text is kept in this window.',
  detail:
    'It is there while another program writes the grove, or was put back by a program that syncs or restores files. The grove is saved again when it is gone.',
};

const STAYS_OPEN = 'This window stays open: what you typed last could not be written anywhere.';

interface Told {
  readonly sentence: string;
  readonly detail: string;
  readonly offers: Offers;
}

/**
 * What the writer is told, and offered, while a grove cannot be written: in one banner, whatever is wrong, which goes when
 * the trouble ends. Damage does not end, and comes before all else.
 */
export class SaveTrouble {
  readonly #options: SaveTroubleOptions;
  /** What the banner says; null where there is nothing to tell. */
  #shown: { readonly id: number; readonly told: Told } | null = null;
  /** Why the last write was refused. */
  #error: WireError | null = null;
  /** What is damaged, in words. */
  #damage: string | null = null;
  /** The window was to be closed, and stays, since its text would have been lost. */
  #staysOpen = false;

  constructor(options: SaveTroubleOptions) {
    this.#options = options;
  }

  /** A banner stands for as long as the file cannot be written, and goes when it was. */
  follow(state: SaveState): void {
    this.#error = state.state === 'notSaved' ? state.error : null;
    if (this.#error === null) this.#staysOpen = false;
    this.#tell();
  }

  /** The notice that the file cannot be written, also where the writer has put it away; null where it can. */
  get notice(): GroveNotice | null {
    return (this.#shown && this.#options.notices.find(this.#shown.id)) ?? null;
  }

  /** The window was to be closed, and stays. */
  tellOfUnsaved(): void {
    this.#staysOpen = true;
    // Told again, also where the banner was put away.
    this.#takeBack();
    this.#tell();
  }

  /** Nothing is written to the file any more. @param what is damaged, in words */
  tellOfDamage(what: string): void {
    this.#damage ??= what;
    this.#tell();
  }

  #tell(): void {
    const { notices, onChange } = this.#options;
    const told = this.#words();
    const before = this.#shown?.told;
    if (told?.sentence === before?.sentence && told?.detail === before?.detail) return;
    this.#takeBack();
    if (told !== null) {
      const { sentence, detail, offers } = told;
      this.#shown = { id: notices.add(sentence, offers, { detail, isFirst: true }), told };
    }
    onChange();
  }

  #takeBack(): void {
    if (this.#shown !== null) this.#options.notices.putAway(this.#shown.id);
    this.#shown = null;
  }

  #words(): Told | null {
    const trouble = this.#trouble();
    if (!this.#staysOpen) return trouble;
    const offers = trouble?.offers ?? { saveCopy: this.#options.saveCopy };
    return {
      sentence: STAYS_OPEN,
      detail: trouble?.sentence ?? '',
      offers: { ...offers, closeAnyway: (help) => help.closeAnyway() },
    };
  }

  #trouble(): Told | null {
    const { look, hasStrangeJournal, find, saveHere, compare, saveCopy, recover } = this.#options;
    if (this.#damage !== null)
      return {
        sentence: `This grove is damaged: ${this.#damage} cannot be shown to be as written. It is not written to any more; what you typed is kept on this computer.`,
        detail: '',
        offers: { recover, saveCopy },
      };
    if (this.#error === null) return null;
    const stands = look();
    // Where nobody can tell what stands there, what was refused says more.
    if (this.#error.code === 'IN_USE' && hasStrangeJournal())
      return { ...STRANGE_JOURNAL, offers: { saveCopy } };
    if (stands === 'here' || stands === null)
      return { sentence: this.#error.sentence, detail: '', offers: { saveCopy } };
    const ways = { findIt: find, saveHere };
    const offers = stands === 'other' ? { ...ways, compare } : ways;
    return { sentence: STANDS[stands], detail: '', offers: { ...offers, saveCopy } };
  }
}
