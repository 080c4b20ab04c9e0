import { FONTS, SETTING_WORDS } from '../../../ui-text/settings/rows.ts';
import { choiceSetting, numberSetting, type Setting } from './setting-kinds.tsx';
import styles from './typography.module.css';

/** A font's name, set in that font. */
function FontName({ family }: { readonly family: keyof typeof FONTS }) {
  return (
    <span className={styles.font} data-family={family}>
      {FONTS[family]}
    </span>
  );
}

/** The typography of the manuscript. */
export const typography: readonly Setting[] = [
  choiceSetting({
    name: 'font',
    ...SETTING_WORDS.font,
    wide: true,
    options: [
      { value: 'literata', text: <FontName family="literata" /> },
      { value: 'source-sans', text: <FontName family="source-sans" /> },
      { value: 'serif', text: <FontName family="serif" /> },
      { value: 'sans', text: <FontName family="sans" /> },
      { value: 'mono', text: <FontName family="mono" /> },
    ],
  }),
  numberSetting({
    name: 'textSize',
    ...SETTING_WORDS.textSize,
    step: 1,
  }),
  numberSetting({
    name: 'measure',
    ...SETTING_WORDS.measure,
    step: 1,
  }),
  numberSetting({
    name: 'leading',
    ...SETTING_WORDS.leading,
    step: 0.05,
  }),
  numberSetting({
    name: 'paragraphSpacing',
    ...SETTING_WORDS.paragraphSpacing,
    step: 0.1,
  }),
  numberSetting({
    name: 'firstLineIndent',
    ...SETTING_WORDS.firstLineIndent,
    step: 0.25,
  }),
];
