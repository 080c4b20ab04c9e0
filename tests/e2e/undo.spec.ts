import { readGrove } from '../helpers/grove-facts.ts';
import { expect, test } from './test.ts';

/** `domain.md`, *Undo*: back through everything the writer saw happen, in order, and forward again. */

test('undo reverts a switch, a continuation, a commit and typing in order, and redo reapplies them', async ({
  desk,
}) => {
  const writer = await desk.open('story.aspen');
  const shown: string[] = [];
  const look = async () => shown.push(`${await writer.text()}|${await writer.modelText()}`);
  const isShown = async (index: number) =>
    expect.poll(async () => `${await writer.text()}|${await writer.modelText()}`).toBe(shown[index]);

  await look();
  await writer.type('The lamp was lit.');
  await look();
  await writer.generate();
  await look();
  expect(shown.at(-1)).not.toBe(shown.at(-2));
  await writer.press('Alt+ArrowDown');
  await expect(writer.status).toContainText('2 of 3');
  await look();
  expect(shown.at(-1)).not.toBe(shown.at(-2));
  await writer.type(' And then?');
  await look();

  for (let step = shown.length - 2; step >= 0; step--) {
    await writer.press('Control+z');
    await isShown(step);
  }
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '0');
  for (let step = 1; step < shown.length; step++) {
    await writer.press('Control+y');
    await isShown(step);
  }
  await expect(writer.status).toContainText('2 of 3');
  await writer.press('Control+z', 'Control+z');
  await isShown(2);
  await expect(writer.status).toContainText('1 of 3');
  const text = await writer.text();
  await writer.waitUntilSaved();
  expect(writer.complaints).toEqual([]);
  await writer.close();
  expect(readGrove(desk.file('story.aspen')).verified).toBe(5);

  const again = await desk.open('story.aspen');
  await expect.poll(() => again.text()).toBe(text);
  await again.type(' It went out.');
  await again.waitUntilSaved();
  expect(again.complaints).toEqual([]);
});

test('undo continues where it left off after a visit to another tree', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const trees = writer.page.getByRole('list', { name: 'Trees', exact: true }).getByRole('button');
  await writer.type('The lamp was lit.');
  await writer.generate();
  await writer.type(' It hissed.');
  const written = await writer.text();
  await writer.command('New tree');
  await expect.poll(() => writer.text()).toBe('');
  await writer.type('Who lit it?');
  await trees.filter({ hasText: 'The lamp was lit' }).first().click();
  await expect.poll(() => writer.text()).toBe(written);
  await expect(writer.manuscript).toBeFocused();

  await writer.press('Control+z');
  await expect.poll(() => writer.text()).toBe(written.replace(' It hissed.', ''));
  await writer.press('Control+z');
  await expect.poll(() => writer.text()).toBe('The lamp was lit.');
  await writer.press('Control+z');
  await expect.poll(() => writer.text()).toBe('');
  await writer.press('Control+y', 'Control+y', 'Control+y');
  await expect.poll(() => writer.text()).toBe(written);
  await trees.filter({ hasText: 'Who lit it' }).first().click();
  await expect.poll(() => writer.text()).toBe('Who lit it?');
  await writer.press('Control+z');
  await expect.poll(() => writer.text()).toBe('');
  await writer.waitUntilSaved();
  expect(writer.complaints).toEqual([]);
});

test('undoing a branch begun inside a long text restores the scroll position', async ({ desk }, info) => {
  const writer = await desk.open('story.aspen');
  const lines = Array.from({ length: 60 }, (_, index) => `Line ${index + 1} of the story.`);
  await writer.manuscript.focus();
  await writer.page.keyboard.insertText(lines.join('\n'));
  await writer.press('Control+s', 'Control+End');
  for (let line = 0; line < 3; line++) await writer.press('ArrowUp');
  const scroller = writer.page.locator('.cm-scroller');
  const scrolled = () => scroller.evaluate((element) => Math.round(element.scrollTop));
  // Scrolled to the end, where a shorter text cannot be.
  const end = await scroller.evaluate((element) => element.scrollHeight - element.clientHeight);
  await writer.manuscript.hover();
  await writer.page.mouse.wheel(0, 5_000);
  await expect.poll(scrolled).toBe(end);
  const before = { text: await writer.text(), scrolled: await scrolled() };
  expect(before.scrolled).toBeGreaterThan(500);
  await writer.press('Alt+c');
  await writer.waitForContinuations(2);
  await expect.poll(() => writer.text()).not.toBe(before.text);
  await expect
    .poll(async () => {
      await writer.press('Control+z');
      return writer.text();
    })
    .toBe(before.text);
  await expect.poll(scrolled).toBe(before.scrolled);
  await writer.screenshot(info.outputPath('back.png'));
  expect(writer.complaints).toEqual([]);
});

test('goes on after a restart with what was typed and generated in the last session', {
  tag: '@isolated',
}, async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('One night it rained.');
  await writer.generate();
  await writer.waitUntilSaved();
  await writer.close();

  const again = await desk.open('story.aspen');
  await expect(again.manuscript).toHaveAttribute('data-path-length', '2');
  await again.manuscript.click();
  await again.press('Control+z');
  await expect.poll(() => again.text()).toBe('One night it rained.');
  await again.press('Control+z');
  await expect.poll(() => again.text()).toBe('');
  await again.waitUntilSaved();
  expect(again.complaints).toEqual([]);
});
