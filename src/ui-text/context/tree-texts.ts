/** Texts that a tree sends besides its own, and settings for text that does not fit. */

export const NOT_SAVED_YET = 'Your changes here are not saved yet. Saving is retried every two seconds.';

/** Each text's name and what it is for. */
export const TREE_TEXTS = {
  memory: { title: 'Memory', hint: 'Sent before the text: what the model should always know.' },
  authorsNote: {
    title: 'Author’s note',
    hint: 'Inserted shortly before the end of the text: what matters right now.',
  },
  summary: {
    title: 'Summary',
    hint: 'Stands for all of it where an agent has no room for more. The model that you pick for summaries writes one; what you write here stays.',
  },
  system: { title: 'System text', hint: 'Sent first, after the agent’s own system prompt.' },
} as const;

/** Mark of a folded text. */
export const EMPTY = 'empty';

/** Distance of the author's note from the end. */
export const FROM_THE_END = {
  paragraphs: 'Paragraphs from the end',
  messages: 'User messages from the end',
} as const;

export const IF_TOO_LONG = 'If the text does not fit';
export const WHAT_TO_SEND = 'What to send';

export const STRATEGIES = [
  {
    value: 'truncateMiddle',
    text: 'Leave out the middle',
    sentence: 'The beginning and the end are sent, with a mark where text was left out.',
  },
  {
    value: 'rollingWindow',
    text: 'Leave out the beginning',
    sentence: 'As much of the end as fits is sent.',
  },
  {
    value: 'stopAtLimit',
    text: 'Send nothing',
    sentence: 'Generate refuses and says by how much the text is too long.',
  },
] as const;

/** Strategies in a conversation, which leave out whole messages. */
export const MESSAGE_STRATEGIES = [
  {
    value: 'truncateMiddle',
    text: 'Leave out the middle',
    sentence: 'The first messages and the last are sent, with a mark where others were left out.',
  },
  {
    value: 'rollingWindow',
    text: 'Leave out the beginning',
    sentence: 'The first message and as many of the last as fit are sent, with a mark between them.',
  },
  {
    value: 'stopAtLimit',
    text: 'Send nothing',
    sentence: 'The request is refused and says by how much the messages are too long.',
  },
] as const;
