import * as v from 'valibot';
import { isUsableId } from '../../core/ids.ts';
import { defaultPreferences } from '../../ipc/preferences.ts';
import { preferencesSchema } from '../../ipc/preferences-schema.ts';
import { noteDraftsSchema } from './note-drafts.ts';
import { providerSettingsSchema } from './provider-settings.ts';

/** A name of one line, as requests allow it. */
const name = v.pipe(v.string(), v.maxLength(1_000));

/** The human agent that writes on this computer (`domain.md`, *Entities*). */
export const writerSchema = v.object({ id: v.pipe(v.string(), v.check(isUsableId)), name });

export const recentGroveSchema = v.object({
  /** The renderer uses this instead of the path. */
  handle: v.pipe(v.string(), v.maxLength(100)),
  path: v.pipe(v.string(), v.maxLength(40_000)),
  name,
  // The times that dates can show.
  openedAt: v.pipe(v.number(), v.minValue(-8.64e15), v.maxValue(8.64e15)),
  /** The last line and the words of the tree that was shown last, when the grove was closed. */
  lastLine: v.exactOptional(v.pipe(v.string(), v.maxLength(1_000))),
  words: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
});

/** Electron takes only whole numbers that a screen can have. */
const pixels = v.pipe(v.number(), v.integer(), v.minValue(-100_000), v.maxValue(100_000));
const size = v.pipe(pixels, v.minValue(1));

export const windowBoundsSchema = v.object({
  x: v.exactOptional(pixels),
  y: v.exactOptional(pixels),
  width: size,
  height: size,
  maximized: v.boolean(),
});

/**
 * `settings.json`: preferences of this computer, never part of a grove (`house.md`, *What lives where*).
 * `docs/settings.md` explains each key; `settings-file.ts` reads files that people have edited.
 */
export const settingsSchema = v.object({
  writer: writerSchema,
  /** Newest first. */
  recentGroves: v.optional(v.array(recentGroveSchema), []),
  window: v.exactOptional(windowBoundsSchema),
  preferences: v.optional(preferencesSchema, defaultPreferences),
  providers: v.optional(v.array(providerSettingsSchema), []),
  noteDrafts: v.optional(v.array(noteDraftsSchema), []),
});

export type Settings = v.InferOutput<typeof settingsSchema>;
export type RecentGroveEntry = Settings['recentGroves'][number];
export type WindowBounds = NonNullable<Settings['window']>;
