/** Branching from the middle of a text (`domain.md`, *Forks*): nothing that follows is ever out of reach. */
import { readGrove } from '../helpers/grove-facts.ts';
import { axeViolations } from './axe.ts';
import { expect, test } from './test.ts';
import type { Writer } from './writer.ts';

const PARAGRAPHS = Array.from(
  { length: 10 },
  (_, index) => `Paragraph ${index + 1}: the lamp was lit, and nobody came.`,
);
const WHOLE = PARAGRAPHS.join('\n');
const BEFORE = `${PARAGRAPHS.slice(0, 2).join('\n')}\nParagraph 3: the lamp was lit`;

/** A text of ten paragraphs, saved, with the caret in the middle of the third. */
async function writeTenParagraphs(writer: Writer): Promise<void> {
  await writer.manuscript.click();
  for (const [index, paragraph] of PARAGRAPHS.entries()) {
    await writer.page.keyboard.insertText(paragraph);
    if (index < PARAGRAPHS.length - 1) await writer.press('Enter');
    if (index === 4) await writer.press('Control+s');
  }
  await writer.press('Control+s');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '2');
  await writer.waitUntilSaved();
  await writer.press('Control+Home', 'ArrowDown', 'ArrowDown', 'Home');
  await writer.press(...Array.from('Paragraph 3: the lamp was lit', () => 'ArrowRight'));
}

const rest = ({ page }: Writer) => page.getByRole('button', { name: /words? follows? on your branch/ });
const marker = ({ page }: Writer, place: string) =>
  page.getByRole('group', { name: `Continuation ${place}`, exact: true });

test('alternatives in the middle of ten paragraphs are stepped through, written on and undone', async ({
  desk,
}, info) => {
  const writer = await desk.open('story.aspen');
  await writeTenParagraphs(writer);
  await writer.press('Control+Enter');
  // The text itself, and three continuations of what comes before the caret.
  await writer.waitForContinuations(4);
  const options = writer.continuations.getByRole('option');
  await expect(options.first()).toHaveText(/^1 of 4.*, and nobody came/);
  await expect(writer.status).toContainText(/[234] of 4/);
  await expect(rest(writer)).toBeVisible();
  await writer.screenshot(info.outputPath('continuations.png'));
  await expect.poll(() => writer.text()).toContain(BEFORE);

  // One's own, beside them.
  await writer.press('Alt+ArrowLeft');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '1');
  await writer.type(' for nobody.');
  await writer.press('Control+s');
  await expect(writer.status).toContainText('5 of 5');
  const own = `${BEFORE} for nobody.`;
  await expect.poll(() => writer.text()).toBe(own);

  await writer.press('Alt+1');
  await expect(writer.status).toContainText('1 of 5');
  await expect.poll(() => writer.text()).toBe(WHOLE);
  await expect(rest(writer)).toHaveCount(0);
  await expect(marker(writer, '1 of 5')).toBeVisible();
  expect(await axeViolations(writer)).toEqual([]);
  await writer.screenshot(info.outputPath('first.png'));

  // Each is written on, and keeps what was written.
  const written: string[] = [];
  for (const number of [2, 3, 4, 5]) {
    await writer.press('Alt+ArrowDown');
    await expect(writer.status).toContainText(`${number} of 5`);
    await expect(marker(writer, `${number} of 5`)).toBeVisible();
    await writer.press('Control+End');
    await writer.type(` On ${number}.`);
    await writer.press('Control+s');
    await writer.waitUntilSaved();
    written.push(await writer.text());
    await writer.press('Alt+ArrowLeft');
  }
  await writer.press('Alt+ArrowDown');
  await expect(writer.status).toContainText('1 of 5');
  await writer.press('Control+Home', 'ArrowDown', 'ArrowDown');
  await writer.press('Control+ArrowRight', 'Control+ArrowRight');
  await writer.type(' (three)');
  await writer.press('Control+s');
  await writer.waitUntilSaved();
  await marker(writer, '1 of 5').getByRole('button', { name: /^Next/ }).click();
  const edited = (text: string | undefined) => text?.replace('Paragraph 3', 'Paragraph 3 (three)');
  await expect.poll(() => writer.text()).toBe(edited(written[0]));
  await marker(writer, '2 of 5')
    .getByRole('button', { name: /^Previous/ })
    .click();
  await expect.poll(() => writer.text()).toBe(edited(WHOLE));
  expect(readGrove(desk.file('story.aspen')).verified).toBeGreaterThan(12);

  await writer.manuscript.click();
  for (let steps = 0; (await writer.text()) !== '' && steps < 60; steps++) await writer.press('Control+z');
  await expect.poll(() => writer.text()).toBe('');
});
