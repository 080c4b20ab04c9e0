import { axeViolations } from './axe.ts';
import { fitComplaints } from './fit.ts';
import { expect, test } from './test.ts';
import type { Writer } from './writer.ts';

/** Documents beside the stories of a grove (`documents.md`). */

const trees = ({ page }: Writer) => page.getByRole('list', { name: 'Trees', exact: true });
const documents = ({ page }: Writer) => page.getByRole('list', { name: 'Documents', exact: true });

test('a document is created, written, renamed, archived and restored as a tree is', async ({
  desk,
}, info) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  await writer.type('The lake froze.');
  await writer.waitUntilSaved();
  await page.getByRole('button', { name: 'New document' }).click();
  await expect(
    documents(writer).getByRole('button', { name: 'Untitled document', exact: true }),
  ).toBeVisible();
  await expect(writer.manuscript).toHaveText(/^\s*$/);
  await writer.type('# Marie\n\nShe fears the lake.');
  await writer.waitUntilSaved();
  const marie = documents(writer).getByRole('button', { name: 'Marie', exact: true });
  await expect(marie).toBeVisible();
  await expect(trees(writer).getByRole('button', { name: 'Marie', exact: true })).toBeHidden();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await writer.screenshot(info.outputPath(`documents-${colorScheme}.png`));
    expect(await axeViolations(writer)).toEqual([]);
  }
  await expect.poll(() => page.evaluate(fitComplaints)).toEqual([]);

  await trees(writer).getByRole('button', { name: 'The lake froze', exact: true }).click();
  await expect(writer.manuscript).toContainText('The lake froze.');
  await marie.click();
  await expect(writer.manuscript).toContainText('She fears the lake.');
  await marie.focus();
  await writer.press('F2', documents(writer).getByRole('textbox'));
  await page.keyboard.type('Marie Lind');
  await writer.press('Enter');
  const named = documents(writer).getByRole('button', { name: 'Marie Lind', exact: true });
  await named.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Put away' }).click();
  await expect(named).toBeHidden();
  await expect(writer.manuscript).toContainText('The lake froze.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(named).toBeVisible();
  await writer.command('New document');
  await expect(
    documents(writer).getByRole('button', { name: 'Untitled document', exact: true }),
  ).toBeVisible();
  // The only story stays.
  await trees(writer).getByRole('button', { name: 'The lake froze', exact: true }).click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Put away' })).toHaveAttribute('aria-disabled', 'true');
  await writer.press('Escape');
  await writer.close();
  expect(writer.complaints).toEqual([]);
});
