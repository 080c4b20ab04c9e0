/** Reads the body of an answer as the JSON of its events, whatever the service calls the form of it (`generation.md`, *Forms*). */
import { AspenError } from '../errors.ts';
import { isRecord, parsed } from './read-json.ts';

/** An event of a body: a JSON value, or the end of the answer, by `[DONE]` of a stream or as the body is one value. */
export type BodyEvent =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'whole'; readonly by: 'mark' | 'value' };

/**
 * Reads a body that arrives in pieces: an event stream, a JSON value on each line, or one JSON value. Its first character
 * decides which; of a value on the first line, the rest. Takes time in proportion to the length.
 */
export class BodyReader {
  readonly #lines = new LineReader();
  #form: 'stream' | 'lines' | 'value' | null = null;
  /** The text so far of a single value. */
  #value: string[] = [];
  /** The name of the current event of a stream. */
  #name = '';
  #data: string[] = [];
  /** The number of values, one on each line. */
  #count = 0;

  /** @throws {AspenError} MALFORMED_RESPONSE for a web page, and for data that is not JSON */
  *feed(text: string): Generator<BodyEvent> {
    for (const line of this.#lines.feed(text)) yield* this.#readLine(line);
  }

  /** Reads what is left at the end, even if the body broke off there. @throws {AspenError} as `feed` */
  *end(): Generator<BodyEvent> {
    const last = this.#lines.end();
    if (last !== '') yield* this.#readLine(last);
    if (this.#form === 'stream') yield* this.#takeEvent();
    if (this.#form === 'value') {
      const value = parseJson(this.#value.join('\n'));
      for (const one of Array.isArray(value) ? (value as readonly unknown[]) : [value])
        yield { kind: 'json', value: one };
    }
    if (this.#form === 'value' || (this.#form === 'lines' && this.#count === 1))
      yield { kind: 'whole', by: 'value' };
  }

  *#readLine(line: string): Generator<BodyEvent> {
    if (this.#form === null) {
      if (line.trim() === '') return;
      this.#form = formOf(line);
      if (this.#form === 'value') {
        // A value that ends on the first line may be one of many.
        const value = parsed(line);
        if (isRecord(value)) {
          this.#form = 'lines';
          this.#count = 1;
          yield { kind: 'json', value };
        } else this.#value.push(line);
        return;
      }
    }
    if (this.#form === 'stream') yield* this.#readField(line);
    else if (this.#form === 'value') this.#value.push(line);
    else if (line.trim() !== '') {
      const value = parsed(line);
      if (value === undefined) throw notJson();
      this.#count += 1;
      yield { kind: 'json', value };
    }
  }

  *#readField(line: string): Generator<BodyEvent> {
    if (line === '') {
      yield* this.#takeEvent();
      return;
    }
    if (line.startsWith(':')) return;
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'data') {
      // Some services end an event with one line end.
      const [before = ''] = this.#data.length === 1 ? this.#data : [];
      if (/[}\]]\s*$/.test(before) && (before.trim() === '[DONE]' || parsed(before) !== undefined))
        yield* this.#takeEvent();
      this.#data.push(value);
    } else if (field === 'event') this.#name = value === 'message' ? '' : value;
  }

  /** Keep-alive events have no data, or a name of their own. */
  *#takeEvent(): Generator<BodyEvent> {
    const [name, data] = [this.#name, this.#data.join('\n').trim()];
    this.#name = '';
    this.#data = [];
    if (data === '[DONE]') {
      yield { kind: 'whole', by: 'mark' };
      return;
    }
    if (data === '' || (name !== '' && name !== 'error' && !data.startsWith('{'))) return;
    const value = parseJson(data);
    yield { kind: 'json', value: name === 'error' ? { error: value } : value };
  }
}

/** @throws {AspenError} MALFORMED_RESPONSE for a web page */
function formOf(line: string): 'stream' | 'value' {
  const first = line.trimStart()[0];
  if (first === '<')
    throw new AspenError(
      'MALFORMED_RESPONSE',
      'a web page came instead of an answer: the address may be wrong',
    );
  return first === '{' || first === '[' ? 'value' : 'stream';
}

/** Cuts text that arrives in pieces into lines; a piece may end between a `\r` and its `\n`. */
class LineReader {
  /** The beginning of the line that is not complete, in the pieces it came in. */
  #begun: string[] = [];
  #endsWithReturn = false;

  *feed(text: string): Generator<string> {
    if (text === '') return;
    let from = this.#endsWithReturn && text.startsWith('\n') ? 1 : 0;
    this.#endsWithReturn = text.endsWith('\r');
    const lineEnd = /\r\n?|\n/g;
    lineEnd.lastIndex = from;
    for (let end = lineEnd.exec(text); end !== null; end = lineEnd.exec(text)) {
      const line = [...this.#begun, text.slice(from, end.index)].join('');
      this.#begun = [];
      from = lineEnd.lastIndex;
      yield line;
    }
    if (from < text.length) this.#begun.push(text.slice(from));
  }

  /** The line that was not ended. */
  end(): string {
    const rest = this.#begun.join('');
    this.#begun = [];
    return rest;
  }
}

function parseJson(text: string): unknown {
  const value = parsed(text);
  if (value === undefined) throw notJson();
  return value;
}

function notJson(): AspenError {
  return new AspenError('MALFORMED_RESPONSE', 'the answer could not be read');
}
