/** Making, changing and merging tags, and putting them on positions (`documents.md`, *Tags*). */
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, PositionId, TagId } from '../../../core/ids.ts';
import {
  foldTag,
  MAX_TAG_LENGTH,
  mergeTags,
  renameTag,
  shownTagId,
  type Tag,
  type TagAssignment,
  tagName,
} from '../../../core/tags/tag.ts';
import { positionsTaggedTogether, taggedPosition } from '../../../core/tags/tagged-position.ts';
import type { IdsAndClock } from '../../../core/tree/new-node.ts';
import type { Overlay } from '../../../core/tree/overlay.ts';
import { NO_PATH_CHANGE } from '../../../core/tree/tree-change.ts';
import type { TreeView } from '../../../core/tree/tree-view.ts';
import type { TagProperties } from '../../../ipc/wire/tag.ts';
import { TAG_INTO_ITSELF, TAG_NEEDS_NAME, TAG_TOO_LONG, tagNameTaken } from '../../../ui-text/tags.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import type { Reader } from '../../store/connection/query.ts';
import { listAssignmentsAt } from '../../store/tables/marks/tag-assignments.ts';
import { findTagNamed, getTag, listTags, writeTags } from '../../store/tables/tags.ts';

/** The transaction of a tag command, and the agent it is logged for. */
export interface TagCommandOptions {
  readonly tx: FileTransaction;
  readonly by: AgentId;
  readonly idsAndClock: IdsAndClock;
}

/**
 * Puts a tag on a position. One that is not there is made, and one that was put away comes back.
 * @returns the tag; nothing is written if it is on the position already
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if its name is empty or too long, or the grove has too many
 */
export function assignTag(
  options: TagCommandOptions,
  after: Overlay,
  positionId: PositionId,
  typed: string,
): Tag {
  const { tx, by, idsAndClock } = options;
  const position = taggedPosition(after.tree, positionId);
  if (after.tree.versionsAt(position).length === 0)
    throw new AspenError('NOT_FOUND', `no position ${position}`);
  const tag = tagToAssign(options, nameOf(typed));
  if (assignmentsOf(tx, after.tree, position, tag.id).length === 0) {
    const assigned = { tag: tag.id, position, agent: by, createdAt: idsAndClock.now() };
    after.add({ nodes: [], edges: [], metadata: [], path: NO_PATH_CHANGE, tags: [assigned] });
  }
  return tag;
}

/** Takes a tag off a position, with those that were merged into it. @returns what was taken off */
export function unassignTag(
  tx: FileTransaction,
  after: Overlay,
  positionId: PositionId,
  tagId: TagId,
): readonly TagAssignment[] {
  const assigned = assignmentsOf(tx, after.tree, positionId, tagId);
  const tags = assigned.map(({ tag, position }) => ({ tag, position, removed: true }) as const);
  if (tags.length > 0) after.add({ nodes: [], edges: [], metadata: [], path: NO_PATH_CHANGE, tags });
  return assigned;
}

/** The assignments of a tag, and of those merged into it, that a position shows. */
function assignmentsOf(
  reader: Reader,
  tree: TreeView,
  positionId: PositionId,
  tagId: TagId,
): readonly TagAssignment[] {
  return assignmentsShownAt(reader, tree, positionId).filter(
    ({ tag }) => shownTagId(getTag(reader, tag)) === tagId,
  );
}

/** All assignments that a position shows: those of the text that it divides too, and of its other splits. */
export function assignmentsShownAt(
  reader: Reader,
  tree: TreeView,
  positionId: PositionId,
): readonly TagAssignment[] {
  return listAssignmentsAt(reader, positionsTaggedTogether(tree, positionId));
}

function tagToAssign({ tx, by, idsAndClock }: TagCommandOptions, name: string): Tag {
  const folded = foldTag(name);
  const named = findTagNamed(tx, folded);
  if (named === undefined) {
    const tag: Tag = {
      id: idsAndClock.newId() as TagId,
      name,
      folded,
      color: null,
      createdAt: idsAndClock.now(),
      archivedAt: null,
      mergedInto: null,
    };
    writeTags(tx, by, 'metadata', [tag]);
    return tag;
  }
  const tag = getTag(tx, shownTagId(named));
  if (tag.archivedAt === null) return tag;
  const back = { ...tag, archivedAt: null };
  writeTags(tx, by, 'metadata', [back]);
  return back;
}

/** @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if the name is empty, too long, or another tag's */
export function changeTag(
  { tx, by, idsAndClock }: TagCommandOptions,
  tagId: TagId,
  { name: typed, color, archived }: TagProperties,
): void {
  const before = getTag(tx, tagId);
  const name = typed === undefined ? before.name : nameOf(typed);
  const refusals = { taken: tagNameTaken, tooLong: TAG_TOO_LONG };
  const renamed = name === before.name ? [before] : renameTag(listTags(tx), before, name, refusals);
  const changed = renamed.map((tag) =>
    tag.id !== tagId
      ? tag
      : {
          ...tag,
          color: color === undefined ? tag.color : color,
          ...(archived === true ? { archivedAt: tag.archivedAt ?? idsAndClock.now() } : {}),
          ...(archived === false ? { archivedAt: null, mergedInto: null } : {}),
        },
  );
  if (JSON.stringify(changed) !== JSON.stringify([before])) writeTags(tx, by, 'metadata', changed);
}

/** @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT for one and the same tag */
export function mergeTag({ tx, by, idsAndClock }: TagCommandOptions, tagId: TagId, intoId: TagId): void {
  const tag = getTag(tx, tagId);
  const into = getTag(tx, shownTagId(getTag(tx, intoId)));
  if (tag.id === into.id) throw new AspenError('INVALID_ARGUMENT', TAG_INTO_ITSELF);
  writeTags(tx, by, 'metadata', mergeTags(listTags(tx), tag, into, idsAndClock.now()));
}

function nameOf(typed: string): string {
  const name = tagName(typed);
  if (name === null) throw new AspenError('INVALID_ARGUMENT', TAG_NEEDS_NAME);
  if (name.length > MAX_TAG_LENGTH) throw new AspenError('INVALID_ARGUMENT', TAG_TOO_LONG);
  return name;
}
