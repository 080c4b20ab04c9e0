import { axeViolations } from './axe.ts';
import { takePictures } from './conversations.ts';
import { askAgents, expect, test } from './voices.ts';

/** A reply is the last message whether or not its conversation is in view, and is marked until it was (`dialogue.md`, *Replies*). */
test('replies that end while the list, another tab or nothing of their conversation is shown', async ({
  desk,
  service,
}, info) => {
  service.setUp(desk);
  const writer = await desk.open('orchard.aspen');
  const { page } = writer;
  await expect(writer.manuscript).toBeVisible();
  await writer.type('The lake froze in one night.');
  const tab = page.getByRole('tab', { name: /^Talk/ });
  await tab.click();
  await page.getByRole('button', { name: 'New conversation about this tree' }).click();
  await expect(writer.composer).toBeFocused();
  await askAgents(writer, [{ name: 'Ada', style: 'chat' }], 1);
  const messages = page.getByRole('feed', { name: 'Conversation' }).getByRole('article');
  const ask = async (question: string) => {
    const count = service.voices.length;
    await writer.composer.click();
    await page.keyboard.type(question);
    await writer.press('Enter');
    await expect.poll(() => service.voices.length).toBe(count + 1);
    const voice = service.voices.at(-1);
    if (voice === undefined) throw new Error('nobody was asked');
    return voice;
  };
  const row = page.getByRole('list', { name: 'Trees' }).getByRole('listitem').first();

  const first = await ask('Who saw it?');
  await page.getByRole('button', { name: 'All conversations about this tree' }).click();
  first.say('1. A boy.\n\n2. His dog.').end();
  const listed = page.getByRole('list', { name: 'Conversations about this tree' });
  await expect(listed.getByRole('img', { name: '1 new reply' })).toBeVisible();
  await expect(tab).toHaveAccessibleName('Talk 1 new reply');
  await expect(row.getByRole('img', { name: '1 new reply' })).toBeVisible();
  await takePictures(writer, (name) => info.outputPath(name), 'unseen');
  expect(await axeViolations(writer)).toEqual([]);
  await listed.getByRole('button').first().click();
  await expect(messages).toHaveCount(2);
  await expect(messages.nth(1)).toContainText('His dog.');
  await expect(tab).toHaveAccessibleName('Talk');
  await expect(row.getByRole('img')).toHaveCount(0);

  const second = await ask('And then?');
  expect(second.sent).toContain('assistant: 1. A boy.\n\n2. His dog.');
  await page.getByRole('tab', { name: 'Sent' }).click();
  second.say('They went home.').end();
  await expect(tab).toHaveAccessibleName('Talk 1 new reply');
  await tab.click();
  await expect(messages).toHaveCount(4);
  await expect(messages.nth(3)).toContainText('They went home.');

  const third = await ask('Why?');
  await page.keyboard.type('Because');
  await writer.press('Control+\\');
  await expect(tab).toBeHidden();
  third.say('It was cold.').end();
  await expect(row.getByRole('img', { name: '1 new reply' })).toBeVisible();
  await writer.press('Control+\\');
  await expect(messages).toHaveCount(6);
  await expect(messages.nth(5)).toContainText('It was cold.');
  await expect(writer.composer).toHaveText('Because');
  await writer.close();
  expect(writer.complaints).toEqual([]);
});
