import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { PositionId, TreeId } from '../../../src/core/ids.ts';
import { partialPathOf } from '../../../src/main/store/connection/partial-file.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { temporaryFolder } from '../../helpers/grove.ts';

/** A grove with one empty tree titled “story”. */
async function openDesk(): Promise<HandlersDesk> {
  const desk = new HandlersDesk();
  await desk.call('tree.update', { treeId: desk.treeId, title: 'story' });
  return desk;
}

/** The result of verifying a grove without faults. */
const SOUND = { log: [], violations: [], nodes: { findings: [] } };

/** Exports, as files on a real disk. */

const FORMATS = ['markdown', 'typed', 'plainText', 'html'] as const;

/** The name and text of the only file in the folder that the writer chose. */
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
  test('is exported with the draft, which stays uncommitted', async () => {
    const desk = await openDesk();
    const { treeId } = desk;
    await desk.commit([desk.typed('# The Lamp\n\nThe *lamp* was lit. ')]);
    const nodeId = await desk.nodeAt(0);
    const ops = [desk.typed('Then it went out.'), desk.typed('oil ', { nodeId, offset: 18 })];
    await desk.call('draft.save', { ...(await desk.intent(ops)), digest: null });
    const before = await desk.call('path.read', { treeId });

    expect(
      await desk.call('exchange.exportPath', {
        treeId,
        format: 'markdown',
        withFences: true,
        formatMessages: true,
        names: 'bold',
      }),
    ).toEqual({
      fencesLeftOut: 0,
      suggestionsLeftOut: 0,
      words: 11,
      chapters: 0,
      file: { handle: 1, name: 'story.md' },
    });
    await desk.call('exchange.showFile', { handle: 1 });
    const file = join(desk.destination ?? '', 'story.md');
    expect(desk.events.at(-1)).toEqual({ name: 'shown in folder', value: file });
    await desk.call('exchange.openFile', { handle: 1 });
    expect(desk.events.at(-1)).toEqual({ name: 'opened', value: file });
    await expect(desk.call('exchange.openFile', { handle: 2 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(saved(desk)).toEqual({
      name: 'story.md',
      text: '# The Lamp\n\nThe *loil amp* was lit. Then it went out.',
    });
    expect(await desk.call('path.read', { treeId })).toEqual(before);
  });

  test('is exported as typed, with every mark', async () => {
    const desk = await openDesk();
    const text = '# The Lamp\n1986. *lit*  \n\n\n\t> out ';
    await desk.commit([desk.typed(text)]);
    await desk.call('exchange.exportPath', {
      treeId: desk.treeId,
      format: 'typed',
      withFences: true,
      formatMessages: true,
      names: 'bold',
    });
    expect(saved(desk)).toEqual({ name: 'story.txt', text });
  });

  test('is exported as plain text without markup', async () => {
    const desk = await openDesk();
    await desk.commit([desk.typed('# The Lamp\n\nThe *lamp* was lit. ')]);
    await desk.call('exchange.exportPath', {
      treeId: desk.treeId,
      format: 'plainText',
      withFences: true,
      formatMessages: true,
      names: 'bold',
    });
    expect(saved(desk)).toEqual({ name: 'story.txt', text: 'The Lamp\n\nThe lamp was lit. ' });
  });

  test('is exported as an e-book, to the same bytes each time, and as a Word document', async () => {
    const desk = await openDesk();
    const { treeId } = desk;
    const nodes = Array.from({ length: 9 }, (_, index) =>
      desk.typed(`# ${index}\n\n${'It froze. '.repeat(99)}\n\n`),
    );
    for (const node of nodes) await desk.commit([node]);
    const how = { treeId, format: 'epub', withFences: false, formatMessages: true, names: 'bold' } as const;
    expect(await desk.call('exchange.exportPath', how)).toMatchObject({
      file: { name: 'story.epub' },
      chapters: 9,
    });
    const file = join(desk.destination ?? '', 'story.epub');
    const bytes = readFileSync(file);
    // As every reader of EPUB looks for it.
    expect(bytes.toString('latin1', 30, 58)).toBe('mimetypeapplication/epub+zip');
    const files = unzipSync(bytes);
    expect(Object.keys(files)).toHaveLength(5 + 1 + 9);
    expect(strFromU8(files['EPUB/chapter-9.xhtml'] ?? new Uint8Array())).toContain(
      '<h1 id="heading" class="level-1" dir="auto">8</h1>',
    );
    expect(strFromU8(files['EPUB/package.opf'] ?? new Uint8Array())).toContain(treeId);
    expect(bytes.length).toBeLessThan(9_000);
    await desk.call('exchange.exportPath', how);
    expect(readFileSync(file).equals(bytes)).toBe(true);
    expect(await desk.call('exchange.exportPath', { ...how, format: 'docx', preset: 'plain' })).toMatchObject(
      {
        file: { name: 'story.docx' },
      },
    );
    const word = unzipSync(readFileSync(join(desk.destination ?? '', 'story.docx')));
    expect(strFromU8(word['word/document.xml'] ?? new Uint8Array()).match(/w:val="Heading1"/g)).toHaveLength(
      9,
    );
  });

  test('is exported a chapter at a time, and shown before', async () => {
    const desk = await openDesk();
    const { treeId } = desk;
    await desk.call('tree.update', {
      treeId,
      settings: {
        book: {
          headings: [{ numbers: 'arabic', word: '', look: 'plain', startsPage: true }],
          sceneMark: '⁂',
        },
      },
    });
    await desk.commit([desk.typed('# Ice\n\nIt *froze*.\n\n***\n\nAgain.\n\n# Water\n\nIt thawed.')]);
    const how = { treeId, withFences: false, formatMessages: true } as const;
    const preview = await desk.call('exchange.preview', { ...how, format: 'docx' });
    expect(preview.chapters).toEqual([
      { label: '1. Ice', words: 5 },
      { label: '2. Water', words: 4 },
    ]);
    expect(preview).toMatchObject({
      first: { facts: ['', 'about 100 words'], title: 'story', byline: '' },
      header: 'STORY / ',
    });
    const shown = typeof preview.beginning === 'string' ? [] : preview.beginning;
    expect(
      shown.map(({ kind, startsPage, lines }) => [
        kind,
        startsPage,
        lines
          .flat()
          .map(({ text }) => text)
          .join(''),
      ]),
    ).toEqual([
      ['heading', false, '1. Ice'],
      ['paragraph', false, 'It froze.'],
      ['break', false, '⁂'],
      ['paragraph', false, 'Again.'],
      ['heading', true, '2. Water'],
      ['paragraph', false, 'It thawed.'],
    ]);
    const only = (index: number, label: string) =>
      ({ kind: 'chapters', chapters: [{ index, label }] }) as const;
    // Of a chapter that has moved, the words count.
    const [first, second, gone] = [only(0, '1. Ice'), only(7, '2. Water'), only(1, '2. Ice')];
    const typed = await desk.call('exchange.preview', { ...how, format: 'markdown', part: second });
    expect(typed.beginning).toBe('# 2. Water\n\nIt thawed.');
    await desk.call('exchange.exportPath', { ...how, names: 'bold', format: 'plainText', part: first });
    expect(saved(desk).text).toBe('1. Ice\n\nIt froze.\n\n⁂\n\nAgain.\n\n');
    await expect(desk.call('exchange.preview', { ...how, format: 'epub', part: gone })).rejects.toMatchObject(
      {
        detail: 'There is no chapter “2. Ice” any more. Choose again what to export.',
      },
    );
  });

  test('is exported as several chapters, or as what was selected', async () => {
    const desk = await openDesk();
    const { treeId } = desk;
    const { id: front } = await desk.call('tree.create', { title: 'Dedication', kind: 'document' });
    await desk.commit([desk.typed('For Jan.')]);
    await desk.call('tree.show', { treeId });
    const heading = { numbers: 'arabic', word: '', look: 'plain', startsPage: true } as const;
    await desk.call('tree.update', { treeId, settings: { book: { front: [front], headings: [heading] } } });
    await desk.commit([desk.typed('# Ice\n\nIt froze.\n\n')]);
    await desk.commit([desk.typed('# Water\n\nIt thawed.\n\n# Air\n\nIt blew.')]);
    const how = {
      treeId,
      withFences: false,
      formatMessages: true,
      names: 'bold',
      format: 'plainText',
    } as const;
    const chapters = ['3. Air', 'For Jan', '1. Ice'].map((label) => ({ index: 9, label }));
    await desk.call('exchange.exportPath', { ...how, part: { kind: 'chapters', chapters } });
    expect(saved(desk).text).toBe('For Jan.\n\n1. Ice\n\nIt froze.\n\n3. Air\n\nIt blew.');
    const selected = { kind: 'selection', from: 10, to: 29, beginning: 'froze.' } as const;
    await desk.call('exchange.exportPath', { ...how, part: selected });
    expect(saved(desk).text).toBe('froze.\n\nWater\n\nIt');
    await expect(
      desk.call('exchange.exportPath', { ...how, part: { ...selected, beginning: 'thawed' } }),
    ).rejects.toMatchObject({ detail: expect.stringMatching(/^The selected text has changed/) });
  });

  test('is exported without prompt fences, which are counted', async () => {
    const desk = await openDesk();
    const { treeId } = desk;
    const fence = '```prompt name=storm\nThe storm.\n```';
    await desk.commit([desk.typed(`${fence}\n\nOne.\n\n`), desk.typed('```js\nx\n```\n\n', { offset: 0 })]);
    await desk.commit([desk.typed(`Two.\n\n${fence}\n\nThree.`)]);
    const exported = { treeId, format: 'markdown' } as const;
    await desk.call('exchange.exportPath', {
      ...exported,
      withFences: true,
      formatMessages: true,
      names: 'bold',
    });
    const before = '\\`\\`\\`js\n\nx\n\n\\`\\`\\`\n\n';
    expect(saved(desk).text).toBe(`${before}${fence}\n\nOne.\n\n\nTwo.\n\n${fence}\n\nThree.`);
    const left = await desk.call('exchange.exportPath', {
      ...exported,
      withFences: false,
      formatMessages: true,
      names: 'bold',
    });
    expect(left).toMatchObject({ fencesLeftOut: 2 });
    // Without the fences, most paragraphs follow a blank line.
    const broken = '\\`\\`\\`js\\\nx\\\n\\`\\`\\`\n\n';
    expect(saved(desk).text).toBe(`${broken}One.\n\nTwo.\n\nThree.`);
  });

  test('is exported as a page that shows who wrote what', async () => {
    const desk = await openDesk();
    const { treeId } = desk;
    await desk.commit([desk.typed('The lamp was lit. ')]);
    const model = desk.grove.snapshot().agents.find(({ type }) => type === 'model');
    const options = { at: null, agentIds: model === undefined ? [] : [model.id], count: 1, maxTokens: 12 };
    const { job } = await desk.call('generation.start', { ...(await desk.intent()), ...options });
    await expect.poll(() => desk.grove.generation.generator.running(treeId)).toEqual([]);
    const [slot] = job.slots;
    if (slot === undefined) throw new Error('no continuation was requested');
    await desk.call('path.arrive', { ...(await desk.intent()), positionId: slot.positionId });
    await desk.call('exchange.exportPath', {
      treeId,
      format: 'html',
      withFences: true,
      formatMessages: true,
      names: 'bold',
    });
    const { name, text } = saved(desk);
    expect(name).toBe('story.html');
    expect(text).toContain(
      '<p class="opening" dir="auto">The lamp was lit. <span class="author-1" title="Offline">',
    );
    expect(text).toContain('<li>Mara <small>the writer, as plain text</small></li>');
    expect(text).toContain('<li><span class="author-1">Offline</span> <small>a model, offline:');
  });

  test('includes text excluded from the context, but no notes', async () => {
    const desk = await openDesk();
    const { treeId } = desk;
    await desk.commit([desk.typed('The lamp was lit. ')]);
    const positionId = await desk.positionAt(0);
    await desk.call('position.exclude', { ...(await desk.intent()), positionId, excluded: true });
    await desk.call('node.annotate', { treeId, nodeId: await desk.nodeAt(0), text: 'Which lamp?' });
    for (const format of FORMATS) {
      await desk.call('exchange.exportPath', {
        treeId,
        format,
        withFences: true,
        formatMessages: true,
        names: 'bold',
      });
      const file = join(
        desk.destination ?? '',
        { markdown: 'story.md', typed: 'story.txt', plainText: 'story.txt', html: 'story.html' }[format],
      );
      expect(readFileSync(file, 'utf8')).toContain('The lamp was lit.');
      expect(readFileSync(file, 'utf8')).not.toContain('Which lamp?');
    }
  });

  test('is an empty file if it is empty', async () => {
    const desk = await openDesk();
    await desk.call('exchange.exportPath', {
      treeId: desk.treeId,
      format: 'markdown',
      withFences: true,
      formatMessages: true,
      names: 'bold',
    });
    expect(saved(desk).text).toBe('');
  });

  test('is not written if the writer cancels', async () => {
    const desk = await openDesk();
    desk.destination = null;
    const { treeId } = desk;
    for (const format of FORMATS)
      expect(
        await desk.call('exchange.exportPath', {
          treeId,
          format,
          withFences: true,
          formatMessages: true,
          names: 'bold',
        }),
      ).toBe(null);
    expect(await desk.call('exchange.exportPdf', { treeId, withFences: true, formatMessages: true })).toBe(
      null,
    );
    expect(await desk.call('exchange.exportTree', { treeId })).toBe('dismissed');
  });

  test('gets a file name that is valid on every system', async () => {
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
      await desk.call('exchange.exportPath', {
        treeId,
        format: 'plainText',
        withFences: true,
        formatMessages: true,
        names: 'bold',
      });
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

  test('can be printed and saved as PDF', async () => {
    const desk = await openDesk();
    const { treeId } = desk;
    await desk.call('draft.save', { ...(await desk.intent([desk.typed('A line.')])), digest: null });
    expect(
      await desk.call('exchange.print', { treeId, withFences: true, formatMessages: true }),
    ).toMatchObject({
      fencesLeftOut: 0,
      suggestionsLeftOut: 0,
    });
    expect(desk.events.at(-1)).toMatchObject({
      name: 'printed',
      value: { path: { title: 'story', text: 'A line.' } },
    });
    expect(
      await desk.call('exchange.exportPdf', { treeId, withFences: true, formatMessages: true }),
    ).toMatchObject({
      fencesLeftOut: 0,
      suggestionsLeftOut: 0,
    });
    expect(saved(desk)).toEqual({ name: 'story.pdf', text: '%PDF of story' });
    desk.destination = temporaryFolder();
    desk.onProgress = () => void setImmediate(() => void desk.call('exchange.stop', {}));
    desk.pdf = new Promise(() => undefined);
    expect(await desk.call('exchange.exportPdf', { treeId, withFences: true, formatMessages: true })).toBe(
      'stopped',
    );
    expect(readdirSync(desk.destination)).toEqual([]);
  });
});

test('a missing tree is not exported', async () => {
  const desk = await openDesk();
  const treeId = '01KDXZZZZZZZZZZZZZZZZZZZZZ' as TreeId;
  const refused = { code: 'NOT_FOUND' };
  await expect(desk.call('exchange.exportTree', { treeId })).rejects.toMatchObject(refused);
  await expect(
    desk.call('exchange.exportPath', {
      treeId,
      format: 'html',
      withFences: true,
      formatMessages: true,
      names: 'bold',
    }),
  ).rejects.toMatchObject(refused);
  await expect(
    desk.call('exchange.print', { treeId, withFences: true, formatMessages: true }),
  ).rejects.toMatchObject(refused);
  expect(readdirSync(desk.destination ?? '')).toEqual([]);
});

describe('an existing file', () => {
  test('is replaced as a whole and keeps its permissions', async () => {
    const desk = await openDesk();
    const file = join(desk.destination ?? '', 'story.md');
    writeFileSync(file, 'What was here before, and longer.');
    chmodSync(file, 0o640);
    await desk.commit([desk.typed('Short.')]);
    await desk.call('exchange.exportPath', {
      treeId: desk.treeId,
      format: 'markdown',
      withFences: true,
      formatMessages: true,
      names: 'bold',
    });
    expect(saved(desk).text).toBe('Short.');
    expect(statSync(file).mode & 0o777).toBe(0o640);
  });

  test('is written through a symbolic link', async () => {
    const desk = await openDesk();
    const real = join(temporaryFolder(), 'real.md');
    writeFileSync(real, 'Before.');
    symlinkSync(real, join(desk.destination ?? '', 'story.md'));
    await desk.commit([desk.typed('After.')]);
    await desk.call('exchange.exportPath', {
      treeId: desk.treeId,
      format: 'markdown',
      withFences: true,
      formatMessages: true,
      names: 'bold',
    });
    expect(readFileSync(real, 'utf8')).toBe('After.');
    expect(lstatSync(join(desk.destination ?? '', 'story.md')).isSymbolicLink()).toBe(true);
  });

  test('does not replace a symbolic link that leads nowhere', async () => {
    const desk = await openDesk();
    const link = join(desk.destination ?? '', 'story.md');
    symlinkSync(join(temporaryFolder(), 'real.md'), link);
    await expect(
      desk.call('exchange.exportPath', {
        treeId: desk.treeId,
        format: 'markdown',
        withFences: true,
        formatMessages: true,
        names: 'bold',
      }),
    ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });

  test('is never overwritten if it is a grove, even through a link', async () => {
    const desk = await openDesk();
    symlinkSync(desk.path, join(desk.destination ?? '', 'story.md'));
    await expect(
      desk.call('exchange.exportPath', {
        treeId: desk.treeId,
        format: 'markdown',
        withFences: true,
        formatMessages: true,
        names: 'bold',
      }),
    ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(await desk.call('grove.verify', {})).toMatchObject(SOUND);
  });

  test('stays unchanged if writing fails, and nothing is left beside it', async () => {
    const desk = await openDesk();
    const { treeId } = desk;
    desk.destination = join(temporaryFolder(), 'nowhere');
    await expect(
      desk.call('exchange.exportPath', {
        treeId,
        format: 'html',
        withFences: true,
        formatMessages: true,
        names: 'bold',
      }),
    ).rejects.toMatchObject({
      code: 'IO_ERROR',
      detail: 'story.html could not be written.',
    });
    // A folder in place of the file: the new file is written, but cannot be moved there.
    desk.destination = temporaryFolder();
    mkdirSync(join(desk.destination, 'story.html'));
    await expect(
      desk.call('exchange.exportPath', {
        treeId,
        format: 'html',
        withFences: true,
        formatMessages: true,
        names: 'bold',
      }),
    ).rejects.toMatchObject({
      code: 'IO_ERROR',
    });
    expect(readdirSync(desk.destination)).toEqual(['story.html']);
  });

  test('replaces a file that another program has open, which goes on reading what it has opened', async () => {
    const desk = await openDesk();
    const file = join(desk.destination ?? '', 'story.md');
    writeFileSync(file, 'Before.');
    const reader = openSync(file, 'r');
    await desk.commit([desk.typed('After.')]);
    await desk.call('exchange.exportPath', {
      treeId: desk.treeId,
      format: 'markdown',
      withFences: true,
      formatMessages: true,
      names: 'bold',
    });
    expect(readFileSync(reader, 'utf8')).toBe('Before.');
    closeSync(reader);
    expect(saved(desk)).toEqual({ name: 'story.md', text: 'After.' });
  });

  test.skipIf(!existsSync('/dev/full'))('stays unchanged if the disk is full', async () => {
    const desk = await openDesk();
    const folder = desk.destination ?? '';
    writeFileSync(join(folder, 'story.md'), 'Before.');
    // The partial file is written first: a full device is in its place.
    symlinkSync('/dev/full', partialPathOf(join(folder, 'story.md')));
    await desk.commit([desk.typed('After.')]);
    await expect(
      desk.call('exchange.exportPath', {
        treeId: desk.treeId,
        format: 'markdown',
        withFences: true,
        formatMessages: true,
        names: 'bold',
      }),
    ).rejects.toMatchObject({ code: 'DISK_FULL', detail: 'story.md could not be written.' });
    expect(readdirSync(folder)).toEqual(['story.md']);
    expect(readFileSync(join(folder, 'story.md'), 'utf8')).toBe('Before.');
  });
});

describe('a read-only grove', () => {
  test('can be exported', async () => {
    const desk = await openDesk();
    await desk.commit([desk.typed('A line.')]);
    await desk.close();
    chmodSync(desk.path, 0o444);
    const reader = new HandlersDesk(desk.path, 1000);
    for (const format of FORMATS) {
      expect(
        await reader.call('exchange.exportPath', {
          treeId: reader.treeId,
          format,
          withFences: true,
          formatMessages: true,
          names: 'bold',
        }),
      ).toMatchObject({ fencesLeftOut: 0 });
    }
    expect(await reader.call('exchange.exportTree', { treeId: reader.treeId })).toMatchObject({
      name: expect.stringMatching(/\.json$/),
    });
  });
});

test('a conversation is exported with the names of its speakers, as it was sent', async () => {
  const desk = await openDesk();
  const { id: treeId } = await desk.call('tree.create', { title: 'Talk', mode: 'dialogue' });
  await desk.commit([desk.typed('Who are you?')]);
  const nodeId = await desk.nodeAt(0);
  const ops = [desk.typed('Tell me: ', { nodeId }), desk.typed('Not sent.')];
  await desk.call('draft.save', { ...(await desk.intent(ops)), digest: null });
  const exported = { treeId, withFences: true, formatMessages: true, names: 'bold' } as const;
  await desk.call('exchange.exportPath', { ...exported, format: 'markdown' });
  expect(saved(desk)).toEqual({ name: 'Talk.md', text: '**Mara**\n\nWho are you?\n' });
  const page = { ...exported, format: 'html' } as const;
  await desk.call('exchange.exportPath', page);
  const file = join(desk.destination ?? '', 'Talk.html');
  expect(readFileSync(file, 'utf8')).toContain('<div class="message">\n<p dir="auto">Who are you?</p>');
  await desk.call('exchange.exportPath', { ...page, formatMessages: false });
  expect(readFileSync(file, 'utf8')).toContain('<div class="message typed">Who are you?</div>');
});

describe('a story with the settings of a book', () => {
  const exported = async (desk: HandlersDesk, treeId: TreeId, format: (typeof FORMATS)[number]) => {
    desk.destination = temporaryFolder();
    const options = { withFences: false, formatMessages: true, names: 'bold' } as const;
    await desk.call('exchange.exportPath', { treeId, format, ...options });
    return saved(desk).text;
  };

  test('is exported as the book in every format, and as before without them', async () => {
    const desk = await openDesk();
    const { treeId } = desk;
    for (const text of ['# Ice\n', 'It froze.\n', 'A darling.\n', '***\n', 'It thawed.\n'])
      await desk.commit([desk.typed(text)]);
    const inAllFormats = async () => {
      const texts: string[] = [];
      for (const format of FORMATS) texts.push(await exported(desk, treeId, format));
      return texts;
    };
    const before = await inAllFormats();
    const tag = (id: TreeId, positionId: PositionId) =>
      desk.call('tag.assign', { treeId: id, positionId, name: 'cut/darlings' });
    await tag(treeId, await desk.positionAt(2));
    const write = async (title: string, text: string) => {
      const { id } = await desk.call('tree.create', { title, kind: 'document' });
      await desk.commit([desk.typed(text)]);
      return id;
    };
    const front = await write('Dedication', 'For Jan.');
    const back = await write('Thanks', 'Thank you.');
    const gone = await write('Gone', 'Nothing.');
    await desk.call('tree.update', { treeId: gone, archived: true });
    const secret = await write('Secret', 'Untold.');
    const rootOf = (id: TreeId) =>
      desk.grove.snapshot().trees.find((tree) => tree.id === id)?.rootPositionId ?? expect.unreachable();
    await tag(secret, rootOf(secret));
    const cut = { treeId: front, positionId: rootOf(front) };
    const { tagId } = await desk.call('tag.assign', { ...cut, name: 'cut' });
    await desk.call('tag.unassign', { ...cut, tagId });
    await desk.call('tree.show', { treeId });
    const book = {
      title: 'Cold',
      authors: ['Marie'],
      front: [front, gone, secret],
      back: [back],
      headings: [{ numbers: 'roman', word: 'Part', look: 'centred', startsPage: true }],
      sceneMark: '⁂ ⁂',
      leftOut: [tagId],
    } as const;
    await desk.call('tree.update', { treeId, settings: { book } });
    const shown = 'For Jan.\n\nPart I: Ice\nIt froze.\n⁂ ⁂\nIt thawed.\n\nThank you.';
    expect(await exported(desk, treeId, 'plainText')).toBe(`Cold\n\nMarie\n\n${shown}`);
    expect(await exported(desk, treeId, 'typed')).toBe(
      `# Cold\n\nMarie\n\n${shown.replace('Part', '# Part')}`,
    );
    expect(await exported(desk, treeId, 'markdown')).toContain(
      '# Part I: Ice\n\nIt froze.\n\n⁂ ⁂\n\nIt thawed.',
    );
    const html = await exported(desk, treeId, 'html');
    expect(html).toContain('<h2 class="level-1 page" dir="auto">Part I: Ice</h2>\n');
    for (const text of ['darling', 'Nothing', 'Untold']) expect(html).not.toContain(text);
    expect(await desk.call('grove.verify', {})).toMatchObject(SOUND);

    await desk.call('tree.update', { treeId, settings: { book: { title: '', front: [], sceneMark: null } } });
    expect(await inAllFormats()).toEqual(before);
  });

  test('refuses what no title page, language or list of documents is', async () => {
    const desk = await openDesk();
    const { treeId } = desk;
    for (const book of [
      { title: 'two\nlines' },
      { language: 'not a tag' },
      { front: [treeId, treeId] },
      { size: 3 },
      { sceneMark: '*'.repeat(21) },
      { isbn: 'x' },
    ])
      await expect(desk.callRaw('tree.update', { treeId, settings: { book } })).rejects.toThrow();
  });
});
