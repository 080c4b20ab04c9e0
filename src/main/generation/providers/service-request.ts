/** Small requests to a service, whose failures are `AspenError`s. */

import { parsed } from '../../../core/answers/read-json.ts';
import { AspenError } from '../../../core/errors.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { type OpenAiCompatibleOptions, openAiClient, secretsOf } from './openai-compatible.ts';
import { providerError } from './provider-errors.ts';

/** A service that needs longer than this for two tokens counts as not answering, in milliseconds. */
const TIMEOUT = 20_000;

export type ProbedService = Pick<OpenAiCompatibleOptions, 'baseUrl' | 'headers' | 'extra' | 'findKey'>;

/** The answer to a request for what the service has at a path. @throws {AspenError} why there is none */
export async function get(service: ProbedService, path: string, signal: AbortSignal): Promise<unknown> {
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
