import * as v from 'valibot';
import { type GroveId, isUsableId, type NodeId, type PositionId, type TreeId } from '../../core/ids.ts';
import { MAX_NOTE_DRAFTS_LENGTH } from '../../core/text/limits.ts';
import { defaultPreferences } from '../../ipc/preferences.ts';
import { preferencesSchema } from '../../ipc/preferences-schema.ts';
import { providerSettingsSchema } from './provider-settings.ts';

/** The notes that were typed and not saved, of all groves: words that belong to no grove yet must not be lost. */
const id = <T extends string>() =>
  v.pipe(
    v.string(),
    v.check(isUsableId),
    v.transform((text) => text as T),
  );
const offset = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const noteDraftsSchema = v.object({
  /** Null from an older version of the program. */
  groveId: v.optional(v.nullable(id<GroveId>()), null),
  treeId: id<TreeId>(),
  drafts: v.array(
    v.object({
      on: id<NodeId>(),
      positionId: id<PositionId>(),
      phrase: v.nullable(v.object({ nodeId: id<NodeId>(), start: offset, length: offset, text: v.string() })),
      note: v.nullable(v.object({ positionId: id<PositionId>(), nodeId: id<NodeId>(), text: v.string() })),
      text: v.string(),
    }),
  ),
});

type TreeNoteDrafts = v.InferOutput<typeof noteDraftsSchema>;
type NoteDraft = TreeNoteDrafts['drafts'][number];

/** A tree of a grove: copies of a grove have the same trees. */
interface TreeOfGrove {
  readonly groveId: GroveId;
  readonly treeId: TreeId;
}

/**
 * A tree's drafts; those of an older version of the program, which stored no grove, count in every grove with the tree.
 */
export function noteDraftsOf(
  { noteDrafts }: Settings,
  { groveId, treeId }: TreeOfGrove,
): readonly NoteDraft[] {
  const ofTree = noteDrafts.filter((kept) => kept.treeId === treeId);
  const found =
    ofTree.find((kept) => kept.groveId === groveId) ?? ofTree.find((kept) => kept.groveId === null);
  return found?.drafts ?? [];
}

/**
 * Keeps the unsaved notes of a tree in place of those kept before; those left longest ago go if there are too many.
 * @returns how many go
 */
export function keepNoteDrafts(
  settings: Settings,
  of: TreeOfGrove,
  drafts: readonly NoteDraft[],
): { readonly settings: Settings; readonly dropped: number } {
  const all = [{ ...of, drafts: [...drafts] }, ...settings.noteDrafts.filter((kept) => !isOf(kept, of))];
  let length = 0;
  let dropped = 0;
  const isWithin = ({ text, note, phrase }: NoteDraft) => {
    length += text.length + (note?.text.length ?? 0) + (phrase?.text.length ?? 0);
    const fits = length <= MAX_NOTE_DRAFTS_LENGTH;
    if (!fits) dropped += 1;
    return fits;
  };
  const noteDrafts = all
    .map((kept) => ({ ...kept, drafts: kept.drafts.toReversed().filter(isWithin).toReversed() }))
    .filter((kept) => kept.drafts.length > 0);
  return { settings: { ...settings, noteDrafts }, dropped };
}

/** A copy of a grove in which the writer continues has what was typed in the original. */
export function copyNoteDrafts(settings: Settings, from: GroveId, to: GroveId): Settings {
  const copied = settings.noteDrafts
    .filter(({ groveId }) => groveId === from)
    .map((kept) => ({ ...kept, groveId: to }));
  return { ...settings, noteDrafts: [...copied, ...settings.noteDrafts] };
}

/** Forgets the unsaved notes of trees that were deleted for good. */
export function forgetNoteDrafts(settings: Settings, gone: readonly TreeOfGrove[]): Settings {
  const noteDrafts = settings.noteDrafts.filter((kept) => !gone.some((of) => isOf(kept, of)));
  return { ...settings, noteDrafts };
}

function isOf(kept: TreeNoteDrafts, { groveId, treeId }: TreeOfGrove): boolean {
  return kept.treeId === treeId && (kept.groveId === groveId || kept.groveId === null);
}

/** A name of one line, as requests allow it. */
const name = v.pipe(v.string(), v.maxLength(1_000));

/** The human agent that writes on this computer (`domain.md`, *Entities*). */
export const writerSchema = v.object({ id: v.pipe(v.string(), v.check(isUsableId)), name });

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
  /** The grove's window, when it was closed. */
  window: v.exactOptional(windowBoundsSchema),
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
