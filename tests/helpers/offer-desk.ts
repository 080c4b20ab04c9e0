import type { GroveOffer } from '../../src/ipc/wire/grove.ts';
import type { GroveInWindow, OfferHelp } from '../../src/main/grove/grove-notices.ts';
import { HandlersDesk } from './desk.ts';
import { never, openProbe } from './probe.ts';

/** A window that accepts offers of its grove’s notices. A new desk stands for it after a switch. */
export class OfferDesk implements OfferHelp {
  readonly #desk: HandlersDesk;
  readonly #place: string;
  readonly #firstIdAfter: number;
  /** The desk after the window has switched to another file. */
  after: HandlersDesk | undefined;
  readonly messages: string[] = [];

  /**
   * @param place the path that the writer chooses in any dialog
   * @param firstIdAfter the first id of the desk after a switch; its clock begins there, too
   */
  constructor(desk: HandlersDesk, place = desk.path, firstIdAfter = 50_000) {
    this.#firstIdAfter = firstIdAfter;
    this.#desk = desk;
    this.#place = place;
  }

  chooseNewFile = async () => this.#place;
  chooseFile = async () => this.#place;
  isOpenElsewhere = () => false;
  runFileTask: OfferHelp['runFileTask'] = (_wait, _name, work) => work(never());
  checkForOpening = async () => undefined;
  recoverCopy: OfferHelp['recoverCopy'] = (path, target, signal) => openProbe().recover(path, target, signal);
  showGrove = async () => undefined;
  showInFolder = () => undefined;
  runCommand = () => undefined;
  closeAnyway = () => undefined;
  migrateWithoutBackup = async () => undefined;
  moveTo: OfferHelp['moveTo'] = async (path, write) => {
    await this.#desk.grove.settle();
    await write();
    this.after = new HandlersDesk(path, this.#firstIdAfter, this.#desk.journal, this.#desk.backups);
    await this.#desk.close();
  };
  findGrove = (): GroveInWindow => ({
    notifyDone: (sentence, detail) => {
      this.messages.push(`${sentence} ${detail}`.trim());
    },
  });

  accept(offer: GroveOffer): Promise<void> {
    return this.#desk.grove.acceptOffer(this.#desk.grove.snapshot().trouble?.id ?? 0, offer, this);
  }

  /** The desk that the window has switched to. */
  desk(): HandlersDesk {
    if (this.after === undefined) throw new Error('the window has not switched');
    return this.after;
  }
}
