import type { NodeId } from '../ids.ts';
import { AUTHORS_NOTE_DEPTH, type TreeSettings } from '../tree/loom-tree.ts';

/** A part of a text that is sent, in UTF-16 code units of a node; null for text that is in no node yet. */
export interface InsertedPart {
  readonly nodeId: NodeId | null;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Text that is sent besides the nodes' (`house.md`, *Seams*: context is pieces). */
export interface Insertion {
  readonly text: string;
  /** `instruction`: what the writer asks for in this reply (`dialogue.md`, *Replies*). */
  readonly source: 'memory' | 'authorsNote' | 'instruction' | 'lore';
  /** The parts that the text consists of, if it is of documents. */
  readonly parts?: readonly InsertedPart[];
  /**
   * Distance from the end of the text: in paragraphs of a manuscript, in messages of a conversation. Null before all
   * text.
   */
  readonly depth: number | null;
  /** Order among insertions of one depth, ascending. */
  readonly order: number;
}

/** The insertions of a tree's own settings (`generation.md`, *Context*). */
export function insertionsOf({
  memory = '',
  authorsNote = '',
  authorsNoteDepth = AUTHORS_NOTE_DEPTH,
}: Pick<TreeSettings, 'memory' | 'authorsNote' | 'authorsNoteDepth'>): readonly Insertion[] {
  const insertions: readonly Insertion[] = [
    { text: memory, source: 'memory', depth: null, order: 0 },
    { text: authorsNote, source: 'authorsNote', depth: authorsNoteDepth, order: 0 },
  ];
  return insertions.filter(({ text }) => text !== '');
}

/** The writer's instruction for one reply, after all messages. */
export function instructionOf(text: string): Insertion {
  return { text, source: 'instruction', depth: 0, order: 1 };
}

/** Insertions before all of the text, in the order sent. */
export function atTheBeginning(insertions: readonly Insertion[]): readonly Insertion[] {
  return insertions.filter(({ depth }) => depth === null).sort((one, other) => one.order - other.order);
}

/** Insertions within the text, in the order sent: from the one farthest from its end. */
export function withinTheText(
  insertions: readonly Insertion[],
): readonly (Insertion & { readonly depth: number })[] {
  return insertions
    .flatMap((insertion) => (insertion.depth === null ? [] : [{ ...insertion, depth: insertion.depth }]))
    .sort((one, other) => other.depth - one.depth || one.order - other.order);
}
