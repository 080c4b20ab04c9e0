import { basename, extname } from 'node:path';
import { AspenError, type ErrorCode } from '../../../core/errors.ts';
import { recoveryMessage } from '../../probe/recovery-message.ts';
import type { OfferHelp, Recovered } from '../grove-notices.ts';
import type { Rebuilt, RebuiltCopy } from './rebuild-grove.ts';
import { RECOVERED } from './save-orphaned-draft.ts';

export interface GroveRescueOptions {
  /** Of the grove's file. */
  path(): string;
  /** Whether the file that is open stands at its path. */
  isThere(): boolean;
  /** Whether the file that is open is the grove still, can be read to its end, and SQLite finds nothing wrong with it. */
  isSound(): boolean;
  /** Writes the grove with all that is typed into a file of its own. @throws {AspenError} as `saveCopy` */
  save(target: string, signal: AbortSignal): Promise<void>;
  /** Writes the grove where its file was, and goes on in it, unless that is stopped. @throws {AspenError} as `saveCopy` */
  saveHere(target: string, help: OfferHelp): Promise<void>;
  /** Where the grove is to be written anew; null when the writer changed their mind. */
  placeHere(help: OfferHelp): Promise<string | null>;
  /** Writes the grove anew without reading its file. @throws {AspenError} as `rebuildGrove` */
  rebuild(target: string, signal: AbortSignal): Promise<RebuiltCopy>;
  /** Writes all that is typed into a copy. @returns whether some of it has no place there but a branch */
  putHeld(target: string): boolean;
  /**
   * Goes on in a copy in the same window, once `write` has made it of all that is held.
   * @returns whether it does; where not, the writer was told why
   */
  goOnIn(target: string, help: OfferHelp, write: () => void | Promise<void>): Promise<boolean>;
}

/** What may say that the grove's own file is what cannot be read, now or any more. */
const UNREADABLE: ReadonlySet<ErrorCode> = new Set([
  'IN_USE',
  'IO_ERROR',
  'CORRUPT',
  'NOT_A_GROVE',
  'NOT_FOUND',
  'MOVED',
]);

/**
 * Copies of a grove that can be written no more, with all that is typed: of its file, and where that cannot be read any
 * more of its newest backup and what is in memory.
 */
export class GroveRescue {
  readonly #options: GroveRescueOptions;

  constructor(options: GroveRescueOptions) {
    this.#options = options;
  }

  /** A copy where the writer says; the window stays with its grove. @throws {AspenError} */
  async saveCopy(help: OfferHelp): Promise<void> {
    const { save, isSound, rebuild } = this.#options;
    const target = await help.chooseNewFile();
    if (target === null) return;
    refuseOpen(target, help);
    try {
      const isSaved = await help.underWay('saving', basename(target), async (signal) => {
        await save(target, signal);
        return true;
      });
      if (isSaved === true)
        help.findGrove()?.tellOfDone(`${basename(target)} was saved and has everything.`, '');
    } catch (error) {
      // Of a file that is sound it is the new place that failed.
      if (!isUnreadable(error) || isSound()) throw error;
      const rebuilt = await help.underWay('saving', basename(target), async (signal) => {
        const copy = await rebuild(target, signal);
        try {
          return await copy.arrive();
        } finally {
          copy.abandon();
        }
      });
      if (rebuilt === null) return;
      const { sentence, detail } = sayRebuilt(basename(target), rebuilt, error.code);
      help.findGrove()?.tellOfDone(sentence, detail);
    }
  }

  /** A copy where the file was, or where the writer says if another stands there; the window goes on in it. @throws {AspenError} */
  async saveHere(help: OfferHelp): Promise<void> {
    const { placeHere, saveHere, isSound } = this.#options;
    const target = await placeHere(help);
    if (target === null) return;
    refuseOpen(target, help);
    try {
      await saveHere(target, help);
    } catch (error) {
      if (!isUnreadable(error) || isSound()) throw error;
      await this.#goOnInRebuilt(target, help, error.code);
    }
  }

  /** All that can be read of the damaged file in a new one; the window goes on in it. @throws {AspenError} */
  async recover(help: OfferHelp): Promise<void> {
    const { path, putHeld, goOnIn } = this.#options;
    const file = path();
    const title = 'Recover a copy';
    const target = await help.chooseNewFile({
      title,
      name: `${basename(file, extname(file))} recovered.aspen`,
    });
    if (target === null) return;
    refuseOpen(target, help);
    const recovered = await this.#recoverInto(target, help);
    if (recovered === 'stopped') return;
    if (typeof recovered === 'string') return this.#goOnInRebuilt(target, help, recovered);
    let isBranched = false;
    const goesOn = await goOnIn(target, help, () => {
      isBranched = putHeld(target);
    });
    if (!goesOn) return;
    const { sentence, detail } = sayRescued(recovered, isBranched);
    help.findGrove()?.tellOfDone(sentence, detail);
  }

  /** @returns why the file could not be read, where it could not */
  async #recoverInto(target: string, help: OfferHelp): Promise<Recovered | 'stopped' | ErrorCode> {
    const { path, isThere, isSound } = this.#options;
    if (!isThere()) return 'MOVED';
    const work = (signal: AbortSignal) => help.recoverCopy(path(), target, signal);
    try {
      return (await help.underWay('recovering', basename(path()), work)) ?? 'stopped';
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      // A file whose texts are damaged may be sound to SQLite, and of no use all the same.
      if (error.code !== 'CORRUPT' && isSound()) throw error;
      return error.code;
    }
  }

  /** @param why the file was not read */
  async #goOnInRebuilt(target: string, help: OfferHelp, why: ErrorCode): Promise<void> {
    const { rebuild, goOnIn } = this.#options;
    const copy = await help.underWay('saving', basename(target), (signal) => rebuild(target, signal));
    if (copy === null) return;
    let rebuilt: Rebuilt | undefined;
    try {
      const goesOn = await goOnIn(target, help, async () => {
        rebuilt = await copy.arrive();
      });
      if (!goesOn || rebuilt === undefined) return;
    } finally {
      copy.abandon();
    }
    const { sentence, detail } = sayRebuilt(basename(target), rebuilt, why);
    help.findGrove()?.tellOfDone(sentence, detail);
  }
}

/** @throws {AspenError} IN_USE where a copy would take the place of a file under another window */
function refuseOpen(target: string, help: OfferHelp): void {
  if (!help.isOpenElsewhere(target)) return;
  throw new AspenError('IN_USE', `${basename(target)} is open in another window; choose another name`);
}

function isUnreadable(error: unknown): error is AspenError {
  return error instanceof AspenError && UNREADABLE.has(error.code);
}

const TIME = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

interface Said {
  readonly sentence: string;
  readonly detail: string;
}

const BRANCHED = `Text that has no place in it any more is in a branch. Its bookmark is “${RECOVERED}”.`;

function sayRescued(recovered: Recovered, isBranched: boolean): Said {
  const { kept, doubt } = recoveryMessage(recovered);
  const missing = recovered.lost.length === 0 ? [] : ['Lost:', ...recovered.lost];
  return { sentence: `${kept} ${doubt}`, detail: [...missing, ...(isBranched ? [BRANCHED] : [])].join(' ') };
}

/** @param why the file was not read */
function sayRebuilt(name: string, { backedUpAt, isWhole, isBranched }: Rebuilt, why: ErrorCode): Said {
  const unread =
    why === 'IN_USE'
      ? 'The grove’s own file cannot be read now.'
      : 'The old file could not be read any more.';
  const from = backedUpAt === null ? 'what was in memory' : `the backup of ${TIME.format(backedUpAt)}`;
  const sentence = isWhole
    ? `${unread} ${name} was made from ${from} and has everything.`
    : `${unread} ${name} was made from ${from}. What you wrote since is in branches; their bookmark is “${RECOVERED}”.`;
  return { sentence, detail: isWhole && isBranched ? BRANCHED : '' };
}
