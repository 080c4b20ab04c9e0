/** Exports the messages of a conversation as text, each after the name of whose words it is (`dialogue.md`, *Export*). */
import { BLANK_LINE } from '../context/conversation.ts';
import type { ExportedMessage } from './exported-path.ts';
import { plainText } from './plain-text.ts';

/** How a name stands before a message: `**Name**`, a heading, or `NAME:` on the line of the text. */
export type NameStyle = 'bold' | 'heading' | 'colon';

/** Characters that Markdown could read as markup in a name. */
const MARKUP = /[\\`*_[\]<>#~|&]/g;

/** Several messages in a row by one speaker have the name once; blank messages are left out. */
export function* conversationMarkdown(
  text: string,
  messages: readonly ExportedMessage[],
  names: NameStyle,
): Generator<string> {
  for (const { speaker, words, isFirst, isNew } of spokenMessages(text, messages)) {
    if (!isFirst) yield BLANK_LINE;
    yield `${isNew ? markdownName(speaker.replace(MARKUP, '\\$&'), names) : ''}${words}`;
  }
  yield '\n';
}

/** The same without Markdown markers. */
export function* conversationPlainText(
  text: string,
  messages: readonly ExportedMessage[],
  names: NameStyle,
): Generator<string> {
  for (const { speaker, words, isFirst, isNew } of spokenMessages(text, messages)) {
    if (!isFirst) yield BLANK_LINE;
    const name = names === 'colon' ? nameWithColon(speaker) : `${speaker}\n`;
    yield `${isNew ? name : ''}${plainText(words)}`;
  }
  yield '\n';
}

function markdownName(name: string, names: NameStyle): string {
  if (names === 'colon') return nameWithColon(name);
  return `${names === 'heading' ? `## ${name}` : `**${name}**`}${BLANK_LINE}`;
}

function nameWithColon(name: string): string {
  return `${name.toLocaleUpperCase()}: `;
}

export interface SpokenText {
  readonly speaker: string;
  /** Without the white space around it. */
  readonly words: string;
  /** Where the words begin in the whole text, in UTF-16 code units. */
  readonly from: number;
  readonly isFirst: boolean;
  /** Whether the message before it is somebody else's. */
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
