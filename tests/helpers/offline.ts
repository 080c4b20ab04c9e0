import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProviderFinish } from '../../src/core/answers/finish-reason.ts';
import {
  createOfflineProvider,
  OFFLINE_MODEL,
  type OfflineProvider,
} from '../../src/main/generation/providers/offline.ts';
import type {
  Provider,
  ProviderEvent,
  SamplingParameters,
} from '../../src/main/generation/providers/provider.ts';

const SAMPLE = join(import.meta.dirname, '../../resources/offline');

/** The offline agent's sample text, as the program reads it. */
export function readSample(): string {
  return readdirSync(SAMPLE)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .map((name) => readFileSync(join(SAMPLE, name), 'utf8'))
    .join('\n\n');
}

/** The offline agent with its real sample, by default without a delay between tokens. */
export function offlineProvider(tokenDelay = 0): OfflineProvider {
  let requests = 0;
  return createOfflineProvider({
    readSample,
    now: () => Date.UTC(2026, 0, 2),
    newId: () => {
      requests += 1;
      return `request-${requests}`;
    },
    tokenDelay,
  });
}

/** Everything a provider sent for its first choice. */
export interface Heard {
  readonly text: string;
  readonly finish: ProviderFinish | undefined;
  readonly body: string;
  readonly events: readonly ProviderEvent[];
}

/** Sends a request to a provider and reads the whole stream. */
export async function ask(
  provider: Provider,
  prompt: string,
  parameters: Partial<SamplingParameters> = {},
  choices = 1,
  suffix = '',
): Promise<Heard> {
  const events: ProviderEvent[] = [];
  const request = {
    style: 'completion',
    extra: {},
    input: { kind: 'document', system: '', prompt, suffix },
    model: OFFLINE_MODEL,
    parameters: { maxTokens: 40, seed: 1, ...parameters },
    choices,
  } as const;
  for await (const event of provider.complete(request, new AbortController().signal)) events.push(event);
  return {
    text: textOfChoice(events, 0),
    finish: events.flatMap((event) =>
      event.type === 'finish' && event.choice === 0 ? [event.reason] : [],
    )[0],
    body: Buffer.concat(events.flatMap((event) => (event.type === 'bytes' ? [event.bytes] : []))).toString(),
    events,
  };
}

export function textOfChoice(events: readonly ProviderEvent[], choice: number): string {
  return events.map((event) => (event.type === 'text' && event.choice === choice ? event.text : '')).join('');
}
