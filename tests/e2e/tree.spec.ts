import type { Locator } from '@playwright/test';
import { axeViolations } from './axe.ts';
import { expect, test } from './test.ts';
import type { Writer } from './writer.ts';

/** The whole tree as an outline and as a map, in the app (`interface.md`, *The window*). */

test.setTimeout(120_000);

/** An opening, three continuations of it, and three of the one on the path: eight rows with the root. */
async function growTree(writer: Writer): Promise<void> {
  await writer.type('The orchard stood white under the moon. ');
  await writer.generate(3);
  await writer.press('Control+End');
  await writer.generate(3);
}

function outlineOf({ page }: Writer): Locator {
  return page.getByRole('tree', { name: 'Outline' });
}

async function openOutline(writer: Writer): Promise<Locator> {
  await writer.command('Outline tab');
  await expect(outlineOf(writer)).toBeFocused();
  return outlineOf(writer);
}

function selected(outline: Locator): Locator {
  return outline.getByRole('treeitem', { selected: true });
}

test('the outline lists the tree, and Enter moves the text to the selected row', async ({ desk }, info) => {
  const writer = await desk.open('orchard.aspen');
  await growTree(writer);
  const before = await writer.text();
  const outline = await openOutline(writer);
  const rows = outline.getByRole('treeitem');
  await expect(rows).toHaveCount(8);
  await expect(rows.first()).toHaveAccessibleName('Beginning, in the text');
  await expect(rows.nth(1)).toHaveAccessibleName(/^The orchard stood white.*in the text$/);
  await expect(rows.nth(1)).toHaveAttribute('aria-level', '2');
  await expect(rows.nth(3)).toHaveAttribute('aria-posinset', '1');
  await expect(rows.nth(3)).toHaveAttribute('aria-setsize', '3');
  await expect(selected(outline)).toHaveAttribute('aria-current', 'true');
  await expect(rows.nth(4)).toHaveAccessibleName(/not seen yet/);

  await writer.press('ArrowDown');
  await expect(selected(outline)).toHaveAccessibleName(/2 of 3/);
  await expect.poll(() => writer.text()).toBe(before);
  await writer.press('Enter');
  await expect(selected(outline)).toHaveAttribute('aria-current', 'true');
  await expect.poll(() => writer.text()).not.toBe(before);
  await expect(selected(outline)).not.toHaveAccessibleName(/not seen yet/);
  await expect(outline).toBeFocused();
  await writer.screenshot(info.outputPath('outline.png'));
});

test('rows are collapsed, expanded, hoisted and folded, and a key reverses each', async ({ desk }, info) => {
  const writer = await desk.open('orchard.aspen');
  await growTree(writer);
  const outline = await openOutline(writer);
  const rows = outline.getByRole('treeitem');
  await writer.press('ArrowLeft');
  await expect(selected(outline)).toHaveAttribute('aria-expanded', 'true');
  await writer.press('ArrowLeft');
  await expect(selected(outline)).toHaveAttribute('aria-expanded', 'false');
  await expect(rows).toHaveCount(5);
  await writer.press('ArrowRight');
  await expect(rows).toHaveCount(8);

  await writer.press('o');
  await expect(rows).toHaveCount(4);
  await expect(writer.page.getByText('Only below')).toBeVisible();
  await writer.screenshot(info.outputPath('hoisted.png'));
  await writer.press('2');
  await expect(selected(outline)).toHaveAccessibleName(/2 of 3/);
  await writer.press('r');
  await expect(selected(outline)).toHaveAttribute('aria-level', '1');
  await writer.press('Escape');
  await expect(rows).toHaveCount(8);

  await writer.press('r', 'f');
  await expect(rows).toHaveCount(8);
  await writer.press('f');
});

test('the outline and the map keep their state across another tab and another tree', async ({ desk }) => {
  const writer = await desk.open('orchard.aspen');
  const { page } = writer;
  const leaveAndReturn = [
    async () => {
      await page.getByRole('tab', { name: 'Sent' }).click();
      await page.getByRole('tab', { name: 'Outline' }).click();
    },
    async () => {
      await writer.command('New tree');
      await expect.poll(() => writer.text()).toBe('');
      await page.getByRole('list', { name: 'Trees', exact: true }).getByRole('button').first().click();
      await expect.poll(() => writer.text()).not.toBe('');
    },
  ];
  await writer.manuscript.click();
  for (let line = 1; line <= 40; line += 1) {
    await page.keyboard.insertText(`Tree ${line} of the orchard. `);
    await writer.press('Control+s');
  }
  await writer.generate(3);
  const outline = await openOutline(writer);
  const rows = outline.getByRole('treeitem');
  const scrolled = () => outline.evaluate((element) => element.scrollTop);
  // The top of the outline is scrolled out of view.
  await expect.poll(scrolled).toBeGreaterThan(100);
  await outline.evaluate((element) => element.scrollTo({ top: 84 }));
  await expect.poll(scrolled).toBe(84);
  for (const again of leaveAndReturn) {
    await again();
    await expect(selected(outline)).toHaveAttribute('aria-current', 'true');
    await expect.poll(scrolled).toBe(84);
  }

  await openOutline(writer);
  await writer.press('Home', 'ArrowDown', 'ArrowLeft');
  await expect(rows).toHaveCount(2);
  for (const again of leaveAndReturn) {
    await again();
    await expect(rows).toHaveCount(2);
  }

  await openOutline(writer);
  await writer.press('m', '+', '+', '+');
  const map = page.getByRole('application', { name: 'Map' });
  await map.hover();
  await page.mouse.wheel(15, -90);
  await page.mouse.move(0, 0);
  let left = '';
  const drawn = () =>
    map.evaluate((element) => element.querySelector('canvas')?.toDataURL() ?? 'there is no map');
  await expect(async () => {
    left = await drawn();
    expect(await drawn()).toBe(left);
  }).toPass();
  for (const again of leaveAndReturn) {
    await again();
    await expect.poll(async () => (await drawn()) === left).toBe(true);
  }
  // A tree shown for the first time starts with the same view.
  await writer.command('New tree');
  await expect.poll(() => writer.text()).toBe('');
  await expect(map).toBeVisible();
  expect(writer.complaints).toEqual([]);
});

test('typed words filter the outline and the map, and Escape ends the filter', async ({ desk }, info) => {
  const writer = await desk.open('orchard.aspen');
  await growTree(writer);
  const outline = await openOutline(writer);
  await writer.press('/');
  const field = writer.page.getByRole('searchbox', { name: 'Words in the tree' });
  await expect(field).toBeFocused();
  await field.fill('orchard stood');
  await expect(outline.getByRole('treeitem')).toHaveCount(2);
  await expect(writer.page.getByText('1 found')).toBeVisible();
  await field.fill('no such words anywhere');
  await expect(writer.page.getByText('Nothing here matches.')).toBeVisible();
  await field.fill('');
  await writer.page.getByRole('combobox', { name: 'By' }).selectOption({ label: 'Offline' });
  await expect(writer.page.getByText('6 found')).toBeVisible();
  await writer.screenshot(info.outputPath('filtered.png'));
  await field.focus();
  await writer.press('Escape');
  await expect(outline).toBeFocused();
  await expect(outline.getByRole('treeitem')).toHaveCount(8);
});

test('a branch off the path is bookmarked, pruned, hidden and restored in place', async ({ desk }, info) => {
  const writer = await desk.open('orchard.aspen');
  await growTree(writer);
  const before = await writer.text();
  const outline = await openOutline(writer);
  const rows = outline.getByRole('treeitem');
  await writer.press('ArrowDown', 'b');
  await expect(selected(outline)).toHaveAccessibleName(/bookmarked/);
  await writer.press('ArrowDown', 'Delete');
  await expect(rows).toHaveCount(7);
  await writer.command('Outline: show or hide what is set aside');
  await expect(rows).toHaveCount(8);
  await writer.screenshot(info.outputPath('pruned.png'));
  await outline.getByRole('treeitem', { name: /set aside/ }).click();
  await writer.press('Delete');
  await expect(outline.getByRole('treeitem', { name: /set aside/ })).toHaveCount(0);
  await expect.poll(() => writer.text()).toBe(before);
});

test('a row has its menu by pointer and by keyboard, and dims what it cannot do', async ({ desk }, info) => {
  const writer = await desk.open('orchard.aspen');
  const { page } = writer;
  await growTree(writer);
  const outline = await openOutline(writer);
  const rows = outline.getByRole('treeitem');
  await writer.command('Outline: show or hide what is set aside');
  const menu = page.getByRole('menu', { name: 'Actions for this row' });
  const item = (name: string) => menu.getByRole('menuitem', { name, exact: true });
  await rows.nth(4).click({ button: 'right' });
  await expect(selected(outline)).toHaveAccessibleName(/2 of 3/);
  await writer.screenshot(info.outputPath('row-menu.png'));
  await item('Bookmark').click();
  await expect(selected(outline)).toHaveAccessibleName(/bookmarked/);
  await expect(outline).toBeFocused();

  await writer.press('Shift+F10');
  await expect(item('Remove the bookmark')).toBeVisible();
  await item('Set aside').click();
  await expect(selected(outline)).toHaveAccessibleName(/set aside/);
  await writer.press('ContextMenu');
  await expect(item('Go there')).toHaveAttribute('aria-disabled', 'true');
  await expect(item('Go there')).toHaveAccessibleDescription('This is set aside: bring it back first.');
  await item('Copy the text').click();
  await expect(page.getByRole('log', { name: 'Announcements' })).toContainText('Copied.');
  await writer.press('Shift+F10');
  await item('Bring back').click();
  await expect(selected(outline)).not.toHaveAccessibleName(/set aside/);
  await writer.press('Shift+F10');
  await item('Edit the text').click();
  await expect(writer.manuscript).toBeFocused();
  await expect(selected(outline)).toHaveAttribute('aria-current', 'true');
  const before = await writer.text();
  await writer.press('Control+End', 'Control+v');
  await expect.poll(() => writer.text()).not.toBe(before);
  await rows.first().hover();
  expect(await axeViolations(writer)).toEqual([]);
  await writer.screenshot(info.outputPath('row-hovered.png'));
});

test('Space previews a branch in the text, g generates more there, and e moves into the text', async ({
  desk,
}) => {
  const writer = await desk.open('orchard.aspen');
  await growTree(writer);
  const outline = await openOutline(writer);
  const rows = outline.getByRole('treeitem');
  await writer.press('ArrowDown', 'Space');
  await expect(writer.page.getByRole('log', { name: 'Announcements' })).toContainText('Preview, 2 of 3');
  await writer.press('Escape');
  await writer.press('g');
  await expect(writer.page.getByRole('button', { name: 'Stop' })).toBeHidden({ timeout: 30_000 });
  await expect(rows).toHaveCount(11, { timeout: 30_000 });
  await outline.focus();
  await writer.press('e');
  await expect(writer.manuscript).toBeFocused();
});

test('the map shares the selection, and its keys move up, down and across', async ({ desk }, info) => {
  const writer = await desk.open('orchard.aspen');
  await growTree(writer);
  const outline = await openOutline(writer);
  await writer.press('ArrowDown', 'm');
  const map = writer.page.getByRole('application', { name: 'Map' });
  await map.focus();
  const chosen = writer.page.getByRole('region', { name: 'Selected' });
  await expect(chosen).toContainText('2 of 3');
  await writer.press('ArrowRight');
  await expect(chosen).toContainText('3 of 3');
  await writer.press('ArrowUp', 'ArrowUp');
  await expect(chosen).toContainText('The orchard stood white');
  await writer.press('ArrowDown', '+', '0');
  await expect(chosen).toContainText('1 of 3');
  await writer.page.emulateMedia({ colorScheme: 'light' });
  await writer.screenshot(info.outputPath('map-light.png'));
  await writer.page.emulateMedia({ colorScheme: 'dark' });
  await writer.screenshot(info.outputPath('map-dark.png'));
  await writer.press('m');
  await outline.focus();
  await expect(selected(outline)).toHaveAccessibleName(/1 of 3/);
  await writer.screenshot(info.outputPath('outline-dark.png'));
});
