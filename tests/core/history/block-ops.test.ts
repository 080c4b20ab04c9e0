import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Block, type BlockOp, invertOps } from '../../../src/core/history/block.ts';
import { applyOps } from '../../../src/core/history/block-change.ts';
import { rebase, squash } from '../../../src/core/history/rebase.ts';
import { applyOneByOne, opsOn, paragraphs, someBlocks } from '../../helpers/arbitrary-blocks.ts';

const withOps = someBlocks.chain((base) => opsOn(base).map((ops) => ({ base, ops })));
const withNext = withOps.chain(({ base, ops }) =>
  opsOn(applyOneByOne(base, ops)).map((next) => ({ base, ops, next })),
);
const inThree = withNext.chain(({ base, ops, next }) =>
  opsOn(applyOneByOne(applyOneByOne(base, ops), next)).map((last) => ({ ops, next, last })),
);
/** Two lists of ops on one base, whose blocks are all different from each other. */
const withOther = fc
  .nat({ max: 8 })
  .map((count) => paragraphs(...Array.from({ length: count }, (_, index) => `${index}`)))
  .chain((base) => fc.record({ base: fc.constant(base), ops: opsOn(base), other: opsOn(base) }));

const insertedBy = (ops: readonly BlockOp[]) => ops.flatMap((op) => (op[0] === 'insert' ? op[2] : []));
const removedBy = (ops: readonly BlockOp[]) => ops.flatMap((op) => (op[0] === 'snip' ? op[3] : []));
const normal = (ops: readonly BlockOp[]) => squash(ops, []);
const sorted = (blocks: readonly Block[]) => blocks.map(({ kind, text }) => `${kind} ${text}`).toSorted();

describe('ops on blocks', () => {
  test('do what each of them does in turn', () => {
    fc.assert(
      fc.property(withOps, ({ base, ops }) => {
        expect(applyOps(base, ops)).toEqual(applyOneByOne(base, ops));
      }),
    );
  });

  test('are undone by their inverse', () => {
    fc.assert(
      fc.property(withOps, ({ base, ops }) => {
        expect(applyOps(applyOps(base, ops), invertOps(ops))).toEqual(base);
        expect(invertOps(invertOps(ops))).toEqual(ops);
      }),
    );
  });

  const [a, b, c] = paragraphs('a', 'b', 'c') as [Block, Block, Block];
  test.each<[string, BlockOp[], string]>([
    ['inserts after the end', [['insert', 4, [a]]], 'after the last of 3'],
    ['snips beyond the end', [['snip', 2, 4, [c, a]]], 'after the last of 3'],
    [
      'snips beyond what an earlier one left',
      [
        ['snip', 0, 1, [a]],
        ['snip', 2, 3, [c]],
      ],
      'after the last of 2',
    ],
    [
      'inserts too late, even if a later one removes it',
      [
        ['insert', 5, [a]],
        ['snip', 5, 6, [a]],
      ],
      'after the last of 3',
    ],
    ['snips something else', [['snip', 1, 2, [a]]], 'from 1 to 2 are not those'],
    ['snips another kind', [['snip', 0, 1, [{ kind: 'heading', text: 'a' }]]], 'from 0 to 1 are not those'],
    [
      'snips what an earlier one did not insert',
      [
        ['insert', 0, [b, c]],
        ['snip', 1, 2, [b]],
      ],
      'did not insert',
    ],
    ['snips fewer than it names', [['snip', 0, 1, [a, b]]], 'names 2'],
    ['begins before the first block', [['insert', -1, [a]]], 'has no place'],
    ['ends before it begins', [['snip', 2, 1, []]], 'has no place'],
    ['lies between blocks', [['insert', 0.5, [a]]], 'has no place'],
  ])('are refused when one %s', (_what, ops, detail) => {
    expect(() => applyOps([a, b, c], ops)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', detail: expect.stringContaining(detail) }),
    );
  });
});

describe('squashed ops', () => {
  test('do what both lists do', () => {
    fc.assert(
      fc.property(withNext, ({ base, ops, next }) => {
        expect(applyOps(base, squash(ops, next))).toEqual(applyOps(applyOps(base, ops), next));
      }),
    );
  });

  test('are sorted, joined where they touch, and squashed no further', () => {
    fc.assert(
      fc.property(withNext, ({ ops, next }) => {
        const both = squash(ops, next);
        /** The end of the previous op, in the blocks that it leaves, and its kind. */
        let [reached, previous] = [-1, 'insert'];
        for (const op of both) {
          const isReplacement = previous === 'snip' && op[0] === 'insert' && op[1] === reached;
          expect(op[1] > reached || isReplacement).toBe(true);
          reached = op[0] === 'insert' ? op[1] + op[2].length : op[1];
          previous = op[0];
        }
        expect(normal(both)).toEqual(both);
      }),
    );
  });

  test('are the same however three lists are grouped', () => {
    fc.assert(
      fc.property(inThree, ({ ops, next, last }) => {
        expect(squash(squash(ops, next), last)).toEqual(squash(ops, squash(next, last)));
      }),
    );
  });

  test('of the inverses are the inverse', () => {
    fc.assert(
      fc.property(withNext, ({ ops, next }) => {
        expect(squash(invertOps(next), invertOps(ops))).toEqual(normal(invertOps(squash(ops, next))));
      }),
    );
  });

  test('do not mention what came and went', () => {
    const storm = paragraphs('storm');
    expect(squash([['insert', 2, storm]], [['snip', 2, 3, storm]])).toEqual([]);
  });

  test('replace a fence by its output', () => {
    const fence: Block = { kind: 'fence', text: '```prompt\n```' };
    const ops: readonly BlockOp[] = [
      ['snip', 3, 4, [fence]],
      ['insert', 3, paragraphs('The storm.')],
    ];
    expect(normal(ops)).toEqual(ops);
  });
});

describe('rebased ops', () => {
  test('lead to the same blocks whichever list is rebased', () => {
    fc.assert(
      fc.property(withOther, fc.boolean(), ({ base, ops, other }, isFirst) => {
        const otherFirst = applyOps(applyOps(base, other), rebase(ops, other, isFirst).ops);
        const opsFirst = applyOps(applyOps(base, ops), rebase(other, ops, !isFirst).ops);
        expect(otherFirst).toEqual(opsFirst);
      }),
    );
  });

  test('name what both remove, and drop nothing else', () => {
    fc.assert(
      fc.property(withOther, ({ base, ops, other }) => {
        const rebased = rebase(ops, other);
        const mine = normal(ops);
        const removed = new Set(removedBy(normal(other)));
        const conflicts = removedBy(mine).filter((block) => base.includes(block) && removed.has(block));
        expect(rebased.conflicts).toEqual(conflicts.map((block) => ({ index: base.indexOf(block), block })));
        expect(insertedBy(rebased.ops)).toEqual(insertedBy(mine));
        expect(removedBy(rebased.ops)).toEqual(removedBy(mine).filter((block) => !conflicts.includes(block)));
        expect(rebase(other, ops).conflicts).toEqual(rebased.conflicts);
      }),
    );
  });

  test('leave of the base what neither removes, with all that both insert', () => {
    fc.assert(
      fc.property(withOther, ({ base, ops, other }) => {
        const [mine, others] = [normal(ops), normal(other)];
        const gone = [...removedBy(mine), ...removedBy(others)];
        const kept = base.filter((block) => !gone.includes(block));
        const result = applyOps(applyOps(base, other), rebase(ops, other).ops);
        expect(result.filter((block) => kept.includes(block))).toEqual(kept);
        expect(sorted(result)).toEqual(sorted([...kept, ...insertedBy(mine), ...insertedBy(others)]));
      }),
    );
  });

  test('are the same over nothing', () => {
    fc.assert(
      fc.property(withOps, ({ ops }) => {
        const mine = normal(ops);
        expect(rebase(mine, [])).toEqual({ ops: mine, conflicts: [] });
        expect(rebase([], ops)).toEqual({ ops: [], conflicts: [] });
      }),
    );
  });

  const [one, two, three] = paragraphs('one', 'two', 'three') as [Block, Block, Block];
  test('keep both replacements of a block, and name it', () => {
    const base = [one, two];
    const mine: readonly BlockOp[] = [
      ['snip', 1, 2, [two]],
      ['insert', 1, paragraphs('mine')],
    ];
    const theirs: readonly BlockOp[] = [
      ['snip', 1, 2, [two]],
      ['insert', 1, paragraphs('theirs')],
    ];
    const { ops, conflicts } = rebase(mine, theirs);
    expect(conflicts).toEqual([{ index: 1, block: two }]);
    expect(applyOps(applyOps(base, theirs), ops)).toEqual([one, ...paragraphs('theirs', 'mine')]);
  });

  test('are refused for two bases', () => {
    expect(() => rebase([['snip', 0, 1, [one]]], [['snip', 0, 1, [three]]])).toThrow('not the same one');
  });
});
