/** The texts of a conversation (`dialogue.md`, *The screen*). */
import type { TreeKind } from '../core/tree/loom-tree.ts';
import { countOf } from './plural.ts';

/** Placeholder for a reply without text. */
export const REPLY_STATES = {
  waiting: 'Waiting for the first words …',
  thinking: 'Thinking …',
  pausing: 'Trying again in a moment …',
} as const;

/** A reply ended without a word, and the provider gave no reason. */
export const EMPTY_REPLY = 'The reply came back empty.';

/** Placeholder for a message without words. */
export const EMPTY_MESSAGE = 'This message is empty.';

/** A reply was to be continued that is not complete, or not stored. */
export const REPLY_STILL_ARRIVES = 'A reply can be continued once all of it has arrived.';

/** A model's reasoning, folded above its reply. */
export const REASONING = 'Reasoning';

/** Notices of the setting *Format messages*, where a command changes it. */
export const MESSAGES_FORMATTED = 'Messages are shown formatted.';
export const MESSAGES_AS_TYPED = 'Messages are shown as they were typed.';

/** A message, or another alternative of it, has an edit that waits. */
export const UNSAVED_EDIT = 'unsaved edit';

/** An edit was to be saved that leaves only white space. */
export const NOTHING_TO_SEND = 'There is nothing to send yet.';
export const NOTHING_LEFT = 'An edit cannot leave a message empty. Set the message aside instead.';

/** Ctrl+S in the composer: nothing is committed, and nothing needs to be. */
export const COMPOSER_KEPT = 'Kept. What you write here is saved as you type.';

/** The dialog that asks who writes a message again, and how. */
export const REGENERATE_WITH = {
  title: 'Regenerate with…',
  text: 'The new replies are alternatives of this message, which stays.',
  agent: 'Agent',
  instruction: 'Instruction',
  hint: 'What should be different; it may be empty. It is kept as a note on the message before.',
} as const;

/** The list of agents that a message may address by `@` and their name. */
export const ADDRESSEES = 'Agents';

/** Placeholder of the empty composer. */
export const COMPOSER_HINT = 'Write a message';

/** Name of a picture in a message that has no description. */
export const PICTURE = 'Picture';

/** The names of parts of a message that scroll. */
export const SCROLLED_PARTS = { code: 'Code', table: 'Table' } as const;

/** States of a task in a message. */
export const TASK_STATES = { done: 'Done', open: 'To do' } as const;

export const NO_MESSAGES = 'There are no messages here.';
export const FIRST_MESSAGE = 'A conversation begins with your first message.';

/** A conversation about a manuscript that has no messages yet, and the Inspector's tab while there are no conversations. */
export const WHAT_AGENTS_DO =
  'An agent can read this story and talk about it with you, and none of that becomes part of the text. If you let it, it looks around in the tree, leaves notes and suggests changes, which wait for your decision.';
export const LET_AGENT_READ = 'Let an agent read this story';
/** The message that this sends. */
export const READ_THIS_STORY =
  'Read this story up to where I am, and tell me in a few sentences what you notice.';
export const NEW_ABOUT_TREE = 'New conversation about this tree';
export const ALL_CONVERSATIONS = 'All conversations about this tree';

/** Remark on whether a conversation sends its topic. @param kind of the topic @param words null if not counted */
export function topicIsSent(kind: TreeKind, words: number | null): string {
  const sent = `The ${kind} is sent`;
  return words === null ? sent : `${sent}: ${words === 0 ? 'no words yet' : aboutWords(words)}`;
}

/** A number of words that need not be exact, such as “about 3,000 words”. */
export function aboutWords(words: number): string {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(words)) - 1);
  const rounded = Math.round(words / unit) * unit;
  return `about ${countOf(rounded, 'word')}`;
}

export const TOPIC_SENT = 'Everyone who is asked here is sent the text around your caret.';
export const TOPIC_NOT_SENT = 'The text that this is about is not sent.';

/** Setting of a loom-aware agent that acts from the writer's place in the text (`agents.md`, *A turn*). */
export const FOLLOWS_ME = 'Follows me';
export const FOLLOWS = 'The agent acts from where you are in the text.';
export const STAYS = 'The agent acts from where it is in the text.';
