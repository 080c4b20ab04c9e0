import type { Locator } from '@playwright/test';
import { axeViolations } from './axe.ts';
import { askAgents, expect, test } from './voices.ts';
import type { Desk, Writer } from './writer.ts';

/** A conversation by its roles and names (`dialogue.md`, *The screen*). */

function feedOf({ page }: Writer): Locator {
  return page.getByRole('feed', { name: 'Conversation' });
}

function messagesOf(writer: Writer): Locator {
  return feedOf(writer).getByRole('article');
}

function button(within: Locator | Writer['page'], name: string): Locator {
  return within.getByRole('button', { name, exact: true });
}

async function openConversation(desk: Desk): Promise<Writer> {
  const writer = await desk.open('talk.aspen');
  await expect(writer.manuscript).toBeVisible();
  await writer.command('New conversation');
  await expect(writer.composer).toBeFocused();
  return writer;
}

/** Sends a message that nobody answers. */
async function say(writer: Writer, text: string, count: number): Promise<void> {
  await writer.page.keyboard.type(text);
  await writer.press('Enter');
  await expect(messagesOf(writer)).toHaveCount(count);
}

/** Messages are only kept from now on: the chosen agent is not asked. */
async function askNobody(writer: Writer): Promise<void> {
  await writer.page.getByRole('button', { name: /repl(y|ies) of about [\d,]+ words/ }).click();
  await writer.page.getByRole('checkbox', { name: 'Offline' }).click();
  await writer.press('Escape');
  await writer.composer.click();
}

test('two agents answer while the writer types on', async ({ desk, service }, info) => {
  service.setUp(desk);
  const writer = await openConversation(desk);
  const messages = messagesOf(writer);
  await askAgents(
    writer,
    [
      { name: 'Ada', style: 'chat' },
      { name: 'Bo', style: 'chat' },
    ],
    3,
  );
  await writer.page.keyboard.type('Who keeps the lighthouse?');
  await writer.press('Enter');
  await expect.poll(() => service.voices.length).toBe(4);
  await writer.page.keyboard.type('And who li');
  const [first] = service.voices;
  first?.say('I do. ');
  await expect(messages.nth(1)).toContainText('I do.');
  await writer.screenshot(info.outputPath('streaming.png'));
  await writer.page.keyboard.type('ghts it?');
  await writer.press('ArrowLeft', 'ArrowLeft');
  for (const voice of service.voices) voice.say('It is dark here.').end();
  await expect.poll(() => service.voices.length).toBe(6);
  for (const voice of service.voices.slice(4)) voice.say('It is dark here.').end();
  await expect(button(writer.page, 'Stop')).toBeHidden({ timeout: 15_000 });
  await expect(messages).toHaveCount(2);
  await expect(messages.nth(1)).toHaveAccessibleName('Ada, 2 of 2, 1 of 6');
  await expect(writer.composer).toBeFocused();
  await writer.page.keyboard.type('!');
  await expect(writer.composer).toHaveText('And who lights i!t?');
  await writer.screenshot(info.outputPath('answered.png'));

  // A copied reply keeps its author where it is pasted.
  await messages.nth(1).hover();
  await button(messages.nth(1), 'Copy').click();
  await messages.nth(0).hover();
  await button(messages.nth(0), 'Edit').click();
  const edit = writer.page.getByRole('textbox', { name: 'Edit message' });
  await expect(edit).toBeFocused();
  await writer.press('Control+v');
  await expect(edit).toHaveText('Who keeps the lighthouse?I do. It is dark here.');
  await expect(edit.locator('[data-author]')).toHaveText('I do. It is dark here.');
  await writer.press('Escape');
  await writer.composer.click();

  // The next message goes to both: each has the other's words as the user's, with names.
  await writer.press('Alt+ArrowDown', 'Alt+ArrowDown', 'Alt+ArrowDown');
  await expect(messages.nth(1)).toHaveAccessibleName('Bo, 2 of 2, 4 of 6');
  await expect(writer.composer).toHaveText('And who lights i!t?');
  expect(await axeViolations(writer)).toEqual([]);
  await writer.close();
  expect(writer.complaints).toEqual([]);
});

test('edits become branches and versions', async ({ desk }, info) => {
  const writer = await openConversation(desk);
  const messages = messagesOf(writer);
  await askNobody(writer);
  await say(writer, 'I am a lamp.', 1);
  await say(writer, 'Burn, then.', 2);
  await say(writer, 'I am.', 3);
  const edit = writer.page.getByRole('textbox', { name: 'Edit message' });

  // By keyboard, from the composer: the last own message.
  await writer.press('ArrowUp');
  await expect(edit).toBeFocused();
  await writer.page.keyboard.type(' Burning.');
  await writer.screenshot(info.outputPath('editing.png'));
  expect(await axeViolations(writer)).toEqual([]);
  await writer.press('Control+s');
  await expect(edit).toBeHidden();
  await expect(messages.nth(2)).toContainText('I am. Burning.');
  await expect(messages.nth(2)).toHaveAccessibleName('Writer, 3 of 3, 2 of 2');

  // In place, in the middle: what follows stays.
  await writer.composer.click();
  await writer.page.keyboard.type('Unsent');
  await messages.nth(0).hover();
  await button(messages.nth(0), 'Edit').click();
  await expect(edit).toBeFocused();
  await writer.press('Home');
  await writer.page.keyboard.type('Look: ');
  await writer.press('Alt+v');
  await expect(messages.nth(0)).toContainText('Look: I am a lamp.');
  await expect(messages.nth(0)).toContainText('version 2');
  await expect(messages).toHaveCount(3);

  // Cancelled, and brought back.
  await messages.nth(1).hover();
  await button(messages.nth(1), 'Edit').click();
  await writer.page.keyboard.type(' Brightly.');
  await writer.press('Escape');
  await expect(edit).toBeHidden();
  await expect(messages.nth(1)).not.toContainText('Brightly');
  await writer.command('Undo');
  await expect(edit).toHaveText('Burn, then. Brightly.');

  // A split writes what is before the caret; the edit waits until its message returns.
  await edit.click();
  await writer.press('Home', 'Control+ArrowRight');
  await writer.press('Alt+s');
  await expect(messages).toHaveCount(2);
  await expect(messages.nth(1)).toContainText('Burn');
  await expect(writer.composer).toHaveText('Unsent');
  await messages.nth(1).hover();
  await button(messages.nth(1), 'Previous alternative').click();
  await expect(edit).toHaveText('Burn, then. Brightly.');
  await writer.screenshot(info.outputPath('returned.png'));
  await writer.close();
  expect(writer.complaints).toEqual([]);
});

test('the composer and an open edit survive a crash', { tag: '@isolated' }, async ({ desk }) => {
  const writer = await openConversation(desk);
  await askNobody(writer);
  await say(writer, 'I am a lamp.', 1);
  await writer.press('ArrowUp');
  await writer.page.keyboard.type(' Or so I think.');
  await writer.composer.click();
  await writer.page.keyboard.type('Are you');
  await writer.press('Alt+ArrowLeft');
  await expect(messagesOf(writer)).toHaveCount(0);
  await expect(writer.composer).toHaveText('Are you');
  await writer.waitUntilSafe();
  await writer.kill();

  const again = await desk.open('talk.aspen');
  await expect(again.composer).toHaveText('Are you');
  await again.press('Alt+ArrowRight');
  await expect(again.page.getByRole('textbox', { name: 'Edit message' })).toHaveText(
    'I am a lamp. Or so I think.',
  );
  await again.close();
  expect(again.complaints).toEqual([]);
});

test('a conversation by keyboard alone', async ({ desk }) => {
  const writer = await openConversation(desk);
  const messages = messagesOf(writer);
  await askNobody(writer);
  for (const [index, text] of ['One.', 'Two.', 'Three.'].entries()) await say(writer, text, index + 1);
  await writer.press('Shift+Tab', 'Shift+Tab');
  await expect(feedOf(writer).locator(':focus')).toHaveCount(1);
  await messages.nth(2).focus();
  await writer.press('ArrowUp', 'ArrowUp');
  await expect(messages.nth(0)).toBeFocused();
  await writer.press('End');
  await expect(messages.nth(2)).toBeFocused();
  await writer.press('Home', 'e');
  await expect(writer.page.getByRole('textbox', { name: 'Edit message' })).toBeFocused();
  await writer.press('Escape');
  await expect(messages.nth(0)).toBeFocused();
  await writer.press('Enter');
  await expect(writer.composer).toBeFocused();
  await writer.press('Shift+Enter');
  await writer.page.keyboard.type('Four.');
  await expect(messages).toHaveCount(3);
  await writer.press('Enter');
  await expect(messages).toHaveCount(4);
  // A link is listed, written and followed.
  await writer.page.keyboard.type('Ask [[untitled s');
  const links = writer.page.getByRole('listbox', { name: 'Links' });
  await expect(links.getByRole('option', { name: 'Untitled story' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await writer.press('Enter');
  await expect(links).toBeHidden();
  await writer.press('Enter');
  await expect(messages).toHaveCount(5);
  await messages.nth(4).getByRole('link', { name: '[[Untitled story]]' }).focus();
  await writer.press('Enter', writer.manuscript);
  await writer.close();
  expect(writer.complaints).toEqual([]);
});

test('words are found in the messages, and the palette has only what a conversation can do', async ({
  desk,
}, info) => {
  const writer = await openConversation(desk);
  const messages = messagesOf(writer);
  await askNobody(writer);
  await say(writer, 'The lamp is lit, and the lamp is warm.', 1);
  await say(writer, 'Nothing else.', 2);
  await say(writer, 'A lamp, a lamp!', 3);
  await writer.press('Control+f');
  const find = writer.page.getByRole('searchbox', { name: 'Find' });
  await expect(find).toBeFocused();
  await find.pressSequentially('lamp');
  await expect(writer.page.getByText('1 of 4')).toBeVisible();
  await writer.press('Enter', 'Enter');
  await expect(writer.page.getByText('3 of 4')).toBeVisible();
  await expect(messages.nth(2)).toHaveAttribute('aria-current', 'true');
  const highlighted = await writer.page.evaluate(() =>
    ['message-found', 'message-found-current'].map((name) =>
      [...(CSS.highlights.get(name) ?? [])].map((range) => String(range)).join(' '),
    ),
  );
  expect(highlighted).toEqual(['lamp lamp lamp', 'lamp']);
  await writer.screenshot(info.outputPath('found.png'));
  await writer.press('Escape');
  await expect(find).toBeHidden();

  // Pruned by a command, and brought back by the notice.
  await messages.nth(1).focus();
  await writer.press('Control+Shift+Backspace');
  await expect(messages).toHaveCount(1);
  await button(writer.page.getByRole('region', { name: 'Notices' }), 'Undo').click();
  await expect(messages).toHaveCount(3);

  await writer.press('F1');
  const command = writer.page.getByRole('combobox', { name: 'Command' });
  const options = writer.page
    .getByRole('listbox')
    .getByRole('option', { disabled: false })
    .filter({ hasNotText: 'Settings' });
  await command.fill('export');
  await expect(options.filter({ hasText: 'Export as Markdown' })).toHaveCount(1);
  await expect(options.filter({ hasText: 'Export the history' })).toHaveCount(0);
  await writer.press('Escape');
  await writer.close();
  expect(writer.complaints).toEqual([]);
});

/** A message with everything that is formatted. */
const FORMATTED = `## The keeper’s log

*Nothing* to report but **wind**, ~~snow~~ and \`a lamp\`; see [the chart](https://charts.example/skerry) or https://tides.example.

> The lamp was lit at dusk.
> > It burned all night, it said.

1. Trim the wick.
2. Fill the lamp:
   - with oil,
   - to the line.

- [x] Wind the clock
- [ ] Write home

| Night | Weather | Ships |
|---|:-:|--:|
| 1 | fog | 3 |
| 2 | clear, with a light wind from the west | 12 |

\`\`\`js
const line = 'a long line of code that does not fit into the width of a message, and so scrolls inside it';
light(line);
\`\`\`

---

Caf&eacute;&nbsp;noir.`;

const HOSTILE = `<img src=x onerror="document.title='hacked'"> [x](javascript:alert(1)) ![](https://pictures.example/a.png) <script src="https://scripts.example/"></script>`;

test('Markdown is formatted, and what a message brings with it does nothing', async ({ desk }, info) => {
  const writer = await openConversation(desk);
  const { page } = writer;
  const messages = messagesOf(writer);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await askNobody(writer);
  const copied = () => writer.app.evaluate(({ clipboard }) => clipboard.readText());
  const send = async (text: string, count: number) => {
    await writer.app.evaluate(({ clipboard }, text) => clipboard.writeText(text), text);
    await writer.press('Control+v', 'Enter');
    await expect(messages).toHaveCount(count);
  };
  await send(FORMATTED, 1);
  await send(HOSTILE, 2);
  const [first, hostile] = [messages.nth(0), messages.nth(1)];
  await expect(hostile).toContainText('<img src=x onerror=');
  await expect(hostile.locator('img, script, [onerror], [src]')).toHaveCount(0);
  await expect(hostile.getByRole('link')).toHaveText(['Picture (pictures.example)']);
  await expect(first.getByRole('heading', { name: 'The keeper’s log' })).toHaveCount(1);
  await expect(first.getByRole('columnheader')).toHaveText(['Night', 'Weather', 'Ships']);
  await expect(first.getByText('Café\u00a0noir.')).toHaveCount(1);
  // The code scrolls, by keyboard too.
  await expect(first.getByRole('group', { name: 'Code' })).toHaveAttribute('tabindex', '0');
  expect(await axeViolations(writer)).toEqual([]);

  // A link opens in the system, and only after a click.
  await writer.app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = async (address) => void opened.push(address);
  });
  const opened = () => writer.app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
  await first.getByRole('link', { name: 'the chart (charts.example)' }).click();
  await expect.poll(opened).toEqual(['https://charts.example/skerry']);

  // The message is copied as it was typed; find marks and shows what is inside it.
  await first.hover();
  await button(first, 'Copy').click();
  await expect.poll(copied).toBe(FORMATTED);
  await writer.press('Control+f');
  await page.getByRole('searchbox', { name: 'Find' }).pressSequentially('scrolls inside');
  await expect
    .poll(() => page.evaluate(() => String([...(CSS.highlights.get('message-found-current') ?? [])][0])))
    .toBe('scrolls inside');
  await expect(first.getByText('const line')).toBeInViewport();
  await writer.press('Escape');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await first.evaluate((article) => article.scrollIntoView({ block: 'start' }));
    await writer.screenshot(info.outputPath(`formatted-${colorScheme}.png`));
    await hostile.evaluate((article) => article.scrollIntoView({ block: 'end' }));
    await writer.screenshot(info.outputPath(`formatted-end-${colorScheme}.png`));
  }
  await expect.poll(() => page.title()).not.toContain('hacked');
  expect(requests).toEqual([]);
  await writer.close();
  expect(writer.complaints).toEqual([]);
});

test('commands in the composer run instead of being sent, and ids in their results lead there', async ({
  desk,
}, info) => {
  const writer = await openConversation(desk);
  const { page, composer } = writer;
  const messages = messagesOf(writer);
  const results = page.getByRole('log', { name: 'Results' });
  await askNobody(writer);
  await say(writer, 'It rained.', 1);
  await say(writer, 'It snowed.', 2);
  await page.keyboard.type('→ tree');
  await expect(button(page, 'Run 1 command')).toBeVisible();
  await writer.press('Enter');
  await expect(results).toContainText('“It rained.”');
  await expect(composer).toHaveText('Write a message');

  const [, id = ''] = /(\[\w+\]) human · \d\d:\d\d · “It rained/.exec(await results.innerText()) ?? [];
  await page.keyboard.type(`→ respond ${id} "It hailed."`);
  await writer.press('Shift+Enter');
  await page.keyboard.type('→ veiw here');
  await expect(button(page, 'Run 2 commands')).toBeVisible();
  await writer.screenshot(info.outputPath('commands.png'));
  await writer.press('Enter');
  await expect(results).toContainText('did you mean → view');
  await expect(composer).toHaveText('→ veiw here');
  await expect(messages).toHaveText([/It rained/, /It snowed/]);
  await writer.screenshot(info.outputPath('results.png'));
  expect(await axeViolations(writer)).toEqual([]);
  await results.getByRole('button').first().click();
  await expect(messages).toHaveText([/It rained/, /It hailed/]);

  // Enter does not run what was pasted; the button does.
  await composer.click();
  await writer.press('Control+a', 'Backspace', 'Escape');
  await expect(results).toBeEmpty();
  await writer.app.evaluate(
    ({ clipboard }, text) => clipboard.writeText(text),
    `→ prune ${id}\n→ bookmark ${id}`,
  );
  await writer.press('Control+v', 'Enter');
  await expect(page.getByRole('main').getByText('not typed here')).toBeVisible();
  await expect(results).toBeEmpty();
  await writer.screenshot(info.outputPath('pasted.png'));
  await button(page, 'Run 2 commands').click();
  await expect(results).toContainText('✓ bookmarked');
  await expect(results).toContainText('✗ CONFLICT');
  await writer.close();
  expect(writer.complaints).toEqual([]);
});
