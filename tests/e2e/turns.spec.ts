import Database from 'better-sqlite3';
import type { AgentConfiguration } from '../../src/core/tree/agent.ts';
import { axeViolations } from './axe.ts';
import { fitComplaints } from './fit.ts';
import { askAgents, expect, test, type Voice } from './voices.ts';
import type { Writer } from './writer.ts';

/** Turns of a loom-aware agent in a conversation beside its manuscript (`agents.md`). */

/** A manuscript of two nodes, a new conversation about it, and an agent that answers there. */
async function begin(writer: Writer, configuration: AgentConfiguration = {}): Promise<void> {
  await expect(writer.manuscript).toBeVisible();
  for (const [index, text] of ['It rained all night. ', 'The orchard was empty.'].entries()) {
    await writer.type(text);
    await writer.press('Control+s');
    await expect(writer.manuscript).toHaveAttribute('data-path-length', String(index + 1));
  }
  await writer.page.getByRole('tab', { name: 'Talk' }).click();
  await writer.page.getByRole('button', { name: 'New conversation about this tree' }).click();
  await expect(writer.composer).toBeFocused();
  const permissions = { loom_aware: 'allow', loom_write: 'ask' } as const;
  await askAgents(writer, [{ name: 'Analyst', style: 'chat', permissions, configuration }], null);
}

async function send(writer: Writer, message: string): Promise<void> {
  await writer.composer.click();
  await writer.page.keyboard.type(message);
  await writer.press('Enter');
  await expect(writer.composer).not.toContainText(message);
}

/** The agent's place in the loom context. */
function placeIn(voice: Voice): string {
  const sent = voice.sent.join('\n');
  const id = /Position: .*\[([0-9a-z]+)\]\*/.exec(sent)?.[1];
  if (id === undefined) throw new Error(`no position in:\n${sent}`);
  return id;
}

const messagesOf = ({ page }: Writer) =>
  page.getByRole('feed', { name: 'Conversation' }).getByRole('article');
const cardOf = ({ page }: Writer) => page.getByRole('group', { name: 'Permission' });
const traceOf = ({ page }: Writer) => page.getByRole('tree', { name: 'Trace' });

async function picture(writer: Writer, pathOf: (name: string) => string, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await writer.page.emulateMedia({ colorScheme });
    await writer.screenshot(pathOf(`${name}-${colorScheme}.png`));
    expect(await axeViolations(writer)).toEqual([]);
  }
  await expect.poll(() => writer.page.evaluate(fitComplaints)).toEqual([]);
}

test('an agent asks before it writes; its turn is traced, undone and redone', async ({
  desk,
  service,
}, info) => {
  const at = (name: string) => info.outputPath(name);
  service.setUp(desk);
  const writer = await desk.open('orchard.aspen');
  const { page } = writer;
  await begin(writer);
  await expect(page.getByRole('button', { name: 'Analyst answers', exact: true })).toBeVisible();
  await send(writer, 'What do you think of the rain?');
  const first = await service.request(0);
  const id = placeIn(first);
  first.say('I look at it ');
  await expect(messagesOf(writer).last()).toContainText('I look at it');
  await expect(writer.status).toContainText(`Analyst in “It rained all night” [${id}]`);
  first.say(
    `first.\n→ think\nRain, and then nobody. Whose orchard is it?\n←\n→ view [${id}]\n→ annotate [${id}] "Whose orchard is this? The rain of the first sentence is never felt again, and somebody should get wet."\n→ bookmark [${id}] "rain"\n`,
  );
  first.end();

  const card = cardOf(writer);
  await expect(card).toBeVisible();
  await expect(writer.composer).toBeFocused();
  await expect(page.getByRole('log')).toContainText(['Analyst asks to write: 2 commands']);
  await expect(card.getByRole('checkbox')).toHaveCount(2);
  const pointedAt = writer.manuscript.locator('.highlight');
  await expect(pointedAt).toHaveCount(0);
  await card.getByRole('checkbox', { name: /bookmark/ }).hover();
  await expect(pointedAt).toHaveText('The orchard was empty.');
  await picture(writer, at, 'card');
  await writer.composer.hover();
  await expect(pointedAt).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(card.getByRole('button', { name: 'Deny' })).toBeFocused();
  await expect(pointedAt).toHaveCount(0);
  await card.getByText('Details').focus();
  await page.keyboard.press('Shift+Tab');
  await expect(pointedAt).toHaveText('The orchard was empty.');
  await writer.composer.focus();
  await expect(pointedAt).toHaveCount(0);
  await card.getByRole('checkbox', { name: /bookmark/ }).click();
  await card.getByRole('button', { name: 'Allow once' }).click();
  await expect(card).toBeHidden();
  const second = await service.request(1);
  expect(second.sent.join('\n')).toContain('PERMISSION_DENIED');
  second.say('I have left a note about the orchard.').end();
  await expect(messagesOf(writer)).toHaveCount(3);
  await expect(messagesOf(writer).nth(1)).toContainText('I look at it first.');
  await expect(page.getByRole('feed', { name: 'Conversation' })).not.toContainText('→');
  await expect(page.getByRole('button', { name: 'Stop Analyst' })).toBeHidden();
  await messagesOf(writer).nth(1).getByText('Thought').click();
  await expect(messagesOf(writer).nth(1)).toContainText('Whose orchard is it?');
  await picture(writer, at, 'ended');

  await page.getByRole('button', { name: 'Trace' }).click();
  const turn = traceOf(writer).getByRole('treeitem', { name: 'Turn 1, Analyst, 4 actions' });
  await expect(turn).toHaveAttribute('aria-expanded', 'true');
  await traceOf(writer)
    .getByRole('treeitem', { name: /^→ view/ })
    .click();
  await traceOf(writer)
    .getByRole('treeitem', { name: /^→ annotate.*allowed once/ })
    .click();
  await expect(traceOf(writer).getByRole('treeitem', { name: /^→ bookmark.*denied/ })).toBeVisible();
  await traceOf(writer).getByRole('treeitem', { name: 'Record of call 2' }).click();
  await expect(traceOf(writer)).toContainText('I have left a note about the orchard.');

  await writer.press('Alt+u');
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(notices.getByText('Turn undone')).toBeVisible();
  await expect(turn).toContainText('undone');
  await picture(writer, at, 'undone');
  await page.getByRole('button', { name: 'Redo turn' }).first().click();
  await expect(notices.getByText('Turn redone')).toBeVisible();
  await writer.close();
  expect(writer.complaints).toEqual([]);
});

test('a turn is stopped by its button, the next one waits for it, and at a limit goes on', async ({
  desk,
  service,
}) => {
  service.setUp(desk);
  const writer = await desk.open('orchard.aspen');
  const { page } = writer;
  await begin(writer, { caps: { calls: 1 } });
  await send(writer, 'What do you think of the rain?');
  const first = await service.request(0);
  first.say('I am thinking');
  await expect(messagesOf(writer).last()).toContainText('I am thinking');
  await send(writer, 'And of the orchard?');
  await expect(page.getByText('waiting for its turn').first()).toBeVisible();
  await page.getByRole('button', { name: 'Stop Analyst' }).first().click();
  const second = await service.request(1);
  expect(first.isGone).toBe(true);
  second.say(`→ view [${placeIn(second)}]\n`).end();
  await expect(page.getByText('Stopped at 1 call').first()).toBeVisible();
  await page.getByRole('button', { name: 'Go on' }).click();
  (await service.request(2)).say('It is empty.').end();
  await expect(messagesOf(writer).last()).toContainText('It is empty.');
  await expect(page.getByRole('button', { name: 'Stop Analyst' })).toBeHidden();
  await writer.waitUntilSaved();
  await writer.close();
  expect(writer.complaints).toEqual([]);
});

test('two agents work at once, each with its place and its button in the status bar', async ({
  desk,
  service,
}, info) => {
  service.setUp(desk);
  const writer = await desk.open('orchard.aspen');
  const { page, status } = writer;
  await begin(writer);
  await send(writer, 'What do you think of the rain?');
  const first = await service.request(0);
  first.say('I am thinking');
  await page.getByRole('button', { name: 'New conversation about this tree' }).click();
  await expect(messagesOf(writer)).toHaveCount(0);
  await askAgents(writer, [{ name: 'Editor', style: 'chat', permissions: { loom_aware: 'allow' } }], null);
  await send(writer, 'And of the orchard?');
  const second = await service.request(1);
  expect(second.sent.join('\n')).toMatch(/^Agent “Analyst” active at \[\w+\]/m);
  second.say('So am I');
  await expect(status).toContainText('Analyst in “It rained all night”');
  await expect(status).toContainText('Editor in “It rained all night”');
  await picture(writer, (name) => info.outputPath(name), 'at-once');
  await status.getByRole('button', { name: 'Stop Analyst' }).click();
  await expect(status).not.toContainText('Analyst in');
  expect(first.isGone).toBe(true);
  expect(second.isGone).toBe(false);
  second.say('.').end();
  await expect(messagesOf(writer).last()).toContainText('So am I.');
  await expect(status).not.toContainText('Editor in');
  await writer.waitUntilSaved();
  await writer.close();
  expect(writer.complaints).toEqual([]);
});

test('an agent of elsewhere asks until it is confirmed, with what it may do and is told in sight', async ({
  desk,
  service,
}, info) => {
  service.setUp(desk);
  const before = await desk.open('orchard.aspen');
  await begin(before);
  await before.waitUntilSaved();
  await before.close();
  const grove = new Database(desk.file('orchard.aspen'));
  grove.exec(`update agent set permissions = '{"loom_aware":"allow","loom_write":"allow"}',
    configuration = json_set(configuration, '$.systemPrompt', 'Set whatever bookmarks you like.') where name = 'Analyst'`);
  grove.close();

  const writer = await desk.reopen('orchard.aspen');
  await writer.page.getByRole('tab', { name: 'Talk' }).click();
  await expect(writer.composer).toBeVisible();
  await send(writer, 'What do you think of the rain?');
  const first = await service.request(0);
  const id = placeIn(first);
  first.say(`It rains.\n→ bookmark [${id}] "rain"\n`);
  first.end();
  const card = cardOf(writer);
  await expect(card).toBeVisible();
  await expect(writer.composer).toBeFocused();
  const elsewhere = writer.page.getByRole('group', { name: 'Agent from elsewhere' });
  await expect(elsewhere).toContainText('Set whatever bookmarks you like.');
  await expect(elsewhere).toContainText('without asking: Read and move · Write · Read documents.');
  await picture(writer, (name) => info.outputPath(name), 'elsewhere');
  const confirm = elsewhere.getByRole('button', { name: 'Confirm Analyst' });
  await confirm.focus();
  await writer.press(confirm, 'Enter');
  await expect(elsewhere).toBeHidden();
  await expect(writer.composer).toBeFocused();
  await card.getByRole('button', { name: 'Allow once' }).click();
  const second = await service.request(1);
  second.say(`Now without asking.\n→ unbookmark [${id}]\n`);
  second.end();
  const third = await service.request(2);
  third.say('Done.');
  third.end();
  await expect(messagesOf(writer).last()).toContainText('Done.');
  await expect(card).toBeHidden();
});
