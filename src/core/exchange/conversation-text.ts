/** Exports the messages of a conversation as text, each after the name of whose words it is (`dialogue.md`, *Export*). */
import { BLANK_LINE } from '../context/conversation-context.ts';
import { messageMarkdown } from '../markdown/message-markdown.ts';
import { readAllMarkdown } from '../markdown/read-markdown.ts';
import type { ExportedMessage } from './exported-path.ts';
import { escapeLineStart, typedMarkdown } from './manuscript-markdown.ts';
import { plainText } from './plain-text.ts';

/** The form of a name before a message: `**Name**`, a heading, or `NAME:` on the line of the text. */
export type NameStyle = 'bold' | 'heading' | 'colon';

/** Characters that Markdown could read as markup in a name. */
const MARKUP = /[\\`*_[\]<>#~|&]/g;

/**
 * As CommonMark, which shows what the screen shows. Several messages in a row by one speaker have the name once; blank
 * messages are left out.
 */
export function* conversationMarkdown(
  text: string,
  messages: readonly ExportedMessage[],
  names: NameStyle,
): Generator<string> {
  for (const { speaker, words, isFirst, isNew } of spokenMessages(text, messages)) {
    if (!isFirst) yield BLANK_LINE;
    const blocks = readAllMarkdown(words);
    if (isNew) {
      const name = markdownName(speaker.replace(MARKUP, '\\$&'), names);
      // Only a paragraph can continue after a name.
      const isOnLine = names === 'colon' && (blocks === null || blocks[0]?.kind === 'paragraph');
      yield isOnLine ? `${name} ` : `${name}${BLANK_LINE}`;
    }
    yield blocks === null ? typedMarkdown(words) : messageMarkdown(words, blocks);
  }
  yield '\n';
}

/** The same as text: as typed, or without Markdown markers. */
export function* conversationText(
  text: string,
  messages: readonly ExportedMessage[],
  names: NameStyle,
  isTyped: boolean,
): Generator<string> {
  for (const { speaker, words, isFirst, isNew } of spokenMessages(text, messages)) {
    if (!isFirst) yield BLANK_LINE;
    const name = names === 'colon' ? `${nameWithColon(speaker)} ` : `${speaker}\n`;
    yield `${isNew ? name : ''}${isTyped ? words : plainText(words)}`;
  }
  yield '\n';
}

function markdownName(name: string, names: NameStyle): string {
  if (names === 'colon') return escapeLineStart(nameWithColon(name));
  return names === 'heading' ? `## ${name}` : `**${name}**`;
}

function nameWithColon(name: string): string {
  return `${name.toLocaleUpperCase()}:`;
}

export interface SpokenText {
  readonly speaker: string;
  /** Without the white space around it. */
  readonly words: string;
  /** Start of the words in the whole text, in UTF-16 code units. */
  readonly from: number;
  readonly isFirst: boolean;
  /** The message before it has another speaker. */
  readonly isNew: boolean;
}

/** The messages that are not blank, in order. */
export function* spokenMessages(text: string, messages: readonly ExportedMessage[]): Generator<SpokenText> {
  let before: string | null = null;
  for (const { speaker, from, to } of messages) {
    const whole = text.slice(from, to);
    const words = whole.trim();
    if (words === '') continue;
    const start = from + whole.length - whole.trimStart().length;
    yield { speaker, words, from: start, isFirst: before === null, isNew: speaker !== before };
    before = speaker;
  }
}
