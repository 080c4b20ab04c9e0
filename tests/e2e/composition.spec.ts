import { readGrove } from '../helpers/grove-facts.ts';
import { InputMethod } from './input-method.ts';
import { expect, test } from './test.ts';

/** Composition is never interrupted and never lost (`manuscript.md`, *What the writer sees*), in the app. */

/** Line ends are outside every element, so the text of elements has none. */
const withoutLineEnds = (text: string) => text.replaceAll('\n', '');

test('Chinese is composed at the boundary of two nodes', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('Rain.');
  await writer.press('Control+s');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '1');
  const ime = await InputMethod.of(writer);
  await ime.compose('n', 'ni', 'ni h', 'ni hao');
  await ime.commit('你好');
  await ime.compose('ma');
  await ime.commit('吗');
  await expect.poll(() => writer.text()).toBe('Rain.你好吗');
  await writer.press('Control+s');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '2');
  await writer.waitUntilSaved();
  expect(readGrove(desk.file('story.aspen')).counts).toMatchObject({ nodes: 3, versions: 0 });
});

test('Japanese composed inside model text belongs to the writer', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('She waited. ');
  await writer.generate(3);
  const text = await writer.text();
  const model = await writer.modelText();
  await writer.press('Control+End', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
  const ime = await InputMethod.of(writer);
  await ime.compose('k', 'か', 'かn', 'かんじ', '漢字');
  await ime.commit('漢字');
  await expect.poll(() => writer.text()).toBe(`${text.slice(0, -3)}漢字${text.slice(-3)}`);
  await expect.poll(() => writer.modelText()).toBe(model);
  await writer.press('Control+s');
  await expect(writer.manuscript.locator('[data-pending]')).toHaveCount(0);
  await expect.poll(() => writer.modelText()).toBe(model);
  await writer.press('Control+z');
  await expect.poll(() => writer.text()).toBe(text);
  await expect.poll(() => writer.modelText()).toBe(withoutLineEnds(model));
});

test('a continuation that streams in does not interrupt a composition elsewhere in the text', async ({
  desk,
}) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The river rose. ');
  await writer.press('Control+Enter');
  await expect(writer.page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await writer.press('Control+Home');
  const ime = await InputMethod.of(writer);
  await ime.compose('k', 'か');
  await writer.waitForContinuations(3);
  await ime.compose('かw', 'かわ', '川');
  await expect.poll(() => writer.text()).toBe('川The river rose. ');
  await ime.commit('川');
  await expect.poll(() => writer.text()).toMatch(/^川The river rose\. \s*\S/);
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '2');
  await writer.press('Control+s');
  await writer.waitUntilSaved();
  const grove = readGrove(desk.file('story.aspen'));
  expect(grove.counts).toMatchObject({ nodes: 6, versions: 1 });
  expect(grove.verified).toBe(6);
});

test('text composed at the end during streaming belongs to the writer, and the continuations stay siblings', async ({
  desk,
}) => {
  const writer = await desk.open('story.aspen');
  await writer.type('Snow. ');
  await writer.press('Control+Enter');
  await expect(writer.page.getByRole('button', { name: 'Stop' })).toBeVisible();
  const ime = await InputMethod.of(writer);
  await ime.compose('y', 'ゆ', 'ゆk', 'ゆき', '雪');
  await writer.waitForContinuations(3);
  await ime.commit('雪');
  await expect.poll(() => writer.text()).toBe('Snow. 雪');
  await expect.poll(() => writer.modelText()).toBe('');
});

test('saving the draft or finishing a commit during composition breaks nothing', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('One.');
  await writer.press('Control+s');
  const ime = await InputMethod.of(writer);
  await ime.compose('k', 'か');
  await writer.waitUntilSaved();
  await expect.poll(() => readGrove(desk.file('story.aspen')).draftText).toBe('か');
  await ime.compose('かん', '缶');
  await ime.commit('缶');
  await expect.poll(() => writer.text()).toBe('One.缶');
});

test('a dead key and a letter make one character', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('caf');
  const ime = await InputMethod.of(writer);
  await ime.deadKey('´');
  await ime.commit('é');
  await writer.type('!');
  await expect.poll(() => writer.text()).toBe('café!');
});

test('commands are ignored while composing', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('He shut the door. ');
  await writer.generate(3);
  const length = await writer.manuscript.getAttribute('data-path-length');
  const ime = await InputMethod.of(writer);
  await ime.compose('k', 'か');
  await writer.press('Alt+ArrowUp', 'Alt+ArrowLeft', 'Control+Enter', 'Control+s', 'Control+f');
  await expect(writer.continuations.getByRole('option')).toHaveCount(3);
  await expect(writer.page.getByRole('searchbox', { name: 'Find' })).toBeHidden();
  await expect.poll(() => writer.manuscript.getAttribute('data-path-length')).toBe(length);
  await ime.commit('蚊');
  await expect.poll(() => writer.text()).toMatch(/^He shut the door\. .*蚊$/s);
});

test('closing the window mid-composition keeps the composed text', async ({ desk }) => {
  let writer = await desk.open('story.aspen');
  await writer.type('Dawn. ');
  const ime = await InputMethod.of(writer);
  await ime.compose('a', 'あ', 'あさ');
  await writer.close();
  expect(readGrove(desk.file('story.aspen')).draftText).toBe('Dawn. あさ');
  writer = await desk.reopen('story.aspen');
  await expect.poll(() => writer.text()).toBe('Dawn. あさ');
});
