/** The tool that a command asks for: the longest of its phrases, whatever the case and without words of courtesy. */
import { AFTER_WORD } from './line-start.ts';
import { bareWord, isEmptyWord } from './read-arguments.ts';
import { TOOLS, type Tool } from './tools.ts';

const LONGEST_PHRASE = 4;
const WORD = /[\s,]*([^\s,:=["“«]+)/y;
const BY_PHRASE: ReadonlyMap<string, Tool> = new Map(
  TOOLS.flatMap((tool) => [tool.verb, ...tool.phrases].map((phrase) => [phrase, tool] as const)),
);

/** The single words that name a tool, which a misspelt one may mean. */
export const VERB_WORDS: readonly string[] = [...BY_PHRASE.keys()].filter((phrase) => !phrase.includes(' '));

interface ReadWord {
  readonly word: string;
  /** The offset after it. */
  readonly to: number;
}

/** The tool, and the offset after its phrase; or the word that names none, null if there is no word. */
export function readVerb(
  text: string,
): { readonly tool: Tool; readonly to: number } | { readonly tool: null; readonly word: string | null } {
  const words = firstWords(text);
  for (let count = words.length; count > 0; count -= 1) {
    const phrase = words
      .slice(0, count)
      .map(({ word }) => word)
      .join(' ');
    const tool = BY_PHRASE.get(phrase);
    if (tool !== undefined) return { tool, to: words[count - 1]?.to ?? 0 };
  }
  return { tool: null, word: words[0]?.word ?? null };
}

function firstWords(text: string): readonly ReadWord[] {
  const words: ReadWord[] = [];
  WORD.lastIndex = 0;
  for (let match = WORD.exec(text); match !== null; match = WORD.exec(text)) {
    const word = bareWord((match[1] ?? '').toLowerCase());
    if (isEmptyWord(word)) continue;
    if (word === 'me' && words.length === 1 && words[0]?.word === 'let') words.pop();
    else words.push({ word, to: WORD.lastIndex });
    if (words.length === LONGEST_PHRASE) break;
  }
  return words;
}

/**
 * The text after `think`, if that is the command; null for any other. A thought may end in its first line, after `←`.
 * @param text what follows the arrow: a whole line
 */
export function readThought(text: string): { readonly text: string; readonly isClosed: boolean } | null {
  const read = readVerb(text);
  if (read.tool === null || read.tool.verb !== 'think') return null;
  const next = text[read.to];
  if (next !== undefined && !AFTER_WORD.test(next)) return null;
  const thought = text
    .slice(read.to)
    .replace(/^[:.,]/, '')
    .trim();
  const isClosed = thought.endsWith('←') && !thought.endsWith('\\←');
  return { text: isClosed ? thought.slice(0, -1) : thought, isClosed };
}
