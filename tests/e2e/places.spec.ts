import { expect, test } from './test.ts';
import type { Writer } from './writer.ts';

/** Back and forward through visited places (`interface.md`). */

const trees = ({ page }: Writer) => page.getByRole('list', { name: 'Trees', exact: true });
const log = ({ page }: Writer) => page.getByRole('log', { name: 'Announcements' });

test('back goes to the previous branch and caret, and forward returns', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake froze in one night. ');
  await writer.generate(3);
  await expect.poll(() => writer.text()).not.toBe('The lake froze in one night. ');
  const first = await writer.text();
  await writer.press('Alt+ArrowDown');
  await expect.poll(() => writer.text()).not.toBe(first);
  const second = await writer.text();
  await writer.press('Alt+ArrowDown');
  await expect.poll(() => writer.text()).not.toBe(second);
  const third = await writer.text();
  await writer.press('Control+[');
  await expect.poll(() => writer.text()).toBe(second);
  await writer.press('Control+[');
  await expect.poll(() => writer.text()).toBe(first);
  await writer.press('Control+]', 'Control+]');
  await expect.poll(() => writer.text()).toBe(third);
  await expect(writer.manuscript).toBeFocused();
  expect(writer.complaints).toEqual([]);
});

test('mouse thumb buttons go back and forward between trees', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('One tree here.');
  await writer.waitUntilSaved();
  await writer.command('New tree');
  await expect(trees(writer).getByRole('button', { name: 'Untitled story', exact: true })).toBeVisible();
  await writer.type('Another tree there.');
  const press = (button: number) =>
    writer.manuscript.evaluate((element, pressed) => {
      for (const type of ['mousedown', 'mouseup'])
        element.dispatchEvent(new MouseEvent(type, { button: pressed, bubbles: true, cancelable: true }));
    }, button);
  await press(3);
  await expect(writer.manuscript).toContainText('One tree here.');
  await press(4);
  await expect(writer.manuscript).toContainText('Another tree there.');
});

test('back leaves a pruned branch', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake froze in one night. ');
  await writer.generate(3);
  await expect.poll(() => writer.text()).not.toBe('The lake froze in one night. ');
  const first = await writer.text();
  await writer.press('Alt+ArrowDown');
  await expect.poll(() => writer.text()).not.toBe(first);
  await writer.press('Control+Shift+Backspace');
  await expect(log(writer)).toContainText('Set aside');
  await writer.press('Control+[');
  await expect.poll(() => writer.text()).toBe(first);
});
