import type { PositionId } from '../../../core/ids.ts';
import { OUTLINE_FLAGS } from '../../../core/outline/position-rows.ts';
import type { TextSection } from '../../../core/sections/sections.ts';
import { withoutHeading } from '../../../core/sections/sections.ts';
import { UNSAVED_EDIT } from '../../../ui-text/conversation.ts';
import { taggedWith } from '../../../ui-text/tags.ts';
import { wordsIn } from '../../../ui-text/tree/outline.ts';
import { BEGINNING, bookmarkedAs, chainText, POSITION_NOTES } from '../../../ui-text/tree/positions.ts';
import { versionsCount } from '../../../ui-text/tree/versions.ts';
import { numberOf } from '../../../ui-text/window/buttons.ts';
import type { OutlineLabels } from '../../session/outline/outline-session.ts';
import { type OutlineView, sectionAt } from '../../session/outline/outline-view.ts';
import { firstWords } from '../../session/tree/bookmarks-session.ts';
import { sectionTitle } from '../../session/tree/sections-session.ts';
import type { ShownTag } from '../../session/tree/tree-tags.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { describeAuthors } from '../use-describe-authors.ts';

/** A position as the outline and the map describe it. */
export interface PositionDescription {
  /** Its first words, or a placeholder. */
  readonly text: string;
  /** `text` is the node's text and not a placeholder. */
  readonly isText: boolean;
  /** Its authors: `Offline, edited by you`; empty for none. */
  readonly author: string;
  /** The same by itself, with a capital for `You`. */
  readonly authorLabel: string;
  /** The palette token of the author of most of it; null for people. */
  readonly colour: string | null;
  /** `2 of 3`; empty without siblings. */
  readonly ordinal: string;
  readonly bookmark: string | null;
  /** Those that are not put away, by name. */
  readonly tags: readonly ShownTag[];
  readonly isPruned: boolean;
  readonly isUnseen: boolean;
  /** Its message has an edit that is not saved. */
  readonly isEdited: boolean;
  readonly versions: number;
  /** `12 nodes` for a folded chain, `8,120 words` for a chapter or scene, else empty. */
  readonly extent: string;
  readonly isSection: boolean;
  readonly localId: string;
}

export interface PositionSource {
  readonly view: OutlineView;
  readonly labels: OutlineLabels;
  readonly grove: Pick<ShownGrove, 'agents' | 'writerId'>;
  /** The positions whose messages have an edit that is not saved; none by default. */
  readonly edited?: ReadonlySet<PositionId>;
  /** The tags of positions; none by default. */
  readonly tags?: ReadonlyMap<PositionId, readonly ShownTag[]>;
}

/** Describes a position, as far as its label is loaded. @param row its row; -1 if it is not listed */
export function describePosition(
  { view, labels, grove, edited, tags }: PositionSource,
  position: number,
  row = -1,
): PositionDescription {
  const { table, root } = view;
  const section = sectionAt(view, position);
  if (section !== undefined) return describeSection(section);
  const label = labels.find(table.idOf(position));
  const flags = table.flags[position] ?? 0;
  const authors = table.authorsOf(position).flatMap((number) => table.agentAt(number) ?? []);
  const { text, label: authorLabel, colour } = describeAuthors(authors, grove);
  const isRoot = position === root;
  const siblings = siblingsOf(view, position, row);
  const length = row < 0 ? 1 : chainLength(view, row);
  const isBookmarked = (flags & OUTLINE_FLAGS.bookmarked) !== 0;
  return {
    text: isRoot ? BEGINNING : label === undefined ? '…' : firstWords(excerptOf(view, label.excerpt)),
    isText: !isRoot && label !== undefined && label.excerpt.trim() !== '',
    // The root has no author to show.
    author: isRoot ? '' : text,
    authorLabel: isRoot ? '' : authorLabel,
    colour: isRoot ? null : (colour ?? null),
    ordinal: row >= 0 && siblings.count > 1 ? numberOf(siblings.index, siblings.count) : '',
    bookmark: isBookmarked ? (label?.bookmarkLabel ?? '') : null,
    tags: tags?.get(table.idOf(position)) ?? [],
    isPruned: (flags & OUTLINE_FLAGS.pruned) !== 0,
    isUnseen: (flags & OUTLINE_FLAGS.unseen) !== 0,
    isEdited: edited?.has(table.idOf(position)) === true,
    versions: table.versions[position] ?? 1,
    extent: length > 1 ? chainText(length) : '',
    isSection: false,
    localId: label?.localId ?? '',
  };
}

function describeSection(section: TextSection): PositionDescription {
  return {
    text: sectionTitle(section),
    isText: section.title !== '',
    author: '',
    authorLabel: '',
    colour: null,
    ordinal: '',
    bookmark: null,
    tags: [],
    isPruned: false,
    isUnseen: false,
    isEdited: false,
    versions: 1,
    extent: wordsIn(section.allWords),
    isSection: true,
    localId: '',
  };
}

/** The words of a position: below its chapter, without the heading that the chapter shows. */
function excerptOf({ sections }: OutlineView, excerpt: string): string {
  return sections.length === 0 ? excerpt : withoutHeading(excerpt);
}

/**
 * The number of a position among what follows the same place, as in the margin, and how many there are: what follows a
 * fork inside a text comes after the rest of that text. Where the outline has the parts of a text as first levels, its
 * rows do not show that.
 */
function siblingsOf({ table, rows, shape }: OutlineView, position: number, row: number) {
  const fork = table.offsets[position] ?? -1;
  if ((shape === table && fork < 0) || row < 0) {
    return { index: rows.setPositions[row] ?? 1, count: rows.setSizes[row] ?? 1 };
  }
  let index = 1;
  let count = fork < 0 ? 0 : 1;
  for (
    let at = table.firstChildren[table.parents[position] ?? -1] ?? -1;
    at >= 0;
    at = table.nextSiblings[at] ?? -1
  ) {
    if ((table.offsets[at] ?? -1) !== fork) continue;
    count += 1;
    if (at === position) index = count;
  }
  return { index, count };
}

function chainLength({ rows, table }: OutlineView, row: number): number {
  const first = rows.positions[row] ?? 0;
  let length = 1;
  for (let at = rows.ends[row] ?? 0; at !== first && at >= 0; at = table.parents[at] ?? -1) length += 1;
  return length;
}

/** A position as a screen reader reads it. */
export function spoken(words: PositionDescription, isOnPath: boolean, isCurrent: boolean): string {
  return joinList([words.text, spokenNotes(words, isOnPath, isCurrent)]);
}

/** The words of a screen reader after a position's text; may be empty. */
export function spokenNotes(words: PositionDescription, isOnPath: boolean, isCurrent: boolean): string {
  const { bookmark } = words;
  return joinList([
    words.extent,
    words.isPruned ? POSITION_NOTES.pruned : '',
    words.author,
    words.ordinal,
    bookmark === null ? '' : bookmark === '' ? POSITION_NOTES.bookmarked : bookmarkedAs(bookmark),
    words.tags.length === 0 ? '' : taggedWith(words.tags.map(({ name }) => name)),
    words.versions > 1 ? versionsCount(words.versions) : '',
    words.isUnseen ? POSITION_NOTES.unseen : '',
    words.isEdited ? UNSAVED_EDIT : '',
    isCurrent ? POSITION_NOTES.current : isOnPath ? POSITION_NOTES.onPath : '',
  ]);
}

function joinList(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}
