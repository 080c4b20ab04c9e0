import { axeViolations } from './axe.ts';
import { fitComplaints } from './fit.ts';
import { askAgents, expect, test } from './voices.ts';
import type { Writer } from './writer.ts';

/** Other texts for a passage, and texts that join both sides of the caret (`edits.md`, *Rewrites and bridges*). */

const OPENING = 'The house stood at the end of the lane. ';
const SENTENCE = 'Nobody had lived in it for years.';
const ENDING = ' When the lamp went on in the upper window, Ada put down her pen.';
const STORY = OPENING + SENTENCE + ENDING;

const bar = (writer: Writer, name: 'Rewrite' | 'Bridge') => writer.page.getByRole('region', { name });
const answer = (writer: Writer, name: string) =>
  writer.page.getByRole('group', { name: 'Answers' }).getByRole('button', { name, exact: true });
const focused = (writer: Writer) =>
  writer.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

/** Puts the caret after some words of the text, which has one line. */
async function caretAfter(writer: Writer, words: string): Promise<void> {
  await writer.manuscript.click();
  await writer.press('Control+Home');
  for (const _ of words) await writer.press('ArrowRight');
}

test('a sentence is rewritten three ways, and the second is kept', async ({ desk, service }) => {
  service.setUp(desk, {});
  const writer = await desk.open('story.aspen');
  await writer.manuscript.focus();
  await writer.page.keyboard.insertText(STORY);
  await askAgents(writer, [{ name: 'Muse' }], 3);
  await caretAfter(writer, `${OPENING}Nobody`);
  await writer.press('Alt+M');
  const rewrite = bar(writer, 'Rewrite');
  const instruction = rewrite.getByRole('textbox', { name: 'Instruction' });
  await expect(instruction).toBeFocused();
  await writer.screenshot(test.info().outputPath('asking.png'));
  await instruction.pressSequentially('Plainer');
  await writer.press('Enter');
  const ways = ['It had been empty for years.', 'For years no one had lived in it.', 'It was empty.'];
  for (const [slot, way] of ways.entries()) (await service.voice(slot)).say(way.slice(0, 12));
  await expect(rewrite.getByRole('group', { name: 'Answers' })).toContainText('For years no');
  await writer.screenshot(test.info().outputPath('writing.png'));
  for (const [slot, way] of ways.entries()) (await service.voice(slot)).say(way.slice(12)).end();
  await expect(answer(writer, '3')).toHaveAttribute('aria-disabled', 'false');
  await expect.poll(() => writer.text()).toBe(STORY);
  // One bar asks at a time.
  const generate = writer.page.getByRole('button', { name: 'Generate', exact: true });
  await expect(generate).toBeHidden();
  await writer.press('Alt+Period', 'Alt+Period');
  await expect(answer(writer, '2')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => writer.text()).toBe(OPENING + ways[1] + ENDING);
  await rewrite.getByRole('button', { name: 'Changes' }).click();
  await writer.screenshot(test.info().outputPath('changes.png'));
  expect(await axeViolations(writer)).toEqual([]);
  await rewrite.getByRole('button', { name: 'Keep' }).click();
  await expect(rewrite).toBeHidden();
  await expect(generate).toBeVisible();
  expect(await focused(writer)).toBe('Manuscript');

  // What was not taken is folded, in the list and in the tab.
  const versions = writer.page.getByRole('group', { name: 'Versions of 1 of 1' }).getByRole('button');
  const [number, others] = [/^[1-4]$/, '2 other answers'];
  await expect(versions).toHaveText([number, number, others]);
  await writer.screenshot(test.info().outputPath('folded.png'));
  await versions.getByText(others).click();
  await expect(versions).toHaveText(['1', '2', '3', '4', others]);
  await writer.screenshot(test.info().outputPath('unfolded.png'));
  await writer.page.getByRole('tab', { name: 'Passage', exact: true }).click();
  const listed = writer.page.getByRole('region', { name: 'Versions' }).getByRole('listitem');
  await expect(listed.filter({ visible: true })).toHaveCount(2);
  await writer.page.getByRole('group').getByText(others).click();
  await expect(listed.filter({ visible: true })).toHaveCount(4);
  await writer.screenshot(test.info().outputPath('passage.png'));
  await writer.manuscript.focus();
  await writer.press('Control+Z');
  await expect.poll(() => writer.text()).toBe(OPENING + ways[0] + ENDING);
  await writer.press('Control+Z');
  await expect.poll(() => writer.text()).toBe(STORY);
  await writer.waitUntilSaved();
});

test('the built-in agent bridges two sides of the caret, with the page in view', async ({ desk }) => {
  desk.prefer({ theme: 'dark' });
  const writer = await desk.open('story.aspen');
  await writer.manuscript.focus();
  await writer.page.keyboard.insertText(STORY);
  await caretAfter(writer, OPENING + SENTENCE);
  await writer.press('Alt+Y');
  const bridge = bar(writer, 'Bridge');
  await expect(answer(writer, '1')).toHaveAttribute('aria-disabled', 'false', { timeout: 20_000 });
  const offered = writer.manuscript.getByRole('insertion');
  await expect(offered).toBeVisible();
  await writer.screenshot(test.info().outputPath('bridge.png'));
  await expect.poll(() => writer.text()).toBe(STORY);
  await expect(writer.manuscript).toContainText('Ada put down her pen.');
  await expect(bridge.getByRole('button', { name: 'Stop' })).toBeHidden({ timeout: 20_000 });
  expect(await axeViolations(writer)).toEqual([]);
  await writer.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setContentSize(900, 600);
  });
  await expect.poll(() => writer.page.evaluate(() => innerWidth)).toBe(900);
  await writer.screenshot(test.info().outputPath('small.png'));
  await expect.poll(() => writer.page.evaluate(fitComplaints)).toEqual([]);
  const words = (await offered.textContent()) ?? '';
  await bridge.getByRole('button', { name: 'Keep' }).click();
  await expect(bridge).toBeHidden();
  const joined = OPENING + SENTENCE + words + ENDING;
  await expect.poll(() => writer.text()).toBe(joined);
  expect(joined).not.toMatch(/ {2}/);
  await writer.press('Control+Z');
  await expect.poll(() => writer.text()).toBe(STORY);
  await writer.waitUntilSaved();
});
