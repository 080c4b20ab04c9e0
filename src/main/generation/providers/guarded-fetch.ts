/**
 * `fetch` for providers: never requests another origin than the configured one, takes secrets out of every response and
 * passes on each byte of it before anything parses it (`generation.md`, *A key never comes back*, *Records*).
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { reachOf } from '../../../core/answers/service-address.ts';
import { AspenError } from '../../../core/errors.ts';
import { type RedactedRange, redact, SecretRedactor } from './secret-redactor.ts';

/** Redirects within its origin that a provider may send. */
const MAX_REDIRECTS = 3;
/** Larger than any real answer: an endless body would fill the memory. Bytes. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Parses a provider's base URL.
 * @throws {AspenError} INVALID_ARGUMENT if it is not a URL, or is neither https nor on this computer or in a private network
 */
export function checkBaseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw new AspenError('INVALID_ARGUMENT', `“${text}” is not an address`);
  if (reachOf(url.href) === null) {
    throw new AspenError(
      'INVALID_ARGUMENT',
      'an address begins with https://; http:// is for this computer and your own network only',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new AspenError('INVALID_ARGUMENT', 'the address must not contain a key');
  }
  if (url.search !== '' || url.hash !== '') {
    throw new AspenError(
      'INVALID_ARGUMENT',
      'the address must end before “?” and “#”: paths are added to it',
    );
  }
  return url;
}

export interface FetchListener {
  /** Called once, when the headers have arrived. */
  onResponse(response: Response): void;
  /** The next bytes of the body, as received but without secrets. */
  onBytes(bytes: Uint8Array): void;
  /** Reports removed secrets, in bytes of the body; called before `onBytes`. */
  onRedacted?(ranges: readonly RedactedRange[]): void;
  /** The reader stopped before the end of the body: `rest` resolves when the remaining bytes were passed on too. */
  onAbandoned?(rest: Promise<void>): void;
}

/**
 * A `fetch` that stays within the origin of `base` and reports to the listener.
 * @param secrets what must not come back (`secretsAmong`)
 */
export function guardedFetch(
  base: URL,
  listener: FetchListener,
  secrets: readonly string[] = [],
): typeof fetch {
  return async (input, init) => {
    let address = new URL(input instanceof Request ? input.url : input);
    for (let left = MAX_REDIRECTS; ; left--) {
      if (address.origin !== base.origin) {
        throw new AspenError('NETWORK', `the provider pointed to another address, ${address.origin}`);
      }
      const response = await fetch(address, { ...init, redirect: 'manual' });
      const next = response.headers.get('location');
      if (response.status < 300 || response.status > 399 || next === null)
        return observe(response, listener, secrets);
      await response.body?.cancel();
      if (left === 0) throw new AspenError('NETWORK', 'the provider sent too many redirects');
      address = new URL(next, address);
    }
  };
}

function observe(
  received: Response,
  { onResponse, onBytes, onRedacted, onAbandoned }: FetchListener,
  secrets: readonly string[],
): Response {
  const { body, status, statusText } = received;
  const headers = new Headers([...received.headers].map(([name, value]) => [name, redact(value, secrets)]));
  const about = { status, statusText: redact(statusText, secrets), headers };
  onResponse(new Response(null, about));
  if (body === null) return new Response(null, about);
  const reader = body.getReader();
  const redactor = new SecretRedactor(secrets);
  let length = 0;
  let isEnd = false;
  let reported = 0;
  /** The next bytes, passed on before anything parses them; undefined at the end. */
  const read = async (): Promise<Uint8Array | undefined> => {
    while (!isEnd) {
      const { done, value } = await reader.read();
      isEnd = done;
      // A fast stream always has bytes ready: timers and requests of windows, such as Stop, must come between.
      await yieldToEventLoop();
      length += value?.length ?? 0;
      if (length > MAX_BYTES) {
        await reader.cancel();
        throw new AspenError('MALFORMED_RESPONSE', 'the answer is too long');
      }
      const bytes = secrets.length === 0 ? value : redactBytes(redactor, value);
      const { redacted } = redactor;
      if (redacted.length > reported) onRedacted?.(redacted.slice(reported));
      reported = redacted.length;
      if (bytes === undefined || bytes.length === 0) continue;
      onBytes(bytes);
      return bytes;
    }
    return undefined;
  };
  const observedBody = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const bytes = await read();
        if (bytes === undefined) controller.close();
        else controller.enqueue(bytes);
      },
      // The client stops reading after the last event; the record needs the rest of the body.
      async cancel() {
        if (onAbandoned === undefined) return reader.cancel();
        const rest = async () => {
          while ((await read()) !== undefined);
        };
        // An abort or failure of the request is reported elsewhere: here it only ends the bytes.
        onAbandoned(rest().catch(() => undefined));
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(observedBody, about);
}

/** @param bytes undefined at the end */
function redactBytes(redactor: SecretRedactor, bytes: Uint8Array | undefined): Uint8Array {
  // Latin-1 has one character for each byte; a key is ASCII.
  const text = bytes === undefined ? redactor.end() : redactor.feed(Buffer.from(bytes).toString('latin1'));
  return Buffer.from(text, 'latin1');
}
