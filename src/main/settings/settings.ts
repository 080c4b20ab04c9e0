import * as v from 'valibot';
import { isUsableId } from '../../core/ids.ts';
import { defaultPreferences } from '../../ipc/preferences.ts';
import { preferencesSchema } from '../../ipc/preferences-schema.ts';
import { providerSettingsSchema } from './provider-settings.ts';

/** The human agent that writes on this computer (`domain.md`, *Entities*). */
export const writerSchema = v.object({ id: v.pipe(v.string(), v.check(isUsableId)), name: v.string() });

export const recentGroveSchema = v.object({
  /** The renderer uses this instead of the path. */
  handle: v.string(),
  path: v.string(),
  name: v.string(),
  // The times that dates can show.
  openedAt: v.pipe(v.number(), v.minValue(-8.64e15), v.maxValue(8.64e15)),
});

export const windowBoundsSchema = v.object({
  x: v.exactOptional(v.number()),
  y: v.exactOptional(v.number()),
  width: v.number(),
  height: v.number(),
  maximized: v.boolean(),
});

/**
 * `settings.json`: preferences of this computer, never part of a grove (`house.md`, *What lives where*).
 * `docs/settings.md` explains each key; `read-settings.ts` reads files that people have edited.
 */
export const settingsSchema = v.object({
  writer: writerSchema,
  /** Newest first. */
  recentGroves: v.optional(v.array(recentGroveSchema), []),
  window: v.exactOptional(windowBoundsSchema),
  preferences: v.optional(preferencesSchema, defaultPreferences),
  providers: v.optional(v.array(providerSettingsSchema), []),
});

export type Settings = v.InferOutput<typeof settingsSchema>;
export type RecentGroveEntry = Settings['recentGroves'][number];
export type WindowBounds = NonNullable<Settings['window']>;
