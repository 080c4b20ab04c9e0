/** The notes that were typed and not saved, of all groves: words that belong to no grove yet must not be lost. */
import * as v from 'valibot';
import { isUsableId, type NodeId, type PositionId, type TreeId } from '../../core/ids.ts';
import type { Settings } from './settings.ts';

const id = <T extends string>() =>
  v.pipe(
    v.string(),
    v.check(isUsableId),
    v.transform((text) => text as T),
  );
const offset = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const noteDraftsSchema = v.object({
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

/** What all of them may have together, since every change of the settings writes them. UTF-16 code units. */
const MAX_LENGTH = 2_000_000;

export function noteDraftsOf({ noteDrafts }: Settings, treeId: TreeId): readonly NoteDraft[] {
  return noteDrafts.find((kept) => kept.treeId === treeId)?.drafts ?? [];
}

/** Keeps the unsaved notes of a tree in place of those kept before; those left longest ago go if there are too many. */
export function keepNoteDrafts(settings: Settings, treeId: TreeId, drafts: readonly NoteDraft[]): Settings {
  const others = settings.noteDrafts.filter((kept) => kept.treeId !== treeId);
  let length = 0;
  const isWithin = ({ text, note, phrase }: NoteDraft) => {
    length += text.length + (note?.text.length ?? 0) + (phrase?.text.length ?? 0);
    return length <= MAX_LENGTH;
  };
  const noteDrafts = [{ treeId, drafts: [...drafts] }, ...others].map((kept) => ({
    ...kept,
    drafts: kept.drafts.toReversed().filter(isWithin).toReversed(),
  }));
  return { ...settings, noteDrafts: noteDrafts.filter((kept) => kept.drafts.length > 0) };
}

/** Forgets the unsaved notes of trees that were deleted for good. */
export function forgetNoteDrafts(settings: Settings, treeIds: readonly TreeId[]): Settings {
  const noteDrafts = settings.noteDrafts.filter(({ treeId }) => !treeIds.includes(treeId));
  return { ...settings, noteDrafts };
}
