import { describe, expect, it } from 'vitest';
import { wholeSpans } from '../../../src/core/text/span.ts';
import { mergeText } from '../../../src/renderer/editor/path/merge-text.ts';
import { letters, MODEL, WRITER } from './open-manuscript.ts';

describe('a text that a step and others changed', () => {
  it.each([
    // The text that both changed, what the step made of it, what others made of it, and both.
    ['Once', 'Once', 'Once more', 'Once more', 'wwwwmmmmm'],
    ['a castle', 'a big castle', 'a castle stood', 'a big castle stood', 'wwwwwwwwwwwwmmmmmm'],
    ['a big castle', 'a castle', 'a big castle stood', 'a castle stood', 'wwwwwwwwmmmmmm'],
    ['a big castle', 'a castle', 'a castle', 'a castle', 'wwwwwwww'],
    ['a castle', 'a big castle', 'a big castle', 'a big castle', 'wwwwwwwwwwww'],
    ['a castle', 'a big castle', 'a big, old castle', 'a big, old castle', 'wwwwwmmmmmwwwwwww'],
    ['a castle', 'a castle stood', '', ' stood', 'wwwwww'],
    ['a', 'a🌲', 'a🌳', 'a🌳🌲', 'wmmww'],
  ])('“%s” as “%s” and “%s” is “%s”', (old, step, theirs, text, authors) => {
    const by = (agent: typeof WRITER, made: string) => ({
      text: made,
      spans: wholeSpans(agent, made.length),
    });
    const merged = mergeText(old, by(WRITER, step), by(MODEL, theirs));
    expect(merged.text).toBe(text);
    expect(letters(merged.spans)).toBe(authors);
  });
});
