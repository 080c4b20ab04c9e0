import { existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import * as v from 'valibot';
import { isRecord } from '../../core/answers/read-json.ts';
import { type JsonValue, wellFormed } from '../../core/provenance/canonical-json.ts';
import { isTooDeep } from '../../core/provenance/json-depth.ts';
import { defaultPreferences, type Preferences, type SettingsTrouble } from '../../ipc/preferences.ts';
import { preferenceFields, preferencesSchema } from '../../ipc/preferences-schema.ts';
import {
  DATA_DISK_FULL,
  DATA_FOLDER_READ_ONLY,
  SETTINGS_COPY_NOT_SAVED,
  SETTINGS_NOT_SAVED,
  SETTINGS_PARTLY_UNREADABLE,
  SETTINGS_UNREADABLE,
  unreadableSettings,
  unreadableSettingsKept,
} from '../../ui-text/settings-file.ts';
import { type ProviderSettings, providerSettingsSchema } from './provider-settings.ts';
import { MAX_RECENT } from './recent-groves.ts';
import {
  noteDraftsSchema,
  recentGroveSchema,
  type Settings,
  settingsSchema,
  windowBoundsSchema,
  writerSchema,
} from './settings.ts';
import { writePrivateFile } from './write-private-file.ts';

interface SettingsFileOptions {
  readonly path: string;
  /** The settings of a first start. */
  defaults(): Settings;
  onTrouble(trouble: SettingsTrouble): void;
}

/** Larger than any real settings. Bytes. */
const MAX_SIZE = 16 * 1024 * 1024;

/** A file that is not readable as settings, and stays until the settings are written. */
interface Unreadable {
  /** Its text; null if it has none that can be read. */
  readonly text: string | null;
  /** The path under which it is then kept. */
  readonly keptAs: string;
}

/**
 * Owns `settings.json`, which people may edit too: it is read at startup, by `reload`, and before each change, and is
 * written atomically. Nothing unreadable is lost: a broken file is kept beside it under another name, and unknown
 * properties of a valid one are kept. A backup of the last readable file lies beside it, because the writer's id must
 * not change whatever happens to the file: drafts and cursors are stored by writer.
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
  /** Sentences about failed writes that were reported; each goes once its write succeeds. */
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

/**
 * Converts between `settings.json`, which people and other versions may have edited, and valid settings,
 * without losing what this version does not know.
 */
const anyObject = v.record(v.string(), v.unknown());

type JsonObject = Readonly<Record<string, unknown>>;

interface ParsedSettings {
  readonly settings: Settings;
  /** Parts of the file that could not be read, such as `preferences.textSize`; their defaults apply. */
  readonly unreadable: readonly string[];
  /** The file has a valid writer. */
  readonly hasWriter: boolean;
}

/**
 * Parses each part separately, so that only an invalid part falls back. Null when the file contains no settings at all.
 * @param current supplies writer and window when the file has none
 */
function readSettings(given: unknown, current: Settings): ParsedSettings | null {
  const file = wellFormed(given as JsonValue);
  if (!isRecord(file)) return null;
  const unreadable: string[] = [];
  const parsePart = <T>(name: string, schema: v.GenericSchema<unknown, T>, fallback: T): T => {
    if (file[name] === undefined) return fallback;
    const parsed = v.safeParse(schema, file[name]);
    if (!parsed.success) unreadable.push(name);
    return parsed.success ? parsed.output : fallback;
  };
  const parseList = <T>(
    name: string,
    schema: v.GenericSchema<unknown, T>,
    idOf: (entry: T) => string,
  ): T[] => {
    const entries = new Map<string, T>();
    for (const [at, entry] of parsePart<unknown[]>(name, v.array(v.unknown()), []).entries()) {
      const parsed = v.safeParse(schema, entry);
      // The first of entries with the same id counts.
      if (parsed.success && !entries.has(idOf(parsed.output)))
        entries.set(idOf(parsed.output), parsed.output);
      else unreadable.push(`${name}[${at}]`);
    }
    return [...entries.values()];
  };
  const bounds = parsePart<Settings['window'] | undefined>('window', windowBoundsSchema, current.window);
  const settings: Settings = {
    writer: parsePart('writer', writerSchema, current.writer),
    recentGroves: parseList('recentGroves', recentGroveSchema, ({ handle }) => handle).slice(0, MAX_RECENT),
    ...(bounds === undefined ? {} : { window: bounds }),
    preferences: v.parse(preferencesSchema, parsePart('preferences', anyObject, {})),
    providers: parseList('providers', providerSettingsSchema, ({ id }) => id),
    noteDrafts: parseList(
      'noteDrafts',
      noteDraftsSchema,
      ({ groveId, treeId }) => `${groveId ?? ''}/${treeId}`,
    ),
  };
  const preferences = isRecord(file.preferences) ? file.preferences : {};
  return {
    settings,
    unreadable: [...unreadable, ...unreadablePreferences(preferences).map((name) => `preferences.${name}`)],
    hasWriter: file.writer !== undefined && !unreadable.includes('writer'),
  };
}

/**
 * The JSON to write over `file`. Unknown properties are kept, and so is a preference that could not be read,
 * until the writer chooses another value.
 */
function settingsToWrite(settings: Settings, file: unknown): JsonObject {
  const before = isRecord(file) ? file : {};
  const { preferences, providers, ...others } = settings;
  const preferencesBefore = isRecord(before.preferences) ? before.preferences : {};
  const preserved = unreadablePreferences(preferencesBefore).filter(
    (name) => preferences[name] === defaultPreferences[name],
  );
  return {
    ...unknownProperties(before, settingsSchema.entries),
    ...others,
    writer: { ...unknownProperties(before.writer, writerSchema.entries), ...settings.writer },
    preferences: {
      ...unknownProperties(preferencesBefore, preferenceFields),
      ...preferences,
      ...Object.fromEntries(preserved.map((name) => [name, preferencesBefore[name]])),
    },
    providers: providersToWrite(providers, before.providers),
  };
}

/** Keeps unknown properties of entries with the same id, and appends the entries that could not be read. */
function providersToWrite(providers: readonly ProviderSettings[], before: unknown): readonly unknown[] {
  const entries: readonly unknown[] = Array.isArray(before) ? before : [];
  const written = providers.map((provider) => {
    const entry = entries.find((known) => isRecord(known) && known.id === provider.id);
    return { ...unknownProperties(entry, providerSettingsSchema.entries), ...provider };
  });
  const ids = entries.map((entry) => (v.is(providerSettingsSchema, entry) ? entry.id : null));
  const isUnread = (_: unknown, at: number) => ids[at] === null || ids.indexOf(ids[at] ?? null) !== at;
  return [...written, ...entries.filter(isUnread)];
}

/** Names of preferences whose value this version does not accept. */
function unreadablePreferences(preferences: JsonObject): readonly (keyof Preferences)[] {
  const names = Object.keys(preferenceFields) as (keyof Preferences)[];
  return names.filter(
    (name) => preferences[name] !== undefined && !v.is(preferenceFields[name], preferences[name]),
  );
}

function unknownProperties(value: unknown, known: object): JsonObject {
  if (!isRecord(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([name]) => !Object.hasOwn(known, name)));
}

const FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT'];
const READ_ONLY: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS'];

/** Why a file in the app's data folder could not be written, for people. */
export function reasonNotWritten(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (FULL.includes(code)) return DATA_DISK_FULL;
  if (READ_ONLY.includes(code)) return DATA_FOLDER_READ_ONLY;
  return error instanceof Error ? error.message : String(error);
}

/** Problems with the files of the settings that no page has shown yet. */
export class SettingsTroubles {
  #pending: SettingsTrouble[] = [];
  #notify: () => void = () => undefined;

  /** Sets the listener for new problems; those at startup wait for the first page. */
  listen(notify: () => void): void {
    this.#notify = notify;
  }

  add(trouble: SettingsTrouble): void {
    this.#pending.push(trouble);
    this.#notify();
  }

  get hasAny(): boolean {
    return this.#pending.length > 0;
  }

  /** The problems, each once. */
  drain(): readonly SettingsTrouble[] {
    return this.#pending.splice(0);
  }
}
