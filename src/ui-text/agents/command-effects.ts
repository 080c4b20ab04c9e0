/**
 * Effects of commands, in the words of the card that asks for permission (`agents.md`, *A turn*); and their refusals, as
 * the writer reads them.
 */
import { countOf } from '../plural.ts';

export function effectOfRespond(words: number): string {
  return `Adds a continuation of ${countOf(words, 'word')}.`;
}

export function effectOfAnnotate(words: number): string {
  return `Adds a note of ${countOf(words, 'word')}.`;
}

/** @param replaced how many words the new ones come in place of */
export function effectOfWriteInDocument(title: string, words: number, replaced: number): string {
  const what =
    replaced === 0
      ? countOf(words, 'word')
      : `${countOf(words, 'word')} in place of ${replaced.toLocaleString('en-US')}`;
  return `Offers ${what} in the document “${title}”.`;
}

/** @param target as commands name it */
export function effectOfLink(target: string): string {
  return `Links this text to ${target}.`;
}

export function effectOfEdit(before: number, after: number, isBranch: boolean): string {
  const what = isBranch ? 'Offers a branch beside it' : 'Offers another version';
  return `${what}: ${countOf(before, 'word')} become ${after.toLocaleString('en-US')}.`;
}

/** @param hidden how many follow it; @param most that many were counted, and there may be more */
export function effectOfPrune(hidden: number, most: number): string {
  return `Sets aside this text${andDescendants(hidden, most)}.`;
}

/** As `effectOfPrune`. */
export function effectOfRestore(shown: number, most: number): string {
  return `Brings back this text${andDescendants(shown, most)}.`;
}

function andDescendants(count: number, most: number): string {
  if (count === 0) return '';
  const texts = countOf(count, 'text');
  return count < most
    ? ` and ${texts} that ${count === 1 ? 'follows' : 'follow'} it`
    : ` and more than ${texts} that follow it`;
}

export const EFFECT_OF_MARK = {
  bookmark: 'Sets a bookmark.',
  unbookmark: 'Removes the bookmark.',
  exclude: 'Leaves this text out of what models are sent.',
  include: 'Sends this text to models again.',
} as const;

export const effectOfTag = (name: string) => `Tags this text “${name}”.`;
export const effectOfUntag = (name: string) => `Takes the tag “${name}” off this text.`;

/** The request of a `continue`. */
interface ContinueEffect {
  readonly count: number;
  readonly agent: string;
  /** The service that is sent the text. */
  readonly service: string;
  /** The most tokens of each. */
  readonly maxTokens: number;
  /** Tokens that are sent, estimated. */
  readonly sent: number;
}

export function effectOfContinue(effect: ContinueEffect): string {
  const { count, agent, service, maxTokens, sent } = effect;
  const each = count === 1 ? '' : ' each';
  return (
    `${countOf(count, 'continuation')} by ${agent}, up to ${countOf(maxTokens, 'token')}${each}; ` +
    `about ${countOf(sent, 'token')} are sent to ${service}.`
  );
}

export function effectOfProposal(
  {
    suggestions,
    added,
    removed,
  }: { readonly suggestions: number; readonly added: number; readonly removed: number },
  how: 'proposes' | 'makes',
  document: string | null,
): string {
  const text = textOf(document);
  const verb = how === 'proposes' ? 'Proposes' : 'Makes';
  const sizes = `+${added.toLocaleString('en-US')} −${removed.toLocaleString('en-US')} characters`;
  return `${verb} ${countOf(suggestions, 'change')} to ${text}: ${sizes}.`;
}

export function effectOfNoteOnText(words: number, document: string | null): string {
  return `A note of ${countOf(words, 'word')} on a phrase of ${textOf(document)}.`;
}

function textOf(document: string | null): string {
  return document === null ? 'the manuscript' : `the document “${document}”`;
}

/** A command that reads another tree. */
export function effectOfReadingIn(title: string): string {
  return `Reads in the tree “${title}”; changes nothing.`;
}

/** Commands that only read. */
export const EFFECT_OF_READING = 'Reads; changes nothing.';

/** Commands that change only what an agent remembers. */
export const EFFECT_ON_MEMORY = 'Changes what it remembers; the tree stays as it is.';

const TRIED: Readonly<Record<string, string>> = {
  respond: 'A text',
  annotate: 'A note',
  edit: 'A version',
  write: 'A text in a document',
  patch: 'A change',
  insert: 'A change',
  replace: 'A change',
  continue: 'Continuations',
  link: 'A link',
  bookmark: 'A bookmark',
  unbookmark: 'Removing a bookmark',
  tag: 'A tag',
  untag: 'Taking a tag off',
  prune: 'Setting a text aside',
  restore: 'Bringing a text back',
  exclude: 'Leaving a text out',
  include: 'Sending a text again',
  read: 'Reading a document',
};

/** Why a command was refused, to its writer. @param verb null if it is no command @param result sent to its agent */
export function refusalText(verb: string | null, result: string): string {
  const [first = ''] = result.split('\n');
  const reason = first
    .replace(/^✗ [A-Z_]+: /u, '')
    .replaceAll(/(?:\bnode )?\[[0-9a-z]{6,26}\]/gu, 'it')
    .replaceAll(/\bthe human’s\b/gu, 'your')
    .replaceAll(/\bthe human is\b/gu, 'you are')
    .replaceAll(/\bthe human has\b/gu, 'you have')
    .replaceAll(/\bthe human\b/gu, 'you')
    .replace(/\.$/u, '');
  return `${TRIED[verb ?? ''] ?? 'A command'} was refused: ${reason}.`;
}
