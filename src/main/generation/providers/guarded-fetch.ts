/**
 * The way out to a provider: nothing is asked of another origin than the one that was named, and every byte of an
 * answer is told before anything parses it (`generation.md`, *Records*).
 */
import { AspenError } from '../../../core/errors.ts';

/** Times a provider may send a request on to another address of its own. */
const MOST_REDIRECTS = 3;
/** More than any answer is: a body without an end would fill the memory. */
const MOST_BYTES = 64 * 1024 * 1024;

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The address a provider is reached at.
 * @throws {AspenError} INVALID_ARGUMENT for what is no address, and for one that is neither https nor this computer
 */
export function checkBaseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw new AspenError('INVALID_ARGUMENT', `“${text}” is no address`);
  const isHere = LOOPBACK.has(url.hostname) || url.hostname.endsWith('.localhost');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere)) {
    throw new AspenError(
      'INVALID_ARGUMENT',
      'an address begins with https://; http:// is for this computer only',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new AspenError('INVALID_ARGUMENT', 'a key is no part of the address');
  }
  return url;
}

export interface Heard {
  /** Called once, when the headers are there. */
  onResponse(response: Response): void;
  /** The next bytes of the body, as received. */
  onBytes(bytes: Uint8Array): void;
  /** Nobody reads the body any more: `rest` resolves when what is left of it has been told too. */
  onLeft?(rest: Promise<void>): void;
}

/** A `fetch` that stays with the origin of `base` and tells what it hears. */
export function guardedFetch(base: URL, heard: Heard): typeof fetch {
  return async (input, init) => {
    let address = new URL(input instanceof Request ? input.url : input);
    for (let left = MOST_REDIRECTS; ; left--) {
      if (address.origin !== base.origin) {
        throw new AspenError('NETWORK', `the provider pointed to another address, ${address.origin}`);
      }
      const response = await fetch(address, { ...init, redirect: 'manual' });
      const next = response.headers.get('location');
      if (response.status < 300 || response.status > 399 || next === null) return recorded(response, heard);
      await response.body?.cancel();
      if (left === 0) throw new AspenError('NETWORK', 'the provider sends requests round in a circle');
      address = new URL(next, address);
    }
  };
}

function recorded(response: Response, { onResponse, onBytes, onLeft }: Heard): Response {
  onResponse(response);
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  const reader = body.getReader();
  let length = 0;
  /** The next bytes, told before anything parses them; undefined at the end. */
  const read = async (): Promise<Uint8Array | undefined> => {
    const { done, value } = await reader.read();
    if (done) return undefined;
    length += value.length;
    if (length > MOST_BYTES) {
      await reader.cancel();
      throw new AspenError('MALFORMED_RESPONSE', 'the answer has no end');
    }
    onBytes(value);
    return value;
  };
  const told = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const bytes = await read();
        if (bytes === undefined) controller.close();
        else controller.enqueue(bytes);
      },
      // The client stops at the end it knows; the record goes on to the body's own.
      async cancel() {
        if (onLeft === undefined) return reader.cancel();
        const rest = async () => {
          while ((await read()) !== undefined);
        };
        // Whoever stopped or broke the request has said so already: there is only no more to tell.
        onLeft(rest().catch(() => undefined));
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(told, { status, statusText, headers });
}
