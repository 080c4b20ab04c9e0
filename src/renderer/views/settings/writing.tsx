import { LANGUAGE_NAMES } from '../../../ui-text/app.ts';
import { REWRITE_INSTRUCTIONS } from '../../../ui-text/rewrites.ts';
import { SETTING_WORDS } from '../../../ui-text/settings/rows.ts';
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
    name: 'openLastGrove',
    ...SETTING_WORDS.openLastGrove,
  }),
  switchSetting({
    name: 'focusMode',
    ...SETTING_WORDS.focusMode,
  }),
  choiceSetting({
    name: 'focusOn',
    ...SETTING_WORDS.focusOn,
  }),
  switchSetting({
    name: 'typewriter',
    ...SETTING_WORDS.typewriter,
  }),
  switchSetting({
    name: 'markdown',
    ...SETTING_WORDS.markdown,
  }),
  switchSetting({
    name: 'smartPunctuation',
    ...SETTING_WORDS.smartPunctuation,
  }),
  numberSetting({
    name: 'sessionTarget',
    ...SETTING_WORDS.sessionTarget,
    step: 50,
    sliderMax: 3_000,
  }),
  choiceSetting({
    name: 'sendWith',
    ...SETTING_WORDS.sendWith,
  }),
  switchSetting({
    name: 'formatMessages',
    ...SETTING_WORDS.formatMessages,
  }),
  choiceSetting({
    name: 'exportedFences',
    ...SETTING_WORDS.exportedFences,
  }),
  choiceSetting({
    name: 'exportedNames',
    ...SETTING_WORDS.exportedNames,
  }),
  lineListSetting({
    name: 'rewriteInstructions',
    ...SETTING_WORDS.rewriteInstructions,
    standard: REWRITE_INSTRUCTIONS,
    limit: (lines) =>
      lines.filter((line) => line.length <= MAX_INSTRUCTION_LENGTH).slice(0, MAX_INSTRUCTIONS),
  }),
  switchSetting({
    name: 'spellCheck',
    ...SETTING_WORDS.spellCheck,
  }),
  choiceSetting({
    name: 'spellingLanguage',
    ...SETTING_WORDS.spellingLanguage,
    options: [
      { value: 'en-US', text: LANGUAGE_NAMES['en-US'] },
      { value: 'en-GB', text: LANGUAGE_NAMES['en-GB'] },
      { value: 'nl', text: LANGUAGE_NAMES.nl },
    ],
  }),
  wordListSetting({
    name: 'ownWords',
    ...SETTING_WORDS.ownWords,
    limit: (words) => words.filter((word) => word.length <= MAX_WORD_LENGTH).slice(0, MAX_WORDS),
  }),
];
