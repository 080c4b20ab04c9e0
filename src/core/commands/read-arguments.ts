/** The arguments after a command's verb: a node, options, numbers and quotes, in any order (`agents.md`, *Grammar*). */
import type { LocalId } from '../ids.ts';
import type { NodeRef } from './command.ts';
import { type CommandError, commandError } from './command-error.ts';
import { didYouMean } from './did-you-mean.ts';

/** Returns true if the tree has a node with this local id, given in lower case. */
export type HasNode = (localId: LocalId) => boolean;

/** The arguments that a tool takes besides a node. */
export interface ArgumentRules {
  /** The tool takes a node. */
  readonly node: boolean;
  /** Options, each with the names it may have besides its own. */
  readonly options: Readonly<Record<string, readonly string[]>>;
  /** Single words that set an option to a value. */
  readonly flags: Readonly<Record<string, readonly [option: string, value: string]>>;
  /** Words that change nothing: `view node a7x2bc`. */
  readonly words: readonly string[];
  /** The option that a number means, by the word after it; `''` for a number on its own. */
  readonly numbers: Readonly<Record<string, string>>;
  /** The option that a quote on its own means. */
  readonly quoted: string | null;
  /** The option that the word after one of these means. */
  readonly named: Readonly<Record<string, string>>;
  /** The option that names the node and also selects something about it. */
  readonly ownNode?: string;
}

/** The tool whose arguments are read. */
export interface ToolInLine {
  readonly verb: string;
  readonly usage: string;
}

export interface Arguments {
  readonly verb: string;
  /** The usage of the tool, for the hint of a refusal. */
  readonly usage: string;
  readonly node: NodeRef | null;
  /** By the option's own name; as written, except that numbers are digits. */
  readonly options: ReadonlyMap<string, string>;
}

type Token =
  | { readonly kind: 'id' | 'word' | 'quote' | 'open'; readonly text: string }
  | { readonly kind: 'option'; readonly key: string; readonly text: string; readonly isId: boolean };

const TOKEN =
  /[\s,;]+|\[\s*(?<id>[0-9a-z]+)\s*\]|(?<key>[a-z][a-z_-]*)[:=](?:"(?<value1>[^"]*)"|“(?<value2>[^”]*)”|«(?<value3>[^»]*)»|\[\s*(?<bracketed>[0-9a-z]+)\s*\]|(?<value>[^\s"“«[,;]+))|"(?<quote1>[^"]*)"|“(?<quote2>[^”]*)”|«(?<quote3>[^»]*)»|(?<open>["“«])|(?<word>\[?[^\s"“«[,;]*)/iy;

function* tokensOf(text: string): Generator<Token> {
  for (let at = 0; at < text.length; ) {
    TOKEN.lastIndex = at;
    const groups = TOKEN.exec(text)?.groups;
    if (groups === undefined) return;
    // The consumer of the tokens may use the expression in between.
    at = TOKEN.lastIndex;
    const { id, key, bracketed, value, open, word } = groups;
    const inOption = groups.value1 ?? groups.value2 ?? groups.value3;
    const quote = groups.quote1 ?? groups.quote2 ?? groups.quote3;
    if (id !== undefined) yield { kind: 'id', text: id.toLowerCase() };
    else if (key !== undefined) {
      const text = inOption ?? bracketed ?? bareWord(value ?? '');
      yield { kind: 'option', key: key.toLowerCase(), text, isId: bracketed !== undefined };
    } else if (quote !== undefined) yield { kind: 'quote', text: quote };
    else if (open !== undefined) yield { kind: 'open', text: open };
    else if (word !== undefined) yield { kind: 'word', text: bareWord(word) };
  }
}

const KEYWORDS = ['here', 'root', 'head', 'parent'] as const;
const NUMBER_WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
/** Words without meaning (`agents.md`, *Grammar*). */
const EMPTY_WORDS = new Set(['please', 'a', 'an', 'the']);
const FINAL = /[.,;:!?]+$/;
const DIGITS = /^(?:x(\d+)|(\d+)x?)$/;
/** A word that can only be meant as an id, even if the tree does not have it. */
const ID_SHAPE = /^(?=.*\d)[0-9a-z]{3,26}$/;
const OPTION_ID = /^[0-9a-z]{1,26}$/;
/** Options that name the node. */
const NODE_OPTIONS = ['from', 'node', 'id'];
/** In an error, a word is not repeated at any length. */
const MAX_REPEATED = 40;

/** A number as digits; null if the word is none. */
export function digitsOf(word: string): string | null {
  const match = DIGITS.exec(word);
  if (match !== null) return match[1] ?? match[2] ?? null;
  const index = NUMBER_WORDS.indexOf(word);
  return index < 0 ? null : String(index + 1);
}

/** Returns true if a word, in lower case, may be left out. */
export function isEmptyWord(word: string): boolean {
  return word === '' || EMPTY_WORDS.has(word);
}

/** A word without the punctuation after it. */
export function bareWord(word: string): string {
  return word.replace(FINAL, '');
}

/** The names of all options of a tool, in lower case. */
export function optionNames({ node, options }: ArgumentRules): readonly string[] {
  const own = Object.entries(options).flatMap(([key, others]) => [key, ...others]);
  return node ? [...own, ...NODE_OPTIONS] : own;
}

/** Reads all of a text, or reports the part that is not understood. */
export function readArguments(
  tool: ToolInLine & { readonly rules: ArgumentRules },
  text: string,
  hasNode: HasNode,
): Arguments | CommandError {
  return new ArgumentReader(tool, tool.rules, hasNode).read(text);
}

class ArgumentReader {
  readonly #verb: string;
  readonly #usage: string;
  readonly #rules: ArgumentRules;
  readonly #hasNode: HasNode;
  readonly #options = new Map<string, string>();
  #node: NodeRef | null = null;
  /** A number whose unit may follow. */
  #number: string | null = null;
  /** The option that the next word means. */
  #named: string | null = null;

  constructor({ verb, usage }: ToolInLine, rules: ArgumentRules, hasNode: HasNode) {
    this.#verb = verb;
    this.#usage = `→ ${usage}`;
    this.#rules = rules;
    this.#hasNode = hasNode;
  }

  read(text: string): Arguments | CommandError {
    for (const token of tokensOf(text)) {
      const error = this.#take(token);
      if (error !== null) return error;
    }
    const error = this.#endNumber() ?? (this.#named === null ? null : this.#missingName());
    return error ?? { verb: this.#verb, usage: this.#usage, node: this.#node, options: this.#options };
  }

  #take(token: Token): CommandError | null {
    if (token.kind === 'word') return this.#takeWord(token.text);
    const error = this.#endNumber();
    if (error !== null) return error;
    switch (token.kind) {
      case 'id':
        return this.#setNode({ kind: 'id', localId: token.text as LocalId }, `[${token.text}]`);
      case 'option':
        this.#named = null;
        return this.#takeOption(token.key, token.text, token.isId);
      case 'quote':
        return this.#takeQuote(token.text);
      case 'open':
        return openQuote();
    }
  }

  #takeQuote(text: string): CommandError | null {
    const option = this.#named ?? this.#rules.quoted;
    this.#named = null;
    return option === null ? this.#misfit(`“${cut(text)}”`) : this.#set(option, text);
  }

  #takeWord(written: string): CommandError | null {
    const word = written.toLowerCase();
    const { flags, words, numbers, named } = this.#rules;
    if (this.#number !== null) {
      const option = Object.hasOwn(numbers, word) && word !== '' ? numbers[word] : undefined;
      const number = this.#number;
      if (option !== undefined) {
        this.#number = null;
        return this.#set(option, number);
      }
      const error = this.#endNumber();
      if (error !== null) return error;
    }
    if (isEmptyWord(word)) return null;
    const name = this.#named;
    if (name !== null && word !== name) {
      this.#named = null;
      return this.#set(name, written);
    }
    if (name !== null || words.includes(word)) return null;
    if (Object.hasOwn(named, word)) {
      this.#named = named[word] ?? null;
      return null;
    }
    const flag = Object.hasOwn(flags, word) ? flags[word] : undefined;
    if (flag !== undefined) return this.#set(...flag);
    return this.#takeNodeOrNumber(word);
  }

  #takeNodeOrNumber(word: string): CommandError | null {
    const { node, numbers } = this.#rules;
    const digits = Object.keys(numbers).length > 0 ? digitsOf(word) : null;
    // Words of the grammar go before ids, which can be written in brackets; digits may well be an id.
    const isNumberWord = digits !== null && NUMBER_WORDS.includes(word);
    if (node && !isNumberWord) {
      const keyword = KEYWORDS.find((known) => known === word);
      if (keyword !== undefined) return this.#setNode({ kind: keyword }, word);
      if (this.#hasNode(word as LocalId))
        return this.#setNode({ kind: 'id', localId: word as LocalId }, word);
    }
    if (digits !== null) {
      this.#number = digits;
      return null;
    }
    if (node && ID_SHAPE.test(word)) return this.#setNode({ kind: 'id', localId: word as LocalId }, word);
    return this.#misfit(`“${cut(word)}”`, word);
  }

  /** A number without a unit. */
  #endNumber(): CommandError | null {
    const number = this.#number;
    if (number === null) return null;
    this.#number = null;
    const option = this.#rules.numbers[''];
    return option === undefined ? this.#misfit(`“${cut(number)}”`) : this.#set(option, number);
  }

  #takeOption(key: string, value: string, isId: boolean): CommandError | null {
    const { node, options, ownNode } = this.#rules;
    if (node && (NODE_OPTIONS.includes(key) || ownNode === key)) {
      const lower = value.toLowerCase();
      const keyword = isId ? undefined : KEYWORDS.find((known) => known === lower);
      if (keyword === undefined && !OPTION_ID.test(lower)) return this.#misfit(`${key}:${cut(value)}`);
      const ref: NodeRef =
        keyword === undefined ? { kind: 'id', localId: lower as LocalId } : { kind: keyword };
      return (key === 'branch' ? this.#set('what', 'branch') : null) ?? this.#setNode(ref, cut(value));
    }
    const option = Object.keys(options).find((name) => name === key || options[name]?.includes(key));
    if (option !== undefined) return this.#set(option, isId ? `[${value}]` : value);
    const hint = didYouMean(key, optionNames(this.#rules));
    return commandError(
      'INVALID_SYNTAX',
      `“${cut(key)}:” is no option of ${this.#verb}`,
      hint === null ? this.#usage : `did you mean ${hint}:`,
    );
  }

  #set(option: string, value: string): CommandError | null {
    const before = this.#options.get(option);
    this.#options.set(option, value);
    if (before === undefined || (option === 'what' && before === value)) return null;
    return commandError('INVALID_SYNTAX', `${option} is given twice`, this.#usage);
  }

  #setNode(ref: NodeRef, written: string): CommandError | null {
    if (!this.#rules.node) return this.#misfit(written);
    if (this.#node !== null)
      return commandError(
        'INVALID_SYNTAX',
        `${this.#verb} takes one node, and ${written} is another`,
        this.#usage,
      );
    this.#node = ref;
    return null;
  }

  #missingName(): CommandError {
    return commandError('INVALID_SYNTAX', `${this.#verb} lacks a name at its end`, this.#usage);
  }

  #misfit(what: string, word: string | null = null): CommandError {
    const { flags, words, named } = this.#rules;
    const known = [...Object.keys(flags), ...words, ...Object.keys(named)];
    const meant = word === null ? null : didYouMean(word, known);
    return commandError(
      'INVALID_SYNTAX',
      `${this.#verb} does not understand ${what}`,
      meant === null ? this.#usage : `did you mean ${meant}`,
    );
  }
}

/** A quote that does not end in its line. */
export function openQuote(): CommandError {
  return commandError(
    'INVALID_SYNTAX',
    'the quote is not closed in its line',
    'for several lines, end the command with a colon, and the text with a line ←',
  );
}

function cut(text: string): string {
  return text.length <= MAX_REPEATED ? text : `${text.slice(0, MAX_REPEATED).toWellFormed()}…`;
}
