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
 * kept beside it under another name, and what is unknown in a good one stays. Beside it is a copy of the last that could
 * be read, since who writes must stay the same whatever becomes of the file: drafts and places are kept by writer.
 */
export class SettingsFile {
  readonly #options: SettingsFileOptions;
  #settings: Settings;
  /** As it was last read or written; null before. */
  #text: string | null = null;
  /** What is in the file and could not be read, once it was told. */
  #broken: string | null = null;
  /** What the copy says of settings at the start; null where there is none that can be read. */
  readonly #last: Settings | null;
  /** What stands in the copy; null where there is none. */
  #lastText: string | null;

  private constructor(options: SettingsFileOptions) {
    this.#options = options;
    this.#lastText = readIfThere(this.#lastPath);
    this.#last = this.#lastText === null ? null : readText(this.#lastText, options.defaults());
    const settings = options.defaults();
    this.#settings = this.#last === null ? settings : { ...settings, writer: this.#last.writer };
  }

  /** Reads the file; makes it where there is none, or a broken one. */
  static open(options: SettingsFileOptions): SettingsFile {
    mkdirSync(dirname(options.path), { recursive: true });
    const file = new SettingsFile(options);
    file.readAgain();
    if (file.#text === null) file.#writeOrTell();
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
      if (this.#text === null && this.#last !== null) this.#settings = this.#last;
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
    if (read.misread.includes('writer')) writeWhole(this.#freePath(), text);
    // Who writes has to stay the same from here on.
    if (read.namesWriter) this.#keepCopy(text);
    else this.#writeOrTell();
    return true;
  }

  update(change: (settings: Settings) => Settings): void {
    this.readAgain();
    this.#settings = change(this.#settings);
    this.#write();
  }

  #read(): string | null {
    return readIfThere(this.#options.path);
  }

  #write(): void {
    if (this.#broken !== null) writeWhole(this.#freePath(), this.#broken);
    const before = this.#text === null ? undefined : parseJson(this.#text);
    this.#text = `${JSON.stringify(writtenSettings(this.#settings, before), null, 2)}\n`;
    this.#broken = null;
    writeWhole(this.#options.path, this.#text);
    this.#keepCopy(this.#text);
  }

  /** Nobody asked for a change: a full disk must not keep the program from starting. */
  #writeOrTell(): void {
    try {
      this.#write();
    } catch (error) {
      this.#options.onTrouble({
        sentence: 'The settings could not be written. They hold until the program ends.',
        detail: error instanceof Error ? error.message : String(error),
      });
    }
  }

  get #lastPath(): string {
    return this.#options.path.replace(/\.json$/, '.last.json');
  }

  #keepCopy(text: string): void {
    if (text === this.#lastText) return;
    try {
      writeWhole(this.#lastPath, text);
      this.#lastText = text;
    } catch (error) {
      // The settings hold without their copy: a full disk must not keep the program from starting.
      this.#options.onTrouble({
        sentence: 'No copy of the settings could be kept. The settings themselves hold.',
        detail: error instanceof Error ? error.message : String(error),
      });
    }
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

function readIfThere(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

function readText(text: string, otherwise: Settings): Settings | null {
  return readSettings(parseJson(text), otherwise)?.settings ?? null;
}

/** Undefined for what is not JSON: it is no settings then. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
