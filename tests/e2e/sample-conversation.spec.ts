import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { makeSample } from '../../scripts/make-sample.ts';
import { axeViolations } from './axe.ts';
import { Gallery } from './gallery.ts';
import { expect, test } from './test.ts';
import type { Desk, Writer } from './writer.ts';

/** The conversation of the sample grove, which has all that a conversation may have: how it looks, how it is searched and exported. */

function feedOf({ page }: Writer): Locator {
  return page.getByRole('feed', { name: 'Conversation' });
}

async function openBeside(desk: Desk): Promise<Writer> {
  makeSample(desk.file('sample.aspen'));
  const writer = await desk.open('sample.aspen');
  await expect(writer.manuscript).toBeVisible();
  await writer.command('Talk tab');
  await expect(writer.composer).toHaveText('So whose feet were they? I mean this as a');
  return writer;
}

/** The conversation at full width, with nothing beside it. */
async function openConversation(desk: Desk): Promise<Writer> {
  const writer = await openBeside(desk);
  await writer.command('Conversation at full width');
  await expect(writer.manuscript).toBeHidden();
  await writer.press('Control+\\');
  await expect(writer.page.getByRole('complementary', { name: 'Inspector' })).toBeHidden();
  return writer;
}

/** Scrolls up until the message with this text is on the page, and then to its beginning. */
async function scrollTo(writer: Writer, text: string): Promise<Locator> {
  const feed = feedOf(writer);
  const message = feed.getByRole('article').filter({ hasText: text });
  const scrollUp = async () => {
    await feed.evaluate((element) => {
      element.scrollTop -= element.clientHeight / 2;
    });
    return message.count();
  };
  await expect.poll(scrollUp, { intervals: [30] }).toBe(1);
  await message.evaluate((article) => article.scrollIntoView({ block: 'start' }));
  return message;
}

test('the conversation of the sample grove', async ({ desk }, info) => {
  test.setTimeout(240_000);
  const writer = await openConversation(desk);
  const gallery = await Gallery.of(writer, info);
  await gallery.show('end');
  const continued = feedOf(writer).getByRole('article').last();
  await expect(continued.getByRole('group', { name: /^Part \d of 3$/ })).toHaveCount(3);
  await continued.getByText('Reasoning', { exact: true }).click();
  await expect(continued.getByText('The line is another matter')).toBeVisible();
  await continued.focus();
  await gallery.show('continued', { small: false });
  await scrollTo(writer, 'Found under the school');
  await gallery.show('hostile', { small: false });
  await scrollTo(writer, 'in her own shoes');
  await expect(feedOf(writer).getByText('This message is empty.')).toBeVisible();
  await gallery.show('edit', { small: false });
  await scrollTo(writer, 'A hand is ten centimetres');
  await gallery.show('code', { small: false });
  const table = await scrollTo(writer, 'Gravensteiner');
  await table.hover();
  // The writer's changes in it are in ink.
  const colourOf = (text: string) =>
    feedOf(writer)
      .getByText(text)
      .first()
      .evaluate((element) => getComputedStyle(element).color);
  expect(await colourOf('the three oldest')).toBe(await colourOf('How deep is it at the school'));
  expect(await colourOf('the three oldest')).not.toBe(await colourOf('along the wall'));
  await gallery.show('table');
  await scrollTo(writer, 'Before I write on');
  await gallery.show('known');
  await writer.page.getByRole('button', { name: 'Trace', exact: true }).click();
  await expect(writer.page.getByText('→ search "apple"')).toBeVisible();
  await gallery.show('trace');
});

test('in the Inspector, only one part of a message shows its actions', async ({ desk }, info) => {
  test.slow();
  const writer = await openBeside(desk);
  const gallery = await Gallery.of(writer, info);
  const message = feedOf(writer).getByRole('article').last();
  const parts = message.getByRole('group', { name: /^Part \d of 3$/ });
  const actionsOf = (part: number) => parts.nth(part).getByRole('button', { name: 'Regenerate' });
  await expect(parts).toHaveCount(3);
  await message.focus();
  await expect(actionsOf(2)).toBeVisible();
  await expect(actionsOf(0)).toBeHidden();
  await gallery.show('beside', { small: false });
  await parts.nth(0).getByText('Part 1 of 3').click();
  await expect(actionsOf(0)).toBeVisible();
  await expect(actionsOf(2)).toBeHidden();
  await gallery.show('beside-first', { small: false });
  await writer.close();
  expect(writer.complaints).toEqual([]);
});

/** The text of the match that the writer is at, and whether all of it is in view, in what scrolls too. */
function currentMatch(page: Page): Promise<{ readonly text: string; readonly isInView: boolean }> {
  return page.evaluate(() => {
    const [range] = CSS.highlights.get('message-found-current') ?? [];
    if (!(range instanceof Range)) return { text: '', isInView: false };
    const { left, right, top, bottom } = range.getBoundingClientRect();
    let isInView = true;
    for (let around = range.startContainer.parentElement; around !== null; around = around.parentElement) {
      if (!/auto|scroll/.test(getComputedStyle(around).overflowY)) continue;
      const frame = around.getBoundingClientRect();
      isInView &&= top >= frame.top - 1 && bottom <= frame.bottom + 1;
      isInView &&= left >= frame.left - 1 && right <= frame.right + 1;
    }
    return { text: String(range), isInView };
  });
}

test('words are found and shown wherever they are in formatted messages', async ({ desk }) => {
  const writer = await openConversation(desk);
  const { page } = writer;
  await writer.press('Control+f');
  const field = page.getByRole('searchbox', { name: 'Find' });
  const found = async (query: string, ...texts: readonly string[]) => {
    await field.fill(query);
    for (const [index, text] of texts.entries()) {
      if (index > 0) await writer.press('Enter');
      await expect(page.locator('#find-count')).toHaveText(`${index + 1} of ${texts.length}`);
      await expect.poll(() => currentMatch(page)).toEqual({ text, isInView: true });
    }
  };
  // In an item of a list, a cell and a line of code.
  await found('Lindgren', 'Lindgren', 'Lindgren', 'Lindgren');
  // Far below and beside the beginning of a long block of code.
  await found('__main__', '__main__');
  await found('days to turn into plates', 'days to turn into plates');
  // Across what is emphasised, without its marks.
  await found('nothing ~~beside~~ between', 'nothing beside between');
  await found('1984**, on a *Tues', '1984, on a Tues');
  await found('*yes', 'yes');
  // Text that is not shown is marked where it belongs.
  await found('to=2024', 'the gauge at the dam (gauges.example)');
  await found('Caf&eacute;', 'Café');
  // In a heading, a quote in a quote, and text that is no markup.
  await found('Still open', 'Still open');
  await found('your other beginnings', 'your other beginnings');
  await found('<script>document', '<script>document');
  await writer.close();
  expect(writer.complaints).toEqual([]);
});

/** Answers the system's save dialog, and runs a command from the palette. */
async function exportTo(writer: Writer, file: string, command: string): Promise<void> {
  await writer.app.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: path });
  }, file);
  await writer.command(command);
  await expect(writer.page.getByRole('log', { name: 'Announcements' })).toContainText(
    `to ${file.split('/').at(-1)}.`,
    { timeout: 15_000 },
  );
}

/** A file in the app's browser engine without the app, and what the page asked for and complained about. */
async function openFile({ app }: Writer, file: string) {
  const asked = await app.evaluateHandle(async ({ BrowserWindow, session }, path) => {
    const own = session.fromPartition('reader');
    const asked: string[] = [];
    own.webRequest.onBeforeRequest(({ url }, answer) => {
      asked.push(url);
      answer({});
    });
    const window = new BrowserWindow({ width: 900, height: 1000, webPreferences: { session: own } });
    window.webContents.on('console-message', ({ message }) => void asked.push(message));
    await window.loadFile(path);
    return asked;
  }, file);
  const findPage = () => app.windows().find((window) => window.url().startsWith('file:'));
  await expect.poll(() => findPage() !== undefined).toBe(true);
  const page = findPage();
  if (page === undefined) throw new Error('the page was not opened');
  return { page, asked };
}

test('the conversation is exported as a web page and a PDF, formatted as on the screen', async ({
  desk,
}, info) => {
  const writer = await openConversation(desk);
  await exportTo(writer, desk.file('talk.html'), 'Export as a web page');
  const { page, asked } = await openFile(writer, desk.file('talk.html'));
  const article = page.getByRole('article');
  await expect(article.getByRole('heading', { level: 2 })).toHaveText([
    'Writer',
    'Surveyor',
    'Writer',
    'Surveyor',
    'Writer',
    'Surveyor',
    'Writer',
    'Nell',
    'Writer',
    'Offline, bolder',
    'Surveyor',
    'Writer',
    'Surveyor',
  ]);
  await expect(article.getByRole('heading', { name: 'What the story says', level: 3 })).toBeVisible();
  await expect(article.getByRole('table').getByRole('row')).toHaveCount(5);
  await expect(article.locator('pre').first()).toContainText('print(describe(name, day))');
  await expect(article.getByRole('img', { name: 'Done' })).toHaveCount(2);
  await expect(article.getByText(`<img src=x onerror="alert('the bell')">`)).toBeVisible();
  await expect(article.locator('img, script, iframe, b, [onerror], [src]')).toHaveCount(0);
  const addresses = await article
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  const allowed = [
    'https://gauges.example/low-water?from=1984&to=2024',
    'https://drought.example/maps',
    'mailto:archive@valley.example',
    'https://pictures.example/village.png',
    'https://pictures.example/tree.png',
    'https://elsewhere.example/login',
  ];
  expect(addresses).toEqual(allowed);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: info.outputPath(`talk-${colorScheme}.png`), fullPage: true });
    expect(await axeViolations({ page })).toEqual([]);
  }
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.screenshot({ path: info.outputPath('talk-paper.png'), fullPage: true });
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(0, 0, 0)');
  await page.emulateMedia({ media: null, colorScheme: null });
  await page.setViewportSize({ width: 380, height: 800 });
  await page.screenshot({ path: info.outputPath('talk-narrow.png'), fullPage: true });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
  await expect.poll(() => asked.jsonValue()).toEqual([page.url()]);
  await page.close();

  await exportTo(writer, desk.file('talk.pdf'), 'Export as PDF');
  const pdf = readFileSync(desk.file('talk.pdf')).toString('latin1');
  // A link has one for each of its lines.
  expect([...new Set([...pdf.matchAll(/\/URI \(([^)]*)\)/g)].map(([, address]) => address))]).toEqual(
    allowed,
  );
  const tags = new Set([...pdf.matchAll(/\/S \/([A-Z]\w*)/g)].map(([, tag]) => tag));
  expect([...tags]).toEqual(expect.arrayContaining(['H3', 'H4', 'Table', 'TH', 'L', 'LI']));
  await writer.close();
  expect(writer.complaints).toEqual([]);
});
