/** What a service says about its failure, without what else it sends: its answer may have any size and shape. */
import { isRecord } from '../../../core/answers/read-json.ts';

/** Longer answers to a failed request are not read to their end, in bytes. */
const MAX_BYTES = 64 * 1024;
/** UTF-16 code units. */
const MAX_MESSAGE = 2_000;

export interface Explanation {
  /** Empty for none. */
  readonly message: string;
  readonly code: string | number | null;
  readonly type: string | null;
}

/**
 * @param body JSON, as services send it: `{error: {message}}`, `{error: '…'}`, `{message}` or `{detail}`, and any
 *   of these once more in a field `error`
 */
export function explanationOf(body: unknown): Explanation {
  const outer = isRecord(body) ? body : {};
  const inner = isRecord(outer.error) ? outer.error : outer;
  const error = isRecord(inner.error) ? inner.error : inner;
  const { code, type } = error;
  const message = [outer.error, inner.error, error.message, error.detail].find(isString) ?? '';
  return {
    message: message.slice(0, MAX_MESSAGE),
    code: isString(code) ? code.slice(0, MAX_MESSAGE) : typeof code === 'number' ? code : null,
    type: isString(type) ? type.slice(0, MAX_MESSAGE) : null,
  };
}

/**
 * A `fetch` whose failed responses have only their explanation as a body. The client would write all of it into
 * an error's message, at any length and depth.
 */
export function withShortFailures(inner: typeof fetch): typeof fetch {
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

function isString(value: unknown): value is string {
  return typeof value === 'string';
}
