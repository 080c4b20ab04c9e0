import { basename } from 'node:path';
import { AspenError } from '../../../core/errors.ts';
import { isNonEmpty, mayBeNonEmpty } from './file-stats.ts';
import { ForeignJournal } from './foreign-journal.ts';

/** SQLite's rollback journal beside an open file: ours, or another program's. */
export class FileJournal {
  readonly #file: string;
  readonly #path: string;
  readonly #foreign: ForeignJournal;
  /** The journal was there when the file was opened, or belongs to a transaction of ours that failed. */
  #isOurs: boolean;

  /** @param file the path of the open file */
  constructor(file: string) {
    this.#file = file;
    this.#path = `${file}-journal`;
    this.#foreign = new ForeignJournal(this.#path);
    this.#isOurs = isNonEmpty(this.#path);
  }

  /** Whether there is a journal that no transaction of ours wrote. */
  get isForeign(): boolean {
    return !this.#isOurs && isNonEmpty(this.#path);
  }

  /** A transaction of ours began. */
  onBegin(): void {
    this.#isOurs = true;
  }

  onCommit(): void {
    this.#isOurs = false;
  }

  /** A transaction of ours failed. */
  onFailure(): void {
    // If the disk does not answer, assume our journal is there: it must not count as foreign when the disk is
    // back.
    this.#isOurs = mayBeNonEmpty(this.#path);
  }

  /**
   * SQLite treats any journal beside the path as this file's, whatever the path leads to by now, and rolls it
   * back. That would write another file's pages into ours and empty the journal that the other file needs for
   * its own recovery; or, where a sync or restore tool put an old journal there, revert our file. A foreign
   * journal belongs to another program's transaction, which ends soon, or must be inspected before the file
   * is opened again (`probe`).
   * @param isReader the file is only read: a foreign journal does no harm
   * @throws {AspenError} MOVED when the journal belongs to a file that replaced ours; IN_USE
   */
  requireOwn(isUnmoved: () => boolean, isReader: boolean): void {
    if (!isNonEmpty(this.#path)) return;
    if (!isUnmoved())
      throw new AspenError(
        'MOVED',
        `${basename(this.#file)} was replaced by another file with an unfinished transaction`,
      );
    if (isReader || this.#isOurs || !this.#foreign.persistsAfterWait()) return;
    throw new AspenError('IN_USE', `another program’s journal lies beside ${basename(this.#file)}`);
  }
}
