/** What a service can do, found out by asking it for a few tokens (`generation.md`, *Agents and providers*). */
import { AspenError } from '../../../core/errors.ts';
import type { JsonValue } from '../../../core/provenance/canonical-json.ts';
import type {
  ModelSummary,
  ProviderAbilityName,
  ProviderFinding,
  ProviderReport,
} from '../../../ipc/wire/provider.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { type OpenAiCompatibleOptions, openAiClient } from './openai-compatible.ts';
import { providerError } from './provider-errors.ts';

/** A service that takes longer than this for two tokens is said not to answer, in milliseconds. */
const PATIENCE = 20_000;

export type ProbedService = Pick<OpenAiCompatibleOptions, 'baseUrl' | 'headers' | 'extra' | 'findKey'>;

/** @throws {AspenError} why the list could not be read */
export async function listModels(
  service: ProbedService,
  signal: AbortSignal,
): Promise<readonly ModelSummary[]> {
  const answer = await get(service, '/models', signal);
  const list =
    isRecord(answer) && Array.isArray(answer.data) ? answer.data : Array.isArray(answer) ? answer : [];
  return list.flatMap((entry: unknown) => {
    if (!isRecord(entry) || typeof entry.id !== 'string') return [];
    const price = isRecord(entry.pricing) ? entry.pricing : {};
    return [
      {
        id: entry.id,
        contextLength: contextLengthOf(entry),
        promptPrice: perMillion(price.prompt ?? price.input),
        completionPrice: perMillion(price.completion ?? price.output),
      },
    ];
  });
}

/**
 * Asks a service what it can do. What is wrong with the address or the key is in the findings too: it does not throw
 * for what a service does.
 * @param model the one to ask; null for the first that is listed
 */
export async function probe(
  service: ProbedService,
  model: string | null,
  signal: AbortSignal,
): Promise<ProviderReport> {
  const findings: ProviderFinding[] = [];
  const abilities: Partial<Record<ProviderAbilityName, boolean>> = {};
  const found = (what: ProviderFinding['what'], can: boolean | null, sentence: string) => {
    findings.push({ what, can, sentence });
    if (what !== 'reached' && what !== 'models' && can !== null) abilities[what] = can;
  };

  let models: readonly ModelSummary[] = [];
  try {
    models = await listModels(service, signal);
    found('reached', true, 'The service answers, and takes the key.');
    found('models', true, models.length === 1 ? 'It lists one model.' : `It lists ${models.length} models.`);
  } catch (thrown) {
    signal.throwIfAborted();
    const error = asError(thrown);
    if (error.code !== 'MODEL_NOT_FOUND' && error.code !== 'MALFORMED_RESPONSE') {
      found('reached', false, `${error.sentence} ${capital(error.detail)}`);
      return { findings, abilities, models, model };
    }
    found('models', false, 'It does not list its models: write their names yourself.');
  }
  const asked = model ?? models[0]?.id ?? null;
  if (asked === null) return { findings, abilities, models, model: null };

  const completion = await tryOut(
    service,
    '/completions',
    { model: asked, prompt: 'Once upon a time', max_tokens: 2 },
    signal,
  );
  found(
    'completions',
    completion.ok,
    completion.ok
      ? 'It continues text by itself: right for base models.'
      : `It does not continue text by itself. ${capital(completion.detail)}`,
  );
  const messages: JsonValue = [{ role: 'user', content: 'Once upon a time' }];
  const chat = await tryOut(service, '/chat/completions', { model: asked, messages, max_tokens: 2 }, signal);
  found(
    'chat',
    chat.ok,
    chat.ok
      ? 'It answers as a chat: it can be told to continue.'
      : `It does not answer as a chat. ${capital(chat.detail)}`,
  );
  if (!completion.ok && !chat.ok) return { findings, abilities, models, model: asked };

  const path = completion.ok ? '/completions' : '/chat/completions';
  const base: Record<string, JsonValue> = completion.ok
    ? { model: asked, prompt: 'Once upon a time', max_tokens: 2 }
    : { model: asked, messages, max_tokens: 2 };
  const extras: readonly (readonly [
    ProviderAbilityName,
    Record<string, JsonValue>,
    (answer: Trial) => boolean,
    string,
    string,
  ])[] = [
    [
      'streaming',
      { stream: true },
      ({ streamed }) => streamed,
      'It streams.',
      'It does not stream: continuations come whole.',
    ],
    [
      'usage',
      { stream: true, stream_options: { include_usage: true } },
      ({ text }) => text.includes('"prompt_tokens"'),
      'It tells how many tokens a request took.',
      'It does not tell how many tokens a request took.',
    ],
    [
      'manyChoices',
      { n: 2 },
      ({ choices }) => choices === 2,
      'It gives several continuations in one answer.',
      'It gives one continuation an answer: several are asked for one by one.',
    ],
    [
      'logprobs',
      completion.ok ? { logprobs: 2 } : { logprobs: true, top_logprobs: 2 },
      ({ text }) => /"(top_logprobs|token_logprobs|content)"\s*:\s*\[\s*[^\]\s]/.test(text),
      'It tells the likelihood of each token.',
      'It does not tell the likelihood of tokens.',
    ],
    ['seed', { seed: 1 }, ({ ok }) => ok, 'It takes a seed.', 'It does not take a seed.'],
  ];
  for (const [what, fields, holds, yes, no] of extras) {
    const trial = await tryOut(service, path, { ...base, ...fields }, signal);
    const can = trial.ok && holds(trial);
    found(what, can, can ? yes : no);
  }
  return { findings, abilities, models, model: asked };
}

interface Trial {
  readonly ok: boolean;
  /** What the service said against it. */
  readonly detail: string;
  readonly text: string;
  readonly streamed: boolean;
  readonly choices: number;
}

/** One small request, and what came of it. @throws the reason of `signal` when it aborts, and nothing else */
async function tryOut(
  service: ProbedService,
  path: string,
  body: Record<string, JsonValue>,
  signal: AbortSignal,
): Promise<Trial> {
  const nothing = { text: '', streamed: false, choices: 0 };
  try {
    const response = await request(service, signal, (client, options) =>
      client.post(path, { ...options, body: { ...service.extra, ...body } }).asResponse(),
    );
    const text = await response.text();
    const streamed = (response.headers.get('content-type') ?? '').includes('event-stream');
    const answer = streamed ? {} : parsed(text);
    if (isRecord(answer) && isRecord(answer.error)) {
      return { ok: false, detail: String(answer.error.message ?? 'It answers with an error.'), ...nothing };
    }
    const choices = isRecord(answer) && Array.isArray(answer.choices) ? answer.choices.length : 0;
    const said = streamed ? text.includes('"choices"') : choices > 0;
    return { ok: said, detail: said ? '' : 'The answer has no text.', text, streamed, choices };
  } catch (thrown) {
    signal.throwIfAborted();
    return { ok: false, detail: asError(thrown).detail, ...nothing };
  }
}

async function get(service: ProbedService, path: string, signal: AbortSignal): Promise<unknown> {
  const response = await request(service, signal, (client, options) =>
    client.get(path, options).asResponse(),
  );
  const answer = parsed(await response.text());
  if (answer === undefined) throw new AspenError('MALFORMED_RESPONSE', 'the list could not be read');
  return answer;
}

/** @throws {AspenError} with the key in no message */
async function request(
  service: ProbedService,
  signal: AbortSignal,
  send: (
    client: ReturnType<typeof openAiClient>,
    options: { readonly signal: AbortSignal },
  ) => Promise<Response>,
): Promise<Response> {
  const key = service.findKey();
  const deaf = { onResponse: () => undefined, onBytes: () => undefined };
  const limit = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
  try {
    const client = openAiClient(service, key, (base) => guardedFetch(base, deaf));
    return await send(client, { signal: limit });
  } catch (thrown) {
    signal.throwIfAborted();
    if (limit.aborted) throw new AspenError('TIMEOUT', `nothing was heard for ${PATIENCE / 1_000} seconds`);
    throw providerError(thrown, key);
  }
}

function asError(thrown: unknown): AspenError {
  return thrown instanceof AspenError ? thrown : providerError(thrown, null);
}

function contextLengthOf(entry: Readonly<Record<string, unknown>>): number | null {
  const meta = isRecord(entry.meta) ? entry.meta : {};
  const named = [
    entry.context_length,
    entry.max_model_len,
    entry.context_window,
    entry.max_context_length,
    meta.n_ctx_train,
  ];
  const length = named.find((value) => typeof value === 'number' && value > 0);
  return typeof length === 'number' ? length : null;
}

/** Lists give dollars a token, as text or a number. */
function perMillion(price: unknown): number | null {
  if (typeof price !== 'number' && typeof price !== 'string') return null;
  const dollars = Number(price);
  return Number.isFinite(dollars) && dollars >= 0 ? dollars * 1_000_000 : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is no JSON says nothing that could be read: the caller tells so in words.
    return undefined;
  }
}

function capital(text: string): string {
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(sentence) || sentence === '' ? sentence : `${sentence}.`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
