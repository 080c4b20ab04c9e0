import type { Locator, TestInfo } from '@playwright/test';
import { readGrove } from '../helpers/grove-facts.ts';
import { axeViolations } from './axe.ts';
import { expect, test } from './test.ts';
import { openThousand } from './thousand.ts';
import { promised } from './waits.ts';
import type { Desk, Writer } from './writer.ts';

/** The Continuations panel: siblings and versions, pruning, the filter, the wheel, comparison (`interface.md`). */

const OPENING = 'The lake froze in one night. ';

/** Three continuations by the writer: `One.`, `Two, and a lamp.` and `Three, and a lantern.`, the last one shown. */
async function openThreeContinuations(desk: Desk): Promise<Writer> {
  const writer = await desk.open('story.aspen');
  await expect(writer.manuscript).toBeVisible();
  await writer.type(OPENING);
  await writer.press('Control+s');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '1');
  for (const text of ['One.', 'Two, and a lamp by the door.', 'Three, and a lantern by the door.']) {
    await writer.type(text);
    await writer.press('Control+s');
    await expect(writer.manuscript).toHaveAttribute('data-path-length', '2');
    if (!text.startsWith('Three')) {
      await writer.press('Alt+ArrowLeft');
      await expect(writer.manuscript).toHaveAttribute('data-path-length', '1');
    }
  }
  await expect(options(writer)).toHaveCount(3);
  await writer.waitUntilSaved();
  return writer;
}

function options(writer: Writer): Locator {
  return writer.continuations.getByRole('option');
}

function button(writer: Writer, name: string | RegExp): Locator {
  return writer.page.getByRole('button', { name, exact: true });
}

const log = (writer: Writer) => writer.page.getByRole('log', { name: 'Announcements' });
const filter = (writer: Writer) => writer.page.getByRole('searchbox', { name: 'Filter continuations' });
const comparison = (writer: Writer) => writer.page.getByRole('main', { name: 'Compare continuations' });

async function picture(writer: Writer, info: TestInfo, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    // Without motion: contrast cannot be measured while colours are in transition.
    await writer.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await axeViolations(writer)).toEqual([]);
    await writer.screenshot(info.outputPath(`${name}-${colorScheme}.png`));
  }
}

test('pruning all others is one undo step, and a draft stays a draft', async ({ desk }, info) => {
  const writer = await openThreeContinuations(desk);
  await writer.type(' Still');
  await writer.continuations.focus();
  await button(writer, 'Set aside all others').click();
  await expect(options(writer)).toHaveCount(1);
  await expect(options(writer)).toHaveText([/^1 of 1/]);
  await expect(log(writer)).toContainText('2 others set aside. Undo reverts this.');
  // The notice stays while the pointer is on it, however long the pictures take.
  await writer.page.getByRole('region', { name: 'Notices' }).getByText('2 others set aside.').hover();
  await picture(writer, info, 'pruned-others');
  await button(writer, 'Undo').click();
  await expect(options(writer)).toContainText(['1 of 3', '2 of 3', '3 of 3']);
  await expect(writer.page.getByRole('region', { name: 'Notices' })).toHaveCount(0);
  await expect.poll(() => writer.text()).toBe(`${OPENING}Three, and a lantern by the door. Still`);

  await button(writer, 'Set aside all others').click();
  await button(writer, '2 set aside').click();
  await expect(options(writer)).toContainText(['Set aside', 'Set aside', '1 of 1']);
  await picture(writer, info, 'pruned-shown');
  await button(writer, 'Bring back “One.”').click();
  await expect(options(writer)).toContainText(['1 of 2', 'Set aside', '2 of 2']);
  await button(writer, 'Bring back all').click();
  await expect(options(writer)).toContainText(['1 of 3', '2 of 3', '3 of 3']);
  await writer.waitUntilSaved();
  expect(readGrove(desk.file('story.aspen'))).toMatchObject({ logIsWhole: true, integrity: 'ok' });
  expect(writer.complaints).toEqual([]);
});

test('keys prune and restore a continuation, and the list moves to its neighbour', async ({ desk }, info) => {
  const writer = await openThreeContinuations(desk);
  await writer.continuations.focus();
  await writer.press('Home');
  await expect.poll(() => writer.text()).toBe(`${OPENING}One.`);
  await writer.press('Delete');
  await expect(options(writer)).toHaveCount(2);
  await expect.poll(() => writer.text()).toBe(`${OPENING}Two, and a lamp by the door.`);
  await expect(writer.continuations).toBeFocused();
  await writer.press('Control+z');
  await expect(options(writer)).toHaveCount(3);
  await expect.poll(() => writer.text()).toBe(`${OPENING}One.`);
  await writer.press('Space');
  await expect(options(writer).nth(1)).toContainText('preview');
  await picture(writer, info, 'preview');
  await writer.press('Shift+F10');
  const menu = writer.page.getByRole('menu', { name: 'Continuation 2 of 3' });
  await expect(menu).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await writer.page.emulateMedia({ colorScheme });
    await writer.screenshot(info.outputPath(`menu-${colorScheme}.png`));
  }
  await menu.getByRole('menuitem', { name: 'Set aside all others' }).click();
  await expect(options(writer)).toHaveText([/^1 of 1/]);
  await expect.poll(() => writer.text()).toBe(`${OPENING}Two, and a lamp by the door.`);
  await writer.command('bring back all');
  await expect(options(writer)).toHaveCount(3);
});

test('versions are listed under their continuation, each with the version it was edited from', async ({
  desk,
}, info) => {
  const writer = await openThreeContinuations(desk);
  await writer.press('ArrowLeft');
  await writer.type(' at dusk');
  await writer.press('Control+s');
  const versions = writer.page.getByRole('group', { name: 'Versions of 3 of 3' });
  await expect(versions.getByRole('button')).toHaveText(['1', '2']);
  await expect(versions).toContainText('from version 1');
  await writer.type(' again');
  await expect(button(writer, 'Make this edit a branch')).toBeVisible();
  await picture(writer, info, 'versions');
  await writer.press('Control+s');
  await expect(versions).toContainText('from version 2, from version 1');

  await versions.getByRole('button', { name: /^Version 1,/ }).click();
  await expect.poll(() => writer.text()).toBe(`${OPENING}Three, and a lantern by the door.`);
  await expect(versions.getByRole('button', { name: /^Version 1,/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(writer.manuscript).toBeFocused();
  await writer.continuations.focus();
  await writer.press('ArrowLeft');
  await expect.poll(() => writer.text()).toContain('at dusk again');
  await writer.press('ArrowLeft');
  await expect.poll(() => writer.text()).toBe(`${OPENING}Three, and a lantern by the door at dusk.`);
  await writer.press('Control+z');
  await expect.poll(() => writer.text()).toContain('at dusk again');

  // A version can be opened from another continuation.
  await writer.press('ArrowUp');
  await expect.poll(() => writer.text()).toBe(`${OPENING}Two, and a lamp by the door.`);
  await versions.getByRole('button', { name: /^Version 1,/ }).click();
  await expect.poll(() => writer.text()).toBe(`${OPENING}Three, and a lantern by the door.`);
  await writer.press('Control+z');
  await expect.poll(() => writer.text()).toBe(`${OPENING}Two, and a lamp by the door.`);
  await writer.press('Control+z');
  await expect.poll(() => writer.text()).toContain('at dusk again');
  await button(writer, 'Make this edit a branch').click();
  await expect(options(writer)).toHaveCount(4);
});

test('typing filters the list, and Escape clears the filter', async ({ desk }, info) => {
  const writer = await openThreeContinuations(desk);
  await writer.continuations.focus();
  await writer.page.keyboard.type('door');
  await expect(filter(writer)).toHaveValue('door');
  await expect(filter(writer)).toBeFocused();
  await expect(options(writer)).toContainText(['2 of 3', '3 of 3']);
  await expect(options(writer).first()).toHaveAttribute('aria-setsize', '2');
  await writer.press('ArrowUp');
  await expect.poll(() => writer.text()).toBe(`${OPENING}Two, and a lamp by the door.`);
  await expect(filter(writer)).toBeFocused();
  await picture(writer, info, 'filter');
  await writer.page.keyboard.type(' frame');
  await expect(options(writer)).toHaveCount(0);
  await expect(
    writer.page.getByText('None of 3 contains “door frame”. Press Escape to show all.'),
  ).toBeVisible();
  await picture(writer, info, 'filter-nothing');
  await writer.press('Escape');
  await expect(options(writer)).toHaveCount(3);
  await expect(filter(writer)).toHaveCount(0);
  await expect(writer.continuations).toBeFocused();
  await writer.page.keyboard.type('you');
  await expect(options(writer)).toHaveCount(3);
  await writer.press('Enter');
  await expect(writer.continuations).toBeFocused();
});

test('two continuations are compared side by side, with differing words marked, and Escape goes back', async ({
  desk,
}, info) => {
  const writer = await openThreeContinuations(desk);
  await writer.continuations.focus();
  await writer.press('Alt+d');
  await expect(
    writer.page.getByText(
      'Comparing 3 of 3: click the other text, or go to it and press Alt+D. Esc ends this.',
    ),
  ).toBeVisible();
  await picture(writer, info, 'marked');
  await writer.press('ArrowUp', 'Alt+d');
  await expect(comparison(writer)).toBeVisible();
  await expect(comparison(writer).locator('mark')).toHaveText(['Two', 'lamp', 'Three', 'lantern']);
  await expect(comparison(writer).getByRole('heading')).toHaveText(['2 of 3 You', '3 of 3 You']);
  await picture(writer, info, 'compare');
  await button(writer, 'Hide the marks').click();
  await expect(button(writer, 'Mark the differences')).toBeFocused();
  await writer.press('Escape');
  await expect(comparison(writer)).toHaveCount(0);
  await expect(writer.continuations).toBeFocused();

  // A previewed continuation is compared with the one in the text; they share few words.
  await writer.press('Home', 'Space', 'ArrowDown', 'ArrowDown', 'Alt+d');
  await expect(comparison(writer)).toContainText('They have few words in common.');
  await picture(writer, info, 'compare-far');
  await button(writer, 'Go there, 3 of 3').click();
  await expect.poll(() => writer.text()).toBe(`${OPENING}Three, and a lantern by the door.`);

  await writer.manuscript.click();
  await writer.command('compare with');
  await expect(writer.page.getByText('Comparing 3 of 3')).toBeVisible();
  await writer.press('Escape');
  await expect(writer.page.getByText('Comparing 3 of 3')).toHaveCount(0);
});

test('all alternatives are shown side by side, move by keys, grow while more arrive, and one is chosen', async ({
  desk,
}, info) => {
  const writer = await openThreeContinuations(desk);
  const { page } = writer;
  const everything = page.getByRole('main', { name: 'Side by side' });
  const alternatives = everything.getByRole('option');
  await writer.manuscript.click();
  await writer.press('Control+Shift+D');
  await expect(everything.getByRole('listbox', { name: 'Alternatives' })).toBeFocused();
  await expect(alternatives).toHaveText([/^1 of 3.*One\.$/, /^2 of 3.*a lamp by the door\.$/, /^3 of 3.*/]);
  await expect(alternatives.nth(2)).toHaveAttribute('aria-selected', 'true');
  // All are in one row: they are read next to each other.
  const tops = await alternatives.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  await expect(everything.getByText(OPENING.trim())).toBeVisible();
  expect(await axeViolations(writer)).toEqual([]);
  await picture(writer, info, 'side-by-side');
  await button(writer, 'Generate more').click();
  await expect(alternatives).toHaveCount(6);
  await expect(everything.getByText('6 alternatives')).toBeVisible();
  await expect(everything.getByRole('listbox')).toBeFocused();
  await writer.press('Home', 'ArrowRight', 'Enter');
  await expect(everything).toHaveCount(0);
  await expect.poll(() => writer.text()).toBe(`${OPENING}Two, and a lamp by the door.`);
  await expect(writer.manuscript).toBeFocused();

  // A number or a click chooses or, while two are compared, takes the second.
  await writer.press('Control+Shift+D', everything.getByRole('listbox'), '3');
  await expect.poll(() => writer.text()).toBe(`${OPENING}Three, and a lantern by the door.`);
  await writer.press('Control+Shift+D', everything.getByRole('listbox'));
  await everything.getByRole('button', { name: 'Compare', exact: true }).click();
  await alternatives.nth(0).click();
  await expect(comparison(writer).getByRole('heading')).toHaveText(['1 of 6 You', '3 of 6 You']);
  await writer.press('Escape');
  await expect(comparison(writer)).toHaveCount(0);
  await alternatives.nth(1).click();
  await expect.poll(() => writer.text()).toBe(`${OPENING}Two, and a lamp by the door.`);

  // A text elsewhere in the tree is compared with one of them.
  await writer.press('Alt+d');
  await expect(page.getByText('Comparing 2 of 6')).toBeVisible();
  await writer.command('Outline tab');
  await writer.press('r', 'ArrowDown', 'd');
  await expect(comparison(writer).getByRole('heading')).toHaveText(['2 of 6 You', /The lake froze.* You/]);
  await writer.press('Escape');
});

test('the panes are as wide as the writer makes them, by mouse and keyboard', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const inspector = writer.page.getByRole('complementary', { name: 'Inspector' });
  const line = writer.page.getByRole('separator', { name: 'Width of the inspector' });
  const widthOf = async () => (await inspector.boundingBox())?.width ?? 0;
  const before = await widthOf();
  await expect(line).toHaveAttribute('aria-valuenow', String(before));
  // The tabs have words, and none moves when another one is selected.
  const tabs = inspector.getByRole('tab');
  const words = ['Alternatives', 'Outline', 'Passage', 'Sent', 'Talk'];
  const placesOf = () =>
    tabs.evaluateAll((all) =>
      all.map((tab) => [tab.getBoundingClientRect().x, tab.getBoundingClientRect().y]),
    );
  const word = tabs.getByText('Talk', { exact: true });
  await expect(tabs).toHaveText(words);
  await expect(word).toHaveCSS('opacity', '1');
  const places = await placesOf();
  await tabs.getByText('Sent').click();
  await expect(tabs.nth(3)).toHaveAttribute('aria-selected', 'true');
  expect(await placesOf()).toEqual(places);
  await line.focus();
  await writer.press('ArrowLeft', 'ArrowLeft');
  await expect.poll(widthOf).toBe(before + 32);
  await expect(line).toHaveAttribute('aria-valuenow', String(before + 32));
  await writer.press('Home');
  await expect.poll(widthOf).toBe(Number(await line.getAttribute('aria-valuemin')));
  // No room for words: each is the tooltip of its icon, at once.
  await expect(tabs).toHaveText(words);
  await expect(word).toHaveCSS('opacity', '0');
  await tabs.nth(4).hover();
  await expect(word).toHaveCSS('opacity', '1');
  await writer.press('End');
  await expect.poll(widthOf).toBe(Number(await line.getAttribute('aria-valuemax')));
  const box = await line.boundingBox();
  await writer.page.mouse.move((box?.x ?? 0) + 2, 300);
  await writer.page.mouse.down();
  await writer.page.mouse.move((box?.x ?? 0) + 42, 300);
  await writer.page.mouse.up();
  await expect.poll(widthOf).toBe(Number(await line.getAttribute('aria-valuemax')) - 40);
  // They are remembered while the pane is hidden.
  const wide = await widthOf();
  await writer.press('Control+\\', 'Control+\\');
  await expect.poll(widthOf).toBe(wide);
  await line.dblclick();
  await expect.poll(widthOf).toBe(before);
});

test('comparing two texts of more than 100,000 characters does not block the window', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type(OPENING);
  await writer.press('Control+s');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '1');
  const sentence = (from: number, name: string) => `Day ${from}: ${name} wrote nothing in the log.\n`;
  for (const name of ['Anna', 'Berta']) {
    const text = Array.from({ length: 3_000 }, (_, day) => sentence(day, day % 7 === 0 ? name : 'Otto')).join(
      '',
    );
    await writer.app.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text);
    await writer.press('Control+v');
    await writer.press('Control+s');
    await expect(writer.manuscript).toHaveAttribute('data-path-length', '2');
    if (name === 'Anna') await writer.press('Alt+ArrowLeft');
  }
  await writer.continuations.focus();
  await writer.press('Alt+d');
  const second = comparison(writer).locator('mark').nth(1);
  // An expectation that fails at first describes the whole page, which takes 20 s of one with so many paragraphs.
  await second.waitFor({ timeout: 20_000 });
  await expect(second).toHaveText('Berta');
  await expect(comparison(writer)).toContainText('Only the first 100,000 characters of each are compared.');
  await writer.press('Escape');
  await expect(writer.continuations).toBeFocused();
  await expect(comparison(writer)).toHaveCount(0);
});

test('Alt+wheel moves one continuation per notch, and the wheel alone scrolls', async ({ desk }) => {
  const writer = await openThreeContinuations(desk);
  const { mouse, keyboard } = writer.page;
  const shows = async (text: string) => {
    await expect.poll(() => writer.text()).toBe(`${OPENING}${text}`);
    // Pause between gestures; without a pause they count as one.
    await promised(300);
  };
  await options(writer).first().hover();
  await mouse.wheel(0, 200);
  await shows('Three, and a lantern by the door.');
  await keyboard.down('Alt');
  await mouse.wheel(0, -100);
  await keyboard.up('Alt');
  await shows('Two, and a lamp by the door.');
  await mouse.wheel(-120, 0);
  await shows('One.');
  await expect(writer.manuscript).toBeFocused();

  await writer.page.getByRole('group', { name: 'Continuation 1 of 3' }).hover();
  await keyboard.down('Alt');
  await mouse.wheel(0, 100);
  await keyboard.up('Alt');
  await shows('Two, and a lamp by the door.');
  await expect(writer.page.getByRole('group', { name: 'Continuation 2 of 3' })).toBeVisible();
});

test('a thousand continuations can be stepped through, with their total shown', async ({ desk }, info) => {
  const writer = await openThousand(desk);
  await expect(options(writer).first()).toContainText('of 1000');
  await writer.continuations.focus();
  await writer.press('Home');
  await expect(options(writer).first()).toHaveText(/^1 of 1000/);
  await expect(options(writer).first()).toHaveAttribute('aria-setsize', '1000');
  await expect.poll(() => options(writer).count()).toBeLessThan(60);
  await writer.press('End');
  const last = options(writer).last();
  await expect(last).toHaveText(/^1000 of 1000/);
  await expect(last).toHaveAttribute('aria-posinset', '1000');
  await expect(last).toHaveAttribute('aria-selected', 'true');
  await expect(last).toBeInViewport();
  const active = await writer.continuations.getAttribute('aria-activedescendant');
  expect(active).toBe(await last.getAttribute('id'));
  await picture(writer, info, 'thousand');
  await writer.press('PageUp', 'ArrowUp');
  await expect(options(writer).filter({ hasText: /^994 of 1000/ })).toHaveAttribute('aria-selected', 'true');
  await button(writer, 'Set aside all others').click();
  await expect(options(writer)).toHaveCount(1);
  await writer.press('Control+z');
  await expect(options(writer).filter({ hasText: /^994 of 1000/ })).toBeVisible();
});

test('without continuations, the list says what can be done', async ({ desk }, info) => {
  const writer = await desk.open('story.aspen');
  await expect(writer.page.getByText('No continuations here yet.')).toBeVisible();
  await picture(writer, info, 'empty');
});
