/** What a command would do, as the card that asks for permission says it (`agents.md`, *A turn*). */
import { countOf } from '../plural.ts';

/** A node, as commands name it. */
function named(localId: string): string {
  return `[${localId}]`;
}

export function effectOfRespond(localId: string, words: number): string {
  return `A continuation of ${named(localId)}, ${countOf(words, 'word')}.`;
}

export function effectOfAnnotate(localId: string, words: number): string {
  return `A note on ${named(localId)}, ${countOf(words, 'word')}.`;
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
export function effectOfLink(localId: string, target: string): string {
  return `Links ${named(localId)} to ${target}.`;
}

export function effectOfEdit(localId: string, before: number, after: number, isBranch: boolean): string {
  const what = isBranch ? 'A branch beside' : 'A version of';
  return `${what} ${named(localId)}: ${countOf(before, 'word')} become ${after.toLocaleString('en-US')}.`;
}

/** @param hidden how many follow it; @param most that many were counted, and there may be more */
export function effectOfPrune(localId: string, hidden: number, most: number): string {
  return `Hides ${named(localId)}${andDescendants(hidden, most)}.`;
}

/** As `effectOfPrune`. */
export function effectOfRestore(localId: string, shown: number, most: number): string {
  return `Shows ${named(localId)}${andDescendants(shown, most)} again.`;
}

function andDescendants(count: number, most: number): string {
  if (count === 0) return '';
  return count < most
    ? ` and ${countOf(count, 'descendant')}`
    : ` and more than ${countOf(most, 'descendant')}`;
}

export function effectOfMark(
  verb: 'bookmark' | 'unbookmark' | 'exclude' | 'include',
  localId: string,
): string {
  const node = named(localId);
  switch (verb) {
    case 'bookmark':
      return `Bookmarks ${node}.`;
    case 'unbookmark':
      return `Removes the bookmark of ${node}.`;
    case 'exclude':
      return `Leaves ${node} out of what models are sent.`;
    case 'include':
      return `Sends ${node} to models again.`;
  }
}

/** What `continue` would ask a model for. */
interface ContinueEffect {
  readonly localId: string;
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
  const { localId, count, agent, service, maxTokens, sent } = effect;
  const each = count === 1 ? '' : ' each';
  return (
    `${countOf(count, 'continuation')} of ${named(localId)} by ${agent}, up to ${countOf(maxTokens, 'token')}${each}; ` +
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
  return `A note about words of ${textOf(document)}, ${countOf(words, 'word')}.`;
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
