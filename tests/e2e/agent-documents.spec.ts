import { axeViolations } from './axe.ts';
import { askAgents, expect, test } from './voices.ts';
import type { Writer } from './writer.ts';

/** An agent reads and writes a document, asking first (`agents.md`, `documents.md`). */

const documents = ({ page }: Writer) => page.getByRole('list', { name: 'Documents', exact: true });
const open = (writer: Writer, list: string, name: string) =>
  writer.page
    .getByRole('list', { name: list, exact: true })
    .getByRole('button', { name, exact: true })
    .click();

test('an agent reads a document and asks before it writes there; undoing the turn takes it back', async ({
  desk,
  service,
}, info) => {
  service.setUp(desk);
  const writer = await desk.open('orchard.aspen');
  const { page } = writer;
  await expect(writer.manuscript).toBeVisible();
  await writer.type('It rained all night.');
  await writer.press('Control+s');
  await page.getByRole('button', { name: 'New document' }).click();
  await writer.press(page.getByRole('combobox', { name: 'Template' }), 'Enter');
  await expect(
    documents(writer).getByRole('button', { name: 'Untitled document', exact: true }),
  ).toBeVisible();
  await writer.type('# Marie');
  await writer.press('Enter');
  await writer.type('She fears the lake.');
  await writer.press('Control+s');
  await writer.waitUntilSaved();
  await open(writer, 'Trees', 'It rained all night');
  await expect(writer.manuscript).toContainText('It rained all night.');
  await page.getByRole('tab', { name: 'Talk' }).click();
  await page.getByRole('button', { name: 'New conversation about this tree' }).click();
  await expect(writer.composer).toBeFocused();
  const permissions = { loom_aware: 'allow', loom_write: 'ask' } as const;
  await askAgents(writer, [{ name: 'Analyst', style: 'chat', permissions }], null);

  await writer.composer.click();
  await page.keyboard.type('Who is Marie?');
  await writer.press('Enter');
  const first = await service.request(0);
  first.say('→ read doc:"Marie"\n→ write doc:"Marie" at:"Marie" "She has never skated."\nI will ask.').end();
  const card = page.getByRole('group', { name: 'Permission' });
  await expect(card).toContainText('Analyst asks to write in documents');
  await expect(card).toContainText('Offers 4 words in the document “Marie”.');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await writer.screenshot(info.outputPath(`card-${colorScheme}.png`));
    expect(await axeViolations(writer)).toEqual([]);
  }
  await card.getByRole('button', { name: 'Allow once' }).click();
  const second = await service.request(1);
  const sent = second.sent.join('\n');
  expect(sent).toContain('She fears the lake.');
  expect(sent).toContain('✓ inserted in doc:"Marie" (now 9 words)');
  second.say('She is afraid of the lake.').end();
  await expect(page.getByRole('button', { name: 'Stop Analyst' })).toBeHidden();

  // Its text is suggested: the writer's stays, and a notice leads there.
  const notices = page.getByRole('region', { name: 'Notices' });
  const offer = 'Analyst offers 1 change in “Marie”. Your text stays until you choose.';
  await expect(notices.getByText(offer)).toBeVisible();
  await writer.screenshot(info.outputPath('notice.png'));
  await notices.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(notices.getByText(offer)).toBeHidden();
  await expect(writer.manuscript).toContainText('She fears the lake.');
  const suggested = writer.manuscript.locator('[data-suggestion]');
  await expect(suggested).toContainText('She has never skated.');
  await page.getByRole('tab', { name: 'Passage', exact: true }).click();
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText('1 other answer');
  await writer.screenshot(info.outputPath('offered.png'));
  await open(writer, 'Trees', 'It rained all night');
  await page.getByRole('tab', { name: 'Talk' }).click();
  await expect(page.getByRole('feed', { name: 'Conversation' })).toContainText('She is afraid');
  await writer.press('Alt+u');
  await expect(notices.getByText('Turn undone')).toBeVisible();
  await open(writer, 'Documents', 'Marie');
  await expect(writer.manuscript).toContainText('She fears the lake.');
  await expect(suggested).toHaveCount(0);
  await writer.close();
  expect(writer.complaints).toEqual([]);
});
