import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PositionId } from '../../../src/core/ids.ts';
import type { FolderKind } from '../../../src/ipc/wire/exchange.ts';
import { HandlersDesk } from '../../helpers/desk.ts';

/** Exports of folders, on a real disk. */

/** The files of the folder that an export makes, by name. */
async function exported(
  desk: HandlersDesk,
  kind: FolderKind,
  withFences = false,
): Promise<Readonly<Record<string, string>>> {
  const outcome = await desk.call('exchange.exportFolder', { treeId: desk.treeId, kind, withFences });
  if (outcome === null || outcome === 'stopped') return expect.unreachable();
  const folder = join(desk.destination ?? '', outcome.file.name);
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}

async function goTo(desk: HandlersDesk, to: PositionId): Promise<void> {
  await desk.call('path.moveHead', { ...(await desk.intent()), to });
}

/** A story whose text was divided, and which branches before and after that. */
async function branchingDesk(): Promise<HandlersDesk> {
  const desk = new HandlersDesk();
  const { treeId } = desk;
  await desk.call('tree.update', { treeId, title: 'Low / Water' });
  await desk.commit([desk.typed('The lake froze. ')]);
  const beginning = await desk.positionAt(0);
  await desk.commit([desk.typed('Nobody saw it. Then it snowed.')]);
  const base = await desk.positionAt(1);
  const nodeId = await desk.nodeAt(1);
  await desk.call('node.split', { ...(await desk.intent()), nodeId, offset: 15 });
  await desk.commit([desk.typed('Only Marie did.')]);
  await goTo(desk, beginning);
  await desk.commit([desk.typed('It *thawed* again.\n\n```prompt name=storm\nA storm.\n```\n')]);
  await goTo(desk, beginning);
  await desk.commit([desk.typed('It rained.')]);
  const positions = [{ positionId: await desk.positionAt(1), pruned: true }];
  await goTo(desk, base);
  await desk.call('position.setPruned', { ...(await desk.intent()), positions });
  return desk;
}

describe('every branch', () => {
  test('is a text of its own, named by the words with which it leaves the others', async () => {
    const desk = await branchingDesk();
    const files = await exported(desk, 'branches');
    expect(readdirSync(desk.destination ?? '')).toEqual(['Low Water, every branch']);
    expect(files).toEqual({
      '1 Then it snowed.md': 'The lake froze. Nobody saw it. Then it snowed.',
      '2 Only Marie did.md': 'The lake froze. Nobody saw it. Only Marie did.',
      '3 It thawed again.md': 'The lake froze. It *thawed* again.\n',
      'Index.md': expect.stringContaining(
        '1. [1 Then it snowed](1%20Then%20it%20snowed.md): 9 words, on the screen at the time\n2. [2 Only',
      ),
    });
    expect(files['Index.md']).toMatch(
      /^# Low \/ Water, every branch\n\n3 texts, .* 1 prompt was left out\.\n\n1/,
    );
    expect((await exported(desk, 'branches', true))['3 It thawed again.md']).toContain('A storm.');
    expect(readdirSync(desk.destination ?? '')).toHaveLength(2);
  });

  test('has pending edits, and what is typed in the middle of the tree is one too', async () => {
    const desk = await branchingDesk();
    await desk.call('path.moveHead', { ...(await desk.intent()), to: await desk.positionAt(0) });
    const nodeId = await desk.nodeAt(0);
    const ops = [desk.typed('cold ', { nodeId, offset: 4 }), desk.typed('It hailed.')];
    await desk.call('draft.save', { ...(await desk.intent(ops)), digest: null });
    await desk.call('tree.update', {
      treeId: desk.treeId,
      settings: { book: { title: 'Cold', sceneMark: '⁂' } },
    });
    const files = await exported(desk, 'branches');
    expect(files['1 It hailed.md']).toBe('# Cold\n\nThe cold lake froze. It hailed.');
    expect(files['2 Then it snowed.md']).toBe(
      '# Cold\n\nThe cold lake froze. Nobody saw it. Then it snowed.',
    );
  });

  test('of a story without any is the story', async () => {
    const desk = new HandlersDesk();
    await desk.call('tree.update', { treeId: desk.treeId, title: '...' });
    expect(await exported(desk, 'branches')).toEqual({
      '1.md': '',
      'Index.md':
        '# ..., every branch\n\nOne text: nothing branches off.\n\n1. [1](1.md): 0 words, on the screen at the time\n',
    });
    const { id: treeId } = await desk.call('tree.create', { title: 'Talk', mode: 'dialogue' });
    await expect(
      desk.call('exchange.exportFolder', { treeId, kind: 'branches', withFences: false }),
    ).rejects.toMatchObject({ detail: 'Only stories and documents can be exported branch by branch.' });
  });

  test('is not there at all if writing is stopped or not permitted', async () => {
    const desk = await branchingDesk();
    const how = { treeId: desk.treeId, kind: 'branches', withFences: false } as const;
    desk.onProgress = () => void desk.call('exchange.stop', {});
    expect(await desk.call('exchange.exportFolder', how)).toBe('stopped');
    desk.onProgress = () => undefined;
    const folder = desk.destination ?? '';
    expect(readdirSync(folder)).toEqual([]);
    chmodSync(folder, 0o500);
    // The super-user may write everywhere.
    if (process.getuid?.() !== 0)
      await expect(desk.call('exchange.exportFolder', how)).rejects.toMatchObject({
        code: 'IO_ERROR',
        detail: expect.stringContaining('is not writable'),
      });
    desk.destination = join(folder, 'nowhere');
    await expect(desk.call('exchange.exportFolder', how)).rejects.toMatchObject({ code: 'IO_ERROR' });
    desk.destination = null;
    expect(await desk.call('exchange.exportFolder', how)).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('documents', () => {
  test('are notes with links, aliases and tags as Obsidian has them', async () => {
    const desk = new HandlersDesk();
    await desk.call('grove.rename', { name: 'Novel' });
    await expect(
      desk.call('exchange.exportFolder', { treeId: desk.treeId, kind: 'documents', withFences: false }),
    ).rejects.toMatchObject({ detail: 'This grove has no documents to export.' });
    const write = async (title: string, text: string) => {
      const { id } = await desk.call('tree.create', { title, kind: 'document' });
      await desk.commit([desk.typed(text)]);
      return id;
    };
    const rootOf = (id: string) =>
      desk.grove.snapshot().trees.find((tree) => tree.id === id)?.rootPositionId ?? expect.unreachable();
    const marie = await write('Marie', '# Past\n\n## Ice\n\nShe fell.\n\n# Now\n');
    await desk.call('tree.addAlias', { treeId: marie, name: 'The girl' });
    await desk.call('tag.assign', { treeId: marie, positionId: rootOf(marie), name: 'the cast/main' });
    await desk.call('tag.assign', { treeId: marie, positionId: rootOf(marie), name: '1986' });
    await write('C#: a [plan]?', 'One.');
    await write('c  a plan', '---\naliases: [Two]\n---\nTwo.');
    await write('Gone', 'x');
    const notes = await write(
      'Notes',
      [
        '[[Marie]], [[the girl|her]] and [[The girl]]',
        '![[marie#Past/Ice]] [[#Own]] [[Nobody]] `[[The girl]]`',
        '| [[The girl]] | [[The girl\\|x]] |',
        '```prompt name=storm\n[[Marie]]\n```\n',
      ].join('\n'),
    );
    await desk.call('tree.update', { treeId: marie, title: 'Marie Curie' });
    await desk.call('tree.update', { treeId: await write('Old', 'x'), archived: true });
    await desk.call('tree.show', { treeId: notes });
    const files = await exported(desk, 'documents');
    expect(readdirSync(desk.destination ?? '')).toEqual(['Novel, documents']);
    expect(Object.keys(files).toSorted()).toEqual([
      'C a plan 2.md',
      'Gone.md',
      'Marie Curie.md',
      'Notes.md',
      'c a plan.md',
    ]);
    expect(files['Marie Curie.md']).toBe(
      '---\naliases:\n  - "The girl"\ntags:\n  - "_1986"\n  - "the-cast/main"\n---\n# Past\n\n## Ice\n\nShe fell.\n\n# Now\n',
    );
    expect(files['C a plan 2.md']).toBe('---\naliases:\n  - "C#: a [plan]?"\n---\nOne.');
    expect(files['c a plan.md']).toBe('---\naliases: [Two]\n---\nTwo.');
    expect(files['Notes.md']).toBe(
      [
        '[[Marie Curie|Marie]], [[Marie Curie|her]] and [[Marie Curie|The girl]]',
        '![[Marie Curie#Past#Ice|marie#Past/Ice]] [[#Own]] [[Nobody]] `[[The girl]]`',
        '| [[Marie Curie\\|The girl]] | [[Marie Curie\\|x]] |',
        '',
      ].join('\n'),
    );
  });
});
