import { sha256 } from '#sha256';
import { AspenError } from '../../../core/errors.ts';
import type { Sha256 } from '../../../core/ids.ts';
import { GROVE_DIVERGED, GROVE_OLDER, rolledBackDetail } from '../../../ui-text/overwritten.ts';
import { findStats, mayBeNonEmpty } from '../../store/connection/file-stats.ts';
import { newestVersion, readMigrations } from '../../store/connection/migrate.ts';
import type { Reader } from '../../store/connection/query.ts';
import type { Store } from '../../store/connection/store.ts';
import { getGrove } from '../../store/tables/grove.ts';
import { readState } from '../../store/tables/grove-state.ts';
import { hasHead, hasMerge } from '../../store/tables/log.ts';
import { findSession, listSessions, predatesKnownSessions } from '../../store/tables/sessions.ts';
import { findNewestNode, hasNode } from '../../store/tree/lineage.ts';
import type { BackupFile, BackupFolder } from '../copies/backup-folder.ts';
import type { GroveScope } from '../grove-scope.ts';
import type { KnownFile, KnownHead, RecoveryJournal } from '../writing/recovery-journal.ts';

/** Interval of checks for a new head, in milliseconds. */
const INTERVAL = 5_000;

export interface KnownHeadsOptions extends GroveScope {
  readonly journal: RecoveryJournal;
  readonly backups: BackupFolder;
  /** The folder of migrations. */
  readonly migrations: string;
}

/**
 * Records on this computer how far the grove's log had come, so that a file that was rolled back meanwhile (by a sync
 * or restore program) is detected. The file itself cannot show it: an older state is as consistent as the newest.
 */
export class KnownHeads {
  readonly #options: KnownHeadsOptions;
  /** The head and path last recorded, or not to be recorded. */
  #recorded: string | null = null;
  /** Digest of the state of a rolled-back file: until that state changes, the record is not overwritten. */
  #rolledBackState: Sha256 | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(options: KnownHeadsOptions) {
    this.#options = options;
  }

  /**
   * Resolves to the head that this computer knew and the file lacks; null if nothing is missing or nothing was known.
   * Call once, after opening.
   */
  async findMissing(): Promise<KnownHead | null> {
    const { store, journal, warn } = this.#options;
    try {
      const known = await journal.findHead(this.#file());
      if (known === null || hasKnown(store, known)) return null;
      this.#recorded = this.#headKey();
      this.#rolledBackState = this.#state();
      return known;
    } catch (error) {
      warn(`the recorded head could not be read: ${String(error)}`);
      return null;
    }
  }

  /** Forgets the known head of the file at `path`, which this grove replaced. */
  forgetFileAt(path: string): void {
    const { journal, backups, warn } = this.#options;
    journal.forgetHeads(backups.originOf(path)).catch((error: unknown) => {
      warn(`what was known of a replaced file could not be deleted: ${String(error)}`);
    });
  }

  /** Records the head now, and from then on every few seconds if it changed. */
  watch(): void {
    const check = () => {
      if (this.#headKey() !== this.#recorded) this.#save();
    };
    check();
    this.#timer = setInterval(check, INTERVAL);
    this.#timer.unref();
  }

  /** Records the head now, because the file now records this session. */
  saveNow(): void {
    this.#save();
  }

  /**
   * Records the head for the last time, after all text was written and the session closed.
   * @returns records how the file is left; to be called once it is closed, if nothing failed
   */
  close(): () => void {
    clearInterval(this.#timer);
    const file = this.#save();
    const { journal, store, migrations, warn } = this.#options;
    const { path } = store;
    const note = async () => {
      const closed = describeFile(path, migrations);
      if (file !== null && closed !== null) await journal.saveClosed(file, closed);
    };
    return () => {
      note().catch((error: unknown) => warn(`how a file was left could not be recorded: ${String(error)}`));
    };
  }

  /** @returns the file whose head it records; null if there is nothing to record, or it failed */
  #save(): KnownFile | null {
    const onError = (error: unknown) => {
      this.#recorded = null;
      this.#options.warn(`the head could not be recorded: ${String(error)}`);
    };
    try {
      const head = this.#head();
      if (head === null) return null;
      this.#recorded = this.#headKey();
      const file = this.#file();
      this.#options.journal.saveHead(file, head).catch(onError);
      return file;
    } catch (error) {
      onError(error);
      return null;
    }
  }

  /** Null if there is nothing to record. @throws {AspenError} what reading the file throws */
  #head(): KnownHead | null {
    const { store, session: own, now } = this.#options;
    const { seq, hash } = store.head;
    if (store.readonly || store.overwrite !== null || hash === null) return null;
    const state = this.#state();
    if (state === this.#rolledBackState) return null;
    // Until the file is checked it does not record this session, and perhaps never will.
    const session = findSession(store, own.id) ?? listSessions(store)[0];
    if (session === undefined) return null;
    const newestNode = findNewestNode(store) ?? null;
    return {
      seq,
      hash,
      state,
      writtenAt: now(),
      sessionId: session.id,
      closedAt: session.closedAt,
      newestNode,
    };
  }

  #state(): Sha256 {
    const { store } = this.#options;
    return sha256(readState(store));
  }

  #file(): KnownFile {
    const { store, backups } = this.#options;
    return { groveId: getGrove(store).id, origin: backups.originOf(store.path) };
  }

  /** Includes the path, since the grove can switch to another file. */
  #headKey(): string {
    const { path, head } = this.#options.store;
    return `${head.hash} ${path}`;
  }
}

/**
 * Describes a grove's file, so that whoever changes or replaces it, or a program of another version, has another
 * description. Null if a file beside it may change what is in it, or if that cannot be known.
 * @param path its real path
 * @param migrations the folder of migrations
 * @throws {AspenError} IO_ERROR
 */
export function describeFile(path: string, migrations: string): string | null {
  const stats = findStats(path);
  if (stats === undefined || stats.nlink !== 1n || stats.ctimeNs === 0n) return null;
  if (['-journal', '-wal'].some((suffix) => mayBeNonEmpty(path + suffix))) return null;
  const { dev, ino, size, mtimeNs, ctimeNs } = stats;
  return [dev, ino, size, mtimeNs, ctimeNs, newestVersion(readMigrations(migrations))].join(' ');
}

/**
 * Returns true if a file has what was recorded: its log contains that head and it has the session with the same end,
 * unless the session has been forgotten by now; or a merge added what was written then.
 */
function hasKnown(reader: Reader, known: KnownHead): boolean {
  if (hasHead(reader, known) && hasSession(reader, known)) return true;
  return known.newestNode !== null && hasMerge(reader) && hasNode(reader, known.newestNode);
}

/** The log does not record drafts, but every opening and closing is recorded as a session. */
function hasSession(reader: Reader, { sessionId, closedAt }: KnownHead): boolean {
  const session = findSession(reader, sessionId);
  if (session === undefined) return predatesKnownSessions(reader, sessionId);
  return closedAt === null || session.closedAt === closedAt;
}

/** Number of the newest backups that are searched. */
const MAX_BACKUPS = 10;

/**
 * Warns that a file is older than it was on this computer, or has diverged, and names a backup that has what
 * is missing.
 * @param known the head that this computer knew of the file and the file lacks
 * @param open opens a backup for reading; throws an `AspenError`
 */
export function warnRolledBack(
  { store, notices }: Pick<GroveScope, 'store' | 'notices'>,
  known: KnownHead,
  folder: BackupFolder,
  open: (path: string) => Store,
): void {
  const isOlder = known.seq > store.head.seq || hasHead(store, known);
  const sentence = isOlder ? GROVE_OLDER : GROVE_DIVERGED;
  const backup = findBackup(store, known, folder, open);
  const detail = rolledBackDetail(known.writtenAt, backup?.time);
  notices.add(sentence, { openBackup: (help) => help.runCommand('copies.openBackup') }, { detail });
}

/** The newest backup whose state is the known one, or whose log continues the known head if the file's does not. */
function findBackup(
  store: Store,
  known: KnownHead,
  folder: BackupFolder,
  open: (path: string) => Store,
): BackupFile | undefined {
  const isLogMissing = !hasHead(store, known);
  const has = (backup: Store) =>
    sha256(readState(backup)) === known.state || (isLogMissing && hasHead(backup, known));
  const backups = folder.list(getGrove(store).id).slice(0, MAX_BACKUPS);
  return backups.find(({ path }) => {
    try {
      const backup = open(path);
      try {
        return has(backup);
      } finally {
        backup.close();
      }
    } catch (error) {
      // A backup that is unreadable, or of an older version, does not help.
      if (error instanceof AspenError) return false;
      throw error;
    }
  });
}
