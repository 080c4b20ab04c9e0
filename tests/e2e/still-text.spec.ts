import { renameSync } from 'node:fs';
import { fitComplaints } from './fit.ts';
import { expect, test } from './test.ts';
import { frames } from './waits.ts';
import type { Desk, Writer } from './writer.ts';

/**
 * The text that the writer reads stays where it is: notices come and go while the writer types, and previews begin and
 * end after a branch point.
 */

const notices = (writer: Writer) => writer.page.getByRole('region', { name: 'Notices' });

/** The place of the caret's line on the screen, in CSS pixels. */
const lineTop = (writer: Writer) =>
  writer.page.evaluate(() => {
    const { focusNode } = getSelection() ?? {};
    const element = focusNode instanceof Element ? focusNode : focusNode?.parentElement;
    return Math.round((element?.closest('.cm-line')?.getBoundingClientRect().top ?? -1) * 10) / 10;
  });

/** The element that covers the caret's line, or null if none does. */
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

/** A card is on the text, above its bars and beside the panes. */
async function expectCardInPlace({ page }: Writer): Promise<void> {
  const cards = page.getByRole('region', { name: 'Notices' });
  const card = await cards.locator('> div').first().boundingBox();
  const area = await cards.locator('xpath=..').boundingBox();
  const pane = await page.getByRole('main').boundingBox();
  const bar = await page.getByRole('button', { name: 'Generate', exact: true }).boundingBox();
  if (card === null || area === null || pane === null || bar === null) throw new Error('Not shown.');
  expect(card.width).toBeLessThanOrEqual(320);
  expect(area.x).toBeGreaterThanOrEqual(pane.x);
  expect(area.x + area.width).toBeLessThanOrEqual(pane.x + pane.width);
  expect(area.y).toBeGreaterThanOrEqual(pane.y);
  expect(area.y + area.height).toBeLessThan(bar.y);
}

/**
 * Moves the grove's file away and back, with a notice in between.
 * @returns the line's position before, with the notice, and after
 */
async function throughNotice(desk: Desk, writer: Writer, picture: string): Promise<number[]> {
  await frames(writer.page, 19);
  const places = [await lineTop(writer)];
  renameSync(desk.file('story.aspen'), desk.file('elsewhere.aspen'));
  await expect(notices(writer)).toContainText('The grove’s file is gone');
  await frames(writer.page, 19);
  places.push(await lineTop(writer));
  await expectCardInPlace(writer);
  await writer.screenshot(test.info().outputPath(`${picture}.png`));
  renameSync(desk.file('elsewhere.aspen'), desk.file('story.aspen'));
  await writer.waitUntilSaved();
  await expect(notices(writer)).toBeHidden();
  await frames(writer.page, 19);
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
  { name: 'wide', theme: 'light', width: 1280, height: 820, zoom: 1 },
  { name: '900x600', theme: 'dark', width: 900, height: 600, zoom: 1 },
  { name: '200-percent', theme: 'light', width: 1440, height: 900, zoom: 2 },
] as const;

for (const { name, theme, width, height, zoom } of SIZES) {
  test(`a notice does not move the caret’s line (${name}, ${theme})`, async ({ desk }) => {
    desk.prefer({ theme });
    const writer = await open(desk, 80);
    await resize(writer, width, height, zoom);
    await writer.manuscript.focus();
    await writer.press('Control+End');
    const end = await throughNotice(desk, writer, 'end');
    expect(end).toEqual([end[0], end[0], end[0]]);
    // In the middle of the text, and of the window.
    await writer.press('Control+Home');
    for (let line = 0; line < 40; line++) await writer.press('ArrowDown');
    const middle = await throughNotice(desk, writer, 'middle');
    expect(middle).toEqual([middle[0], middle[0], middle[0]]);
  });
}

test('a notice neither moves nor hides the first line of a short text', async ({ desk }) => {
  const writer = await open(desk, 1);
  const places = await throughNotice(desk, writer, 'short');
  expect(await coverOf(writer)).toBeNull();
  expect(places).toEqual([places[0], places[0], places[0]]);
});

test('a notice does not move a line held by typewriter scrolling', async ({ desk }) => {
  desk.prefer({ typewriter: true });
  const writer = await open(desk, 80);
  await writer.press('Control+Home');
  for (let line = 0; line < 40; line++) await writer.press('ArrowDown');
  const places = await throughNotice(desk, writer, 'typewriter');
  expect(places).toEqual([places[0], places[0], places[0]]);
});

test('a notice is on the text between stacked panes, which is not moved for it, and cuts nothing off', async ({
  desk,
}) => {
  const writer = await open(desk, 80);
  await resize(writer, 1440, 900, 2);
  await writer.press('Control+\\');
  await expect(writer.page.getByRole('complementary', { name: 'Inspector' })).toBeVisible();
  await writer.manuscript.focus();
  await writer.press('Control+Home');
  await frames(writer.page, 19);
  const before = await lineTop(writer);
  renameSync(desk.file('story.aspen'), desk.file('elsewhere.aspen'));
  await expect(notices(writer)).toContainText('The grove’s file is gone');
  await expectCardInPlace(writer);
  expect(await lineTop(writer)).toBe(before);
  await writer.screenshot(test.info().outputPath('stacked.png'));
  await resize(writer, 900, 600, 1);
  await expectCardInPlace(writer);
  // A line that is typed at is not under it.
  await writer.press('Control+End');
  await writer.type(' And so on.');
  await expect.poll(() => coverOf(writer)).toBeNull();
  await expect.poll(() => writer.page.evaluate(fitComplaints)).toEqual([]);
  renameSync(desk.file('elsewhere.aspen'), desk.file('story.aspen'));
  await writer.waitUntilSaved();
});

test('a notice that disappears by itself returns focus to the text', async ({ desk }) => {
  const writer = await open(desk, 3);
  renameSync(desk.file('story.aspen'), desk.file('elsewhere.aspen'));
  await expect(notices(writer)).toContainText('The grove’s file is gone');
  await notices(writer).getByRole('button').first().focus();
  renameSync(desk.file('elsewhere.aspen'), desk.file('story.aspen'));
  await expect(notices(writer)).toBeHidden();
  await expect(writer.manuscript).toBeFocused();
  await writer.waitUntilSaved();
});

test('a notice is reached by keyboard, and returns focus to the text', async ({ desk }) => {
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
  await expect(notices(writer).getByRole('button', { name: 'Close notice' })).toBeFocused();
  await writer.press('Enter');
  await expect(notices(writer)).toBeHidden();
  await expect(writer.manuscript).toBeFocused();
  renameSync(desk.file('elsewhere.aspen'), desk.file('story.aspen'));
  await writer.waitUntilSaved();
});

/** The place of a word in the window after every frame until `stopWatching`, in CSS pixels. */
interface WatchingWindow extends Window {
  readPlace?: () => number | null;
  stopWatching?: () => readonly (number | null)[];
}

/** Reads where a word is on the screen, in CSS pixels; null while it is not drawn. */
const placeOf = ({ page }: Writer, sought: string) =>
  page.evaluate((word) => {
    const own: WatchingWindow = window;
    own.readPlace = () => {
      const content = document.querySelector('.cm-content');
      const texts = content === null ? null : document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
      for (let text = texts?.nextNode() ?? null; text !== null; text = texts?.nextNode() ?? null) {
        const at =
          text.parentElement?.closest('.preview') == null ? (text.textContent ?? '').indexOf(word) : -1;
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + word.length);
        return Math.round(range.getBoundingClientRect().top * 10) / 10;
      }
      return null;
    };
    return own.readPlace();
  }, sought);

/**
 * The places at which the word that was last read was seen while `act` ran, without repetitions; null out of sight. (The
 * editor may still draw for a frame what it has scrolled away.)
 */
async function placesDuring({ page }: Writer, act: () => Promise<void>): Promise<readonly (number | null)[]> {
  await page.evaluate(() => {
    const own: WatchingWindow = window;
    const places = new Set<number | null>();
    let isWatching = true;
    const pane = document.querySelector('.cm-scroller')?.getBoundingClientRect();
    const [top, bottom] = [pane?.top ?? 0, pane?.bottom ?? 0];
    const read = () => {
      const place = own.readPlace?.() ?? null;
      // The top of a line that is partly above the pane may be its height above it.
      places.add(place !== null && place >= top - 40 && place < bottom ? place : null);
    };
    // A task that a frame starts runs once it is painted.
    const watch = () => {
      if (!isWatching) return;
      setTimeout(read);
      requestAnimationFrame(watch);
    };
    watch();
    own.stopWatching = () => {
      isWatching = false;
      read();
      return [...places];
    };
  });
  await act();
  await frames(page, 6);
  return page.evaluate(() => (window as WatchingWindow).stopWatching?.() ?? []);
}

/** Scrolls a word to a height of the text pane, from 0 at its top to 1; returns where it then is. */
async function scrollTo(writer: Writer, sought: string, height: number): Promise<number> {
  await expect
    .poll(async () => {
      const place = await placeOf(writer, sought);
      return writer.page.locator('.cm-scroller').evaluate(
        (scroller, { word, part }) => {
          const { top } = scroller.getBoundingClientRect();
          const by = word === null ? -600 : word - top - 4 - part * (scroller.clientHeight - 40);
          scroller.scrollTop += by;
          return Math.abs(by) < 1;
        },
        { word: place, part: height },
      );
    })
    .toBe(true);
  await frames(writer.page, 19);
  return (await placeOf(writer, sought)) ?? -1;
}

const previewMark = (writer: Writer) => writer.page.locator('.branch-previewed');

/** Holds Alt+P, steps once by pressing P again, and releases. */
async function previewTwo(writer: Writer, first: string, second: string): Promise<void> {
  const { keyboard } = writer.page;
  await keyboard.down('Alt');
  await keyboard.down('p');
  await expect(previewMark(writer)).toHaveAccessibleName(first);
  await keyboard.up('p');
  await expect(previewMark(writer)).toHaveCount(0);
  await keyboard.down('p');
  await expect(previewMark(writer)).toHaveAccessibleName(second);
  await keyboard.up('p');
  await keyboard.up('Alt');
  await expect(previewMark(writer)).toHaveCount(0);
}

const page = (paragraphs: number) =>
  Array.from(
    { length: paragraphs },
    (_, index) => `${index + 1}. ${'The water lay grey under the hill. '.repeat(9)}`,
  ).join('\n');

test('a preview does not move the text before the branch point', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.manuscript.focus();
  await writer.page.keyboard.insertText(`${page(16)}\nNobody saw it, not even the ferryman. `);
  await writer.generate(3);
  const fromFirst = () => previewTwo(writer, 'Preview, 2 of 3', 'Preview, 3 of 3');
  const end = await placeOf(writer, 'ferryman');
  expect(await placesDuring(writer, fromFirst), 'scrolled to the end').toEqual([end]);

  // A long fourth continuation: without it, the text is too short to be scrolled as far.
  await writer.press('Control+End', 'Alt+ArrowLeft');
  await expect(writer.page.getByRole('button', { name: /^3 continuations/ })).toBeVisible();
  await writer.page.keyboard.insertText(page(16));
  await writer.press('Control+s');
  await writer.waitUntilSaved();
  await expect(writer.continuations.getByRole('option')).toHaveCount(4);
  const fromLong = () => previewTwo(writer, 'Preview, 1 of 4', 'Preview, 2 of 4');
  for (const height of [0, 0.5, 1]) {
    const place = await scrollTo(writer, 'ferryman', height);
    expect(await placesDuring(writer, fromLong), `at ${height}`).toEqual([place]);
  }

  // Out of sight, and far from the caret: it scrolls into view once, and the end scrolls back.
  await writer.press('Control+End');
  await frames(writer.page, 19);
  const caret = await lineTop(writer);
  expect(await placeOf(writer, 'ferryman')).toBeNull();
  const [away, shown, ...others] = await placesDuring(writer, fromLong);
  expect({ away, others }).toEqual({ away: null, others: [] });
  expect(shown).toBeGreaterThan(0);
  // A scroll position has no fractions, and lines that were not drawn yet may have had others.
  expect(Math.abs((await lineTop(writer)) - caret)).toBeLessThan(1);

  // From the list, whose previews follow each other, and where Enter puts a shorter text in place.
  const top = await scrollTo(writer, 'ferryman', 0);
  await writer.continuations.focus();
  const steps = async (...previews: readonly (readonly [key: string, name: string])[]) => {
    for (const [key, name] of previews) {
      await writer.press(key);
      await expect(previewMark(writer)).toHaveAccessibleName(name);
    }
  };
  const lookAndLeave = async () => {
    await steps(['Space', 'Preview, 1 of 4'], ['ArrowDown', 'Preview, 2 of 4']);
    await writer.press('Escape');
    await expect(previewMark(writer)).toHaveCount(0);
  };
  expect(await placesDuring(writer, lookAndLeave), 'looked').toEqual([top]);
  const accept = async () => {
    await steps(['Space', 'Preview, 2 of 4']);
    await writer.press('Enter');
    await expect(writer.status).toContainText('2 of 4');
  };
  expect(await placesDuring(writer, accept), 'accepted').toEqual([top]);
  const lookAtLong = async () => {
    await steps(['Space', 'Preview, 3 of 4'], ['End', 'Preview, 4 of 4']);
    await writer.press('Escape');
    await expect(previewMark(writer)).toHaveCount(0);
  };
  expect(await placesDuring(writer, lookAtLong), 'long').toEqual([top]);

  // A branch point at the start of a line, below the edge that typing keeps free.
  await writer.manuscript.focus();
  await writer.press('Control+End');
  await writer.page.keyboard.insertText('\nThere was a lighthouse.\n');
  await writer.generate(3);
  const low = await scrollTo(writer, 'lighthouse', 0.95);
  expect(await placesDuring(writer, fromFirst), 'at the start of a line').toEqual([low]);
});
