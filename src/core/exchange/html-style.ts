import type { LegendEntry } from './author-style.ts';

/** The colours of `styles/tokens.css`, light and dark, copied because the page is self-contained. */
export const AUTHOR_PALETTE: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  blue: ['#0050f0', '#6090ff'],
  rust: ['#9c4c00', '#e77527'],
  green: ['#0c7044', '#6ca263'],
  violet: ['#84489c', '#a58ac0'],
  teal: ['#2c686c', '#48a299'],
  rose: ['#b02c6c', '#e76c93'],
  ochre: ['#755d0f', '#b7900f'],
  slate: ['#4e637b', '#8a96a8'],
};

const DEFAULT_COLOURS: readonly [light: string, dark: string] = ['#0050f0', '#6090ff'];

/** Underlines that distinguish authors without colour. Solid looks like a link, so it does not come first. */
const UNDERLINES = ['dotted', 'dashed', 'solid', 'double', 'wavy'] as const;

/** The style sheet of the page: the typography of the manuscript, both themes, and print. */
export function pageStyle(legend: readonly LegendEntry[]): string {
  const marked = legend.filter(({ className }) => className !== null);
  const colours = (theme: 0 | 1) =>
    marked
      .map(
        ({ className, colour }) =>
          `  --${className}: ${(AUTHOR_PALETTE[colour ?? ''] ?? DEFAULT_COLOURS)[theme]};\n`,
      )
      .join('');
  const rules = marked.map(({ className, order }) => {
    const underline = UNDERLINES[order % UNDERLINES.length] ?? 'dotted';
    const width = order < UNDERLINES.length ? '0.08em' : '0.16em';
    return `.${className} { color: var(--${className}); text-decoration: underline ${underline} ${width}; }\n`;
  });
  return `${BASE_SHEET.replace('/* light */\n', colours(0)).replace('/* dark */\n', colours(1))}${rules.join('')}`;
}

const BASE_SHEET = `:root {
  color-scheme: light;
  --paper: #fcfaf5;
  --ink: #24211c;
  --ink-soft: #5f594f;
  --rule: #e4ded1;
  --code: #f5f2ea;
  --serif: Literata, Georgia, "Noto Serif", serif;
/* light */
}
@media screen and (prefers-color-scheme: dark) {
:root {
  color-scheme: dark;
  --paper: #1b1a18;
  --ink: #f0ebe0;
  --ink-soft: #aaa397;
  --rule: #302d29;
  --code: #161513;
/* dark */
}
}
html { background: var(--paper); }
body { margin: 0; color: var(--ink); font: 1.1875rem/1.7 var(--serif); text-underline-offset: 0.22em; text-decoration-skip-ink: none; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
main { max-width: 38rem; margin: 0 auto; padding: 4rem 1.5rem; overflow-wrap: break-word; }
h1, h2, h3, h4, h5, h6 { margin: 2.5em 0 1em; font-weight: 600; line-height: 1.3; break-after: avoid; text-wrap: balance; }
h1 { font-size: 1.9em; }
h2 { font-size: 1.5em; }
h3 { font-size: 1.2em; }
h4, h5, h6 { font-size: 1em; }
header h1, article > :first-child { margin-top: 0; }
.unseen { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }
p { margin: 0; text-indent: 1.5em; white-space: pre-wrap; orphans: 2; widows: 2; }
p.opening { margin-top: 1em; text-indent: 0; }
h1 + p.opening, h2 + p.opening, h3 + p.opening, h4 + p.opening, h5 + p.opening, h6 + p.opening { margin-top: 0; }
hr { margin: 2em 0; border: 0; color: var(--ink-soft); text-align: center; }
hr::before { content: "* * *"; letter-spacing: 0.2em; }
hr + p.opening { margin-top: 0; }
footer { margin-top: 4rem; padding-top: 1rem; border-top: 1px solid var(--rule); font-size: 0.8em; break-inside: avoid; }
footer h2 { margin: 0 0 0.5em; font-size: 1em; }
footer ul { margin: 0; padding: 0; list-style: none; }
small { color: var(--ink-soft); font-size: 1em; }
@page { margin: 22mm 25mm 25mm; @bottom-center { content: counter(page); font: 9pt Georgia, serif; } }
@media print {
:root { --paper: #fff; --ink: #000; --ink-soft: #444; --rule: #999; --code: #fff; }
body { font-size: 11.5pt; line-height: 1.5; }
main { max-width: none; padding: 0; }
}
`;
