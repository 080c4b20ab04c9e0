import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { BlockOp } from '../../../src/core/history/block.ts';
import { blocksOf } from '../../../src/core/history/blocks-of.ts';
import type { History } from '../../../src/core/history/history.ts';
import { writeHistory } from '../../../src/core/history/write-history.ts';
import { historyOf, paragraphs } from '../../helpers/arbitrary-blocks.ts';
import { HandlersDesk, textsOf } from '../../helpers/desk.ts';
import { temporaryFolder } from '../../helpers/grove.ts';

/** Histories as files on a real disk (`layers.md`, *Exchange*). */

function fileOf(history: History): string {
  return [...writeHistory(history)].join('');
}

/** Imports a file, as if chosen in the system’s dialog. */
async function imported(desk: HandlersDesk, content: string, name = 'the-storm.versions.json') {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  desk.chosen = [path];
  const report = await desk.call('exchange.importHistories', {});
  if (report === null) throw new Error('no file was chosen');
  return report;
}

/** Exports the history of the open tree. */
async function exported(desk: HandlersDesk): Promise<string> {
  const { treeId } = desk;
  expect(await desk.call('exchange.exportHistory', { treeId, dimension: 'versions' })).toMatchObject({
    name: expect.stringMatching(/\.json$/),
  });
  const title = desk.grove.trees.list().find(({ id }) => id === treeId)?.title;
  return readFileSync(join(desk.destination ?? '', `${title}.versions.json`), 'utf8');
}

/** The text after each layer, in order. */
async function textsAt(desk: HandlersDesk): Promise<readonly string[]> {
  const { treeId } = desk;
  const { seqs } = await desk.call('timeline.layers', { treeId, chain: 0, isOpening: true });
  const texts: string[] = [];
  for (const seq of seqs) {
    const { tail, edits, buffer } = await desk.call('timeline.show', { treeId, chain: 0, seq, from: null });
    expect(edits).toEqual([]);
    texts.push(textsOf(tail).join('') + buffer.text);
  }
  return texts;
}

/** A heading, then paragraphs of about 300 code units. */
const LONG = paragraphs(
  ...Array.from({ length: 40 }, (_, index) => `\n\n${index} ${'rain '.repeat(60)}`.trimEnd()),
);
const HEADING = { kind: 'heading', text: '# The storm' } as const;

/** A history of a text that is changed at its beginning, in its middle and at its end, and cut. */
function storm(): History {
  const ops: readonly (readonly BlockOp[])[] = [
    [['insert', 0, [HEADING, ...LONG]]],
    [['insert', 41, paragraphs('\n\nThe end.')]],
    [
      ['snip', 20, 21, LONG.slice(19, 20)],
      ['insert', 20, paragraphs('\n\nThunder.')],
    ],
    // Not in normal form: another program may write it so.
    [
      ['insert', 1, paragraphs('\n\nOne.')],
      ['insert', 1, paragraphs('\n\nNone.')],
      ['snip', 2, 3, paragraphs('\n\nOne.')],
    ],
    [],
    [['snip', 30, 43, [...LONG.slice(28), ...paragraphs('\n\nThe end.')]]],
    [['insert', 30, paragraphs('\n\nAnother end.')]],
  ];
  const history = historyOf(ops);
  const position = 2;
  const hash = history.layers[position]?.hash;
  if (hash === undefined) throw new Error('no layer 2');
  const blocks = [
    HEADING,
    ...LONG.slice(0, 19),
    ...paragraphs('\n\nThunder.'),
    ...LONG.slice(20),
    ...paragraphs('\n\nThe end.'),
  ];
  return { ...history, slug: 'the storm', keyframes: [{ hash, position, blocks }] };
}

function textOf(blocks: readonly { readonly text: string }[]): string {
  return blocks.map(({ text }) => text).join('');
}

describe('the file of a history', () => {
  test('becomes a tree with its time line, and is the same when it is exported again', async () => {
    const desk = new HandlersDesk();
    const file = fileOf(storm());
    const { trees, refused } = await imported(desk, file);
    expect(refused).toEqual([]);
    expect(trees).toMatchObject([{ title: 'the storm', archivedAt: null, description: null }]);
    const none = paragraphs('\n\nNone.');
    const whole = [HEADING, ...LONG, ...paragraphs('\n\nThe end.')];
    const thunder = whole.with(20, paragraphs('\n\nThunder.')[0] ?? HEADING);
    const more = thunder.toSpliced(1, 0, ...none);
    const states = [[], [HEADING, ...LONG], whole, thunder, more, more, more.slice(0, 30)];
    const last = [...more.slice(0, 30), ...paragraphs('\n\nAnother end.')];
    expect(await textsAt(desk)).toEqual([...states, last].map(textOf));
    expect(await desk.shown()).toBe(textOf(last));
    expect(await exported(desk)).toBe(file);
    expect(await desk.call('grove.verify', {})).toMatchObject({ log: [], violations: [], layers: [] });
  });

  test('is by an unknown author, who is not offered for new text', async () => {
    const desk = new HandlersDesk();
    await imported(desk, fileOf(storm()));
    await imported(desk, fileOf(storm()));
    const segments = await desk.segments();
    const agents = desk.grove.snapshot().agents.filter(({ name }) => name === 'Unknown (import)');
    expect(agents).toMatchObject([{ type: 'model', archivedAt: expect.any(Number) }]);
    expect(segments.agents).toContain(agents[0]?.id);
  });

  test('goes on when the tree is written on, and can be imported again', async () => {
    const desk = new HandlersDesk();
    await imported(desk, fileOf(storm()));
    await desk.commit([desk.typed('\n\nThe wind fell.')]);
    const file = await exported(desk);
    const { deltas } = JSON.parse(file) as { deltas: readonly { ops: unknown }[] };
    expect(deltas).toHaveLength(8);
    expect(deltas.at(-1)?.ops).toEqual([['insert', 31, [{ kind: 'paragraph', text: '\n\nThe wind fell.' }]]]);
    const text = await desk.shown();
    expect(await imported(desk, file)).toMatchObject({ refused: [] });
    expect(await desk.shown()).toBe(text);
    expect(await exported(desk)).toBe(file);
  });

  test('that has lost its beginning has its snapshot instead', async () => {
    const desk = new HandlersDesk();
    const { layers, keyframes, ...rest } = storm();
    const file = fileOf({ ...rest, first: 3, layers: layers.slice(3), keyframes });
    expect(await imported(desk, file)).toMatchObject({ refused: [] });
    expect((await textsAt(desk))[0]).toContain('Thunder.');
    expect(await exported(desk)).toBe(file);
  });

  test('of a text that was written here is the same when it is exported from where it was imported', async () => {
    const desk = new HandlersDesk();
    await desk.call('tree.update', { treeId: desk.treeId, title: 'Written here' });
    await desk.commit([desk.typed('# Rain\n\nIt rained.')]);
    await desk.commit([desk.typed(' It poured.\n\n```prompt\nMore\n```\n')]);
    const file = await exported(desk);
    expect((JSON.parse(file) as { deltas: readonly unknown[] }).deltas).toHaveLength(3);
    expect(await imported(desk, file)).toMatchObject({ refused: [] });
    expect(await desk.shown()).toBe('# Rain\n\nIt rained. It poured.\n\n```prompt\nMore\n```\n');
    expect(await exported(desk)).toBe(file);
  });

  test('whose import is stopped is a tree in the archive', async () => {
    const desk = new HandlersDesk();
    desk.onProgress = () => {
      if (desk.grove.trees.list().length > 1) void desk.call('exchange.stop', {});
    };
    expect(await imported(desk, fileOf(storm()))).toMatchObject({ trees: [], stopped: true });
    const [, tree] = desk.grove.trees.list();
    expect(tree).toMatchObject({ title: 'the storm', archivedAt: expect.any(Number) });
    expect(desk.treeId).not.toBe(tree?.id);
  });

  test('that is changed does not copy the text for every layer', async () => {
    const desk = new HandlersDesk();
    const changes = Array.from({ length: 1_000 }, (_, index): readonly BlockOp[] => {
      const at = 1 + (index % 40);
      const before = index < 40 ? LONG.slice(at - 1, at) : paragraphs(`\n\nRevision ${index - 40}.`);
      return [
        ['snip', at, at + 1, before],
        ['insert', at, paragraphs(`\n\nRevision ${index}.`)],
      ];
    });
    const file = fileOf({ ...historyOf([[['insert', 0, [HEADING, ...LONG]]], ...changes]), slug: 'book' });
    const before = statSync(desk.path).size;
    expect(await imported(desk, file)).toMatchObject({ refused: [] });
    const written = statSync(desk.path).size - before;
    expect(written).toBeLessThan(textOf(LONG).length * 200);
    expect(await exported(desk)).toBe(file);
  });
});

describe('a file that is no history', () => {
  const good = fileOf(storm());

  test.each<[string, string, string | null]>([
    [
      'a wrong hash',
      good.replace('Thunder.', 'Lightning.'),
      'deltas[2].hash: it does not match the parent and the ops',
    ],
    [
      'an op out of range',
      fileOf(historyOf([[['insert', 1, paragraphs('Rain.')]]])),
      'deltas[0].ops: An insert at 1 reaches 1, after the last of 0 blocks.',
    ],
    [
      'a snip that does not match',
      fileOf(historyOf([[['insert', 0, paragraphs('Rain.')]], [['snip', 0, 1, paragraphs('Sun.')]]])),
      'deltas[1].ops: The blocks from 0 to 1 are not those that a snip removes.',
    ],
    [
      'tokens that are not those of their text',
      fileOf(historyOf([[['insert', 0, [{ kind: 'paragraph', text: '# Rain' }]]]])),
      'deltas[0]: after it, token 0 is none: its text is not one paragraph',
    ],
    [
      'a fence in two tokens',
      fileOf(historyOf([[['insert', 0, paragraphs('```', '\n```')]]])),
      'deltas[0]: after it, token 0 is none: with the blocks around it, it is part of a fence',
    ],
    [
      'another dimension',
      fileOf({ ...storm(), dimension: 'executions' }),
      'dimension: a history of executions has no text of its own, so it becomes no tree',
    ],
    ['no JSON', 'It rained.', null],
  ])('with %s is refused in words, and nothing is written', async (_what, file, fault) => {
    const desk = new HandlersDesk();
    const before = desk.grove.trees.list();
    const { trees, refused } = await imported(desk, file);
    expect(trees).toEqual([]);
    expect(refused).toEqual([
      {
        name: 'the-storm.versions.json',
        reason: `the-storm.versions.json is not a history of Aspen Grove${fault === null ? '' : ` that can be imported: ${fault.replace(/\.$/, '')}`}.`,
      },
    ]);
    expect(desk.grove.trees.list()).toEqual(before);
  });

  test('of more than 100 MB is refused before it is read', async () => {
    const desk = new HandlersDesk();
    const path = join(temporaryFolder(), 'large.json');
    writeFileSync(path, '');
    truncateSync(path, 100 * 2 ** 20 + 1);
    desk.chosen = [path];
    const report = await desk.call('exchange.importHistories', {});
    expect(report?.refused).toEqual([{ name: 'large.json', reason: 'large.json is larger than 100 MB.' }]);
  });

  test('is there for a tree without runs of fences', async () => {
    const desk = new HandlersDesk();
    const { treeId } = desk;
    await expect(
      desk.call('exchange.exportHistory', { treeId, dimension: 'executions' }),
    ).rejects.toMatchObject({ detail: 'No prompt of this tree has been run yet.' });
  });
});

test('the blocks of these histories are those of their texts', () => {
  expect(blocksOf(textOf([HEADING, ...LONG]))).toEqual([HEADING, ...LONG]);
});
