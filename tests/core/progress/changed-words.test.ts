import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AgentId } from '../../../src/core/ids.ts';
import { countAddedWords, countWordsByAuthor } from '../../../src/core/progress/changed-words.ts';
import { countWords } from '../../../src/core/text/count-words.ts';
import type { SpannedText } from '../../../src/core/text/span.ts';

const MARA = 'M' as AgentId;
const OAK = 'O' as AgentId;

/** `by([MARA, 'The lamp '], [OAK, 'burned.'])` */
function by(...runs: readonly (readonly [AgentId, string])[]): SpannedText {
  return {
    text: runs.map(([, text]) => text).join(''),
    spans: runs.map(([agent, { length }]) => ({ agent, length })),
  };
}

const added = (before: SpannedText | null, after: SpannedText) =>
  Object.fromEntries(countAddedWords(before, after));

describe('words added to a text', () => {
  test('are all of it where it was edited from nothing, by author', () => {
    expect(added(null, by([MARA, 'The lamp bur'], [OAK, 'ned. It rained.']))).toEqual({ M: 3, O: 2 });
  });

  test('are those that begin in what was typed', () => {
    const before = by([MARA, 'The lamp burned.']);
    expect(added(before, by([MARA, 'The lamp burned. It rai']))).toEqual({ M: 2 });
    expect(added(by([MARA, 'The la']), by([MARA, 'The lamp']))).toEqual({});
    expect(added(before, by([MARA, 'The old lamp burned low.']))).toEqual({ M: 2 });
    expect(added(before, by([MARA, 'The '], [OAK, 'light'], [MARA, ' burned.']))).toEqual({ O: 1 });
  });

  test('are none where text was only removed, and a beginning that a split shows adds none', () => {
    expect(added(by([MARA, 'The lamp burned.']), by([MARA, 'The lamp']))).toEqual({});
  });
});

test('added words are never more than a text has, and authors’ words are those of the text', () => {
  const runs = fc.array(
    fc.tuple(
      fc.constantFrom(MARA, OAK),
      fc.constantFrom('the ', 'lamp', ' burned.\n', '灯', '’s', '-', '🏮 ', 'สวัสดี '),
    ),
    { maxLength: 12 },
  );
  const sum = (counts: ReadonlyMap<AgentId, number>) =>
    [...counts.values()].reduce((all, one) => all + one, 0);
  fc.assert(
    fc.property(runs, runs, (old, now) => {
      const [before, after] = [by(...old), by(...now)];
      expect(sum(countWordsByAuthor(after))).toBe(countWords(after.text));
      const words = countWordsByAuthor(after);
      for (const [agent, count] of countAddedWords(before, after)) {
        expect(count).toBeLessThanOrEqual(words.get(agent) ?? 0);
      }
      expect(sum(countAddedWords(after, after))).toBe(0);
    }),
  );
});
