import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Draft } from '../../../src/core/buffer/draft.ts';
import { planCommit } from '../../../src/core/buffer/plan-commit.ts';
import { type Change, composeChanges, normaliseChange } from '../../../src/core/text/splice.ts';
import { branchVersion } from '../../../src/core/tree/operations.ts';
import { selectVersion } from '../../../src/core/tree/path.ts';
import { versionAt } from '../../../src/core/tree/shown-version.ts';
import { textOf } from '../../../src/core/tree/tree-node.ts';
import { author, type TreeWorld, treeOf, typed } from '../../helpers/tree.ts';

const FAMILY = `
1 m"Once upon a time there was a castle."
  2 h" The end."
1b m"Once upon a time" split of 1 by h
  3 m" in June"
1c m"Once upon" split of 1b by h
  4 m" a hill"
path 1 2`;

function commit(world: TreeWorld, label: string, notation: string, changes?: Change): void {
  const edit = { nodeId: world.id(label), ...typed(notation), ...(changes === undefined ? {} : { changes }) };
  const draft: Draft = { head: world.path.head, buffer: typed(''), edits: [edit] };
  const { tree, path, idsAndClock } = world;
  world.apply(planCommit(tree, path, draft, author('h'), idsAndClock, { discardBlank: false }).change);
}

/** The path's text at each of the labels. */
const shown = ({ tree, path, at }: TreeWorld, ...labels: readonly string[]) =>
  labels.map((label) => textOf(tree.getContent(versionAt(tree, path, at(label)).id).content));

describe('an edit before a fork', () => {
  test('is made in the whole family in one commit, and keeps authors', () => {
    const world = treeOf(FAMILY);
    commit(world, '1', 'm"Once " h"more " m"upon a time there was a castle."');
    expect(world.print()).toBe(
      `
1 m"Once upon a time there was a castle."
n7 m"Once " h"more " m"upon a time there was a castle." version of 1 by h
  2 h" The end." after 1
1b m"Once upon a time" split of 1 by h
n8 m"Once " h"more " m"upon a time" version of 1b by h
  3 m" in June" after 1b
1c m"Once upon" split of 1b by h
n9 m"Once " h"more " m"upon" version of 1c by h
  4 m" a hill" after 1c`.trimStart(),
    );
  });

  test('is made only where the text is shared, each change for itself', () => {
    const world = treeOf(FAMILY.replace('path 1 2', 'path 1b 3'));
    const changes = [
      { from: 0, to: 2, insert: 'Twi' },
      { from: 12, to: 12, insert: 'dark ' },
      { from: 16, to: 16, insert: 'less' },
    ];
    commit(world, '1b', 'h"Twi" m"ce upon a " h"dark " m"time" h"less"', changes);
    expect(shown(world, '1', '1b', '1c')).toEqual([
      'Twice upon a dark time there was a castle.',
      'Twice upon a dark timeless',
      'Twice upon',
    ]);
  });

  test('that reaches the last shared character leaves the alternatives as they are', () => {
    const world = treeOf(FAMILY);
    commit(world, '1', 'm"Once upon a tide there was a castle."');
    expect(shown(world, '1b', '1c')).toEqual(['Once upon a tide', 'Once upon']);
    commit(world, '1', 'm"Once upon a tidy castle."');
    expect(shown(world, '1b', '1c')).toEqual(['Once upon a tide', 'Once upon']);
  });

  test('is undone in the whole family: the old version brings the old texts back', () => {
    const world = treeOf(FAMILY);
    const { tree, path, id, idsAndClock } = world;
    commit(world, '1', 'm"Twice upon a time there was a castle."');
    const edited = versionAt(tree, path, world.at('1')).id;
    world.move(selectVersion(tree, path, id('1')));
    expect(shown(world, '1', '1b', '1c')).toEqual([
      'Once upon a time there was a castle.',
      'Once upon a time',
      'Once upon',
    ]);
    world.move(selectVersion(tree, path, edited));
    expect(shown(world, '1b', '1c')).toEqual(['Twice upon a time', 'Twice upon']);
    world.apply(branchVersion(tree, path, edited, author('h'), idsAndClock));
    expect(shown(world, '1', '1b', '1c')).toEqual([
      'Once upon a time there was a castle.',
      'Once upon a time',
      'Once upon',
    ]);
  });

  test('goes by what was changed, where the text alone could not tell', () => {
    const world = treeOf('1 h"aaaaaa"\n1b h"aaa" split of 1\n  2 h"b"\npath 1');
    commit(world, '1', 'h"aaaaa"', [{ from: 0, to: 1, insert: '' }]);
    expect(shown(world, '1b')).toEqual(['aa']);
    const other = treeOf('1 h"aaaaaa"\n1b h"aaa" split of 1\n  2 h"b"\npath 1');
    commit(other, '1', 'h"aaaaa"', [{ from: 4, to: 5, insert: '' }]);
    expect(shown(other, '1b')).toEqual(['aaa']);
  });

  test('leaves the same words in all alternatives, however it was made', () => {
    const ABC = 'abcabcabcabc';
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 11 }), { minLength: 1, maxLength: 4 }),
        fc.nat(11),
        fc.nat(4),
        fc.constantFrom('', 'x', 'yz', 'abc'),
        fc.constantFrom('delete', 'backspace', 'at once'),
        (places, from, count, insert, how) => {
          const splits = places.map((place) => `s${place} h"${ABC.slice(0, place)}" split of 1`);
          const world = treeOf(`1 h"${ABC}"\n${splits.join('\n')}\npath 1`);
          const to = Math.min(ABC.length, from + count);
          const one = (at: number): Change => [{ from: at, to: at + 1, insert: '' }];
          const steps: Change[] =
            how === 'at once'
              ? [[{ from, to, insert: '' }]]
              : Array.from({ length: to - from }, (_, index) =>
                  one(how === 'delete' ? from : to - 1 - index),
                );
          const changes = [...steps, [{ from, to: from, insert }]].reduce(composeChanges, []);
          expect(changes).toEqual(normaliseChange([{ from, to, insert }]));
          const text = ABC.slice(0, from) + insert + ABC.slice(to);
          commit(world, '1', `h"${text}"`, changes);
          for (const place of places) {
            const before = ABC.slice(0, place);
            const isMade = to < place && text !== ABC;
            const after = isMade ? before.slice(0, from) + insert + before.slice(to) : before;
            expect(shown(world, `s${place}`)).toEqual([after]);
          }
        },
      ),
    );
  });
});
