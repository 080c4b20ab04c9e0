import { amount, oneOf, type Setting } from './settings.tsx';
import styles from './typography.module.css';

/** A font's name, set in it. */
function FontName({ family, children }: { readonly family: string; readonly children: string }) {
  return (
    <span className={styles.font} data-family={family}>
      {children}
    </span>
  );
}

/** How the manuscript is set. */
export const typography: readonly Setting[] = [
  oneOf({
    name: 'font',
    label: 'Font',
    sentence: 'Literata and Source Sans come with the program; the others are this computer’s own.',
    wide: true,
    options: [
      { value: 'literata', text: <FontName family="literata">Literata</FontName> },
      { value: 'source-sans', text: <FontName family="source-sans">Source Sans</FontName> },
      { value: 'serif', text: <FontName family="serif">Serif</FontName> },
      { value: 'sans', text: <FontName family="sans">Sans</FontName> },
      { value: 'mono', text: <FontName family="mono">Typewriter</FontName> },
    ],
  }),
  amount({ name: 'textSize', label: 'Size', sentence: 'How large the letters are.', step: 1, unit: 'px' }),
  amount({
    name: 'measure',
    label: 'Line length',
    sentence: 'About how many characters fit on a line, where the window is wide enough.',
    step: 1,
    unit: 'characters',
  }),
  amount({
    name: 'leading',
    label: 'Line spacing',
    sentence: 'The distance from line to line, as a multiple of the size.',
    step: 0.05,
    unit: '× size',
  }),
  amount({
    name: 'paragraphSpacing',
    label: 'Space between paragraphs',
    sentence: 'How much more room there is before a new paragraph.',
    step: 0.1,
    unit: 'lines',
  }),
  amount({
    name: 'firstLineIndent',
    label: 'First line',
    sentence: 'How far the first line of a paragraph is set in.',
    step: 0.25,
    unit: 'em',
  }),
];
