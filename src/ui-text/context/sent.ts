/** The texts of the Sent tab (`generation.md`, *Context*; for a conversation, `dialogue.md`). */

import type { MessageRole } from '../../core/context/messages.ts';
import type { Omission } from '../../core/context/story.ts';
import type { NameSetting } from '../../core/tree/loom-tree.ts';
import { countOf } from '../plural.ts';

const ROLES: Readonly<Record<MessageRole, string>> = {
  system: 'System message',
  user: 'As user',
  assistant: 'As assistant',
};

/** The role in which a message is sent. */
export function roleName(role: MessageRole): string {
  return ROLES[role];
}

/** The name of each kind of piece in a request. */
export const PIECE_NAMES = {
  system: 'System text',
  memory: 'Memory',
  lore: 'Lore',
  text: 'Text',
  gap: 'Gap',
  authorsNote: 'Author’s note',
  names: 'Who the agent is',
  before: 'Text before',
  passage: 'The passage',
  after: 'Text after',
  marker: 'Marker',
  instruction: 'Instruction',
  addendum: 'How the agent acts',
  operationalMemory: 'What it remembers',
  topic: 'From the story',
  loomContext: 'Where it is',
  recalled: 'Earlier results',
  answer: 'Its answer',
  results: 'Results of its commands',
};

/** Why a text is not sent. */
export const REASONS_NOT_SENT: Readonly<Record<Omission['reason'], string>> = {
  excluded: 'Excluded',
  pruned: 'Set aside',
  truncated: 'Does not fit',
  replaced: 'To be replaced',
  fence: 'Prompt',
};

export const SENT_TO_FILL_IN = 'Sent as one text to fill in.';
export const SENT_AS_TEXT = 'Sent as one text to continue.';
export const SENT_AS_CHAT_MESSAGE = 'Sent as a chat message.';

/** @param count of the messages sent */
export function sentAsMessages(count: number): string {
  return `Sent as ${countOf(count, 'chat message')}.`;
}

/** The button in place of messages that are not listed. */
export function showMoreMessages(count: number): string {
  return `Show ${countOf(count, 'more message')}`;
}

export const NAMES_TITLE = 'Names of the speakers';

export const NAME_SETTINGS: readonly {
  readonly value: NameSetting;
  readonly text: string;
  readonly sentence: string;
}[] = [
  {
    value: 'auto',
    text: 'With several speakers',
    sentence: 'Each message begins with its author’s name if the agent talks with more than one.',
  },
  { value: 'always', text: 'Always', sentence: 'Each message begins with its author’s name.' },
  { value: 'never', text: 'Never', sentence: 'Only the messages are sent.' },
];

/** The fold about the time line (`layers.md`, *Dimensions and roll-off*). */
export const HISTORY_TITLE = 'What the time line keeps';

export const MOMENTS_KEPT = 'Moments of the text';
export const RUNS_KEPT = 'Results of prompts';
export const RUNS_AT_MOST = 'At most';
export const READINGS_KEPT = 'What requests left out';

/** The fate of moments that are not kept. */
export const HISTORY_SENTENCE =
  'Older moments are forgotten while you are away. What you wrote stays in its versions, and moments that you marked are kept.';

const DAY = 86_400_000;

/** The choices for how long something is kept, in milliseconds; null for ever. */
export const KEPT_FOR: readonly { readonly ttl: number | null; readonly text: string }[] = [
  { ttl: null, text: 'Forever' },
  { ttl: 365 * DAY, text: 'A year' },
  { ttl: 90 * DAY, text: '90 days' },
  { ttl: 30 * DAY, text: '30 days' },
  { ttl: DAY, text: 'A day' },
];

/** The choices for how many results of prompt fences are kept; null for any number. */
export const RUNS_KEPT_AT_MOST: readonly { readonly count: number | null; readonly text: string }[] = [
  { count: 100, text: '100 results' },
  { count: 1_000, text: '1,000 results' },
  { count: 10_000, text: '10,000 results' },
  { count: null, text: 'Any number' },
];

/** A time of retention, in words. @param ttl milliseconds; null for ever */
export function keptFor(ttl: number | null): string {
  const choice = KEPT_FOR.find((one) => one.ttl === ttl);
  return choice?.text ?? countOf(Math.max(1, Math.round((ttl ?? 0) / DAY)), 'day');
}
