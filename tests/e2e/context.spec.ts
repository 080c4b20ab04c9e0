import { showInBothThemes } from './axe.ts';
import { expect, test } from './test.ts';
import type { Writer } from './writer.ts';

/** The next request, and the texts a tree sends in addition to its own. */

/** Sets the context length of the grove's model, in tokens. */
async function setContextLength({ page }: Writer, contextLength: number): Promise<void> {
  await page.evaluate(async (length) => {
    const grove = await window.aspen.call('grove.current', {});
    const agent = grove.ok ? grove.value?.agents.find(({ type }) => type === 'model') : undefined;
    if (agent === undefined) throw new Error('the grove has no model');
    const configuration = { ...agent.configuration, contextLength: length };
    await window.aspen.call('agent.update', { agentId: agent.id, configuration });
  }, contextLength);
}

async function showContext({ page }: Writer): Promise<void> {
  await page.getByRole('tab', { name: 'Sent' }).click();
  await expect(page.getByRole('heading', { name: 'The next request' })).toBeVisible();
}

const sentIn = ({ page }: Writer) => page.getByRole('region', { name: 'What is sent' });
const notSentIn = ({ page }: Writer) => page.getByRole('region', { name: 'Not sent' });

/** Types numbered paragraphs. */
async function typeParagraphs(writer: Writer, count: number): Promise<void> {
  await writer.manuscript.focus();
  for (let i = 1; i <= count; i++) {
    await writer.page.keyboard.insertText(
      `${i}. The lake froze in one night, and nobody who lived in the tower had heard it go. They said so afterwards.`,
    );
    await writer.press('Enter');
  }
}

test('the tab shows which text is sent, as it is typed', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await showContext(writer);
  await expect(writer.page.getByText('Nothing yet: there is no text here.')).toBeVisible();
  await writer.manuscript.click();
  await writer.type('The lake froze in one night.');
  await expect(sentIn(writer)).toContainText('The lake froze in one night.');
  await writer.press('Control+s');
  await writer.type(' Nobody went there.');
  await expect(sentIn(writer)).toContainText('The lake froze in one night. Nobody went there.');
  await expect(writer.page.getByText(/^about 12 tokens; 50 reserved for the answer$/)).toBeVisible();
  // Inside a node, only the text before the caret is sent.
  await writer.press('Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
  await expect(sentIn(writer)).not.toContainText('lake');
  await expect(sentIn(writer)).toContainText('The');
});

test('memory and note are sent in their places, can be undone in their fields, and persist', async ({
  desk,
}) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  await writer.type('The lake froze in one night.');
  await showContext(writer);
  await page.getByRole('button', { name: 'Memory' }).click();
  const memory = page.getByRole('textbox', { name: 'Memory' });
  await memory.pressSequentially('A tower in the north.');
  await expect(sentIn(writer).getByRole('listitem').first()).toContainText('A tower in the north.');
  await writer.press('Control+z');
  await expect(memory).toHaveValue('');
  await expect(sentIn(writer).getByRole('listitem')).toHaveCount(1);
  await expect.poll(() => writer.text()).toBe('The lake froze in one night.');
  await writer.press('Control+Shift+z');
  await expect(memory).toHaveValue('A tower in the north.');
  await page.getByRole('button', { name: 'Author’s note' }).click();
  await page.getByRole('textbox', { name: 'Author’s note' }).fill('Sparse.');
  await page.getByRole('textbox', { name: 'Paragraphs from the end' }).fill('1');
  await page.getByRole('button', { name: 'System text' }).click();
  await page.getByRole('textbox', { name: 'System text' }).fill('A fable.');
  await page.getByRole('button', { name: 'If the text does not fit' }).click();
  await page.getByRole('radio', { name: 'Send nothing' }).click();
  const names = sentIn(writer).getByRole('heading', { level: 4 });
  await expect(names).toContainText(['System text', 'Memory', 'Author’s note', 'Text']);
  await writer.close();

  const again = await desk.reopen('story.aspen');
  await showContext(again);
  await expect(sentIn(again).getByRole('heading', { level: 4 })).toContainText([
    'System text',
    'Memory',
    'Author’s note',
    'Text',
  ]);
  await again.page.getByRole('button', { name: 'If the text does not fit' }).click();
  await expect(again.page.getByRole('radio', { name: 'Send nothing' })).toBeChecked();
});

test('the last words typed into a field are kept when the window is closed', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await showContext(writer);
  await writer.page.getByRole('button', { name: 'Memory' }).click();
  await writer.page.getByRole('textbox', { name: 'Memory' }).pressSequentially('To the last word');
  await writer.close();
  const again = await desk.reopen('story.aspen');
  await showContext(again);
  await again.page.getByRole('button', { name: 'Memory' }).click();
  await expect(again.page.getByRole('textbox', { name: 'Memory' })).toHaveValue('To the last word');
});

test('truncated text is reported, announced, and dimmed in the text while the tab is open', async ({
  desk,
}) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  await typeParagraphs(writer, 24);
  await showContext(writer);
  await expect(notSentIn(writer)).toBeHidden();
  await setContextLength(writer, 400);
  await expect(notSentIn(writer)).toContainText('Does not fit');
  await expect(page.getByText(/^about 3\d\d of 400 tokens; 50 reserved for the answer$/)).toBeVisible();
  await expect(page.getByRole('log', { name: 'Announcements' })).toContainText('The text no longer fits');
  await expect(page.locator('.left-out').first()).toBeVisible();
  await expect(page.locator('.left-out-rule').first()).toBeVisible();
  await page.getByRole('tab', { name: 'Alternatives' }).click();
  await expect(page.locator('.left-out')).toHaveCount(0);
});

test('if nothing would be sent, the tab says how far over the limit it is', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  await typeParagraphs(writer, 24);
  await showContext(writer);
  await setContextLength(writer, 400);
  await page.getByRole('button', { name: 'If the text does not fit' }).click();
  await page.getByRole('radio', { name: 'Send nothing' }).click();
  await expect(page.getByText(/^Nothing would be sent: it is about \d+ tokens too long\.$/)).toBeVisible();
  await expect(page.locator('.left-out')).toHaveCount(0);
});

test('the tab is reached and a long text unfolded by keyboard alone', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  await typeParagraphs(writer, 24);
  await showContext(writer);
  await page.getByRole('tab', { name: 'Passage' }).click();
  await writer.manuscript.focus();
  await writer.press('F6', 'F6');
  await expect(page.getByRole('tab', { name: 'Passage' })).toBeFocused();
  await writer.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Sent' })).toBeFocused();
  await writer.press('Enter');
  const more = page.getByRole('button', { name: /^Show the whole text/ });
  await expect(more).toBeVisible();
  for (let i = 0; i < 12 && !(await more.evaluate((it) => it === document.activeElement)); i++) {
    await writer.press('Tab');
  }
  await expect(more).toBeFocused();
  await writer.press('Enter');
  await expect(sentIn(writer)).toContainText('12. The lake froze in one night');
  await expect(page.getByRole('button', { name: 'Fold' })).toBeFocused();
  await writer.press('Enter');
  await expect(more).toBeFocused();
});

test('with several agents selected, the tab shows one at a time', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  await page.evaluate(async () => {
    const configuration = { systemPrompt: 'Be terse.' };
    const wish = { name: 'Terse', modelRef: 'offline:variable-order', configuration, color: null };
    await window.aspen.call('agent.create', wish);
  });
  await writer.type('The lake froze in one night.');
  await showContext(writer);
  await page.getByRole('button', { name: /continuations? of about/ }).click();
  await page.getByRole('checkbox', { name: 'Terse' }).click();
  await writer.press('Escape');
  await expect(sentIn(writer)).not.toContainText('Be terse.');
  await page.getByRole('combobox', { name: 'To' }).selectOption({ label: 'Terse' });
  await expect(sentIn(writer)).toContainText('Be terse.');
});

test('a text of a million characters is shown folded and in full, and can be extended', async ({
  desk,
}, info) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  const line = 'It went on and on, and nobody who lived in the tower had heard it go, they said.\n';
  await writer.manuscript.focus();
  await writer.manuscript.evaluate(
    (content, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      content.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    line.repeat(Math.ceil(1_000_000 / line.length)),
  );
  await showContext(writer);
  await page.getByRole('button', { name: /^Show the whole text: \d{3},\d{3} words folded$/ }).click();
  await expect(page.getByRole('button', { name: 'Fold' })).toBeVisible();
  await writer.manuscript.focus();
  await writer.press('Control+End');
  await writer.type('The end.');
  const whole = sentIn(writer).getByRole('region', { name: /^Text/ });
  await expect(whole.getByText('The end.')).toHaveCount(1);
  await writer.screenshot(info.outputPath('whole.png'));
  await page.getByRole('button', { name: 'Fold' }).click();
  await expect(sentIn(writer)).toContainText('they said. The end.');
  await expect(whole).toHaveCount(0);
});

test('nothing is cut off in a small window', async ({ desk }, info) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  await writer.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(900, 600));
  await typeParagraphs(writer, 12);
  await setContextLength(writer, 250);
  await showContext(writer);
  await expect(notSentIn(writer)).toBeVisible();
  await page.getByRole('button', { name: 'Author’s note' }).click();
  await page.getByRole('textbox', { name: 'Author’s note' }).fill('Sparse.');
  await expect(sentIn(writer)).toContainText('Sparse.');
  const cut = await page
    .getByRole('complementary', { name: 'Inspector' })
    .evaluate((pane) => [...pane.querySelectorAll('*')].some((it) => it.scrollWidth > pane.clientWidth));
  expect(cut).toBe(false);
  await writer.screenshot(info.outputPath('small.png'));
  await sentIn(writer).scrollIntoViewIfNeeded();
  await notSentIn(writer).scrollIntoViewIfNeeded();
  await writer.screenshot(info.outputPath('small-below.png'));
});

test('axe finds no violations in the Sent tab', async ({ desk }, info) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  await typeParagraphs(writer, 8);
  await writer.generate(3);
  await typeParagraphs(writer, 30);
  await setContextLength(writer, 700);
  await showContext(writer);
  await expect(notSentIn(writer)).toBeVisible();
  await page.getByRole('button', { name: 'Memory' }).click();
  await page.getByRole('textbox', { name: 'Memory' }).fill('A tower in the north. Winter.');
  await expect(sentIn(writer)).toContainText('A tower in the north.');
  await showInBothThemes(writer, info, 'fields');
  await page.getByRole('button', { name: 'Memory' }).click();
  await expect(page.getByRole('textbox', { name: 'Memory' })).toBeHidden();
  await writer.manuscript.evaluate((text) => text.closest('.cm-scroller')?.scrollTo(0, 200));
  await expect(page.locator('.left-out').first()).toBeVisible();
  await showInBothThemes(writer, info, 'left-out');
  await page.getByRole('button', { name: 'If the text does not fit' }).click();
  await page.getByRole('radio', { name: 'Send nothing' }).click();
  await expect(page.getByText(/^Nothing would be sent/)).toBeVisible();
  await showInBothThemes(writer, info, 'refused');
});

test('a document is lore: it is sent where its name is, and the tab says why and leads there', async ({
  desk,
}, info) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  const beside = page.getByRole('textbox', { name: 'Document', exact: true });
  const listed = page.getByRole('complementary', { name: 'Grove' }).getByRole('list', { name: 'Lore' });
  const selected = () => page.evaluate(() => String(window.getSelection()));
  await writer.manuscript.focus();
  await page.keyboard.insertText(
    'Marie went out on the lake.\n\nIt held.\n\nNobody saw.\n\nThen it cracked.',
  );
  await writer.command('New document beside the text');
  await page.getByRole('combobox', { name: 'Template' }).fill('blank');
  await writer.press('Enter', beside);
  await page.keyboard.insertText('# Marie\n\nA skater. She limps in the cold.');
  await writer.press('Control+s');
  await writer.command('Use as lore');
  await expect(listed.getByRole('button')).toHaveText(['Marie, sent“Marie”, 3 paragraphs up']);

  await showContext(writer);
  await expect(sentIn(writer)).toContainText('She limps in the cold.');
  const entries = page.getByRole('list', { name: 'Lore in this request' });
  await entries.getByRole('button', { name: '“Marie”, 3 paragraphs up' }).click();
  await expect(writer.manuscript).toBeFocused();
  await expect.poll(selected).toBe('Marie');
  await writer.command('Try a key');
  const field = page.getByRole('textbox', { name: 'Try a key' });
  await expect(field).toBeFocused();
  await page.keyboard.type('NOBODY');
  await expect(field).toHaveAccessibleDescription('Found 1 paragraph up');
  await writer.press('Enter', writer.manuscript);
  await expect.poll(selected).toBe('Nobody');
  await field.fill('/(?=N)/');
  await expect(field).toHaveAccessibleDescription('A regular expression cannot look ahead or behind.');
  await field.fill('');
  await writer.press('Escape');
  await expect(field).toBeHidden();
  await showInBothThemes(writer, info, 'lore');

  await page.getByRole('tab', { name: 'Document' }).click();
  await page.getByRole('tabpanel').getByRole('button', { name: 'Lore' }).click();
  const keys = page.getByRole('textbox', { name: 'Keys', exact: true });
  await keys.fill('/(?<=x)y/');
  await expect(page.getByText('/(?<=x)y/: A regular expression cannot look ahead or behind.')).toBeVisible();
  await keys.fill('Nell');
  await writer.press('Enter');
  await expect(listed.getByRole('button')).toHaveText(['Marie, not sent']);
  await showInBothThemes(writer, info, 'lore-entry');

  await writer.manuscript.click();
  await writer.press('Control+Home', 'Shift+End');
  await writer.command('Make lore of this selection');
  await expect(beside).toContainText('Marie went out on the lake.');
  await expect(listed.getByRole('button')).toHaveCount(2);
});
