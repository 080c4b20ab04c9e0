import type { Locator, Page } from '@playwright/test';
import { EVENT_CHANNEL } from '../../src/ipc/contract.ts';
import { expect, test } from './test.ts';
import type { Writer } from './writer.ts';

/** Text typed into a field goes into the field, also when the caret is where a line wraps. */

test.setTimeout(180_000);

/** One paragraph of several lines, with misspelled words. */
const STORY =
  'The lake frooze in one night and nobody in the village could say why it had happened so early. '.repeat(8);
/** Not in the story. */
const TYPED = 'qxj';

/** Puts the caret at a point where a line wraps: at the end of the line above it, or at the start of the one below. */
const SIDES = {
  end: (writer: Writer) => writer.press('Control+Home', 'ArrowDown', 'End'),
  start: (writer: Writer) => writer.press('Control+Home', 'ArrowDown', 'ArrowDown', 'End', 'Home'),
  'end, clicked': async ({ page }: Writer) => {
    const { x, y, width } = await page.locator('.cm-line').evaluate((line) => line.getBoundingClientRect());
    await page.mouse.click(x + width + 5, y + 45);
  },
} as const;

/** A way from the text to a field. */
interface Way {
  readonly name: string;
  go(writer: Writer): Promise<void>;
  field(page: Page): Locator;
  /** Text to type, if the field takes no letters. */
  readonly typed?: string;
}

function labelled(label: string | RegExp) {
  return (page: Page) => page.getByLabel(label, { exact: true }).and(page.locator('input, textarea'));
}

const byKey = (key: string, label: string | RegExp): Way => ({
  name: key,
  go: (writer) => writer.press(key),
  field: labelled(label),
});

const byCommand = (words: string, label: string | RegExp, typed?: string): Way => ({
  name: words,
  go: (writer) => writer.command(words),
  field: labelled(label),
  ...(typed === undefined ? {} : { typed }),
});

const SHORTCUTS: readonly Way[] = [
  byKey('Control+f', 'Find'),
  byKey('Control+h', 'Find'),
  byKey('F1', 'Command'),
  byKey('Control+j', 'Go to'),
  byKey('Control+Shift+F', 'Search'),
  byKey('Alt+n', /^New note/),
];

const click = (name: string, find: (page: Page) => Locator, field: Way['field'], typed?: string): Way => ({
  name: `a click on ${name}`,
  go: async ({ page }) => {
    await find(page).click();
    await field(page).click();
    if (typed !== undefined) await page.keyboard.press('Control+a');
  },
  field,
  ...(typed === undefined ? {} : { typed }),
});

const OTHERS: readonly Way[] = [
  byCommand('bookmark with a name', 'Name of the bookmark'),
  byCommand('rename the grove', 'Name of the grove'),
  byCommand('alternative by its number', 'Number of the alternative', '12'),
  byCommand('go to tree', 'Tree'),
  byCommand('filter the trees', 'Filter the trees'),
  byCommand('rename this tree', /^Title of/),
  byCommand('describe this tree', /^Description of/),
  byCommand('filter the continuations', 'Filter continuations'),
  byCommand('outline: filter', 'Words in the tree'),
  {
    name: 'delete a tree',
    go: async (writer) => {
      await writer.command('delete a tree that was put away');
      await expect(labelled('Tree')(writer.page)).toBeFocused();
      await writer.page.keyboard.type('Old');
      await writer.press('Enter');
    },
    field: labelled('Type its title'),
  },
  click('Search', labelled('Search'), labelled('Search')),
  {
    name: 'the filter of the shortcuts',
    go: async (writer) => {
      await writer.press('Control+/');
      await labelled('Filter by name or key')(writer.page).click();
    },
    field: labelled('Filter by name or key'),
  },
  {
    name: 'a click on Replace with',
    go: async (writer) => {
      await writer.press('Control+h');
      await labelled('Replace with')(writer.page).click();
    },
    field: labelled('Replace with'),
  },
  {
    name: 'a note to edit',
    go: async ({ page }) => {
      await page.getByRole('tab', { name: 'Passage' }).click();
      await page.getByRole('region', { name: 'Notes' }).getByRole('button', { name: 'Edit' }).click();
    },
    field: labelled('Note'),
  },
  {
    name: 'the summary of a text',
    go: async ({ page }) => {
      await page.getByRole('tab', { name: 'Passage' }).click();
      await page.getByRole('button', { name: /^Summary/ }).click();
      await labelled('Summary')(page).click();
    },
    field: labelled('Summary'),
  },
  {
    name: 'the memory',
    go: async ({ page }) => {
      await page.getByRole('tab', { name: 'Sent' }).click();
      await page.getByRole('button', { name: 'Memory' }).click();
      await labelled('Memory')(page).click();
    },
    field: labelled('Memory'),
  },
  click(
    'the number of continuations',
    (page) => page.getByRole('button', { name: /continuations? of about/ }),
    labelled('How many'),
    '5',
  ),
  {
    name: 'an undo from the menu while a field has the focus',
    go: async (writer) => {
      await writer.page.keyboard.type('Never. ');
      await writer.press('Control+f');
      await expect(labelled('Find')(writer.page)).toBeFocused();
      await writer.app.evaluate(({ Menu }) =>
        Menu.getApplicationMenu()?.getMenuItemById('edit.undo')?.click(),
      );
      await expect.poll(() => writer.text()).toBe(STORY);
    },
    field: labelled('Find'),
  },
];

/** The sections of the settings that have fields to type in, and the button that shows them. */
const SECTIONS = [
  ['Text', null],
  ['Writing', null],
  ['Agents', 'Offline'],
  ['Providers', 'Something else'],
  ['Presets', 'New preset'],
] as const;

/** The text before the caret, and the part of it in the caret's own line. Reading it moves the caret. */
function readCaret({ page }: Writer): Promise<{ readonly before: string; readonly inLine: string }> {
  return page.evaluate(async () => {
    // The editor notices the focus after 10 ms, and shows the caret's side in the next frame.
    await new Promise((resolve) => setTimeout(resolve, 20));
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    const content = document.querySelector('[aria-label="Manuscript"]');
    const selection = getSelection();
    const node = selection?.focusNode ?? null;
    if (content === null || selection === null || !content.contains(node))
      return { before: '', inLine: 'the caret is not in the text' };
    const before = document.createRange();
    before.setStart(content, 0);
    before.setEnd(node ?? content, selection.focusOffset);
    selection.modify('extend', 'backward', 'lineboundary');
    return { before: before.toString(), inLine: selection.toString() };
  });
}

/** Goes to the field, types there, and comes back. */
async function typeInField(writer: Writer, { go, field, typed = TYPED }: Way): Promise<void> {
  const { page, manuscript } = writer;
  await go(writer);
  await expect(field(page)).toBeFocused();
  // Slowly, so that a theft of the focus divides the word.
  await page.keyboard.type(typed, { delay: 20 });
  await expect(field(page)).toHaveValue(new RegExp(typed));
  await expect(field(page)).toBeFocused();
  for (let i = 0; i < 3; i++) {
    if (await page.evaluate(() => document.activeElement?.ariaLabel === 'Manuscript')) break;
    await writer.press('Escape');
  }
  // A pane that stays open keeps the focus.
  await manuscript.focus();
  await expect.poll(() => writer.text()).toBe(STORY);
}

/** Archives one of two other trees, gives the node a sibling and a note, and leaves the caret in it. */
async function setUp(writer: Writer): Promise<void> {
  const { page, manuscript } = writer;
  await page.evaluate(async () => {
    const first = await window.aspen.call('grove.current', {});
    if (!first.ok || first.value === null) throw new Error('no grove');
    await window.aspen.call('tree.create', { title: 'Ice' });
    const old = await window.aspen.call('tree.create', { title: 'Old' });
    await window.aspen.call('tree.show', { treeId: first.value.openTreeId });
    if (old.ok) await window.aspen.call('tree.update', { treeId: old.value.id, archived: true });
  });
  await expect(page.getByRole('list', { name: 'Trees', exact: true }).getByRole('listitem')).toHaveCount(2);
  await manuscript.focus();
  await page.keyboard.insertText('Another beginning.');
  await writer.press('Control+s', 'Alt+ArrowLeft');
  await page.keyboard.insertText(STORY);
  await writer.press('Control+s', 'Alt+n');
  await page.getByRole('textbox', { name: 'New note' }).fill('Why?');
  await writer.press('Control+Enter');
  await expect(manuscript).toBeFocused();
  await expect.poll(() => writer.text()).toBe(STORY);
}

test('words typed into a field stay out of the text, and the caret stays where it was', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const { page, manuscript } = writer;
  await setUp(writer);
  for (const [side, putCaret] of Object.entries(SIDES)) {
    await putCaret(writer);
    const caret = await readCaret(writer);
    expect(caret.inLine === '').toBe(side === 'start');
    for (const way of side === 'end' ? [...SHORTCUTS, ...OTHERS] : SHORTCUTS) {
      await test.step(`${way.name}, from the ${side} of a line`, async () => {
        await putCaret(writer);
        await typeInField(writer, way);
        expect(await readCaret(writer)).toEqual(caret);
      });
    }
  }

  await test.step('the palette, while main sends the text again', async () => {
    await manuscript.evaluate((content) => content.setAttribute('data-old', ''));
    await SIDES.end(writer);
    await writer.press('F1');
    await expect(labelled('Command')(page)).toBeFocused();
    await writer.app.evaluate(({ BrowserWindow }, channel) => {
      BrowserWindow.getAllWindows()[0]?.webContents.send(channel, 'draft.replaced', { treeId: null });
    }, EVENT_CHANNEL);
    await page.keyboard.type(TYPED, { delay: 50 });
    await expect(labelled('Command')(page)).toHaveValue(TYPED);
    await writer.press('Escape');
    await expect(manuscript).toBeFocused();
    // The editor is the same one.
    await expect(page.locator('[data-old]')).toHaveCount(1);
  });

  await test.step('a search, while continuations arrive', async () => {
    await SIDES.end(writer);
    await writer.press('Control+Enter', 'Control+Shift+F');
    await expect(labelled('Search')(page)).toBeFocused();
    await page.keyboard.type(TYPED, { delay: 100 });
    await expect(manuscript).toHaveAttribute('data-path-length', '2');
    await page.keyboard.type(TYPED);
    await expect(labelled('Search')(page)).toHaveValue(TYPED + TYPED);
  });

  await test.step('the settings', async () => {
    await SIDES.end(writer);
    await writer.press('Control+,');
    const search = labelled('Search the settings')(page);
    await search.click();
    await page.keyboard.type(TYPED);
    await expect(search).toHaveValue(TYPED);
    await writer.press('Escape');
    const settings = page.getByRole('main', { name: 'Settings' });
    for (const [section, button] of SECTIONS) {
      await settings.getByRole('tab', { name: section }).click();
      if (button !== null) await settings.getByRole('button', { name: button }).click();
      for (const field of await settings.getByRole('tabpanel').getByRole('textbox').all()) {
        await field.click();
        await writer.press('Control+a');
        await page.keyboard.type('7');
        await expect(field).toHaveValue('7');
        await expect(field).toBeFocused();
      }
    }
    await writer.press('Escape');
    await expect(manuscript).toBeFocused();
  });
});
