import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
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

  /** Whether the app closed the connection. */
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

  /** Sets up the app on this desk with the service, before it is opened. */
  setUp(desk: Desk, ability: { readonly manyChoices?: boolean } = {}): void {
    const { baseUrl } = this.wire;
    const writer = { id: '01JD0000000000000000000000', name: 'Writer' };
    const providers = [{ id: 'here', name: 'Here', baseUrl, ability: { ...ability, testedAt: 1 } }];
    writeFileSync(join(desk.dataFolder, 'settings.json'), JSON.stringify({ writer, providers }));
  }
}

export interface NewAgent {
  readonly name: string;
  readonly style?: 'completion' | 'chat-continue' | 'chat';
}

/** Creates agents of the service, and asks only them from now on. */
export async function askAgents(writer: Writer, agents: readonly NewAgent[], count: number): Promise<void> {
  for (const { name, style = 'completion' } of agents) {
    await writer.page.evaluate(
      ({ name, style, seed }) =>
        (window as unknown as { aspen: { call(name: string, input: unknown): Promise<unknown> } }).aspen.call(
          'agent.create',
          {
            name,
            modelRef: `here:${name.toLowerCase()}`,
            configuration: { completionStyle: style, seed },
            color: null,
          },
        ),
      { name, style, seed: FIRST_SEED },
    );
  }
  await writer.page.getByRole('button', { name: /(continuations|replies) and tokens of each/ }).click();
  for (const { name } of agents) await writer.page.getByRole('checkbox', { name }).click();
  await writer.page.getByRole('checkbox', { name: 'Offline' }).click();
  await writer.page.getByRole('textbox', { name: /How many/ }).fill(String(count));
  await writer.press('Escape');
  await expect(writer.page.getByRole('textbox', { name: /How many/ })).toBeHidden();
  await writer.manuscript.or(writer.composer).click();
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
