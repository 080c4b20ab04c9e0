import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { annotated } from '../../../src/core/exchange/annotations.ts';
import type { Spans } from '../../../src/core/text/span.ts';
import type { Agent } from '../../../src/core/tree/agent.ts';
import { HandlersDesk, textsOf } from '../../helpers/desk.ts';
import { encodeAs } from '../../helpers/encode-as.ts';
import { temporaryFolder } from '../../helpers/grove.ts';

/** A grove with one empty tree titled “story”. */
async function openDesk(): Promise<HandlersDesk> {
  const desk = new HandlersDesk();
  await desk.call('tree.update', { treeId: desk.treeId, title: 'story' });
  return desk;
}

/** The result of verifying a grove without faults. */
const SOUND = { log: [], violations: [], nodes: { findings: [] } };

/** Imports, from files on a real disk. */

/** Imports these files, as if chosen in the system’s dialog. */
async function imported(desk: HandlersDesk, files: Readonly<Record<string, string | Uint8Array>>) {
  const folder = temporaryFolder();
  desk.chosen = Object.entries(files).map(([name, content]) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  });
  const report = await desk.call('exchange.importTexts', {});
  if (report === null) throw new Error('no file was chosen');
  return report;
}

describe('a text file', () => {
  test('becomes the open tree, split at its headings, written by the writer', async () => {
    const desk = await openDesk();
    const text = '# The Lamp\n\nIt was lit.\n\n***\n\nIt went out.\n\n## Later\n\nIt was gone.\n';
    const { trees, refused, stopped } = await imported(desk, { 'draft 3.md': text });
    expect({ refused, stopped }).toEqual({ refused: [], stopped: false });
    expect(trees).toMatchObject([{ title: 'The Lamp', archivedAt: null, mode: 'buffer' }]);
    expect(desk.treeId).toBe(trees[0]?.id);
    expect(desk.emitted('grove.changed').at(-1)?.openTreeId).toBe(desk.treeId);
    expect(await desk.shown()).toBe(text);
    const segments = await desk.segments();
    expect(textsOf(segments)).toEqual([
      '# The Lamp\n\nIt was lit.\n\n',
      '***\n\nIt went out.\n\n',
      '## Later\n\nIt was gone.\n',
    ]);
    expect(segments.agents).toEqual([desk.grove.snapshot().writerId]);
    const { cursor } = await desk.call('path.read', { treeId: desk.treeId });
    expect(cursor).toEqual({ anchor: 0, head: 0, scroll: 0 });
    expect(await desk.call('grove.verify', {})).toMatchObject(SOUND);
  });

  test('with a list of its authors has them again, and is exported with the same list', async () => {
    const desk = await openDesk();
    const text = '# Ice\n\nIt froze, *really*.\n\n# Thaw\n\nJan \\*rowed\\* 🛶 home.\n';
    const authors = [
      { id: desk.grove.snapshot().writerId, name: 'Mara', type: 'human' },
      { id: 'elsewhere', name: 'Jan', type: 'human' },
      { id: 'gone', name: 'Muse', type: 'model' },
    ] as unknown as readonly Agent[];
    const ids = authors.map(({ id }) => id);
    const lengths = [9, 12, 18, text.length - 39];
    const spans = lengths.map((length, index) => ({ agent: ids[index % 3] ?? ids[0], length }));
    const file = annotated(text, spans as Spans, authors);
    const { remarks } = await imported(desk, { 'a.md': file });
    expect(remarks).toEqual([]);
    expect(await desk.shown()).toBe(text);
    const people = desk.grove.snapshot().agents.filter(({ name }) => ['Jan', 'Muse'].includes(name));
    expect(people).toMatchObject([
      { name: 'Jan', type: 'human', archivedAt: null },
      { name: 'Muse', type: 'model', modelRef: 'import:Muse', archivedAt: expect.any(Number) },
    ]);
    const how = { treeId: desk.treeId, withFences: true, formatMessages: true } as const;
    await desk.call('exchange.exportPath', { ...how, format: 'annotated', names: 'bold' });
    const exported = readFileSync(join(desk.destination ?? '', 'Ice.md'), 'utf8');
    const withoutIds = (list: string) =>
      list
        .replace(/<[^>]*>:/g, '<>:')
        .split('\n')
        .toSorted();
    expect(withoutIds(exported)).toEqual(withoutIds(file));
    expect(await desk.call('grove.verify', {})).toMatchObject(SOUND);

    // In the same grove again, nobody is new; a changed text has the list as text.
    const { length } = desk.grove.snapshot().agents;
    const again = await imported(desk, { 'b.md': exported, 'c.md': exported.replace('froze', 'Froze') });
    expect(desk.grove.snapshot().agents).toHaveLength(length);
    expect(again.remarks).toEqual([
      'The list of authors at the end of c.md is of another text, so it is text here like any other.',
    ]);
  });

  test('without a heading is titled by its file name', async () => {
    const desk = await openDesk();
    const { trees } = await imported(desk, { 'draft 3.txt': 'It was lit.', 'empty.md': '' });
    expect(trees.map(({ title }) => title)).toEqual(['draft 3', 'empty']);
    expect(await desk.shown()).toBe('');
  });

  test('loses foreign line endings and a byte order mark', async () => {
    const desk = await openDesk();
    await imported(desk, { 'a.txt': '\ufeffOne.\r\nTwo.\rThree.\vFour.\u2029' });
    expect(await desk.shown()).toBe('One.\nTwo.\nThree.\nFour.\n');
  });

  test('can be one of several, and files that are not text do not stop the others', async () => {
    const desk = await openDesk();
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    const { trees, refused } = await imported(desk, {
      'a.md': '# A',
      'b.png': png,
      'c.rtf': '{\\rtf1\\ansi Hello}',
      'd.aspen': 'x',
      'e.txt': '# E',
    });
    expect(trees.map(({ title }) => title)).toEqual(['A', 'E']);
    expect(refused).toEqual([
      { name: 'b.png', reason: 'b.png is a picture. It has no text to import.' },
      {
        name: 'c.rtf',
        reason:
          'c.rtf is a document in Rich Text Format. Save it as plain text or Markdown and import that file.',
      },
      { name: 'd.aspen', reason: 'd.aspen is a grove. Open it instead.' },
    ]);
    expect(desk.grove.snapshot().trees.map(({ title }) => title)).toEqual(['story', 'A', 'E']);
  });

  test('that is missing, or is a folder, is refused with a reason', async () => {
    const desk = await openDesk();
    const folder = temporaryFolder();
    desk.chosen = [join(folder, 'gone.txt'), folder];
    const report = await desk.call('exchange.importTexts', {});
    expect(report?.refused.map(({ reason }) => reason.replace(/aspen-\w+/, 'folder'))).toEqual([
      'gone.txt could not be read.',
      'folder is not a file.',
    ]);
  });

  test('keeps markup in its heading as text in its title', async () => {
    const desk = await openDesk();
    const { trees } = await imported(desk, { 'a.md': `# <script>alert(1)</script> ${'x'.repeat(300)}` });
    expect(trees[0]?.title).toHaveLength(200);
    expect(trees[0]?.title.startsWith('<script>alert(1)</script> xxx')).toBe(true);
  });

  test.each(['markdown', 'typed'] as const)('is unchanged by an import and an export: %s', async (format) => {
    const desk = await openDesk();
    const typed = '# The Lamp\n1986. *It* was “lit” 🏮.\n> \\.\n\n\n***\n  indented\n\ttabbed  \n';
    const text =
      format === 'typed'
        ? typed
        : '# The Lamp\n\n1986. *It* was “lit” 🏮.\n\n> \\.\n\n\n***\n\n  indented\n\nroses,\n    violets\n';
    await imported(desk, { 'a.txt': text });
    await desk.call('exchange.exportPath', {
      treeId: desk.treeId,
      format,
      withFences: true,
      formatMessages: true,
      names: 'bold',
    });
    desk.chosen = [join(desk.destination ?? '', format === 'typed' ? 'The Lamp.txt' : 'The Lamp.md')];
    await desk.call('exchange.importTexts', {});
    expect(desk.grove.trees.list()).toHaveLength(3);
    expect(await desk.shown()).toBe(text);
  });

  test('is not imported if the writer cancels', async () => {
    const desk = await openDesk();
    expect(await desk.call('exchange.importTexts', {})).toBeNull();
    expect(desk.grove.trees.list()).toHaveLength(1);
  });
});

const BOOK = '# Chapter\n\nThe lake froze in one night. \n\n'.repeat(120).concat('x '.repeat(300_000));

/** Waits until a part of the book is imported. It takes a moment only: who looks seldom sees the end of it. */
function untilUnderWay(desk: HandlersDesk): Promise<void> {
  const isUnderWay = () =>
    desk
      .emitted('exchange.progressed')
      .some((progress) => progress?.name === 'book.txt' && (progress.share ?? 0) > 0);
  return expect.poll(isUnderWay, { interval: 1 }).toBe(true);
}

describe('a long text', () => {
  test('reports progress', async () => {
    const desk = await openDesk();
    await imported(desk, { 'book.txt': BOOK });
    const events = desk.emitted('exchange.progressed');
    expect(events[0]).toEqual({ kind: 'import', name: 'book.txt', share: 0 });
    expect(events.at(-1)).toBeNull();
    const shares = events.flatMap((progress) => progress?.share ?? []);
    expect(shares.length).toBeGreaterThan(3);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect(shares.at(-1)).toBe(1);
    expect(await desk.shown()).toBe(BOOK);
    const lengths = [...(await desk.segments()).lengths];
    expect(Math.max(...lengths)).toBeLessThanOrEqual(8_000);
  });

  test('can be stopped: the part already imported is archived, and the open tree stays', async () => {
    const desk = await openDesk();
    const before = desk.treeId;
    const work = imported(desk, { 'a.txt': '# A', 'book.txt': BOOK, 'c.txt': '# C' });
    await untilUnderWay(desk);
    await desk.call('exchange.stop', {});
    const { trees, stopped } = await work;
    expect(stopped).toBe(true);
    expect(trees.map(({ title }) => title)).toEqual(['A']);
    const all = desk.grove.trees.list();
    expect(
      all.map(({ title, archivedAt, description }) => [title, archivedAt !== null, description]),
    ).toEqual([
      ['story', false, null],
      ['A', false, null],
      ['Chapter', true, 'Only the beginning of this text was imported.'],
    ]);
    expect(desk.treeId).not.toBe(before);
    expect(await desk.call('grove.verify', {})).toMatchObject(SOUND);
  });

  test('stops when the window closes, and the grove is sound', async () => {
    const desk = await openDesk();
    const work = imported(desk, { 'a.txt': '# A', 'book.txt': BOOK, 'c.txt': '# C' });
    await untilUnderWay(desk);
    await desk.close();
    expect(await work).toMatchObject({ trees: [{ title: 'A' }], stopped: true });
    const again = new HandlersDesk(desk.path, 10_000_000);
    expect(again.grove.trees.list().map(({ title }) => title)).toEqual(['story', 'A', 'Chapter']);
    expect(await again.call('grove.verify', {})).toMatchObject(SOUND);
  });

  test('refuses a second import until it ends', async () => {
    const desk = await openDesk();
    const work = imported(desk, { 'book.txt': BOOK });
    await untilUnderWay(desk);
    await expect(desk.call('exchange.importTexts', {})).rejects.toMatchObject({
      detail: 'Another file operation is still running. Wait for it to finish.',
    });
    await work;
  });
});

/** The question about the only file that is imported. */
async function askedAbout(desk: HandlersDesk, name: string, content: string | Uint8Array) {
  const { trees, questions } = await imported(desk, { [name]: content });
  expect(trees).toEqual([]);
  const [question] = questions;
  if (question === undefined) throw new Error(`${name} was not asked about`);
  return question;
}

describe('a file whose encoding is unclear', () => {
  const text = 'Озеро замёрзло за одну ночь,\nи никто не пришёл.\n';

  test('is imported only when the writer has seen how it reads, in the chosen encoding', async () => {
    const desk = await openDesk();
    const question = await askedAbout(desk, 'lake.txt', encodeAs(text, 'koi8-r'));
    expect(desk.grove.trees.list()).toHaveLength(1);
    const { handle, name, looksLike, readings } = question;
    expect({ name, looksLike, first: readings[0] }).toEqual({
      name: 'lake.txt',
      looksLike: null,
      first: { encoding: 'Russian (KOI8-R)', lines: text },
    });
    const other = readings.findIndex(({ encoding }) => encoding === 'Western (Windows-1252)');
    expect(readings[other]?.lines).toContain('ïÚÅÒÏ');
    const report = await desk.call('exchange.importAs', { handle, reading: 0 });
    expect(report).toMatchObject({ trees: [{ title: 'lake' }], remarks: [], questions: [] });
    expect(await desk.shown()).toBe(text);
    expect((await desk.segments()).agents).toEqual([desk.grove.snapshot().writerId]);
  });

  test('is forgotten when other files are chosen, and no other file can be named', async () => {
    const desk = await openDesk();
    const { handle } = await askedAbout(desk, 'lake.txt', encodeAs(text, 'koi8-r'));
    await expect(desk.call('exchange.importAs', { handle: 2, reading: 0 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(desk.call('exchange.importAs', { handle, reading: 99 })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    await imported(desk, { 'a.md': '# A' });
    await expect(desk.call('exchange.importAs', { handle, reading: 0 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('a save of another program', () => {
  const save = JSON.stringify({ root: { text: 'It was lit.', children: [] } });

  test('comes in as text only if the writer says so, and then as nobody’s words', async () => {
    const desk = await openDesk();
    const { handle, looksLike, readings } = await askedAbout(desk, 'tree.json', save);
    expect(looksLike).toBe('tree.json looks like a save of pyloom, or of another loom with its format.');
    expect(readings).toEqual([{ encoding: 'Unicode (UTF-8)', lines: save }]);
    expect(desk.grove.trees.list()).toHaveLength(1);
    await desk.call('exchange.importAs', { handle, reading: 0 });
    expect(await desk.shown()).toBe(save);
    const { agents } = await desk.segments();
    const author = desk.grove.snapshot().agents.find(({ id }) => agents.includes(id));
    expect(author).toMatchObject({ name: 'Unknown (import)', type: 'model' });
    expect(agents).toHaveLength(1);
  });
});

test('the report says where a text has bad bytes, and what of notes is only text', async () => {
  const desk = await openDesk();
  const bad = Buffer.concat([Buffer.from('Café déjà.\n\nÄ'), Uint8Array.of(0xff), Buffer.from('.')]);
  const note = '---\ntitle: Mill\ntags: [a]\n---\nSee [[Lake]] and [[Lamp|lamps]].\n';
  const { trees, remarks } = await imported(desk, { 'bad.txt': bad, 'note.md': note });
  expect(trees).toHaveLength(2);
  expect(remarks).toEqual([
    'A character of bad.txt could not be read and is now “�” in line 3.',
    'note.md has front matter (title, tags) and 2 [[links]], which are text here like any other.',
  ]);
  expect(await desk.shown()).toBe(note);
});
