/**
 * The main job without a display, in real Electron, documents beside the story, a conversation, an agent at work and what it remembers, rewrites,
 * suggestions and the time line: prints each step with what it checked, read back from the file with SQL, and leaves the groves and a screenshot of each step in `demo/`.
 */
import { strict as assert } from 'node:assert';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/setup/project.mjs';
import { type GroveFacts, readGrove } from '../helpers/grove-facts.ts';
import { showAgent } from './demo-agent.ts';
import { showConversation } from './demo-conversation.ts';
import { showDocuments } from './demo-documents.ts';
import { showFirstHour } from './demo-first-hour.ts';
import { showMemory } from './demo-memory.ts';
import { showPackage } from './demo-package.ts';
import { showRewrites } from './demo-rewrites.ts';
import { checkHashes, expect } from './demo-steps.ts';
import { showSuggestions } from './demo-suggestions.ts';
import { showTimeline } from './demo-timeline.ts';
import { Service } from './voices.ts';
import { Desk } from './writer.ts';

const folder = join(root, 'demo');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);

/** The first hour of a new writer, with the pictures of `docs/first-hour.md`. */
async function showFirstHourOnly(): Promise<void> {
  const newcomer = new Desk(folder);
  try {
    const pictures = await showFirstHour({ desk: newcomer, folder });
    process.stdout.write(`A first hour, as docs/first-hour.md tells it:\n     ${pictures.join('\n     ')}\n`);
  } finally {
    await newcomer.closeAll();
  }
}

/** The package that a writer installs, where one can be made without a download. */
async function showPackageOnly(): Promise<void> {
  if (process.platform !== 'linux') return;
  const lines = await showPackage(folder);
  process.stdout.write(`The program from its Debian package:\n     ${lines.join('\n     ')}\n`);
}

// `npm run demo -- first-hour` and `npm run demo -- package` show only that.
for (const [name, showOnly] of Object.entries({
  'first-hour': showFirstHourOnly,
  package: showPackageOnly,
})) {
  if (!process.argv.includes(name)) continue;
  await showOnly();
  process.exit(0);
}

const desk = new Desk(folder);
/** A writer whose agents are those of a local service. */
const talker = new Desk(folder);
const talk = 'The Winter Orchard, talked over.aspen';
const worked = 'The Winter Orchard, with an agent.aspen';
const remembered = 'The Rain, remembered.aspen';
const reworked = 'The House, rewritten.aspen';
const suggested = 'The House, with suggestions.aspen';
const past = 'The Rain, through time.aspen';
const kept = 'The Lake, with its people.aspen';
const service = new Service();
/** A writer who generates with the built-in model before connecting another. */
const traveller = new Desk(folder);
/** A user who has never opened a grove. */
const visitor = new Desk(folder);
const grove = 'The Winter Orchard.aspen';
const facts = (): GroveFacts => readGrove(desk.file(grove));
let step = 0;

/** Runs one step, takes its picture and prints what it checked. */
async function show(title: string, run: () => Promise<readonly string[]>): Promise<void> {
  step += 1;
  process.stdout.write(`${step}. ${title}\n`);
  for (const line of await run()) process.stdout.write(`     ${line}\n`);
  const picture = `${String(step).padStart(2, '0')}-${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.png`;
  await writer.takePicture(join(folder, picture));
}

const countsOf = ({ counts }: GroveFacts) =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');

const opening =
  'The winter orchard lay under a foot of snow. Marta counted the trees from the kitchen window, as her father ' +
  'had done, and reached the same number twice. ';

let writer = await desk.open(grove);

try {
  await show('Open a new grove and write', async () => {
    await expect(writer.manuscript).toBeFocused();
    await writer.type(opening);
    await writer.waitUntilSaved();
    const found = facts();
    assert.equal(found.counts.nodes, 1);
    assert.equal(found.draftText, opening);
    return [countsOf(found), `the draft in the file holds the ${opening.length} characters typed`];
  });

  await show('Generate three continuations', async () => {
    await writer.press('Control+Enter');
    await expect(writer.page.getByRole('button', { name: 'Stop' })).toBeVisible();
    await expect(writer.continuations.getByRole('option').nth(1)).toContainText(/\w{3}/);
    await writer.takePicture(join(folder, '02-streaming.png'));
    await writer.waitForContinuations(3);
    const found = facts();
    assert.deepEqual(
      { ...found.counts, drafts: 0 },
      { nodes: 5, edges: 4, sources: 4, versions: 0, responses: 3, drafts: 0, cursors: 1 },
    );
    assert.equal((await writer.text()).startsWith(opening), true);
    assert.equal(await writer.modelText(), (await writer.text()).slice(opening.length).replaceAll('\n', ''));
    return [
      countsOf(found),
      checkHashes(found),
      'the working buffer became a node first; colour shows the model’s text',
    ];
  });

  let second = '';
  await show('Move between the alternatives', async () => {
    const first = await writer.text();
    await writer.press('Alt+ArrowDown');
    await expect(writer.continuations.getByRole('option', { selected: true })).toHaveAccessibleName(
      /^2 of 3/,
    );
    second = await writer.text();
    await writer.press('Alt+ArrowUp');
    await expect(writer.continuations.getByRole('option', { selected: true })).toHaveAccessibleName(
      /^1 of 3/,
    );
    assert.equal(await writer.text(), first);
    await writer.press('Alt+ArrowDown');
    await expect(writer.continuations.getByRole('option', { selected: true })).toHaveAccessibleName(
      /^2 of 3/,
    );
    assert.equal(await writer.text(), second);
    assert.notEqual(first, second);
    return ['down, up and down again: only the text after the branch point changed'];
  });

  await show('Go to the passage before and to the one visited last', async () => {
    await writer.press('Control+End', 'Alt+ArrowLeft');
    await expect(writer.manuscript).toHaveAttribute('data-path-length', '1');
    assert.equal(await writer.text(), opening);
    await writer.press('Alt+ArrowRight');
    await expect(writer.manuscript).toHaveAttribute('data-path-length', '2');
    assert.equal(await writer.text(), second);
    return ['the parent ends the text; the child is the second one again'];
  });

  await show('Edit in the middle', async () => {
    const before = facts();
    await writer.press('Control+Home', 'Control+ArrowRight', 'Shift+Control+ArrowRight');
    await writer.type(' old');
    await expect(writer.manuscript.locator('[data-pending]').first()).toContainText('The old orchard');
    await writer.press('Control+s');
    await expect(writer.manuscript.locator('[data-pending]')).toHaveCount(0);
    await writer.waitUntilSaved();
    const after = facts();
    assert.equal(await writer.text(), second.replace('The winter orchard', 'The old orchard'));
    assert.equal(after.counts.nodes - before.counts.nodes, 1);
    assert.equal(after.counts.edges - before.counts.edges, 1);
    assert.equal(after.counts.versions, 1);
    return [
      'one node and one edge more: a version; the continuation below is the same node',
      checkHashes(after),
    ];
  });

  await show('Generate in the middle and return', async () => {
    const before = facts();
    const whole = await writer.text();
    const shared = whole.slice(0, whole.indexOf(' Marta'));
    await writer.press('Control+Home', ...Array.from(shared, () => 'ArrowRight'));
    // Three, and what follows in the text itself.
    await writer.generate(4);
    const other = await writer.text();
    assert.equal(other.startsWith(shared), true);
    assert.equal(other.includes('Marta counted the trees'), false);
    await expect(writer.page.getByRole('button', { name: /words follow on your branch/ })).toBeVisible();
    await writer.takePicture(join(folder, '06-in-the-middle.png'));
    await writer.press('Alt+1');
    await expect.poll(() => writer.text()).toBe(whole);
    await writer.waitUntilSaved();
    const after = facts();
    assert.equal(after.counts.nodes - before.counts.nodes, 4);
    assert.equal(after.counts.versions, before.counts.versions);
    return [
      'the text before the caret is shared; a line under the continuation says how much follows; Alt+1 leads back',
      'three continuations and the text that they share are four nodes more',
      checkHashes(after),
    ];
  });

  let written = '';
  await show('Write on and generate again', async () => {
    await writer.press('Control+End');
    await writer.type(' By evening the road was gone. ');
    await writer.generate(3);
    const found = facts();
    assert.deepEqual([found.counts.nodes, found.counts.edges, found.counts.responses], [14, 13, 9]);
    await writer.press('Control+End');
    await writer.type(' She lit the lamp');
    written = await writer.text();
    await writer.waitUntilSaved();
    return [countsOf(found), checkHashes(found)];
  });

  await show('Close and reopen', async () => {
    await writer.press('ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    await writer.close();
    assert.deepEqual(desk.filesBeside(grove), [grove]);
    writer = await desk.open(grove);
    await expect(writer.manuscript).toBeFocused({ timeout: 15_000 });
    assert.equal(await writer.text(), written);
    await writer.type('old ');
    assert.equal(await writer.text(), written.replace(/lamp$/, 'old lamp'));
    await writer.waitUntilSaved();
    const found = facts();
    return [
      'text, path, draft and caret are where they were; one file is left on closing',
      countsOf(found),
      checkHashes(found),
    ];
  });

  await writer.close();

  await showDocuments({
    file: desk.file(kept),
    show,
    open: async () => {
      writer = await desk.open(kept);
      return writer;
    },
  });
  await writer.close();

  await service.wire.listen();
  service.setUp(talker);
  await showConversation({
    file: talker.file(talk),
    service,
    show,
    open: async () => {
      writer = await talker.open(talk);
      return writer;
    },
  });
  await writer.close();

  await showAgent({
    file: talker.file(worked),
    service,
    show,
    open: async () => {
      writer = await talker.open(worked);
      return writer;
    },
  });
  await writer.close();

  await showMemory({
    file: talker.file(remembered),
    service,
    show,
    open: async () => {
      writer = await talker.open(remembered);
      return writer;
    },
  });
  await writer.close();

  await showRewrites({
    file: talker.file(reworked),
    service,
    show,
    takePicture: (name) => writer.takePicture(join(folder, `${String(step).padStart(2, '0')}-${name}.png`)),
    open: async () => {
      writer = await talker.open(reworked);
      return writer;
    },
  });
  await writer.close();

  await showSuggestions({
    file: talker.file(suggested),
    service,
    show,
    takePicture: (name) => writer.takePicture(join(folder, `${String(step).padStart(2, '0')}-${name}.png`)),
    open: async () => {
      writer = await talker.open(suggested);
      return writer;
    },
  });
  await writer.close();

  service.setUp(traveller);
  await showTimeline({
    file: traveller.file(past),
    service,
    show,
    takePicture: (name) => writer.takePicture(join(folder, `${String(step).padStart(2, '0')}-${name}.png`)),
    open: async () => {
      writer = await traveller.open(past);
      return writer;
    },
  });
  await writer.close();

  // Its picture is the one in the README.
  await show('Read the sample story', async () => {
    writer = await visitor.open();
    const { page } = writer;
    await page.getByRole('button', { name: 'Sample grove' }).click();
    await page.getByRole('button', { name: 'If it needs a ghost after all' }).click();
    await writer.press('Control+End', 'Alt+ArrowRight');
    await expect(writer.manuscript).toContainText('I had only come to look');
    await page.getByRole('button', { name: 'Show the grove' }).click();
    await writer.manuscript.getByText('a broom, going back and forth').click();
    await writer.manuscript
      .getByText('I went down on the ninth')
      .evaluate((line) => line.scrollIntoView({ block: 'start' }));
    await page.mouse.move(0, 0);
    await expect(writer.continuations.getByRole('option')).toHaveCount(4);
    await expect(writer.continuations.getByRole('option', { selected: true })).toContainText('a broom');
    const authors = await writer.manuscript
      .locator('[data-author]')
      .evaluateAll((runs) => new Set(runs.map((run) => run.getAttribute('data-author'))).size);
    assert.equal(authors, 2);
    return ['a page by three authors, each in a colour, with alternative continuations beside it'];
  });
  await show('Move a chapter of its notes', async () => {
    const { page } = writer;
    await page.getByRole('button', { name: 'Show the grove' }).click();
    const documents = page.getByRole('list', { name: 'Documents', exact: true });
    await documents.getByRole('button', { name: /^The valley/ }).click();
    await expect(writer.manuscript).toContainText('# People');
    await writer.press('Control+Shift+o');
    const chapters = page
      .getByRole('listbox', { name: 'Scenes' })
      .getByRole('option', { name: /, chapter, / });
    await expect(chapters).toHaveText([/^People/, /^Places/]);
    await chapters.nth(1).click();
    await writer.press('Control+Shift+PageUp');
    await expect(chapters).toHaveText([/^Places/, /^People/]);
    await writer.press('Control+z');
    await expect(chapters).toHaveText([/^People/, /^Places/]);
    await writer.waitUntilSaved();
    await page.keyboard.press('Escape');
    return ['by its card in Scenes, with all that is in it, and back with one undo'];
  });
  await show('Set a target, and see the words of each day', async () => {
    const { page } = writer;
    await writer.command('Targets…');
    const people = page.getByRole('textbox', { name: 'People', exact: true });
    await people.fill('200');
    await writer.press('Enter');
    await expect(people).toHaveAccessibleDescription(/of 200 words$/);
    const reached = await people.evaluate((field) => field.parentElement?.innerText.split('\n').at(-1));
    await page.getByRole('tab', { name: 'Words a day' }).click();
    await expect(page.getByRole('img', { name: /^Words a day from/ })).toBeVisible();
    await expect(page.getByRole('img', { name: /words at the end\.$/ })).toBeVisible();
    const rows = page.getByRole('table', { name: 'Words by author' }).getByRole('row');
    await expect(rows).toHaveCount(3);
    await page.keyboard.press('Escape');
    return [`the chapter “People” has ${reached}; a calendar, a line and a table draw the progress`];
  });
  await writer.close();
  await showFirstHourOnly();
  await showPackageOnly();
  process.stdout.write(`\nAll ${step} steps hold. The groves and the pictures are in demo/.\n`);
} finally {
  await desk.closeAll();
  await talker.closeAll();
  await traveller.closeAll();
  await visitor.closeAll();
  await service.wire.close();
}
