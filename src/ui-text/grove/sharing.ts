/** Sharing a copy of a grove. */

export const SHARE = {
  title: 'Share a copy',
  text: 'Writes a separate file for someone else. Your grove does not change.',
  what: 'What to share',
  path: 'This path',
  grove: 'The whole grove',
  uncommitted: 'Uncommitted text is not included.',
  answers: 'The models’ answers, byte for byte',
  answersText: 'Without them, every text can still be verified by the answer’s hash.',
  traces: 'What agents did, command by command',
  tracesText: 'The traces of conversations, which tell what agents read and what you let them do.',
  choose: 'Choose where…',
} as const;

export const SHARED = {
  path: 'Only the text on this path and who wrote it: no other branches, no old versions, nothing pruned, no notes, no memory, and none of the models’ requests and answers.',
  grove:
    'Every tree with every branch, version and note, including pruned and archived ones. The record of which computers opened it is left out, and so is what you do not choose here.',
} as const;
