import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { axeViolations } from './axe.ts';
import { expect, test } from './test.ts';
import type { Writer } from './writer.ts';

/** Export and import, through the palette and the system's dialogs. */

/** Answers the system's save dialog. */
async function saveAs({ app }: Writer, filePath: string): Promise<void> {
  await app.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: path });
  }, filePath);
}

/** Answers the system's open dialog. */
async function choose({ app }: Writer, ...files: readonly string[]): Promise<void> {
  await app.evaluate(
    ({ dialog }, filePaths) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [...filePaths] });
    },
    [...files],
  );
}

/** Runs a command from the palette. */
async function run(writer: Writer, words: string): Promise<void> {
  await writer.press('Control+Shift+P');
  await writer.page.getByRole('dialog').getByRole('combobox').fill(words);
  await writer.press('Enter');
}

const announcements = ({ page }: Writer) => page.getByRole('log', { name: 'Announcements' });

test('a file whose name was typed without its extension is replaced only if the writer agrees', async ({
  desk,
}) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lamp was lit.');
  const { app } = writer;
  const answers = (response: number) =>
    app.evaluate(({ dialog }, answer) => {
      const asked: string[] = [];
      Object.assign(globalThis, { asked });
      dialog.showMessageBox = async (...given: unknown[]) => {
        asked.push((given.at(-1) as { message: string }).message);
        return { response: answer, checkboxChecked: false };
      };
    }, response);
  const asked = () => app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
  writeFileSync(desk.file('notes.txt'), 'What was there.');
  await saveAs(writer, desk.file('notes'));
  await answers(1);
  await run(writer, 'Export as plain text');
  await expect.poll(asked).toEqual(['“notes.txt” already exists.']);
  expect(readFileSync(desk.file('notes.txt'), 'utf8')).toBe('What was there.');
  await answers(0);
  await run(writer, 'Export as plain text');
  await expect.poll(() => readFileSync(desk.file('notes.txt'), 'utf8')).toBe('The lamp was lit.');
  await answers(1);
  writeFileSync(desk.file('other.aspen'), 'A grove of another year.');
  await saveAs(writer, desk.file('other'));
  await run(writer, 'Save As');
  await expect.poll(asked).toEqual(['“other.aspen” already exists.']);
  expect(readFileSync(desk.file('other.aspen'), 'utf8')).toBe('A grove of another year.');
});

test('the text on the screen, with its draft, is exported as Markdown, as typed and as plain text', async ({
  desk,
}) => {
  const writer = await desk.open('story.aspen');
  await writer.type('# The Lamp\nThe *lamp* was lit. ');
  await writer.generate();
  await writer.manuscript.click();
  await writer.press('Control+End');
  await writer.type(' Then it went out.');
  const text = await writer.text();

  await saveAs(writer, desk.file('out.md'));
  await run(writer, 'Export as Markdown');
  await expect(announcements(writer)).toContainText(/Exported [\d,]+ words to out\.md\./);
  // Each line is a paragraph.
  const paragraphs = readFileSync(desk.file('out.md'), 'utf8').split('\n\n');
  expect(paragraphs.slice(0, 2)).toEqual(['# The Lamp', expect.stringMatching(/^The \*lamp\* was lit\./)]);
  expect(paragraphs).toHaveLength(text.split('\n').length);

  await saveAs(writer, desk.file('typed.txt'));
  await run(writer, 'Export the text as typed');
  await expect(announcements(writer)).toContainText('to typed.txt.');
  expect(readFileSync(desk.file('typed.txt'), 'utf8')).toBe(text);
  // The typed text is not a node yet.
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '2');

  await saveAs(writer, desk.file('out'));
  await run(writer, 'Export as plain text');
  await expect.poll(() => existsSync(desk.file('out.txt'))).toBe(true);
  expect(readFileSync(desk.file('out.txt'), 'utf8')).toBe(
    text.replace('# The Lamp', 'The Lamp').replace('*lamp*', 'lamp'),
  );

  await saveAs(writer, desk.file('nowhere/out.md'));
  await run(writer, 'Export as Markdown');
  await expect(writer.page.getByText('out.md could not be written.')).toBeVisible();
});

test('the page showing who wrote what works in a browser, in both themes and in print', async ({
  desk,
}, info) => {
  const writer = await desk.open('story.aspen');
  await writer.type('# Winter\nThe lake <b>froze</b> in *one* night.\nNobody came.\n***\nIn the morning');
  await writer.generate();
  await writer.manuscript.click();
  await writer.press('Control+End');
  await writer.type(' “<script>alert(1)</script>” stood on the ice.');
  await saveAs(writer, desk.file('page.html'));
  await run(writer, 'Export as a web page');
  await expect(announcements(writer)).toContainText('to page.html.');
  const model = await writer.modelText();

  // The app's browser engine without the app: only the file is ours.
  const complaints: string[] = [];
  await writer.app.evaluate(async ({ BrowserWindow, session }, path) => {
    const own = session.fromPartition('reader');
    const window = new BrowserWindow({ width: 900, height: 900, webPreferences: { session: own } });
    await window.loadFile(path);
  }, desk.file('page.html'));
  // Playwright learns of the window a moment after it exists.
  const findPage = () => writer.app.windows().find((window) => window.url().startsWith('file:'));
  await expect.poll(() => findPage() !== undefined).toBe(true);
  const page = findPage();
  if (page === undefined) throw new Error('the page was not opened');
  page.on('console', (message) => complaints.push(message.text()));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Winter');
  await expect(page.getByText('The lake <b>froze</b> in one night.')).toBeVisible();
  await expect(page.getByText('<script>alert(1)</script>')).toBeVisible();
  await expect(page.locator('article em')).toHaveText('one');
  await expect.poll(() => page.locator('script, article b').count()).toBe(0);
  const marked = await page.locator('article [title="Offline"]').allTextContents();
  expect(marked.join('')).toBe(model.replaceAll('\n', ''));
  await expect(page.getByRole('listitem')).toHaveText([/^Writer the writer/, /^Offline a model/]);
  const line = await page
    .locator('article [title="Offline"]')
    .first()
    .evaluate((span) => getComputedStyle(span).textDecorationLine);
  expect(line).toBe('underline');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: info.outputPath(`page-${colorScheme}.png`), fullPage: true });
    expect(await axeViolations(writer)).toEqual([]);
  }
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.screenshot({ path: info.outputPath('page-paper.png') });
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(0, 0, 0)');
  expect(complaints).toEqual([]);
});

test('the tree is exported as JSON', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake froze. ');
  await writer.generate();
  await writer.type('Nobody came.');
  await saveAs(writer, desk.file('tree.json'));
  await run(writer, 'Export the tree as JSON');
  await expect(announcements(writer)).toContainText('Exported the whole tree to tree.json.');
  const tree = JSON.parse(readFileSync(desk.file('tree.json'), 'utf8'));
  expect(tree.format).toBe('aspen-tree-1');
  expect(tree.nodes).toHaveLength(5);
  expect(JSON.stringify(tree.paths)).toContain('Nobody came.');
});

test('text files become trees, and the writer is asked about those that are no certain text', async ({
  desk,
}, info) => {
  const writer = await desk.open('story.aspen');
  await writer.type('Stays.');
  const text = '# The Mill\n\nIt turned.\n\n***\n\nIt stopped.\n';
  writeFileSync(desk.file('mill.md'), text);
  writeFileSync(desk.file('café.txt'), Buffer.from('caf\xe9 \x93noir\x94', 'latin1'));
  writeFileSync(desk.file('photo.png'), Buffer.from('89504e470d0a1a0a00', 'hex'));
  writeFileSync(desk.file('chat.json'), JSON.stringify([{ title: 'A lamp', mapping: {} }]));
  writeFileSync(
    desk.file('note.md'),
    Buffer.from('Caf\xc3\xa9 d\xc3\xa9j\xc3\xa0 \xff [[Mill]]\n', 'latin1'),
  );
  const files = ['café.txt', 'photo.png', 'note.md', 'chat.json', 'mill.md'];
  await choose(writer, ...files.map((name) => desk.file(name)));
  await run(writer, 'Import Markdown or text');
  await expect.poll(() => writer.text()).toBe(text);
  await expect(writer.page.getByText('photo.png is a picture. It has no text to import.')).toBeVisible();
  await expect(announcements(writer)).toContainText('Imported 2 texts.');
  const remarks =
    'A character of note.md could not be read and is now “�” in line 1. note.md has a [[link]], which is text here like any other.';
  await expect(announcements(writer)).toContainText(remarks);
  await expect(writer.page.getByText(remarks, { exact: true })).toBeVisible();

  // The most likely encoding is chosen; Enter agrees.
  const question = writer.page.getByRole('dialog', { name: 'Import café.txt' });
  const lines = question.getByRole('region', { name: 'How it reads' });
  const encoding = question.getByRole('combobox', { name: 'Encoding' });
  await expect(lines).toHaveText('café “noir”');
  await expect(question.getByRole('button', { name: 'Import' })).toBeFocused();
  await encoding.selectOption('Russian (KOI8-R)');
  await expect(lines).not.toContainText('café');
  await writer.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(900, 600));
  for (const colorScheme of ['light', 'dark'] as const) {
    await writer.page.emulateMedia({ colorScheme });
    await writer.screenshot(info.outputPath(`encoding-${colorScheme}.png`));
    expect(await axeViolations(writer)).toEqual([]);
  }
  await encoding.selectOption('Western (Windows-1252)');
  await question.getByRole('button', { name: 'Import' }).focus();
  await writer.press('Enter');
  await expect.poll(() => writer.text()).toBe('café “noir”');

  // A save is left out unless the writer insists.
  const save = writer.page.getByRole('dialog', { name: 'Import chat.json' });
  await expect(save).toContainText('chat.json looks like an export of ChatGPT.');
  await expect(save.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await writer.screenshot(info.outputPath('save.png'));
  await writer.press('Enter');
  await expect(save).toBeHidden();
  await writer.screenshot(info.outputPath('imported.png'));

  const trees = writer.page.getByRole('complementary', { name: 'Grove' });
  await trees.getByText('The Mill', { exact: true }).click();
  await expect.poll(() => writer.text()).toBe(text);
  await trees.getByRole('listitem').first().getByRole('button').first().click();
  await expect.poll(() => writer.text()).toBe('Stays.');
});

test('importing a long text shows progress and can be stopped', async ({ desk }, info) => {
  const writer = await desk.open('story.aspen');
  const chapter = `# Chapter\n\n${'The lake froze in one night, and nobody came. '.repeat(600)}\n\n`;
  writeFileSync(desk.file('book.txt'), chapter.repeat(1_000));
  await choose(writer, desk.file('book.txt'));
  await expect(writer.manuscript).toBeVisible();
  await run(writer, 'Import Markdown or text');
  const bar = writer.page.getByRole('progressbar', { name: 'Importing book.txt' });
  const stop = writer.page.getByRole('region', { name: 'Import' }).getByRole('button', { name: 'Stop' });
  await expect(bar).toBeVisible();
  // The writer can type meanwhile.
  await writer.type('Mean');
  await stop.click();
  await expect(bar).toBeHidden();
  await expect(announcements(writer)).toContainText(
    'The texts imported so far are put away, below the trees.',
  );
  await writer.manuscript.focus();
  await writer.type('while.');
  await expect.poll(() => writer.text()).toBe('Meanwhile.');

  for (const colorScheme of ['light', 'dark'] as const) {
    await writer.page.emulateMedia({ colorScheme });
    await run(writer, 'Import Markdown or text');
    await expect(bar).toBeVisible();
    await writer.screenshot(info.outputPath(`importing-${colorScheme}.png`));
    await stop.click();
    await expect(bar).toBeHidden();
  }
});

test('the text is printed in the manuscript’s typeface, as a PDF shows', async ({ desk }, info) => {
  const writer = await desk.open('story.aspen');
  const paragraph = `${'The lake froze in one night. '.repeat(60)}\n`;
  await writer.manuscript.fill(`# Winter\n${paragraph.repeat(6)}`);
  await saveAs(writer, desk.file('out.pdf'));
  await run(writer, 'Export as PDF');
  await expect(announcements(writer)).toContainText('to out.pdf.');
  const pdf = readFileSync(desk.file('out.pdf')).toString('latin1');
  expect(pdf.startsWith('%PDF-')).toBe(true);
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeGreaterThanOrEqual(3);
  expect(pdf).toContain('Literata');
  writeFileSync(info.outputPath('out.pdf'), readFileSync(desk.file('out.pdf')));

  // There is no printer here, so the system's error is reported.
  await writer.press('Control+p');
  await expect(writer.page.getByRole('region', { name: 'Notices' })).toContainText(
    'could not be created or printed',
  );
  expect(writer.app.windows()).toHaveLength(1);
});

test('export and import are in the system’s menu', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('From the menu.');
  await saveAs(writer, desk.file('menu.md'));
  await writer.app.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()?.getMenuItemById('exchange.exportMarkdown')?.click(),
  );
  await expect.poll(() => existsSync(desk.file('menu.md'))).toBe(true);
  expect(readFileSync(desk.file('menu.md'), 'utf8')).toBe('From the menu.');
});
