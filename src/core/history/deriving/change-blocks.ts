import { applyChange, type Change, type Splice } from '../../text/splice.ts';
import { type Block, joinBlocks } from '../block.ts';
import { blocksOf } from '../blocks-of.ts';
import { repairFences } from './repair-fences.ts';

/** How much is tokenised in one step: less than a millisecond's work. UTF-16 code units. */
const STEP = 16_384;

/** Blocks that a change touches, with the block before it and the one after: `[from, to)`, and their text after it. */
interface Window {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * The blocks of a text after a change of it, in steps: only what differs is tokenised, widened to whole blocks, and further
 * where a fence is opened or closed by it. The same blocks as `blocksOf` the whole text after it; those that did not change
 * are the same objects.
 * @param blocks all blocks of the text before
 * @param change of the joined blocks, in normal form; offsets in UTF-16 code units
 */
export function* changeBlocks(
  blocks: readonly Block[],
  change: Change,
): Generator<undefined, readonly Block[]> {
  if (change.length === 0) return blocks;
  const parts: (readonly Block[])[] = [];
  let reached = 0;
  for (const { from, to, text } of windowsOf(blocks, change)) {
    parts.push(blocks.slice(reached, from), yield* tokenise(text));
    reached = to;
  }
  parts.push(blocks.slice(reached));
  return repairFences(parts.flat());
}

/**
 * The blocks of a text in steps, except that a fence may be taken for ordinary lines and what a closing line follows for a fence:
 * `repairFences` finds these.
 */
function* tokenise(text: string): Generator<undefined, readonly Block[]> {
  const blocks: Block[] = [];
  let from = 0;
  let to = 0;
  while (from < text.length) {
    const lineEnd = text.indexOf('\n', to + STEP);
    to = lineEnd < 0 ? text.length : lineEnd;
    for (const block of blocksOf(text.slice(from, to))) {
      // White space belongs to the block after it.
      if (block.kind === 'blank' && to < text.length) break;
      blocks.push(block);
      from += block.text.length;
    }
    yield;
  }
  return blocks;
}

/** The windows of all splices; those that share a block are joined. */
function windowsOf(blocks: readonly Block[], change: Change): readonly Window[] {
  const windows: Window[] = [];
  /** The block at `index` begins at `start`. */
  let [index, start] = [0, 0];
  const lengthAt = (at: number) => blocks[at]?.text.length ?? 0;
  let splices: Splice[] = [];
  let open: { readonly from: number; to: number; readonly start: number; end: number } | undefined;
  const complete = () => {
    if (open === undefined) return;
    const { from, to, start: textStart } = open;
    const own = splices.map((splice) => ({
      ...splice,
      from: splice.from - textStart,
      to: splice.to - textStart,
    }));
    windows.push({ from, to, text: applyChange(joinBlocks(blocks.slice(from, to)), own) });
    splices = [];
  };
  for (const splice of change) {
    while (index < blocks.length && start + lengthAt(index) < splice.from) {
      start += lengthAt(index);
      index += 1;
    }
    // The window before may have reached further than this splice begins.
    if (open === undefined || index >= open.to) {
      complete();
      open = { from: index, to: index, start, end: start };
    }
    while (open.to < blocks.length && !endsInText(blocks[open.to - 1], open.end - splice.to)) {
      open.end += lengthAt(open.to);
      open.to += 1;
    }
    splices.push(splice);
  }
  complete();
  return windows;
}

/** Whether there is more than white space in the last `length` code units of a block: otherwise they belong to the next one. */
function endsInText(block: Block | undefined, length: number): boolean {
  return block !== undefined && length > 0 && block.text.slice(-length).trim() !== '';
}
