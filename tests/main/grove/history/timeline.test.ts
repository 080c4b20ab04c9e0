import { describe, expect, test, vi } from 'vitest';
import type { DraftOp } from '../../../../src/core/buffer/pending-edit.ts';
import { LAYER_REASONS } from '../../../../src/core/history/layer-reason.ts';
import type { NodeId } from '../../../../src/core/ids.ts';
import type { TimelineLayers } from '../../../../src/ipc/wire/timeline.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import { nodesOf, screenOf, shownAfter } from '../../../helpers/timeline.ts';

async function layersOf(desk: HandlersDesk, isOpening = false): Promise<TimelineLayers> {
  return desk.call('timeline.layers', { treeId: desk.treeId, chain: 0, isOpening });
}

async function lastSeq(desk: HandlersDesk): Promise<number> {
  const seq = (await layersOf(desk)).seqs.at(-1);
  if (seq === undefined) throw new Error('no layers');
  return seq;
}

function reasonsIn({ reasons }: TimelineLayers): readonly string[] {
  return [...reasons].map((reason) => LAYER_REASONS[reason] ?? '?');
}

async function textAfter(desk: HandlersDesk, seq: number): Promise<string> {
  const past = await desk.call('timeline.show', { treeId: desk.treeId, chain: 0, seq, from: null });
  return screenOf(shownAfter(past, []), past.edits, past.buffer).text;
}

async function screen(desk: HandlersDesk) {
  const { segments, edits, buffer } = await desk.call('path.read', { treeId: desk.treeId });
  return screenOf(nodesOf(segments), edits, buffer);
}

async function compare(desk: HandlersDesk, from: number | null, to: number | null) {
  return (await desk.call('timeline.compare', { treeId: desk.treeId, chain: 0, from, to })).blocks;
}

/** Replaces a part of a node's text. */
function replaced(desk: HandlersDesk, nodeId: NodeId, from: number, to: number, insert: string): DraftOp {
  const spans = [{ agent: desk.grove.snapshot().writerId, length: insert.length }];
  return { nodeId, splice: { from, to, insert, spans } };
}

/** Three passages, of which the second was rewritten; the layer of each commit. */
async function written() {
  const desk = new HandlersDesk();
  const seqs: number[] = [];
  for (const text of ['The storm came.\n\n', 'Marie waited for it.\n\n', 'It rained all night.\n\n']) {
    await desk.commit([desk.typed(text)]);
    seqs.push(await lastSeq(desk));
  }
  await desk.commit([replaced(desk, await desk.nodeAt(1), 6, 12, 'hid')]);
  seqs.push(await lastSeq(desk));
  return { desk, seqs };
}

describe('the time line', () => {
  test('has a layer for each commit, with the draft that is worth one when it is opened', async () => {
    const { desk } = await written();
    expect(reasonsIn(await layersOf(desk)).slice(-4)).toEqual(['commit', 'commit', 'commit', 'commit']);
    const long = 'And on it went, '.repeat(20);
    await desk.call('draft.save', { ...(await desk.intent([desk.typed(long)])), digest: null });
    expect(reasonsIn(await layersOf(desk)).at(-1)).toBe('commit');
    expect(reasonsIn(await layersOf(desk, true)).at(-1)).toBe('draft');
    expect(await textAfter(desk, await lastSeq(desk))).toBe(await desk.shown());
  });

  test('shows the text after a layer whole, or as a difference to another one', async () => {
    const { desk, seqs } = await written();
    const [, second = 0, third = 0, fourth = 0] = seqs;
    expect(await textAfter(desk, second)).toBe('The storm came.\n\nMarie waited for it.\n\n');
    const show = (seq: number, from: number | null) =>
      desk.call('timeline.show', { treeId: desk.treeId, chain: 0, seq, from });
    expect(await show(fourth, third)).toMatchObject({ keptBefore: 1, keptAfter: 1, tail: { count: 1 } });
    expect(await show(second, third)).toMatchObject({ keptBefore: 2, keptAfter: 0, tail: { count: 0 } });
  });

  test('changes nothing that is written, and not what is being typed', async () => {
    const { desk, seqs } = await written();
    await desk.call('draft.save', { ...(await desk.intent([desk.typed('And')])), digest: null });
    const [before, { pathVersion }] = [await desk.shown(), await desk.intent()];
    for (const seq of seqs) await textAfter(desk, seq);
    expect(await desk.shown()).toBe(before);
    expect((await desk.intent()).pathVersion).toBe(pathVersion);
  });

  test('refuses a layer that is not there', async () => {
    const { desk } = await written();
    await expect(textAfter(desk, 4_000)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const other = desk.call('timeline.layers', { treeId: desk.treeId, chain: 1, isOpening: false });
    await expect(other).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('tells the window that layers were added, once for many', async () => {
    const { desk } = await written();
    await vi.waitFor(() => expect(desk.emitted('timeline.changed')).toEqual([{ treeId: desk.treeId }]));
  });
});

describe('a file from another computer', () => {
  test('has the time line of the one who wrote it, by name, which can be read, traced and restored', async () => {
    const { desk: theirs, seqs } = await written();
    await theirs.close();
    const me = { id: '01KDXB00000000000000000000', name: 'Ivo' };
    const desk = new HandlersDesk(theirs.path, 500_000, undefined, undefined, me);
    const { treeId } = desk;
    const { chains } = await layersOf(desk, true);
    expect(chains).toMatchObject([{ isMerged: false }, { isMerged: false, count: seqs.length + 1 }]);
    const agents = desk.grove.snapshot().agents;
    const nameOf = (at: number) => agents.find(({ id }) => id === chains[at]?.agentId)?.name;
    expect([nameOf(0), nameOf(1)]).toEqual(['Ivo', 'Mara']);
    const read = await desk.call('timeline.layers', { treeId, chain: 1, isOpening: false });
    expect([...read.seqs]).toEqual(expect.arrayContaining(seqs));
    const past = await desk.call('timeline.show', { treeId, chain: 1, seq: seqs[1] ?? 0, from: null });
    expect(screenOf(shownAfter(past, []), past.edits, past.buffer).text).toBe(
      'The storm came.\n\nMarie waited for it.\n\n',
    );
    await desk.call('timeline.restore', { ...(await desk.intent()), chain: 1, seq: seqs[0] ?? 0 });
    expect(await desk.shown()).toBe('The storm came.\n\n');
  });
});

describe('two moments', () => {
  test('are compared by their blocks, a moment of the past or what is on the screen', async () => {
    const { desk, seqs } = await written();
    const [first = 0, , third = 0, fourth = 0] = seqs;
    expect(await compare(desk, third, fourth)).toMatchObject([
      { kind: 'same' },
      {
        kind: 'changed',
        words: [
          { change: 'same' },
          { change: 'removed', text: 'waited' },
          { change: 'added', text: 'hid' },
          { change: 'same' },
        ],
      },
      { kind: 'same' },
      { kind: 'same' },
    ]);
    await desk.call('draft.save', { ...(await desk.intent([desk.typed('Nobody slept.')])), digest: null });
    expect((await compare(desk, first, null)).filter(({ kind }) => kind === 'added').at(-1)).toMatchObject({
      text: '\n\nNobody slept.',
    });
  });
});

describe('a marked moment', () => {
  test('has its label until it is taken away', async () => {
    const { desk, seqs } = await written();
    const [, seq = 0] = seqs;
    await desk.call('timeline.mark', { treeId: desk.treeId, seq, label: ' Before the rain ' });
    expect((await layersOf(desk)).labels).toEqual([{ seq, label: 'Before the rain' }]);
    await desk.call('timeline.mark', { treeId: desk.treeId, seq, label: '' });
    expect((await layersOf(desk)).labels).toEqual([]);
  });

  test('may be now, with what is not committed', async () => {
    const { desk } = await written();
    await desk.call('draft.save', { ...(await desk.intent([desk.typed('And')])), digest: null });
    const { seq } = await desk.call('timeline.mark', { treeId: desk.treeId, seq: null, label: 'Now' });
    const shown = await desk.shown();
    await desk.commit([desk.typed(' so on.', { offset: 3 })]);
    expect(await textAfter(desk, seq)).toBe(shown);
    expect((await layersOf(desk)).labels).toEqual([{ seq, label: 'Now' }]);
  });
});

describe('a restored moment', () => {
  test('is the path and the draft of then, and what was there before is a layer', async () => {
    const { desk } = await written();
    await desk.call('draft.save', { ...(await desk.intent([desk.typed('Unsaved then.')])), digest: null });
    const { seq } = await desk.call('timeline.mark', { treeId: desk.treeId, seq: null, label: 'Then' });
    const then = await screen(desk);
    await desk.commit([
      replaced(desk, await desk.nodeAt(0), 4, 9, 'wind'),
      { nodeId: null, whole: { text: '', spans: [] } },
    ]);
    const position = await desk.positionAt(1);
    await desk.call('position.prune', { ...(await desk.intent()), positionId: position });
    await desk.call('draft.save', { ...(await desk.intent([desk.typed('Typed now.')])), digest: null });
    const now = await desk.shown();
    const intent = { ...(await desk.intent()), chain: 0, seq };
    const reply = await desk.call('timeline.restore', intent);
    expect(await screen(desk)).toEqual(then);
    expect(reply.changed).toEqual([{ positionId: position, pruned: false }]);
    const layers = await layersOf(desk);
    expect(reasonsIn(layers).slice(-2)).toEqual(['commit', 'restore']);
    expect(await textAfter(desk, layers.seqs.at(-2) ?? 0)).toBe(now);
    expect(await textAfter(desk, layers.seqs.at(-1) ?? 0)).toBe(then.text);
  });
});

describe('how a passage came to be', () => {
  const trace = (desk: HandlersDesk, what: string, text: string, seq: number | null = null) => {
    const from = text.indexOf(what);
    const range = { from, to: from + what.length };
    return desk.call('timeline.trace', { treeId: desk.treeId, chain: 0, seq, range });
  };

  test('is told by the layers that touched it, newest first', async () => {
    const { desk, seqs } = await written();
    const [, second, , fourth] = seqs;
    const { writerId } = desk.grove.snapshot();
    expect(await trace(desk, 'Marie hid for it', await desk.shown())).toMatchObject([
      {
        seq: fourth,
        reason: 'commit',
        authorId: writerId,
        before: 'Marie waited for it',
        after: 'Marie hid for it',
      },
      { seq: second, reason: 'commit', authorId: writerId, before: '', after: 'Marie waited for it' },
    ]);
  });

  test('is told from any moment, and through typing that was not committed', async () => {
    const { desk, seqs } = await written();
    const save = async (text: string, offset: number) =>
      desk.call('draft.save', { ...(await desk.intent([desk.typed(text, { offset })])), digest: null });
    await save('The cat slep', 0);
    const { seq } = await desk.call('timeline.mark', { treeId: desk.treeId, seq: null, label: 'Now' });
    await desk.commit([desk.typed('t.', { offset: 12 })]);
    expect(await trace(desk, 'cat slept.', await desk.shown())).toMatchObject([
      { reason: 'commit', before: 'cat slep', after: 'cat slept.' },
      { seq, reason: 'draft', before: '', after: 'cat slep' },
    ]);
    const [, second = 0, third = 0] = seqs;
    expect(await trace(desk, 'waited', await textAfter(desk, third), third)).toMatchObject([{ seq: second }]);
  });

  test('includes when it went away and returned', async () => {
    const { desk, seqs } = await written();
    const [, second] = seqs;
    const position = await desk.positionAt(2);
    const text = await desk.shown();
    await desk.call('path.moveHead', { ...(await desk.intent()), to: await desk.positionAt(0) });
    await desk.commit([desk.typed('Nobody came.')]);
    await desk.call('path.moveHead', { ...(await desk.intent()), to: position });
    expect(await trace(desk, 'Marie', text)).toMatchObject([
      { reason: 'move', authorId: null, before: '', after: 'Marie' },
      { reason: 'move', before: 'Marie', after: '' },
      { seq: second, before: '', after: 'Marie' },
    ]);
  });

  test('is stopped by the writer, or by another question, with what was found', async () => {
    const { desk } = await written();
    const text = await desk.shown();
    const first = trace(desk, 'Marie', text);
    const second = trace(desk, 'Marie hid', text);
    await desk.call('timeline.stopTracing', {});
    expect([await first, await second]).toEqual([[], []]);
  });
});
