/** Fills the holes of a prompt fence (`layers.md`, *Prompt fences*). */

import type { AssembledContext } from '../context/assemble.ts';
import { lengthOfPieces, literal } from '../context/conversation-context.ts';
import { contextTooLong, estimateTokens } from '../context/estimate-tokens.ts';
import { atTheBeginning, type Insertion, withinTheText } from '../context/insertion.ts';
import type { ContextMessage, MessagesContext } from '../context/messages.ts';
import { type ContextNode, type ContextPiece, pieceOfPart } from '../context/story.ts';
import { joinBlocks } from '../history/block.ts';
import { blocksOf } from '../history/blocks-of.ts';
import type { NodeId } from '../ids.ts';
import type { TextRange } from '../text/span.ts';
import type { FenceFault, HoleFault } from './fence-fault.ts';
import type { FilledHole } from './fence-hashes.ts';
import { rangesNotRead } from './levels.ts';
import type { Hole, PromptFence } from './prompt-fence.ts';

/** A node that a hole names. */
interface NamedNode {
  readonly nodeId: NodeId;
  readonly text: string;
  /** The node is excluded or pruned. */
  readonly isHidden: boolean;
}

/** Sources of holes besides the text around the fence. */
export interface HoleSources {
  /** Undefined if the tree has no such node. */
  findNode(localId: string): NamedNode | undefined;
  /** The last output of a fence, and whether the text that it is in is excluded or pruned; undefined if it has none. */
  findOutput(name: string): Pick<NamedNode, 'text' | 'isHidden'> | undefined;
  /** The text that an address of a document names, as models may be sent it; or why there is none. */
  readDocument(address: string): { readonly text: string } | { readonly fault: HoleFault };
  /** The lore that the rest of a prompt and the text before it wake; empty for none. */
  readLore(prompt: string): readonly Insertion[];
  /** The names of the fences of the text. */
  readonly fenceNames: ReadonlySet<string>;
  /** Values given by the writer, by name. */
  readonly values: ReadonlyMap<string, string>;
}

/** A template with its holes filled. */
interface FilledTemplate {
  /** In order; none is empty. */
  readonly pieces: readonly ContextPiece[];
  readonly holes: readonly FilledHole[];
}

/**
 * Fills the template of a fence. What is wrong with it is added to `faults`: then it is not sent.
 * @param nodes of the whole path, whose joined text has the fence
 */
export function fillTemplate(
  nodes: readonly ContextNode[],
  fence: PromptFence,
  sources: HoleSources,
  faults: FenceFault[],
): FilledTemplate {
  const page = new Page(nodes);
  if (page.hides(fence)) faults.push({ kind: 'hidden' });
  /** Null for lore, which the rest decides. */
  const filled = fence.template.parts.map((part): readonly ContextPiece[] | null => {
    if (part.kind === 'text')
      return page.pieces({ from: fence.bodyFrom + part.from, to: fence.bodyFrom + part.to });
    if (part.kind === 'braces') return [given('{{')];
    if (part.hole.kind === 'lore') return null;
    const hole = fillHole(part.hole, page, fence, sources);
    if (typeof hole !== 'string') return hole;
    faults.push({ kind: 'hole', hole: part.written, why: hole });
    return [];
  });
  const lore = filled.includes(null) ? piecesOfLore(sources.readLore(filled.map(wordsOf).join(''))) : [];
  const holes = fence.template.parts.flatMap((part, index): readonly FilledHole[] =>
    part.kind === 'hole' ? [{ hole: part.written, text: wordsOf(filled[index] ?? lore) }] : [],
  );
  const pieces = filled.flatMap((own) => own ?? lore).filter(({ text }) => text !== '');
  if (faults.length === 0 && pieces.every(({ text }) => text.trim() === '')) faults.push({ kind: 'empty' });
  return { pieces, holes };
}

function wordsOf(pieces: readonly ContextPiece[] | null): string {
  return (pieces ?? []).map(({ text }) => text).join('');
}

/** In the order in which other requests are sent them, with a blank line between two. */
function piecesOfLore(lore: readonly Insertion[]): readonly ContextPiece[] {
  return [...atTheBeginning(lore), ...withinTheText(lore)].flatMap(({ parts = [] }, index) => [
    ...(index === 0 ? [] : [given('\n\n')]),
    ...parts.map(pieceOfPart),
  ]);
}

function fillHole(
  hole: Exclude<Hole, { readonly kind: 'lore' }>,
  page: Page,
  fence: PromptFence,
  { findNode, findOutput, readDocument, fenceNames, values }: HoleSources,
): readonly ContextPiece[] | HoleFault {
  switch (hole.kind) {
    case 'before': {
      const pieces = page.before(fence, hole.count);
      return pieces.length === 0 ? 'nothingBefore' : pieces;
    }
    case 'after': {
      const pieces = page.after(fence, hole.count);
      return pieces.length === 0 ? 'nothingAfter' : pieces;
    }
    case 'node': {
      const node = findNode(hole.localId);
      if (node === undefined) return 'noNode';
      return node.isHidden ? 'hidden' : proseOf(node);
    }
    case 'fence': {
      const output = findOutput(hole.name);
      if (output !== undefined) return output.isHidden ? 'hidden' : [given(output.text)];
      return fenceNames.has(hole.name) ? 'notRun' : 'noFence';
    }
    case 'document': {
      const read = readDocument(hole.address);
      if ('fault' in read) return read.fault;
      const text = withoutFences(read.text).trim();
      return text === '' ? 'emptyDocument' : [given(text)];
    }
    case 'value': {
      const value = values.get(hole.name);
      return value === undefined || value.trim() === '' ? 'noValue' : [given(value)];
    }
  }
}

/** A piece that is in no node. */
function given(text: string): ContextPiece {
  return { source: { kind: 'filled' }, text };
}

/** A text as requests read it. */
function withoutFences(text: string): string {
  return textOf(text, rangesBetween(text.length, rangesNotRead(text)));
}

function proseOf({ nodeId, text }: NamedNode): readonly ContextPiece[] {
  return rangesBetween(text.length, rangesNotRead(text)).map(({ from, to }) => ({
    source: { kind: 'node', nodeId, from, to },
    text: text.slice(from, to),
  }));
}

/** The text of the path, and the parts of it that requests read. */
class Page {
  readonly #nodes: readonly ContextNode[];
  readonly #text: string;
  /** Ranges that no request reads, in order: fences and hidden nodes. */
  readonly #hidden: readonly TextRange[];

  constructor(nodes: readonly ContextNode[]) {
    this.#nodes = nodes;
    this.#text = nodes.map(({ text }) => text).join('');
    let end = 0;
    this.#hidden = nodes.flatMap(({ text, excluded, pruned }) => {
      const from = end;
      end += text.length;
      return (excluded || pruned) && end > from ? [{ from, to: end }] : [];
    });
  }

  /** Returns true if a part of the fence is in text that no model is sent. */
  hides({ from, to }: TextRange): boolean {
    return this.#hidden.some((range) => range.from < to && from < range.to);
  }

  /** The last paragraphs before a fence, with what is between them; all if there are fewer. */
  before(fence: PromptFence, count: number): readonly ContextPiece[] {
    const kept = this.#read({ from: 0, to: fence.to - fence.block.text.length });
    const text = textOf(this.#text, kept);
    const blocks = blocksOf(text);
    const paragraphs = blocks.flatMap(({ kind }, index) => (kind === 'paragraph' ? [index] : []));
    const first = paragraphs.at(-count) ?? paragraphs[0];
    if (first === undefined) return [];
    const start = joinBlocks(blocks.slice(0, first)).length;
    const own = text.slice(start).search(/\S/);
    return this.#piecesWithin(kept, { from: start + own, to: text.trimEnd().length });
  }

  /** The first paragraphs after a fence, in the same way. */
  after(fence: PromptFence, count: number): readonly ContextPiece[] {
    const kept = this.#read({ from: fence.to, to: this.#text.length });
    const text = textOf(this.#text, kept);
    const blocks = blocksOf(text);
    const paragraphs = blocks.flatMap(({ kind }, index) => (kind === 'paragraph' ? [index] : []));
    const last = paragraphs[count - 1] ?? paragraphs.at(-1);
    if (last === undefined) return [];
    const end = joinBlocks(blocks.slice(0, last + 1)).length;
    return this.#piecesWithin(kept, { from: text.search(/\S/), to: end });
  }

  /** The pieces of a range of the text, one for each node. */
  pieces({ from, to }: TextRange): readonly ContextPiece[] {
    let end = 0;
    return this.#nodes.flatMap(({ nodeId, text }): readonly ContextPiece[] => {
      const start = end;
      end += text.length;
      const [first, last] = [Math.max(0, from - start), Math.min(text.length, to - start)];
      if (first >= last) return [];
      return [{ source: { kind: 'node', nodeId, from: first, to: last }, text: text.slice(first, last) }];
    });
  }

  /** The parts of a range that requests read. */
  #read({ from, to }: TextRange): readonly TextRange[] {
    const left = [...rangesNotRead(this.#text), ...this.#hidden].sort((one, other) => one.from - other.from);
    return rangesBetween(this.#text.length, left)
      .map((range) => ({ from: Math.max(from, range.from), to: Math.min(to, range.to) }))
      .filter((range) => range.from < range.to);
  }

  /** @param range in the text that `kept` is of, joined */
  #piecesWithin(kept: readonly TextRange[], { from, to }: TextRange): readonly ContextPiece[] {
    let end = 0;
    return kept.flatMap((range) => {
      const start = end;
      end += range.to - range.from;
      const shift = range.from - start;
      return this.pieces({
        from: Math.max(range.from, from + shift),
        to: Math.min(range.to, to + shift),
      });
    });
  }
}

function textOf(text: string, ranges: readonly TextRange[]): string {
  return ranges.map(({ from, to }) => text.slice(from, to)).join('');
}

/** The ranges that remain of a text without others, which are in order and may overlap. */
function rangesBetween(length: number, without: readonly TextRange[]): readonly TextRange[] {
  const ranges: TextRange[] = [];
  let from = 0;
  for (const range of [...without, { from: length, to: length }]) {
    if (range.from > from) ranges.push({ from, to: range.from });
    from = Math.max(from, range.to);
  }
  return ranges;
}

interface FenceInput {
  /** The template with its holes filled; never empty. */
  readonly pieces: readonly ContextPiece[];
  /** The agent's own; empty for none. */
  readonly systemPrompt: string;
  /** The agent answers messages; otherwise, it continues a text. */
  readonly isChat: boolean;
  /** The context window in tokens, for input and output together. */
  readonly window: number;
  /** Tokens reserved for the result. */
  readonly reserve: number;
}

/**
 * Assembles what a prompt fence sends: the agent's system prompt and the filled template, and nothing else, so that what
 * it gives follows from these (`layers.md`, *Prompt fences*).
 * @throws {AspenError} CONTEXT_TOO_LONG, with the excess: a prompt is never shortened
 */
export function assembleFence(input: FenceInput): AssembledContext | MessagesContext {
  const { pieces, isChat, window, reserve } = input;
  const system = literal('system', input.systemPrompt);
  const before = system === null ? [] : [system];
  const tokens = estimateTokens(lengthOfPieces([...before, ...pieces]));
  if (tokens > window - reserve) throw contextTooLong(tokens, window - reserve);
  if (!isChat) return { kind: 'document', pieces: [...before, ...pieces], omitted: [], tokens };
  const messages: readonly ContextMessage[] = [
    ...(system === null ? [] : [{ role: 'system' as const, pieces: [system], speakers: [] }]),
    { role: 'user', pieces, speakers: [] },
  ];
  return { kind: 'messages', messages, omitted: [], tokens, reply: { name: null, stop: [] } };
}
