/** Tags of trees, passages and notes (`documents.md`, *Tags*). */
import { foldName } from '../documents/find-document.ts';
import { AspenError } from '../errors.ts';
import type { AgentId, PositionId, TagId } from '../ids.ts';
import { normaliseText } from '../text/normalise.ts';

/** The most tags of a grove, those that are archived too. */
export const MAX_TAGS = 10_000;

/** The longest name of a tag, in UTF-16 code units. */
export const MAX_TAG_LENGTH = 200;

/** The colours of tags, by their names in the file. A tag may have none. */
export const TAG_COLORS = ['red', 'amber', 'green', 'teal', 'blue', 'violet', 'pink', 'grey'] as const;
export type TagColor = (typeof TAG_COLORS)[number];

/** A tag of a grove. The record is what the log has of it. */
export interface Tag {
  readonly id: TagId;
  /** As it is shown; `/` nests. */
  readonly name: string;
  /** As it is compared. */
  readonly folded: string;
  /** Null for none. A file may have one of a later version, which is shown as none. */
  readonly color: string | null;
  readonly createdAt: number;
  readonly archivedAt: number | null;
  /** The tag that this one counts as; null for itself. It never names another that was merged. */
  readonly mergedInto: TagId | null;
}

/** A tag on a position: of a passage, of a note, or a root, which stands for its tree. The record is what the log has of it. */
export interface TagAssignment {
  readonly tag: TagId;
  readonly position: PositionId;
  readonly agent: AgentId;
  readonly createdAt: number;
}

export interface RemovedTagAssignment {
  readonly tag: TagId;
  readonly position: PositionId;
  readonly removed: true;
}

/** A tag that is put on a position, or taken off it. */
export type TagChange = TagAssignment | RemovedTagAssignment;

/** A tag as recorded in the log, without the other fields of its row. */
export function tagRecord({ id, name, folded, color, createdAt, archivedAt, mergedInto }: Tag): Tag {
  return { id, name, folded, color, createdAt, archivedAt, mergedInto };
}

/** The log's form of a change. */
export function loggedTagChange(change: TagChange): TagChange {
  const { tag, position } = change;
  if ('removed' in change) return { tag, position, removed: true };
  return { tag, position, agent: change.agent, createdAt: change.createdAt };
}

/**
 * A name as it is stored: NFC, with single spaces, without `#` at the beginning of a level, and without empty levels.
 * @returns null if nothing is left; it may be too long
 */
export function tagName(typed: string): string | null {
  // More than is ever taken need not be read.
  const given = normaliseText(
    typed.length > 50 * MAX_TAG_LENGTH ? typed.slice(0, 50 * MAX_TAG_LENGTH) : typed,
  );
  const line = given
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const levels = line
    .split('/')
    .map((level) => level.replace(/^[\s#]+/, '').trim())
    .filter((level) => level !== '');
  return levels.length === 0 ? null : levels.join('/');
}

/** A tag's name as names are compared. */
export function foldTag(name: string): string {
  return foldName(name);
}

/** Returns true if a tag is another, or is nested in it: `arc/winter` is within `arc`. @param folded both as they are compared */
export function isWithin(folded: string, other: string): boolean {
  return folded === other || folded.startsWith(`${other}/`);
}

/** The tag that one counts as. */
export function shownTagId({ id, mergedInto }: Pick<Tag, 'id' | 'mergedInto'>): TagId {
  return mergedInto ?? id;
}

/**
 * Renames a tag, and with it those nested in it. A tag that was merged into it and has the new name takes the old one.
 * @param tags all of the grove
 * @returns the tags that change
 * @throws {AspenError} INVALID_ARGUMENT if another has one of the names, or one becomes too long
 */
export function renameTag(
  tags: readonly Tag[],
  tag: Tag,
  name: string,
  refusals: { readonly taken: (name: string) => string; readonly tooLong: string },
): readonly Tag[] {
  const renamed = tags
    .filter(({ folded }) => isWithin(folded, tag.folded))
    .map((one) => {
      // Folding may change the length: the levels are what both have in common.
      const below = one.id === tag.id ? [] : one.name.split('/').slice(tag.name.split('/').length);
      const newName = [name, ...below].join('/');
      if (newName.length > MAX_TAG_LENGTH) throw new AspenError('INVALID_ARGUMENT', refusals.tooLong);
      return { ...one, name: newName, folded: foldTag(newName) };
    });
  const moving = new Set(renamed.map(({ id }) => id));
  const others = new Map(tags.filter(({ id }) => !moving.has(id)).map((one) => [one.folded, one]));
  const before = new Map(tags.map((one) => [one.id, one]));
  const swapped = renamed.flatMap(({ id, name: newName, folded }) => {
    const holder = others.get(folded);
    if (holder === undefined) return [];
    const old = before.get(id);
    if (holder.mergedInto !== id || old === undefined)
      throw new AspenError('INVALID_ARGUMENT', refusals.taken(newName));
    return [{ ...holder, name: old.name, folded: old.folded }];
  });
  return [...renamed, ...swapped];
}

/** Merges a tag into another: what it is on counts as the other's, also what was merged into it. @returns the tags that change */
export function mergeTags(tags: readonly Tag[], tag: Tag, into: Tag, now: number): readonly Tag[] {
  return tags
    .filter(({ id, mergedInto }) => id === tag.id || mergedInto === tag.id)
    .map((one) => ({ ...one, mergedInto: into.id, archivedAt: one.archivedAt ?? now }));
}
