import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildDiff } from '../../../../src/core/proposals/patch/build-diff.ts';
import { planPatch } from '../../../../src/core/proposals/patch/plan-patch.ts';
import { applyChange } from '../../../../src/core/text/splice.ts';

const PIECES = [
  'The rain fell on the house. ',
  'She waited.',
  '“Who’s there?” ',
  '"Who\'s there?" ',
  'Refrain, refrain.',
  'a',
  ' ',
  '...',
  '[rest unchanged]',
  '--- x',
  '+++ y',
  '@@ -1 +1 @@',
  '\\ No newline at end of file',
  '<<<<<<< SEARCH',
  '*** Begin Patch',
  '```',
  '\r',
  '\u2028',
  '\ud83c',
  '\udff0',
  '🏰',
  '\\n',
  '\ufeff',
  'a\u0308',
];

const anyPiece = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...PIECES) },
  fc.string({ unit: 'binary' }),
);
/** A paragraph, an empty line, or something that looks like a part of a diff. */
const anyLine = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('Refrain, refrain.', 'She waited.', 'The rain fell on the house.'),
  },
  fc.array(anyPiece, { maxLength: 4 }).map((pieces) => pieces.join('')),
);
const anyText = fc.array(anyLine, { maxLength: 30 }).map((lines) => lines.join('\n'));

/** A text, and one made of it by a few changes to its lines. */
const anyPair = fc.oneof(
  fc.tuple(anyText, anyText),
  fc
    .tuple(
      fc.array(anyLine, { maxLength: 60 }),
      fc.array(fc.record({ at: fc.nat(60), count: fc.nat(2), lines: fc.array(anyLine, { maxLength: 2 }) }), {
        minLength: 1,
        maxLength: 4,
      }),
    )
    .map(([lines, changes]): [string, string] => {
      const changed = [...lines];
      for (const { at, count, lines: added } of changes) changed.splice(at, count, ...added);
      return [lines.join('\n'), changed.join('\n')];
    }),
);

function patched(text: string, answer: string): string | { readonly reason: string } {
  const plan = planPatch(text, answer, true);
  return 'edits' in plan ? applyChange(text, plan.edits) : { reason: plan.refusal.reason };
}

describe('a diff of two texts', () => {
  it('makes one of the other, whatever they contain', () => {
    fc.assert(
      fc.property(anyPair, ([original, updated]) => {
        const diff = buildDiff(original, updated);
        if (original === updated) expect(diff).toBe('');
        else expect(patched(original, diff)).toBe(updated);
      }),
    );
  });

  it('is the same in a fence after prose', () => {
    fc.assert(
      fc.property(anyPair, ([original, updated]) => {
        fc.pre(original !== updated);
        const answer = `Here you are:\n\n\`\`\`diff\n${buildDiff(original, updated)}\`\`\`\n\nThat is all.`;
        expect(patched(original, answer)).toBe(updated);
      }),
    );
  });

  it('is the same in JSON', () => {
    fc.assert(
      fc.property(anyPair, ([original, updated]) => {
        fc.pre(original !== updated);
        const answer = JSON.stringify({ action: 'patch', diff: buildDiff(original, updated) });
        expect(patched(original, answer)).toBe(updated);
      }),
    );
  });

  it('by another program does the same, if nothing in it looks like a slip', () => {
    const anyProse = fc.array(
      fc.constantFrom('', 'She waited.', 'Refrain, refrain.', '“Who’s there?”', 'Rain.', '-- a rule'),
      {
        maxLength: 20,
      },
    );
    fc.assert(
      fc.property(anyProse, anyProse, (oldLines, newLines) => {
        const [original, updated] = [oldLines.join('\n'), newLines.join('\n')];
        fc.pre(original !== updated);
        const diff = buildDiff(original, updated).replace(/\+\+\+ edited.*/, '+++ b/story.txt');
        const isAmongBlanks = (hunk: string) => !/^[- ].*\S/m.test(hunk.replace(/^.*\n/, ''));
        // A number of a line is taken for a guess where nothing else says where it is.
        fc.pre(
          original.trim() === '' ||
            !diff
              .split(/^(?=@@)/m)
              .slice(1)
              .some(isAmongBlanks),
        );
        const result = patched(original, diff);
        // Only the blank line of a removed paragraph may go too.
        const withoutBlank = (text: unknown) => String(text).replaceAll(/\n+/g, '\n').trim();
        expect(withoutBlank(result)).toBe(withoutBlank(updated));
      }),
    );
  });
});
