import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { AgentConfiguration, AgentPermissions } from '../../src/core/tree/agent.ts';
import { type Asked, DONE, ending, event, piece, refuses, Wire } from '../helpers/wire.ts';
import { test as base } from './test.ts';
import type { Desk, Writer } from './writer.ts';

/** A service whose answers a test gives word by word. */

type Response = Parameters<ReturnType<typeof refuses>>[0];

/** One request that waits for its answer. */
export class Voice {
  readonly asked: Asked;
  readonly #response: Response;

  constructor(response: Response, asked: Asked) {
    this.#response = response;
    this.asked = asked;
  }

  /** The slot it is for, as the agent's seed says. */
  get slot(): number {
    return Number(this.asked.json.seed) - FIRST_SEED;
  }

  get model(): string {
    return String(this.asked.json.model);
  }

  /** The messages of the request, as `role: text`. */
  get sent(): readonly string[] {
    const messages = this.asked.json.messages as readonly {
      readonly role: string;
      readonly content: string;
    }[];
    return messages.map(({ role, content }) => `${role}: ${content}`);
  }

  /** True if the app closed the connection. */
  get isGone(): boolean {
    return this.#response.destroyed;
  }

  say(text: string, choice = 0): this {
    this.#begin();
    const isChat = this.asked.path.endsWith('/chat/completions');
    const said = isChat
      ? event({ choices: [{ index: choice, delta: { content: text } }] })
      : piece(text, choice);
    this.#response.write(said);
    return this;
  }

  /** The model reasons before it answers, as most services send that. */
  reason(text: string, field: 'reasoning_content' | 'reasoning' = 'reasoning_content'): this {
    this.#begin();
    this.#response.write(event({ choices: [{ index: 0, delta: { [field]: text } }] }));
    return this;
  }

  /** One choice is complete; others may go on. */
  endChoice(choice: number, reason = 'stop'): this {
    this.#begin();
    this.#response.write(ending(reason, choice));
    return this;
  }

  end(reason = 'stop'): void {
    this.endChoice(0, reason).close();
  }

  close(): void {
    this.#response.end(DONE);
  }

  /** The connection breaks. */
  breakOff(): void {
    this.#response.destroy();
  }

  refuse(status: number, message: string, headers: Readonly<Record<string, string>> = {}): void {
    void refuses(status, message, headers)(this.#response, this.asked);
  }

  #begin(): void {
    if (!this.#response.headersSent) this.#response.writeHead(200, { 'content-type': 'text/event-stream' });
  }
}

const FIRST_SEED = 100;

export class Service {
  /** In the order of the requests. */
  readonly voices: Voice[] = [];
  readonly wire = new Wire([
    (response, asked) => {
      this.voices.push(new Voice(response, asked));
    },
  ]);

  /** The newest request for a slot of a job, as soon as it is made. */
  async voice(slot: number, after = 0): Promise<Voice> {
    const find = () => this.voices.slice(after).findLast((voice) => voice.slot === slot);
    await expect.poll(() => find() !== undefined, { message: `a request for slot ${slot}` }).toBe(true);
    const found = find();
    if (found === undefined) throw new Error(`no request for slot ${slot}`);
    return found;
  }

  /** The request with this number, from 0, as soon as it is made. */
  async request(index: number): Promise<Voice> {
    await expect.poll(() => this.voices.length, { timeout: 15_000 }).toBeGreaterThan(index);
    const voice = this.voices[index];
    if (voice === undefined) throw new Error('nothing was asked');
    return voice;
  }

  /** Sets up the app on this desk with the service, before it is opened. */
  setUp(
    desk: Desk,
    ability: { readonly manyChoices?: boolean } = {},
    /** The models that were seen to go on with a message of their own. */
    continuingModels: readonly string[] = [],
  ): void {
    const { baseUrl } = this.wire;
    const writer = { id: '01JD0000000000000000000000', name: 'Writer' };
    const tested = { ability: { ...ability, testedAt: 1 }, continuingModels };
    const providers = [{ id: 'here', name: 'Here', baseUrl, ...tested }];
    writeFileSync(join(desk.dataFolder, 'settings.json'), JSON.stringify({ writer, providers }));
  }
}

export interface NewAgent {
  readonly name: string;
  readonly style?: 'completion' | 'chat-continue' | 'chat';
  /** Its permissions in the loom; none without it. */
  readonly permissions?: AgentPermissions;
  readonly configuration?: AgentConfiguration;
}

/** Creates an agent of the service. */
export async function createAgent(
  { page }: Writer,
  { name, style = 'completion', configuration = {}, permissions = {} }: NewAgent,
): Promise<void> {
  const agent: object = {
    name,
    modelRef: `here:${name.toLowerCase()}`,
    configuration: { completionStyle: style, seed: FIRST_SEED, ...configuration },
    permissions,
    color: null,
  };
  await page.evaluate(
    (input) =>
      (window as unknown as { aspen: { call(name: string, input: unknown): Promise<unknown> } }).aspen.call(
        'agent.create',
        input,
      ),
    agent,
  );
}

/** Creates agents of the service, and asks only them from now on. @param count of each, where it can be chosen */
export async function askAgents(
  writer: Writer,
  agents: readonly NewAgent[],
  count: number | null,
): Promise<void> {
  for (const agent of agents) await createAgent(writer, agent);
  const { page, manuscript, composer } = writer;
  // A manuscript with a conversation beside it has a button for each.
  const isTalking = await composer.isVisible();
  const asked = isTalking ? /repl(y|ies) of about [\d,]+ words| answers?$/ : /continuations? of about/;
  await page.getByRole('button', { name: asked }).click();
  const names = agents.map(({ name }) => name);
  const boxes = page.getByRole('group', { name: /^Agent/ });
  for (const name of names) await boxes.getByRole('checkbox', { name, exact: true }).setChecked(true);
  for (const other of await boxes.locator('label').allTextContents())
    if (!names.includes(other.trim()))
      await boxes.getByRole('checkbox', { name: other.trim(), exact: true }).setChecked(false);
  const howMany = page.getByRole('textbox', { name: /How many/ });
  if (count !== null) await howMany.fill(String(count));
  await writer.press('Escape');
  await expect(howMany).toBeHidden();
  await (isTalking ? composer : manuscript).click();
}

/** Each test has its own service. */
export const test = base.extend<{ service: Service }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern.
  service: async ({}, use) => {
    const service = new Service();
    await service.wire.listen();
    await use(service);
    await service.wire.close();
  },
});

export { expect };
