import { describe, expect, test } from 'vitest';
import { formatCommandError } from '../../src/core/commands/command-error.ts';
import { directiveProblem } from '../../src/core/proposals/directive.ts';
import type { PatchRefusal } from '../../src/core/proposals/proposal.ts';
import { readDirective } from '../../src/core/proposals/read-directive.ts';
import { conflictError, editDoesNotFit } from '../../src/ui-text/proposals.ts';

const refusal: PatchRefusal = {
  reason: 'context_mismatch',
  hunk: 2,
  hunks: 3,
  header: '@@ -4,2 +4,2 @@',
  expected: 'The king slept.\nHe snored.',
  actual: 'The queen slept.',
};

describe('a patch that does not fit', () => {
  test('tells its agent where, why and what to do', () => {
    expect(
      formatCommandError(conflictError({ refusal, given: '9f2c41d0a7be', current: '0123456789ab' })),
    ).toBe(
      [
        '✗ CONFLICT: hunk 2 of 3 does not fit version 9f2c41d0a7be (context_mismatch)',
        '  header: @@ -4,2 +4,2 @@',
        '  expected:',
        '    The king slept.',
        '    He snored.',
        '  actual:',
        '    The queen slept.',
        '  current version: 0123456789ab',
        '  hint: take a new snapshot, and copy unchanged words exactly',
      ].join('\n'),
    );
  });

  test('leaves out what is not known', () => {
    const whole: PatchRefusal = {
      reason: 'stale_version',
      hunk: null,
      hunks: 0,
      header: null,
      expected: null,
      actual: null,
    };
    expect(formatCommandError(conflictError({ refusal: whole, given: '9f2c41d0a7be', current: null }))).toBe(
      '✗ CONFLICT: the edit does not fit version 9f2c41d0a7be (stale_version)\n  hint: take a new snapshot',
    );
  });

  test('tells the writer that nothing was changed', () => {
    expect(editDoesNotFit('Muse', 'ambiguous')).toEqual({
      sentence: 'Muse’s edit does not fit the text. Nothing was changed.',
      detail: 'It may mean several places.',
    });
  });
});

test.each<[object, readonly string[]]>([
  [
    { action: 'patch', diff: '-a\n+b', content: 'b' },
    [
      'document_version is missing for patch: send the document_version of your snapshot, or 12 or more of its first digits',
      'content does not belong to patch: send the change as text in diff',
    ],
  ],
  [
    { action: 'replace', content: 'b', version: 'latest' },
    [
      'version is not hexadecimal digits of the right number: send the document_version of your snapshot, or 12 or more of its first digits',
    ],
  ],
  [
    { action: 'insert', content: 'b', rationale: 'x'.repeat(501) },
    ['rationale is longer than 500 characters: send a sentence as text, or leave it out'],
  ],
  [{ action: 'erase' }, ['action is unknown: send insert, replace, annotate or patch']],
])('the problems of %j', (input, sentences) => {
  expect((readDirective(input).problems ?? []).map(directiveProblem)).toEqual(sentences);
});
