/** Keeps of failed answers what they explain: they may have any size. */
import { type Explanation, explanationOf } from '../../../core/answers/explanation.ts';

/** Longer answers to a failed request are not read to their end, in bytes. */
const MAX_BYTES = 64 * 1024;

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
