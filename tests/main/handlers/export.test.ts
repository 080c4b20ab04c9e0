import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TreeId } from '../../../src/core/ids.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { temporaryFolder } from '../../helpers/grove.ts';

/** A grove with one empty tree that is called “story”. */
async function openDesk(): Promise<HandlersDesk> {
  const desk = new HandlersDesk();
  await desk.call('tree.update', { treeId: desk.treeId, title: 'story' });
  return desk;
}

/** What a check of a grove says where everything is as it should be. */
const SOUND = { log: [], violations: [], nodes: { findings: [] } };

/** What goes out of a grove, as files on a real disk. */

const FORMATS = ['markdown', 'plainText', 'html'] as const;

/** The one file in the folder that the writer chose, and what it says. */
function saved(desk: HandlersDesk): { readonly name: string; readonly text: string } {
  const folder = desk.destination ?? '';
  const names = readdirSync(folder);
  expect(names).toHaveLength(1);
  const [name = ''] = names;
  return { name, text: readFileSync(join(folder, name), 'utf8') };
}

async function rename(desk: HandlersDesk, title: string): Promise<void> {
  await desk.call('tree.update', { treeId: desk.treeId, title });
}

describe('the text on the screen', () => {
  test('is exported with what is typed and not committed, which stays so', async () => {
    const desk = await openDesk();
    const { treeId } = desk;
    await desk.commit([desk.typed('# The Lamp\n\nThe *lamp* was lit. ')]);
    const nodeId = await desk.nodeAt(0);
    const ops = [desk.typed('Then it went out.'), desk.typed('oil ', { nodeId, offset: 18 })];
    await desk.call('draft.save', { ...(await desk.intent(ops)), digest: null });
    const before = await desk.call('path.read', { treeId });

    expect(await desk.call('exchange.exportPath', { treeId, format: 'markdown' })).toBe(true);
    expect(saved(desk)).toEqual({
      name: 'story.md',
      text: '# The Lamp\n\nThe *loil amp* was lit. Then it went out.',
    });
    expect(saved(desk).text).toBe(await desk.shown());
    expect(await desk.call('path.read', { treeId })).toEqual(before);
  });

  test('is exported as plain text without its marks', async () => {
    const desk = await openDesk();
    await desk.commit([desk.typed('# The Lamp\n\nThe *lamp* was lit. ')]);
    await desk.call('exchange.exportPath', { treeId: desk.treeId, format: 'plainText' });
    expect(saved(desk)).toEqual({ name: 'story.txt', text: 'The Lamp\n\nThe lamp was lit. ' });
  });

  test('is exported as a page that says who wrote what', async () => {
    const desk = await openDesk();
    const { treeId } = desk;
    await desk.commit([desk.typed('The lamp was lit. ')]);
    const model = desk.grove.snapshot().agents.find(({ type }) => type === 'model');
    const wish = { at: null, agentIds: model === undefined ? [] : [model.id], count: 1, maxTokens: 12 };
    const { job } = await desk.call('generation.start', { ...(await desk.intent()), ...wish });
    await expect.poll(() => desk.grove.generation.running(treeId)).toEqual([]);
    const [slot] = job.slots;
    if (slot === undefined) throw new Error('no continuation was asked for');
    await desk.call('path.arrive', { ...(await desk.intent()), positionId: slot.positionId });
    await desk.call('exchange.exportPath', { treeId, format: 'html' });
    const { name, text } = saved(desk);
    expect(name).toBe('story.html');
    expect(text).toContain(
      '<p class="opening" dir="auto">The lamp was lit. <span class="author-1" title="Offline">',
    );
    expect(text).toContain('<li>Mara <small>the writer, as plain text</small></li>');
    expect(text).toContain('<li><span class="author-1">Offline</span> <small>a model, offline:');
  });

  test('has what is excluded from the context, and no notes', async () => {
    const desk = await openDesk();
    const { treeId } = desk;
    await desk.commit([desk.typed('The lamp was lit. ')]);
    const positionId = await desk.positionAt(0);
    await desk.call('position.exclude', { ...(await desk.intent()), positionId, excluded: true });
    await desk.call('node.annotate', { treeId, nodeId: await desk.nodeAt(0), text: 'Which lamp?' });
    for (const format of FORMATS) {
      await desk.call('exchange.exportPath', { treeId, format });
      const file = join(
        desk.destination ?? '',
        { markdown: 'story.md', plainText: 'story.txt', html: 'story.html' }[format],
      );
      expect(readFileSync(file, 'utf8')).toContain('The lamp was lit. ');
      expect(readFileSync(file, 'utf8')).not.toContain('Which lamp?');
    }
  });

  test('that is empty is an empty file, and a page with nothing but its title', async () => {
    const desk = await openDesk();
    await desk.call('exchange.exportPath', { treeId: desk.treeId, format: 'markdown' });
    expect(saved(desk).text).toBe('');
  });

  test('is not written where the writer changed their mind', async () => {
    const desk = await openDesk();
    desk.destination = null;
    const { treeId } = desk;
    for (const format of FORMATS)
      expect(await desk.call('exchange.exportPath', { treeId, format })).toBe(false);
    expect(await desk.call('exchange.exportPdf', { treeId })).toBe(false);
    expect(await desk.call('exchange.exportTree', { treeId })).toBe('dismissed');
  });

  test('is offered under a name that every system takes', async () => {
    const desk = await openDesk();
    const { treeId } = desk;
    const titles = [
      '../../etc/passwd',
      '<b>A: "B"?</b>\u202e',
      '.hidden',
      'con',
      '…',
      'Über Öl',
      '🏮'.repeat(99),
      '\u0001x',
    ];
    desk.destination = null;
    for (const title of titles) {
      await rename(desk, title);
      await desk.call('exchange.exportPath', { treeId, format: 'plainText' });
    }
    expect(desk.events.filter(({ name }) => name === 'asked').map(({ value }) => value)).toEqual([
      'etc passwd.txt',
      'b A B b.txt',
      'hidden.txt',
      'Text con.txt',
      '….txt',
      'Über Öl.txt',
      `${'🏮'.repeat(30)}.txt`,
      'x.txt',
    ]);
  });

  test('goes to paper and PDF as it is', async () => {
    const desk = await openDesk();
    const { treeId } = desk;
    await desk.call('draft.save', { ...(await desk.intent([desk.typed('A line.')])), digest: null });
    expect(await desk.call('exchange.print', { treeId })).toBe(true);
    expect(desk.events.at(-1)).toMatchObject({ name: 'printed', value: { title: 'story', text: 'A line.' } });
    expect(await desk.call('exchange.exportPdf', { treeId })).toBe(true);
    expect(saved(desk)).toEqual({ name: 'story.pdf', text: '%PDF of story' });
  });
});

test('a tree that is not there is not exported', async () => {
  const desk = await openDesk();
  const treeId = '01KDXZZZZZZZZZZZZZZZZZZZZZ' as TreeId;
  const refused = { code: 'NOT_FOUND' };
  await expect(desk.call('exchange.exportTree', { treeId })).rejects.toMatchObject(refused);
  await expect(desk.call('exchange.exportPath', { treeId, format: 'html' })).rejects.toMatchObject(refused);
  await expect(desk.call('exchange.print', { treeId })).rejects.toMatchObject(refused);
  expect(readdirSync(desk.destination ?? '')).toEqual([]);
});

describe('a file that is there', () => {
  test('is replaced as a whole and keeps its permissions', async () => {
    const desk = await openDesk();
    const file = join(desk.destination ?? '', 'story.md');
    writeFileSync(file, 'What was here before, and longer.');
    chmodSync(file, 0o640);
    await desk.commit([desk.typed('Short.')]);
    await desk.call('exchange.exportPath', { treeId: desk.treeId, format: 'markdown' });
    expect(saved(desk).text).toBe('Short.');
    expect(statSync(file).mode & 0o777).toBe(0o640);
  });

  test('is written through a link to it', async () => {
    const desk = await openDesk();
    const real = join(temporaryFolder(), 'real.md');
    writeFileSync(real, 'Before.');
    symlinkSync(real, join(desk.destination ?? '', 'story.md'));
    await desk.commit([desk.typed('After.')]);
    await desk.call('exchange.exportPath', { treeId: desk.treeId, format: 'markdown' });
    expect(readFileSync(real, 'utf8')).toBe('After.');
    expect(lstatSync(join(desk.destination ?? '', 'story.md')).isSymbolicLink()).toBe(true);
  });

  test('is never a grove, not by way of a link either', async () => {
    const desk = await openDesk();
    symlinkSync(desk.path, join(desk.destination ?? '', 'story.md'));
    await expect(
      desk.call('exchange.exportPath', { treeId: desk.treeId, format: 'markdown' }),
    ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(await desk.call('grove.verify', {})).toMatchObject(SOUND);
  });

  test('stays as it was where the disk refuses, and nothing is left beside it', async () => {
    const desk = await openDesk();
    const { treeId } = desk;
    desk.destination = join(temporaryFolder(), 'nowhere');
    await expect(desk.call('exchange.exportPath', { treeId, format: 'html' })).rejects.toMatchObject({
      code: 'IO_ERROR',
      detail: 'story.html could not be written.',
    });
    // A folder in the place of the file: the new one is written and cannot be put there.
    desk.destination = temporaryFolder();
    mkdirSync(join(desk.destination, 'story.html'));
    await expect(desk.call('exchange.exportPath', { treeId, format: 'html' })).rejects.toMatchObject({
      code: 'IO_ERROR',
    });
    expect(readdirSync(desk.destination)).toEqual(['story.html']);
  });

  test.skipIf(!existsSync('/dev/full'))('stays as it was where the disk is full', async () => {
    const desk = await openDesk();
    const folder = desk.destination ?? '';
    writeFileSync(join(folder, 'story.md'), 'Before.');
    // What is written first is the file beside it: a full device stands in its place.
    symlinkSync('/dev/full', join(folder, '.story.md.partial'));
    await desk.commit([desk.typed('After.')]);
    await expect(
      desk.call('exchange.exportPath', { treeId: desk.treeId, format: 'markdown' }),
    ).rejects.toMatchObject({ code: 'DISK_FULL', detail: 'story.md could not be written.' });
    expect(readdirSync(folder)).toEqual(['story.md']);
    expect(readFileSync(join(folder, 'story.md'), 'utf8')).toBe('Before.');
  });
});

describe('a grove that can only be read', () => {
  test('can be exported', async () => {
    const desk = await openDesk();
    await desk.commit([desk.typed('A line.')]);
    await desk.close();
    chmodSync(desk.path, 0o444);
    const reader = new HandlersDesk(desk.path, 1000);
    for (const format of FORMATS) {
      expect(await reader.call('exchange.exportPath', { treeId: reader.treeId, format })).toBe(true);
    }
    expect(await reader.call('exchange.exportTree', { treeId: reader.treeId })).toBe('done');
  });
});
