import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
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
import type { Settings } from './settings.ts';
import { writePrivateFile } from './write-private-file.ts';

export interface SettingsFileOptions {
  readonly path: string;
  /** The settings of a first start. */
  defaults(): Settings;
  onTrouble(trouble: SettingsTrouble): void;
}

/**
 * Owns `settings.json`, which people may edit too: it is read at startup, by `reload`, and before each
 * change, and is written atomically. Nothing unreadable is lost: a broken file is kept beside it under
 * another name, and unknown properties of a valid one are kept. A backup of the last readable file lies
 * beside it, because the writer's id must not change whatever happens to the file: drafts and cursors are
 * stored by writer.
 */
export class SettingsFile {
  readonly #options: SettingsFileOptions;
  #settings: Settings;
  /** The text last read or written; null before. */
  #text: string | null = null;
  /** The unreadable text in the file, after it was reported. */
  #unreadableText: string | null = null;
  /** The settings in the backup at startup; null when there is no readable one. */
  readonly #backup: Settings | null;
  /** The text of the backup; null when there is none. */
  #backupText: string | null;

  private constructor(options: SettingsFileOptions) {
    this.#options = options;
    this.#backupText = readIfThere(this.#backupPath);
    this.#backup = this.#backupText === null ? null : readText(this.#backupText, options.defaults());
    const settings = options.defaults();
    this.#settings = this.#backup === null ? settings : { ...settings, writer: this.#backup.writer };
  }

  /** Reads the file; writes a new one if it is missing or broken. */
  static open(options: SettingsFileOptions): SettingsFile {
    mkdirSync(dirname(options.path), { recursive: true });
    const file = new SettingsFile(options);
    file.reload();
    if (file.#text === null) file.#writeOrReport();
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
    const text = this.#read();
    if (text === null || text === this.#text || text === this.#unreadableText) return false;
    const read = readSettings(parseJson(text), this.#settings);
    if (read === null) {
      this.#unreadableText = text;
      if (this.#text === null && this.#backup !== null) this.#settings = this.#backup;
      this.#options.onTrouble({
        sentence: SETTINGS_UNREADABLE,
        detail: unreadableSettingsKept(basename(this.#unusedPath())),
      });
      return false;
    }
    this.#text = text;
    this.#unreadableText = null;
    this.#settings = read.settings;
    if (read.unreadable.length > 0) {
      this.#options.onTrouble({
        sentence: SETTINGS_PARTLY_UNREADABLE,
        detail: unreadableSettings(basename(this.#options.path), read.unreadable),
      });
    }
    if (read.unreadable.includes('writer')) writePrivateFile(this.#unusedPath(), text);
    // From here on the writer must stay the same.
    if (read.hasWriter) this.#writeBackup(text);
    else this.#writeOrReport();
    return true;
  }

  update(change: (settings: Settings) => Settings): void {
    this.reload();
    this.#settings = change(this.#settings);
    this.#write();
  }

  #read(): string | null {
    return readIfThere(this.#options.path);
  }

  #write(): void {
    if (this.#unreadableText !== null) writePrivateFile(this.#unusedPath(), this.#unreadableText);
    const before = this.#text === null ? undefined : parseJson(this.#text);
    this.#text = `${JSON.stringify(settingsToWrite(this.#settings, before), null, 2)}\n`;
    this.#unreadableText = null;
    writePrivateFile(this.#options.path, this.#text);
    this.#writeBackup(this.#text);
  }

  /** Nobody requested a change, so a full disk must not keep the program from starting. */
  #writeOrReport(): void {
    try {
      this.#write();
    } catch (error) {
      this.#options.onTrouble({
        sentence: SETTINGS_NOT_SAVED,
        detail: error instanceof Error ? error.message : String(error),
      });
    }
  }

  get #backupPath(): string {
    return this.#options.path.replace(/\.json$/, '.last.json');
  }

  #writeBackup(text: string): void {
    if (text === this.#backupText) return;
    try {
      writePrivateFile(this.#backupPath, text);
      this.#backupText = text;
    } catch (error) {
      // The settings work without a backup: a full disk must not keep the program from starting.
      this.#options.onTrouble({
        sentence: SETTINGS_COPY_NOT_SAVED,
        detail: error instanceof Error ? error.message : String(error),
      });
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

function readIfThere(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

function readText(text: string, fallback: Settings): Settings | null {
  return readSettings(parseJson(text), fallback)?.settings ?? null;
}

/** Undefined for anything that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
