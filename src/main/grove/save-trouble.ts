import type { SaveState } from '../../ipc/wire.ts';
import type { GroveNotices, OfferHelp } from './grove-notices.ts';

export interface SaveTroubleOptions {
  readonly notices: GroveNotices;
  /** Writes the grove with all that is typed into a file of its own. @throws {AspenError} */
  saveCopy(target: string): void;
  /** There is something else to tell. */
  onChange(): void;
}

/** What the writer is told, and offered, while a grove cannot be written. */
export class SaveTrouble {
  readonly #options: SaveTroubleOptions;
  /** The notice that the file cannot be written; null where it can. */
  #trouble: number | null = null;
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
    if (isTrouble === (this.#trouble !== null)) return;
    if (this.#trouble !== null) notices.putAway(this.#trouble);
    this.#trouble = isTrouble ? notices.add(state.error.sentence, { saveCopy: this.#offerCopy }) : null;
    onChange();
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

  readonly #offerCopy = async (help: OfferHelp): Promise<void> => {
    const target = await help.chooseNewFile();
    if (target !== null) this.#options.saveCopy(target);
  };
}
