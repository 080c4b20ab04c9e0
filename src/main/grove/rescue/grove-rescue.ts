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
import type { GroveCopies } from '../copies/grove-copies.ts';
import type { FileLocation } from '../file/file-location.ts';
import type { KnownHeads } from '../file/known-heads.ts';
import type { OfferHelp, Recovered } from '../grove-notices.ts';
import type { GroveScope } from '../grove-scope.ts';
import type { Rebuilt, RebuiltCopy } from './rebuild-grove.ts';
import { writeDraftsInto } from './write-drafts.ts';

export interface GroveRescueOptions extends GroveScope {
  readonly location: FileLocation;
  readonly copies: GroveCopies;
  readonly heads: KnownHeads;
  /** Returns true if the open file is still the grove, can be read completely, and passes SQLite's checks. */
  isSound(): boolean;
  /** Rebuilds the grove without reading its file. @throws {AspenError} as `rebuildGrove` */
  rebuild(target: string, signal: AbortSignal): Promise<RebuiltCopy>;
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
    const { copies, isSound, rebuild } = this.#options;
    const target = await help.chooseNewFile();
    if (target === null) return;
    requireNotOpen(target, help);
    try {
      const isSaved = await help.runFileTask('saving', basename(target), async (signal) => {
        await copies.save(target, signal);
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
    const { location, isSound } = this.#options;
    const target = await location.chooseCopyPath(help);
    if (target === null) return;
    requireNotOpen(target, help);
    try {
      await location.switchToCopy(target, help);
    } catch (error) {
      if (!isUnreadable(error) || isSound()) throw error;
      await this.#switchToRebuilt(target, help, error.code);
    }
  }

  /** Recovers everything readable from the damaged file into a new one and switches to it. @throws {AspenError} */
  async recover(help: OfferHelp): Promise<void> {
    const { store, copies, heads, sessions, switchTo } = this.#options;
    const file = store.givenPath;
    const target = await help.chooseNewFile(recoverDialog(basename(file, extname(file))));
    if (target === null) return;
    requireNotOpen(target, help);
    const recovered = await this.#recoverInto(target, help);
    if (recovered === 'stopped') return;
    if (typeof recovered === 'string') return this.#switchToRebuilt(target, help, recovered);
    let isBranched = false;
    const hasSwitched = await switchTo(target, help, () => {
      // The recovery process wrote this file: no known head applies to it.
      heads.forgetFileAt(target);
      isBranched = writeDraftsInto(copies.open(target), { ...this.#options, drafts: sessions.drafts });
    });
    if (!hasSwitched) return;
    const { sentence, detail } = sayRescued(recovered, isBranched);
    help.findGrove()?.notifyDone(sentence, detail, { stays: true });
  }

  /** @returns the counts, or `stopped`, or the code of the error that made the file unreadable */
  async #recoverInto(target: string, help: OfferHelp): Promise<Recovered | 'stopped' | ErrorCode> {
    const { store, location, isSound } = this.#options;
    if (location.inspect() !== 'here') return 'MOVED';
    const work = (signal: AbortSignal) => help.recoverCopy(store.givenPath, target, signal);
    try {
      return (await help.runFileTask('recovering', basename(store.givenPath), work)) ?? 'stopped';
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
