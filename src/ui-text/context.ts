/** The texts of the Context tab about a conversation (`dialogue.md`, *Context*). */
import type { MessageRole } from '../core/context/messages.ts';
import type { NameSetting } from '../core/tree/loom-tree.ts';
import { countOf } from './plural.ts';

const ROLES: Readonly<Record<MessageRole, string>> = {
  system: 'System message',
  user: 'As user',
  assistant: 'As assistant',
};

/** What a message is sent as. */
export function roleName(role: MessageRole): string {
  return ROLES[role];
}

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
