/**
 * From `settings.json` as a hand or another version may have left it to settings that hold, and back without losing
 * what this version does not know.
 */
import * as v from 'valibot';
import { defaultPreferences, type Preferences } from '../../ipc/preferences.ts';
import { preferenceFields, preferencesSchema } from '../../ipc/preferences-schema.ts';
import { type ProviderSettings, providerSettingsSchema } from './provider-settings.ts';
import {
  recentGroveSchema,
  type Settings,
  settingsSchema,
  windowPlaceSchema,
  writerSchema,
} from './settings.ts';

const anyObject = v.record(v.string(), v.unknown());

type JsonObject = Readonly<Record<string, unknown>>;

export interface ReadSettings {
  readonly settings: Settings;
  /** What stands in the file and could not be read, as `preferences.textSize`: the default holds in its place. */
  readonly misread: readonly string[];
  /** Whether the file says who writes. */
  readonly namesWriter: boolean;
}

/**
 * Each part for itself: one that is broken falls back alone. Null where the whole is no settings at all.
 * @param now whose writer and window stay where the file has none
 */
export function readSettings(file: unknown, now: Settings): ReadSettings | null {
  if (!isObject(file)) return null;
  const misread: string[] = [];
  const part = <T>(name: string, schema: v.GenericSchema<unknown, T>, otherwise: T): T => {
    if (file[name] === undefined) return otherwise;
    const parsed = v.safeParse(schema, file[name]);
    if (!parsed.success) misread.push(name);
    return parsed.success ? parsed.output : otherwise;
  };
  const list = <T>(name: string, schema: v.GenericSchema<unknown, T>): T[] => {
    const entries = part<unknown[]>(name, v.array(v.unknown()), []);
    return entries.flatMap((entry, at) => {
      const parsed = v.safeParse(schema, entry);
      if (!parsed.success) misread.push(`${name}[${at}]`);
      return parsed.success ? [parsed.output] : [];
    });
  };
  const place = part<Settings['window'] | undefined>('window', windowPlaceSchema, now.window);
  const settings: Settings = {
    writer: part('writer', writerSchema, now.writer),
    recentGroves: list('recentGroves', recentGroveSchema),
    ...(place === undefined ? {} : { window: place }),
    preferences: v.parse(preferencesSchema, part('preferences', anyObject, {})),
    providers: list('providers', providerSettingsSchema),
  };
  const preferences = isObject(file.preferences) ? file.preferences : {};
  return {
    settings,
    misread: [...misread, ...misreadPreferences(preferences).map((name) => `preferences.${name}`)],
    namesWriter: file.writer !== undefined && !misread.includes('writer'),
  };
}

/**
 * The settings as they are to be written over `file`: what is unknown there stays, and so does a preference that could
 * not be read, until the writer chooses another.
 */
export function writtenSettings(settings: Settings, file: unknown): JsonObject {
  const before = isObject(file) ? file : {};
  const { preferences, providers, ...others } = settings;
  const preferencesBefore = isObject(before.preferences) ? before.preferences : {};
  const kept = misreadPreferences(preferencesBefore).filter(
    (name) => preferences[name] === defaultPreferences[name],
  );
  return {
    ...unknownOf(before, settingsSchema.entries),
    ...others,
    writer: { ...unknownOf(before.writer, writerSchema.entries), ...settings.writer },
    preferences: {
      ...unknownOf(preferencesBefore, preferenceFields),
      ...preferences,
      ...Object.fromEntries(kept.map((name) => [name, preferencesBefore[name]])),
    },
    providers: writtenProviders(providers, before.providers),
  };
}

/** With what an entry of the same id had besides, and after them the entries that could not be read. */
function writtenProviders(providers: readonly ProviderSettings[], before: unknown): readonly unknown[] {
  const entries: readonly unknown[] = Array.isArray(before) ? before : [];
  const written = providers.map((provider) => {
    const entry = entries.find((known) => isObject(known) && known.id === provider.id);
    return { ...unknownOf(entry, providerSettingsSchema.entries), ...provider };
  });
  return [...written, ...entries.filter((entry) => !v.is(providerSettingsSchema, entry))];
}

/** Names of preferences whose value this version does not take. */
function misreadPreferences(preferences: JsonObject): readonly (keyof Preferences)[] {
  const names = Object.keys(preferenceFields) as (keyof Preferences)[];
  return names.filter(
    (name) => preferences[name] !== undefined && !v.is(preferenceFields[name], preferences[name]),
  );
}

function unknownOf(value: unknown, known: object): JsonObject {
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([name]) => !Object.hasOwn(known, name)));
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
