import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { DraftOp } from '../../../src/core/buffer/pending-edit.ts';
import type { NodeId } from '../../../src/core/ids.ts';
import { TEXT_IS_PRUNED } from '../../../src/ui-text/refusals.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { readGrove } from '../../helpers/grove-facts.ts';

/** Every operation of `domain.md` through the contract, on a real file. */

test('a split moves the head into the middle of a node and leaves the old path intact', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('One two three.')]);
  await desk.commit([desk.typed(' And four.')]);
  const node = await desk.nodeAt(0);
  const reply = await desk.call('node.split', { ...(await desk.intent()), nodeId: node, offset: 7 });
  expect(await desk.shown()).toBe('One two');
  expect(reply).toMatchObject({ keptBefore: 0, tail: { count: 1, text: 'One two' } });
  await desk.call('path.selectSibling', {
    ...(await desk.intent()),
    at: await desk.positionAt(0),
    to: { step: -1 },
  });
  expect(await desk.shown()).toBe('One two three. And four.');
});

test('a split offset counts in the text on the screen, including pending edit and working buffer', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('One three.')]);
  const node = await desk.nodeAt(0);
  await desk.call('node.split', {
    ...(await desk.intent([desk.typed('two ', { nodeId: node, offset: 4 })])),
    nodeId: node,
    offset: 8,
  });
  expect(await desk.shown()).toBe('One two ');
  await desk.call('node.split', { ...(await desk.intent([desk.typed('abcd')])), nodeId: null, offset: 2 });
  expect(await desk.shown()).toBe('One two ab');
});

test('branching a pending edit leaves the old text where it was', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('A castle.')]);
  await desk.commit([desk.typed(' It rained.')]);
  const node = await desk.nodeAt(0);
  const ops = [desk.typed(' tall', { nodeId: node, offset: 1 })];
  await desk.call('node.branchEdit', { ...(await desk.intent(ops)), nodeId: node });
  expect(await desk.shown()).toBe('A tall castle.');
  await desk.call('path.selectSibling', {
    ...(await desk.intent()),
    at: await desk.positionAt(0),
    to: { step: 1 },
  });
  expect(await desk.shown()).toBe('A castle. It rained.');
});

test('an edit that changes nothing makes no branch', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('A castle.')]);
  const node = await desk.nodeAt(0);
  const here = await desk.positionAt(0);
  const branch = async (nodeId: NodeId) => {
    const spans = [{ agent: desk.grove.snapshot().writerId, length: 1 }];
    const same: DraftOp = { nodeId, splice: { from: 0, to: 1, insert: 'A', spans } };
    return desk.call('node.branchEdit', { ...(await desk.intent([same])), nodeId });
  };
  expect((await branch(node)).committed).toMatchObject([{ was: node, nodeId: node, positionId: here }]);
  expect((await desk.call('path.read', { treeId: desk.treeId })).edits).toEqual([]);
  expect(await desk.positionAt(0)).toBe(here);

  await desk.commit([desk.typed('!', { nodeId: node, offset: 9 })]);
  await branch(await desk.nodeAt(0));
  expect(await desk.shown()).toBe('A castle.!');
  expect(await desk.positionAt(0)).not.toBe(here);
});

test('branching the last commit selects again the version that it was edited from', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('A castle.')]);
  await desk.commit([desk.typed('!', { nodeId: await desk.nodeAt(0), offset: 9 })]);
  await desk.call('node.branchEdit', { ...(await desk.intent()), nodeId: await desk.nodeAt(0) });
  expect(await desk.shown()).toBe('A castle.!');
  const versions = async () =>
    desk.call('node.versions', { treeId: desk.treeId, positionId: await desk.positionAt(0) });
  expect(await versions()).toHaveLength(1);
  await desk.call('path.selectSibling', {
    ...(await desk.intent()),
    at: await desk.positionAt(0),
    to: { step: 1 },
  });
  expect(await desk.shown()).toBe('A castle.');
  expect((await versions()).map(({ selected }) => selected)).toEqual([true, false]);
});

test('an earlier version can be selected again, and the text after it stays', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('A castle.')]);
  await desk.commit([desk.typed(' It rained.')]);
  const first = await desk.nodeAt(0);
  await desk.commit([desk.typed(' tall', { nodeId: first, offset: 1 })]);
  expect(await desk.shown()).toBe('A tall castle. It rained.');
  const at = await desk.positionAt(0);
  const reply = await desk.call('path.selectVersion', {
    ...(await desk.intent()),
    at,
    to: { nodeId: first },
  });
  expect(reply).toMatchObject({ keptBefore: 0, tail: { count: 1, text: 'A castle.' }, keptAfter: 1 });
  expect(await desk.shown()).toBe('A castle. It rained.');
});

test('stepping through versions follows the order of creation, a pending edit last, and wraps around', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('One.')]);
  const first = await desk.nodeAt(0);
  const at = await desk.positionAt(0);
  await desk.commit([desk.typed('Two, ', { nodeId: first })]);
  const edit = desk.typed('Three, ', { nodeId: await desk.nodeAt(0) });
  const step = async (by: -1 | 1, ops: readonly DraftOp[] = []) => {
    await desk.call('path.selectVersion', { ...(await desk.intent(ops)), at, to: { step: by } });
    return desk.shown();
  };
  expect(await step(-1, [edit])).toBe('Two, One.');
  expect(await step(-1)).toBe('One.');
  expect(await step(-1)).toBe('Three, Two, One.');
  expect(await step(1)).toBe('One.');
});

test('undo restores a path and a draft without writing a node', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('One.')]);
  const head = await desk.positionAt(0);
  await desk.commit([desk.typed(' Two.')]);
  const second = await desk.nodeAt(1);
  const { pathVersion } = await desk.intent();
  const spans = [{ agent: desk.grove.snapshot().writerId, length: 5 }];
  const draft = { buffer: { text: ' Two.', spans, wasNode: second }, edits: [] };
  await desk.call('path.restore', {
    treeId: desk.treeId,
    pathVersion,
    head,
    versions: [],
    pruned: [],
    draft,
  });
  expect(await desk.shown()).toBe('One. Two.');
  expect((await desk.segments()).count).toBe(1);
  await desk.commit();
  expect(await desk.nodeAt(1)).toBe(second);
});

test('notes are listed on every version and never shown in the text', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('A castle.')]);
  const first = await desk.nodeAt(0);
  const { treeId } = desk;
  await desk.call('node.annotate', { treeId, nodeId: first, text: 'Which castle?' });
  await desk.commit([desk.typed('!', { nodeId: first, offset: 9 })]);
  const notes = await desk.call('node.annotations', { treeId, nodeId: await desk.nodeAt(0) });
  expect(notes.map(({ text, originId }) => [text, originId])).toEqual([['Which castle?', first]]);
  expect(await desk.shown()).toBe('A castle.!');
  await expect(desk.call('node.annotate', { treeId, nodeId: first, text: ' \n' })).rejects.toThrow(
    /INVALID_ARGUMENT/,
  );
});

test('bookmarks can be set with a label, listed and removed, and the draft stays a draft', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('A castle.')]);
  const positionId = await desk.positionAt(0);
  const reply = await desk.call('position.bookmark', {
    ...(await desk.intent([desk.typed('Typing')])),
    positionId,
    bookmarked: true,
    label: ' The start ',
  });
  expect(reply.headers).toMatchObject([{ positionId, flags: 1 }]);
  const list = () => desk.call('position.bookmarks', { treeId: desk.treeId });
  expect(await list()).toMatchObject([{ positionId, label: 'The start', excerpt: 'A castle.' }]);
  expect(await desk.shown()).toBe('A castle.Typing');
  await desk.call('position.bookmark', {
    ...(await desk.intent()),
    positionId,
    bookmarked: false,
    label: null,
  });
  expect(await list()).toEqual([]);
});

test('pruning hides a position and moves the head to its parent; restoring shows it again', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('One.')]);
  await desk.commit([desk.typed(' Two.')]);
  await desk.commit([desk.typed(' Three.')]);
  const positionId = await desk.positionAt(1);
  await desk.call('position.prune', { ...(await desk.intent([desk.typed(' Four.')])), positionId });
  expect(await desk.shown()).toBe('One.');
  await desk.call('path.goToChild', await desk.intent());
  expect(await desk.shown()).toBe('One.');
  await desk.call('position.setPruned', {
    ...(await desk.intent()),
    positions: [{ positionId, pruned: false }],
  });
  await desk.call('path.goToChild', await desk.intent());
  await desk.call('path.goToChild', await desk.intent());
  await desk.call('path.goToChild', await desk.intent());
  expect(await desk.shown()).toBe('One. Two. Three. Four.');
});

test('pruning an alternative shows the next one, from the last the one before, and then the text above', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('One.')]);
  const to = await desk.positionAt(0);
  for (const text of [' Two.', ' Deux.', ' Zwei.']) {
    await desk.call('path.moveHead', { ...(await desk.intent()), to });
    await desk.commit([desk.typed(text)]);
  }
  await desk.call('path.selectSibling', {
    ...(await desk.intent()),
    at: await desk.positionAt(1),
    to: { index: 2 },
  });
  for (const left of ['One. Zwei.', 'One. Two.', 'One.']) {
    const positionId = await desk.positionAt(1);
    await desk.call('position.prune', { ...(await desk.intent()), positionId });
    expect(await desk.shown()).toBe(left);
  }
});

test('positions off the path are pruned and restored together, and the draft stays a draft', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('One.')]);
  const parentId = await desk.positionAt(0);
  const beside = [];
  for (const text of [' Two.', ' Deux.', ' Zwei.']) {
    await desk.call('path.moveHead', { ...(await desk.intent()), to: parentId });
    await desk.commit([desk.typed(text)]);
    beside.push(await desk.positionAt(1));
  }
  const [first, second, third] = beside;
  if (first === undefined || second === undefined || third === undefined) expect.unreachable();
  const draft = desk.typed(' And more.');
  const hidden = [first, second].map((positionId) => ({ positionId, pruned: true }));
  await yieldToEventLoop();
  const eventsBefore = desk.emitted('tree.changed').length;
  const reply = await desk.call('position.setPruned', { ...(await desk.intent([draft])), positions: hidden });
  expect(reply).toMatchObject({ committed: [], headers: [], changed: hidden });
  await yieldToEventLoop();
  expect(desk.emitted('tree.changed').slice(eventsBefore)).toMatchObject([
    {
      changed: [first, second],
      headers: [{ positionId: third, siblingIndex: 1, siblingCount: 1 }],
      children: [{ parentId, children: [{ pruned: true }, { pruned: true }, { pruned: false }] }],
    },
  ]);
  expect((await desk.segments()).count).toBe(2);
  expect(await desk.shown()).toBe('One. Zwei. And more.');
  const pruned = async () =>
    (await desk.call('path.children', { treeId: desk.treeId, parentId })).map((child) => child.pruned);
  expect(await pruned()).toEqual([true, true, false]);

  const shownAgain = await desk.call('position.setPruned', {
    ...(await desk.intent()),
    positions: [
      { positionId: first, pruned: true },
      { positionId: first, pruned: false },
      { positionId: second, pruned: true },
    ],
  });
  expect(shownAgain.changed).toEqual([{ positionId: first, pruned: false }]);
  expect(await pruned()).toEqual([false, true, false]);
  await expect(
    desk.call('position.setPruned', {
      ...(await desk.intent()),
      positions: [{ positionId: third, pruned: true }],
    }),
  ).rejects.toThrow(/INVALID_ARGUMENT/);
});

test('a preview is the text that the path would show from there on, never cut inside a character', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('One. ')]);
  await desk.commit([desk.typed('Two🏰')]);
  await desk.commit([desk.typed(' Three.')]);
  const positionId = await desk.positionAt(1);
  await desk.call('path.moveHead', { ...(await desk.intent()), to: await desk.positionAt(0) });
  const before = await desk.call('path.read', { treeId: desk.treeId });
  const preview = (limit: number) => desk.call('path.preview', { treeId: desk.treeId, positionId, limit });
  expect(await preview(4_000)).toMatchObject({ text: 'Two🏰 Three.', spans: [{ length: 12 }] });
  expect(await preview(7)).toMatchObject({ text: 'Two🏰 T', spans: [{ length: 7 }] });
  expect(await preview(4)).toMatchObject({ text: 'Two', spans: [{ length: 3 }] });
  expect(await desk.call('path.read', { treeId: desk.treeId })).toEqual(before);
  await desk.call('position.prune', { ...(await desk.intent()), positionId });
  await expect(preview(10)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', detail: TEXT_IS_PRUNED });
});

test('excluded text is not sent to a model', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('Keep this. ')]);
  await desk.commit([desk.typed('Not this. ')]);
  await desk.call('position.exclude', {
    ...(await desk.intent()),
    positionId: await desk.positionAt(1),
    excluded: true,
  });
  const model = desk.grove.snapshot().agents.find(({ type }) => type === 'model');
  if (model === undefined) expect.unreachable();
  const options = { at: null, agentIds: [model.id], count: 1, maxTokens: 5 };
  await desk.call('generation.start', { ...(await desk.intent()), ...options });
  await expect.poll(() => desk.emitted('generation.updated').at(-1)?.state).toBe('done');
  const facts = readGrove(desk.path);
  expect(facts.counts).toMatchObject({ nodes: 4, responses: 1 });
  expect(facts.promptNodes).toEqual([[await desk.nodeAt(0)]]);
});

test('the context ends with the text, and the author’s note comes before its last paragraphs', async () => {
  const desk = new HandlersDesk();
  await desk.call('tree.update', { treeId: desk.treeId, settings: { authorsNote: 'Plain words.' } });
  await desk.commit([desk.typed('One.\n\nTwo.\n\nThree.\n\nFour.\n\nI was standing where')]);
  const model = desk.grove.snapshot().agents.find(({ type }) => type === 'model');
  if (model === undefined) expect.unreachable();
  const options = { at: null, agentIds: [model.id], count: 1, maxTokens: 5 };
  await desk.call('generation.start', { ...(await desk.intent()), ...options });
  await expect.poll(() => desk.emitted('generation.updated').at(-1)?.state).toBe('done');
  const node = await desk.nodeAt(0);
  // The node appears on both sides of the note.
  expect(readGrove(desk.path).promptNodes).toEqual([[node, node]]);
});

test('everything written verifies, node by node and as a whole', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('One.')]);
  await desk.commit([desk.typed('!', { nodeId: await desk.nodeAt(0), offset: 4 })]);
  const { treeId } = desk;
  const details = await desk.call('node.read', { treeId, nodeId: await desk.nodeAt(0) });
  expect(details).toMatchObject({
    content: { type: 'text', text: 'One.!' },
    verdict: { verdict: 'valid', reasons: [] },
    edge: { type: 'continuation' },
  });
  expect(await desk.call('grove.verify', {})).toMatchObject({
    nodes: { verdict: 'valid', checked: 3, summary: 'All 3 nodes are as written.' },
    violations: [],
    log: [],
  });
});

test('verification names a text and an author changed by another program', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('One.')]);
  await desk.commit([desk.typed('Two.')]);
  const [one, two] = [await desk.nodeAt(0), await desk.nodeAt(1)];
  const file = new Database(desk.path);
  const model = file.prepare<[], { key: number }>("select key from agent where type = 'model'").get()?.key;
  file.prepare('update node set text = ? where id = ?').run('Ones', one);
  file.prepare('update node set authorship = ? where id = ?').run(`[[${model},4]]`, two);
  file.close();
  const { nodes, log } = await desk.call('grove.verify', {});
  expect(nodes.findings).toMatchObject([{ nodeId: one, verdict: 'invalid' }]);
  expect(log).toEqual([`node ${two}: its authorship spans have changed since it was written`]);
});

test('text is found in a tree and in the grove', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('The orchard under snow.')]);
  const find = (text: string, treeId = null as null | typeof desk.treeId) =>
    desk.call('search.find', { text, treeId, ranked: false, limit: 10 });
  expect((await find('orch')).hits).toMatchObject([{ positionId: await desk.positionAt(0) }]);
  expect((await find('orch', desk.treeId)).hits).toHaveLength(1);
  expect((await find('"unclosed (')).hits).toEqual([]);
});

test('trees can be created, renamed, described, archived and restored, and one always remains', async () => {
  const desk = new HandlersDesk();
  const first = desk.treeId;
  const made = await desk.call('tree.create', { title: null });
  expect(made.title).toBe('Untitled story 2');
  await desk.call('tree.update', { treeId: made.id, title: ' Winter ', description: 'A draft' });
  await desk.call('tree.update', { treeId: first, archived: true });
  expect(desk.grove.snapshot().trees).toMatchObject([
    { id: made.id, title: 'Winter', description: 'A draft' },
  ]);
  await expect(desk.call('tree.update', { treeId: made.id, archived: true })).rejects.toThrow(
    /INVALID_ARGUMENT/,
  );
  expect(await desk.call('tree.update', { treeId: made.id, title: '  ' })).toMatchObject({
    title: 'Untitled story 2',
  });
  await desk.call('tree.update', { treeId: first, archived: false });
  expect(await desk.call('tree.list', {})).toHaveLength(2);
  expect((await desk.call('grove.rename', { name: 'Orchards' })).name).toBe('Orchards');
});
