import type { Block } from '../history/block.ts';
import { blocksOf } from '../history/blocks-of.ts';
import { findFenceLine } from '../text/markdown-scan.ts';
import type { TextRange } from '../text/span.ts';
import type { FenceFault } from './fence-fault.ts';

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

/** The source of a hole. */
export type Hole =
  /** The paragraphs before or after the fence. */
  | { readonly kind: 'before' | 'after'; readonly count: number }
  /** The text of a node. */
  | { readonly kind: 'node'; readonly localId: string }
  /** The last output of a fence. */
  | { readonly kind: 'fence'; readonly name: string }
  /** The text of a document, or of a section of it. */
  | { readonly kind: 'document'; readonly address: string }
  /** The lore that the text up to the fence, and the rest of the prompt, speak of. */
  | { readonly kind: 'lore' }
  /** A value that is asked for. */
  | { readonly kind: 'value'; readonly name: string };

/** A stretch of a template, as offsets in it. `braces`: two braces, written as four. */
type TemplatePart =
  | ({ readonly kind: 'text' } & TextRange)
  | ({ readonly kind: 'braces' } & TextRange)
  | ({ readonly kind: 'hole'; readonly written: string; readonly hole: Hole } & TextRange);

interface Template {
  readonly text: string;
  readonly parts: readonly TemplatePart[];
}

const OPEN = '{{';
const CLOSE = '}}';

/** Reads the body of a prompt fence; what is wrong with its holes is added to `faults`. */
function readTemplate(text: string, faults: FenceFault[]): Template {
  const parts: TemplatePart[] = [];
  let from = 0;
  for (let at = text.indexOf(OPEN); at >= 0; at = text.indexOf(OPEN, from)) {
    if (at > from) parts.push({ kind: 'text', from, to: at });
    if (text.startsWith(OPEN + OPEN, at)) {
      from = at + 2 * OPEN.length;
      parts.push({ kind: 'braces', from: at, to: from });
      continue;
    }
    const end = text.indexOf(CLOSE, at);
    const written = text.slice(at + OPEN.length, end < 0 ? undefined : end).trim();
    if (end < 0 || written.includes('\n')) {
      faults.push({ kind: 'hole', hole: written.split('\n')[0] ?? '', why: 'unclosed' });
      return { text, parts };
    }
    from = end + CLOSE.length;
    const hole = readHole(written);
    if (typeof hole === 'string') faults.push({ kind: 'hole', hole: written, why: hole });
    else parts.push({ kind: 'hole', written, hole, from: at, to: from });
  }
  if (from < text.length) parts.push({ kind: 'text', from, to: text.length });
  return { text, parts };
}

function readHole(written: string): Hole | 'unknown' {
  const [, kind, rest = ''] = /^([^:]*):(.*)$/u.exec(written) ?? [];
  const what = rest.trim();
  switch (kind?.trim()) {
    case undefined:
      if (written === 'lore') return { kind: 'lore' };
      return written === '' || /[{}]/.test(written) ? 'unknown' : { kind: 'value', name: written };
    case 'before':
      return readParagraphs('before', what);
    case 'after':
      return readParagraphs('after', what);
    case 'node':
      return what === '' ? 'unknown' : { kind: 'node', localId: what };
    case 'fence':
      return what === '' ? 'unknown' : { kind: 'fence', name: what };
    case 'doc':
      return what === '' ? 'unknown' : { kind: 'document', address: what };
    default:
      return 'unknown';
  }
}

function readParagraphs(kind: 'before' | 'after', what: string): Hole | 'unknown' {
  return /^[1-9]\d{0,5}$/.test(what) ? { kind, count: Number(what) } : 'unknown';
}
