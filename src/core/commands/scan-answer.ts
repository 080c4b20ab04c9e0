import { closesFence, type FenceLine, findFenceLine } from '../text/markdown-scan.ts';
import type { TextRange } from '../text/span.ts';
import { CARRIAGE_RETURN, LINE_FEED, LineEnds } from './line-end.ts';
import { classifyLine, endMarkEscapes, type LineStart, mayBeTaken } from './line-start.ts';
import { hasOpenQuote } from './quotes.ts';
import { readThought } from './read-verb.ts';

/**
 * After this many commands and thoughts, an answer is not read on: no turn may run as many
 * (`agents.md`, *A turn*), and an answer may be 50 MB.
 */
export const MAX_PARTS = 1_000;

/** Text that is the agent's message, line ends included and untrimmed; code fences are prose. */
export interface ScannedProse extends TextRange {
  readonly kind: 'prose';
}

/** From the line `→ think` to the line `←`, or to the end. */
export interface ScannedThought extends TextRange {
  readonly kind: 'thought';
  /** Trimmed, with its own line ends. */
  readonly text: string;
}

/** The lines between a command that ends in `:` and the line `←`. */
export interface ScannedBlock {
  /** Without the line end before `←`; not normalised; `\←` is `←`. */
  readonly content: string;
  /** The ranges of the content in the answer, in order; joined, they are the content. */
  readonly ranges: readonly TextRange[];
}

export interface ScannedCommand extends TextRange {
  readonly kind: 'command';
  /** The line as written, with its arrow, without its line end. */
  readonly line: string;
  /** The text after the arrow, to the end of `line`. */
  readonly text: string;
  /** The offset of `text` in the answer. */
  readonly textFrom: number;
  readonly block: ScannedBlock | null;
  /**
   * Only a `whole` command may run. `unclosed`: its block has no end. `cut`: the answer was cut inside it, so that its ids
   * and words may be shortened.
   */
  readonly state: 'whole' | 'unclosed' | 'cut';
}

export type ScannedPart = ScannedProse | ScannedThought | ScannedCommand;

interface OpenThought {
  readonly from: number;
  text: string;
}

interface OpenBlock {
  readonly command: Omit<ScannedCommand, 'to' | 'block' | 'state'>;
  content: string;
  readonly ranges: { from: number; to: number }[];
  /** The line end after the content so far, which belongs to it if another line follows. */
  lineEnd: string;
}

/**
 * Reads an answer while it streams (`agents.md`, *Scanning*). What it finds does not depend on how the answer is divided
 * into chunks. Offsets are UTF-16 code units of the whole answer; every range is half-open. Time is linear in the answer.
 */
export class AnswerScanner {
  readonly #parts: ScannedPart[] = [];
  /** Number of code units read. */
  #read = 0;
  #proseFrom: number | null = null;
  #hasCommand = false;
  #endedAt: number | null = null;
  #fence: FenceLine | null = null;
  #thought: OpenThought | null = null;
  #block: OpenBlock | null = null;
  /** The line that has not ended: its start, the part needed, and the class that its start gives it. */
  #lineFrom = 0;
  #line = '';
  #start: LineStart['kind'] = 'undecided';
  /** The last chunk ended with a CR, so that an LF at the start of the next belongs to it. */
  #afterReturn = false;

  /**
   * The end of the request where prose follows a batch of commands: the start of that prose, which is not part of the
   * answer. Null while there is none.
   */
  get endedAt(): number | null {
    return this.#endedAt;
  }

  /** The parts found so far, in order. Prose grows while it arrives; the rest is complete. */
  get parts(): readonly ScannedPart[] {
    const isKnown = this.#start === 'prose' || this.#fence !== null;
    const prose = this.#proseUpTo(isKnown && this.#endedAt === null ? this.#read : this.#lineFrom);
    return prose === null ? [...this.#parts] : [...this.#parts, prose];
  }

  /** Reads on. After the end of the request, it reads nothing. */
  push(chunk: string): void {
    if (this.#endedAt !== null || chunk === '') return;
    const base = this.#read;
    const ends = new LineEnds(chunk);
    let from = 0;
    if (this.#afterReturn && chunk.charCodeAt(0) === LINE_FEED) {
      this.#lineFrom += 1;
      if (this.#block !== null && this.#block.ranges.length > 0) this.#block.lineEnd += '\n';
      if (this.#thought !== null) this.#thought.text += '\n';
      from = 1;
    }
    this.#afterReturn = chunk.charCodeAt(chunk.length - 1) === CARRIAGE_RETURN;
    this.#read = base + chunk.length;
    while (from < chunk.length && this.#endedAt === null) {
      const to = ends.next(from);
      if (to === chunk.length) {
        this.#hold(chunk.slice(from));
        return;
      }
      const isPair = chunk.charCodeAt(to) === CARRIAGE_RETURN && chunk.charCodeAt(to + 1) === LINE_FEED;
      const next = to + (isPair ? 2 : 1);
      const isPlain = this.#isPlain(chunk.charCodeAt(from), base + from);
      if (!isPlain) this.#endLine(this.#line + chunk.slice(from, to), chunk.slice(to, next));
      else if (this.#proseFrom === null) this.#proseFrom = this.#lineFrom;
      if (this.#endedAt !== null) return;
      from = next;
      this.#startLine(base + next);
    }
  }

  /**
   * The end of the answer.
   * @param isCut whether it may lack its end: at a limit of tokens, after Stop, or after an error
   */
  finish(isCut: boolean): void {
    if (this.#endedAt !== null) return;
    const hasLine = this.#read > this.#lineFrom;
    if (hasLine) this.#endLine(this.#line, '', isCut);
    if (this.#block !== null) this.#closeBlock(this.#read, isCut ? 'cut' : 'unclosed');
    if (this.#thought !== null) this.#closeThought(this.#read);
    if (this.#endedAt === null) this.#lineFrom = this.#read;
    this.#start = 'undecided';
    this.#fence = null;
  }

  /** Returns true if a line whose first code unit is in this chunk is prose at first sight, as most are. */
  #isPlain(first: number, at: number): boolean {
    if (at !== this.#lineFrom || this.#hasCommand) return this.#start === 'prose' && !this.#hasCommand;
    if (this.#thought !== null || this.#block !== null) return false;
    return !mayBeTaken(first);
  }

  #startLine(from: number): void {
    this.#lineFrom = from;
    this.#line = '';
    this.#start = 'undecided';
  }

  /** Takes the next part of a line that has not ended, and forgets it when it is known to be prose. */
  #hold(part: string): void {
    if (this.#start === 'prose') {
      if (this.#hasCommand) this.#endAtInk(part);
      return;
    }
    this.#line += part;
    const isOutside = this.#fence === null && this.#thought === null && this.#block === null;
    if (!isOutside || this.#start !== 'undecided') return;
    this.#start = classifyLine(this.#line, false).kind;
    if (this.#start === 'prose') this.#beginProse(this.#line);
    else if (this.#start === 'fence' && this.#hasCommand) this.#end();
  }

  #beginProse(start: string): void {
    this.#start = 'prose';
    this.#line = '';
    if (this.#hasCommand) this.#endAtInk(start);
    else this.#proseFrom ??= this.#lineFrom;
  }

  /** After a batch of commands, the first line that is not blank ends the request. */
  #endAtInk(text: string): void {
    if (/\S/.test(text)) this.#end();
  }

  #end(): void {
    this.#endedAt = this.#lineFrom;
    this.#line = '';
  }

  #endLine(line: string, lineEnd: string, isCut = false): void {
    if (this.#block !== null) this.#addToBlock(this.#block, line, lineEnd, isCut);
    else if (this.#thought !== null) {
      if (endMarkEscapes(line) === 0) this.#closeThought(this.#lineFrom + line.length);
      else this.#thought.text += line + lineEnd;
    } else if (this.#start === 'prose') {
      if (this.#hasCommand) this.#endAtInk(line);
    } else if (this.#fence !== null) {
      const closing = findFenceLine(line);
      if (closing !== undefined && closesFence(closing, this.#fence)) this.#fence = null;
    } else this.#readLine(line, lineEnd, isCut);
  }

  /** A whole line outside of everything. */
  #readLine(line: string, lineEnd: string, isCut: boolean): void {
    const start = classifyLine(line, true);
    if (start.kind !== 'command') {
      this.#beginProse(line);
      const fence = start.kind === 'fence' ? findFenceLine(line) : undefined;
      if (fence?.opens === true) this.#fence = fence;
      return;
    }
    const from = this.#lineFrom;
    const prose = this.#proseUpTo(from);
    if (prose !== null) this.#parts.push(prose);
    this.#proseFrom = null;
    const text = line.slice(start.textFrom);
    const thought = readThought(text);
    if (thought !== null) {
      this.#thought = { from, text: thought.text + lineEnd };
      if (thought.isClosed) this.#closeThought(from + line.length);
      return;
    }
    this.#hasCommand = true;
    const command = { kind: 'command', from, line, text, textFrom: from + start.textFrom } as const;
    const opensBlock = text.trimEnd().endsWith(':') && !hasOpenQuote(text);
    if (opensBlock && !isCut) this.#block = { command, content: '', ranges: [], lineEnd: '' };
    else this.#add({ ...command, to: from + line.length, block: null, state: isCut ? 'cut' : 'whole' });
  }

  #addToBlock(block: OpenBlock, line: string, lineEnd: string, isCut: boolean): void {
    const escapes = endMarkEscapes(line);
    if (escapes === 0 && !isCut) {
      this.#closeBlock(this.#lineFrom + line.length, 'whole');
      return;
    }
    const last = block.ranges.at(-1);
    const from = last === undefined ? this.#lineFrom : last.to;
    const to = this.#lineFrom + line.length;
    if (escapes === null || escapes === 0) {
      block.content += block.lineEnd + line;
      if (last === undefined) block.ranges.push({ from, to });
      else last.to = to;
    } else {
      const backslash = line.indexOf('\\');
      block.content += block.lineEnd + line.slice(0, backslash) + line.slice(backslash + 1);
      const split = this.#lineFrom + backslash;
      if (last === undefined) block.ranges.push({ from, to: split });
      else last.to = split;
      block.ranges.push({ from: split + 1, to });
    }
    block.lineEnd = lineEnd;
  }

  #closeBlock(to: number, state: ScannedCommand['state']): void {
    if (this.#block === null) return;
    const { command, content, ranges } = this.#block;
    this.#block = null;
    this.#add({ ...command, to, block: { content, ranges }, state });
  }

  #closeThought(to: number): void {
    if (this.#thought === null) return;
    const { from, text } = this.#thought;
    this.#thought = null;
    this.#add({ kind: 'thought', from, to, text: text.trim() });
  }

  #add(part: ScannedThought | ScannedCommand): void {
    this.#parts.push(part);
    if (this.#parts.length >= MAX_PARTS) this.#endedAt = part.to;
  }

  #proseUpTo(to: number): ScannedProse | null {
    const from = this.#proseFrom;
    return from === null || from >= to ? null : { kind: 'prose', from, to };
  }
}

/** The parts found in an answer. */
export interface ScannedAnswer {
  readonly parts: readonly ScannedPart[];
  readonly endedAt: number | null;
}

/** Scans an answer that has arrived; see `AnswerScanner`. */
export function scanAnswer(text: string, isCut = false): ScannedAnswer {
  const scanner = new AnswerScanner();
  scanner.push(text);
  scanner.finish(isCut);
  return { parts: scanner.parts, endedAt: scanner.endedAt };
}
