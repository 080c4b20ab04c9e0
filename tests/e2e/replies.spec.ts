import { axeViolations } from './axe.ts';
import { button, messagesOf, openConversation, takePictures } from './conversations.ts';
import { askAgents, createAgent, expect, test } from './voices.ts';

/** Repliers to a message, and additions to a reply (`dialogue.md`, *Replies*). */

test('what a model reasoned is folded above its reply, and still there after a restart', async ({
  desk,
  service,
}, info) => {
  service.setUp(desk);
  const writer = await openConversation(desk);
  const messages = messagesOf(writer);
  await askAgents(
    writer,
    [
      { name: 'Ada', style: 'chat' },
      { name: 'Bo', style: 'chat' },
    ],
    1,
  );
  await writer.page.keyboard.type('Who keeps the lighthouse?');
  await writer.press('Enter');
  await expect.poll(() => service.voices.length).toBe(2);
  const [ada, bo] = service.voices;
  ada?.reason('They ask about').reason(' a keeper.');
  await expect(messages.nth(1)).toContainText('Thinking …');
  ada?.say('I *do*.').end();
  bo?.reason('A keeper, then.', 'reasoning').say('Nobody.').end();
  await expect(messages).toHaveCount(2);
  const reply = messages.nth(1);
  const summary = reply.getByText('Reasoning', { exact: true });
  await expect(summary).toBeVisible();
  await expect(reply).toHaveText(/I do\./);
  await expect(reply.getByText('They ask about a keeper.')).toBeHidden();
  // By keyboard.
  await summary.focus();
  await writer.press('Enter');
  await expect(reply.getByText('They ask about a keeper.')).toBeVisible();
  await takePictures(writer, (name) => info.outputPath(name), 'reasoning');
  expect(await axeViolations(writer)).toEqual([]);
  await writer.command('Show or hide the reasoning');
  await expect(reply.getByText('They ask about a keeper.')).toBeHidden();
  // Formatting is toggled by a command, too.
  await expect(reply.locator('em')).toHaveText('do');
  await writer.command('Format the Markdown of messages');
  await expect(reply).toHaveText(/I \*do\*\./);
  await writer.command('Format the Markdown of messages');
  await expect(reply.locator('em')).toHaveText('do');
  await writer.composer.click();
  await writer.press('ArrowRight');
  await expect(messages.nth(1)).toContainText('Nobody.');
  await writer.command('Filter the continuations');
  await expect(writer.page.getByRole('searchbox', { name: 'Filter alternatives' })).toBeFocused();
  await writer.press('Escape');
  await messages.nth(1).getByText('Reasoning', { exact: true }).click();
  await expect(messages.nth(1).getByText('A keeper, then.')).toBeVisible();

  // It is no part of the conversation that models are sent.
  await writer.composer.click();
  await writer.page.keyboard.type('Truly?');
  await writer.press('Enter');
  await expect.poll(() => service.voices.length).toBe(4);
  expect(service.voices.slice(2).flatMap(({ sent }) => sent.filter((one) => one.includes('keeper')))).toEqual(
    [],
  );
  for (const voice of service.voices.slice(2)) voice.say('Yes.').end();
  await expect(messages).toHaveCount(4);
  await expect(messages.nth(3).getByText('Reasoning', { exact: true })).toHaveCount(0);
  await writer.close();
  expect(writer.complaints).toEqual([]);

  const again = await desk.open('talk.aspen');
  const replyAgain = messagesOf(again).nth(1);
  await replyAgain.getByText('Reasoning', { exact: true }).click();
  await expect(replyAgain.getByText('A keeper, then.')).toBeVisible();
  await again.close();
  expect(again.complaints).toEqual([]);
});

test('a reply that broke off says so below the message, and joins the conversation when it is chosen', async ({
  desk,
  service,
}, info) => {
  service.setUp(desk);
  const writer = await openConversation(desk);
  const messages = messagesOf(writer);
  await askAgents(writer, [{ name: 'Ada', style: 'chat' }], 1);
  await writer.page.keyboard.type('Who keeps the lighthouse?');
  await writer.press('Enter');
  const ada = await service.request(0);
  ada.say('Her brother, since');
  await expect(messages.nth(1)).toContainText('since');
  ada.breakOff();
  const said = writer.page.getByRole('group', { name: 'Failed replies' });
  await expect(said).toContainText(
    'Ada: The provider broke off in the middle of its answer. What arrived is kept.',
  );
  await takePictures(writer, (name) => info.outputPath(name), 'broke-off');
  await button(said, 'Show it').click();
  await expect(messages.nth(1)).toContainText('Her brother, since');
  await expect(said).toBeHidden();
});

test('two agents reply in turn, each to the one before, while the writer types on', async ({
  desk,
  service,
}, info) => {
  service.setUp(desk);
  const writer = await openConversation(desk);
  const { page } = writer;
  const messages = messagesOf(writer);
  await askAgents(
    writer,
    [
      { name: 'Ada', style: 'chat' },
      { name: 'Bo', style: 'chat' },
    ],
    2,
  );
  const asked = button(page, 'Ada and Bo · 2 replies of about 300 words from each');
  await asked.click();
  const inTurn = page.getByRole('checkbox', { name: 'In turn' });
  await expect(inTurn).toHaveAccessibleDescription('Side by side: each replies to your message.');
  await inTurn.click();
  await expect(inTurn).toHaveAccessibleDescription(
    'One after the other: each replies once, to the one before.',
  );
  await takePictures(writer, (name) => info.outputPath(name), 'in-turn-choice');
  expect(await axeViolations(writer)).toEqual([]);
  await writer.press('Escape');
  await expect(button(page, 'Ada, then Bo · 1 reply of about 300 words from each')).toBeVisible();
  // By keyboard alone.
  await writer.command('Agents reply in turn, or at once');
  await expect(asked).toBeVisible();
  await writer.command('Agents reply in turn, or at once');
  await writer.composer.click();

  await page.keyboard.type('Who keeps the lighthouse?');
  await writer.press('Enter');
  const ada = await service.request(0);
  await page.keyboard.type('And who ');
  await expect(page.getByText('Bo: waiting for Ada', { exact: true })).toBeVisible();
  await writer.screenshot(info.outputPath('waiting.png'));
  ada.say('I do. ').end();
  const bo = await service.request(1);
  expect(bo.model).toBe('bo');
  await expect(page.getByText('Bo: waiting for Ada', { exact: true })).toBeHidden();
  expect(bo.sent.at(-1)).toBe('user: Writer: Who keeps the lighthouse?\n\nAda: I do.');
  await expect(messages).toHaveCount(3);
  bo.say('She does.');
  await expect(messages.nth(2)).toContainText('She does.');
  await writer.screenshot(info.outputPath('in-turn.png'));
  await page.keyboard.type('else?');
  bo.end();
  await expect(messages.nth(2)).toHaveAccessibleName('Bo, 3 of 3');
  await expect(button(page, 'Stop')).toBeHidden();
  await expect(writer.composer).toHaveText('And who else?');
  expect(service.voices).toHaveLength(2);

  // Stop ends the round.
  await writer.press('Enter');
  (await service.request(2)).say('Nobody');
  await expect(messages.nth(4)).toContainText('Nobody');
  await writer.press('Escape');
  await expect(button(page, 'Stop')).toBeHidden();
  await expect(messages).toHaveCount(5);
  expect(service.voices).toHaveLength(3);
  await writer.close();
  expect(writer.complaints).toEqual([]);

  const again = await desk.open('talk.aspen');
  await expect(button(again.page, 'Ada, then Bo · 1 reply of about 300 words from each')).toBeVisible();
  await again.close();
  expect(again.complaints).toEqual([]);
});

test('@Name at the start of a message picks the one agent that replies', async ({ desk, service }, info) => {
  service.setUp(desk);
  const writer = await openConversation(desk);
  const { page, composer } = writer;
  const messages = messagesOf(writer);
  await askAgents(
    writer,
    [
      { name: 'Ada', style: 'chat' },
      { name: 'Bo', style: 'chat' },
      { name: 'Ada Lovelace', style: 'chat' },
    ],
    1,
  );
  const options = page.getByRole('listbox', { name: 'Agents' }).getByRole('option');
  await page.keyboard.type('@');
  await expect(options).toHaveText(['Offline', 'Ada', 'Bo', 'Ada Lovelace']);
  await page.keyboard.type('a');
  await expect(options).toHaveText(['Ada', 'Ada Lovelace']);
  await writer.press('ArrowDown');
  const chosen = options.filter({ hasText: 'Lovelace' });
  await expect(chosen).toHaveAttribute('aria-selected', 'true');
  // The keyboard stays in the text; a screen reader hears which name is highlighted.
  await expect(composer).toBeFocused();
  await expect(composer).toHaveAttribute('aria-activedescendant', String(await chosen.getAttribute('id')));
  await takePictures(writer, (name) => info.outputPath(name), 'addressees');
  expect(await axeViolations(writer)).toEqual([]);
  await writer.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(composer).not.toHaveAttribute('aria-activedescendant');
  await writer.press('Backspace');
  await page.keyboard.type('b');
  await expect(options).toHaveText(['Bo']);
  await writer.press('Enter');
  await expect(composer).toHaveText('@Bo ');
  await expect(options).toHaveCount(0);
  await expect(button(page, 'Bo · 1 reply of about 300 words')).toBeVisible();
  // The Sent tab shows what that one would be sent.
  await writer.command('Sent tab');
  await expect(page.getByRole('tabpanel', { name: 'Sent' })).toContainText(/To\s*Bo/);
  await composer.click();
  await page.keyboard.type('who is there?');
  await writer.press('Enter');
  const bo = await service.request(0);
  expect(bo.model).toBe('bo');
  expect(bo.sent).toEqual(['user: @Bo who is there?']);
  bo.say('I am.').end();
  await expect(messages).toHaveCount(2);
  await expect(messages.nth(0)).toContainText('@Bo who is there?');
  await expect(button(page, 'Ada and 2 others · 1 reply of about 300 words from each')).toBeVisible();

  // Another reply to that message is by the same one.
  await messages.nth(1).hover();
  await button(messages.nth(1), 'Regenerate').click();
  const again = await service.request(1);
  expect(again.model).toBe('bo');
  again.end();
  await expect(button(page, 'Stop')).toBeHidden();
  await messages.nth(1).focus();
  await writer.press('Alt+r');
  const oneMore = await service.request(2);
  expect(oneMore.model).toBe('bo');
  oneMore.end();
  await expect(button(page, 'Stop')).toBeHidden();

  // From the palette, and with the mouse.
  await composer.click();
  await page.keyboard.type('And you?');
  await writer.command('Address one agent by name: @Name');
  await expect(options).toHaveCount(4);
  await options.nth(1).click();
  await expect(composer).toBeFocused();
  await expect(composer).toHaveText('@Ada And you?');
  await writer.press('Control+Enter');
  const ada = await service.request(3);
  expect(ada.model).toBe('ada');
  ada.say('Me, too.').end();
  await expect(messages).toHaveCount(4);
  expect(service.voices).toHaveLength(4);
  await writer.close();
  expect(writer.complaints).toEqual([]);
});

test('a reply is regenerated with another agent and an instruction, which a note keeps', async ({
  desk,
  service,
}, info) => {
  service.setUp(desk);
  const writer = await openConversation(desk);
  const { page } = writer;
  const messages = messagesOf(writer);
  await askAgents(writer, [{ name: 'Ada', style: 'chat' }], 1);
  await createAgent(writer, { name: 'Bo', style: 'chat' });
  await page.keyboard.type('Who keeps the lighthouse?');
  await writer.press('Enter');
  (await service.request(0)).say('I, Ada, have kept it for years.').end();
  await expect(messages).toHaveCount(2);

  await messages.nth(1).hover();
  await button(messages.nth(1), 'More').click();
  await page.getByRole('menuitem', { name: 'Regenerate with…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Regenerate with…' });
  const instruction = dialog.getByRole('textbox', { name: 'Instruction' });
  // Another agent than the one that wrote it.
  await dialog.getByRole('combobox', { name: 'Agent' }).selectOption('Bo');
  await instruction.fill('In one word.');
  await takePictures(writer, (name) => info.outputPath(name), 'regenerate-with');
  expect(await axeViolations(writer)).toEqual([]);
  await button(dialog, 'Regenerate').click();
  await expect(dialog).toBeHidden();
  const bo = await service.request(1);
  expect(bo.model).toBe('bo');
  expect(bo.sent).toEqual(['user: Who keeps the lighthouse?\n\nIn one word.']);
  bo.say('Nobody.').end();
  // It is shown, as a reply is.
  await expect(messages.nth(1)).toHaveAccessibleName('Bo, 2 of 2, 2 of 2');
  await expect(messages.nth(1)).toContainText('Nobody.');
  await expect(messages.nth(0)).toContainText('notes');

  // By keyboard, without an instruction.
  await messages.nth(1).focus();
  await writer.command('Regenerate with…');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Agent' }).selectOption('Ada');
  await instruction.focus();
  await writer.press('Control+Enter');
  const ada = await service.request(2);
  expect(ada.sent).toEqual(['user: Who keeps the lighthouse?']);
  ada.say('Still I.').end();
  await expect(messages.nth(1)).toHaveAccessibleName('Ada, 2 of 2, 3 of 3');
  await writer.close();
  expect(writer.complaints).toEqual([]);
});

test('a screen reader hears that a reply has arrived, once, and nothing while it streams', async ({
  desk,
  service,
}) => {
  service.setUp(desk);
  const writer = await openConversation(desk);
  const { page } = writer;
  const messages = messagesOf(writer);
  await askAgents(writer, [{ name: 'Ada', style: 'chat' }], 1);
  // Everything that any live region says.
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    const LIVE = '[aria-live], [role=log], [role=status], [role=alert]';
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest(LIVE) ?? null;
        if (region === null || region.getAttribute('aria-live') === 'off') continue;
        const text =
          target instanceof Text ? target.data : [...addedNodes].map((node) => node.textContent).join('');
        if (text !== '') said.push(text);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const said = () =>
    page.evaluate(() => (globalThis as unknown as { readonly said: readonly string[] }).said);
  await page.keyboard.type('Who keeps the lighthouse?');
  await writer.press('Enter');
  const ada = await service.request(0);
  for (const word of ['I ', 'do, ', 'as ', 'I ', 'have ', 'for ', 'years.']) {
    ada.say(word);
    await expect(messages.nth(1)).toContainText(word.trim());
    await expect(messages.nth(1)).toHaveAttribute('aria-busy', 'true');
  }
  ada.end();
  await expect(messages.nth(1)).not.toHaveAttribute('aria-busy');
  await expect.poll(said).toEqual(['Ada replied.']);

  // Two at once are announced together.
  await page.getByRole('button', { name: /reply of about [\d,]+ words/ }).click();
  await page.getByRole('textbox', { name: /How many/ }).fill('2');
  await writer.press('Escape');
  await writer.composer.click();
  await page.keyboard.type('Truly?');
  await writer.press('Enter');
  for (const index of [1, 2]) (await service.request(index)).say(`Truly ${index}.`).end();
  await expect(messages).toHaveCount(4);
  await expect.poll(said).toContain('2 replies are ready.');
  expect((await said()).filter((text) => /Truly|repl/.test(text))).toEqual([
    'Ada replied.',
    '2 replies are ready.',
  ]);
  await writer.close();
  expect(writer.complaints).toEqual([]);
});
