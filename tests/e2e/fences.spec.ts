import { axeViolations } from './axe.ts';
import { askAgents, expect, test } from './voices.ts';
import type { Writer } from './writer.ts';

/** Prompt fences: a prompt in the text whose result takes its place (`layers.md`, *Prompt fences*). */

const fence = (info: string, body: string) => `\`\`\`prompt ${info}\n${body}\n\`\`\``;
const bar = (writer: Writer) => writer.page.getByRole('region', { name: 'Prompt', exact: true });
const answer = (writer: Writer, name: string) =>
  writer.page.getByRole('group', { name: 'Answers' }).getByRole('button', { name, exact: true });

test('a fence asks for a value, gives a result once, and all fences run in order', async ({
  desk,
  service,
}) => {
  service.setUp(desk, {});
  const writer = await desk.open('story.aspen');
  await writer.manuscript.focus();
  await askAgents(writer, [{ name: 'Muse' }], 1);
  await writer.manuscript.focus();
  const storm = fence('name=storm agent=Muse', 'A {{mood}} storm. {{before:1}}');
  await writer.page.keyboard.insertText(`The lamp went out.\n\n${storm}`);

  // Without its value, nothing is sent.
  await writer.press('Alt+g');
  const mood = bar(writer).getByRole('textbox', { name: 'mood' });
  await expect(mood).toBeFocused();
  await writer.press('Enter');
  await expect(bar(writer)).toContainText('{{mood}} has no value.');
  await mood.fill('dry');
  await writer.press('Enter');
  const voice = await service.request(0);
  expect(JSON.stringify(voice.asked.json)).toContain('A dry storm. The lamp went out.');
  voice.say('It broke over the roofs.').end();
  await expect.poll(() => writer.text()).toBe('The lamp went out.\n\nIt broke over the roofs.');
  await expect(answer(writer, '1')).toHaveAttribute('aria-pressed', 'true');
  await writer.screenshot(test.info().outputPath('result.png'));
  expect(await axeViolations(writer)).toEqual([]);

  // The fence is the older version; run once more, it uses what is recorded.
  await answer(writer, 'Original').click();
  await expect.poll(() => writer.text()).toContain('prompt name=storm');
  await writer.press('Escape');
  await writer.page.getByRole('button', { name: 'Run the prompt storm' }).click();
  await bar(writer).getByRole('button', { name: 'Run' }).click();
  await expect(bar(writer)).toContainText('1 recorded result was reused; nothing was sent.');
  await expect.poll(() => writer.text()).toBe('The lamp went out.\n\nIt broke over the roofs.');
  await writer.press('Escape');

  // Others have its output, and run in their order.
  await writer.press('Control+End');
  const two = fence('name=b agent=Muse', 'After {{fence:a}}');
  const one = fence('name=a agent=Muse', 'Then {{fence:storm}}');
  await writer.page.keyboard.insertText(`\n\n${two}\n\n${one}`);
  await writer.screenshot(test.info().outputPath('fences.png'));
  await writer.command('Run all prompts');
  const first = await service.request(1);
  expect(JSON.stringify(first.asked.json)).toContain('Then It broke over the roofs.');
  first.say('Rain.').end();
  const second = await service.request(2);
  expect(JSON.stringify(second.asked.json)).toContain('After Rain.');
  second.say('Sun.').end();
  await expect
    .poll(() => writer.text())
    .toBe('The lamp went out.\n\nIt broke over the roofs.\n\nSun.\n\nRain.');
  await writer.waitUntilSaved();
});
