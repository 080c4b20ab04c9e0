import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AgentId, TreeId } from '../../../src/core/ids.ts';
import { exportTree } from '../../../src/main/grove/reading/export-tree.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { plantGrove, temporaryFolder } from '../../helpers/grove.ts';

/** A grove with one empty tree titled “story”. */
async function openDesk(): Promise<HandlersDesk> {
  const desk = new HandlersDesk();
  await desk.call('tree.update', { treeId: desk.treeId, title: 'story' });
  return desk;
}

/** The description of a tree as JSON. */

const EXCHANGE = readFileSync(new URL('../../../docs/exchange.md', import.meta.url), 'utf8');

interface ExportedNode {
  id: string;
  position: string;
  editedFrom: string | null;
  author: string;
  content: { text: string };
  spans: { agent: string; length: number }[];
  edge: { type: string; sources: { role: string; position?: string; node: string }[] } | null;
  response?: object;
}

interface ExportedTree {
  format: string;
  tree: { id: string; title: string; root: string; settings: object };
  nodes: ExportedNode[];
  positions: {
    id: string;
    parent: string | null;
    note?: true;
    bookmarkLabel?: string;
    pruned?: true;
    excluded?: true;
  }[];
  paths: {
    agent: string;
    head: string;
    choices: { position: string; version: string | null }[];
    draft: object | null;
  }[];
  agents: { id: string; name: string }[];
}

async function exported(
  desk: HandlersDesk,
): Promise<{ readonly text: string; readonly tree: ExportedTree; readonly file: string }> {
  expect(await desk.call('exchange.exportTree', { treeId: desk.treeId })).toMatchObject({
    name: expect.stringMatching(/\.json$/),
  });
  const file = join(desk.destination ?? '', 'story.json');
  const text = readFileSync(file, 'utf8');
  return { text, tree: JSON.parse(text) as ExportedTree, file };
}

/** A tree with versions, siblings, text by a model, a note, a bookmark, pruned and excluded positions, and a draft. */
async function busyDesk(): Promise<HandlersDesk> {
  const desk = await openDesk();
  const { treeId } = desk;
  await desk.commit([desk.typed('The lamp was lit. ')]);
  const model = desk.grove.snapshot().agents.find(({ type }) => type === 'model');
  if (model === undefined) throw new Error('the grove has no model');
  const options = { at: null, agentIds: [model.id], count: 2, maxTokens: 12 };
  const { job } = await desk.call('generation.start', { ...(await desk.intent()), ...options });
  await expect.poll(() => desk.grove.generation.generator.running(treeId)).toEqual([]);
  const [first, second] = job.slots.map(({ positionId }) => positionId);
  if (first === undefined || second === undefined) throw new Error('expected two continuations');
  await desk.call('position.prune', { ...(await desk.intent()), positionId: second });
  await desk.call('path.arrive', { ...(await desk.intent()), positionId: first });
  const bookmark = { positionId: first, bookmarked: true, label: '<b>here</b>' };
  await desk.call('position.bookmark', { ...(await desk.intent()), ...bookmark });
  const nodeId = await desk.nodeAt(0);
  await desk.commit([desk.typed('old ', { nodeId, offset: 4 })]);
  await desk.call('node.annotate', { treeId, nodeId, text: 'Which lamp?' });
  await desk.call('position.exclude', {
    ...(await desk.intent()),
    positionId: await desk.positionAt(0),
    excluded: true,
  });
  const ops = [
    desk.typed('Then it went out.'),
    desk.typed('very ', { nodeId: await desk.nodeAt(0), offset: 4 }),
  ];
  await desk.call('draft.save', { ...(await desk.intent(ops)), digest: null });
  return desk;
}

describe('a tree as JSON', () => {
  test('is complete, including everything that it refers to', async () => {
    const desk = await busyDesk();
    const { tree } = await exported(desk);
    expect(tree.format).toBe('aspen-tree-1');
    expect(tree.tree).toMatchObject({ id: desk.treeId, title: 'story' });
    // The root, the writer's node in two versions, two continuations, a note.
    expect(tree.nodes).toHaveLength(6);
    const ids = new Set(tree.nodes.map(({ id }) => id));
    const positions = new Set(tree.positions.map(({ id }) => id));
    const agents = new Set(tree.agents.map(({ id }) => id));
    expect(ids.size).toBe(6);
    expect(positions.size).toBe(5);
    for (const { position, editedFrom, author, content, spans, edge, id } of tree.nodes) {
      expect(positions).toContain(position);
      expect(agents).toContain(author);
      expect(spans.reduce((sum, { length }) => sum + length, 0)).toBe(content.text.length);
      for (const { agent } of spans) expect(agents).toContain(agent);
      if (editedFrom !== null) expect(ids).toContain(editedFrom);
      expect(edge === null).toBe(id === tree.tree.root);
      for (const source of edge?.sources ?? []) expect(ids).toContain(source.node);
    }
    expect(tree.positions.filter(({ parent }) => parent === null).map(({ id }) => id)).toEqual([
      tree.tree.root,
    ]);
    expect(tree.positions.filter(({ note }) => note)).toHaveLength(1);
    expect(tree.positions.filter(({ pruned }) => pruned)).toHaveLength(1);
    expect(tree.positions.filter(({ excluded }) => excluded)).toHaveLength(1);
    expect(tree.positions.flatMap(({ bookmarkLabel }) => bookmarkLabel ?? [])).toEqual(['<b>here</b>']);
    expect(tree.nodes.filter(({ response }) => response !== undefined)).toHaveLength(2);
    expect(tree.paths).toHaveLength(1);
    expect(tree.paths[0]?.draft).toMatchObject({ buffer: { text: 'Then it went out.' } });
    expect(tree.agents.map(({ name }) => name)).toEqual(['Mara', 'Offline']);
  });

  test('is the same each time, and commits nothing', async () => {
    const desk = await busyDesk();
    const before = await desk.call('path.read', { treeId: desk.treeId });
    const { text } = await exported(desk);
    expect((await exported(desk)).text).toBe(text);
    expect(await desk.call('path.read', { treeId: desk.treeId })).toEqual(before);
  });

  test('has only names described in docs/exchange.md', async () => {
    const { tree } = await exported(await busyDesk());
    const names = new Set<string>();
    JSON.stringify(tree, (name, value) => {
      // Agent configuration is described in Settings, and array indexes have no names.
      if (name !== 'configuration' && name !== 'seam' && !/^\d*$/.test(name)) names.add(name);
      return name === 'configuration' || name === 'seam' ? null : value;
    });
    const known = new Set([...EXCHANGE.matchAll(/`([a-zA-Z0-9]+)`/g)].map(([, name]) => name));
    expect([...names].filter((name) => !known.has(name) && name !== 'text' && name !== 'type')).toEqual([]);
  });

  test.skipIf(spawnSync('python3', ['--version']).status !== 0)(
    'can be read with the code in docs/exchange.md',
    async () => {
      const desk = await busyDesk();
      const { file } = await exported(desk);
      const [, code = ''] = /```python\n([\s\S]*?)```/.exec(EXCHANGE) ?? [];
      const script = join(temporaryFolder(), 'story.py');
      writeFileSync(script, code);
      const { stdout, stderr } = spawnSync('python3', [script, file], { env: { PYTHONIOENCODING: 'utf-8' } });
      expect(stderr.toString()).toBe('');
      expect(stdout.toString()).toBe(await desk.shown());
    },
  );
});

describe('a large tree', () => {
  const COUNT = 5_000;
  const longTree = () => {
    const grove = plantGrove();
    grove.chain(
      grove.root,
      Array.from({ length: COUNT }, (_, at) => `Line ${at}. `),
    );
    const draft = { head: grove.root, buffer: { text: '', spans: [] }, edits: [] };
    return { grove, options: { treeId: grove.tree.id as TreeId, writerId: grove.human as AgentId, draft } };
  };

  test('is written in small pieces, with progress', () => {
    const { grove, options } = longTree();
    const shares: number[] = [];
    let longest = 0;
    const pieces: string[] = [];
    for (const piece of exportTree(grove.store, { ...options, onProgress: (share) => shares.push(share) })) {
      longest = Math.max(longest, piece.length);
      pieces.push(piece);
    }
    const tree = JSON.parse(pieces.join('')) as ExportedTree;
    expect(tree.nodes).toHaveLength(COUNT + 1);
    expect(tree.paths[0]?.choices).toHaveLength(COUNT + 1);
    expect(longest).toBeLessThan(2_000);
    expect(shares).toHaveLength(COUNT / 500);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  });

  test('omits what is committed during the export', () => {
    const { grove, options } = longTree();
    const pieces: string[] = [];
    for (const piece of exportTree(grove.store, options)) {
      if (pieces.length % 1_000 === 10) grove.continue(grove.root, `Meanwhile ${pieces.length}`);
      pieces.push(piece);
    }
    const text = pieces.join('');
    expect(text).not.toContain('Meanwhile');
    const tree = JSON.parse(text) as ExportedTree;
    const ids = new Set(tree.nodes.map(({ id }) => id));
    for (const { version } of tree.paths[0]?.choices ?? [])
      if (version !== null) expect(ids).toContain(version);
    expect(tree.positions).toHaveLength(COUNT + 1);
  });
});
