import { readGrove } from '../helpers/grove-facts.ts';
import { expect, test } from './test.ts';

/** The main job, end to end, each step checked in the file. */

/** Line ends are outside every element, so the text of elements has none. */
const withoutLineEnds = (text: string) => text.replaceAll('\n', '');

test('three continuations stream in, become nodes with edges and records, and are coloured', async ({
  desk,
}) => {
  const writer = await desk.open('story.aspen');
  await writer.type('Once upon a time there was a tower on a hill. ');
  await writer.generate(3);

  const text = await writer.text();
  expect(text.startsWith('Once upon a time there was a tower on a hill. ')).toBe(true);
  expect(text.trimEnd().length).toBeGreaterThan('Once upon a time there was a tower on a hill.'.length);
  await expect
    .poll(() => writer.modelText())
    .toBe(withoutLineEnds(text.slice('Once upon a time there was a tower on a hill. '.length)));
  await expect(writer.continuations.getByRole('option', { selected: true })).toHaveAccessibleName(/^1 of 3/);

  const grove = readGrove(desk.file('story.aspen'));
  expect(grove.counts).toMatchObject({ nodes: 5, edges: 4, sources: 4, responses: 3, versions: 0 });
  expect(grove.verified).toBe(5);
  expect(grove.logIsWhole).toBe(true);
});

test('Alt+Up and Alt+Down switch siblings and change only the text that follows', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The orchard lay under snow. ');
  await writer.generate(3);
  const first = await writer.text();
  await writer.press('Alt+ArrowDown');
  await expect(writer.continuations.getByRole('option', { selected: true })).toHaveAccessibleName(/^2 of 3/);
  const second = await writer.text();
  expect(second).not.toBe(first);
  expect(second.startsWith('The orchard lay under snow. ')).toBe(true);
  await writer.press('Alt+ArrowUp');
  await expect(writer.continuations.getByRole('option', { selected: true })).toHaveAccessibleName(/^1 of 3/);
  await expect.poll(() => writer.text()).toBe(first);
});

test('Alt+Left and Alt+Right go to the parent and the last visited child', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('He shut the door. ');
  await writer.generate(3);
  await writer.press('Alt+ArrowDown');
  await expect(writer.continuations.getByRole('option', { selected: true })).toHaveAccessibleName(/^2 of 3/);
  const second = await writer.text();
  await writer.press('Alt+ArrowLeft');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '1');
  await expect.poll(() => writer.text()).toBe('He shut the door. ');
  await writer.press('Alt+ArrowRight');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '2');
  await expect.poll(() => writer.text()).toBe(second);
});

test('an edit in the middle is a version, one node and one edge, and keeps the text after it', async ({
  desk,
}) => {
  const writer = await desk.open('story.aspen');
  await writer.type('There was a castle on the hill. ');
  await writer.generate(2 + 1);
  const before = await writer.text();
  const model = await writer.modelText();
  const rows = readGrove(desk.file('story.aspen')).counts;

  await writer.press('Control+Home', ...Array.from('There was a ', () => 'ArrowRight'));
  await writer.press('Shift+Control+ArrowRight');
  await writer.type('tower');
  await expect(writer.manuscript.locator('[data-pending]').first()).toContainText('There was a tower');
  await writer.press('Control+s');
  await expect(writer.manuscript.locator('[data-pending]')).toHaveCount(0);
  await writer.waitUntilSaved();

  await expect.poll(() => writer.text()).toBe(before.replace('castle', 'tower'));
  await expect.poll(() => writer.modelText()).toBe(model);
  const after = readGrove(desk.file('story.aspen'));
  expect(after.counts.nodes).toBe(rows.nodes + 1);
  expect(after.counts.edges).toBe(rows.edges + 1);
  expect(after.counts.versions).toBe(1);
  expect(after.verified).toBe(after.counts.nodes);
});

test('each character typed inside model text belongs to the writer', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('She waited. ');
  await writer.generate(3);
  const model = await writer.modelText();
  const text = await writer.text();
  await writer.press('Control+End', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
  await writer.type('XYZ');
  await expect.poll(() => writer.modelText()).toBe(model);
  await expect.poll(() => writer.text()).toBe(`${text.slice(0, -3)}XYZ${text.slice(-3)}`);
  await writer.press('Control+s');
  await writer.waitUntilSaved();
  await expect.poll(() => writer.modelText()).toBe(model);
});

test('a reopened grove has the same text, draft, pending edit, path and caret', async ({ desk }) => {
  let writer = await desk.open('story.aspen');
  await writer.type('A letter came in March. ');
  await writer.generate(3);
  await writer.press('Alt+ArrowDown');
  await expect(writer.continuations.getByRole('option', { selected: true })).toHaveAccessibleName(/^2 of 3/);
  await writer.press('Control+End');
  await writer.type(' And nobody answered it.');
  await writer.press('ArrowLeft', 'ArrowLeft', 'ArrowLeft');
  const text = await writer.text();
  await writer.close();

  writer = await desk.open('story.aspen');
  await expect(writer.manuscript).toBeFocused();
  await expect.poll(() => writer.text()).toBe(text);
  await writer.type('|');
  await expect.poll(() => writer.text()).toBe(`${text.slice(0, -3)}|${text.slice(-3)}`);
  expect(readGrove(desk.file('story.aspen')).counts.versions).toBe(0);
});

test('typing can be undone and redone', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('One two');
  await writer.press('Control+z');
  await expect.poll(() => writer.text()).not.toBe('One two');
  await writer.press('Control+y');
  await expect.poll(() => writer.text()).toBe('One two');
});

test('Esc stops a generation and keeps the text received so far', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The river rose all night. ');
  await writer.press('Control+Enter');
  await expect(writer.page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await expect(writer.continuations.getByRole('option').first()).toContainText(/\w{3}/);
  await writer.press('Escape');
  await expect(writer.page.getByRole('button', { name: 'Stop' })).toBeHidden();
  await writer.waitUntilSaved();
  const grove = readGrove(desk.file('story.aspen'));
  expect(grove.finishReasons).toContain('stopped');
  expect(grove.verified).toBe(grove.counts.nodes);
});

test('typing while continuations stream loses nothing', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('Rain. ');
  await writer.press('Control+Enter');
  await expect(writer.page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await writer.type('More rain, he wrote, and went on.');
  await writer.waitForContinuations(3);
  await expect.poll(() => writer.text()).toBe('Rain. More rain, he wrote, and went on.');
  expect(readGrove(desk.file('story.aspen')).counts.nodes).toBe(5);
});

test('a whole session causes no page error and no refused style', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('Quiet. ');
  await writer.generate(3);
  await writer.press('Alt+ArrowDown', 'Alt+ArrowUp', 'Alt+ArrowLeft', 'Alt+ArrowRight');
  await writer.waitUntilSaved();
  expect(writer.complaints).toEqual([]);
});
