import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, filesWith } from '../helpers/files-with.ts';
import { Wire } from '../helpers/wire.ts';
import { axeViolations } from './axe.ts';
import { expect, giveKey, KEY, openSection, setUp, test } from './services.ts';

/** Providers in the settings, in the real app, against a local server (`generation.md`). */

test('a provider is set up, tested, and says what it can do', async ({ desk, wire }, info) => {
  const writer = await desk.open('story.aspen');
  const page = await openSection(writer, 'Providers');
  await writer.screenshot(info.outputPath('empty.png'));
  await setUp(page, wire);
  await giveKey(page);
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByText('It continues text directly, as base models do.')).toBeVisible();
  await expect(page.getByText('It does not support chat. There is no chat here.')).toBeVisible();
  await expect(page.getByText('3 models', { exact: true })).toBeVisible();
  await page.getByRole('searchbox', { name: /Filter/ }).fill('base');
  const models = page.getByRole('list', { name: /^Models of/ }).getByRole('listitem');
  await expect(models).toHaveText([/base-1.*8,192 tokens · \$0\.40 in, \$1\.20 out per million/, /base-2/]);
  for (const colorScheme of ['light', 'dark'] as const) {
    await writer.page.emulateMedia({ colorScheme });
    expect(await axeViolations(writer)).toEqual([]);
    await writer.screenshot(info.outputPath(`tested-${colorScheme}.png`));
  }
  expect(wire.asked[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(writer.complaints).toEqual([]);
});

test('from the welcome page and a key to the first continuation on one page', async ({
  desk,
  wire,
}, info) => {
  const writer = await desk.open();
  await writer.page.getByRole('button', { name: 'Connect a model' }).click();
  const page = writer.page.getByRole('main', { name: 'Connect a model' });
  await expect(page.getByRole('tab', { name: 'OpenAI' })).toBeFocused();
  await writer.screenshot(info.outputPath('openai.png'));
  await page.getByRole('tab', { name: 'Something else' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill(wire.baseUrl);
  await page.getByText('If it needs headers', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Headers' }).fill('X-Workspace: novels');
  const key = page.getByLabel('Key for Something else');
  await key.fill('sk-mistyped-0000000000');
  await key.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'does not accept this key.' })).toBeVisible();
  await expect(key).toBeFocused();
  await writer.screenshot(info.outputPath('refused.png'));
  await key.fill(KEY);
  await key.press('Enter');
  await expect(page.getByText('3 models', { exact: true })).toBeVisible();
  expect(wire.asked.at(-1)?.headers).toMatchObject({ 'x-workspace': 'novels' });
  await expect(page.getByRole('searchbox', { name: 'Filter the models' })).toBeFocused();
  await page.getByRole('searchbox', { name: 'Filter the models' }).fill('base');
  await page.getByRole('radio', { name: /^base-1/ }).click();
  for (const colorScheme of ['light', 'dark'] as const) {
    await writer.page.emulateMedia({ colorScheme });
    expect(await axeViolations(writer)).toEqual([]);
    await writer.screenshot(info.outputPath(`chosen-${colorScheme}.png`));
  }
  await page.getByRole('button', { name: 'Use this model' }).click();
  await expect(writer.manuscript).toBeFocused();
  await writer.type('Once upon a time');
  await writer.press('Control+Enter');
  await expect(writer.manuscript).toContainText('Once upon a time wire own');
  expect(wire.asked.at(-1)?.json).toMatchObject({ model: 'base-1', prompt: 'Once upon a time' });
  const settings = () => readFileSync(join(desk.dataFolder, 'settings.json'), 'utf8');
  await expect.poll(settings).toMatch(/"agentTemplates": \[\s*\{[^}]*"name": "base-1"/);
  expect(settings()).not.toContain(KEY);
  expect(writer.complaints).toEqual([]);
});

test('an error is shown beside its field, and no input is lost', async ({ desk, wire }) => {
  const writer = await desk.open('story.aspen');
  const page = await openSection(writer, 'Providers');
  await setUp(page, wire);
  const address = page.getByRole('textbox', { name: 'Address' });
  await address.fill('http://example.com/v1');
  await address.press('Enter');
  await expect(
    page.getByText('An address begins with https://, or with http:// for a server on this computer'),
  ).toBeVisible();
  await expect(address).toHaveValue('http://example.com/v1');
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await address.fill(wire.baseUrl);
  await expect(address).not.toHaveAttribute('aria-invalid', 'true');
  await page.getByText('Headers and additional fields').click();
  const fields = page.getByRole('textbox', { name: 'Additional fields' });
  await fields.fill('{ "min_tokens": }');
  await expect(page.getByText('This is not valid JSON: “}” is unexpected.')).toBeVisible();
  await fields.fill('{ "min_tokens": 4 }');
  await fields.blur();
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByText('It streams.')).toBeVisible();
  expect(wire.asked.find(({ method }) => method === 'POST')?.json.min_tokens).toBe(4);
});

test('a removed provider can be restored at once, without its key', async ({ desk, wire }) => {
  const writer = await desk.open('story.aspen');
  const page = await openSection(writer, 'Providers');
  await setUp(page, wire);
  await giveKey(page);
  await page.getByRole('textbox', { name: 'Name' }).fill('My wire');
  await page.getByRole('textbox', { name: 'Name' }).press('Enter');
  await page.getByRole('button', { name: 'Remove My wire' }).click();
  const back = page.getByRole('button', { name: 'Bring back My wire' });
  await expect(back).toBeFocused();
  await expect(page.getByText('My wire was removed, and its key deleted.')).toBeVisible();
  await writer.press('Enter');
  await expect(page.getByRole('button', { name: /^My wire/ })).toContainText('no key');
  await expect(page.getByRole('button', { name: /^My wire/ })).toBeFocused();
});

test('a slow connection test can be abandoned and run again', async ({ desk, wire }) => {
  const silent = new Wire([() => undefined]);
  await silent.listen();
  const writer = await desk.open('story.aspen');
  const page = await openSection(writer, 'Providers');
  await setUp(page, silent);
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByRole('button', { name: 'Stop waiting' }).click();
  await expect(page.getByRole('button', { name: 'Stop waiting' })).toBeHidden();
  const address = page.getByRole('textbox', { name: 'Address' });
  await address.fill(wire.baseUrl);
  await address.press('Enter');
  await expect(page.getByText('It streams.')).toBeVisible();
  await silent.close();
});

test('a key appears in no file, log or page', async ({ desk, wire }, info) => {
  const writer = await desk.open('story.aspen');
  const said: string[] = [];
  const { stdout, stderr } = writer.app.process();
  for (const stream of [stdout, stderr]) stream?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const page = await openSection(writer, 'Providers');
  await setUp(page, wire);
  const pages: string[] = [];
  await page.getByLabel(/^Key for/).fill(KEY);
  pages.push(await writer.page.content());
  await page.getByRole('button', { name: 'Save key' }).click();
  await expect(page.getByText('A key is kept in memory until the program ends')).toBeVisible();
  pages.push(await writer.page.content());

  await page.getByRole('tab', { name: 'Agents' }).click();
  await page.getByRole('button', { name: 'New agent' }).click();
  await page.getByRole('combobox', { name: 'Model' }).fill('refuses');
  await page.getByRole('button', { name: 'Create agent' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible();
  await writer.press('Escape');
  await writer.type('Once upon a time');
  await writer.page.getByRole('button', { name: /continuations? of about/ }).click();
  await writer.page.getByRole('checkbox', { name: 'refuses' }).click();
  await writer.press('Escape');
  await writer.manuscript.click();
  await writer.press('Control+Enter');
  await expect(writer.page.getByText('The provider did not accept the key.').first()).toBeVisible();
  await writer.waitUntilSaved();
  expect(wire.asked.some(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true);
  pages.push(await writer.page.content());
  await writer.screenshot(info.outputPath('refused.png'));
  const stored = await writer.page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  );
  pages.push(stored);

  const holders = () => filesWith(KEY, desk.dataFolder, desk.folder);
  expect(filesBelow(desk.dataFolder).some((path) => path.endsWith('settings.json'))).toBe(true);
  expect(holders()).toEqual([]);
  await writer.close();
  // Includes what the app writes when it quits.
  expect(holders()).toEqual([]);
  for (const [index, content] of pages.entries()) expect(content, `page ${index}`).not.toContain(KEY);
  expect(said.join('')).not.toContain(KEY);
});
