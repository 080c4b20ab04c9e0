import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BlockOp } from '../../../src/core/history/block.ts';
import type { History } from '../../../src/core/history/history.ts';
import { readHistory as readInSteps } from '../../../src/core/history/read-history.ts';
import { verifyHistory } from '../../../src/core/history/verify-history.ts';
import { writeHistory } from '../../../src/core/history/write-history.ts';
import { historyOf, paragraphs, someHistory } from '../../helpers/arbitrary-blocks.ts';

const OPS: readonly (readonly BlockOp[])[] = [
  [['insert', 0, [{ kind: 'heading', text: '# One' }, ...paragraphs('\n\nRain.')]]],
  [
    ['snip', 1, 2, paragraphs('\n\nRain.')],
    ['insert', 1, paragraphs('\n\nStorm.')],
  ],
];
const unframed = historyOf(OPS);
const hashes = unframed.layers.map(({ hash }) => hash);
const [first = '', second = ''] = hashes;
const history: History = {
  ...unframed,
  keyframes: unframed.layers.slice(0, 1).map(({ hash }) => ({
    hash,
    position: 0,
    blocks: [{ kind: 'heading', text: '# One' }, ...paragraphs('\n\nRain.')],
  })),
};
const written = fileOf(history);

function readHistory(json: string) {
  const steps = readInSteps(json);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

describe('the file of a history', () => {
  test('is written in the shape of the source document', () => {
    expect(JSON.parse(written)).toEqual({
      slug: 'the-storm',
      dimension: 'versions',
      deltas: [
        {
          parent: null,
          ops: [
            [
              'insert',
              0,
              [
                { kind: 'heading', text: '# One' },
                { kind: 'paragraph', text: '\n\nRain.' },
              ],
            ],
          ],
          hash: first,
          ts: '1970-01-01T00:00:00.000Z',
        },
        {
          parent: first,
          ops: [
            ['snip', 1, 2, [{ kind: 'paragraph', text: '\n\nRain.' }]],
            ['insert', 1, [{ kind: 'paragraph', text: '\n\nStorm.' }]],
          ],
          hash: second,
          ts: '1970-01-02T00:00:00.001Z',
        },
      ],
      snapshots: [
        {
          hash: first,
          position: 0,
          tokens: [
            { kind: 'heading', text: '# One' },
            { kind: 'paragraph', text: '\n\nRain.' },
          ],
        },
      ],
      head: second,
    });
  });

  test('is read as what was written, and then written as it was', () => {
    fc.assert(
      fc.property(someHistory, ({ history: some }) => {
        const file = fileOf(some);
        const read = readVerified(file);
        expect(read).toEqual(some);
        expect(fileOf(read)).toBe(file);
      }),
    );
  });

  test.each<[string, string, string, string]>([
    ['a changed word', '"\\n\\nStorm."', '"\\n\\nCalm."', 'deltas[1].hash: it does not match'],
    ['a changed kind', '"heading"', '"paragraph"', 'deltas[0].hash: it does not match'],
    ['a changed position', '["insert",0,', '["insert",1,', 'deltas[0].hash: it does not match'],
    ['another parent', `"parent":"${first}"`, `"parent":"${second}"`, 'deltas[1].parent: it is not'],
    ['no first delta', '"parent":null', `"parent":"${second}"`, 'snapshots: there is none'],
    ['another head', `"head": "${second}"`, `"head": "${first}"`, 'head: it is not the hash of the last'],
    ['no head', `"head": "${second}"`, '"head": null', 'head: it is not the hash of the last'],
    [
      'another snapshot',
      '"tokens":[',
      '"tokens":[{"kind":"break","text":"#"},',
      'snapshots[0].tokens: they are not',
    ],
    [
      'a snapshot elsewhere',
      '"position":0',
      '"position":1',
      'snapshots[0].hash: it is not that of the delta at 1',
    ],
    [
      'a snapshot of nothing',
      '"position":0',
      '"position":2',
      'snapshots[0].position: there is no delta at 2',
    ],
    [
      'a negative position',
      '"position":0',
      '"position":-1',
      'snapshots[0].position: it is not a whole number',
    ],
    ['an unknown kind', '"heading"', '"chapter"', 'deltas[0].ops[0][2][0].kind: it is none of heading'],
    ['a text that is none', '"# One"', '1', 'deltas[0].ops[0][2][0].text: it is not a text'],
    ['an unknown op', '["insert",0,', '["move",0,', 'deltas[0].ops[0]: it is neither'],
    ['half an index', '["insert",0,', '["insert",0.5,', 'deltas[0].ops[0][1]: it is not a whole number'],
    ['a short hash', first, first.slice(1), 'deltas[0].hash: it is not a SHA-256'],
    ['no day', '1970-01-02', '1970-02-30', 'deltas[1].ts: it is not a time'],
    ['an unknown dimension', '"versions"', '"drafts"', 'dimension: it is none of versions'],
    ['no title', '"slug": "the-storm"', '"slug": null', 'slug: it is not a text'],
    ['no deltas', '"deltas":', '"changes":', 'deltas: it is not a list'],
    ['half a file', '"head":', '"he', 'the file: it is not JSON'],
    ['another file', written, '[]', 'the file: it is not an object'],
    [
      'endless lists',
      '"head":',
      `"more": ${'['.repeat(200)}${']'.repeat(200)}, "head":`,
      'nested too deeply',
    ],
  ])('is refused with %s', (_what, from, to, detail) => {
    expect(written).toContain(from);
    expect(() => readVerified(written.replace(from, to))).toThrow(refusal(detail));
  });

  test('is refused with a snip that does not say what it removes', () => {
    const file = written.replace(/\["snip",1,2,\[.*?\]\]/, '["snip",1,2]');
    expect(() => readVerified(file)).toThrow(refusal('deltas[1].ops[0]: it is neither'));
  });

  test.each<[string, BlockOp, string]>([
    ['an op out of range', ['insert', 3, []], 'deltas[2].ops: An insert at 3 reaches 3, after the last of 2'],
    [
      'a snip out of range',
      ['snip', 1, 3, paragraphs('\n\nStorm.', 'b')],
      'deltas[2].ops: A snip at 1 reaches 3',
    ],
    [
      'a snip that does not match',
      ['snip', 1, 2, paragraphs('a')],
      'deltas[2].ops: The blocks from 1 to 2 are not',
    ],
    ['a snip of fewer tokens', ['snip', 0, 1, []], 'deltas[2].ops: A snip from 0 to 1 removes 1'],
  ])('is refused with %s, though its hashes are right', (_what, op, detail) => {
    expect(() => readVerified(fileOf(historyOf([...OPS, [op]])))).toThrow(refusal(detail));
  });

  test('is refused with two snapshots of one position', () => {
    const twice = fileOf({ ...history, keyframes: [...history.keyframes, ...history.keyframes] });
    expect(() => readVerified(twice)).toThrow(refusal('snapshots[1].position: there is another'));
  });

  test('is read whatever else is in it', () => {
    const file = written.replace('"slug":', '"loom": { "ttl": null }, "slug":');
    expect(readVerified(file)).toEqual(history);
  });
});

function readVerified(file: string): History {
  const { history: read, head } = readHistory(file);
  expect([...verifyHistory(read, head)].length).toBeGreaterThanOrEqual(read.layers.length);
  return read;
}

function fileOf(some: History): string {
  return [...writeHistory(some)].join('');
}

function refusal(detail: string) {
  return expect.objectContaining({ code: 'INVALID_ARGUMENT', detail: expect.stringContaining(detail) });
}
