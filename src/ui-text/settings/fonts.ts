/** The fonts of the manuscript, by the values of their preference. */
export const FONTS = {
  literata: 'Literata',
  'source-sans': 'Source Sans',
  serif: 'Serif',
  sans: 'Sans',
  mono: 'Typewriter',
} as const;
