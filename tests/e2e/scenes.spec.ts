import { axeViolations } from './axe.ts';
import { expect, test } from './test.ts';

/** *Scenes*: the text as cards, which are filtered, dragged and moved by keys (`scenes.md`). */

const TEXT = [
  '# One',
  'The lamp was lit, and nobody knew by whom.',
  '***',
  'Snow had come down in the night.',
  '# Two',
  'They walked as far as the lake.',
].join('\n\n');

test('a writer rearranges the scenes of a text as cards, and returns to the caret', async ({ desk }) => {
  const writer = await desk.open('orchard.aspen');
  const { page } = writer;
  await writer.type(TEXT);
  await writer.press('Control+s');
  await writer.command('Add a note');
  await page.keyboard.type('Both reach the shore.');
  await writer.press('Control+Enter');
  await page.getByRole('button', { name: 'Add a tag to the note' }).click();
  const tag = page.getByRole('combobox', { name: 'Tag', exact: true });
  await tag.fill('synopsis');
  await writer.press('Enter');
  await expect(tag).toBeHidden();
  await writer.press('Control+Shift+o');
  const list = page.getByRole('listbox', { name: 'Scenes' });
  await expect(list).toBeFocused();
  const cards = list.getByRole('option');
  const names = () =>
    cards.evaluateAll((all) => all.map((one) => one.firstElementChild?.textContent?.split(/[ ,]/)[0]));
  expect(await names()).toEqual(['One', 'The', 'Snow', 'Two', 'They']);
  await expect(cards.nth(0)).toHaveAccessibleName('One, chapter, 2 scenes, 17 words');
  await expect(cards.nth(4)).toHaveAccessibleName(
    'They walked as far as the lake, 8 words, You 100 %, Both reach the shore.',
  );
  await expect(cards.nth(4)).toHaveAttribute('aria-selected', 'true');
  expect(await axeViolations(writer)).toEqual([]);

  // By keys, into the chapter before and to its beginning; undo takes it back, and the cards show it.
  await writer.press('Control+Shift+PageUp');
  await expect.poll(names).toEqual(['One', 'The', 'Snow', 'They', 'Two']);
  await expect(cards.nth(3)).toHaveAttribute('aria-selected', 'true');
  await writer.press('Control+z');
  await expect.poll(names).toEqual(['One', 'The', 'Snow', 'Two', 'They']);

  // By dragging, between two others; Escape leaves it where it was.
  const [from, to] = [await cards.nth(4).boundingBox(), await cards.nth(2).boundingBox()];
  if (from === null || to === null) throw new Error('the cards are not shown');
  const drag = async () => {
    await page.mouse.move(from.x + 30, from.y + 30);
    await page.mouse.down();
    await page.mouse.move(to.x + 40, to.y + 40, { steps: 3 });
    await expect(list.locator('[data-drop="before"]')).toHaveAccessibleName(/^Snow/);
  };
  await drag();
  await writer.press('Escape');
  await page.mouse.up();
  expect(await names()).toEqual(['One', 'The', 'Snow', 'Two', 'They']);
  await drag();
  await page.mouse.up();
  await expect.poll(names).toEqual(['One', 'The', 'They', 'Snow', 'Two']);

  // As rows, the choice is kept; typing filters, and Enter goes to what is left.
  await page.getByRole('radio', { name: 'Outline' }).click();
  await list.focus();
  await writer.press('Escape');
  await expect(writer.manuscript).toBeFocused();
  await writer.type('!');
  await expect(writer.manuscript).toContainText('as far as the lake.!');
  await writer.press('Control+Shift+o');
  await expect(page.getByRole('radio', { name: 'Outline' })).toBeChecked();
  await expect(list).toBeFocused();
  await page.keyboard.type('snow');
  await expect.poll(names).toEqual(['One', 'Snow']);
  await expect(page.getByText('1 of 3 scenes')).toBeVisible();
  await writer.press('Enter', 'Enter');
  await expect(writer.manuscript).toBeFocused();
  await writer.type('Deep ');
  await expect(writer.manuscript).toContainText('Deep Snow had come down');
});
