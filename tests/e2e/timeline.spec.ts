import { axeViolations } from './axe.ts';
import { fitComplaints } from './fit.ts';
import { expect, test } from './test.ts';

/** The time line: any past state one key away, in its colours, and nothing changed by looking (`layers.md`). */

const OPENING = 'The rain had ended.';

test('the writer walks through every state, compares, marks, restores a passage and all of it @isolated', async ({
  desk,
}, info) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  await writer.type(OPENING);
  await writer.generate();
  await writer.press('Alt+ArrowRight');
  await expect.poll(() => writer.modelText()).not.toBe('');
  const generated = { text: await writer.text(), model: await writer.modelText() };
  await writer.press('Control+Home');
  for (const _ of 'The ') await writer.press('ArrowRight');
  await writer.type('warm ');
  await writer.press('Control+s');
  await writer.press('Control+End');
  await writer.type(' Not yet committed.');
  const now = await writer.text();
  await writer.press('ArrowLeft');

  // Looking.
  await writer.press('Alt+t');
  const slider = page.getByRole('slider', { name: 'Time line' });
  const strip = page.getByRole('region', { name: 'Time line' });
  await expect(slider).toBeFocused();
  await expect(slider).toHaveAttribute('aria-valuetext', /^Now · [\d,]+ words$/);
  await expect.poll(() => slider.getAttribute('aria-valuemax').then(Number)).toBeGreaterThan(2);
  const count = Number(await slider.getAttribute('aria-valuemax'));
  const seen: { readonly text: string; readonly model: string }[] = [];
  await writer.press('Home');
  for (let index = 0; index < count; index += 1) {
    await expect(slider).toHaveAttribute('aria-valuenow', String(index));
    await expect(slider).toHaveAttribute('aria-valuetext', / · [\d,]+ words?$/);
    seen.push({ text: await writer.text(), model: await writer.modelText() });
    if (index + 1 < count) await writer.press('ArrowRight');
  }
  expect(seen).toContainEqual({ text: OPENING, model: '' });
  expect(seen).toContainEqual(generated);
  await writer.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuetext', /^Now/);
  await expect.poll(() => writer.text()).toBe(now);

  // A label, a comparison with now.
  await writer.press('Home');
  for (let index = 0; index < seen.findIndex(({ text }) => text === generated.text); index += 1)
    await writer.press('ArrowRight');
  await expect.poll(() => writer.text()).toBe(generated.text);
  await writer.command('Mark this moment');
  await page.getByRole('combobox', { name: 'Name of this moment' }).fill('Before the warmth');
  await writer.press('Enter');
  await expect(page.getByRole('button', { name: 'Before the warmth' })).toBeVisible();
  // A tick that is pointed at says which moment it is.
  const { width = 0 } = (await slider.boundingBox()) ?? {};
  await slider.hover({ position: { x: width - 9, y: 16 } });
  await expect(strip.getByText('Now', { exact: true })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await writer.screenshot(info.outputPath(`past-${colorScheme}.png`));
    expect(await axeViolations(writer)).toEqual([]);
  }
  await strip.getByRole('button', { name: 'Compare' }).click();
  const comparison = page.getByRole('region', { name: 'Comparison' });
  await expect(comparison.locator('ins')).toContainText(['warm']);
  await writer.screenshot(info.outputPath('compared.png'));
  expect(await axeViolations(writer)).toEqual([]);
  await writer.press('Escape');
  await expect(comparison).toBeHidden();

  // The origin of a passage, and its return; undo takes it away again.
  await writer.manuscript.focus();
  await writer.press(
    'Control+Home',
    'Control+Shift+ArrowRight',
    'Control+Shift+ArrowRight',
    'Control+Shift+ArrowRight',
  );
  await strip.getByRole('button', { name: 'How this came about' }).click();
  const trace = page.getByRole('region', { name: 'How this came about' });
  await expect(trace.getByRole('button', { name: /Writer/ }).first()).toBeVisible();
  await page.emulateMedia({ colorScheme: 'light' });
  await writer.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setContentSize(900, 600);
  });
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(900);
  await writer.screenshot(info.outputPath('small.png'));
  await expect.poll(() => page.evaluate(fitComplaints)).toEqual([]);
  await strip.getByRole('button', { name: 'Bring back passage' }).click();
  await expect(slider).toBeHidden();
  await expect(writer.manuscript).toBeFocused();
  await expect.poll(() => writer.text()).toBe(now.replace('warm ', ''));
  await writer.press('Control+z');
  await expect.poll(() => writer.text()).toBe(now);

  // All of it, and undone; and typing in the past goes on where the writer was.
  await writer.press('Alt+t', 'Home');
  await expect.poll(() => writer.text()).not.toBe(now);
  await strip.getByRole('button', { name: 'Bring back all' }).click();
  await expect(slider).toBeHidden();
  await expect.poll(() => writer.text()).toBe(seen[0]?.text);
  await writer.press('Control+z');
  await expect.poll(() => writer.text()).toBe(now);
  await writer.press('Control+End', 'ArrowLeft', 'Alt+t', 'Home');
  await expect.poll(() => writer.text()).not.toBe(now);
  await page.keyboard.type(' at all');
  await expect(writer.manuscript).toBeFocused();
  await expect.poll(() => writer.text()).toBe(now.replace(/\.$/, ' at all.'));
  expect(writer.complaints).toEqual([]);
});
