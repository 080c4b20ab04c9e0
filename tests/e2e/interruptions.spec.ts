import Database from 'better-sqlite3';
import { digestOf } from '../helpers/grove.ts';
import { readGrove } from '../helpers/grove-facts.ts';
import { otherNodes, UNCLOSED } from '../helpers/other-nodes.ts';
import { askAgents, expect, test } from './voices.ts';
import { promised } from './waits.ts';

test.use({ isShared: false });

/** The app ends, or is asked to stop, in the middle of something (`storage.md`). */

test('the part of a continuation received before a kill is a node after reopening', async ({
  desk,
  service,
}) => {
  service.setUp(desk);
  const writer = await desk.open('story.aspen');
  await expect(writer.manuscript).toBeVisible();
  await askAgents(writer, [{ name: 'Llama' }], 2);
  await writer.type('The rain had stopped.');
  await writer.press('Control+Enter');
  (await service.voice(0)).say(' A door banged').end();
  (await service.voice(1)).say(' Nobody spoke, and then');
  await expect(writer.continuations.getByRole('option').nth(1)).toContainText('Nobody spoke, and then');
  // Received text is journaled once a second.
  await promised(2_500);
  await writer.kill();

  const again = await desk.open('story.aspen');
  await expect(again.continuations.getByRole('option')).toHaveCount(2);
  await expect(again.continuations).toContainText('Nobody spoke, and then');
  await expect(again.continuations).toContainText('cut short');
  const notices = again.page.getByRole('region', { name: 'Notices' });
  await expect(notices).toContainText('1 continuation was cut short when the program ended.');
  await expect(notices).toContainText('It belongs after “The rain had stopped”.');
  await again.screenshot(test.info().outputPath('interrupted.png'));
  await expect(notices).toContainText('Aspen Grove did not end as it should last time.');
  await notices.getByRole('button', { name: 'Show it' }).click();
  const record = again.page.getByRole('region', { name: 'What happened last time' });
  await expect(record).toContainText('It neither quit nor crashed');
  await expect(record).not.toContainText('Nobody spoke');
  await again.press('Escape');

  // The page crashes while the text is continued in the middle, where the path then ends.
  const asked = service.voices.length;
  await again.manuscript.focus();
  await again.press('Control+Home', ...Array.from({ length: 8 }, () => 'ArrowRight'), 'Control+Enter');
  const late = await Promise.all([0, 1].map((slot) => service.voice(slot, asked)));
  await again.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
  });
  const shown = () =>
    again.app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      const silence = new Promise<string>((resolve) => setTimeout(() => resolve(''), 500));
      const read = "document.querySelector('[aria-label=Notices]')?.textContent ?? ''";
      return Promise.race([contents?.executeJavaScript(read), silence]);
    });
  await expect.poll(shown).toContain('This window crashed and was loaded again. 2 continuations are still');
  expect(await shown()).toContain('They belong after “The rain”.');
  for (const voice of late) voice.end();
  await again.close();
  const { finishReasons, verified, counts, logIsWhole } = readGrove(desk.file('story.aspen'));
  expect([...finishReasons].sort()).toEqual(['interrupted', 'stop']);
  expect([verified, logIsWhole]).toEqual([counts.nodes, true]);
});

test('quitting while typing loses nothing', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('Before. ');
  await writer.waitUntilSaved();
  await writer.type('The save of this is under way. ');
  await expect(writer.status).toContainText('Safe on this computer');
  await writer.page.keyboard.insertText('And this was never sent.');
  await writer.quit();
  const text = 'Before. The save of this is under way. And this was never sent.';
  expect(readGrove(desk.file('story.aspen')).draftText).toBe(text);
  expect(desk.filesBeside('story.aspen')).toEqual(['story.aspen']);
  const again = await desk.open('story.aspen');
  await expect(again.manuscript).toContainText(text);
});

test('a long file check can be stopped and does not change the file', async ({ desk }) => {
  const first = await desk.open('story.aspen');
  await first.type('Once there was a light.');
  await first.close();
  const path = desk.file('story.aspen');
  const database = new Database(path);
  database.exec(`${UNCLOSED}${otherNodes(100_000)}`);
  database.close();
  const before = digestOf(path);

  const writer = await desk.open();
  await writer.app.evaluate(({ dialog }, opened) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [opened] });
  }, path);
  await writer.page.getByRole('button', { name: 'Open…' }).click();
  const notices = writer.page.getByRole('region', { name: 'Notices' });
  await expect(notices).toContainText('Checking story.aspen before opening it…');
  await writer.screenshot(test.info().outputPath('looking.png'));
  await notices.getByRole('button', { name: 'Stop' }).click();
  await expect(notices).toBeHidden();
  await expect(writer.page.getByRole('button', { name: 'New grove' })).toBeEnabled();
  expect(digestOf(path)).toBe(before);
  expect(desk.filesBeside('story.aspen')).toEqual(['story.aspen']);
  expect(writer.complaints).toEqual([]);
});
