import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AUTHOR_COLOURS } from '../../src/renderer/editor/author-looks.ts';
import { contrast, difference, type Sight, seenBy } from '../helpers/colour.ts';

/** Computed from `tokens.css`: what is written must be read, whoever wrote it (`interface.md`, *Looks*). */

const css = readFileSync('src/renderer/styles/tokens.css', 'utf8');
const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** The first value of a token: what stands in the media queries is for those who ask for more. */
function token(name: string, theme: Theme): string {
  const found = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css);
  const value = found?.[theme === 'light' ? 1 : 2];
  if (value === undefined) throw new Error(`no token --${name}`);
  return value;
}

const papers = ['paper', 'paper-side', 'paper-raised', 'paper-hover'] as const;

/**
 * Differences are CIEDE2000: 1 is just seen side by side in large patches, and thin strokes want several times that. 10 is
 * about what two neighbouring hues of a good map differ by. Blue-yellow blindness, one in ten thousand, is not promised:
 * for it, and whenever eight colours are too many, there are the underlines.
 */
const APART = 10;

describe.each(themes)('in the %s theme', (theme) => {
  const authors = AUTHOR_COLOURS.map((name) => [name, token(`author-${name}`, theme)] as const);

  it.each(authors)('the author %s stands 4.5:1 on every paper and on a selection', (_name, colour) => {
    for (const paper of [...papers, 'selection']) {
      expect(contrast(colour, token(paper, theme)), `on ${paper}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('text, quiet text and what focus mode dims stand 4.5:1 on paper', () => {
    for (const ink of ['ink', 'ink-soft', 'ink-dim']) {
      expect(contrast(token(ink, theme), token('paper', theme)), ink).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('underlines stand 3:1 on paper', () => {
    expect(contrast(token('rule-strong', theme), token('paper', theme))).toBeGreaterThanOrEqual(3);
  });

  it.each<Sight>(['all colours', 'no red', 'no green'])(
    'authors are told apart from one another and from the writer by eyes for %s',
    (sight) => {
      const seen = [...authors, ['the writer', token('ink', theme)] as const].map(
        ([name, colour]) => [name, seenBy(sight, colour)] as const,
      );
      for (const [i, [name, colour]] of seen.entries()) {
        for (const [other, otherColour] of seen.slice(i + 1)) {
          expect(difference(colour, otherColour), `${name} and ${other}`).toBeGreaterThanOrEqual(APART);
        }
      }
    },
  );
});
