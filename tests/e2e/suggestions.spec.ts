import { axeViolations } from './axe.ts';
import { fitComplaints } from './fit.ts';
import { askAgents, createAgent, expect, test } from './voices.ts';
import type { Writer } from './writer.ts';

/** An agent's changes, in the text until the writer decides (`edits.md`). */

const STORY = [
  'The house stood at the end of the lane. Nobody had lived in it for years.',
  'Ada climbed the hill in the rain. Her lamp went out twice before she reached the gate.',
  'The door was locked. She knocked, and waited, and knocked again.',
].join('\n');

/** The text there, and Muse's suggestion for it. */
const CHANGES: readonly (readonly [string, string])[] = [
  ['The house stood at the end of the lane.', 'The mill stood at the end of the lane.'],
  ['Nobody had lived in it for years.', 'Nobody had lived in it for decades.'],
  ['Ada climbed the hill in the rain.', 'Ada climbed the hill in the snow.'],
  ['The door was locked.', 'The door was open.'],
  ['She knocked, and waited, and knocked again.', 'She knocked, and waited, and turned away.'],
];

const patchOf = (changes: typeof CHANGES) =>
  changes.map(([old, now]) => `<<<<<<< SEARCH\n${old}\n=======\n${now}\n>>>>>>> REPLACE`).join('\n');

const toolbar = ({ page }: Writer) => page.getByRole('toolbar');
const named = (writer: Writer, number: number, count: number) =>
  expect(toolbar(writer)).toHaveAccessibleName(`Suggestion ${number} of ${count} by Muse`);

test('an edit is asked for; its suggestions are accepted, rejected, edited, and kept for later @isolated', async ({
  desk,
  service,
}, info) => {
  service.setUp(desk);
  let writer = await desk.open('story.aspen');
  await writer.manuscript.focus();
  await writer.page.keyboard.insertText(STORY);
  await createAgent(writer, { name: 'Muse', style: 'chat' });

  // Asking. The words that are selected stay to be seen.
  await writer.press('Control+Home', 'Control+Shift+ArrowRight', 'Control+Shift+E');
  await expect(writer.manuscript.locator('.kept-selection')).toHaveText(/^\w+\s?$/);
  const asking = writer.page.getByRole('region', { name: 'Ask for an edit' });
  await expect(asking.getByRole('textbox', { name: 'Instruction' })).toBeFocused();
  await writer.page.keyboard.type('Make it winter');
  await asking.getByRole('radio', { name: 'All' }).click();
  await asking.getByRole('textbox', { name: 'Instruction' }).press('Enter');
  const voice = await service.request(0);
  expect(voice.sent.join('\n')).toContain('Make it winter');
  voice.say('Here is the edit.\n');
  await expect(asking.getByRole('button', { name: 'Stop' })).toBeVisible();
  await writer.screenshot(info.outputPath('asking.png'));
  voice.say(patchOf(CHANGES)).end();

  // They are shown, and the text is as it was.
  await expect(asking).toBeHidden();
  await named(writer, 1, 5);
  // One bar asks at a time.
  await expect(writer.page.getByRole('button', { name: 'Generate', exact: true })).toBeHidden();
  await expect(writer.manuscript.getByRole('insertion').first()).toBeVisible();
  await expect.poll(() => writer.text()).toBe(STORY);
  for (const colorScheme of ['light', 'dark'] as const) {
    await writer.page.emulateMedia({ colorScheme });
    await writer.screenshot(info.outputPath(`suggested-${colorScheme}.png`));
    expect(await axeViolations(writer)).toEqual([]);
  }
  await writer.page.emulateMedia({ colorScheme: 'light' });

  // The bar that had the keyboard closed: it is in the text. By key: one is accepted, one rejected, one edited.
  await expect(writer.manuscript).toBeFocused();
  await writer.press('Alt+A');
  await expect.poll(() => writer.text()).toContain('The mill stood');
  await expect(toolbar(writer)).toHaveAccessibleName('4 suggestions left');
  await writer.press('Alt+J');
  await named(writer, 1, 4);
  await writer.press('Alt+X', 'Alt+J');
  await named(writer, 1, 3);
  await writer.press('F6');
  await expect(toolbar(writer).getByRole('button', { name: 'Previous suggestion' })).toBeFocused();
  await writer.press('e');
  await expect(writer.manuscript).toBeFocused();
  await writer.page.keyboard.type('hail');
  await expect.poll(() => writer.text()).toContain('climbed the hill in the hail.');
  await expect.poll(() => writer.modelText()).toContain('mill');

  // One is in conflict with what the writer types.
  await writer.press('Control+End', 'Home', 'Home');
  for (const _ of 'The ') await writer.press('ArrowRight');
  await writer.page.keyboard.type('old ');
  await writer.press('Alt+J');
  await expect(toolbar(writer).getByText('Yours', { exact: true })).toBeVisible();
  await writer.screenshot(info.outputPath('conflict.png'));
  expect(await axeViolations(writer)).toEqual([]);
  await toolbar(writer).getByRole('button', { name: 'Keep mine' }).click();
  await named(writer, 1, 1);

  // The tab says what became of each.
  await writer.page.getByRole('tab', { name: 'Suggestions' }).click();
  const tab = writer.page.getByRole('tabpanel', { name: 'Suggestions' });
  await expect(tab).toContainText('1 open · 2 accepted · 2 rejected');
  for (const colorScheme of ['light', 'dark'] as const) {
    await writer.page.emulateMedia({ colorScheme });
    await writer.screenshot(info.outputPath(`tab-${colorScheme}.png`));
    expect(await axeViolations(writer)).toEqual([]);
  }
  await writer.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setContentSize(900, 600);
  });
  await expect.poll(() => writer.page.evaluate(() => innerWidth)).toBe(900);
  await writer.screenshot(info.outputPath('small.png'));
  await expect.poll(() => writer.page.evaluate(fitComplaints)).toEqual([]);

  // Undo brings back text and suggestion; then the program is started again.
  await writer.manuscript.focus();
  await writer.press('Alt+A');
  await expect.poll(() => writer.text()).toContain('and turned away');
  await writer.press('Control+Z');
  await expect.poll(() => writer.text()).toContain('and knocked again');
  await expect(tab).toContainText('1 open · 2 accepted · 2 rejected');
  const text = await writer.text();
  await writer.waitUntilSaved();
  await writer.quit();
  writer = await desk.open('story.aspen');
  await expect.poll(() => writer.text()).toBe(text);
  await expect(writer.manuscript.getByRole('insertion').first()).toBeVisible();
  await writer.manuscript.focus();
  await writer.press('Alt+J');
  await named(writer, 1, 1);
  await toolbar(writer).getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => writer.text()).toContain('and turned away');
  await expect(toolbar(writer)).toBeHidden();
  await expect(writer.manuscript).toBeFocused();

  // The version says which words the agent wrote, and in which answer.
  await writer.press('Control+S');
  await writer.waitUntilSaved();
  await writer.page.getByRole('tab', { name: 'Passage' }).click();
  const parts = writer.page.getByRole('region', { name: 'Parts of the text' });
  await expect(parts.getByText(/accepted edit: “Make it winter”/)).toHaveCount(2);
  await parts
    .getByText(/accepted edit: “Make it winter”/)
    .first()
    .click();
  await expect(parts.getByText('The answer as received').first()).toBeVisible();
  await writer.screenshot(info.outputPath('node.png'));
  expect(await axeViolations(writer)).toEqual([]);
});

test('an edit that does not fit is refused, and asked for again; all of it is accepted at once', async ({
  desk,
  service,
}, info) => {
  service.setUp(desk);
  const writer = await desk.open('story.aspen');
  await writer.manuscript.focus();
  await writer.page.keyboard.insertText(STORY);
  await createAgent(writer, { name: 'Muse', style: 'chat' });
  await writer.command('Ask for an edit');
  await writer.page.keyboard.type('Make it winter');
  await writer.press('Enter');
  const wrong = patchOf([['The castle stood on a hill.', 'The castle stood on ice.']]);
  // It is told why, once, by the program itself.
  for (const number of [0, 1]) (await service.request(number)).say(wrong).end();
  const notice = writer.page.getByText('Muse’s edit does not fit the text. Nothing was changed.').first();
  await expect(notice).toBeVisible();
  await expect.poll(() => writer.text()).toBe(STORY);
  await writer.screenshot(info.outputPath('refused.png'));
  await writer.page.getByRole('tab', { name: 'Suggestions' }).click();
  const tab = writer.page.getByRole('tabpanel', { name: 'Suggestions' });
  await expect(tab).toContainText('The castle stood on a hill.');
  expect(await axeViolations(writer)).toEqual([]);
  await tab.getByRole('button', { name: 'Ask again' }).click();
  (await service.request(2)).say(patchOf(CHANGES)).end();
  await expect(tab).toContainText('5 open');
  await writer.screenshot(info.outputPath('listed.png'));
  await tab.getByRole('button', { name: 'Accept all 5' }).click();
  const changed = CHANGES.reduce((text, [old, now]) => text.replace(old, now), STORY);
  await expect.poll(() => writer.text()).toBe(changed);
  await expect(tab).toContainText('5 accepted');
  await writer.manuscript.focus();
  await writer.press('Control+Z');
  await expect.poll(() => writer.text()).toBe(STORY);
  await expect(tab).toContainText('5 open');

  // Results of the edits.
  await writer.press('Control+,');
  await writer.page.getByRole('main', { name: 'Settings' }).getByRole('tab', { name: 'Usage' }).click();
  const usage = writer.page.getByRole('table', { name: 'Edits by agents' });
  await expect(usage.getByRole('row', { name: /Muse/ })).toContainText('other words');
  await writer.screenshot(info.outputPath('usage.png'));
  expect(await axeViolations(writer)).toEqual([]);
});

test('an edit that an agent proposes in a conversation is a card there, and leads to the text', async ({
  desk,
  service,
}, info) => {
  service.setUp(desk);
  const writer = await desk.open('orchard.aspen');
  await expect(writer.manuscript).toBeVisible();
  await writer.type('It rained all night. The orchard was empty.');
  await writer.press('Control+s');
  await writer.page.getByRole('tab', { name: 'Talk' }).click();
  await writer.page.getByRole('button', { name: 'New conversation about this tree' }).click();
  await expect(writer.composer).toBeFocused();
  const permissions = { loom_aware: 'allow', loom_write: 'allow' } as const;
  await askAgents(writer, [{ name: 'Muse', style: 'chat', permissions }], null);
  await writer.composer.click();
  await writer.page.keyboard.type('Make it snow.');
  await writer.press('Enter');
  (await service.request(0)).say('I read it first.\n→ snapshot\n').end();
  (await service.request(1)).say('Snow, then.\n→ replace "rained" with "snowed"\n').end();
  (await service.request(2)).say('It snows now, if you like.').end();
  const card = writer.page.getByRole('region', { name: '1 suggestion, +6 −6' });
  await expect(card).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await writer.page.emulateMedia({ colorScheme });
    await writer.screenshot(info.outputPath(`card-${colorScheme}.png`));
    expect(await axeViolations(writer)).toEqual([]);
  }
  await expect.poll(() => writer.page.evaluate(fitComplaints)).toEqual([]);
  await writer.page.getByRole('button', { name: 'Full width' }).click();
  await expect(writer.manuscript).toBeHidden();
  await card.getByRole('button', { name: 'Show' }).click();
  await expect(writer.manuscript).toBeFocused();
  await expect(writer.page.getByRole('toolbar')).toHaveAccessibleName('Suggestion 1 of 1 by Muse');
  await writer.press('Alt+A');
  await expect.poll(() => writer.text()).toBe('It snowed all night. The orchard was empty.');
});
