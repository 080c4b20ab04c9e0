import { SETTING_WORDS } from '../../../../ui-text/settings/rows.ts';
import { numberSetting, type Setting, switchSetting } from '../setting-kinds.tsx';
import { summaryModelSetting } from './SummaryModel.tsx';

/** Settings for the commands of every agent, and of the writer. */
export const agentSettings: readonly Setting[] = [
  numberSetting({
    name: 'resultTokens',
    ...SETTING_WORDS.resultTokens,
    step: 100,
    sliderMax: 5_000,
  }),
  numberSetting({
    name: 'topicTokens',
    ...SETTING_WORDS.topicTokens,
    step: 500,
    sliderMax: 20_000,
  }),
  switchSetting({
    name: 'editsByPatches',
    ...SETTING_WORDS.editsByPatches,
  }),
  summaryModelSetting,
  numberSetting({
    name: 'summaryEvery',
    ...SETTING_WORDS.summaryEvery,
    step: 1,
    sliderMax: 50,
  }),
];
