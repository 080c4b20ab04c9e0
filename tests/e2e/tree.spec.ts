import { expect, test } from './test.ts';

test.setTimeout(180_000);

/** Three continuations, one gone on with twice: a tree with a path and branches beside it. */
async function growTree(writer: import('./writer.ts').Writer) {
  await writer.type('The orchard stood white under the moon. ');
  await writer.generate(3);
  await writer.press('Control+End');
  await writer.generate(3);
  await writer.waitUntilSaved();
}

test('the outline shows the tree, and Enter leads the path to what is selected', async ({ desk }, info) => {
  const writer = await desk.open('orchard.aspen');
  await growTree(writer);
  await writer.page.getByRole('tab', { name: 'Tree' }).click();
  const outline = writer.page.getByRole('tree', { name: 'Outline' });
  await expect(outline.getByRole('treeitem')).toHaveCount(8);
  await writer.screenshot(info.outputPath('outline-light.png'));
});
