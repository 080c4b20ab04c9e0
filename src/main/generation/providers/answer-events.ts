/** Reads the body of an answer in the OpenAI wire format, streamed or whole, as the JSON of its events. */
import { AspenError } from '../../../core/errors.ts';

/**
 * The JSON of each event, in order; of one that is named `error`, in a field of that name. A service without
 * streaming answers all at once, which is one event.
 *
 * Takes time in proportion to the length: the client's own reader searches a line from its beginning with every
 * piece of it. Ends at `[DONE]` and leaves the rest of the body unread.
 *
 * @throws {AspenError} MALFORMED_RESPONSE for a web page, and for data that is not JSON
 * @throws what the body's stream throws
 */
export async function* answerEvents(response: Response): AsyncGenerator<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('html')) {
    throw new AspenError(
      'MALFORMED_RESPONSE',
      'a web page came instead of an answer: the address may be wrong',
    );
  }
  if (type.includes('json')) {
    yield parseJson(await response.text());
    return;
  }
  for await (const { name, data } of serverSentEvents(response)) {
    if (data === '[DONE]') return;
    // What keeps a connection alive has no data or, with a name of its own, any data.
    const isObject = data.trimStart().startsWith('{');
    if (data.trim() === '' || (name !== '' && name !== 'error' && !isObject)) continue;
    const event = parseJson(data);
    yield name === 'error' ? { error: event } : event;
  }
}

async function* serverSentEvents({ body }: Response): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  const reader = new EventReader();
  for await (const bytes of body ?? []) yield* reader.feed(decoder.decode(bytes, { stream: true }));
  yield* reader.end(decoder.decode());
}

interface ServerSentEvent {
  /** Empty for none; `message` is the same as none. */
  readonly name: string;
  readonly data: string;
}

/** Reads the events of a stream, which arrives in pieces; comments are left out. */
class EventReader {
  /** The beginning of the line that is not complete, in the pieces it came in. */
  #begun: string[] = [];
  /** The last piece ended with a `\r`, whose `\n` may begin the next. */
  #endsWithReturn = false;
  #name = '';
  #data: string[] = [];

  *feed(text: string): Generator<ServerSentEvent> {
    if (text === '') return;
    let from = this.#endsWithReturn && text.startsWith('\n') ? 1 : 0;
    this.#endsWithReturn = text.endsWith('\r');
    const lineEnd = /\r\n?|\n/g;
    lineEnd.lastIndex = from;
    for (let end = lineEnd.exec(text); end !== null; end = lineEnd.exec(text)) {
      const event = this.#takeLine(text.slice(from, end.index));
      from = lineEnd.lastIndex;
      if (event !== undefined) yield event;
    }
    if (from < text.length) this.#begun.push(text.slice(from));
  }

  /** The last event, even if the stream broke off after its data. */
  *end(text: string): Generator<ServerSentEvent> {
    yield* this.feed(text);
    const atLineEnd = this.#begun.length === 0 ? undefined : this.#takeLine('');
    const last = atLineEnd ?? this.#takeLine('');
    if (last !== undefined) yield last;
  }

  /** Returns the event that a blank line ends. @param rest of the line that had begun */
  #takeLine(rest: string): ServerSentEvent | undefined {
    const line = this.#begun.length === 0 ? rest : [...this.#begun, rest].join('');
    this.#begun = [];
    if (line === '') {
      const event = this.#data.length === 0 ? undefined : { name: this.#name, data: this.#data.join('\n') };
      this.#name = '';
      this.#data = [];
      return event;
    }
    if (line.startsWith(':')) return undefined;
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#name = value === 'message' ? '' : value;
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AspenError('MALFORMED_RESPONSE', 'the answer could not be read', { cause: error });
  }
}
