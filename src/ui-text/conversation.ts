/** The texts of a conversation (`dialogue.md`, *The screen*). */

/** What stands where a reply has no text yet. */
export const REPLY_STATES = {
  waiting: 'Waiting for the first words …',
  pausing: 'Trying again in a moment …',
} as const;

/** A reply ended without a word, and the provider did not say why. */
export const EMPTY_REPLY = 'The reply came back empty.';

/** A message, or another alternative of it, has an edit that waits. */
export const UNSAVED_EDIT = 'unsaved edit';

/** An edit was to be saved that leaves only white space. */
export const NOTHING_LEFT = 'An edit cannot leave a message empty. Prune the message instead.';

/** Ctrl+S in the composer: nothing is committed, and nothing needs to be. */
export const COMPOSER_KEPT = 'Kept. What you write here is saved as you type.';

/** What stands in the composer while it is empty. */
export const COMPOSER_HINT = 'Write a message';

export const NO_MESSAGES = 'There are no messages here.';
export const FIRST_MESSAGE = 'A conversation begins with your first message.';

/** The Inspector's tab of a manuscript that has no conversations yet. */
export const CONVERSATIONS_HINT =
  'Talk about this tree beside it. The conversations are kept with the tree, and are no part of its text.';
export const NEW_ABOUT_TREE = 'New conversation about this tree';
export const ALL_CONVERSATIONS = 'All conversations about this tree';

/** Whether a loom-aware agent acts from the writer's place in the text (`agents.md`, *A turn*). */
export const FOLLOWS_ME = 'Follows me';
export const FOLLOWS = 'The agent acts from where you are in the text.';
export const STAYS = 'The agent acts from where it is in the text.';
