/**
 * The levels of a manuscript, each as ops on the one below (`layers.md`, *Dimensions and roll-off*): L1 bytes; L2 tokens,
 * the manuscript itself; L3 code, where fences have run; L4 data, where holes are filled; L5 text, what requests read.
 */
import type { Block, BlockOp } from '../history/block.ts';
import { type BlockChange, opsOf } from '../history/block-change.ts';
import { blocksOf } from '../history/blocks-of.ts';
import type { TextRange } from '../text/span.ts';
import { findPromptFences, type PromptFence } from './prompt-fence.ts';

/** A fence, and its index among the blocks of its text. */
export type FenceInText = Pick<PromptFence, 'at' | 'block'>;

/** Known results of a text's fences; a request knows none, because reading runs no fence. */
export interface FenceResults {
  /** The text in place of a fence that has run; null for one that has not. */
  outputOf(fence: PromptFence): string | null;
  /** The template with its holes filled; null for one that has holes left. */
  filledOf(fence: PromptFence): string | null;
}

/** Ops on the blocks of the level below; `tokens` on no blocks. */
export interface Levels {
  readonly tokens: readonly BlockOp[];
  readonly code: readonly BlockOp[];
  readonly data: readonly BlockOp[];
  readonly prose: readonly BlockOp[];
}

/** All levels of a text. */
export function levelsOf(text: string, { outputOf, filledOf }: FenceResults): Levels {
  const fences = findPromptFences(text);
  const run = new Map(fences.map((fence) => [fence, outputOf(fence)]));
  const blocks = blocksOf(text);
  const code = replaceBlocks(fences, (fence) => {
    const output = run.get(fence) ?? null;
    return output === null ? null : outputBlocks(fence, output);
  });
  let shift = 0;
  /** The fences that have not run, where they are among the blocks of L3. */
  const left = fences.flatMap((fence): readonly PromptFence[] => {
    const output = run.get(fence) ?? null;
    if (output === null) return [{ ...fence, at: fence.at + shift }];
    shift += outputBlocks(fence, output).length - 1;
    return [];
  });
  const data = replaceBlocks(left, (fence) => {
    const filled = filledOf(fence);
    return filled === null ? null : [filledBlock(fence, filled)];
  });
  const prose: BlockChange = left.map((fence) => {
    const filled = filledOf(fence);
    const removed = [filled === null ? fence.block : filledBlock(fence, filled)];
    return { from: fence.at, to: fence.at + 1, insert: [], removed };
  });
  return {
    tokens: blocks.length === 0 ? [] : [['insert', 0, blocks]],
    code,
    data,
    prose: opsOf(joined(prose)),
  };
}

/** The ranges of a text that no request reads: exactly its prompt fences, each with the separator before it. */
export function rangesNotRead(text: string): readonly TextRange[] {
  return findPromptFences(text).map(({ block, to }) => ({ from: to - block.text.length, to }));
}

/** The ops that take a text, where nothing has run, to what requests read; none if it has no prompt fence. */
export function opsOfReading(text: string): readonly BlockOp[] {
  return levelsOf(text, { outputOf: () => null, filledOf: () => null }).prose;
}

/** The ops of a run: they snip a fence and insert its output in its place. */
export function opsOfRun({ at, block }: FenceInText, output: string): readonly BlockOp[] {
  return opsOf([{ from: at, to: at + 1, insert: outputBlocks({ block }, output), removed: [block] }]);
}

/** The blocks of an output, of which the first has the separator that stood before the fence. */
function outputBlocks({ block }: Pick<FenceInText, 'block'>, output: string): readonly Block[] {
  return blocksOf(separatorOf(block) + output);
}

function replaceBlocks(
  fences: readonly PromptFence[],
  insertFor: (fence: PromptFence) => readonly Block[] | null,
): readonly BlockOp[] {
  const change = fences.flatMap((fence): BlockChange => {
    const insert = insertFor(fence);
    return insert === null ? [] : [{ from: fence.at, to: fence.at + 1, insert, removed: [fence.block] }];
  });
  return opsOf(joined(change));
}

/** Touching splices as one, as a change in normal form has them. */
function joined(change: BlockChange): BlockChange {
  const splices: BlockChange[number][] = [];
  for (const splice of change) {
    const last = splices.at(-1);
    if (last === undefined || last.to < splice.from) splices.push(splice);
    else
      splices[splices.length - 1] = {
        from: last.from,
        to: splice.to,
        insert: [...last.insert, ...splice.insert],
        removed: [...last.removed, ...splice.removed],
      };
  }
  return splices;
}

function separatorOf({ text }: Block): string {
  return text.slice(0, text.lastIndexOf('\n', text.search(/\S/)) + 1);
}

/** The fence with another body. */
function filledBlock({ block, template }: PromptFence, filled: string): Block {
  const end = block.text.length - lastLineLength(block.text);
  return {
    kind: 'fence',
    text: `${block.text.slice(0, end - template.text.length)}${filled}${block.text.slice(end)}`,
  };
}

/** Length of the closing line, with the line end before it, in UTF-16 code units. */
function lastLineLength(text: string): number {
  return text.length - text.lastIndexOf('\n');
}
