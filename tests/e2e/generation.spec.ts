import type { Locator } from '@playwright/test';
import { readGrove } from '../helpers/grove-facts.ts';
import { axeViolations } from './axe.ts';
import { askAgents, expect, type Service, test } from './voices.ts';
import type { Desk, Writer } from './writer.ts';

/** Continuations as the writer sees them arrive, fail and be retried (`generation.md`, *Generating*). */

const OPENING = 'The rain had stopped.';

/** Opens a grove with one sentence and these agents selected. */
async function openWithAgents(
  desk: Desk,
  service: Service,
  { agents = ['Llama'], count = 3, manyChoices = false } = {},
): Promise<Writer> {
  service.setUp(desk, { manyChoices });
  const writer = await desk.open('story.aspen');
  await expect(writer.manuscript).toBeVisible();
  await askAgents(
    writer,
    agents.map((name) => ({ name })),
    count,
  );
  await writer.type(OPENING);
  return writer;
}

function options(writer: Writer): Locator {
  return writer.continuations.getByRole('option');
}

function button(writer: Writer, name: string | RegExp): Locator {
  return writer.page.getByRole('button', { name, exact: true });
}

async function picture(writer: Writer, pathOf: (name: string) => string, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    // Without motion: contrast cannot be measured while colours are in transition.
    await writer.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await axeViolations(writer)).toEqual([]);
    await writer.screenshot(pathOf(`${name}-${colorScheme}.png`));
  }
}

test('every state of a continuation says what it is and what can be done', async ({
  desk,
  service,
}, info) => {
  const writer = await openWithAgents(desk, service, { agents: ['Llama', 'Mistral'] });
  await writer.press('Control+Enter');
  (await service.voice(0)).say(' A door banged somewhere below, and the whole house seemed to listen');
  (await service.voice(1)).refuse(429, 'Slow down', { 'retry-after': '8' });
  (await service.voice(2)).say(' Nobody spoke.').end();
  await expect(options(writer).nth(1)).toContainText(
    /The provider is limiting requests\. Trying again in \d seconds\./,
  );
  await expect(writer.page.getByText('1 of 6 ready')).toBeVisible();
  await expect(options(writer)).toContainText(['Llama', 'Llama', 'Llama', 'Mistral', 'Mistral', 'Mistral']);
  await picture(writer, (name) => info.outputPath(name), 'under-way');

  const key = 'The provider did not accept the key.';
  (await service.voice(3)).refuse(401, 'Incorrect API key provided');
  (await service.voice(4)).say(' He thought of the orchard, and of');
  await expect(options(writer).nth(4)).toContainText('orchard');
  (await service.voice(4)).breakOff();
  await expect(options(writer).nth(3)).toContainText(key);
  await expect(options(writer).nth(4)).toContainText('cut short');
  await expect(options(writer).nth(4)).toContainText(
    'The provider broke off in the middle of its answer. What arrived is kept. It joins your text only if you choose it.',
  );
  await button(writer, 'Details of new 4').click();
  await expect(options(writer).nth(3)).toContainText('Incorrect API key provided');
  await picture(writer, (name) => info.outputPath(name), 'troubles');

  // Failures of one kind share a card, and are not counted: the number is that of the tree, everywhere.
  (await service.voice(5)).refuse(401, 'Incorrect API key provided');
  await expect(options(writer)).toHaveCount(5);
  await expect(options(writer).nth(3)).toContainText('2 ×');
  await expect(writer.page.getByText('2 of 4 ready')).toBeVisible();

  // The pause is over: the second attempt of the second slot.
  await expect
    .poll(() => service.voices.filter(({ slot }) => slot === 1).length, { timeout: 15_000 })
    .toBe(2);
  (await service.voice(1)).end();
  await expect(options(writer).nth(1)).toContainText('The model returned no text.');
  // The text that streamed at the end is withheld, and the next one takes its place.
  await expect(writer.manuscript).toContainText('seemed to listen');
  (await service.voice(0)).end('content_filter');
  await expect(writer.manuscript).not.toContainText('seemed to listen');
  await expect(writer.manuscript).toContainText('Nobody spoke.');
  await expect(options(writer)).toContainText([
    /1 of 3.*Llama.*withheld.*seemed to listen.*joins your text only if you choose it/,
    /New 2.*Llama.*empty/,
    /2 of 3.*Llama.*Nobody spoke/,
    /2 ×.*Mistral.*failed/,
    /3 of 3.*Mistral.*cut short/,
  ]);
  await expect(writer.page.getByRole('status', { name: 'Status' })).toContainText('2 of 3');
  const numbers = (await writer.page.locator('body').innerText()).match(/\d+ of \d+/g) ?? [];
  expect(new Set(numbers.map((number) => number.split(' ').at(-1)))).toEqual(new Set(['3']));
  await picture(writer, (name) => info.outputPath(name), 'over');

  const before = service.voices.length;
  await button(writer, `Retry all 2 by Mistral: ${key} Your text is untouched.`).click();
  await expect.poll(() => service.voices.length).toBe(before + 2);
  await button(writer, 'Retry new 2').click();
  await expect.poll(() => service.voices.length).toBe(before + 3);
  for (const voice of service.voices.slice(before)) voice.say(` Again, ${voice.model}.`).end();
  await expect(options(writer)).toContainText([
    'seemed to listen',
    'Nobody spoke.',
    'He thought of the orchard',
    'Again, mistral.',
    'Again, mistral.',
    'Again, llama.',
  ]);
  await expect(options(writer).nth(4)).toContainText('Same as 4');
  await picture(writer, (name) => info.outputPath(name), 'again');
  await writer.waitUntilSaved();
  await expect.poll(() => writer.text()).toBe(`${OPENING} Nobody spoke.`);
  // The writer can choose it like any other.
  await writer.press('Alt+1');
  await expect.poll(() => writer.text()).toContain('seemed to listen');
  expect(writer.complaints.filter((complaint) => !complaint.includes('net::'))).toEqual([]);
  expect(readGrove(desk.file('story.aspen'))).toMatchObject({ logIsWhole: true, integrity: 'ok' });
});

test('stopping one leaves the others running, and Escape stops all; received text is kept', async ({
  desk,
  service,
}) => {
  const writer = await openWithAgents(desk, service);
  await writer.press('Control+Enter');
  for (const slot of [0, 1, 2]) (await service.voice(slot)).say(` Word ${slot}`);
  await expect(options(writer).nth(1)).toContainText('Word 1');
  await button(writer, 'End new 2').click();
  await expect(options(writer).nth(1)).toContainText('stopped');
  await expect(options(writer).nth(0)).toContainText('writing');
  await expect(writer.manuscript).toBeFocused();
  (await service.voice(0)).say(' more');
  await expect(options(writer).nth(0)).toContainText('Word 0 more');
  await writer.press('Escape');
  await expect(options(writer)).toContainText(['stopped', 'stopped', 'stopped']);
  await writer.waitUntilSaved();
  await expect.poll(() => writer.text()).toBe(`${OPENING} Word 0 more`);
  await expect.poll(() => service.voices.every(({ isGone }) => isGone)).toBe(true);
});

test('finished choices of one response stay in saving until its last byte', async ({
  desk,
  service,
}, info) => {
  const writer = await openWithAgents(desk, service, { manyChoices: true });
  await writer.press('Control+Enter');
  const voice = await service.voice(0);
  expect(voice.asked.json.n).toBe(3);
  voice.say(' One.', 0).say(' Two', 1).say(' Three', 2).endChoice(0);
  await expect(options(writer).nth(0)).toContainText('done, saving');
  await button(writer, 'End new 3').click();
  await expect(options(writer).nth(2)).toContainText('done, saving');
  await picture(writer, (name) => info.outputPath(name), 'shared');
  voice.say(' and more', 1).say(' unheard', 2).endChoice(1).endChoice(2).close();
  await expect(options(writer)).toContainText(['One.', 'Two and more', 'Three']);
  await expect(options(writer).nth(2)).toContainText('stopped');
  await writer.waitUntilSaved();
  expect(service.voices).toHaveLength(1);
  expect(readGrove(desk.file('story.aspen')).counts).toMatchObject({ responses: 1, nodes: 5 });
});

test('typing during streaming: nothing moves, and the arrivals are siblings', async ({ desk, service }) => {
  const writer = await openWithAgents(desk, service);
  await writer.press('Control+Enter');
  (await service.voice(0)).say(' Far off');
  await expect(writer.manuscript).toContainText('Far off');
  await writer.type(' I went in.');
  (await service.voice(0)).say(', thunder.').end();
  (await service.voice(1)).say(' A crow.').end();
  (await service.voice(2)).say(' A crow.').end();
  await expect(options(writer)).toContainText(['Far off, thunder.', 'A crow.', 'Same as 2']);
  await writer.type(' It was late.');
  await expect.poll(() => writer.text()).toBe(`${OPENING} I went in. It was late.`);
  await writer.waitUntilSaved();
});

test('the text switches to one more continuation, unless the writer has moved', async ({ desk, service }) => {
  const writer = await openWithAgents(desk, service, { count: 1 });
  await writer.press('Control+Enter');
  (await service.voice(0)).say(' First.').end();
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '2');

  let asked = service.voices.length;
  await writer.press('Alt+r');
  (await service.voice(0, asked)).say(' Second');
  await expect(options(writer).nth(1)).toContainText('Second');
  await expect.poll(() => writer.text()).toBe(`${OPENING} First.`);
  (await service.voice(0, asked)).say('.').end();
  await expect.poll(() => writer.text()).toBe(`${OPENING} Second.`);

  asked = service.voices.length;
  await writer.press('Alt+r');
  (await service.voice(0, asked)).say(' Third');
  await writer.type(' Mine.');
  (await service.voice(0, asked)).say('.').end();
  await expect(writer.page.getByRole('log', { name: 'Announcements' })).toContainText('ready');
  await writer.waitUntilSaved();
  await expect.poll(() => writer.text()).toBe(`${OPENING} Second. Mine.`);
});

test('a second request at the same place queues behind the first at the end of the text', async ({
  desk,
  service,
}) => {
  const writer = await openWithAgents(desk, service, { count: 1 });
  await writer.press('Control+Enter');
  (await service.voice(0)).say(' The first');
  await expect(writer.manuscript).toContainText('The first');
  const asked = service.voices.length;
  await writer.press('Control+Enter');
  (await service.voice(0, asked)).say(' The second.').end();
  await expect(options(writer).nth(1)).toContainText('The second.');
  await expect(writer.manuscript).toContainText('The first');
  await expect.poll(() => writer.text()).toBe(OPENING);
  service.voices[0]?.say(' of two.').end();
  await expect.poll(() => writer.text()).toBe(`${OPENING} The first of two.`);
  await expect(options(writer)).toContainText(['The first of two.', 'The second.']);
});

test('closing the window during generation keeps the text received so far', async ({ desk, service }) => {
  const writer = await openWithAgents(desk, service);
  await writer.press('Control+Enter');
  for (const slot of [0, 1, 2]) (await service.voice(slot)).say(` Word ${slot}`);
  await expect(options(writer).nth(2)).toContainText('Word 2');
  await writer.close();
  expect(readGrove(desk.file('story.aspen'))).toMatchObject({
    counts: { nodes: 5, responses: 3 },
    logIsWhole: true,
  });
  const again = await desk.reopen('story.aspen');
  await again.manuscript.click();
  await again.press('Control+End');
  await expect(options(again)).toContainText(['stopped', 'stopped', 'stopped']);
});

test('arrivals do not move the text, the caret or the list', async ({ desk, service }, info) => {
  const writer = await openWithAgents(desk, service, { agents: ['Llama', 'Mistral'], count: 5 });
  await writer.page.keyboard.insertText('\n\nIt was a long night, and nobody slept.'.repeat(40));
  await writer.press('Control+Enter');
  for (const slot of [0, 3]) (await service.voice(slot)).say(` The clock struck ${slot + 1}`);
  await expect(options(writer)).toHaveCount(10);
  await expect(options(writer).nth(3)).toContainText('struck 4');
  const list = writer.continuations.locator('..');
  const scroller = writer.page.locator('.cm-scroller');
  await list.evaluate((element) => element.scrollTo(0, 250));
  await writer.press('Control+Home');
  // The editor brings the caret into view in a later frame.
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(0);
  // With the wheel: another scroll so soon after a caret key counts as following it, and ends at a whole line.
  await writer.manuscript.hover();
  await writer.page.mouse.wheel(0, 120);
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(120);
  const places = async () => [
    await scroller.evaluate((element) => element.scrollTop),
    await writer.page.evaluate(() => {
      const { anchorNode, anchorOffset } = document.getSelection() ?? {};
      return `${anchorNode?.textContent?.slice(0, 20)} ${anchorOffset}`;
    }),
  ];
  /** Of a row in the list, in CSS pixels; a scroll position has no fractions. */
  const top = () =>
    options(writer)
      .filter({ hasText: 'struck 4' })
      .evaluate((element) => element.getBoundingClientRect().top);
  const [before, topBefore] = [await places(), await top()];
  const answered = new Set<unknown>();
  for (let round = 0; round < 10; round++) {
    await expect.poll(() => service.voices.filter((voice) => !answered.has(voice)).length).toBeGreaterThan(0);
    // The last one first: what is cut off above what the writer reads becomes lower.
    for (const voice of service.voices.filter((voice) => !answered.has(voice)).toReversed()) {
      answered.add(voice);
      // The second of these shares the card of the first, above what the writer reads.
      if ([1, 2, 7].includes(voice.slot)) voice.end();
      else
        voice
          .say(` and then it was silent again, for as long as anyone could remember, ${voice.slot}.`)
          .end();
      if (voice.slot === 2) await expect(options(writer).filter({ hasText: 'No text' })).toHaveCount(1);
    }
    if (answered.size === 10) break;
  }
  await expect(button(writer, 'Stop')).toBeHidden();
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '2');
  expect(await places()).toEqual(before);
  expect(Math.abs((await top()) - topBefore)).toBeLessThan(1);
  await writer.screenshot(info.outputPath('ten.png'));
});

test('stop, retry and dismiss keep the focus in the list', async ({ desk, service }, info) => {
  const writer = await openWithAgents(desk, service, { count: 2 });
  await writer.press('Control+Enter');
  (await service.voice(0)).refuse(404, 'The model `llama` does not exist');
  (await service.voice(1)).say(' Far off');
  await expect(options(writer).nth(0)).toContainText('failed');
  await button(writer, 'Retry new 1').focus();
  const asked = service.voices.length;
  await writer.press('Enter');
  await expect(writer.continuations).toBeFocused();
  const again = await service.voice(0, asked);
  await expect(options(writer)).toContainText(['Far off', 'Waiting for the first word.']);
  await writer.press('End', 'Delete');
  await expect(options(writer)).toHaveCount(1);
  await expect.poll(() => again.isGone).toBe(true);
  (await service.voice(1)).say(', a bell.').end();
  await expect(writer.continuations).toBeFocused();

  await writer.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setContentSize(900, 600),
  );
  const next = service.voices.length;
  await button(writer, 'Generate').click();
  (await service.voice(0, next)).refuse(400, 'This model’s maximum context length is 4096 tokens');
  (await service.voice(1, next)).end();
  await expect(options(writer).nth(0)).toContainText('too long for the model');
  await button(writer, 'Details of new 1').click();
  await picture(writer, (name) => info.outputPath(name), 'small');
  const isCut = await writer.continuations.evaluate((list) => list.scrollWidth > list.clientWidth);
  expect(isCut).toBe(false);
  await writer.continuations.focus();
  await writer.press('Home', 'Delete', 'Delete');
  await expect(writer.page.getByRole('button', { name: /^Close new/ })).toHaveCount(0);
});

test('there is no seam between the writer’s text and a model’s', async ({ desk, service }) => {
  service.setUp(desk);
  const writer = await desk.open('story.aspen');
  await expect(writer.manuscript).toBeVisible();
  await askAgents(writer, [{ name: 'Sonnet', style: 'chat-continue' }], 1);
  await writer.type('The lamp was lit, and nobody came. She sat by the');
  await writer.press('Control+Enter');
  (await service.voice(0)).say('nobody came. ').say('She sat ').say('by the').say(' fire').say('.').end();
  const first = 'The lamp was lit, and nobody came. She sat by the fire.';
  await expect.poll(() => writer.text()).toBe(first);
  let asked = service.voices.length;
  await writer.press('Control+Enter');
  (await service.voice(0, asked)).say('“Who').say(' is there?”').end();
  await expect.poll(() => writer.text()).toBe(`${first} “Who is there?”`);
  asked = service.voices.length;
  await writer.type(' ');
  await writer.press('Control+Enter');
  (await service.voice(0, asked)).say('雨停了。').end();
  await expect.poll(() => writer.text()).toBe(`${first} “Who is there?” 雨停了。`);
  await writer.waitUntilSaved();
  expect(readGrove(desk.file('story.aspen'))).toMatchObject({ logIsWhole: true, integrity: 'ok' });
});

test('generating inside a sentence continues the text before the caret and keeps the whole as a sibling', async ({
  desk,
  service,
}) => {
  const writer = await openWithAgents(desk, service, { count: 2 });
  await writer.press('Control+s');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '1');
  for (let i = 0; i < ' had stopped.'.length; i++) await writer.press('ArrowLeft');
  await writer.press('Control+Enter');
  await service.voice(1);
  await expect.poll(() => writer.text()).toBe('The rain');
  // Nothing came: the rest is back, with the caret where it was.
  await writer.press('Escape');
  await expect.poll(() => writer.text()).toBe(OPENING);
  await writer.press('Control+Enter');
  const voice = await service.voice(0, 2);
  expect(voice.asked.json.prompt).toBe('The rain');
  voice.say(' went on.').end();
  (await service.voice(1, 2)).say(' fell harder.').end();
  await expect.poll(() => writer.text()).toBe('The rain went on.');
  await expect(options(writer)).toContainText(['had stopped.', 'went on.', 'fell harder.']);
  await expect(options(writer).nth(1)).toHaveAttribute('aria-selected', 'true');
  await writer.press('Alt+1');
  await expect.poll(() => writer.text()).toBe(OPENING);
});

test('a page reloaded during generation keeps listening', async ({ desk, service }) => {
  const writer = await openWithAgents(desk, service, { agents: ['Llama', 'Mistral'], count: 1 });
  await writer.press('Control+Enter');
  (await service.voice(0)).say(' Far');
  (await service.voice(1)).say(' Near');
  await expect(options(writer)).toContainText(['Far', 'Near']);
  const colours = () => options(writer).evaluateAll((all) => all.map((one) => one.dataset.colour));
  expect(new Set(await colours()).size).toBe(2);
  await writer.waitUntilSaved();
  await writer.page.reload();
  await expect(writer.manuscript).toBeVisible();
  await writer.manuscript.click();
  await writer.press('Control+End');
  await expect(options(writer)).toContainText(['Far', 'Near']);
  (await service.voice(1)).say(' by.').end();
  (await service.voice(0)).say(' off.').end();
  await expect.poll(() => writer.text()).toBe(`${OPENING} Far off.`);
  await expect(options(writer)).toContainText(['Far off.', 'Near by.']);
});

test('Esc closes find before it stops a generation', async ({ desk, service }) => {
  const writer = await openWithAgents(desk, service, { count: 1 });
  await writer.press('Control+Enter');
  // Nothing arrives, so that the request runs until it is stopped.
  await service.voice(0);
  await writer.press('Control+f');
  const field = writer.page.getByRole('searchbox', { name: 'Find' });
  await expect(field).toBeFocused();
  await writer.press('Escape');
  await expect(field).toBeHidden();
  await expect(button(writer, 'Stop')).toBeVisible();
  await writer.press('Escape');
  await expect(button(writer, 'Stop')).toBeHidden();
});
