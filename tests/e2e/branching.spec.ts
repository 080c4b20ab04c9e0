import { readGrove } from '../helpers/grove-facts.ts';
import { axeViolations } from './axe.ts';
import { expect, test } from './test.ts';
import type { Writer } from './writer.ts';

/** Versions, splits, branches and pruning by keyboard, each checked in the file. */

const NODE_ONE = 'The lamp was lit. ';
const NODE_TWO = 'Nobody came that night. ';

/** Two nodes by the writer, with the caret at the end. */
async function writeTwoNodes(writer: Writer): Promise<void> {
  await writer.type(NODE_ONE);
  await writer.press('Control+s');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '1');
  await writer.type(NODE_TWO);
  await writer.press('Control+s');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '2');
  await writer.waitUntilSaved();
}

test('previous and next version change only their node and keep the text after it', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writeTwoNodes(writer);
  await writer.press('Control+Home', ...Array.from('The ', () => 'ArrowRight'));
  await writer.type('old ');
  await writer.press('Control+s');
  await writer.waitUntilSaved();
  await writer.press('Alt+Comma');
  await expect.poll(() => writer.text()).toBe(NODE_ONE + NODE_TWO);
  await writer.press('Alt+Period');
  await writer.waitUntilSaved();
  await expect.poll(() => writer.text()).toBe(`The old lamp was lit. ${NODE_TWO}`);
  await writer.waitUntilSaved();
  const grove = readGrove(desk.file('story.aspen'));
  expect(grove.counts).toMatchObject({ nodes: 4, versions: 1 });
  expect(grove.verified).toBe(4);
});

test('previous version during an edit keeps the edit as the newest version', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writeTwoNodes(writer);
  await writer.press('Control+Home');
  await writer.type('Yes. ');
  await writer.press('Alt+Comma');
  await expect.poll(() => writer.text()).toBe(NODE_ONE + NODE_TWO);
  await writer.press('Alt+Comma');
  await writer.waitUntilSaved();
  await expect.poll(() => writer.text()).toBe(`Yes. ${NODE_ONE}${NODE_TWO}`);
});

test('a split ends the path at the caret and leaves the old path untouched', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writeTwoNodes(writer);
  await writer.press('Control+End', ...Array.from(' that night. ', () => 'ArrowLeft'));
  await writer.press('Alt+s');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '2');
  await expect.poll(() => writer.text()).toBe(`${NODE_ONE}Nobody came`);
  await writer.type(' back.');
  await writer.press('Control+s');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '3');
  await writer.press('Alt+ArrowLeft');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '2');
  await writer.press('Alt+1');
  await expect(writer.status).toContainText('1 of 2');
  await expect.poll(() => writer.text()).toBe(NODE_ONE + NODE_TWO);

  // The rest of the old path stays in sight, one click away.
  await writer.press('Alt+ArrowDown');
  const rest = writer.page.getByRole('button', { name: /words? follows? on your branch/ });
  await expect(rest).toBeVisible();
  await writer.screenshot(test.info().outputPath('rest-of-text.png'));
  await rest.click();
  await expect(rest).toHaveCount(0);
  await expect.poll(() => writer.text()).toBe(NODE_ONE + NODE_TWO);
  await writer.press('Control+z');
  await expect(rest).toBeVisible();
});

test('generating inside a node splits it and continues from the caret', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writeTwoNodes(writer);
  await writer.press('Control+Home', ...Array.from('The lamp', () => 'ArrowRight'));
  // Three, and what follows in the text itself.
  await writer.generate(4);
  const text = await writer.text();
  expect(text.startsWith('The lamp')).toBe(true);
  expect(text).not.toContain('was lit. Nobody');
  await expect.poll(() => writer.modelText()).toBe(text.slice('The lamp'.length).replaceAll('\n', ''));
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '2');
});

test('generating where two nodes meet brings text to the caret, again and again, and each is one undo', async ({
  desk,
}, info) => {
  const writer = await desk.open('story.aspen');
  await writeTwoNodes(writer);
  const rest = writer.page.getByRole('button', { name: '4 words follow on your branch' });
  const toTheBorder = () => writer.press('Control+Home', ...Array.from(NODE_ONE, () => 'ArrowRight'));
  await toTheBorder();
  await writer.generate(4);
  const first = await writer.text();
  expect(first.startsWith(NODE_ONE)).toBe(true);
  await expect.poll(() => writer.modelText()).toBe(first.slice(NODE_ONE.length).replaceAll('\n', ''));
  await expect(rest).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await writer.page.emulateMedia({ colorScheme });
    expect(await axeViolations(writer)).toEqual([]);
    await writer.screenshot(info.outputPath(`border-${colorScheme}.png`));
  }
  await writer.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(900, 600));
  await expect.poll(() => writer.page.evaluate(() => window.innerWidth)).toBeLessThanOrEqual(900);
  await writer.screenshot(info.outputPath('border-900.png'));

  await toTheBorder();
  await writer.generate(7);
  const second = await writer.text();
  expect(second).not.toBe(first);
  expect(second.startsWith(NODE_ONE)).toBe(true);
  await expect(rest).toBeVisible();
  await writer.press('Control+z');
  await expect.poll(() => writer.text()).toBe(first);
  await writer.press('Control+z');
  await expect.poll(() => writer.text()).toBe(NODE_ONE + NODE_TWO);
  await expect(rest).toHaveCount(0);
  await writer.press('Control+y', 'Control+y');
  await expect.poll(() => writer.text()).toBe(second);
  await writer.press('Alt+1');
  await expect.poll(() => writer.text()).toBe(NODE_ONE + NODE_TWO);
  await writer.press('Alt+2');
  await expect.poll(() => writer.text()).toBe(first);
  await writer.waitUntilSaved();
});

test('split and start a branch requests one continuation at the caret', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writeTwoNodes(writer);
  await writer.press('Control+Home', ...Array.from('The lamp', () => 'ArrowRight'));
  await writer.press('Alt+c');
  await writer.waitForContinuations(2);
  await expect.poll(() => writer.text()).toMatch(/^The lamp/);
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '2');
});

test('turning an edit into a branch keeps the original node as a sibling', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writeTwoNodes(writer);
  await writer.press('Control+Home', ...Array.from('The lamp was ', () => 'ArrowRight'));
  await writer.type('not ');
  await writer.press('Alt+b');
  await expect(writer.status).toContainText('2 of 2');
  await expect.poll(() => writer.text()).toBe('The lamp was not lit. ');
  await writer.press('Alt+ArrowUp');
  await expect(writer.status).toContainText('1 of 2');
  await expect.poll(() => writer.text()).toBe(NODE_ONE + NODE_TWO);
  await writer.waitUntilSaved();
  expect(readGrove(desk.file('story.aspen')).counts).toMatchObject({ nodes: 4, versions: 0 });
});

test('pruning hides a node and its downstream text, and undo restores both', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writeTwoNodes(writer);
  await writer.press('Control+End');
  await writer.press('Control+Shift+Backspace');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '1');
  await expect.poll(() => writer.text()).toBe(NODE_ONE);
  await writer.press('Control+z');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '2');
  await expect.poll(() => writer.text()).toBe(NODE_ONE + NODE_TWO);
  await writer.waitUntilSaved();
  await writer.close();
  const again = await desk.reopen('story.aspen');
  await expect.poll(() => again.text()).toBe(NODE_ONE + NODE_TWO);
});
