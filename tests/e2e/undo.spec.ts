import { readGrove } from '../helpers/grove-facts.ts';
import { expect, test } from './test.ts';

/** `domain.md`, *Undo*: back through everything the writer saw happen, in order, and forth again. */

test('undo goes back through a switch, a continuation, a commit and the typing, and redo forth', async ({
  desk,
}) => {
  const writer = await desk.open('story.aspen');
  const shown: string[] = [];
  const look = async () => shown.push(`${await writer.text()}|${await writer.modelText()}`);
  const isShown = async (index: number) =>
    expect(async () => {
      expect(`${await writer.text()}|${await writer.modelText()}`).toBe(shown[index]);
    }).toPass();

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
  expect(await again.text()).toBe(text);
  await again.type(' It went out.');
  await again.waitUntilSaved();
  expect(again.complaints).toEqual([]);
});
