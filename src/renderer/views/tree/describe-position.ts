import type { PositionId } from '../../../core/ids.ts';
import { OUTLINE_FLAGS } from '../../../core/outline/position-rows.ts';
import { UNSAVED_EDIT } from '../../../ui-text/conversation.ts';
import type { OutlineLabels } from '../../session/outline/outline-labels.ts';
import type { OutlineView } from '../../session/outline/outline-view.ts';
import { firstWords } from '../../session/tree/first-words.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';

/** A position as the outline and the map describe it. */
export interface PositionDescription {
  /** Its first words, or a placeholder. */
  readonly text: string;
  /** Whether `text` is the node's text and not a placeholder. */
  readonly isText: boolean;
  readonly author: string;
  /** A palette token; null for people. */
  readonly colour: string | null;
  /** `2 of 3`; empty without siblings. */
  readonly ordinal: string;
  readonly bookmark: string | null;
  readonly isPruned: boolean;
  readonly isUnseen: boolean;
  /** Its message has an edit that is not saved. */
  readonly isEdited: boolean;
  readonly versions: number;
  /** `12 nodes` for a folded chain, else empty. */
  readonly chain: string;
  readonly localId: string;
}

export interface PositionSource {
  readonly view: OutlineView;
  readonly labels: OutlineLabels;
  readonly agents: ShownGrove['agents'];
  /** The positions whose messages have an edit that is not saved; none by default. */
  readonly edited?: ReadonlySet<PositionId>;
}

/** Describes a position, as far as its label is loaded. @param row its row; -1 if it is not listed */
export function describePosition(
  { view, labels, agents, edited }: PositionSource,
  position: number,
  row = -1,
): PositionDescription {
  const { table, root, rows } = view;
  const label = labels.find(table.idOf(position));
  const flags = table.flags[position] ?? 0;
  const agent = agents.find(({ id }) => id === table.agentAt(table.authors[position] ?? 0));
  const isRoot = position === root;
  const isModel = (flags & OUTLINE_FLAGS.model) !== 0;
  const setSize = row < 0 ? 1 : (rows.setSizes[row] ?? 1);
  const length = row < 0 ? 1 : chainLength(view, row);
  const isBookmarked = (flags & OUTLINE_FLAGS.bookmarked) !== 0;
  return {
    text: isRoot ? 'Beginning' : label === undefined ? '…' : firstWords(label.excerpt),
    isText: !isRoot && label !== undefined && label.excerpt.trim() !== '',
    // The root has no author to show.
    author: isRoot ? '' : (agent?.name ?? 'Unknown'),
    colour: isModel ? (agent?.color ?? 'blue') : null,
    ordinal: setSize > 1 ? `${rows.setPositions[row]} of ${setSize}` : '',
    bookmark: isBookmarked ? (label?.bookmarkLabel ?? '') : null,
    isPruned: (flags & OUTLINE_FLAGS.pruned) !== 0,
    isUnseen: (flags & OUTLINE_FLAGS.unseen) !== 0,
    isEdited: edited?.has(table.idOf(position)) === true,
    versions: table.versions[position] ?? 1,
    chain: length > 1 ? `${length.toLocaleString()} nodes` : '',
    localId: label?.localId ?? '',
  };
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

/** What a screen reader reads after a position's text; may be empty. */
export function spokenNotes(words: PositionDescription, isOnPath: boolean, isCurrent: boolean): string {
  const { bookmark } = words;
  return joinList([
    words.chain,
    words.isPruned ? 'pruned' : '',
    words.author,
    words.ordinal,
    bookmark === null ? '' : bookmark === '' ? 'bookmarked' : `bookmarked as ${bookmark}`,
    words.versions > 1 ? `${words.versions} versions` : '',
    words.isUnseen ? 'not seen yet' : '',
    words.isEdited ? UNSAVED_EDIT : '',
    isCurrent ? 'the caret is here' : isOnPath ? 'in the text' : '',
  ]);
}

function joinList(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}
