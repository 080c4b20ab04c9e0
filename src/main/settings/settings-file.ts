import { existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isTooDeep } from '../../core/provenance/json-depth.ts';
import type { SettingsTrouble } from '../../ipc/preferences.ts';
import {
  SETTINGS_COPY_NOT_SAVED,
  SETTINGS_NOT_SAVED,
  SETTINGS_PARTLY_UNREADABLE,
  SETTINGS_UNREADABLE,
  unreadableSettings,
  unreadableSettingsKept,
} from '../../ui-text/settings-file.ts';
import { readSettings, settingsToWrite } from './read-settings.ts';
import { reasonNotWritten } from './reason-not-written.ts';
import type { Settings } from './settings.ts';
import { writePrivateFile } from './write-private-file.ts';

export interface SettingsFileOptions {
  readonly path: string;
  /** The settings of a first start. */
  defaults(): Settings;
  onTrouble(trouble: SettingsTrouble): void;
}

/** Nobody writes settings of this size. Bytes. */
const MAX_SIZE = 16 * 1024 * 1024;

/** A file that is not readable as settings, and stays until the settings are written. */
interface Unreadable {
  /** Its text; null if it has none that can be read. */
  readonly text: string | null;
  /** The path under which it is then kept. */
  readonly keptAs: string;
}

/**
 * Owns `settings.json`, which people may edit too: it is read at startup, by `reload`, and before each
 * change, and is written atomically. Nothing unreadable is lost: a broken file is kept beside it under
 * another name, and unknown properties of a valid one are kept. A backup of the last readable file lies
 * beside it, because the writer's id must not change whatever happens to the file: drafts and cursors are
 * stored by writer.
 *
 * If the disk fails, the settings are in effect nevertheless, and the failure is reported.
 */
export class SettingsFile {
  readonly #options: SettingsFileOptions;
  #settings: Settings;
  /** The text last read or written; null before. */
  #text: string | null = null;
  #unreadable: Unreadable | null = null;
  /** The settings in the backup at startup; null when there is no readable one. */
  readonly #backup: Settings | null;
  /** The text of the backup; null when there is none. */
  #backupText: string | null;
  /** What could not be written and was reported; empty again once it can. */
  readonly #reported = new Set<string>();

  private constructor(options: SettingsFileOptions) {
    this.#options = options;
    this.#backupText = readIfThere(this.#backupPath) ?? null;
    this.#backup = this.#backupText === null ? null : readText(this.#backupText, options.defaults());
    const settings = options.defaults();
    this.#settings = this.#backup === null ? settings : { ...settings, writer: this.#backup.writer };
  }

  /** Reads the file; writes a new one if it is missing or broken. */
  static open(options: SettingsFileOptions): SettingsFile {
    const file = new SettingsFile(options);
    file.reload();
    if (file.#text === null) file.#write();
    return file;
  }

  get current(): Settings {
    return this.#settings;
  }

  /**
   * Reads edits made to the file; returns whether the settings changed. If the file is broken while the
   * program runs, this reports it and leaves it alone until the next change.
   */
  reload(): boolean {
    const text = readIfThere(this.#options.path);
    if (text === undefined) this.#unreadable = null;
    if (text === undefined || (text !== null && text === this.#text)) {
      // The disk may have room again.
      if (this.#reported.has(SETTINGS_NOT_SAVED)) this.#write();
      return false;
    }
    if (this.#unreadable !== null && text === this.#unreadable.text) return false;
    const read = text === null ? null : readSettings(parseJson(text), this.#settings);
    if (text === null || read === null) {
      this.#unreadable = { text, keptAs: this.#unusedPath() };
      if (this.#text === null && this.#backup !== null) this.#settings = this.#backup;
      this.#options.onTrouble({
        sentence: SETTINGS_UNREADABLE,
        detail: unreadableSettingsKept(basename(this.#unreadable.keptAs)),
      });
      return false;
    }
    this.#text = text;
    this.#settings = read.settings;
    this.#unreadable = read.unreadable.includes('writer') ? { text, keptAs: this.#unusedPath() } : null;
    if (read.unreadable.length > 0) {
      this.#options.onTrouble({
        sentence: SETTINGS_PARTLY_UNREADABLE,
        detail: unreadableSettings(basename(this.#options.path), read.unreadable),
      });
    }
    // From here on the writer must stay the same.
    if (read.hasWriter) this.#writeBackup(text);
    else this.#write();
    return true;
  }

  /** Changes the settings; they are in effect even if they cannot be written, which is reported once. */
  update(change: (settings: Settings) => Settings): void {
    this.reload();
    this.#settings = change(this.#settings);
    this.#write();
  }

  #write(): void {
    const before = this.#text === null ? undefined : parseJson(this.#text);
    const text = `${JSON.stringify(settingsToWrite(this.#settings, before), null, 2)}\n`;
    const isWritten = this.#attempt(SETTINGS_NOT_SAVED, () => {
      mkdirSync(dirname(this.#options.path), { recursive: true });
      if (this.#unreadable !== null) this.#keep(this.#unreadable);
      writePrivateFile(this.#options.path, text);
      this.#text = text;
    });
    if (isWritten) this.#writeBackup(text);
  }

  #keep({ text, keptAs }: Unreadable): void {
    if (text === null) renameSync(this.#options.path, keptAs);
    else writePrivateFile(keptAs, text);
    this.#unreadable = null;
  }

  get #backupPath(): string {
    return this.#options.path.replace(/\.json$/, '.last.json');
  }

  /** The settings work without a backup. */
  #writeBackup(text: string): void {
    if (text === this.#backupText) return;
    this.#attempt(SETTINGS_COPY_NOT_SAVED, () => {
      writePrivateFile(this.#backupPath, text);
      this.#backupText = text;
    });
  }

  /** @param sentence reports that `work` failed, until it succeeds again */
  #attempt(sentence: string, work: () => void): boolean {
    try {
      work();
      this.#reported.delete(sentence);
      return true;
    } catch (error) {
      if (!this.#reported.has(sentence))
        this.#options.onTrouble({ sentence, detail: reasonNotWritten(error) });
      this.#reported.add(sentence);
      return false;
    }
  }

  /** An unused name for a broken file. */
  #unusedPath(): string {
    const name = (n: number) =>
      this.#options.path.replace(/\.json$/, n === 1 ? '.broken.json' : `.broken-${n}.json`);
    let n = 1;
    while (existsSync(name(n))) n++;
    return name(n);
  }
}

/** The text of a file; null for anything else, or if it cannot be read; undefined if there is nothing. */
function readIfThere(path: string): string | null | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    return stats.isFile() && stats.size <= MAX_SIZE ? readFileSync(path, 'utf8') : null;
  } catch {
    return null;
  }
}

function readText(text: string, fallback: Settings): Settings | null {
  return readSettings(parseJson(text), fallback)?.settings ?? null;
}

/** Undefined for anything that is not JSON, or is nested too deeply. */
function parseJson(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
