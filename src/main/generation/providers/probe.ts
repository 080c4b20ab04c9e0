/** Tests what a service can do with requests for a few tokens (`generation.md`, *Agents and providers*). */
import { AspenError, type ErrorCode } from '../../../core/errors.ts';
import type { JsonValue } from '../../../core/provenance/canonical-json.ts';
import { MAX_MODEL_LENGTH } from '../../../core/text/limits.ts';
import type {
  ModelSummary,
  ProviderAbilityName,
  ProviderFinding,
  ProviderReport,
} from '../../../ipc/wire/provider.ts';
import { sentenceOf } from '../../../ui-text/errors.ts';
import {
  ABILITIES,
  ANSWERED_WITH_ERROR,
  ANSWERED_WITHOUT_TEXT,
  MODELS_NOT_LISTED,
  modelsListed,
  REACHED,
  REACHED_WITH_KEY,
} from '../../../ui-text/providers.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { type OpenAiCompatibleOptions, openAiClient, secretsOf } from './openai-compatible.ts';
import { providerError } from './provider-errors.ts';

/** A service that needs longer than this for two tokens counts as not answering, in milliseconds. */
const TIMEOUT = 20_000;

/** How many models of a list are kept: more would slow the settings down. */
const MAX_MODELS = 10_000;

/** How long a server on this computer may take to answer when it is looked for, in milliseconds. */
const LOOK_TIMEOUT = 2_000;
/** Errors which mean that no service is there, or another kind of server. */
const NO_SERVICE: ReadonlySet<ErrorCode> = new Set([
  'NETWORK',
  'TIMEOUT',
  'MODEL_NOT_FOUND',
  'MALFORMED_RESPONSE',
]);

export type ProbedService = Pick<OpenAiCompatibleOptions, 'baseUrl' | 'headers' | 'extra' | 'findKey'>;

/** The models that a service lists. @throws {AspenError} why the list could not be read */
export async function listModels(
  service: ProbedService,
  signal: AbortSignal,
): Promise<readonly ModelSummary[]> {
  const answer = await get(service, '/models', signal);
  const list =
    isRecord(answer) && Array.isArray(answer.data) ? answer.data : Array.isArray(answer) ? answer : [];
  return list.slice(0, MAX_MODELS).flatMap((entry: unknown) => {
    if (!isRecord(entry) || typeof entry.id !== 'string' || entry.id.length > MAX_MODEL_LENGTH) return [];
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
 * The first of several addresses at which a service answers, if only that it wants a key; null if none does.
 * Asks for its models, without a key.
 * @throws {AspenError} INVALID_ARGUMENT for an address that `checkBaseUrl` refuses
 */
export async function findAddress(baseUrls: readonly string[]): Promise<string | null> {
  for (const baseUrl of baseUrls) {
    const service = { baseUrl, headers: {}, extra: {}, findKey: () => null };
    try {
      await listModels(service, AbortSignal.timeout(LOOK_TIMEOUT));
      return baseUrl;
    } catch (thrown) {
      const code: ErrorCode = thrown instanceof AspenError ? thrown.code : 'TIMEOUT';
      if (code === 'INVALID_ARGUMENT') throw thrown;
      if (!NO_SERVICE.has(code)) return baseUrl;
    }
  }
  return null;
}

/**
 * Tests a service. A wrong address or key is reported in the findings too: this does not throw for a
 * service's failures.
 * @param model to test; null for the first listed one
 */
export async function probe(
  service: ProbedService,
  model: string | null,
  signal: AbortSignal,
): Promise<ProviderReport> {
  const findings: ProviderFinding[] = [];
  const abilities: Partial<Record<ProviderAbilityName, boolean>> = {};
  const found = (what: ProviderFinding['what'], supported: boolean | null, sentence: string) => {
    findings.push({ what, supported, sentence });
    if (what !== 'reached' && what !== 'models' && supported !== null) abilities[what] = supported;
  };

  let models: readonly ModelSummary[] = [];
  try {
    models = await listModels(service, signal);
    found('reached', true, service.findKey() === null ? REACHED : REACHED_WITH_KEY);
    found('models', true, modelsListed(models.length));
  } catch (thrown) {
    signal.throwIfAborted();
    const error = asError(thrown);
    if (error.code !== 'MODEL_NOT_FOUND' && error.code !== 'MALFORMED_RESPONSE') {
      found('reached', false, `${sentenceOf(error.code)} ${capital(error.detail)}`);
      return { findings, abilities, models, model };
    }
    found('models', false, MODELS_NOT_LISTED);
  }
  const tested = model ?? models[0]?.id ?? null;
  if (tested === null) return { findings, abilities, models, model: null };

  const completion = await tryRequest(
    service,
    '/completions',
    { model: tested, prompt: 'Once upon a time', max_tokens: 2 },
    signal,
  );
  found(
    'completions',
    completion.ok,
    completion.ok ? ABILITIES.completions[0] : `${ABILITIES.completions[1]} ${capital(completion.detail)}`,
  );
  const messages: JsonValue = [{ role: 'user', content: 'Once upon a time' }];
  const chat = await tryRequest(
    service,
    '/chat/completions',
    { model: tested, messages, max_tokens: 2 },
    signal,
  );
  found('chat', chat.ok, chat.ok ? ABILITIES.chat[0] : `${ABILITIES.chat[1]} ${capital(chat.detail)}`);
  if (!completion.ok && !chat.ok) return { findings, abilities, models, model: tested };

  const path = completion.ok ? '/completions' : '/chat/completions';
  const base: Record<string, JsonValue> = completion.ok
    ? { model: tested, prompt: 'Once upon a time', max_tokens: 2 }
    : { model: tested, messages, max_tokens: 2 };
  const extras: readonly (readonly [
    ProviderAbilityName,
    Record<string, JsonValue>,
    (answer: Trial) => boolean,
  ])[] = [
    ['streaming', { stream: true }, ({ streamed }) => streamed],
    [
      'usage',
      { stream: true, stream_options: { include_usage: true } },
      ({ text }) => text.includes('"prompt_tokens"'),
    ],
    ['manyChoices', { n: 2 }, ({ choices }) => choices === 2],
    [
      'logprobs',
      completion.ok ? { logprobs: 2 } : { logprobs: true, top_logprobs: 2 },
      ({ text }) => /"(top_logprobs|token_logprobs|content)"\s*:\s*\[\s*[^\]\s]/.test(text),
    ],
    ['seed', { seed: 1 }, ({ ok }) => ok],
  ];
  for (const [what, fields, holds] of extras) {
    const trial = await tryRequest(service, path, { ...base, ...fields }, signal);
    const can = trial.ok && holds(trial);
    found(what, can, ABILITIES[what][can ? 0 : 1]);
  }
  return { findings, abilities, models, model: tested };
}

interface Trial {
  readonly ok: boolean;
  /** The service's reason for refusing. */
  readonly detail: string;
  readonly text: string;
  readonly streamed: boolean;
  readonly choices: number;
}

/** Sends one small request. @throws only the reason of `signal`, when it aborts */
async function tryRequest(
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
      return { ok: false, detail: String(answer.error.message ?? ANSWERED_WITH_ERROR), ...nothing };
    }
    const choices = isRecord(answer) && Array.isArray(answer.choices) ? answer.choices.length : 0;
    const hasText = streamed ? text.includes('"choices"') : choices > 0;
    return { ok: hasText, detail: hasText ? '' : ANSWERED_WITHOUT_TEXT, text, streamed, choices };
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

/** @throws {AspenError} never with the key in its message */
async function request(
  service: ProbedService,
  signal: AbortSignal,
  send: (
    client: ReturnType<typeof openAiClient>,
    options: { readonly signal: AbortSignal },
  ) => Promise<Response>,
): Promise<Response> {
  const key = service.findKey();
  const secrets = secretsOf(service, key);
  const noListener = { onResponse: () => undefined, onBytes: () => undefined };
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]);
  try {
    const client = openAiClient(service, key, (base) => guardedFetch(base, noListener, secrets));
    return await send(client, { signal: limit });
  } catch (thrown) {
    signal.throwIfAborted();
    if (limit.aborted) throw new AspenError('TIMEOUT', `nothing was received for ${TIMEOUT / 1_000} seconds`);
    throw providerError(thrown, secrets);
  }
}

function asError(thrown: unknown): AspenError {
  return thrown instanceof AspenError ? thrown : providerError(thrown, []);
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
  const length = named.find((value) => Number.isSafeInteger(value) && Number(value) > 0);
  return typeof length === 'number' ? length : null;
}

/** Prices are listed in dollars per token, as strings or numbers. */
function perMillion(price: unknown): number | null {
  if (typeof price !== 'number' && typeof price !== 'string') return null;
  const dollars = Number(price);
  return Number.isFinite(dollars) && dollars >= 0 ? dollars * 1_000_000 : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the caller reports it.
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
