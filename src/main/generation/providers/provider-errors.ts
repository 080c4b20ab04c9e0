/** Maps the errors of providers to ours (`generation.md`, *Generating*). */
import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import { AspenError, type ErrorCode } from '../../../core/errors.ts';
import { redact } from './secret-redactor.ts';

/** Longer explanations do not help. UTF-16 code units. */
const MAX_DETAIL = 500;

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'AUTHENTICATION',
  403: 'AUTHENTICATION',
  402: 'NO_CREDIT',
  404: 'MODEL_NOT_FOUND',
  408: 'TIMEOUT',
  413: 'CONTEXT_TOO_LONG',
  429: 'RATE_LIMITED',
};

/** Patterns in providers' messages for errors that their status does not show. */
const BY_MESSAGE: readonly (readonly [RegExp, ErrorCode])[] = [
  [
    /context.{0,20}(length|window|size)|maximum context|too many tokens|exceed.{0,30}tokens/i,
    'CONTEXT_TOO_LONG',
  ],
  [/content.?(filter|policy|management)|moderation|flagged/i, 'CONTENT_FILTERED'],
  [/invalid.?api.?key|incorrect api key|unauthorized|authentication/i, 'AUTHENTICATION'],
  [
    /insufficient.{0,20}(quota|credit|balance|funds)|out of credits?|more credits|payment required/i,
    'NO_CREDIT',
  ],
  [/rate.?limit|quota|too many requests/i, 'RATE_LIMITED'],
  [/model.{0,40}(not found|does not exist|not exist|unknown)|no such model/i, 'MODEL_NOT_FOUND'],
  [/overloaded|server.?error|unavailable|internal/i, 'SERVER_ERROR'],
];

/**
 * Turns any failure of a request into an `AspenError`.
 * @param thrown what the `openai` client, `fetch` or the stream threw
 * @param secrets what no message may contain: `fetch` repeats a header that it refuses
 */
export function providerError(thrown: unknown, secrets: readonly string[]): AspenError {
  const known = findAspenError(thrown);
  if (known !== undefined) return known;
  const detail = (text: string) => redact(text, secrets).slice(0, MAX_DETAIL);
  if (thrown instanceof APIConnectionTimeoutError) {
    return new AspenError('TIMEOUT', 'the connection timed out');
  }
  if (thrown instanceof APIConnectionError) {
    return new AspenError('NETWORK', detail(reasonOf(thrown)));
  }
  if (thrown instanceof APIError) {
    const message = messageOf(thrown);
    return new AspenError(codeOf(thrown, message), detail(message), { retryAfter: retryAfterOf(thrown) });
  }
  if (thrown instanceof SyntaxError) {
    return new AspenError('MALFORMED_RESPONSE', 'the answer could not be read');
  }
  if (thrown instanceof Error) return new AspenError('NETWORK', detail(reasonOf(thrown)));
  return new AspenError('MALFORMED_RESPONSE', 'the answer could not be read');
}

function findAspenError(thrown: unknown): AspenError | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof AspenError) return error;
  }
  return undefined;
}

function codeOf(error: APIError, message: string): ErrorCode {
  const inBody = Number(error.code);
  const status =
    error.status ?? (Number.isInteger(inBody) && inBody >= 400 && inBody < 600 ? inBody : undefined);
  const words = `${error.code ?? ''} ${error.type ?? ''} ${message}`;
  const byMessage = BY_MESSAGE.find(([pattern]) => pattern.test(words))?.[1];
  if (status === undefined) return byMessage ?? 'SERVER_ERROR';
  if (byMessage === 'NO_CREDIT' && status < 500) return byMessage;
  if (status >= 500) return 'SERVER_ERROR';
  if (status === 400 || status === 422) {
    const isOwn =
      byMessage === 'CONTEXT_TOO_LONG' || byMessage === 'CONTENT_FILTERED' || byMessage === 'MODEL_NOT_FOUND';
    return isOwn ? byMessage : 'INVALID_REQUEST';
  }
  return BY_STATUS[status] ?? 'INVALID_REQUEST';
}

/** The provider's own message, if it sent one. */
function messageOf({ error, message, status }: APIError): string {
  const body: unknown = error;
  if (typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string') {
    if (body.message !== '') return body.message;
  } else if (status === undefined) return message;
  // The client would repeat the body.
  return `it answered ${status ?? 'with an error'} and did not say why`;
}

/** Milliseconds; the header has seconds or a date, which is compared with the response's own `date`. */
function retryAfterOf({ headers }: APIError): number | null {
  const given = headers?.get('retry-after');
  if (given == null) return null;
  const seconds = Number(given);
  if (Number.isFinite(seconds)) return Math.max(0, Math.round(seconds * 1_000));
  const until = Date.parse(given) - Date.parse(headers?.get('date') ?? '');
  return Number.isFinite(until) ? Math.max(0, until) : null;
}

/** The message of the innermost cause, more precise than `fetch failed`. */
function reasonOf(error: Error): string {
  let reason = error;
  while (reason.cause instanceof Error) reason = reason.cause;
  const code = 'code' in reason && typeof reason.code === 'string' ? ` (${reason.code})` : '';
  return `${reason.message}${code}`;
}
