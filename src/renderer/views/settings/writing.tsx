import { REWRITE_INSTRUCTIONS } from '../../../ui-text/rewrites.ts';
import {
  choiceSetting,
  lineListSetting,
  numberSetting,
  type Setting,
  switchSetting,
  wordListSetting,
} from './setting-kinds.tsx';

/** The limits of `settings.json`. */
const MAX_INSTRUCTIONS = 50;
const MAX_INSTRUCTION_LENGTH = 500;
const MAX_WORDS = 20_000;
const MAX_WORD_LENGTH = 100;

/** Writing aids. */
export const writing: readonly Setting[] = [
  switchSetting({
    name: 'focusMode',
    label: 'Focus mode',
    sentence: 'The text alone: the panes are hidden, and all but what you are writing is dimmed.',
  }),
  choiceSetting({
    name: 'focusOn',
    label: 'In focus mode, keep lit',
    sentence: 'The rest of the text is dimmed while you write.',
    options: [
      { value: 'paragraph', text: 'The paragraph' },
      { value: 'sentence', text: 'The sentence' },
    ],
  }),
  switchSetting({
    name: 'typewriter',
    label: 'Typewriter scrolling',
    sentence: 'The line you are writing stays in place, and the text moves.',
  }),
  switchSetting({
    name: 'markdown',
    label: 'Show Markdown',
    sentence: 'Emphasis, headings and scene breaks are formatted; the text itself stays as typed.',
  }),
  switchSetting({
    name: 'smartPunctuation',
    label: 'Smart punctuation',
    sentence: 'Straight quotes, double hyphens and three dots become typographic ones as you type.',
  }),
  numberSetting({
    name: 'sessionTarget',
    label: 'Words per session',
    sentence: 'The status bar counts towards this target from the time the window opens; 0 means no target.',
    step: 50,
    sliderMax: 3_000,
    unit: 'words',
  }),
  choiceSetting({
    name: 'sendWith',
    label: 'Send a message with',
    sentence: 'In a conversation; the other of the two begins a new line.',
    options: [
      { value: 'enter', text: 'Enter' },
      { value: 'shift-enter', text: 'Shift+Enter' },
    ],
  }),
  lineListSetting({
    name: 'rewriteInstructions',
    label: 'Instructions for rewriting',
    sentence:
      'Offered when you rewrite or bridge a passage, one per line. “Shorter” and “Expand” also change the length that is asked for.',
    standard: REWRITE_INSTRUCTIONS,
    limit: (lines) =>
      lines.filter((line) => line.length <= MAX_INSTRUCTION_LENGTH).slice(0, MAX_INSTRUCTIONS),
  }),
  switchSetting({
    name: 'spellCheck',
    label: 'Check spelling',
    sentence: 'Words not in a dictionary are underlined; the check runs on this computer.',
  }),
  wordListSetting({
    name: 'ownWords',
    label: 'Your own words',
    sentence: 'Names and words that are correct but in no dictionary, one per line.',
    limit: (words) => words.filter((word) => word.length <= MAX_WORD_LENGTH).slice(0, MAX_WORDS),
  }),
];
