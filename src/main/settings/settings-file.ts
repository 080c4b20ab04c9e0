import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { type Settings, settingsSchema } from './settings.ts';
import { writeWhole } from './write-whole.ts';

/** Owns `settings.json`. Reads once, writes the whole file at each change by way of a new file and a rename. */
export class SettingsFile {
  readonly #path: string;
  #settings: Settings;

  private constructor(path: string, settings: Settings) {
    this.#path = path;
    this.#settings = settings;
  }

  /**
   * Reads the file, or starts from `defaults` where there is none. A broken file is kept beside it under the name
   * `settings.broken.json` and `onBroken` is told, so that nothing of it is lost.
   */
  static open(path: string, defaults: () => Settings, onBroken: (reason: string) => void): SettingsFile {
    mkdirSync(dirname(path), { recursive: true });
    if (existsSync(path)) {
      const parsed = v.safeParse(settingsSchema, parseJson(readFileSync(path, 'utf8')));
      if (parsed.success) return new SettingsFile(path, parsed.output);
      renameSync(path, path.replace(/\.json$/, '.broken.json'));
      onBroken(parsed.issues[0].message);
    }
    const file = new SettingsFile(path, defaults());
    file.#write();
    return file;
  }

  get current(): Settings {
    return this.#settings;
  }

  update(change: (settings: Settings) => Settings): void {
    this.#settings = change(this.#settings);
    this.#write();
  }

  #write(): void {
    writeWhole(this.#path, `${JSON.stringify(this.#settings, null, 2)}\n`);
  }
}

/** Undefined for what is not JSON: the schema then refuses it. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
