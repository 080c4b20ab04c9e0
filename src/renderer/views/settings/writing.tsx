import { amount, oneOf, onOff, type Setting, wordList } from './settings.tsx';

/** As `settings.json` takes them. */
const MOST_WORDS = 20_000;
const LONGEST_WORD = 100;

/** What helps while typing. */
export const writing: readonly Setting[] = [
  onOff({
    name: 'focusMode',
    label: 'Focus mode',
    sentence: 'The text alone: the panes go, and all but what you write is dimmed.',
  }),
  oneOf({
    name: 'focusOn',
    label: 'In focus mode, keep lit',
    sentence: 'The rest of the text is dimmed while you write.',
    options: [
      { value: 'paragraph', text: 'The paragraph' },
      { value: 'sentence', text: 'The sentence' },
    ],
  }),
  onOff({
    name: 'typewriter',
    label: 'Typewriter scrolling',
    sentence: 'The line you write stays where it is, and the text moves.',
  }),
  onOff({
    name: 'markdown',
    label: 'Show Markdown',
    sentence: 'Emphasis, headings and scene breaks look like what they mean; the text itself stays as typed.',
  }),
  onOff({
    name: 'smartPunctuation',
    label: 'Smart punctuation',
    sentence: 'Straight quotes, double hyphens and three dots become typographic as you type them.',
  }),
  amount({
    name: 'sessionTarget',
    label: 'Words a session',
    sentence: 'The status bar counts towards this many words from when the window opens; 0 is no target.',
    step: 50,
    lineTo: 3_000,
    unit: 'words',
  }),
  onOff({
    name: 'spellCheck',
    label: 'Check spelling',
    sentence: 'Words that no dictionary has are underlined; the check runs on this computer.',
  }),
  wordList({
    name: 'ownWords',
    label: 'Your own words',
    sentence: 'Names and words that are right though no dictionary has them, one a line.',
    keep: (words) => words.filter((word) => word.length <= LONGEST_WORD).slice(0, MOST_WORDS),
  }),
];
