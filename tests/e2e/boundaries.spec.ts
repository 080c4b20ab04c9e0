import { writeFile } from 'node:fs/promises';
import type { Locator, TestInfo } from '@playwright/test';
import { axeViolations } from './axe.ts';
import { expect, test } from './test.ts';
import type { Desk, Writer } from './writer.ts';

/** Node boundaries and branch points in the text (`manuscript.md`). */

const THEMES = ['light', 'dark'] as const;

interface Story {
  readonly writer: Writer;
  readonly margin: Locator;
  readonly log: Locator;
}

async function resize({ app }: Writer, width: number, height: number): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setSize(size.width, size.height),
    { width, height },
  );
}

/** Two branch points: three continuations after the first sentence, three after the second. */
async function openStory(desk: Desk): Promise<Story> {
  const writer = await desk.open('story.aspen');
  await resize(writer, 1440, 900);
  await writer.type('The lake froze in one night.\nNobody had seen it coming, not even the ferryman. ');
  await writer.generate(3);
  await writer.press('Control+End');
  await writer.type('\nBy evening the children were out with their lanterns. ');
  await writer.generate(3);
  const { page } = writer;
  return {
    writer,
    margin: page.getByRole('group', { name: 'Branch points' }),
    log: page.getByRole('log', { name: 'Announcements' }),
  };
}

async function inBothThemes(writer: Writer, info: TestInfo, name: string): Promise<void> {
  for (const colorScheme of THEMES) {
    await writer.page.emulateMedia({ colorScheme });
    await writer.screenshot(info.outputPath(`${name}-${colorScheme}.png`));
  }
}

async function expectNoAxeViolations(writer: Writer): Promise<void> {
  expect(await axeViolations(writer)).toEqual([]);
}

/** Watches the text from now on; the result counts the frames in which it is wider than its pane. */
async function countWiderFrames({ manuscript }: Writer): Promise<() => Promise<number>> {
  const counter = await manuscript.evaluateHandle((content) => {
    const scroller = content.closest('.cm-scroller') ?? content;
    const counted = { frames: 0 };
    const look = () => {
      if (scroller.scrollWidth > scroller.clientWidth) counted.frames += 1;
      requestAnimationFrame(look);
    };
    look();
    return counted;
  });
  return () => counter.evaluate(({ frames }) => frames);
}

const ticks = (writer: Writer) => writer.page.locator('.boundary');

/** The screen position of all text. */
const layout = (writer: Writer) =>
  writer.manuscript.evaluate((content) => {
    const range = document.createRange();
    range.selectNodeContents(content);
    return [...range.getClientRects()].map(({ left, top, width }) => [left, top, width]);
  });

test('ticks show at the node under the pointer, or everywhere while Alt is held, and move nothing', async ({
  desk,
}, info) => {
  const { writer } = await openStory(desk);
  await expect(ticks(writer)).toHaveCount(0);
  // A spelling mark that arrives late would divide the boxes of its line.
  await writer.page.getByRole('button', { name: 'Settings' }).click();
  await writer.page.getByRole('tab', { name: 'Writing' }).click();
  await writer.page.getByRole('switch', { name: 'Check spelling' }).click();
  await writer.press('Escape');
  await expect(writer.manuscript.locator('.misspelled')).toHaveCount(0);
  const before = await layout(writer);
  const model = writer.manuscript.locator('[data-author]').first();
  await model.hover();
  await expect(ticks(writer)).toHaveCount(2);
  await inBothThemes(writer, info, 'hover');
  expect(await layout(writer)).toEqual(before);
  await writer.page.keyboard.down('Alt');
  await expect(ticks(writer)).toHaveCount(4);
  await inBothThemes(writer, info, 'alt');
  await expectNoAxeViolations(writer);
  expect(await layout(writer)).toEqual(before);
  await writer.page.keyboard.up('Alt');
  await writer.page.keyboard.type('And');
  await expect.poll(() => writer.text()).toMatch(/And$/);
  await expect(ticks(writer)).toHaveCount(0);
});

test('ticks set to show always also show while typing', async ({ desk }, info) => {
  const { writer } = await openStory(desk);
  await writer.page.getByRole('button', { name: 'Settings' }).click();
  await writer.page.getByText('Always', { exact: true }).click();
  await writer.press('Escape');
  await expect(ticks(writer)).toHaveCount(4);
  await writer.manuscript.focus();
  await writer.page.keyboard.type(' Then');
  await expect(ticks(writer)).toHaveCount(4);
  await inBothThemes(writer, info, 'always');
});

test('a tick shows the details of its node and switches its version', async ({ desk }, info) => {
  const { writer } = await openStory(desk);
  await writer.press('Control+Home', 'Control+ArrowRight', 'Shift+Control+ArrowRight');
  await writer.type('pond ');
  await writer.press('Control+s');
  await writer.waitUntilSaved();
  await writer.manuscript.locator('.cm-line').first().hover();
  await writer.page.locator('.boundary-knob').first().click();
  const about = writer.page.getByRole('dialog', { name: 'Passage 1 of 4' });
  await expect(about).toContainText('2 of 2');
  await expect(about).toContainText('1 of 1');
  await inBothThemes(writer, info, 'about');
  await expectNoAxeViolations(writer);
  await about.getByRole('button', { name: /^Version 1/ }).click();
  await expect(about).toContainText('1 of 2');
  await expect.poll(() => writer.text()).toMatch(/^The lake froze/);
  await writer.press('Escape');
  await expect(about).toBeHidden();
  await expect(writer.manuscript).toBeFocused();
});

test('a key shows the details of the caret’s node, and Escape returns to the text', async ({ desk }) => {
  const { writer } = await openStory(desk);
  await writer.press('Alt+i');
  const about = writer.page.getByRole('dialog', { name: 'Passage 4 of 4' });
  await expect(about).toContainText('Offline');
  await expect(about).toContainText('1 of 3');
  await about.getByRole('button', { name: 'Next continuation, 1 of 3' }).click();
  await expect(about).toContainText('2 of 3');
  await writer.press('Escape');
  await expect(about).toBeHidden();
  await expect(writer.manuscript).toBeFocused();
  // It closes when focus moves elsewhere.
  await writer.press('Alt+i');
  await expect(about.locator(':focus')).toHaveCount(1);
  await writer.press('Control+f');
  await expect(writer.page.getByRole('searchbox', { name: 'Find' })).toBeFocused();
  await expect(about).toBeHidden();
});

test('the margin switches continuations in place, and the caret stays on its text', async ({
  desk,
}, info) => {
  const { writer, margin, log } = await openStory(desk);
  await expect(margin.getByText('1 of 3')).toHaveCount(2);
  await writer.press('Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight');
  await inBothThemes(writer, info, 'margin');
  await expectNoAxeViolations(writer);
  const before = await writer.text();
  await margin.getByRole('button', { name: 'Next continuation, 1 of 3' }).last().click();
  await expect(margin.getByText('2 of 3')).toHaveCount(1);
  await expect(log).toContainText('2 of 3, by Offline');
  await expect.poll(() => writer.text()).not.toBe(before);
  await writer.page.keyboard.type('x');
  await expect.poll(() => writer.text()).toMatch(/^Thex lake/);
});

test('continuations of the head are offered at the end of the text', async ({ desk }, info) => {
  const { writer, margin } = await openStory(desk);
  const whole = await writer.text();
  await writer.press('Control+End', 'Alt+ArrowLeft');
  const showContinuations = margin.getByRole('button', { name: /^3 continuations/ });
  await expect(showContinuations).toBeVisible();
  await inBothThemes(writer, info, 'end');
  await showContinuations.click();
  await expect(showContinuations).toBeHidden();
  await expect.poll(() => writer.text()).toBe(whole);
});

test('the margin is reduced in a small window and at 200 %, and opens on hover', async ({ desk }, info) => {
  const { writer, margin } = await openStory(desk);
  const framesWider = await countWiderFrames(writer);
  await resize(writer, 1280, 800);
  await expect(margin.getByText('1/3').first()).toBeVisible();
  await inBothThemes(writer, info, 'middle');
  await resize(writer, 900, 600);
  await expect(margin.getByText('1/3').first()).toBeVisible();
  await inBothThemes(writer, info, 'narrow');
  expect(await framesWider(), 'frames in which the text could be scrolled sideways').toBe(0);
  // The window system may still report the pointer's old place after a resize.
  const expectOpenOnHover = (text: string) =>
    expect(async () => {
      await margin.locator('.branch-line').first().hover();
      await expect(margin.getByText(text).first()).toBeVisible({ timeout: 500 });
    }).toPass();
  await expectOpenOnHover('1 of 3');
  await margin.getByRole('button', { name: 'Next continuation, 1 of 3' }).first().click();
  await expectOpenOnHover('2 of 3');
  await writer.screenshot(info.outputPath('narrow-open.png'));
  await writer.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(2),
  );
  await expect.poll(() => writer.page.evaluate(() => window.innerWidth)).toBe(450);
  const picture = await writer.app.evaluate(async ({ BrowserWindow }) =>
    (await BrowserWindow.getAllWindows()[0]?.webContents.capturePage())?.toPNG().toString('base64'),
  );
  await writeFile(info.outputPath('zoomed.png'), picture ?? '', 'base64');
  await expectNoAxeViolations(writer);
});

test('holding Alt+P previews the next sibling in place, and releasing it shows the text', async ({
  desk,
}, info) => {
  const { writer, margin, log } = await openStory(desk);
  // Beside the Inspector there is room for `2/3` alone.
  await writer.press('Control+\\');
  const before = await writer.text();
  const preview = writer.page.locator('.preview');
  await writer.page.keyboard.down('Alt');
  await writer.page.keyboard.down('p');
  await expect(preview).toBeVisible();
  await expect(margin.getByText('Preview 2 of 3')).toBeVisible();
  await expect(log).toContainText('Preview, 2 of 3');
  await inBothThemes(writer, info, 'preview');
  await expectNoAxeViolations(writer);
  await writer.page.keyboard.up('p');
  await expect(preview).toBeHidden();
  await writer.page.keyboard.down('p');
  await expect(margin.getByText('Preview 3 of 3')).toBeVisible();
  await writer.page.keyboard.up('Alt');
  await writer.page.keyboard.up('p');
  await expect(preview).toBeHidden();
  await expect.poll(() => writer.text()).toBe(before);
  await writer.page.keyboard.type('z');
  await expect.poll(() => writer.text()).toBe(`${before}z`);
});

test('Space in the list previews a continuation, arrows preview others, and typing ends the preview', async ({
  desk,
}, info) => {
  const { writer } = await openStory(desk);
  const before = await writer.text();
  const preview = writer.page.locator('.preview');
  await writer.continuations.focus();
  await writer.press('Space');
  await expect(preview).toBeVisible();
  const second = await preview.textContent();
  await writer.press('ArrowDown');
  await expect.poll(() => preview.textContent()).not.toBe(second);
  await expect(writer.continuations.getByRole('option', { selected: true })).toHaveAccessibleName(/^1 of 3/);
  await inBothThemes(writer, info, 'list');
  await writer.press('Escape');
  await expect(preview).toBeHidden();
  await expect.poll(() => writer.text()).toBe(before);
  await writer.press('Space');
  await expect(preview).toBeVisible();
  await writer.manuscript.focus();
  await expect.poll(() => preview.count()).toBe(0);
  await writer.page.keyboard.type('!');
  await expect.poll(() => writer.text()).toBe(`${before}!`);
});
