import type { Locator } from '@playwright/test';
import { showInBothThemes } from './axe.ts';
import { expect, test } from './test.ts';
import type { Desk, Writer } from './writer.ts';

/** Probabilities of a model's words, and branching from an alternative (`generation.md`). */

const OPENING = 'The lake froze in one night. ';

interface Story {
  readonly writer: Writer;
  readonly popover: Locator;
  readonly log: Locator;
}

async function openStory(desk: Desk): Promise<Story> {
  const writer = await desk.open('story.aspen');
  await writer.type(OPENING);
  await writer.generate();
  const { page } = writer;
  return {
    writer,
    popover: page.getByRole('dialog'),
    log: page.getByRole('log', { name: 'Announcements' }),
  };
}

interface ShownWord {
  readonly word: string;
  /** Its offset in the text. */
  readonly start: number;
  readonly x: number;
  readonly y: number;
}

/** The last word of the first line with model text. */
async function wordOfModel(writer: Writer): Promise<ShownWord> {
  const { line, offset, ...shown } = await writer.manuscript.evaluate((content) => {
    for (const [index, element] of [...content.querySelectorAll('.cm-line')].entries()) {
      let last: { word: string; line: number; offset: number; x: number; y: number } | undefined;
      let passed = 0;
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        const text = node.textContent ?? '';
        const isModels = node.parentElement?.closest('[data-author]') != null;
        for (const match of isModels ? text.matchAll(/\p{L}+/gu) : []) {
          const range = document.createRange();
          range.setStart(node, match.index);
          range.setEnd(node, match.index + match[0].length);
          const { left, top, width, height } = range.getBoundingClientRect();
          const place = { x: left + width / 2, y: top + height / 2 };
          last = { word: match[0], line: index, offset: passed + match.index, ...place };
        }
        passed += text.length;
      }
      if (last !== undefined) return last;
    }
    throw new Error('no model wrote a word');
  });
  const lines = (await writer.text()).split('\n');
  return { ...shown, start: lines.slice(0, line).join('\n').length + (line > 0 ? 1 : 0) + offset };
}

test('hovering over a model’s word shows how likely it was, and an alternative makes a branch', async ({
  desk,
}, info) => {
  desk.prefer({ tokenProbabilities: true });
  const { writer, popover, log } = await openStory(desk);
  const before = await writer.text();
  const { x, y, word, start } = await wordOfModel(writer);
  await writer.page.mouse.move(x, y);
  const underline = writer.page.locator('.token-pointed');
  await expect(underline).toHaveCount(1);
  await expect(popover).toBeVisible();
  const drawn = await underline.boundingBox();
  expect(Math.abs((drawn?.x ?? 0) + (drawn?.width ?? 0) / 2 - x)).toBeLessThan(1);
  const own = popover.locator('[aria-current="true"]');
  await expect(own).toContainText(word);
  await expect(own).toContainText('%');
  await expect(own).toBeDisabled();
  await expect(writer.manuscript).toBeFocused();
  await showInBothThemes(writer, info, 'likelihoods');

  const another = popover
    .getByRole('button')
    .filter({ hasNot: own })
    .and(writer.page.locator(':enabled'))
    .first();
  await another.click();
  await expect(popover).toBeHidden();
  await expect(log).toContainText('1 continuation is ready.');
  await writer.waitUntilSaved();
  const after = await writer.text();
  // The space before a word is part of its token.
  const kept = before.slice(0, start).trimEnd();
  expect(after.slice(0, kept.length)).toBe(kept);
  expect(after).not.toBe(before);
  await expect.poll(() => writer.modelText()).toBe(after.slice(OPENING.length).replaceAll('\n', ''));
  await showInBothThemes(writer, info, 'branch');

  // One undo step for the continuation, one for the choice.
  await writer.press('Control+z', 'Control+z');
  await expect.poll(() => writer.text()).toBe(before);
  await writer.press('Control+y');
  await expect.poll(() => writer.text()).not.toBe(before);
  expect(writer.complaints).toEqual([]);
});

test('the mode is off by default, and the key still shows the word at the caret', async ({ desk }, info) => {
  const { writer, popover, log } = await openStory(desk);
  const { x, y } = await wordOfModel(writer);
  await writer.page.mouse.move(x, y);
  await expect(writer.page.locator('.token-pointed')).toHaveCount(0);
  await writer.press('Alt+w');
  await expect(popover).toBeVisible();
  await expect(popover.getByRole('listitem').first()).toBeVisible();
  await showInBothThemes(writer, info, 'by-key');
  await writer.press('Escape');
  await expect(popover).toBeHidden();
  await expect(writer.manuscript).toBeFocused();
  await writer.press('Control+Home', 'Alt+w');
  await expect(log).toContainText('No model wrote the text here.');
  await expect(popover).toBeHidden();
});
