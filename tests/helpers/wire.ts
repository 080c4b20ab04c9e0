import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the server received. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** The body as JSON; an empty object if it is not JSON. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** Answers one request; resolves when the whole response is sent. */
export type Answering = (response: ServerResponse, asked: Asked) => void | Promise<void>;

/** A local server that speaks, or fails to speak, the OpenAI wire format as a test requires. Its opener closes it. */
export class Wire {
  readonly asked: Asked[] = [];
  /** Sends the key of each request back in two headers that a record keeps. */
  echoesKey = false;
  readonly #answers: Answering[];
  #port = 0;
  readonly #server = createServer((request, response) => void this.#take(request, response));

  /** @param answers one per request, in order; the last one answers all further requests */
  constructor(answers: readonly Answering[]) {
    this.#answers = [...answers];
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#port}/v1`;
  }

  /** The number of open connections. */
  async connections(): Promise<number> {
    return new Promise((resolve, reject) =>
      this.#server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
    );
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const asked: Asked = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body,
      json: parsed(body),
    };
    this.asked.push(asked);
    const { authorization } = request.headers;
    if (this.echoesKey && authorization !== undefined) {
      for (const name of ['x-request-id', 'x-ratelimit-of']) response.setHeader(name, authorization);
    }
    const answer = this.#answers.length > 1 ? this.#answers.shift() : this.#answers[0];
    await answer?.(response, asked);
  }
}

function parsed(body: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
}

/** One event of a stream. */
export function event(data: unknown): string {
  return `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

/** A piece of a completion. */
export function piece(text: string, index = 0): string {
  return event({ id: 'cmpl-1', model: 'wire-1', choices: [{ index, text, finish_reason: null }] });
}

export function ending(reason = 'stop', index = 0): string {
  return event({ id: 'cmpl-1', model: 'wire-1', choices: [{ index, text: '', finish_reason: reason }] });
}

export const DONE = event('[DONE]');

/** Sends a stream with one write per piece. */
export function streams(...pieces: readonly (string | Uint8Array)[]): Answering {
  return async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-request-id': 'req-1' });
    for (const part of pieces) {
      response.write(part);
      await new Promise(setImmediate);
    }
    response.end();
  };
}

/** Rejects with a status and an error in the wire format. */
export function refuses(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Answering {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { message, type: 'error', code: null } }));
  };
}
