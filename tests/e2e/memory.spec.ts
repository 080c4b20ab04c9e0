import { axeViolations } from './axe.ts';
import { askAgents, expect, test, type Voice } from './voices.ts';
import type { Writer } from './writer.ts';

/** A loom-aware agent's memory in a conversation (`agents.md`, *Operational memory*). */

async function begin(writer: Writer): Promise<void> {
  await expect(writer.manuscript).toBeVisible();
  await writer.type('It rained all night. ');
  await writer.press('Control+s');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '1');
  await writer.page.getByRole('tab', { name: 'Talk' }).click();
  await writer.page.getByRole('button', { name: 'New conversation about this tree' }).click();
  await expect(writer.composer).toBeFocused();
  const permissions = { loom_aware: 'allow', loom_write: 'ask' } as const;
  await askAgents(writer, [{ name: 'Analyst', style: 'chat', permissions }], null);
}

async function send(writer: Writer, message: string): Promise<void> {
  await writer.composer.click();
  await writer.page.keyboard.type(message);
  await writer.press('Enter');
  await expect(writer.composer).not.toContainText(message);
}

const messagesOf = ({ page }: Writer) =>
  page.getByRole('feed', { name: 'Conversation' }).getByRole('article');
const memoryIn = ({ sent }: Voice) =>
  /=== Operational Memory ===\n([\s\S]*?)\n===/.exec(sent.join('\n'))?.[1] ?? '';
const placeIn = ({ sent }: Voice) => /Position: .*\[([0-9a-z]+)\]\*/.exec(sent.join('\n'))?.[1] ?? '';

/** In the page: the words of the last message when it first shows its actions. */
async function untilActionsShow(): Promise<string> {
  for (;;) {
    await new Promise(requestAnimationFrame);
    const last = [...document.querySelectorAll('[role="feed"] article')].at(-1);
    const button = last?.querySelector('button[aria-label="Regenerate"]') ?? null;
    if (last != null && button !== null && getComputedStyle(button).visibility === 'visible')
      return last.textContent;
  }
}

test('a pin is not remembered by another reply, and is when the writer goes back', async ({
  desk,
  service,
}, info) => {
  service.setUp(desk);
  const writer = await desk.open('orchard.aspen');
  const { page } = writer;
  await begin(writer);
  await send(writer, 'What do you think of the rain?');
  const first = await service.request(0);
  const id = placeIn(first);
  first.say(`→ pin [${id}]\n`).end();
  const second = await service.request(1);
  expect(memoryIn(second)).toBe(`Pinned:\n  [${id}] "It rained all night. "`);
  const showing = page.evaluate(untilActionsShow);
  second.say('I keep that in mind.').end();
  await expect(messagesOf(writer).last()).toContainText('I keep that in mind.');
  await messagesOf(writer).last().hover();
  // They wait for what the turn did, which is listed above them and would move them from under the pointer.
  const listed = await showing;
  expect(listed).toContain('Undo turn');

  await messagesOf(writer).last().getByRole('button', { name: 'Regenerate' }).click();
  const again = await service.request(2);
  expect(memoryIn(again)).toBe('');
  again.say('Nothing comes to mind.').end();
  await expect(messagesOf(writer).last()).toContainText('Nothing comes to mind.');
  await expect(page.getByRole('button', { name: 'Stop Analyst' })).toBeHidden();
  await send(writer, 'And now?');
  const without = await service.request(3);
  expect(memoryIn(without)).toBe('');
  without.say('Still nothing.').end();
  await expect(messagesOf(writer).last()).toContainText('Still nothing.');

  await messagesOf(writer).nth(1).getByRole('button', { name: 'Previous alternative' }).click();
  await expect(messagesOf(writer).last()).toContainText('I keep that in mind.');
  await send(writer, 'And now?');
  const back = await service.request(4);
  expect(memoryIn(back)).toContain(`Pinned:\n  [${id}] "It rained all night. "`);
  back.say('Rain.').end();
  await expect(messagesOf(writer).last()).toContainText('Rain.');
  await expect(page.getByRole('button', { name: 'Stop Analyst' })).toBeHidden();

  // The writer has the same tools.
  await writer.composer.click();
  for (const [index, line] of [`→ drop pin:[${id}]`, '→ stash "wind" "It blew."', '→ memory'].entries()) {
    if (index > 0) await writer.press('Shift+Enter');
    await page.keyboard.type(line);
  }
  await writer.press('Enter');
  const results = page.getByRole('log', { name: 'Results' });
  await expect(results).toContainText('“wind” (2 tokens)');
  await picture(writer, info.outputPath('results'));
  await send(writer, 'And at last?');
  const last = await service.request(5);
  expect(memoryIn(last)).toContain('Stashed (not in context): “wind”');
  expect(memoryIn(last)).not.toContain('rained');
  last.say('Wind.').end();
  await expect(messagesOf(writer).last()).toContainText('Wind.');
  await page.getByRole('button', { name: 'Trace' }).click();
  const trace = page.getByRole('tree', { name: 'Trace' });
  await trace.getByText('Turn 5, Writer, 3 actions').click();
  await picture(writer, info.outputPath('trace'));
  await expect(trace.getByRole('treeitem', { name: /^→ stash/ })).toBeVisible();
  await trace.getByRole('button', { name: 'Undo turn' }).first().click();
  await expect(page.getByRole('region', { name: 'Notices' }).getByText('Turn undone')).toBeVisible();
  await writer.composer.click();
  await page.keyboard.type('→ memory');
  await writer.press('Enter');
  await expect(results).toContainText(`[${id}] “It rained all night.”`);
  await expect(results).not.toContainText('wind');
  await writer.close();
  expect(writer.complaints).toEqual([]);
});

async function picture(writer: Writer, path: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await writer.page.emulateMedia({ colorScheme });
    await writer.screenshot(`${path}-${colorScheme}.png`);
    expect(await axeViolations(writer)).toEqual([]);
  }
}
