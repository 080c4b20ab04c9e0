import type { Locator } from '@playwright/test';
import { type Answering, DONE, ending, event, Wire } from '../helpers/wire.ts';
import { test as base, expect } from './test.ts';
import type { Writer } from './writer.ts';

/** A local service, and the settings in which it is set up. */

export const KEY = 'sk-canary-93f1c0de55aa';

const MODELS = [
  { id: 'base-1', context_length: 8192, pricing: { prompt: '0.0000004', completion: '0.0000012' } },
  { id: 'base-2' },
  { id: 'instruct-1', context_length: 131_072, pricing: { prompt: '0', completion: '0' } },
];

/** A server that continues text but does not support chat; it refuses a wrong key and repeats it in the error. */
const answers: Answering = (response, { path, json, headers }) => {
  const answer = (status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  const given = String(headers.authorization ?? '');
  if (given !== '' && !given.endsWith(KEY))
    return answer(401, { error: { message: `no such key ${given}` } });
  if (path.endsWith('/models')) return answer(200, { data: MODELS });
  if (!path.endsWith('/completions') || path.includes('chat')) {
    return answer(404, { error: { message: 'There is no chat here' } });
  }
  if (json.model === 'refuses') return answer(401, { error: { message: `Incorrect API key: ${given}` } });
  if (json.stream !== true)
    return answer(200, { choices: [{ index: 0, text: ' there', finish_reason: 'length' }] });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const usage = event({ choices: [], usage: { prompt_tokens: 12, completion_tokens: 6 } });
  const text = ` wire ${json.temperature ?? 'own'}`;
  const said = event({ id: 'cmpl-1', model: json.model, choices: [{ index: 0, text, finish_reason: null }] });
  response.end(said + ending('stop') + usage + DONE);
};

/** Each test has its own service. */
export const test = base.extend<{ wire: Wire }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern.
  wire: async ({}, use) => {
    const wire = new Wire([answers]);
    await wire.listen();
    await use(wire);
    await wire.close();
  },
});

export async function openSection(writer: Writer, section: string): Promise<Locator> {
  await expect(writer.manuscript).toBeVisible();
  await writer.press('Control+,');
  const page = writer.page.getByRole('main', { name: 'Settings' });
  await page.getByRole('tab', { name: section }).click();
  await expect(page.getByRole('heading', { name: section, level: 2 })).toBeVisible();
  return page;
}

/** Sets a service up from a template, at the wire's address. */
export async function setUp(page: Locator, wire: Wire, template = 'Something else'): Promise<void> {
  await page.getByRole('button', { name: template }).click();
  const address = page.getByRole('textbox', { name: 'Address' });
  await address.fill(wire.baseUrl);
  await address.blur();
  await expect(page.getByRole('button', { name: /127\.0\.0\.1/ })).toBeVisible();
}

export async function giveKey(page: Locator, key = KEY): Promise<void> {
  await page.getByLabel(/^Key for/).fill(key);
  await page.getByRole('button', { name: 'Save key' }).click();
  await expect(page.getByText('A key is kept in memory until the program ends')).toBeVisible();
}

export { expect };
