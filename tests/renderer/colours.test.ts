import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TAG_COLORS } from '../../src/core/tags/tag.ts';
import { AGENT_COLOURS, isUnderlined } from '../../src/core/tree/agent.ts';
import { contrast, difference, type Sight, seenBy } from '../helpers/colour.ts';

/** Computed from `tokens.css`: agents' text must be readable, and seen to be an agent's (`interface.md`, *Looks*). */

const css = readFileSync('src/renderer/styles/tokens.css', 'utf8');
const ofContrast = css.slice(css.indexOf('[data-contrast="more"]'));

/** High contrast is black on white or white on black, following the computer's light or dark setting. */
const themes = [
  { name: 'light', rules: css, value: 1, text: 4.5 },
  { name: 'dark', rules: css, value: 2, text: 4.5 },
  { name: 'high contrast, light', rules: ofContrast, value: 1, text: 7 },
  { name: 'high contrast, dark', rules: ofContrast, value: 2, text: 7 },
] as const;
type Theme = (typeof themes)[number];

/** The first value of a token in the rules of a theme. */
function token(name: string, { rules, value: which, name: theme }: Theme): string {
  const found = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(rules);
  const value = found?.[which];
  if (value === undefined) throw new Error(`no token --${name} in ${theme}`);
  return value;
}

const papers = ['paper', 'paper-side', 'paper-raised', 'paper-hover', 'paper-past'] as const;
/** Backgrounds of text while it is pointed at or selected. */
const passing: ReadonlySet<string> = new Set(['paper-hover', 'selected']);
/** Of an agent's colour: least contrast with the ink, and with what it is on. */
const AGENT_CONTRAST = { ink: 2.5, paper: 4.5 } as const;

/**
 * Differences are CIEDE2000: 1 is just noticeable in large adjacent patches, and thin strokes need several times that.
 * Neighbouring hues of a good map differ by about 10. Blue-yellow blindness, one in ten thousand, is not covered; for
 * it, and whenever six colours are too many, there are underlines.
 */
const APART = 10;

describe.each(themes)('in the theme $name', (theme) => {
  const agents = AGENT_COLOURS.map((name) => [name, token(`author-${name}`, theme)] as const);

  it.each(agents)(
    'the words of an agent with the colour %s are not taken for the writer’s',
    (_name, colour) => {
      expect(contrast(colour, token('ink', theme))).toBeGreaterThanOrEqual(AGENT_CONTRAST.ink);
      // Nor a button for a model's words.
      expect(contrast(colour, token('accent', theme))).toBeGreaterThanOrEqual(AGENT_CONTRAST.ink);
    },
  );

  it.each(agents)('the agent’s colour %s is readable on every paper and on selections', (_name, colour) => {
    for (const paper of [...papers, 'selected']) {
      const least = passing.has(paper) ? AGENT_CONTRAST.paper : theme.text;
      expect(contrast(colour, token(paper, theme)), `on ${paper}`).toBeGreaterThanOrEqual(least);
    }
  });

  it.each(TAG_COLORS)('the sign of a tag with the colour %s is readable wherever it stands', (name) => {
    for (const paper of [...papers, 'selected'])
      expect(
        contrast(token(`tag-${name}`, theme), token(paper, theme)),
        `on ${paper}`,
      ).toBeGreaterThanOrEqual(4.5);
  });

  it('text, quiet text and text dimmed by focus mode are readable on paper', () => {
    for (const ink of ['ink', 'ink-soft', 'ink-dim', 'accent', 'danger', 'good']) {
      expect(contrast(token(ink, theme), token('paper', theme)), ink).toBeGreaterThanOrEqual(theme.text);
    }
  });

  it('selected text and filled buttons are readable', () => {
    const inks =
      theme.text === 7 ? ['selection-ink'] : ['ink', ...AGENT_COLOURS.map((name) => `author-${name}`)];
    for (const ink of inks) {
      expect(contrast(token(ink, theme), token('selection', theme)), ink).toBeGreaterThanOrEqual(theme.text);
    }
    for (const accent of ['accent', 'accent-hover']) {
      const stands = contrast(token('accent-ink', theme), token(accent, theme));
      expect(stands, accent).toBeGreaterThanOrEqual(theme.text);
    }
  });

  it('found text is readable, agents’ too', () => {
    const inks = theme.text === 7 ? ['found-ink'] : ['ink', ...AGENT_COLOURS.map((name) => `author-${name}`)];
    for (const ink of inks) {
      for (const mark of ['found', 'found-current'])
        expect(contrast(token(ink, theme), token(mark, theme)), `${ink} on ${mark}`).toBeGreaterThanOrEqual(
          theme.text,
        );
    }
  });

  it('the focus ring has 3:1 contrast on every paper', () => {
    for (const paper of papers) {
      expect(contrast(token('focus', theme), token(paper, theme)), paper).toBeGreaterThanOrEqual(3);
    }
  });

  it('scroll bars have 3:1 contrast on every paper that scrolls', () => {
    for (const paper of ['paper', 'paper-side', 'paper-raised', 'paper-past'])
      expect(contrast(token('scrollbar', theme), token(paper, theme)), paper).toBeGreaterThanOrEqual(3);
  });

  it('underlines have 3:1 contrast on paper', () => {
    expect(contrast(token('rule-strong', theme), token('paper', theme))).toBeGreaterThanOrEqual(3);
  });

  it.each<Sight>(['all colours', 'no red', 'no green'])(
    'agents are told apart from one another and from the writer by eyes for %s',
    (sight) => {
      const writer = ['the writer', token('ink', theme)] as const;
      // An underlined colour is told from a plain one by its underline.
      for (const underlined of [false, true]) {
        const group = agents.filter(([name]) => isUnderlined(name) === underlined);
        const seen = [...group, writer].map(([name, colour]) => [name, seenBy(sight, colour)] as const);
        for (const [i, [name, colour]] of seen.entries()) {
          for (const [other, otherColour] of seen.slice(i + 1)) {
            expect(difference(colour, otherColour), `${name} and ${other}`).toBeGreaterThanOrEqual(APART);
          }
        }
      }
    },
  );
});

it('six colours are plain, and from the seventh agent on they are underlined', () => {
  expect(AGENT_COLOURS.map(isUnderlined)).toEqual([...Array(6).fill(false), ...Array(2).fill(true)]);
  for (const colour of AGENT_COLOURS) {
    const [, rule = ''] = new RegExp(`\\[data-colour="${colour}"\\] \\{([^}]*)\\}`).exec(css) ?? [];
    expect(rule, colour).toContain(`--author: var(--author-${colour})`);
    expect(rule.includes('--author-underline'), colour).toBe(isUnderlined(colour));
  }
});
