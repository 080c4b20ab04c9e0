import { axeViolations, showInBothThemes } from './axe.ts';
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
  await writer.press(page.getByRole('combobox', { name: 'Template' }), 'Enter');
  await expect(
    documents(writer).getByRole('button', { name: 'Untitled document', exact: true }),
  ).toBeVisible();
  await expect(writer.manuscript).toHaveText(/^\s*$/);
  await writer.type('# Marie\n\nShe fears the lake.\n- [ ] name the dog');
  await writer.press('Enter');
  await writer.type('meet Emil');
  await writer.press('Control+l');
  await expect(writer.manuscript).toContainText('- [ ] name the dog- [x] meet Emil');
  await page.getByText('[ ]', { exact: true }).click();
  await expect(writer.manuscript).toContainText('- [x] name the dog- [x] meet Emil');
  // The caret stays where it was.
  await writer.type('!');
  await expect(writer.manuscript).toContainText('meet Emil!');
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
  const templates = page.getByRole('combobox', { name: 'Template' });
  await writer.press(templates, 'Escape', writer.manuscript);
  await writer.command('New document');
  await templates.fill('character');
  await writer.press('Enter');
  await expect(writer.manuscript).toContainText('# New character');
  // The words of its heading are selected.
  await writer.type('Emil');
  await expect(writer.manuscript).toContainText('# Emil');
  await writer.waitUntilSaved();
  await documents(writer).getByRole('button', { name: 'Emil', exact: true }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Save as template' }).click();
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(notices).toContainText('“Emil” is a template now, in every grove on this computer.');
  // The only story stays.
  await trees(writer).getByRole('button', { name: 'The lake froze', exact: true }).click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Put away' })).toHaveAttribute('aria-disabled', 'true');
  await writer.press('Escape');
  await writer.close();
  expect(writer.complaints).toEqual([]);
});

const document_ = ({ page }: Writer) => page.getByRole('textbox', { name: 'Document', exact: true });

test(
  'a document is written beside the story, each with its own undo, and both drafts outlive a kill',
  {
    tag: '@isolated',
  },
  async ({ desk }, info) => {
    let writer = await desk.open('beside.aspen');
    let { page } = writer;
    await writer.type('The lake froze.');
    await writer.command('New document beside the text');
    await writer.press(page.getByRole('combobox', { name: 'Template' }), 'Enter');
    await expect(document_(writer)).toBeFocused();
    await page.keyboard.type('# Marie\n\nShe fears the lake.');
    await expect(page.getByRole('button', { name: 'Generate', exact: true })).toHaveCount(1);
    await expect(writer.manuscript).toContainText('The lake froze.');
    for (const [width, height] of [
      [1440, 900],
      [900, 600],
    ] as const) {
      await page.setViewportSize({ width, height });
      if (width === 900) await writer.command('Document tab');
      await showInBothThemes(writer, info, `beside-${width}`);
      await expect.poll(() => page.evaluate(fitComplaints)).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });

    // What acts on the text acts on that with the caret.
    await document_(writer).focus();
    await writer.press('Control+f', page.getByRole('searchbox', { name: 'Find' }));
    await page.keyboard.type('lake');
    const beside = page.getByRole('region', { name: 'Marie', exact: true });
    await expect(beside.getByRole('search').locator('[aria-live]')).toHaveText('1 of 1');
    await expect(writer.manuscript.locator('.found')).toHaveCount(0);
    await writer.press('Escape', document_(writer));

    // Alt+O goes there and back.
    await writer.press('Alt+o', writer.manuscript);
    await page.keyboard.type(' It held.');
    await writer.press('Alt+o', document_(writer));
    await writer.press('Control+z');
    await expect(document_(writer)).not.toContainText('She fears the lake.');
    await expect(writer.manuscript).toContainText('The lake froze. It held.');
    await writer.press('Control+y');
    await expect(document_(writer)).toContainText('She fears the lake.');
    await writer.press('Alt+o', writer.manuscript);
    await writer.press('Control+z');
    await expect(writer.manuscript).not.toContainText('It held.');
    await expect(document_(writer)).toContainText('She fears the lake.');
    await page.keyboard.type(' It sang.');
    await writer.press('Alt+o', document_(writer));
    await page.keyboard.type(' Always.');

    await writer.waitUntilSafe();
    await writer.kill();
    writer = await desk.open('beside.aspen');
    ({ page } = writer);
    await expect(writer.manuscript).toContainText('It sang.');
    await expect(document_(writer)).toContainText('She fears the lake. Always.');

    // In the middle, it is not beside itself.
    await writer.press('Alt+o', document_(writer));
    await writer.command('Document in the middle');
    await expect(writer.manuscript).toContainText('She fears the lake. Always.');
    await expect(document_(writer)).toBeHidden();
    await trees(writer)
      .getByRole('button', { name: /^The lake froze/ })
      .click();
    await expect(writer.manuscript).toContainText('It sang.');
    await expect(document_(writer)).toContainText('She fears the lake. Always.');

    // A link to a document that is not there yet creates it, leads there and back.
    await document_(writer).focus();
    await writer.press('Control+End');
    await page.keyboard.type(' With [[Emil');
    const links = page.getByRole('listbox', { name: 'Links' });
    await expect(links.getByRole('option')).toHaveText(['Emil New document']);
    await expect.poll(() => page.evaluate(fitComplaints)).toEqual([]);
    await writer.press('Escape');
    await expect(links).toBeHidden();
    await expect(document_(writer)).toContainText('With [[Emil');
    await writer.press('Backspace', 'Backspace', 'Backspace', 'Backspace', 'Backspace', 'Backspace');
    await page.keyboard.type('[[Emil');
    await links.getByRole('option').click();
    await expect(documents(writer).getByRole('button', { name: 'Emil', exact: true })).toBeVisible();
    await expect(document_(writer)).toBeFocused();
    await writer.press('ArrowLeft', 'F12');
    await expect(page.getByRole('region', { name: 'Emil', exact: true })).toBeVisible();
    await writer.press('Control+[');
    await expect(document_(writer)).toContainText('With [[Emil]]');
    await expect(document_(writer)).toBeFocused();
    await document_(writer)
      .getByText('Emil', { exact: true })
      .click({ modifiers: ['Control'] });
    await expect(page.getByRole('region', { name: 'Emil', exact: true })).toBeVisible();
    await writer.press('Control+[');
    await expect(document_(writer)).toContainText('With [[Emil]]');
    // An embed stands under its line.
    await writer.press('Control+End', 'Enter');
    await page.keyboard.type('![[Emil]] ');
    await expect(document_(writer).getByRole('region', { name: 'Embedded: Emil' })).toBeVisible();
    await writer.close();
    expect(writer.complaints).toEqual([]);
  },
);

test('a document says where it is linked from, by each of its names, and goes there and back', async ({
  desk,
}, info) => {
  const writer = await desk.open('linked.aspen');
  const { page } = writer;
  await writer.type('The lake froze.');
  await writer.waitUntilSaved();
  const write = async (text: string) => {
    await writer.command('New document');
    await writer.press(page.getByRole('combobox', { name: 'Template' }), 'Enter');
    await expect(writer.manuscript).toHaveText(/^\s*$/);
    await writer.type(text);
    await writer.waitUntilSaved();
  };
  await write('# Marie\n\nShe skates at night, when nobody can see that she is afraid of the ice.');
  await write(
    '# Plan\n\nIn the second act [[Marie|she]] crosses the lake alone. Nobody but [[Nell]] knows. Marie returns.',
  );
  await trees(writer).getByRole('button', { name: 'The lake froze', exact: true }).click();
  await expect(writer.manuscript).toContainText('The lake froze.');
  await page.setViewportSize({ width: 1440, height: 900 });
  await documents(writer).getByRole('button', { name: 'Marie', exact: true }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Open beside the text' }).click();
  await expect(document_(writer)).toContainText('She skates at night');
  await page.getByRole('button', { name: /^Linked from/ }).click();
  const backlinks = page.getByRole('list', { name: 'Backlinks' });
  await expect(backlinks.getByRole('listitem')).toHaveText([/^PlanIn the second act she crosses/]);

  await page.getByRole('button', { name: /^Other names/ }).click();
  await page.getByRole('textbox', { name: 'Other names, one on each line' }).fill('Nell\nThe skater');
  await writer.press('Tab');
  await page.getByRole('button', { name: /^Linked from\s*2 places/ }).click();
  await expect(backlinks.getByRole('listitem')).toHaveText([
    /^PlanIn the second act she crosses/,
    /Nobody but Nell knows\. Marie returns\.$/,
  ]);
  await page.getByRole('button', { name: /^Mentions/ }).click();
  await expect(page.getByRole('list', { name: 'Mentions' }).getByRole('listitem')).toHaveText([
    /Marie returns/,
  ]);
  await showInBothThemes(writer, info, 'mentions');
  await page.getByRole('button', { name: /^Linked from/ }).click();
  await backlinks.getByRole('button', { name: /but Nell knows/ }).click();
  await expect(writer.manuscript).toContainText('In the second act');
  await expect(writer.manuscript).toBeFocused();
  await writer.command('Go back');
  await expect(writer.manuscript).toContainText('The lake froze.');
  await page.getByRole('button', { name: /^Mentions/ }).click();
  await page.getByRole('button', { name: 'Link it: “Marie” in Plan' }).click();
  await expect(page.getByText('Its names occur nowhere else without a link.')).toBeVisible();
  // A sentence of the story is linked beside it: there, brackets are text.
  await writer.manuscript.click();
  await writer.press('Home');
  await writer.press('Alt+l');
  await page.getByRole('combobox', { name: 'Link' }).fill('marie');
  await writer.press('Enter');
  await page.getByRole('button', { name: /^Linked from\s*4 places/ }).click();
  await expect(backlinks.getByRole('listitem')).toContainText(['The lake froze.', 'Marie returns']);
  await page.getByRole('tab', { name: 'Passage' }).click();
  await page.getByRole('button', { name: 'Take the link away' }).click();
  await expect(page.getByRole('list', { name: 'Linked to' })).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await showInBothThemes(writer, info, 'passage links');
  await page.getByRole('list', { name: 'Linked to' }).getByRole('button', { name: /Marie/ }).click();
  await expect(writer.manuscript).toContainText('She skates at night');
  await writer.command('Show links to this document or passage');
  await expect(page.getByRole('heading', { name: 'Linked from' })).toBeFocused();
  await writer.command('Go back');
  await expect(writer.manuscript).toContainText('The lake froze.');
  await writer.close();
  expect(writer.complaints).toEqual([]);
});
