/**
 * The tokens of a manuscript (`layers.md`, *Tokens and operations*), called blocks in code because models have tokens
 * too.
 */

/** `paragraph` is one line of prose. `blank`, white space that nothing follows, is only at the end of a text. */
export const BLOCK_KINDS = ['heading', 'break', 'fence', 'paragraph', 'blank'] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

export interface Block {
  readonly kind: BlockKind;
  /** With the line ends and blank lines that separate it from the previous block, before the block itself. */
  readonly text: string;
}

export function isSameBlock(a: Block, b: Block): boolean {
  return a.kind === b.kind && a.text === b.text;
}

/** Returns true if `blocks` has `wanted` from `index` on; false if `blocks` ends before that. */
export function hasBlocksAt(blocks: readonly Block[], from: number, wanted: readonly Block[]): boolean {
  return wanted.every((block, index) => {
    const found = blocks[from + index];
    return found !== undefined && isSameBlock(found, block);
  });
}

/** The text that blocks are of: `joinBlocks(blocksOf(text))` is `text`. */
export function joinBlocks(blocks: readonly Block[]): string {
  return blocks.map(({ text }) => text).join('');
}
