/** The request of Generate, on the button that changes it. */
import { countOf, listOf, plural } from '../plural.ts';

/** The agents of a request: one, several, and the heading of the choice. */
export const ASKED_FOR = {
  continuations: { one: 'continuation', other: 'continuations', title: 'Continuations' },
  replies: { one: 'reply', other: 'replies', title: 'Replies' },
  rewrites: { one: 'rewrite', other: 'rewrites', title: 'Rewrites' },
  bridges: { one: 'bridge', other: 'bridges', title: 'Bridges' },
} as const;

export type AskedFor = keyof typeof ASKED_FOR;

/** No agent is asked: a message of a conversation is only kept. */
const NOBODY = 'Nobody';
export const NO_AGENT_CHOSEN = 'Nobody is asked: choose an agent beside the button.';

/** More names than this are counted. */
const MOST_NAMES = 2;

/** `Offline`, `Offline and Llama`, `Offline and 2 others`. @param names of the requested agents, in order */
export function askedText(names: readonly string[]): string {
  if (names.length === 0) return NOBODY;
  if (names.length <= MOST_NAMES) return listOf(names);
  const shown = names.slice(0, MOST_NAMES - 1);
  return listOf([...shown, countOf(names.length - shown.length, 'other')]);
}

/** `Ada, then Bo`, `Ada, then 2 others`: they reply in turn. @param names of two or more, in their order */
export function inTurnText(names: readonly string[]): string {
  const [first = NOBODY, ...others] = names;
  return `${first}, then ${others.length === 1 ? others[0] : countOf(others.length, 'other')}`;
}

/** Order of several agents' replies: side by side, or one after the other. */
export const IN_TURN = 'In turn';
export const REPLIES_IN_TURN = 'The agents reply in turn, each to the one before.';
export const REPLIES_AT_ONCE = 'The agents reply at once, each to your message.';

/** The order in which several agents reply. */
export type ReplyOrder = 'inTurn' | 'sideBySide' | 'oneAfterTheOther' | 'mixed';

/**
 * The order of replies: agents that act wait for each other, since each is to see what the one before it has done.
 * @param acting number of them that act
 */
export function replyOrder(inTurn: boolean, acting: number, all: number): ReplyOrder {
  if (inTurn) return 'inTurn';
  if (acting < 2) return 'sideBySide';
  return acting === all ? 'oneAfterTheOther' : 'mixed';
}

export const REPLY_ORDERS: Readonly<Record<ReplyOrder, string>> = {
  inTurn: 'One after the other: each replies once, to the one before.',
  sideBySide: 'Side by side: each replies to your message.',
  oneAfterTheOther:
    'One after the other, because they act: each answers your message and sees what the one before did.',
  mixed: 'Side by side; those that act answer one after the other.',
};

interface AskedAmount {
  readonly askedFor: AskedFor;
  readonly agents: number;
  /** From each agent. */
  readonly count: number;
  /** Tokens of each answer; null where its length follows from the request. */
  readonly maxTokens: number | null;
}

/** `3 continuations of about 40 words`, `2 rewrites from each`. */
export function amountText({ askedFor, agents, count, maxTokens }: AskedAmount): string {
  const { one, other } = ASKED_FOR[askedFor];
  const length = maxTokens === null ? '' : ` of ${tokensInWords(maxTokens)}`;
  return `${countOf(count, one, other)}${length}${agents > 1 ? ' from each' : ''}`;
}

/** `about 40 words`: a number of tokens in steps that do not seem exact. Three words of English are about four tokens. */
export function tokensInWords(tokens: number): string {
  const words = (3 * tokens) / 4;
  const step = words < 100 ? 10 : 50;
  return `about ${countOf(Math.max(step, Math.round(words / step) * step), 'word')}`;
}

/** As `50 tokens are about 40 words.` */
export function sentenceOfTokens(tokens: number): string {
  return `${countOf(tokens, 'token')} ${plural(tokens, 'is', 'are')} ${tokensInWords(tokens)}.`;
}

/** After the names of those who are asked, where each takes a turn: they answer as long as they need. @param count of them */
export const answersText = (count: number) => (count === 1 ? 'answers' : 'answer');

/** The fields of the choice. */
export const PRESET = 'Preset';
export const NO_PRESET = 'None';
export const AGENT = 'Agent';
export const SEVERAL_AGENTS = 'Agents: one, or several at once';
/** Label of agents that reply: in a conversation, they may also do so one after another. */
export const SEVERAL_REPLIERS = 'Agents: one or several';
export const HOW_MANY = 'How many';
export const HOW_MANY_EACH = 'How many from each';
export const MAX_TOKENS_EACH = 'Maximum tokens each';

export const GENERATE = 'Generate';

/** The text while there is none. */
export const NO_TEXT_HERE = 'There is no text here.';
export const WRITE_FIRST_LINE = 'Write the first line.';
