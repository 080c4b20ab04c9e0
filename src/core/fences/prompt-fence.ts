import type { Block } from '../history/block.ts';
import { blocksOf } from '../history/blocks-of.ts';
import { findFenceLine } from '../text/fence-line.ts';
import type { TextRange } from '../text/span.ts';
import type { FenceFault } from './fence-fault.ts';
import { readTemplate, type Template } from './template.ts';

/** A prompt fence of a text, with offsets in the text: from its opening line to the end of the line that closes it. */
export interface PromptFence extends FenceInfo, TextRange {
  /** Its index among the blocks of the text. */
  readonly at: number;
  /** With the separator after the block before. */
  readonly block: Block;
  /** Start of its template in the text. */
  readonly bodyFrom: number;
  readonly template: Template;
  /** Its own faults, whatever the text around it. */
  readonly faults: readonly FenceFault[];
}

/** A text without such a line has no prompt fence. Reading the blocks of a long one takes a while. */
const OPENING = /^ {0,3}(?:`{3,}|~{3,})[ \t]*prompt(?=\s|$)/m;

/** The prompt fences of a text, in order (`layers.md`, *Prompt fences*). */
export function findPromptFences(text: string): readonly PromptFence[] {
  if (!OPENING.test(text)) return [];
  let end = 0;
  return blocksOf(text).flatMap((block, at): readonly PromptFence[] => {
    const from = end;
    end += block.text.length;
    const fence = block.kind === 'fence' ? readFence(block, at, from) : null;
    return fence === null ? [] : [fence];
  });
}

/** @param start of the block in the text */
function readFence(block: Block, at: number, start: number): PromptFence | null {
  const { text } = block;
  const own = lineStartOf(text);
  const firstEnd = text.indexOf('\n', own);
  const lastStart = text.lastIndexOf('\n') + 1;
  const opener = text.slice(own, firstEnd);
  const fence = findFenceLine(opener);
  if (fence === undefined) return null;
  const info = opener.trimStart().slice(fence.length);
  if (!isPromptInfo(info)) return null;
  const faults: FenceFault[] = [];
  const named = readInfo(info, faults);
  const body = text.slice(firstEnd + 1, Math.max(firstEnd + 1, lastStart - 1));
  const template = readTemplate(body, faults);
  if (body.trim() === '') faults.push({ kind: 'empty' });
  return {
    ...named,
    at,
    block,
    from: start + own,
    to: start + text.length,
    bodyFrom: start + firstEnd + 1,
    template,
    faults,
  };
}

/** Start of the first line with ink in the text of a block. */
function lineStartOf(text: string): number {
  const ink = text.search(/\S/);
  return text.lastIndexOf('\n', ink) + 1;
}

/** The most results that one run of a fence asks for, as many as a bar steps through. */
const MAX_RESULTS = 5;

/** The parsed info string of a prompt fence: `prompt name=storm agent="Old Muse" n=2`. */
interface FenceInfo {
  /** Null for a fence that other fences cannot name. */
  readonly name: string | null;
  /** The name of an agent; null for the one that is chosen. */
  readonly agent: string | null;
  /** Number of results requested. */
  readonly count: number;
}

const FIRST_WORD = /^prompt(?=\s|$)/;
const ATTRIBUTE = /^([^\s=]+)=(?:"([^"]*)"|“([^”]*)”|([^\s"“]+))(?=\s|$)/u;
const NAME = /^[\p{L}\p{N}_-]+$/u;

/** Returns true if a fence with this info string is a prompt: its first word is `prompt`. */
function isPromptInfo(info: string): boolean {
  return FIRST_WORD.test(info.trim());
}

/** Reads the info string of a prompt fence; what is wrong with it is added to `faults`. */
function readInfo(info: string, faults: FenceFault[]): FenceInfo {
  let rest = info.trim().replace(FIRST_WORD, '').trim();
  let [name, agent, count]: [string | null, string | null, number] = [null, null, 1];
  while (rest !== '') {
    const match = ATTRIBUTE.exec(rest);
    const [whole, key, ...values] = match ?? [];
    if (whole === undefined) {
      faults.push({ kind: 'attribute', text: /^\S+/.exec(rest)?.[0] ?? rest });
      break;
    }
    const value = values.find((one) => one !== undefined) ?? '';
    if (key === 'name') {
      name = value;
      if (!NAME.test(value)) faults.push({ kind: 'name', text: value });
    } else if (key === 'agent') agent = value;
    else if (key === 'n') {
      count = /^\d{1,3}$/.test(value) ? Number(value) : 0;
      if (count < 1 || count > MAX_RESULTS) faults.push({ kind: 'count', text: value });
    } else faults.push({ kind: 'attribute', text: whole });
    rest = rest.slice(whole.length).trim();
  }
  return { name, agent, count };
}
