import { axeViolations } from './axe.ts';
import { fitComplaints } from './fit.ts';
import { expect, test } from './voices.ts';

/** In the page: a loom-aware agent. */
function makeAnalyst(): Promise<unknown> {
  const { aspen } = window as unknown as { aspen: { call(name: string, input: unknown): Promise<unknown> } };
  return aspen.call('agent.create', {
    name: 'Analyst',
    modelRef: 'here:analyst',
    configuration: { completionStyle: 'chat' },
    permissions: { loom_aware: 'allow' },
    color: null,
  });
}

/** A conversation about a manuscript, beside it and at full width (`agents.md`, *Where it talks*). */
test('a conversation beside the manuscript it is about', async ({ desk }, info) => {
  let writer = await desk.open('orchard.aspen');
  await expect(writer.manuscript).toBeVisible();
  await writer.type('The lake froze in one night.');
  await writer.press('ArrowLeft', 'ArrowLeft');
  await writer.page.getByRole('tab', { name: 'Talk' }).click();
  await writer.screenshot(info.outputPath('none.png'));
  await writer.page.getByRole('button', { name: 'New conversation about this tree' }).click();
  await expect(writer.composer).toBeFocused();
  await writer.page.keyboard.type('Who saw it?');
  await writer.press('Enter');
  const messages = () => writer.page.getByRole('feed', { name: 'Conversation' }).getByRole('article');
  await expect(messages()).toHaveCount(2, { timeout: 15_000 });
  await expect(writer.page.getByRole('button', { name: 'Stop' })).toBeHidden({ timeout: 15_000 });
  await writer.screenshot(info.outputPath('beside.png'));
  expect(await axeViolations(writer)).toEqual([]);
  await expect.poll(() => writer.page.evaluate(fitComplaints)).toEqual([]);

  // A loom-aware agent acts from where the writer is, unless told not to.
  const followsMe = () => writer.page.getByRole('checkbox', { name: 'Follows me' });
  await expect(followsMe()).toBeHidden();
  await writer.page.evaluate(makeAnalyst);
  await writer.page.getByRole('button', { name: /repl(y|ies) of about [\d,]+ words/ }).click();
  await writer.page.getByRole('checkbox', { name: 'Analyst' }).click();
  await writer.press('Escape');
  await expect(followsMe()).toBeChecked();
  for (const colorScheme of ['light', 'dark'] as const) {
    await writer.page.emulateMedia({ colorScheme });
    await writer.screenshot(info.outputPath(`follows-${colorScheme}.png`));
    expect(await axeViolations(writer)).toEqual([]);
  }
  await expect.poll(() => writer.page.evaluate(fitComplaints)).toEqual([]);
  await followsMe().click();
  await expect(followsMe()).not.toBeChecked();
  await writer.command('Agent follows me in the text');
  await expect(followsMe()).toBeChecked();
  await followsMe().press('Space');
  await expect(followsMe()).toHaveAccessibleDescription('The agent acts from where it is in the text.');
  await writer.composer.click();

  // The manuscript has its text and its caret, and keys go where the focus is.
  await writer.press('Shift+F6');
  await expect(writer.manuscript).toBeFocused();
  await writer.page.keyboard.type('!');
  await expect.poll(() => writer.text()).toBe('The lake froze in one nigh!t.');
  await writer.waitUntilSaved();
  await writer.close();
  expect(writer.complaints).toEqual([]);

  writer = await desk.reopen('orchard.aspen');
  await expect.poll(() => writer.text()).toBe('The lake froze in one nigh!t.');
  await expect(messages()).toHaveCount(2);
  await expect(messages().first()).toContainText('Who saw it?');
  await expect(followsMe()).not.toBeChecked();
  await expect(writer.page.getByRole('list', { name: 'Trees' }).getByRole('listitem')).toHaveCount(1);
  await expect(writer.manuscript).toBeFocused();

  await writer.command('Conversation at full width');
  await expect(writer.manuscript).toBeHidden();
  await expect(writer.composer).toBeFocused();
  await writer.screenshot(info.outputPath('full-width.png'));
  expect(await axeViolations(writer)).toEqual([]);
  await writer.page.getByRole('main').getByRole('button', { name: 'The lake froze' }).click();
  await expect(writer.manuscript).toBeFocused();
  await expect(messages()).toHaveCount(2);
  await writer.page.getByRole('button', { name: 'All conversations about this tree' }).click();
  await writer.screenshot(info.outputPath('list.png'));
  expect(await axeViolations(writer)).toEqual([]);
  await writer.close();
  expect(writer.complaints).toEqual([]);
});
