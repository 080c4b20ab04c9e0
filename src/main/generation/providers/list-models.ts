/** The address of a service, and the models that it lists. */
import { isRecord, listOf, parsed } from '../../../core/answers/read-json.ts';
import { AspenError, type ErrorCode } from '../../../core/errors.ts';
import { MAX_MODEL_LENGTH } from '../../../core/text/limits.ts';
import type { ModelSummary } from '../../../ipc/wire/provider.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { type OpenAiCompatibleOptions, openAiClient, secretsOf } from './openai-compatible.ts';
import { providerError } from './provider-errors.ts';

/** Models of a list that are kept: more would slow the settings down. */
const MAX_MODELS = 10_000;

/** Time that a server on this computer may take to answer when it is searched for, in milliseconds. */
const LOOK_TIMEOUT = 2_000;
/** Errors which mean that no service is there, or another kind of server. */
const NO_SERVICE: ReadonlySet<ErrorCode> = new Set([
  'NETWORK',
  'TIMEOUT',
  'MODEL_NOT_FOUND',
  'MALFORMED_RESPONSE',
]);

/**
 * The models that a service lists.
 * @param keyPath a path that wants the key, for a service that lists its models to anyone; null for none
 * @throws {AspenError} why the list could not be read, or the key is not accepted
 */
export async function listModels(
  service: ProbedService,
  signal: AbortSignal,
  keyPath: string | null = null,
): Promise<readonly ModelSummary[]> {
  if (keyPath !== null && service.findKey() !== null) await checkKey(service, keyPath, signal);
  const answer = isAnthropic(service)
    ? await get(withAnthropicKey(service), '/models?limit=1000', signal)
    : await get(service, '/models', signal);
  const list = isRecord(answer) ? [answer.data, answer.models].find(Array.isArray) : answer;
  return listOf(list)
    .slice(0, MAX_MODELS)
    .flatMap((entry: unknown) => {
      const id = idOf(entry);
      if (id === null || id.length > MAX_MODEL_LENGTH) return [];
      const said = isRecord(entry) ? entry : {};
      const price = isRecord(said.pricing) ? said.pricing : {};
      return [
        {
          id,
          contextLength: contextLengthOf(said),
          promptPrice: perMillion(price.prompt ?? price.input),
          completionPrice: perMillion(price.completion ?? price.output),
        },
      ];
    });
}

/** The name to ask for: services that do not list an `id` list a name. */
function idOf(entry: unknown): string | null {
  if (typeof entry === 'string') return entry;
  if (!isRecord(entry)) return null;
  const name = [entry.id, entry.model, entry.name].find((one) => typeof one === 'string' && one !== '');
  return typeof name === 'string' ? name.replace(/^models\//, '') : null;
}

/** Hosts of a model that are listed, and the length of their names. */
const MAX_HOSTS = 50;
const MAX_HOST_LENGTH = 100;

/** A model as `maker/name`, as OpenRouter calls it. */
const MAKER_AND_NAME = /^[\w-][\w.:-]*\/[\w-][\w.:-]*$/;

/**
 * The services that a service passes requests for a model on to, in its order, each once. Empty if unknown.
 * @throws {AspenError} why the list could not be read
 */
export async function listHosts(
  service: ProbedService,
  model: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (!MAKER_AND_NAME.test(model)) return [];
  const answer = await get(service, `/models/${model}/endpoints`, signal);
  const data = isRecord(answer) && isRecord(answer.data) ? answer.data : {};
  const endpoints: readonly unknown[] = Array.isArray(data.endpoints) ? data.endpoints : [];
  const names = endpoints.flatMap((endpoint) => {
    const name = isRecord(endpoint) ? endpoint.provider_name : null;
    // The names are typed with commas between them.
    const isUsable =
      typeof name === 'string' && name.length <= MAX_HOST_LENGTH && /^[^,\s]([^,]*[^,\s])?$/.test(name);
    return isUsable ? [name] : [];
  });
  return [...new Set(names)].slice(0, MAX_HOSTS);
}

/** @throws {AspenError} why the key is not accepted; nothing from a service without this path */
async function checkKey(service: ProbedService, path: string, signal: AbortSignal): Promise<void> {
  try {
    await get(service, path, signal);
  } catch (thrown) {
    signal.throwIfAborted();
    const error = asError(thrown);
    if (error.code !== 'MODEL_NOT_FOUND') throw error;
  }
}

/** Anthropic's service, which is known by the header that its template sets. */
export function isAnthropic({ headers }: Pick<ProbedService, 'headers'>): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'anthropic-version');
}

/** Its list of models is not part of the wire format: it wants the key in a header of its own. */
function withAnthropicKey(service: ProbedService): ProbedService {
  const key = service.findKey();
  if (key === null) return service;
  return { ...service, headers: { ...service.headers, 'x-api-key': key }, findKey: () => null };
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

function contextLengthOf(entry: Readonly<Record<string, unknown>>): number | null {
  const meta = isRecord(entry.meta) ? entry.meta : {};
  const named = [
    entry.context_length,
    entry.max_model_len,
    entry.context_window,
    entry.max_context_length,
    entry.inputTokenLimit,
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

/** A service that needs longer than this for two tokens counts as not answering, in milliseconds. */
const TIMEOUT = 20_000;

export type ProbedService = Pick<OpenAiCompatibleOptions, 'baseUrl' | 'headers' | 'extra' | 'findKey'>;

/** The answer to a request for what the service has at a path. @throws {AspenError} why there is none */
async function get(service: ProbedService, path: string, signal: AbortSignal): Promise<unknown> {
  const response = await request(service, signal, (client, options) =>
    client.get(path, options).asResponse(),
  );
  const answer = parsed(await response.text());
  if (answer === undefined) throw new AspenError('MALFORMED_RESPONSE', 'the list could not be read');
  return answer;
}

/** @throws {AspenError} never with the key in its message */
export async function request(
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

export function asError(thrown: unknown): AspenError {
  return thrown instanceof AspenError ? thrown : providerError(thrown, []);
}
