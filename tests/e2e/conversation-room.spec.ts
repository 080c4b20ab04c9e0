import { button, messagesOf } from './conversations.ts';
import { askAgents, createAgent, expect, test } from './voices.ts';
import { frames } from './waits.ts';
import type { Writer } from './writer.ts';

/** A conversation beside its text has room, and an empty one says what an agent can do there (`interface.md`, `dialogue.md`). */

async function resize({ app, page }: Writer, width: number, height: number): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, size) => {
      BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height);
    },
    { width, height },
  );
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
}

test('a story is read by an agent from the empty tab, and its conversation has room beside the text', async ({
  desk,
  service,
}) => {
  service.setUp(desk);
  const writer = await desk.open('orchard.aspen');
  const { page } = writer;
  await expect(writer.manuscript).toBeVisible();
  await writer.type('It rained all night.');
  await page.getByRole('tab', { name: 'Talk' }).click();
  // The built-in model cannot read a story, so this leads to one that can.
  await button(page, 'Let an agent read this story').click();
  await expect(page.getByRole('main', { name: 'Connect a model' })).toBeVisible();
  await writer.press('Escape');
  await createAgent(writer, { name: 'Ada', style: 'chat' });
  await button(page, 'Let an agent read this story').click();
  const voice = await service.request(0);
  expect(voice.model).toBe('ada');
  expect(voice.sent.at(-1)).toMatch(/Read this story/);
  voice.say('It begins with rain, and with nobody to be wet by it.').end();
  await expect(messagesOf(writer)).toHaveCount(2);

  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  const widthAt = async (width: number) => {
    await resize(writer, width, 720);
    return inspector.evaluate((pane) => Math.round(pane.getBoundingClientRect().width));
  };
  expect(await widthAt(1_440)).toBe(420);
  expect(await widthAt(1_279)).toBe(320);
  expect(await widthAt(900)).toBe(320);
  expect(await widthAt(1_280)).toBe(420);

  // While the composer has the keyboard there is one button that asks, with who answers beside it.
  const generate = button(page, 'Generate');
  await writer.composer.click();
  await expect(generate).toBeHidden();
  for (const width of [1_280, 900]) {
    await resize(writer, width, 720);
    const asked = await page.getByRole('button', { name: /^Ada · 1 reply/ }).boundingBox();
    const send = await button(page, 'Send').boundingBox();
    expect(Math.abs((asked?.y ?? 0) - (send?.y ?? 99))).toBeLessThan(4);
  }
  await page.getByRole('button', { name: /^Ada · 1 reply/ }).click();
  await expect(page.getByRole('textbox', { name: /How many/ })).toBeVisible();
  await expect(generate).toBeHidden();
  await writer.press('Escape');
  await writer.manuscript.click();
  await expect(generate).toBeVisible();

  // Between two messages there is no more room than their buttons take.
  const own = messagesOf(writer).first();
  await page.mouse.move(0, 0);
  const gap = await own.evaluate((article) => {
    const text = article.querySelector('[data-message-text]')?.getBoundingClientRect();
    return article.getBoundingClientRect().bottom - (text?.bottom ?? 0);
  });
  expect(gap).toBeLessThanOrEqual(32);
  await own.hover();
  for (const name of ['Copy', 'Edit', 'Bookmark', 'More']) await expect(button(own, name)).toBeVisible();
  await button(own, 'Copy').hover();
  await expect(page.getByText('Copy', { exact: true })).toBeVisible();
  await frames(page, 2);
  await writer.close();
  expect(writer.complaints).toEqual([]);
});

test('an empty conversation offers the same, until something is written in it', async ({ desk, service }) => {
  service.setUp(desk);
  const writer = await desk.open('orchard.aspen');
  const { page } = writer;
  await expect(writer.manuscript).toBeVisible();
  await writer.type('It rained all night.');
  await page.getByRole('tab', { name: 'Talk' }).click();
  await button(page, 'New conversation about this tree').click();
  await expect(writer.composer).toBeFocused();
  await askAgents(writer, [{ name: 'Ada', style: 'chat' }], 1);
  await page.keyboard.type('I');
  await expect(button(page, 'Let an agent read this story')).toBeHidden();
  await writer.press('Backspace');
  await button(page, 'Let an agent read this story').click();
  (await service.request(0)).say('It rains.').end();
  await expect(messagesOf(writer)).toHaveCount(2);
  await expect(page.getByText(/An agent can read this story/)).toBeHidden();
  await writer.close();
  expect(writer.complaints).toEqual([]);
});
