/** A message of a conversation: its actions and its place. */
import { countOf } from '../plural.ts';

/** The name of the feed. */
export const CONVERSATION = 'Conversation';

/** Leads to the end of the feed, where something arrived that the reader does not see. */
export const NEW_BELOW = 'New below';

export const ALTERNATIVES = 'Alternatives';
export const PREVIOUS_ALTERNATIVE = 'Previous alternative';
export const NEXT_ALTERNATIVE = 'Next alternative';

interface MessagePlace {
  /** The speaker. */
  readonly name: string;
  /** From 1. */
  readonly number: number;
  readonly count: number;
  /** It and its alternatives; null for none. */
  readonly alternative: { readonly number: number; readonly count: number } | null;
}

export function messageName({ name, number, count, alternative }: MessagePlace): string {
  const place = alternative === null ? '' : `, ${alternative.number} of ${alternative.count}`;
  return `${name}, ${number} of ${count}${place}`;
}

/** A part of a reply that was continued. @param number from 1 */
export const partOfMessage = (number: number, count: number) => `Part ${number} of ${count}`;

export const MESSAGE = 'Message';
export const MESSAGE_ACTIONS = {
  copy: 'Copy',
  edit: 'Edit',
  regenerate: 'Regenerate',
  continue: 'Continue reply',
  bookmark: 'Bookmark',
  note: 'Note',
  more: 'More',
  endHere: 'End the path here',
  include: 'Include in the context',
  exclude: 'Exclude from the context',
  prune: 'Set aside',
} as const;
/** The groups of its menu. */
export const MESSAGE_GROUPS = { reply: 'Reply', tree: 'Tree', turn: 'Turn' } as const;

/** An open edit of one. */
export const EDIT_MESSAGE = 'Edit message';
export const SAVE_AS_BRANCH = 'Save as branch';
export const FIX_IN_PLACE = 'Fix in place';
export const CANCEL_EDIT = 'Cancel edit';

export const FAILED_REPLIES = 'Failed replies';
/** Button for a reply that was cut short, and so is not in the conversation. */
export const SHOW_REPLY = 'Show it';
export const TRY_AGAIN = 'Try again';

export const SEND = 'Send';
/** Results of the writer's commands. */
export const COMMAND_RESULTS = 'Results';
export const CLOSE_RESULTS = 'Close results';

/** Before the tree that the conversation is about. */
export const ABOUT = 'About';
export const FULL_WIDTH = 'Full width';
export const CONVERSATIONS_ABOUT_TREE = 'Conversations about this tree';

/** Replies that arrived while the writer did not look. @param count at least 1 */
export const newReplies = (count: number) => countOf(count, 'new reply', 'new replies');
