/**
 * Converts between `settings.json`, which people and other versions may have edited, and valid settings,
 * without losing what this version does not know.
 */
import * as v from 'valibot';
import { type JsonValue, wellFormed } from '../../core/provenance/canonical-json.ts';
import { defaultPreferences, type Preferences } from '../../ipc/preferences.ts';
import { preferenceFields, preferencesSchema } from '../../ipc/preferences-schema.ts';
import { noteDraftsSchema } from './note-drafts.ts';
import { type ProviderSettings, providerSettingsSchema } from './provider-settings.ts';
import { MAX_RECENT } from './recent-groves.ts';
import {
  recentGroveSchema,
  type Settings,
  settingsSchema,
  windowBoundsSchema,
  writerSchema,
} from './settings.ts';

const anyObject = v.record(v.string(), v.unknown());

type JsonObject = Readonly<Record<string, unknown>>;

export interface ParsedSettings {
  readonly settings: Settings;
  /** Parts of the file that could not be read, such as `preferences.textSize`; their defaults apply. */
  readonly unreadable: readonly string[];
  /** Whether the file has a valid writer. */
  readonly hasWriter: boolean;
}

/**
 * Parses each part separately, so that only an invalid part falls back. Null when the file contains no
 * settings at all.
 * @param current supplies writer and window when the file has none
 */
export function readSettings(given: unknown, current: Settings): ParsedSettings | null {
  const file = wellFormed(given as JsonValue);
  if (!isObject(file)) return null;
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
      // Of entries with the same id the first counts.
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
  const preferences = isObject(file.preferences) ? file.preferences : {};
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
export function settingsToWrite(settings: Settings, file: unknown): JsonObject {
  const before = isObject(file) ? file : {};
  const { preferences, providers, ...others } = settings;
  const preferencesBefore = isObject(before.preferences) ? before.preferences : {};
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
    const entry = entries.find((known) => isObject(known) && known.id === provider.id);
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
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([name]) => !Object.hasOwn(known, name)));
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
