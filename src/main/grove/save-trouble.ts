import type { GroveNotice, SaveState, WireError } from '../../ipc/wire.ts';
import type { FileStands } from './file-place.ts';
import type { GroveNotices, OfferHelp, Offers } from './grove-notices.ts';

export interface SaveTroubleOptions {
  readonly notices: GroveNotices;
  /** Writes the grove with all that is typed into a file of its own. @throws {AspenError} */
  saveCopy(target: string): void;
  /** What stands where the file was opened. @throws {AspenError} */
  look(): FileStands;
  /** Asks for the file and goes on in it. @throws {AspenError} */
  find(help: OfferHelp): Promise<void>;
  /** Tells the window how the file that stands there differs. @throws {AspenError} */
  compare(help: OfferHelp): Promise<void>;
  /** Writes the grove where its file was, and goes on in that. @throws {AspenError} */
  saveHere(help: OfferHelp): Promise<void>;
  /** There is something else to tell. */
  onChange(): void;
}

/** What became of a file that is not where it was. */
const STANDS: Readonly<Record<Exclude<FileStands, 'here'>, string>> = {
  gone: 'The grove’s file is gone: it was deleted, moved or replaced by another program. Your text is kept in this window.',
  other:
    'The grove was moved or replaced by another program: another file stands in its place. Your text is kept in this window.',
};

/** What the writer is told, and offered, while a grove cannot be written. */
export class SaveTrouble {
  readonly #options: SaveTroubleOptions;
  /** The notice that the file cannot be written, and what it says; null where it can. */
  #trouble: { readonly id: number; readonly sentence: string } | null = null;
  /** The notice that the window was not closed, since its text would have been lost. */
  #unsaved: number | null = null;

  constructor(options: SaveTroubleOptions) {
    this.#options = options;
  }

  /** A banner stands for as long as the file cannot be written, and goes when it was. */
  follow(state: SaveState): void {
    const { notices, onChange } = this.#options;
    const isTrouble = state.state === 'notSaved';
    if (!isTrouble && this.#unsaved !== null) notices.putAway(this.#unsaved);
    if (!isTrouble) this.#unsaved = null;
    const told = isTrouble ? this.#wordsFor(state.error) : null;
    if (told?.sentence === this.#trouble?.sentence) return;
    if (this.#trouble !== null) notices.putAway(this.#trouble.id);
    this.#trouble =
      told === null ? null : { id: notices.add(told.sentence, told.offers), sentence: told.sentence };
    onChange();
  }

  /** The notice that the file cannot be written, also where the writer has put it away; null where it can. */
  get notice(): GroveNotice | null {
    return (this.#trouble && this.#options.notices.find(this.#trouble.id)) ?? null;
  }

  /** The window was to be closed, and stays. */
  tellOfUnsaved(): void {
    const { notices, onChange } = this.#options;
    if (this.#unsaved !== null) notices.putAway(this.#unsaved);
    this.#unsaved = notices.add(
      'This window stays open: what you typed last could not be written anywhere.',
      { saveCopy: this.#offerCopy, closeAnyway: (help) => help.closeAnyway() },
    );
    onChange();
  }

  /** Nothing is written to the file any more. @param what is damaged, in words */
  tellOfDamage(what: string): void {
    const { notices, onChange } = this.#options;
    notices.add(
      `This grove is damaged: ${what} cannot be shown to be as written. It is not written to any more; what you typed last is kept on this computer.`,
      { saveCopy: this.#offerCopy },
    );
    onChange();
  }

  #wordsFor({ code, sentence }: WireError): { readonly sentence: string; readonly offers: Offers } {
    const { look, find, saveHere, compare } = this.#options;
    const stands = code === 'MOVED' ? look() : 'here';
    if (stands === 'here') return { sentence, offers: { saveCopy: this.#offerCopy } };
    const ways = { findIt: find, saveHere };
    const offers = stands === 'other' ? { ...ways, compare } : ways;
    return { sentence: STANDS[stands], offers: { ...offers, saveCopy: this.#offerCopy } };
  }

  readonly #offerCopy = async (help: OfferHelp): Promise<void> => {
    const target = await help.chooseNewFile();
    if (target !== null) this.#options.saveCopy(target);
  };
}
