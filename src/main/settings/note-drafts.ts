/** The notes that were typed and not saved, of all groves: words that belong to no grove yet must not be lost. */
import * as v from 'valibot';
import { type GroveId, isUsableId, type NodeId, type PositionId, type TreeId } from '../../core/ids.ts';
import { MAX_NOTE_DRAFTS_LENGTH } from '../../core/text/limits.ts';
import type { Settings } from './settings.ts';

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

export type TreeNoteDrafts = v.InferOutput<typeof noteDraftsSchema>;
type NoteDraft = TreeNoteDrafts['drafts'][number];

/** A tree of a grove: copies of a grove have the same trees. */
export interface TreeOfGrove {
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
