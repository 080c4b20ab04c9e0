import { quoteText } from '../commands/quote-text.ts';
import { lengthOfTokens } from '../context/estimate-tokens.ts';
import { WITHHELD } from './about-documents.ts';
import { lastActionsInWords, nameOf, nameOfStash } from './action-words.ts';
import type { OperationalMemory, Pin, Stash } from './fold-memory.ts';
import type { Named } from './memory-step.ts';

/** The current text of something that memory names. */
export interface RememberedText {
  /** As `nameOf` has it; of a document, with its size. */
  readonly name: string;
  readonly text: string;
  /** It is pruned, or below a pruned position. */
  readonly isHidden: boolean;
  /** It is of a document that the owner of the memory may not read. */
  readonly isWithheld: boolean;
  /** It is excluded or pruned, so that no model is sent it, and the owner of the memory is a model. */
  readonly isUnsent: boolean;
}

/** Stands for a text that no model is sent (`agents.md`, *What no model is sent*). */
export const NOT_SENT = 'its text is not sent';

/** Undefined for text that is no longer in this file. */
export type FindRemembered = (of: Named) => RememberedText | undefined;

export interface MemoryBlockOptions {
  /** In UTF-16 code units. */
  readonly room: number;
  /** Puts the last actions in words; otherwise all of them are only counted. */
  readonly withActions: boolean;
  /** Sends texts as far as they fit; otherwise only names. */
  readonly withTexts: boolean;
}

export interface MemoryBlock {
  /** Empty if nothing is remembered. */
  readonly text: string;
  /** Number of pinned and recalled texts left out; for those not even named, it is unknown whether they have one. */
  readonly textsLeftOut: number;
  /** Number of actions not in words because of `withActions`. */
  readonly actionsLeftOut: number;
}

const SHARE_OF_WINDOW = 1 / 4;
/** A request for each call would soon use up what a turn may send (`caps.ts`). */
const MAX_TOKENS = 16_000;
/** The share of the room for names alone, and for the labels of stashes. */
const SHARE_OF_NAMES = 1 / 2;
const SHARE_OF_LABELS = 1 / 8;
const NOT_IN_CONTEXT = '(not in context)';

/** Length of the memory sent, in UTF-16 code units. @param window in tokens */
export function memoryRoom(window: number): number {
  return lengthOfTokens(Math.min(MAX_TOKENS, Math.floor(window * SHARE_OF_WINDOW)));
}

/**
 * Memory as it is sent, in the source's format. Texts are in full, newest first, those pinned before those recalled: what
 * does not fit is named with `(not in context)`, and where there are too many names, they are counted.
 */
export function memoryBlock(
  memory: OperationalMemory,
  find: FindRemembered,
  { room, withActions, withTexts }: MemoryBlockOptions,
): MemoryBlock {
  const { pins, stashes, actionCount } = memory;
  const recalled = stashes.filter(({ isRecalled }) => isRecalled);
  const away = stashes.filter(({ isRecalled }) => !isRecalled);
  if (pins.length + stashes.length + actionCount === 0)
    return { text: '', textsLeftOut: 0, actionsLeftOut: 0 };
  const others = [
    ...actionLines(memory, withActions),
    ...stashLine(away, Math.max(MIN_ROOM, room * SHARE_OF_LABELS)),
  ];
  const fixed = ['=== Operational Memory ===', 'Pinned:', 'Recalled:', ...others, '==='];
  const entries = new Entries(room - lengthOfLines(fixed), room * SHARE_OF_NAMES, withTexts);
  const pinned = entries.add(pins, (pin) => pinEntry(pin, find));
  const back = entries.add(recalled, (stash) => stashEntry(stash, find));
  const lines = [
    '=== Operational Memory ===',
    ...titled('Pinned:', pinned),
    ...titled('Recalled:', back),
    ...others,
    '===',
  ];
  return {
    text: lines.join('\n'),
    textsLeftOut: entries.leftOut,
    actionsLeftOut: withActions ? 0 : memory.lastActions.length,
  };
}

const MIN_ROOM = 80;

/** Lines below a title; none if there are none. */
export function titled(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines];
}

function lengthOfLines(lines: readonly string[]): number {
  return lines.reduce((sum, { length }) => sum + length + 1, 0);
}

/** Something with a text, by its name. */
interface Entry {
  readonly name: string;
  /** Quoted; null if it is gone, which `name` states. */
  readonly text: string | null;
}

function pinEntry(pin: Pin, find: FindRemembered): Entry {
  const found = find(pin.of);
  const by = pin.isByPerson ? ' (by the human)' : '';
  if (found === undefined) return { name: `  ${nameOf(pin.of)}${by} (no longer there)`, text: null };
  const hidden = found.isHidden ? ' (pruned)' : '';
  // Its title is its words, too.
  if (found.isWithheld) return { name: `  a text${by} ${WITHHELD}`, text: null };
  if (found.isUnsent) return { name: `  ${found.name}${by}${hidden} (${NOT_SENT})`, text: null };
  return { name: `  ${found.name}${by}${hidden}`, text: quoteText(found.text) };
}

function stashEntry({ label, text }: Stash, find: FindRemembered): Entry {
  const name = `  ${nameOfStash(label)}`;
  if (typeof text === 'string') return { name, text: quoteText(text) };
  const node = text === null ? null : find(text);
  if (text === null || node?.isWithheld === true) return { name: `${name} ${WITHHELD}`, text: null };
  if (node?.isUnsent === true) return { name: `${name} (${NOT_SENT})`, text: null };
  return node == null
    ? { name: `${name} (of [${text.localId}], which is no longer there)`, text: null }
    : { name, text: quoteText(node.text) };
}

/** Divides a room among entries: first their names, then their texts. */
class Entries {
  #left: number;
  #leftForNames: number;
  readonly #withTexts: boolean;
  leftOut = 0;

  constructor(left: number, leftForNames: number, withTexts: boolean) {
    this.#left = left;
    this.#leftForNames = leftForNames;
    this.#withTexts = withTexts;
  }

  /** @param entryOf reads it from the file, which is not done for more than have room for their names */
  add<T>(all: readonly T[], entryOf: (one: T) => Entry): readonly string[] {
    const entries: Entry[] = [];
    const short: string[] = [];
    for (const one of all) {
      const entry = entryOf(one);
      const line = entry.text === null ? entry.name : `${entry.name} ${NOT_IN_CONTEXT}`;
      if (line.length + 1 > Math.min(this.#left, this.#leftForNames)) break;
      this.#left -= line.length + 1;
      this.#leftForNames -= line.length + 1;
      entries.push(entry);
      short.push(line);
    }
    const lines = entries.map(({ name, text }, index) => {
      if (text === null) return name;
      const line = `${name} ${text === '' ? '(no text)' : `"${text}"`}`;
      const more = line.length - (short[index]?.length ?? 0);
      if (this.#withTexts && more <= this.#left) {
        this.#left -= more;
        return line;
      }
      this.leftOut += 1;
      return short[index] ?? name;
    });
    const unnamed = all.length - entries.length;
    if (unnamed === 0) return lines;
    this.leftOut += unnamed;
    return [...lines, `  ${entries.length === 0 ? '' : '… and '}${unnamed} more ${NOT_IN_CONTEXT}; → memory`];
  }
}

function actionLines(memory: OperationalMemory, inWords: boolean): readonly string[] {
  const { actionCount } = memory;
  if (actionCount === 0) return [];
  if (!inWords) return [`Recent actions: ${actionCount}, not listed; → memory trace`];
  return ['Recent actions:', `  ${lastActionsInWords(memory)}`];
}

function stashLine(stashes: readonly Stash[], room: number): readonly string[] {
  if (stashes.length === 0) return [];
  const labels: string[] = [];
  let left = room;
  for (const { label } of stashes) {
    const quoted = nameOfStash(label);
    left -= quoted.length + 2;
    if (left < 0 && labels.length > 0) break;
    labels.push(quoted);
  }
  const more = stashes.length - labels.length;
  const rest = more === 0 ? '' : ` and ${more} more; → memory stashed`;
  return [`Stashed ${NOT_IN_CONTEXT}: ${labels.join(', ')}${rest}`];
}
