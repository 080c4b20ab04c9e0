import { choiceSetting, numberSetting, type Setting } from './setting-kinds.tsx';
import styles from './typography.module.css';

/** A font's name, set in that font. */
function FontName({ family, children }: { readonly family: string; readonly children: string }) {
  return (
    <span className={styles.font} data-family={family}>
      {children}
    </span>
  );
}

/** The typography of the manuscript. */
export const typography: readonly Setting[] = [
  choiceSetting({
    name: 'font',
    label: 'Font',
    sentence: 'Literata and Source Sans come with Aspen Grove; the others are your computer’s.',
    wide: true,
    options: [
      { value: 'literata', text: <FontName family="literata">Literata</FontName> },
      { value: 'source-sans', text: <FontName family="source-sans">Source Sans</FontName> },
      { value: 'serif', text: <FontName family="serif">Serif</FontName> },
      { value: 'sans', text: <FontName family="sans">Sans</FontName> },
      { value: 'mono', text: <FontName family="mono">Typewriter</FontName> },
    ],
  }),
  numberSetting({
    name: 'textSize',
    label: 'Size',
    sentence: 'The size of the letters.',
    step: 1,
    unit: 'px',
  }),
  numberSetting({
    name: 'measure',
    label: 'Line length',
    sentence: 'About how many characters fit on a line if the window is wide enough.',
    step: 1,
    unit: 'characters',
  }),
  numberSetting({
    name: 'leading',
    label: 'Line spacing',
    sentence: 'The distance from line to line, as a multiple of the size.',
    step: 0.05,
    unit: '× size',
  }),
  numberSetting({
    name: 'paragraphSpacing',
    label: 'Space between paragraphs',
    sentence: 'The extra space before a new paragraph.',
    step: 0.1,
    unit: 'lines',
  }),
  numberSetting({
    name: 'firstLineIndent',
    label: 'First-line indent',
    sentence: 'How far the first line of a paragraph is indented.',
    step: 0.25,
    unit: 'em',
  }),
];
