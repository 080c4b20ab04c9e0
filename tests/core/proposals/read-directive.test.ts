import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DIRECTIVE_ACTIONS } from '../../../src/core/proposals/directive.ts';
import { readDirective } from '../../../src/core/proposals/read-directive.ts';

const VERSION = '9f2c41d0a7be';
const DIFF = '@@ -1 +1 @@\n-a\n+b';

/** `field code`, or `field (as sent) code`, for each problem. */
function problemsOf(input: unknown): readonly string[] {
  return (readDirective(input).problems ?? []).map(({ field, sentAs, code }) =>
    field === sentAs ? `${field} ${code}` : `${field} (${sentAs}) ${code}`,
  );
}

describe('a directive', () => {
  test('is read with every field', () => {
    expect(
      readDirective({
        action: 'replace',
        version: VERSION.toUpperCase(),
        content: '',
        target_range: { start: 2, end: 5 },
        selection_fingerprint: 'AB12CD34',
        rationale: ' Shorter. ',
      }).directive,
    ).toEqual({
      action: 'replace',
      version: VERSION,
      content: '',
      range: { from: 2, to: 5 },
      fingerprint: 'ab12cd34',
      rationale: 'Shorter.',
    });
  });

  test('may leave out what has a default, or say null', () => {
    for (const action of ['insert', 'replace', 'annotate'] as const) {
      const plain = {
        action,
        version: null,
        content: 'x',
        range: null,
        fingerprint: null,
        rationale: null,
      };
      expect(readDirective({ action, content: 'x' }).directive).toEqual(plain);
      expect(
        readDirective({ action, content: 'x', diff: null, target_range: null, document_version: null })
          .directive,
      ).toEqual(plain);
    }
  });

  test('names its version by any alias', () => {
    for (const name of ['document_version', 'snapshot_version', 'version', 'document_digest']) {
      expect(readDirective({ action: 'patch', diff: DIFF, [name]: VERSION }).directive).toEqual({
        action: 'patch',
        version: VERSION,
        diff: DIFF,
        rationale: null,
      });
    }
  });

  test('may name it twice, if both agree', () => {
    const both = { action: 'patch', diff: DIFF, version: VERSION, document_version: `${VERSION}00` };
    expect(readDirective(both).directive).toMatchObject({ version: `${VERSION}00` });
    expect(problemsOf({ ...both, document_digest: '0123456789ab' })).toEqual([
      'document_version (document_digest) contradictory',
    ]);
  });

  test('that is a patch ignores the fingerprint', () => {
    const patch = { action: 'patch', document_version: VERSION, diff: DIFF, selection_fingerprint: 7 };
    expect(problemsOf(patch)).toEqual([]);
  });

  test('takes a range as two numbers', () => {
    const read = readDirective({ action: 'annotate', content: 'x', target_range: [3, 8] });
    expect(read.directive).toMatchObject({ range: { from: 3, to: 8 } });
  });
});

describe('a directive is refused', () => {
  test.each<[object, readonly string[]]>([
    [{ action: 'patch' }, ['document_version missing', 'diff missing']],
    [{ action: 'patch', version: VERSION, diff: ' \n' }, ['diff blank']],
    [{ action: 'patch', version: 'latest', diff: DIFF }, ['document_version (version) malformed']],
    [{ action: 'patch', version: VERSION.slice(1), diff: DIFF }, ['document_version (version) malformed']],
    [
      { action: 'patch', version: VERSION, diff: DIFF, content: '', target_range: [0, 1] },
      ['content forbidden', 'target_range forbidden'],
    ],
    [{ action: 'insert', content: 'x', diff: DIFF }, ['diff forbidden']],
    [{ action: 'replace', diff: '' }, ['diff forbidden', 'content missing']],
    [{ action: 'insert', content: '' }, ['content blank']],
    [{ action: 'annotate', content: '\n' }, ['content blank']],
    [{ action: 'insert', content: ['x'] }, ['content wrong_type']],
    [{ action: 'insert', content: 'x', target_range: [1, 2] }, ['target_range not_empty']],
    [{ action: 'replace', content: 'x', target_range: [2, 1] }, ['target_range reversed']],
    [{ action: 'replace', content: 'x', target_range: { from: 1, to: 2 } }, ['target_range wrong_type']],
    [{ action: 'replace', content: 'x', target_range: [-1, 2] }, ['target_range wrong_type']],
    [{ action: 'replace', content: 'x', target_range: [0, 1.5] }, ['target_range wrong_type']],
    [{ action: 'replace', content: 'x', target_range: [0, 1, 2] }, ['target_range wrong_type']],
    [{ action: 'replace', content: 'x', version: 12 }, ['document_version (version) wrong_type']],
    [
      { action: 'replace', content: 'x', selection_fingerprint: 'the old text', rationale: 'x'.repeat(501) },
      ['selection_fingerprint malformed', 'rationale too_long'],
    ],
    [{ action: 'erase', content: 'x' }, ['action unknown']],
    [{ content: 'x' }, ['action missing']],
    [{ action: 'toString' }, ['action unknown']],
  ])('%j', (input, problems) => {
    expect(problemsOf(input)).toEqual(problems);
  });

  test('if it is no object', () => {
    for (const input of [null, [], 'patch', 7]) expect(problemsOf(input)).toEqual(['action not_object']);
  });

  test('or read, whatever it is', () => {
    const anyInput = fc.record(
      {
        action: fc.oneof(fc.constantFrom(...DIRECTIVE_ACTIONS), fc.anything()),
        version: fc.oneof(fc.constant(VERSION), fc.anything()),
        diff: fc.oneof(fc.constant(DIFF), fc.anything()),
        content: fc.oneof(fc.string(), fc.anything()),
        target_range: fc.anything(),
        selection_fingerprint: fc.anything(),
        rationale: fc.oneof(fc.string(), fc.anything()),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(anyInput, fc.anything()), (input) => {
        const { directive, problems } = readDirective(input);
        expect(directive === null).toBe((problems ?? []).length > 0);
      }),
    );
  });
});

describe('a rationale', () => {
  const read = (rationale: string) =>
    readDirective({ action: 'insert', content: 'x', rationale }).directive?.rationale;

  test('keeps markup, right-to-left marks and accents as text', () => {
    const text = '<b>**Bold**</b> \u200fשלום\u200e e\u0301 🏰';
    expect(read(text)).toBe(text);
  });

  test('loses what would move or hide other text', () => {
    expect(read('a\u202eb\u2066c\u0000d\u001b[31m')).toBe('abcd[31m');
    expect(read('one\r\n\ttwo\u2028three')).toBe('one two three');
    expect(read('\n\u0000')).toBeNull();
  });

  test('may have 500 code units', () => {
    expect(read('x'.repeat(500))).toHaveLength(500);
  });
});
