import { basename } from 'node:path';
import { draftDigest } from '../../../core/buffer/pending-edit.ts';
import { AspenError } from '../../../core/errors.ts';
import { describeError } from '../../../ui-text/errors.ts';
import {
  type KeptVersion,
  overwrittenDetail,
  overwrittenSentence,
  versionPutBack,
} from '../../../ui-text/overwritten.ts';
import { fileChanging } from '../../../ui-text/refusals.ts';
import { findStats } from '../../store/connection/file-stats.ts';
import type { Overwrite } from '../../store/connection/overwrite-guard.ts';
import type { Store } from '../../store/connection/store.ts';
import type { BackupFile, BackupFolder } from '../copies/backup-folder.ts';
import type { GroveCopies } from '../copies/grove-copies.ts';
import type { Banner, OfferHelp } from '../grove-notices.ts';
import type { GroveScope } from '../grove-scope.ts';
import type { Rebuilt, RebuiltCopy } from './rebuild-grove.ts';

/** A file that is replaced again this soon has a program at work: it is left alone. Milliseconds. */
const TOO_SOON = 60_000;

export interface OverwrittenGroveOptions extends GroveScope {
  readonly folder: BackupFolder;
  readonly copies: GroveCopies;
  /**
   * Rebuilds the grove without reading its file.
   * @param beforeMove called right before the copy replaces the file at its target; throws to prevent that
   * @throws {AspenError} as `rebuildGrove`
   */
  rebuild(target: string, signal: AbortSignal, beforeMove?: () => void): Promise<RebuiltCopy>;
  /** Copies a file byte for byte in another process. @throws {AspenError} DISK_FULL, IO_ERROR */
  keepFile(path: string, target: string): Promise<void>;
  /** Switches the window to the grove at a path, once `write` has put it there. @returns whether it did */
  switchTo(target: string, help: OfferHelp, write: () => Promise<void>): Promise<boolean>;
  readonly compare: (help: OfferHelp) => Promise<void>;
  readonly saveCopy: (help: OfferHelp) => Promise<void>;
  /** The banner has changed. */
  onChange(): void;
}

/**
 * Rescues an open grove whose file was overwritten in place: its version is written to the backups at once and without
 * asking, and can be put back (`storage.md`, *Overwritten in place*).
 */
export class OverwrittenGrove {
  readonly #options: OverwrittenGroveOptions;
  #kept: KeptVersion = { state: 'writing' };
  #keptFile: { readonly path: string; readonly digest: string } | null = null;
  /** The rebuilding that is running or ran last; null before the first. */
  #keeping: Promise<void> | null = null;

  constructor(options: OverwrittenGroveOptions) {
    this.#options = options;
  }

  /** Writes this window's version to the backups, once for each time the file is overwritten. */
  keep(): void {
    this.#keeping ??= this.#keep();
  }

  /** The file has everything again. */
  onRestored(): void {
    this.#keeping = null;
    this.#keptFile = null;
    this.#kept = { state: 'writing' };
  }

  /** Before closing: writes the version again if it has changed since. @returns whether the backups have it */
  async settle(): Promise<boolean> {
    this.keep();
    await this.#keeping;
    if (this.#keptFile?.digest !== this.#digest()) await this.#keep();
    return this.#keptFile !== null;
  }

  /** The text and offers of the banner. */
  banner(overwrite: Overwrite): Banner {
    const { compare, saveCopy } = this.#options;
    const canPutBack = this.#kept.state === 'kept' && !this.#wasReplacedJustNow();
    return {
      sentence: overwrittenSentence(overwrite),
      detail: overwrittenDetail(this.#kept),
      offers: {
        ...(canPutBack ? { putBack: (help: OfferHelp) => this.#putBack(help) } : {}),
        ...(this.#kept.state === 'kept' && overwrite !== 'notThisGrove' ? { compare } : {}),
        saveCopy,
      },
    };
  }

  /** Opens this window's version for reading. @throws {AspenError} why there is none */
  async openKept(): Promise<Store> {
    const isKept = await this.settle();
    if (isKept && this.#keptFile !== null) return this.#options.copies.open(this.#keptFile.path, true);
    const reason = this.#kept.state === 'failed' ? this.#kept.reason : '';
    throw new AspenError('IO_ERROR', reason);
  }

  async #keep(): Promise<void> {
    const { store, folder, groveId, now, rebuild, onChange } = this.#options;
    const former = this.#keptFile;
    try {
      const time = now();
      const path = folder.pathFor(groveId, folder.originOf(store.path), time, true);
      const written = this.#digest();
      const copy = await rebuild(path, new AbortController().signal);
      let rebuilt: Rebuilt;
      try {
        rebuilt = await copy.moveIntoPlace();
      } finally {
        copy.discard();
      }
      this.#keptFile = { path, digest: written };
      this.#kept = { state: 'kept', time, isWhole: rebuilt.isWhole };
      if (former !== null)
        this.#backups()
          .filter((file) => file.path === former.path)
          .forEach(folder.remove);
    } catch (error) {
      if (!(error instanceof AspenError)) throw error;
      this.#kept = { state: 'failed', reason: describeError(error).sentence };
    }
    onChange();
  }

  /** A digest of everything in memory that a rebuilt copy would have, to see whether one is up to date. */
  #digest(): string {
    const { store, sessions } = this.#options;
    const drafts = sessions.drafts.map(({ treeId, draft }) => [treeId, draftDigest(draft)]);
    return JSON.stringify([store.head, drafts]);
  }

  #backups(): readonly BackupFile[] {
    const { folder, groveId } = this.#options;
    return folder.list(groveId);
  }

  #wasReplacedJustNow(): boolean {
    const { store, folder, now } = this.#options;
    const origin = folder.originOf(store.path);
    return this.#backups().some(
      (file) =>
        file.isReplaced &&
        file.origin === origin &&
        file.path !== this.#keptFile?.path &&
        file.time > now() - TOO_SOON,
    );
  }

  /**
   * Keeps the file found at the grove's path in the backups, byte for byte, puts this window's version there
   * and continues in it.
   * @throws {AspenError} IN_USE when the file found there keeps changing; as `rebuildGrove`
   */
  async #putBack(help: OfferHelp): Promise<void> {
    const { store, folder, groveId, now, rebuild, keepFile, switchTo } = this.#options;
    const { path } = store;
    let found = stampOf(path);
    const requireSame = () => {
      if (stampOf(path) !== found) throw new AspenError('IN_USE', fileChanging(basename(path)));
    };
    const copy = await help.runFileTask('saving', basename(path), (signal) =>
      rebuild(path, signal, requireSame),
    );
    if (copy === null) return;
    let rebuilt: Rebuilt | undefined;
    try {
      const hasSwitched = await switchTo(path, help, async () => {
        found = stampOf(path);
        await keepFile(path, folder.pathFor(groveId, folder.originOf(path), now(), true));
        rebuilt = await copy.moveIntoPlace();
      });
      if (!hasSwitched || rebuilt === undefined) return;
    } finally {
      copy.discard();
    }
    help.findGrove()?.notifyDone(...versionPutBack(rebuilt.isWhole));
  }
}

/** Identifies the contents of a file, as far as the system can. @throws {AspenError} IO_ERROR */
function stampOf(path: string): string {
  const stats = findStats(path);
  return stats === undefined ? '' : [stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join();
}
