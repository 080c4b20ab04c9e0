/**
 * Providers that use the OpenAI wire format (`generation.md`, *Agents and providers*), through the `openai` package.
 */
import { setTimeout } from 'node:timers/promises';
import OpenAI, { APIError } from 'openai';
import { type BodyEvent, BodyReader } from '../../../core/answers/body-reader.ts';
import { type Explanation, explanationOf } from '../../../core/answers/explanation.ts';
import {
  CONTEXT_LENGTH,
  contextLengthIn,
  mostChoicesIn,
  type RefusedFields,
  refusedField,
  sentOtherwise,
  withoutRefused,
} from '../../../core/answers/refused-fields.ts';
import { WireReader } from '../../../core/answers/wire-reader.ts';
import { AspenError } from '../../../core/errors.ts';
import type { JsonValue } from '../../../core/provenance/canonical-json.ts';
import { cutText, MAX_NAME_LENGTH } from '../../../core/text/limits.ts';
import { checkBaseUrl, guardedFetch } from './guarded-fetch.ts';
import type { Provider, ProviderEvent, ProviderRequest } from './provider.ts';
import { providerError } from './provider-errors.ts';
import { requestBody } from './request-body.ts';
import { secretsAmong } from './secret-redactor.ts';

/** The response headers that a record stores (`storage.md`, `response_headers`). */
const RECORDED_HEADERS =
  /^(date|content-type|server|x-request-id|request-id|x-generation-id|cf-ray|openai-(model|version|processing-ms)|x-ratelimit-.*)$/;

/** Time to wait for the end of a body after its last event, in milliseconds. */
const LAST_BYTES = 500;

/** Headers about this computer that the client would send by default. */
const UNSENT_HEADERS = Object.fromEntries(
  ['Arch', 'Lang', 'OS', 'Package-Version', 'Retry-Count', 'Runtime', 'Runtime-Version', 'Timeout'].map(
    (name) => [`X-Stainless-${name}`, null],
  ),
);

/** A service that a writer has set up. */
export interface OpenAiCompatibleOptions {
  readonly id: string;
  readonly baseUrl: string;
  /** Sent with every request, in addition to the key. */
  readonly headers: Readonly<Record<string, string>>;
  /** Fields of every request; an agent's own take precedence. */
  readonly extra: Readonly<Record<string, JsonValue>>;
  readonly manyChoices: boolean;
  /** Fields that the service refused for a model, and their substitutes. */
  refusedFields(model: string): RefusedFields;
  /** A service refused more than was known; all of it. */
  onRefused(model: string, refused: RefusedFields): void;
  /** As `Provider.continuesMessages`. */
  continuesMessages(model: string): boolean;
  /** Requests token counts at the end of a stream. */
  readonly askForUsage: boolean;
  /** Null for a service that needs no key. */
  findKey(): string | null;
}

/** The secrets that a service must not send back: its key, and headers named like secrets. */
export function secretsOf(
  { headers }: Pick<OpenAiCompatibleOptions, 'headers'>,
  key: string | null,
): readonly string[] {
  const named = Object.entries(headers).filter(([name]) => /auth|key|token|secret|cookie/i.test(name));
  const values = named.map(([, value]) => value.replace(/^(?:Bearer|Basic)\s+/i, ''));
  return secretsAmong([key, ...values]);
}

/** A client for one service. Never retries: that is up to the caller. */
export function openAiClient(
  { baseUrl, headers }: Pick<OpenAiCompatibleOptions, 'baseUrl' | 'headers'>,
  key: string | null,
  fetchWith: (base: URL) => typeof fetch,
): OpenAI {
  const base = checkBaseUrl(baseUrl);
  return new OpenAI({
    baseURL: baseUrl,
    // The client requires one; without a key the header is removed below.
    apiKey: key ?? 'none',
    organization: null,
    project: null,
    maxRetries: 0,
    logLevel: 'off',
    fetch: withShortFailures(fetchWith(base)),
    defaultHeaders: {
      ...UNSENT_HEADERS,
      'Accept-Encoding': 'identity',
      ...(key === null ? { Authorization: null } : {}),
      ...headers,
    },
  });
}

export function createOpenAiCompatible(options: OpenAiCompatibleOptions): Provider {
  async function* complete(request: ProviderRequest, signal: AbortSignal): AsyncGenerator<ProviderEvent> {
    signal.throwIfAborted();
    const key = options.findKey();
    const queue = new EventQueue<ProviderEvent>();
    const controller = new AbortController();
    streamAnswer(request, options, key, queue, controller.signal).then(
      () => queue.end(),
      (error: unknown) => {
        const failure = providerError(error, secretsOf(options, key));
        if (failure.code === 'CONTEXT_TOO_LONG') learnContextLength(request.model, failure.detail, options);
        queue.fail(failure);
      },
    );
    try {
      yield* queue.read(signal);
    } finally {
      controller.abort();
    }
  }
  return {
    id: options.id,
    mostChoices: (model) => {
      const { n: most = Number.POSITIVE_INFINITY } = options.refusedFields(model);
      return options.manyChoices && typeof most === 'number' ? most : 1;
    },
    contextLength: (model) => {
      const { [CONTEXT_LENGTH]: length } = options.refusedFields(model);
      return typeof length === 'number' ? length : null;
    },
    continuesMessages: (model) => options.continuesMessages(model),
    findSecrets: () => secretsOf(options, options.findKey()),
    complete,
  };
}

/** Remembers a service's context length if its refusal states it: the next request is made to fit. */
function learnContextLength(
  model: string,
  refusal: string,
  { refusedFields, onRefused }: OpenAiCompatibleOptions,
): void {
  const length = contextLengthIn(refusal);
  const known = refusedFields(model);
  if (length !== null && known[CONTEXT_LENGTH] !== length)
    onRefused(model, { ...known, [CONTEXT_LENGTH]: length });
}

/** Sends the request and queues every event of the answer; resolves at its end. */
async function streamAnswer(
  request: ProviderRequest,
  options: OpenAiCompatibleOptions,
  key: string | null,
  queue: EventQueue<ProviderEvent>,
  signal: AbortSignal,
): Promise<void> {
  let rest: Promise<void> = Promise.resolve();
  /** The events of a refused request, dropped if another request takes its place. */
  let received: ProviderEvent[] = [];
  let isRefusal = false;
  const put = (event: ProviderEvent) => {
    if (isRefusal) received.push(event);
    else queue.put(event);
  };
  const client = openAiClient(options, key, (base) =>
    guardedFetch(
      base,
      {
        onResponse: (response) => {
          isRefusal = !response.ok;
          put(responseEvent(response));
        },
        onBytes: (bytes) => put({ type: 'bytes', bytes }),
        onRedacted: (ranges) => put({ type: 'redacted', ranges }),
        onAbandoned: (left) => {
          rest = left;
        },
      },
      secretsOf(options, key),
    ),
  );
  const body = requestBody(
    { ...request, extra: { ...options.extra, ...request.extra } },
    { askForUsage: options.askForUsage },
  );
  const path = request.style === 'completion' ? '/completions' : '/chat/completions';
  let sent = body;
  const response = await sendAccepted(body, options.refusedFields(request.model), {
    send: (accepted) => {
      sent = accepted;
      return client.post(path, { body: accepted, signal, stream: true }).asResponse();
    },
    onRefused: (refused) => {
      received = [];
      options.onRefused(request.model, refused);
    },
  }).catch((error: unknown) => {
    for (const event of received) queue.put(event);
    throw error;
  });
  const fields = sentOtherwise(body, sent);
  if (Object.keys(fields).length > 0) queue.put({ type: 'sentOtherwise', fields });
  const reader = new WireReader();
  const thought = new Set<number>();
  for await (const event of bodyEvents(response)) {
    for (const said of reader.read(event)) {
      // A failing service may still answer with status 200.
      if (said.type === 'failure')
        throw new APIError(undefined, explanationOf(said.body), undefined, response.headers);
      if (said.type !== 'reasoning') queue.put(said);
      else if (!thought.has(said.choice)) {
        thought.add(said.choice);
        queue.put({ type: 'thinking', choice: said.choice });
      }
    }
    if (event.kind === 'whole') break;
  }
  if (reader.calledTools)
    throw new AspenError('MALFORMED_RESPONSE', 'the model called a tool instead of writing');
  // A server may keep the connection open after its last event: do not wait for that.
  await Promise.race([rest, setTimeout(LAST_BYTES, undefined, { ref: false })]);
}

/** A request's transport, and the handler of what is refused of it. */
interface Sending {
  send(body: Record<string, JsonValue>): Promise<Response>;
  onRefused(refused: RefusedFields): void;
}

/**
 * Sends a request without what the service is known to refuse and, each once, without what it refuses now; of too many choices,
 * with as many as it accepts.
 * @throws what `send` throws, if it names no field that can be left out
 */
export async function sendAccepted(
  body: Record<string, JsonValue>,
  known: RefusedFields,
  { send, onRefused }: Sending,
): Promise<Response> {
  for (let refused = known; ; ) {
    const accepted = withoutRefused(body, refused);
    try {
      return await send(accepted);
    } catch (error) {
      const isRefusal = error instanceof APIError && (error.status === 400 || error.status === 422);
      const found = isRefusal ? refusedField(error.message, Object.keys(accepted)) : null;
      if (found === null) throw error;
      const isChoices = found.field === 'n' && error instanceof APIError;
      const instead = isChoices ? mostChoicesIn(error.message, accepted.n) : found.instead;
      // Fewer choices may be too many still.
      if (Object.hasOwn(refused, found.field) && typeof refused[found.field] !== 'number') throw error;
      refused = { ...refused, [found.field]: instead };
      onRefused(refused);
    }
  }
}

function responseEvent({ headers }: Response): ProviderEvent {
  const recorded = Object.fromEntries([...headers].filter(([name]) => RECORDED_HEADERS.test(name)));
  const requestId =
    headers.get('x-request-id') ?? headers.get('request-id') ?? headers.get('x-generation-id');
  return {
    type: 'response',
    requestId: requestId === null ? null : cutText(requestId, MAX_NAME_LENGTH),
    headers: recorded,
    decoded: (headers.get('content-encoding') ?? 'identity') !== 'identity',
  };
}

/** Yields the body's events; after `[DONE]`, the rest of it is not read. @throws what the body's stream throws */
async function* bodyEvents({ body }: Response): AsyncGenerator<BodyEvent> {
  const decoder = new TextDecoder();
  const reader = new BodyReader();
  for await (const bytes of body ?? []) yield* reader.feed(decoder.decode(bytes, { stream: true }));
  yield* reader.feed(decoder.decode());
  yield* reader.end();
}

// Keeps of failed answers what they explain: they may have any size.

/** Longer answers to a failed request are not read to their end, in bytes. */
const MAX_BYTES = 64 * 1024;

/**
 * A `fetch` whose failed responses have only their explanation as a body. The client would write all of it into
 * an error's message, at any length and depth.
 */
function withShortFailures(inner: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await inner(input, init);
    if (response.ok) return response;
    const { status, statusText, headers } = response;
    const text = await beginningOf(response);
    const error = parsedExplanation(text);
    const body = error === null ? text : JSON.stringify(error.message === '' ? {} : { error });
    return new Response(body, { status, statusText, headers });
  };
}

async function beginningOf({ body }: Response): Promise<string> {
  if (body === null) return '';
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const bytes of body) {
    pieces.push(bytes);
    length += bytes.length;
    if (length >= MAX_BYTES) break;
  }
  return new TextDecoder().decode(Buffer.concat(pieces).subarray(0, MAX_BYTES));
}

/** Null if it is not JSON. */
function parsedExplanation(text: string): Explanation | null {
  try {
    return explanationOf(JSON.parse(text));
  } catch {
    return null;
  }
}

/** An asynchronous queue: one side adds items, the other reads them in order as they arrive. */
export class EventQueue<T> {
  #items: T[] = [];
  #end: { readonly error: unknown } | 'ended' | undefined;
  #wake: (() => void) | undefined;

  put(item: T): void {
    this.#items.push(item);
    this.#wake?.();
  }

  /** Ends the queue; nothing may be added after this. */
  end(): void {
    this.#end ??= 'ended';
    this.#wake?.();
  }

  /** The reader still receives earlier items; then `error` is thrown. */
  fail(error: unknown): void {
    this.#end ??= { error };
    this.#wake?.();
  }

  /** Yields all items in order. @throws the reason of `signal` as soon as it aborts, and the error given to `fail` */
  async *read(signal: AbortSignal): AsyncGenerator<T> {
    const wake = () => this.#wake?.();
    signal.addEventListener('abort', wake, { once: true });
    try {
      for (;;) {
        const items = this.#items;
        this.#items = [];
        for (const item of items) {
          signal.throwIfAborted();
          yield item;
        }
        signal.throwIfAborted();
        if (this.#items.length > 0) continue;
        if (this.#end === 'ended') return;
        if (this.#end !== undefined) throw this.#end.error;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      signal.removeEventListener('abort', wake);
    }
  }
}
