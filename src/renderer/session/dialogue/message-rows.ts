/** The messages of a conversation as they are listed: a reply that was continued is one message in several parts. */
import type { NodeId } from '../../../core/ids.ts';
import type { PathNode } from '../../surface.ts';

/** The open edits of a conversation; only their messages matter here. */
type Edits = ReadonlyMap<NodeId, unknown>;

/** The data that show whether it is a part of the message before it. */
interface Part {
  readonly continues?: boolean;
}

/** The nodes of the path that form one message, which is a row of the list. */
export function createMessageRows(parts: readonly Part[]) {
  /** The index of the first part of each row. */
  const starts: number[] = [];
  for (let index = 0; index < parts.length; index++) if (!isPart(parts, index)) starts.push(index);

  /** The index of the first part of a row. */
  function firstOf(row: number): number {
    return starts[row] ?? parts.length;
  }

  return {
    firstOf,

    get count(): number {
      return starts.length;
    },

    /** The index of the first part of a row, and of the part after its last. */
    rangeOf(row: number): { readonly from: number; readonly to: number } {
      return { from: firstOf(row), to: firstOf(row + 1) };
    },

    /** The row that has a part; -1 for -1. */
    rowOf(index: number): number {
      let low = 0;
      let high = starts.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((starts[middle] ?? 0) <= index) low = middle + 1;
        else high = middle;
      }
      return low - 1;
    },
  };
}

/** Returns true if the part at an index continues the one before it. */
function isPart(parts: readonly Part[], index: number): boolean {
  return index > 0 && parts[index]?.continues === true;
}

/** The text of each message, with all its parts. */
export function textsOf(parts: readonly PathNode[]): readonly string[] {
  const texts: string[] = [];
  for (const [index, { text }] of parts.entries())
    if (isPart(parts, index)) texts.push((texts.pop() ?? '') + text);
    else texts.push(text);
  return texts;
}

/**
 * The part of a message that has an offset in all its text.
 * @param range of the parts of the message
 * @returns its index, and where it begins in that text, in UTF-16 code units
 */
export function partAt(
  parts: readonly PathNode[],
  { from, to }: { readonly from: number; readonly to: number },
  offset: number,
): { readonly index: number; readonly start: number } {
  let start = 0;
  for (let index = from; ; index++) {
    const end = start + (parts[index]?.text.length ?? 0);
    if (offset < end || index >= to - 1) return { index, start };
    start = end;
  }
}

/**
 * The place of a part in the text that is shown with those before it. An open edit is shown by itself.
 * @returns the index of the first part of that text, and the length of the text before the part, in UTF-16 code units
 */
export function placeInText(
  parts: readonly PathNode[],
  edits: Edits,
  index: number,
): { readonly first: number; readonly before: number } {
  let first = index;
  let before = 0;
  while (isJoined(parts, edits, first)) {
    first -= 1;
    before += parts[first]?.text.length ?? 0;
  }
  return { first, before };
}

/** The index after the last part of the text that begins with a part. */
export function endOfText(parts: readonly PathNode[], edits: Edits, first: number): number {
  let end = first + 1;
  while (end < parts.length && isJoined(parts, edits, end)) end += 1;
  return end;
}

/** Returns true if a part is shown in one text with the part before it. */
function isJoined(parts: readonly PathNode[], edits: Edits, index: number): boolean {
  return isPart(parts, index) && !isEdited(parts, edits, index) && !isEdited(parts, edits, index - 1);
}

function isEdited(parts: readonly PathNode[], edits: Edits, index: number): boolean {
  const nodeId = parts[index]?.nodeId;
  return nodeId !== undefined && edits.has(nodeId);
}

/** Starts of the parts of a joined text, except the first: at their first words, in UTF-16 code units. */
export function seamsOf(texts: readonly string[]): readonly number[] {
  let at = 0;
  return texts.flatMap((text, index) => {
    const start = at;
    at += text.length;
    return index === 0 || text.trim() === '' ? [] : [start + text.length - text.trimStart().length];
  });
}
