import type { Locator } from '@playwright/test';
import { readGrove } from '../helpers/grove-facts.ts';
import { expect, test } from './test.ts';
import type { Writer } from './writer.ts';

/**
 * `manuscript.md`, *Things that break naive versions*: those that need a window. The others are in
 * tests/renderer/session/naive-breakers.test.ts, and a window closed mid-composition in composition.spec.ts.
 */

/** The box of a range of the text on the screen. */
function boxOf(manuscript: Locator, text: string) {
  return manuscript.evaluate((content, wanted) => {
    const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(wanted) ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      return { left, right, y: (top + bottom) / 2 };
    }
    throw new Error(`${wanted} is not on the screen`);
  }, text);
}

const scrollTop = ({ manuscript }: Writer) =>
  manuscript.evaluate((content) => content.closest('.cm-scroller')?.scrollTop ?? -1);

test('typing during a commit and during streaming', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('Rain. ');
  await writer.press('Control+s');
  await writer.type('More. ');
  await writer.press('Control+Enter');
  await expect(writer.page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await writer.type('And he went on. ');
  await writer.press('Control+Home');
  await writer.type('Oh. ');
  await expect(writer.page.getByRole('button', { name: 'Stop' })).toBeHidden({ timeout: 30_000 });
  await expect.poll(() => writer.text()).toBe('Oh. Rain. More. And he went on. ');
  await expect.poll(() => writer.modelText()).toBe('');
  await writer.press('Control+s');
  await expect(writer.manuscript.locator('[data-pending]')).toHaveCount(0);
  await writer.waitUntilSaved();
  const grove = readGrove(desk.file('story.aspen'));
  // The root, three nodes by the writer, three continuations, and the first node's new version.
  expect(grove.counts).toMatchObject({ nodes: 8, versions: 1, responses: 3 });
  expect(grove.verified).toBe(8);
  await writer.close();
  const again = await desk.reopen('story.aspen');
  await expect.poll(() => again.text()).toBe('Oh. Rain. More. And he went on. ');
});

test('drag and drop of a selection across nodes', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('One two ');
  await writer.press('Control+s');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '1');
  await writer.type('three four ');
  await writer.press('Control+s');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '2');
  await writer.type('five');
  await writer.press('Control+Home', 'Control+ArrowRight');
  await writer.press('Shift+Control+ArrowRight', 'Shift+Control+ArrowRight');

  const from = await boxOf(writer.manuscript, 'two');
  const to = await boxOf(writer.manuscript, 'five');
  const { mouse } = writer.page;
  await mouse.move((from.left + from.right) / 2, from.y);
  await mouse.down();
  await mouse.move((from.left + from.right) / 2 + 8, from.y, { steps: 8 });
  await mouse.move(to.right + 40, to.y, { steps: 8 });
  await mouse.up();

  const moved = 'One four five two three';
  await expect.poll(() => writer.text()).toBe(moved);
  await writer.press('Control+s');
  await writer.waitUntilSaved();
  await writer.close();
  const again = await desk.reopen('story.aspen');
  await expect.poll(() => again.text()).toBe(moved);
});

test('a paste of a megabyte', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('Before. ');
  const line = 'All work and no play.\r\n';
  await writer.app.evaluate(({ clipboard }, text) => clipboard.writeText(text), line.repeat(48_000));
  await writer.press('Control+v');
  await writer.waitUntilSaved();
  await expect
    .poll(() => readGrove(desk.file('story.aspen')).draftText)
    .toBe(`Before. ${line.replace('\r', '').repeat(48_000)}`);
  await writer.press('Control+z');
  await expect.poll(() => writer.text()).toBe('Before. ');
});

test('the caret and scroll position after a switch', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const paragraph = `${'A long paragraph goes by, and nobody looks up. '.repeat(3)}\n`;
  await writer.manuscript.focus();
  await writer.page.keyboard.insertText(paragraph.repeat(20));
  await writer.press('Control+s');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '1');
  await writer.generate(3);
  const model = await writer.modelText();

  // In text shared by both siblings: only the difference moves.
  await writer.press('Control+End', ...Array.from({ length: 10 }, () => 'ArrowUp'));
  await writer.type('|');
  const before = await scrollTop(writer);
  const bar = await boxOf(writer.manuscript, '|');
  await writer.page.getByRole('button', { name: /^Next continuation, 1 of 3/ }).click();
  await expect.poll(() => writer.modelText()).not.toBe(model);
  expect(await scrollTop(writer)).toBe(before);
  expect((await boxOf(writer.manuscript, '|')).y).toBe(bar.y);
  await writer.type('+');
  await expect.poll(() => writer.text()).toContain('|+');

  // In text that is replaced: the caret goes to the end of the replacement.
  await writer.press('Control+End', 'ArrowLeft', 'Alt+ArrowDown');
  await expect(writer.page.getByRole('button', { name: /^Next continuation, 3 of 3/ })).toBeAttached();
  const third = await writer.text();
  await writer.type('!');
  await expect.poll(() => writer.text()).toBe(`${third}!`);
});
