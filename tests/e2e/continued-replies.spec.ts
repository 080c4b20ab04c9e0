import type { Locator } from '@playwright/test';
import { GO_ON_INSTRUCTION } from '../../src/core/context/messages.ts';
import { REPLY_STILL_ARRIVES } from '../../src/ui-text/conversation.ts';
import { axeViolations } from './axe.ts';
import { button, messagesOf, openConversation, takePictures } from './conversations.ts';
import { askAgents, expect, test } from './voices.ts';

/** A reply that was cut off is continued, as one message in parts (`dialogue.md`, *Replies*). */

function partOf(message: Locator, number: number, count: number): Locator {
  return message.getByRole('group', { name: `Part ${number} of ${count}`, exact: true });
}

test('a cut reply is continued, its second part alone requested again, undone and redone', async ({
  desk,
  service,
}, info) => {
  service.setUp(desk, {}, ['ada']);
  const writer = await openConversation(desk);
  const { page } = writer;
  const messages = messagesOf(writer);
  await askAgents(writer, [{ name: 'Ada', style: 'chat' }], 1);
  await page.keyboard.type('Who keeps the lighthouse?');
  await writer.press('Enter');
  (await service.request(0)).say('The **old** keep').end('length');
  await expect(messages).toHaveCount(2);
  const reply = messages.nth(1);
  await expect(reply).toHaveAccessibleName('Ada, 2 of 2');

  // It streams in the same message, which is sent as it is.
  await page.keyboard.type('And when ');
  await reply.hover();
  await takePictures(writer, (name) => info.outputPath(name), 'cut');
  await button(reply, 'Continue reply').click();
  const second = await service.request(1);
  expect(second.sent).toEqual(['user: Who keeps the lighthouse?', 'assistant: The **old** keep']);
  second.say('er, I');
  await expect(reply).toContainText('The old keeper, I');
  await expect(messages).toHaveCount(2);
  await expect(reply).toHaveAttribute('aria-busy', 'true');
  second.say(' fear.\n\n').end('length');
  await expect(reply).not.toHaveAttribute('aria-busy');
  await expect(reply.getByRole('group', { name: /^Part / })).toHaveCount(2);
  await expect(reply.locator('[data-message-text]')).toHaveText('The old keeper, I fear.');
  await expect(reply).toHaveAttribute('aria-posinset', '2');
  await expect(writer.composer).toContainText('And when');

  // The second part alone is requested again.
  await partOf(reply, 2, 2).hover();
  await button(partOf(reply, 2, 2), 'Regenerate').click();
  const again = await service.request(2);
  expect(again.sent).toEqual(second.sent);
  again.say('sake of a keeper.').end();
  await expect(partOf(reply, 2, 2).getByRole('group', { name: 'Alternatives' })).toContainText('2 of 2');
  await expect(partOf(reply, 1, 2).getByRole('group', { name: 'Alternatives' })).toHaveCount(0);
  await button(partOf(reply, 2, 2), 'Previous alternative').click();
  await expect(reply.locator('[data-message-text]')).toHaveText('The old keeper, I fear.');
  await button(partOf(reply, 2, 2), 'Next alternative').click();
  await expect(reply.locator('[data-message-text]')).toHaveText('The old keepsake of a keeper.');
  await expect(reply).toHaveAccessibleName('Ada, 2 of 2, 2 of 2');
  await takePictures(writer, (name) => info.outputPath(name), 'parts');
  expect(await axeViolations(writer)).toEqual([]);

  // Words are found across the seam.
  await writer.press('Control+f');
  await page.getByRole('searchbox', { name: 'Find' }).pressSequentially('keepsake');
  await expect(page.getByRole('search').getByText('1 of 1', { exact: true })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => [...(CSS.highlights.get('message-found-current') ?? [])].map(String)))
    .toEqual(['keepsake']);
  await writer.press('Escape');

  // Each step of it is undone, and done again.
  await writer.composer.click();
  await writer.command('Undo');
  await expect(reply.locator('[data-message-text]')).toHaveText('The old keeper, I fear.');
  await writer.command('Undo');
  await expect(reply.locator('[data-message-text]')).toHaveText('The old keep');
  await expect(reply.getByRole('group', { name: /^Part / })).toHaveCount(0);
  await writer.command('Redo');
  await expect(reply.locator('[data-message-text]')).toHaveText('The old keeper, I fear.');
  await writer.command('Redo');
  await expect(reply.locator('[data-message-text]')).toHaveText('The old keepsake of a keeper.');

  // A part is edited by itself.
  await partOf(reply, 2, 2).hover();
  await button(partOf(reply, 2, 2), 'Edit').click();
  const edit = reply.getByRole('textbox', { name: 'Edit message' });
  await expect(edit).toHaveText('sake of a keeper.');
  await takePictures(writer, (name) => info.outputPath(name), 'edited-part');
  await writer.press('End');
  await page.keyboard.type(' Alas.');
  await button(reply, 'Fix in place').click();
  await expect(reply.locator('[data-message-text]')).toHaveText('The old keepsake of a keeper. Alas.');
  await writer.close();
  expect(writer.complaints).toEqual([]);

  const reopened = await desk.reopen('talk.aspen');
  await expect(messagesOf(reopened)).toHaveCount(2);
  await expect(messagesOf(reopened).nth(1).locator('[data-message-text]')).toHaveText(
    'The old keepsake of a keeper. Alas.',
  );
  await reopened.close();
  expect(reopened.complaints).toEqual([]);
});

test('a model that has not been seen to go on is told to; by keyboard, only where a reply was cut off', async ({
  desk,
  service,
}) => {
  service.setUp(desk);
  const writer = await openConversation(desk);
  const { page } = writer;
  const messages = messagesOf(writer);
  await askAgents(writer, [{ name: 'Ada', style: 'chat' }], 1);
  await page.keyboard.type('Who keeps the lighthouse?');
  await writer.press('Enter');
  const first = await service.request(0);
  first.say('The old keeper of the lighthouse');
  await expect(messages.nth(1)).toContainText('The old keeper');
  await writer.press('Alt+g');
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText(REPLY_STILL_ARRIVES);
  first.end('length');
  await expect(messages.nth(1)).toContainText('cut');
  await writer.press('Alt+g');
  const second = await service.request(1);
  expect(second.sent).toEqual([
    'user: Who keeps the lighthouse?',
    'assistant: The old keeper of the lighthouse',
    `user: ${GO_ON_INSTRUCTION}`,
  ]);
  // Its repetition is left out, and the space that it leaves out is there.
  second.say('keeper of the lighthouse ').say('does.').end();
  await expect(messages.nth(1).locator('[data-message-text]')).toHaveText(
    'The old keeper of the lighthouse does.',
  );
  // That part is complete.
  await writer.press('Alt+g');
  await expect(button(messages.nth(1), 'Continue reply')).toHaveCount(0);
  await page.keyboard.type('Thank you.');
  await writer.press('Enter');
  const third = await service.request(2);
  expect(third.sent).toEqual([
    'user: Who keeps the lighthouse?',
    'assistant: The old keeper of the lighthouse does.',
    'user: Thank you.',
  ]);
  third.say('Always.').end();
  await expect(messages).toHaveCount(4);
  await expect(messages.nth(3)).toHaveAccessibleName('Ada, 4 of 4');
  // Up goes from message to message, Alt+Left to the part before.
  await messages.nth(3).focus();
  await writer.press('ArrowUp');
  await writer.press('ArrowUp');
  await expect(messages.nth(1)).toBeFocused();
  await expect(partOf(messages.nth(1), 2, 2)).toHaveAttribute('data-current', 'true');
  await writer.press('Alt+r');
  const fourth = await service.request(3);
  expect(fourth.sent.slice(0, 2)).toEqual(second.sent.slice(0, 2));
  fourth.say('is gone.').end();
  await expect(messages).toHaveCount(2);
  await expect(messages.nth(1).locator('[data-message-text]')).toHaveText(
    'The old keeper of the lighthouse is gone.',
  );
  await writer.close();
  expect(writer.complaints).toEqual([]);
});
