import { basename, extname } from 'node:path';
import { AspenError, type ErrorCode } from '../../../core/errors.ts';
import { recoverDialog } from '../../../ui-text/dialogs.ts';
import {
  copySaved,
  FILE_UNREADABLE,
  FILE_UNREADABLE_NOW,
  groveRebuilt,
  lostList,
  ORPHANED_TEXT,
  textsRecovered,
  textsVerified,
} from '../../../ui-text/recovery.ts';
import { fileOpenElsewhere } from '../../../ui-text/refusals.ts';
import type { OfferHelp, Recovered } from '../grove-notices.ts';
import type { Rebuilt, RebuiltCopy } from './rebuild-grove.ts';

export interface GroveRescueOptions {
  /** The path of the grove's file. */
  path(): string;
  /** Returns true if the open file is still at its path. */
  isThere(): boolean;
  /** Returns true if the open file is still the grove, can be read completely, and passes SQLite's checks. */
  isSound(): boolean;
  /** Writes the grove, including unsaved text, to a new file. @throws {AspenError} as `saveCopy` */
  save(target: string, signal: AbortSignal): Promise<void>;
  /** Writes the grove to a new file and switches to it, unless cancelled. @throws {AspenError} as `saveCopy` */
  saveHere(target: string, help: OfferHelp): Promise<void>;
  /** The path for a new copy of the grove; null if the writer cancels. */
  chooseTarget(help: OfferHelp): Promise<string | null>;
  /** Rebuilds the grove without reading its file. @throws {AspenError} as `rebuildGrove` */
  rebuild(target: string, signal: AbortSignal): Promise<RebuiltCopy>;
  /** Writes all unsaved text into a copy. @returns whether some of it only fits as a branch */
  writeDrafts(target: string): boolean;
  /**
   * Switches the window to a copy, once `write` has created it from everything in memory.
   * @returns whether it switched; if not, the writer was already notified
   */
  switchTo(target: string, help: OfferHelp, write: () => void | Promise<void>): Promise<boolean>;
}

/** Errors that may mean that the grove's own file is unreadable, now or permanently. */
const UNREADABLE: ReadonlySet<ErrorCode> = new Set([
  'IN_USE',
  'IO_ERROR',
  'CORRUPT',
  'NOT_A_GROVE',
  'NOT_FOUND',
  'MOVED',
  'REPLACED',
]);

/**
 * Saves a grove that can no longer be written, including unsaved text: copied from its file or, if that is
 * unreadable, rebuilt from its newest backup and what is in memory.
 */
export class GroveRescue {
  readonly #options: GroveRescueOptions;

  constructor(options: GroveRescueOptions) {
    this.#options = options;
  }

  /** Saves a copy at a path that the writer chooses; the window keeps its grove. @throws {AspenError} */
  async saveCopy(help: OfferHelp): Promise<void> {
    const { save, isSound, rebuild } = this.#options;
    const target = await help.chooseNewFile();
    if (target === null) return;
    requireNotOpen(target, help);
    try {
      const isSaved = await help.runFileTask('saving', basename(target), async (signal) => {
        await save(target, signal);
        return true;
      });
      if (isSaved === true) help.findGrove()?.notifyDone(copySaved(basename(target)), '', { file: target });
    } catch (error) {
      // The grove's own file is sound, so the target failed.
      if (!isUnreadable(error) || isSound()) throw error;
      const rebuilt = await help.runFileTask('saving', basename(target), async (signal) => {
        const copy = await rebuild(target, signal);
        try {
          return await copy.moveIntoPlace();
        } finally {
          copy.discard();
        }
      });
      if (rebuilt === null) return;
      const { sentence, detail } = sayRebuilt(basename(target), rebuilt, error.code);
      help.findGrove()?.notifyDone(sentence, detail, { file: target, stays: true });
    }
  }

  /**
   * Saves a copy at the old path, or at one that the writer chooses if it is taken, and switches to it.
   * @throws {AspenError}
   */
  async saveHere(help: OfferHelp): Promise<void> {
    const { chooseTarget, saveHere, isSound } = this.#options;
    const target = await chooseTarget(help);
    if (target === null) return;
    requireNotOpen(target, help);
    try {
      await saveHere(target, help);
    } catch (error) {
      if (!isUnreadable(error) || isSound()) throw error;
      await this.#switchToRebuilt(target, help, error.code);
    }
  }

  /** Recovers everything readable from the damaged file into a new one and switches to it. @throws {AspenError} */
  async recover(help: OfferHelp): Promise<void> {
    const { path, writeDrafts, switchTo } = this.#options;
    const file = path();
    const target = await help.chooseNewFile(recoverDialog(basename(file, extname(file))));
    if (target === null) return;
    requireNotOpen(target, help);
    const recovered = await this.#recoverInto(target, help);
    if (recovered === 'stopped') return;
    if (typeof recovered === 'string') return this.#switchToRebuilt(target, help, recovered);
    let isBranched = false;
    const hasSwitched = await switchTo(target, help, () => {
      isBranched = writeDrafts(target);
    });
    if (!hasSwitched) return;
    const { sentence, detail } = sayRescued(recovered, isBranched);
    help.findGrove()?.notifyDone(sentence, detail, { stays: true });
  }

  /** @returns the counts, or `stopped`, or the code of the error that made the file unreadable */
  async #recoverInto(target: string, help: OfferHelp): Promise<Recovered | 'stopped' | ErrorCode> {
    const { path, isThere, isSound } = this.#options;
    if (!isThere()) return 'MOVED';
    const work = (signal: AbortSignal) => help.recoverCopy(path(), target, signal);
    try {
      return (await help.runFileTask('recovering', basename(path()), work)) ?? 'stopped';
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      // SQLite may find nothing wrong with a file whose texts are damaged: it is unusable all the same.
      if (error.code !== 'CORRUPT' && isSound()) throw error;
      return error.code;
    }
  }

  /** @param why why the file could not be read */
  async #switchToRebuilt(target: string, help: OfferHelp, why: ErrorCode): Promise<void> {
    const { rebuild, switchTo } = this.#options;
    const copy = await help.runFileTask('saving', basename(target), (signal) => rebuild(target, signal));
    if (copy === null) return;
    let rebuilt: Rebuilt | undefined;
    try {
      const hasSwitched = await switchTo(target, help, async () => {
        rebuilt = await copy.moveIntoPlace();
      });
      if (!hasSwitched || rebuilt === undefined) return;
    } finally {
      copy.discard();
    }
    const { sentence, detail } = sayRebuilt(basename(target), rebuilt, why);
    help.findGrove()?.notifyDone(sentence, detail, { stays: true });
  }
}

/** @throws {AspenError} IN_USE if a copy would replace a file that another window has open */
function requireNotOpen(target: string, help: OfferHelp): void {
  if (!help.isOpenElsewhere(target)) return;
  throw new AspenError('IN_USE', fileOpenElsewhere(basename(target)));
}

function isUnreadable(error: unknown): error is AspenError {
  return error instanceof AspenError && UNREADABLE.has(error.code);
}

interface Said {
  readonly sentence: string;
  readonly detail: string;
}

function sayRescued(recovered: Recovered, isBranched: boolean): Said {
  const { nodes, unverified, lost } = recovered;
  const details = [lostList(lost), isBranched ? ORPHANED_TEXT : ''];
  return {
    sentence: `${textsRecovered(nodes)} ${textsVerified(unverified)}`,
    detail: details.filter((text) => text !== '').join(' '),
  };
}

/** @param why why the file could not be read */
function sayRebuilt(name: string, { backedUpAt, isWhole, isBranched }: Rebuilt, why: ErrorCode): Said {
  const unread = why === 'IN_USE' ? FILE_UNREADABLE_NOW : FILE_UNREADABLE;
  return {
    sentence: groveRebuilt(unread, name, backedUpAt, isWhole),
    detail: isWhole && isBranched ? ORPHANED_TEXT : '',
  };
}
