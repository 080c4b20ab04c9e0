import { LOOK_FLAGS } from '../../../core/outline/position-rows.ts';
import type { OutlineLabels } from '../../session/outline/outline-labels.ts';
import type { OutlineView } from '../../session/outline/outline-view.ts';
import { firstWords } from '../../session/tree/first-words.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';

/** One line of the outline, or one place of the map, in words and looks. */
export interface PositionWords {
  /** Its first words, or what stands for them. */
  readonly words: string;
  /** Whether the words are the text's own. */
  readonly isText: boolean;
  readonly author: string;
  /** A token of the palette; null for people. */
  readonly colour: string | null;
  /** `2 of 3`; empty where it is alone. */
  readonly place: string;
  readonly bookmark: string | null;
  readonly isPruned: boolean;
  readonly isUnseen: boolean;
  readonly versions: number;
  /** `12 nodes`, of a folded chain; else empty. */
  readonly chain: string;
  readonly localId: string;
}

export interface WordsOf {
  readonly view: OutlineView;
  readonly labels: OutlineLabels;
  readonly agents: ShownGrove['agents'];
}

/** What is to be said of a position, as far as it is known. */
export function wordsOf({ view, labels, agents }: WordsOf, position: number, row = -1): PositionWords {
  const { table, root, rows } = view;
  const label = labels.find(table.idOf(position));
  const flags = table.flags[position] ?? 0;
  const agent = agents.find(({ id }) => id === table.agentAt(table.authors[position] ?? 0));
  const isRoot = position === root;
  const isModel = (flags & LOOK_FLAGS.model) !== 0;
  const setSize = row < 0 ? 1 : (rows.setSizes[row] ?? 1);
  const length = row < 0 ? 1 : chainLength(view, row);
  const isBookmarked = (flags & LOOK_FLAGS.bookmarked) !== 0;
  return {
    words: isRoot ? 'Beginning' : label === undefined ? '…' : firstWords(label.excerpt),
    isText: !isRoot && label !== undefined && label.excerpt.trim() !== '',
    // Nobody wrote the beginning.
    author: isRoot ? '' : (agent?.name ?? 'Unknown'),
    colour: isModel ? (agent?.color ?? 'blue') : null,
    place: setSize > 1 ? `${rows.places[row]} of ${setSize}` : '',
    bookmark: isBookmarked ? (label?.bookmarkLabel ?? '') : null,
    isPruned: (flags & LOOK_FLAGS.pruned) !== 0,
    isUnseen: (flags & LOOK_FLAGS.unseen) !== 0,
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

/** A place as a screen reader says it. */
export function spoken(words: PositionWords, isOnPath: boolean, isCurrent: boolean): string {
  return listed([words.words, spokenBeside(words, isOnPath, isCurrent)]);
}

/** What a screen reader says of a place after its words; empty where that is nothing. */
export function spokenBeside(words: PositionWords, isOnPath: boolean, isCurrent: boolean): string {
  const { bookmark } = words;
  return listed([
    words.chain,
    words.isPruned ? 'pruned' : '',
    words.author,
    words.place,
    bookmark === null ? '' : bookmark === '' ? 'bookmarked' : `bookmarked as ${bookmark}`,
    words.versions > 1 ? `${words.versions} versions` : '',
    words.isUnseen ? 'not seen yet' : '',
    isCurrent ? 'the caret is here' : isOnPath ? 'in the text' : '',
  ]);
}

function listed(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}
