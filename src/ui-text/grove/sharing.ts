/** Sharing a copy of a grove. */

export const SHARE = {
  title: 'Share a copy',
  text: 'Writes a separate file for someone else. Your grove does not change.',
  what: 'What to share',
  path: 'This path',
  grove: 'The whole grove',
  uncommitted: 'Uncommitted text is not included.',
  answers: 'What models were sent and answered',
  answersText: 'Byte for byte. Without them, every text can still be verified by the hash of its answer.',
  traces: 'What agents did, command by command',
  tracesText:
    'The traces of conversations: what agents were sent, read and remembered, and what you let them do. Their raw answers only together with the choice above.',
  choose: 'Choose where…',
} as const;

export const SHARED = {
  path: 'Only this path: its title, its text, who wrote it, with which model and parameters, and when. No other branches, no old versions, nothing pruned, no notes, no memory, and nothing of what models were sent and answered.',
  grove:
    'Every tree with every branch, version, note and summary, including pruned and archived ones; your agents with their instructions and settings; where you are in each tree; which model was asked when; and the log, which has earlier titles, names and labels. Left out are the time line, suggestions, the record of which computers opened it, and what you do not choose here.',
} as const;
