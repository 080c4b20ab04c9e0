import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { SettingsTrouble } from '../../ipc/preferences.ts';
import { readSettings, writtenSettings } from './read-settings.ts';
import type { Settings } from './settings.ts';
import { writeWhole } from './write-whole.ts';

export interface SettingsFileOptions {
  readonly path: string;
  /** Settings of a first start. */
  defaults(): Settings;
  onTrouble(trouble: SettingsTrouble): void;
}

/**
 * Owns `settings.json`, which hands may change too: it is read at the start, whenever `readAgain` is called, and before
 * each change, and is written whole by way of a new file and a rename. What cannot be read is not lost: a broken file is
 * kept beside it under another name, and what is unknown in a good one stays.
 */
export class SettingsFile {
  readonly #options: SettingsFileOptions;
  #settings: Settings;
  /** As it was last read or written; null before. */
  #text: string | null = null;
  /** What is in the file and could not be read, once it was told. */
  #broken: string | null = null;

  private constructor(options: SettingsFileOptions) {
    this.#options = options;
    this.#settings = options.defaults();
  }

  /** Reads the file; makes it where there is none, or a broken one. */
  static open(options: SettingsFileOptions): SettingsFile {
    mkdirSync(dirname(options.path), { recursive: true });
    const file = new SettingsFile(options);
    file.readAgain();
    if (file.#text === null) file.#write();
    return file;
  }

  get current(): Settings {
    return this.#settings;
  }

  /**
   * Reads what a hand has changed; answers whether there are other settings now. A file that is broken in the middle of
   * someone's work is told of and left alone until the next change.
   */
  readAgain(): boolean {
    const text = this.#read();
    if (text === null || text === this.#text || text === this.#broken) return false;
    const read = readSettings(parseJson(text), this.#settings);
    if (read === null) {
      this.#broken = text;
      this.#options.onTrouble({
        sentence: 'The file of the settings could not be read: they are as they were before it.',
        detail: `It is kept as ${basename(this.#freePath())} when the settings are next written.`,
      });
      return false;
    }
    this.#text = text;
    this.#broken = null;
    this.#settings = read.settings;
    if (read.misread.length > 0) {
      this.#options.onTrouble({
        sentence:
          'A part of the settings could not be read, and is as it is for a new writer. The rest holds.',
        detail: `In ${basename(this.#options.path)}: ${read.misread.join(', ')}.`,
      });
    }
    if (read.misread.includes('writer')) {
      // The writer of this computer is another now, and has to stay the same from here on.
      writeWhole(this.#freePath(), text);
      this.#write();
    }
    return true;
  }

  update(change: (settings: Settings) => Settings): void {
    this.readAgain();
    this.#settings = change(this.#settings);
    this.#write();
  }

  #read(): string | null {
    const { path } = this.#options;
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  }

  #write(): void {
    if (this.#broken !== null) writeWhole(this.#freePath(), this.#broken);
    const before = this.#text === null ? undefined : parseJson(this.#text);
    this.#text = `${JSON.stringify(writtenSettings(this.#settings, before), null, 2)}\n`;
    this.#broken = null;
    writeWhole(this.#options.path, this.#text);
  }

  /** A name for a broken file that none has yet. */
  #freePath(): string {
    const name = (n: number) =>
      this.#options.path.replace(/\.json$/, n === 1 ? '.broken.json' : `.broken-${n}.json`);
    let n = 1;
    while (existsSync(name(n))) n++;
    return name(n);
  }
}

/** Undefined for what is not JSON: it is no settings then. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
