import type { Preferences } from '../../session/settings/preferences-session.ts';

interface Typeface {
  /** A family of `tokens.css`. */
  readonly family: string;
  /** Width of a character of English prose, on the average, as a part of the size. */
  readonly width: number;
}

const TYPEFACES: Readonly<Record<Preferences['font'], Typeface>> = {
  literata: { family: 'var(--font-literata)', width: 0.46 },
  'source-sans': { family: 'var(--font-source-sans)', width: 0.42 },
  serif: { family: 'var(--font-serif)', width: 0.43 },
  sans: { family: 'var(--font-sans)', width: 0.46 },
  mono: { family: 'var(--font-mono)', width: 0.6 },
};

type Typography = Pick<
  Preferences,
  'font' | 'textSize' | 'measure' | 'leading' | 'paragraphSpacing' | 'firstLineIndent'
>;

/** Sets a manuscript as the writer prefers: the variables that `editor/theme.ts` and the styles around it read. */
export function setTypography(element: HTMLElement, typography: Typography): void {
  const { font, textSize, measure, leading, paragraphSpacing, firstLineIndent } = typography;
  const { family, width } = TYPEFACES[font];
  const variables = {
    '--font-manuscript': family,
    '--manuscript-size': `${textSize}px`,
    '--manuscript-leading': String(leading),
    '--measure': `${Math.round(measure * width * textSize)}px`,
    '--paragraph-spacing': `${paragraphSpacing * leading * textSize}px`,
    '--first-line-indent': `${firstLineIndent * textSize}px`,
  };
  for (const [name, value] of Object.entries(variables)) element.style.setProperty(name, value);
}
