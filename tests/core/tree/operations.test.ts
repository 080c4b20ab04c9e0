import { describe, expect, test } from 'vitest';
import { sha256 } from '#sha256';
import { split } from '../../../src/core/buffer/split.ts';
import type { NodeId, PositionId, ResponseId } from '../../../src/core/ids.ts';
import { annotate } from '../../../src/core/tree/annotate.ts';
import { createMemoryPath } from '../../../src/core/tree/memory-tree.ts';
import { bookmark, exclude, prune, removeBookmark, restore } from '../../../src/core/tree/metadata.ts';
import {
  branchEdit,
  branchVersion,
  continueFrom,
  continueWithResponse,
  fixInPlace,
  revise,
} from '../../../src/core/tree/operations.ts';
import { moveHead, selectVersion } from '../../../src/core/tree/path.ts';
import { refusal } from '../../helpers/refusal.ts';
import { author, emptyTree, said, treeOf } from '../../helpers/tree.ts';

const human = author('h');
const model = author('m');
const CHAIN = `
1 h"Once"
  2 m" upon"
    3 m" a time"`;

describe('continue', () => {
  test('writes one node after the version on the path, which becomes the head', () => {
    const world = treeOf(`${CHAIN}\npath 1 2 3`);
    const { tree, path, idsAndClock, apply, at } = world;
    apply(continueFrom(tree, path, at('3'), said('h" there was"'), human, idsAndClock), '4');
    expect(world.print()).toBe(`${CHAIN}\n      4 h" there was"`.trim());
    expect(world.printPath()).toBe('1 2 3 4');
  });

  test('from the middle of the path starts another branch there', () => {
    const world = treeOf(`${CHAIN}\npath 1 2 3`);
    world.apply(
      continueFrom(world.tree, world.path, world.at('1'), said('h" more"'), human, world.idsAndClock),
      '2b',
    );
    expect(world.printPath()).toBe('1 2b');
  });

  test('off the path records the whole path there', () => {
    const world = treeOf(CHAIN);
    world.apply(
      continueFrom(world.tree, world.path, world.at('3'), said('h"."'), human, world.idsAndClock),
      '4',
    );
    expect(['1', '2', '3'].map((label) => world.path.selectedAt(world.at(label)))).toEqual(
      ['1', '2', '3'].map(world.id),
    );
    expect(world.path.lastChildAt(world.root)).toBe(world.at('1'));
  });

  test('keeps content other than text, and sources off the path', () => {
    const { tree, path, idsAndClock, apply, at, id } = treeOf(`${CHAIN}\npath 1 2`);
    const image = {
      type: 'image',
      ref: `sha256:${sha256('a castle')}`,
      mimeType: 'image/png',
      width: 3,
      height: 2,
    } as const;
    const sources = [{ role: 'context', nodeId: id('3') }] as const;
    const content = { content: { type: 'mixed', blocks: [image] }, spans: [] } as const;
    apply(continueFrom(tree, path, at('2'), content, model, idsAndClock, sources), 'picture');
    expect(tree.getContent(id('picture')).content).toEqual(content.content);
    expect(tree.findEdgeInto(id('picture'))?.sources).toEqual([
      { role: 'primary', positionId: at('2'), originId: id('2') },
      ...sources,
    ]);
    expect(
      refusal(() => revise(tree, path, id('picture'), said('h"x"'), human, idsAndClock)).detail,
    ).toContain('only text can be edited');
  });

  test('makes text well-formed with line ends \\n, and adjusts the spans', () => {
    const { tree, path, idsAndClock, apply, root, id } = emptyTree();
    const text = 'a\r\nb\ud800\rc';
    const spans = [
      { agent: human.id, length: 2 },
      { agent: model.id, length: 5 },
    ];
    apply(
      continueFrom(tree, path, root, { content: { type: 'text', text }, spans }, human, idsAndClock),
      '1',
    );
    expect(tree.getContent(id('1'))).toMatchObject({
      content: { text: 'a\nb\ufffd\nc' },
      spans: [
        { agent: human.id, length: 1 },
        { agent: model.id, length: 5 },
      ],
    });
  });

  test('gives a node a longer local id if the tree already has the short one', () => {
    const { tree, path, idsAndClock, apply, root, id } = emptyTree();
    let count = 0;
    const newId = () => {
      count += 1;
      return `01KDXM0000${String(count).padStart(10, '0')}SAMEXX`;
    };
    for (const label of ['1', '2', '3']) {
      apply(continueFrom(tree, path, root, said('h"x"'), human, { ...idsAndClock, newId }), label);
    }
    expect(['1', '2', '3'].map((label) => tree.findNode(id(label))?.localId)).toEqual([
      'samexx',
      '3samexx',
      '5samexx',
    ]);
  });

  test('is rejected if it makes no sense', () => {
    const { tree, path, idsAndClock, apply, id, at } = treeOf(`${CHAIN}\npath 1 2 3`);
    apply(annotate(tree, id('1'), said('h"Why?"'), human, idsAndClock), 'why');
    const at1 = (parent: PositionId) =>
      refusal(() => continueFrom(tree, path, parent, said('h"x"'), human, idsAndClock));
    expect(at1('nowhere' as PositionId).code).toBe('NOT_FOUND');
    expect(at1(at('why')).detail).toContain('annotation');
    const wrongSpans = { content: { type: 'text', text: 'x' }, spans: [] } as const;
    expect(refusal(() => continueFrom(tree, path, at('3'), wrongSpans, human, idsAndClock)).detail).toBe(
      'spans add up to 0 for a text of length 1',
    );
    apply(prune(tree, path, at('2')));
    expect(at1(at('3')).detail).toContain('pruned');
  });
});

describe('a response', () => {
  const facts = (nodeId: NodeId) => ({
    nodeId,
    responseId: 'response' as ResponseId,
    responseHash: sha256('a body'),
    choiceIndex: 1,
    seam: { promptTrimmed: 1, answerTrimmed: 1 },
    finishReason: 'length' as const,
  });

  test('becomes a node after the version that was sent, and moves no path', () => {
    const world = treeOf(`${CHAIN}\npath 1 2 3`);
    const { tree, path, idsAndClock, apply, at, id, responses } = world;
    const asked = idsAndClock.newId() as NodeId;
    apply(revise(tree, path, id('2'), said('h" down on"'), human, idsAndClock), "2'");
    responses.set('response' as ResponseId, sha256('a body'));
    apply(
      continueWithResponse(tree, at('2'), id('2'), said('m" all"'), model, facts(asked), idsAndClock),
      '3b',
    );
    expect(tree.findNode(asked)).toMatchObject({
      responseId: 'response',
      choiceIndex: 1,
      finishReason: 'length',
    });
    expect(world.print()).toContain('3b m" all" after 2');
    expect(world.printPath()).toBe("1 2' 3");
    // Requested after 3 and before anything later: siblings are in the order in which they were requested.
    apply(continueFrom(tree, path, at('2'), said('h" later"'), human, idsAndClock), '3c');
    expect(tree.childrenOf(at('2')).map(world.labelOf)).toEqual(['3', '3b', '3c']);
  });

  test('is not written twice, and is never a person’s', () => {
    const { tree, idsAndClock, apply, at, id, responses } = treeOf(CHAIN);
    responses.set('response' as ResponseId, sha256('a body'));
    const asked = idsAndClock.newId() as NodeId;
    const write = (by: typeof model) =>
      continueWithResponse(tree, at('3'), id('3'), said('m"x"'), by, facts(asked), idsAndClock);
    expect(refusal(() => write(human)).code).toBe('INVALID_ARGUMENT');
    apply(write(model));
    expect(refusal(() => write(model)).detail).toContain('already exists');
  });
});

describe('revise', () => {
  test('adds a version and selects it; the head and what follows stay the same', () => {
    const world = treeOf(`${CHAIN}\npath 1 2 3`);
    const { tree, path, idsAndClock, apply, id } = world;
    apply(revise(tree, path, id('2'), said('m" up" h" in"'), human, idsAndClock), "2'");
    expect(world.printPath()).toBe("1 2' 3");
    expect(world.print()).toBe(
      `
1 h"Once"
  2 m" upon"
  2' m" up" h" in" version of 2 by h
    3 m" a time" after 2`.trim(),
    );
  });

  test('selects an existing equal version, and writes nothing', () => {
    const { tree, path, idsAndClock, apply, id, printPath } = treeOf(`${CHAIN}\npath 1 2 3`);
    apply(revise(tree, path, id('2'), said('h" down"'), human, idsAndClock), "2'");
    const back = revise(tree, path, id("2'"), said('m" upon"'), human, idsAndClock);
    expect(back.nodes).toEqual([]);
    apply(back);
    expect(printPath()).toBe('1 2 3');
  });

  test('the same text by other agents is another version', () => {
    const { tree, path, idsAndClock, id } = treeOf(`${CHAIN}\npath 1 2 3`);
    expect(revise(tree, path, id('2'), said('h" upon"'), human, idsAndClock).nodes).toHaveLength(1);
  });

  test('a version starts with the metadata of its position', () => {
    const { tree, path, idsAndClock, apply, id, at } = treeOf(`${CHAIN}\npath 1 2 3`);
    apply(bookmark(tree, at('2'), 'here'));
    apply(exclude(tree, at('2'), true));
    apply(revise(tree, path, id('2'), said('h" down"'), human, idsAndClock), "2'");
    expect(tree.findNode(id("2'"))).toMatchObject({ bookmarkLabel: 'here', excluded: true });
  });

  test('rejects an annotation, which is not on a path', () => {
    const { tree, path, idsAndClock, apply, id } = treeOf(`${CHAIN}\npath 1 2 3`);
    apply(annotate(tree, id('1'), said('h"Why?"'), human, idsAndClock), 'why');
    for (const operation of [revise, branchEdit])
      expect(
        refusal(() => operation(tree, path, id('why'), said('h"x"'), human, idsAndClock)).detail,
      ).toContain('annotation');
  });

  test('rejects the root and missing nodes', () => {
    const { tree, path, idsAndClock, id } = treeOf(CHAIN);
    expect(refusal(() => revise(tree, path, id('R'), said('h"x"'), human, idsAndClock)).detail).toContain(
      'root',
    );
    expect(refusal(() => revise(tree, path, 'x' as NodeId, said('h"x"'), human, idsAndClock)).code).toBe(
      'NOT_FOUND',
    );
  });

  test('in dialogue mode opens a position of its own, with nothing after it', () => {
    const world = treeOf(`${CHAIN}\npath 1 2 3`, 'dialogue');
    const { tree, path, idsAndClock, apply, id } = world;
    apply(revise(tree, path, id('2'), said('h" down"'), human, idsAndClock), '2b');
    expect(world.print()).toBe(`${CHAIN.trim()}\n  2b h" down" edited from 2`);
    expect(world.printPath()).toBe('1 2b');
    expect(revise(tree, path, id('2'), said('h" down"'), human, idsAndClock).nodes).toEqual([]);
    expect(revise(tree, path, id('2'), said('m" upon"'), human, idsAndClock)).toMatchObject({ nodes: [] });
  });
});

describe('fix in place', () => {
  test('in a dialogue writes a version, which is selected, and what follows is shared', () => {
    const world = treeOf(`${CHAIN}\npath 1 2 3`, 'dialogue');
    const { tree, path, idsAndClock, apply, id, at } = world;
    apply(fixInPlace(tree, path, id('2'), said('h" down"'), human, idsAndClock), "2'");
    expect(world.printPath()).toBe("1 2' 3");
    expect(tree.versionsAt(at('2')).map((version) => version.id)).toEqual([id('2'), id("2'")]);
    // The text that a version has already is selected again.
    const again = fixInPlace(tree, path, id("2'"), said('m" upon"'), human, idsAndClock);
    expect(again.nodes).toEqual([]);
    apply(again);
    expect(world.printPath()).toBe('1 2 3');
  });
});

describe('branch edit', () => {
  test('writes a sibling of the node and moves there; the old position keeps its version and children', () => {
    const world = treeOf(`${CHAIN}\npath 1 2 3`);
    const { tree, path, idsAndClock, apply, id, at } = world;
    apply(branchEdit(tree, path, id('2'), said('h" down"'), human, idsAndClock), '2b');
    expect(world.print()).toBe(`${CHAIN.trim()}\n  2b h" down" edited from 2`);
    expect(world.printPath()).toBe('1 2b');
    expect(path.selectedAt(at('2'))).toBe(id('2'));
  });

  test('of a version just committed makes the old position select its predecessor again', () => {
    const world = treeOf(`${CHAIN}\npath 1 2 3`);
    const { tree, path, idsAndClock, apply, id, at } = world;
    apply(revise(tree, path, id('2'), said('h" down"'), human, idsAndClock), "2'");
    apply(branchVersion(tree, path, id("2'"), human, idsAndClock), '2b');
    expect(path.selectedAt(at('2'))).toBe(id('2'));
    expect(world.printPath()).toBe('1 2b');
    expect(refusal(() => branchVersion(tree, path, id('2'), human, idsAndClock)).code).toBe(
      'INVALID_ARGUMENT',
    );
    expect(refusal(() => branchVersion(tree, path, id('2b'), human, idsAndClock)).code).toBe(
      'INVALID_ARGUMENT',
    );
  });

  test('reuses an existing equal branch', () => {
    const { tree, path, idsAndClock, apply, id, at, printPath, move } = treeOf(`${CHAIN}\npath 1 2 3`);
    apply(branchEdit(tree, path, id('2'), said('h" down"'), human, idsAndClock), '2b');
    move(moveHead(tree, path, at('3')));
    const again = branchEdit(tree, path, id('2'), said('h" down"'), human, idsAndClock);
    expect(again.nodes).toEqual([]);
    apply(again);
    expect(printPath()).toBe('1 2b');
  });

  test.each(['buffer', 'dialogue'] as const)('in %s mode does not stop at a pruned equal branch', (mode) => {
    const pruned = `${CHAIN}\n  2b h" down" edited from 2 pruned`;
    const { tree, path, idsAndClock, apply, id, printPath, print } = treeOf(`${pruned}\npath 1 2 3`, mode);
    const save = () => branchEdit(tree, path, id('2'), said('h" down"'), human, idsAndClock);
    apply(save(), '2c');
    // A dialogue shows it again; a manuscript leaves what was pruned, and reuses what is not.
    expect(printPath()).toBe(mode === 'dialogue' ? '1 2b' : '1 2c');
    expect(print().includes('pruned')).toBe(mode === 'buffer');
    expect(save().nodes).toEqual([]);
  });

  test('shows the version that has the text, whatever the equal branch showed before', () => {
    const { tree, path, idsAndClock, apply, id, printPath } = treeOf(`${CHAIN}\npath 1 2 3`, 'dialogue');
    apply(branchEdit(tree, path, id('2'), said('h" down"'), human, idsAndClock), '2b');
    apply(fixInPlace(tree, path, id('2b'), said('h" down."'), human, idsAndClock), "2b'");
    apply(branchEdit(tree, path, id('2'), said('h" down"'), human, idsAndClock));
    expect(printPath()).toBe('1 2b');
  });
});

describe('split', () => {
  test('opens a sibling position with the text before the offset and its authors', () => {
    const world = treeOf(`
1 m"there " h"was"
  2 m" one"
path 1 2`);
    const { tree, path, idsAndClock, apply, id } = world;
    apply(split(tree, path, id('1'), 8, human, idsAndClock), '1b');
    expect(world.print()).toBe(
      `
1 m"there " h"was" by m
  2 m" one"
1b m"there " h"wa" split of 1 by h`.trim(),
    );
    expect(world.printPath()).toBe('1b');
    world.move(moveHead(tree, path, world.at('2')));
    const again = split(tree, path, id('1'), 8, human, idsAndClock);
    expect(again.nodes).toEqual([]);
    world.apply(again);
    expect(world.printPath()).toBe('1b');
  });

  test('at the end of a node moves the head there, at its beginning to the parent, and writes nothing', () => {
    const world = treeOf(`${CHAIN}\npath 1 2 3`);
    const { tree, path, idsAndClock, apply, id } = world;
    const end = split(tree, path, id('2'), 5, human, idsAndClock);
    expect(end.nodes).toEqual([]);
    apply(end);
    expect(world.printPath()).toBe('1 2');
    apply(split(tree, path, id('2'), 0, human, idsAndClock));
    expect(world.printPath()).toBe('1');
    expect(world.print()).toBe(CHAIN.trim());
  });

  test('is rejected outside the text, between the halves of a character, at the root and for notes', () => {
    const { tree, path, idsAndClock, apply, id } = treeOf('1 h"a🏰b"\npath 1');
    apply(annotate(tree, id('1'), said('h"Why?"'), human, idsAndClock), 'why');
    const at = (offset: number, node = id('1')) =>
      refusal(() => split(tree, path, node, offset, human, idsAndClock)).code;
    for (const offset of [5, -1, 1.5, Number.NaN, 2]) expect(at(offset)).toBe('INVALID_ARGUMENT');
    expect(at(1, id('R'))).toBe('INVALID_ARGUMENT');
    expect(at(1, id('why'))).toBe('INVALID_ARGUMENT');
    expect(at(1, 'x' as NodeId)).toBe('NOT_FOUND');
    expect(split(tree, path, id('1'), 3, human, idsAndClock).nodes[0]?.content).toEqual({
      type: 'text',
      text: 'a🏰',
    });
  });
});

describe('annotate', () => {
  test('writes a note that affects no path, children or siblings', () => {
    const world = treeOf(`${CHAIN}\npath 1 2 3`);
    const { tree, idsAndClock, apply, id, at, root } = world;
    apply(annotate(tree, id('2'), said('m"Nice."'), model, idsAndClock), 'nice');
    apply(annotate(tree, id('R'), said('h"A story."'), human, idsAndClock), 'about');
    expect(world.print()).toBe(
      `
* about h"A story." on R
1 h"Once"
  2 m" upon"
    * nice m"Nice." on 2
    3 m" a time"`.trim(),
    );
    expect(tree.childrenOf(at('2'))).toEqual([at('3')]);
    expect(tree.childrenOf(root)).toEqual([at('1')]);
    expect(world.printPath()).toBe('1 2 3');
    expect(refusal(() => annotate(tree, id('nice'), said('h"x"'), human, idsAndClock)).code).toBe(
      'INVALID_ARGUMENT',
    );
  });
});

describe('metadata', () => {
  test('is set on all versions of the position', () => {
    const { tree, path, idsAndClock, apply, id, at } = treeOf(`${CHAIN}\npath 1 2 3`);
    apply(revise(tree, path, id('2'), said('h" down"'), human, idsAndClock), "2'");
    apply(bookmark(tree, at('2'), '  the turn '));
    for (const version of ['2', "2'"]) {
      expect(tree.findNode(id(version))).toMatchObject({ bookmarked: true, bookmarkLabel: 'the turn' });
    }
    apply(bookmark(tree, at('2'), ' '));
    expect(tree.findNode(id('2'))?.bookmarkLabel).toBeNull();
    apply(removeBookmark(tree, at('2')));
    expect(tree.findNode(id("2'"))).toMatchObject({ bookmarked: false, bookmarkLabel: null });
  });

  test('that is already set is not written again', () => {
    const { tree, path, at, apply } = treeOf(`${CHAIN}\npath 1 2 3`);
    expect(restore(tree, at('2')).metadata).toEqual([]);
    apply(prune(tree, path, at('3')));
    expect(prune(tree, path, at('3')).metadata).toEqual([]);
  });

  test('cannot prune the root, and exists only on positions', () => {
    const { tree, path, root, idsAndClock, id, apply } = treeOf(`${CHAIN}\npath 1 2 3`);
    apply(revise(tree, path, id('2'), said('h" down"'), human, idsAndClock), "2'");
    expect(refusal(() => prune(tree, path, root)).code).toBe('INVALID_ARGUMENT');
    expect(refusal(() => exclude(tree, id("2'") as string as PositionId, true)).code).toBe('NOT_FOUND');
  });

  test('of a position can change while another agent’s path is elsewhere', () => {
    const { tree, at, id, apply, move, path, printPath } = treeOf(`${CHAIN}\npath 1`);
    const other = createMemoryPath(at('3'));
    apply({ ...prune(tree, other, at('2')), path: { selected: [], lastChild: [] } });
    expect(printPath()).toBe('1');
    move(selectVersion(tree, path, id('2')));
    expect(path.head).toBe(at('1'));
  });
});
