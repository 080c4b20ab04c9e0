import type { AgentId } from '../../ids.ts';
import { countWords } from '../../text/count-words.ts';
import type { TextRange } from '../../text/span.ts';
import { diffWords } from '../../text/word-diff.ts';
import { type Block, joinBlocks } from '../block.ts';
import type { BlockChange } from '../block-change.ts';
import type { ShownPiece } from '../shown-pieces.ts';

/** The longest text, before and after together, of which it is found which words differ. UTF-16 code units. */
const COMPARED = 10_000;
/** UTF-16 code units counted per step: less than a millisecond's work. */
const STEP = 16_384;

/** A layer's changes, for the time line. */
export interface ChangedWords {
  readonly added: number;
  readonly removed: number;
  /** The author of most of the added text; null if nothing was added. */
  readonly authorId: AgentId | null;
}

/**
 * Counts what a change added and removed, in steps: words that differ in changed blocks, and all words of them where they are
 * long.
 * @param blocks all blocks after the change, and `pieces` what they are the text of
 */
export function* countChangedWords(
  blocks: readonly Block[],
  pieces: readonly ShownPiece[],
  difference: BlockChange,
): Generator<undefined, ChangedWords> {
  let [added, removed] = [0, 0];
  const authors = new AuthorCount(pieces);
  /** The block after the change that begins at `start`. */
  let [index, start, shift] = [0, 0, 0];
  for (const { from, to, insert, removed: gone } of difference) {
    for (; index < from + shift; index++) start += blocks[index]?.text.length ?? 0;
    shift += insert.length - (to - from);
    if (lengthOf(gone) + lengthOf(insert) <= COMPARED) {
      let at = start;
      for (const { change, text } of diffWords(joinBlocks(gone), joinBlocks(insert))) {
        if (change === 'removed') removed += countWords(text);
        else if (change === 'added') {
          added += countWords(text);
          authors.add({ from: at, to: at + text.length });
        }
        if (change !== 'removed') at += text.length;
      }
      yield;
    } else {
      added += yield* countAll(insert);
      removed += yield* countAll(gone);
      authors.add({ from: start, to: start + lengthOf(insert) });
    }
  }
  return { added, removed, authorId: authors.most() };
}

function* countAll(blocks: readonly Block[]): Generator<undefined, number> {
  let [words, counted] = [0, 0];
  for (const { text } of blocks) {
    words += countWords(text);
    counted += text.length;
    if (counted < STEP) continue;
    counted = 0;
    yield;
  }
  return words;
}

function lengthOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0);
}

/** Counts each agent's share of a text's ranges, which are added in order. */
class AuthorCount {
  readonly #pieces: readonly ShownPiece[];
  readonly #lengths = new Map<AgentId, number>();
  /** The piece that begins at `#start`. */
  #index = 0;
  #start = 0;

  constructor(pieces: readonly ShownPiece[]) {
    this.#pieces = pieces;
  }

  add({ from, to }: TextRange): void {
    for (; this.#index < this.#pieces.length; this.#index++) {
      const piece = this.#pieces[this.#index];
      if (piece === undefined) return;
      const end = this.#start + piece.text.length;
      if (end > from) this.#addOf(piece, { from, to });
      // The next range may begin in the same piece.
      if (end > to) return;
      this.#start = end;
    }
  }

  #addOf({ spans }: ShownPiece, { from, to }: TextRange): void {
    let at = this.#start;
    for (const { agent, length } of spans) {
      const own = Math.min(to, at + length) - Math.max(from, at);
      if (own > 0) this.#lengths.set(agent, (this.#lengths.get(agent) ?? 0) + own);
      at += length;
      if (at >= to) return;
    }
  }

  /** The agent with the most text; the first in the text in case of a tie. */
  most(): AgentId | null {
    let most: { readonly agent: AgentId; readonly length: number } | null = null;
    for (const [agent, length] of this.#lengths)
      if (most === null || length > most.length) most = { agent, length };
    return most?.agent ?? null;
  }
}
