import { renameSync } from 'node:fs';
import { fitComplaints } from './fit.ts';
import { expect, test } from './shared.ts';
import type { Desk, Writer } from './writer.ts';

/** Banners come and go while the writer types, and the caret's line stays where it is. */

test.setTimeout(90_000);

const notices = (writer: Writer) => writer.page.getByRole('region', { name: 'Notices' });

/** Where the caret's line is on the screen, in CSS pixels. */
const lineTop = (writer: Writer) =>
  writer.page.evaluate(() => {
    const { focusNode } = getSelection() ?? {};
    const element = focusNode instanceof Element ? focusNode : focusNode?.parentElement;
    return Math.round((element?.closest('.cm-line')?.getBoundingClientRect().top ?? -1) * 10) / 10;
  });

/** What covers the caret's line, or null if nothing does. */
const coverOf = (writer: Writer) =>
  writer.page.evaluate(() => {
    const { focusNode } = getSelection() ?? {};
    const element = focusNode instanceof Element ? focusNode : focusNode?.parentElement;
    const line = element?.closest('.cm-line');
    if (line == null) return 'no line';
    const { left, top, width, height } = line.getBoundingClientRect();
    const hit = document.elementFromPoint(left + Math.min(width / 2, 40), top + Math.min(height / 2, 8));
    return line === hit || line.contains(hit) ? null : (hit?.textContent ?? 'nothing');
  });

async function open(desk: Desk, lines: number): Promise<Writer> {
  const writer = await desk.open('story.aspen');
  await writer.manuscript.focus();
  const text = Array.from({ length: lines }, (_, index) => `Line ${index + 1} of the story.`).join('\n');
  await writer.page.keyboard.insertText(text);
  await writer.waitUntilSaved();
  return writer;
}

/**
 * Moves the grove's file away and back, with a banner in between.
 * @returns the line's position before, with the banner, and after
 */
async function throughBanner(desk: Desk, writer: Writer, picture: string): Promise<number[]> {
  await writer.page.waitForTimeout(300);
  const places = [await lineTop(writer)];
  renameSync(desk.file('story.aspen'), desk.file('elsewhere.aspen'));
  await expect(notices(writer)).toContainText('The grove’s file is gone');
  await writer.page.waitForTimeout(300);
  places.push(await lineTop(writer));
  expect(await coverOf(writer)).toBeNull();
  await writer.screenshot(test.info().outputPath(`${picture}.png`));
  renameSync(desk.file('elsewhere.aspen'), desk.file('story.aspen'));
  await writer.waitUntilSaved();
  await expect(notices(writer)).toBeHidden();
  await writer.page.waitForTimeout(300);
  places.push(await lineTop(writer));
  return places;
}

async function resize({ app, page }: Writer, width: number, height: number, zoom: number): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, size) => {
      const [window] = BrowserWindow.getAllWindows();
      window?.setContentSize(size.width, size.height);
      window?.webContents.setZoomFactor(size.zoom);
    },
    { width, height, zoom },
  );
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width / zoom);
}

const SIZES = [
  { name: 'wide', width: 1280, height: 820, zoom: 1 },
  { name: '900x600', width: 900, height: 600, zoom: 1 },
  { name: '200-percent', width: 1440, height: 900, zoom: 2 },
] as const;

for (const { name, width, height, zoom } of SIZES) {
  for (const theme of ['light', 'dark'] as const) {
    test(`a banner does not move the caret’s line (${name}, ${theme})`, async ({ desk }) => {
      desk.prefer({ theme });
      const writer = await open(desk, 80);
      await resize(writer, width, height, zoom);
      await writer.manuscript.focus();
      await writer.press('Control+End');
      const end = await throughBanner(desk, writer, 'end');
      expect(end).toEqual([end[0], end[0], end[0]]);
      // In the middle of the text, and of the window.
      await writer.press('Control+Home');
      for (let line = 0; line < 40; line++) await writer.press('ArrowDown');
      const middle = await throughBanner(desk, writer, 'middle');
      expect(middle).toEqual([middle[0], middle[0], middle[0]]);
    });
  }
}

test('a banner neither moves nor hides the first line of a short text', async ({ desk }) => {
  const writer = await open(desk, 1);
  const places = await throughBanner(desk, writer, 'short');
  expect(places).toEqual([places[0], places[0], places[0]]);
});

test('a banner does not move a line held by typewriter scrolling', async ({ desk }) => {
  desk.prefer({ typewriter: true });
  const writer = await open(desk, 80);
  await writer.press('Control+Home');
  for (let line = 0; line < 40; line++) await writer.press('ArrowDown');
  const places = await throughBanner(desk, writer, 'typewriter');
  expect(places).toEqual([places[0], places[0], places[0]]);
});

test('a line that a banner would hide in a small text pane moves into view once, and not back', async ({
  desk,
}) => {
  const writer = await open(desk, 80);
  await resize(writer, 1440, 900, 2);
  await writer.press('Control+\\');
  await expect(writer.page.getByRole('complementary', { name: 'Inspector' })).toBeVisible();
  await writer.manuscript.focus();
  await writer.press('Control+End');
  const [before = 0, meanwhile = 0, after = 0] = await throughBanner(desk, writer, 'stacked');
  expect(meanwhile).toBeGreaterThan(before);
  expect(after).toBe(meanwhile);
});

test('a first line covered by a tall banner can be scrolled to, and a small window cuts nothing off', async ({
  desk,
}) => {
  const writer = await open(desk, 80);
  await resize(writer, 900, 600, 1);
  renameSync(desk.file('story.aspen'), desk.file('elsewhere.aspen'));
  await expect(notices(writer)).toContainText('The grove’s file is gone');
  await writer.manuscript.focus();
  await writer.press('Control+Home');
  await expect.poll(() => coverOf(writer)).toBeNull();
  await writer.screenshot(test.info().outputPath('top.png'));
  expect(await writer.page.evaluate(fitComplaints)).toEqual([]);
  renameSync(desk.file('elsewhere.aspen'), desk.file('story.aspen'));
  await writer.waitUntilSaved();
});

test('a banner that disappears by itself returns focus to the text', async ({ desk }) => {
  const writer = await open(desk, 3);
  renameSync(desk.file('story.aspen'), desk.file('elsewhere.aspen'));
  await expect(notices(writer)).toContainText('The grove’s file is gone');
  await notices(writer).getByRole('button').first().focus();
  renameSync(desk.file('elsewhere.aspen'), desk.file('story.aspen'));
  await expect(notices(writer)).toBeHidden();
  await expect(writer.manuscript).toBeFocused();
  await writer.waitUntilSaved();
});

test('a banner is reached by keyboard, and returns focus to the text', async ({ desk }) => {
  const writer = await open(desk, 3);
  renameSync(desk.file('story.aspen'), desk.file('elsewhere.aspen'));
  await expect(notices(writer)).toContainText('The grove’s file is gone');
  await expect(writer.page.getByRole('log', { name: 'Announcements' })).toContainText(
    'The grove’s file is gone',
  );
  await expect(writer.manuscript).toBeFocused();
  const first = notices(writer).getByRole('button').first();
  for (let pane = 0; pane < 4 && !(await first.evaluate((one) => one === document.activeElement)); pane++)
    await writer.press('F6');
  await expect(first).toBeFocused();
  await writer.press('Tab', 'Tab', 'Tab');
  await expect(notices(writer).getByRole('button', { name: 'Dismiss notice' })).toBeFocused();
  await writer.press('Enter');
  await expect(notices(writer)).toBeHidden();
  await expect(writer.manuscript).toBeFocused();
  renameSync(desk.file('elsewhere.aspen'), desk.file('story.aspen'));
  await writer.waitUntilSaved();
});
