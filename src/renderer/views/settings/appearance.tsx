import { SETTING_WORDS } from '../../../ui-text/settings/rows.ts';
import { choiceSetting, type Setting, switchSetting } from './setting-kinds.tsx';

/** Theme, authorship marks and panes. */
export const appearance: readonly Setting[] = [
  choiceSetting({
    name: 'theme',
    ...SETTING_WORDS.theme,
  }),
  switchSetting({
    name: 'authorship',
    ...SETTING_WORDS.authorship,
  }),
  choiceSetting({
    name: 'authorLook',
    ...SETTING_WORDS.authorLook,
  }),
  choiceSetting({
    name: 'boundaries',
    ...SETTING_WORDS.boundaries,
  }),
  switchSetting({
    name: 'tokenProbabilities',
    ...SETTING_WORDS.tokenProbabilities,
  }),
  switchSetting({
    name: 'grovePane',
    ...SETTING_WORDS.grovePane,
  }),
  switchSetting({
    name: 'inspector',
    ...SETTING_WORDS.inspector,
  }),
];
