import { isStampAddress } from '../../core/answers/service-address.ts';
import { AspenError } from '../../core/errors.ts';
import { checkStamp, notStamped, type StampQuestion, stampRequest } from './time-stamp.ts';

/** A reply is refused if it is longer. Bytes. */
const MAX_REPLY = 64 * 1024;
/** A service has so long to reply. Milliseconds. */
const PATIENCE = 15_000;

/** A reply that was checked, and its time in milliseconds. */
export interface TimeStamp {
  readonly reply: Buffer;
  readonly time: number;
}

/**
 * Sends a hash to a service of time stamps, and nothing else, and checks the reply.
 * @throws {AspenError} NOT_STAMPED; the reason of `signal`
 */
export async function requestStamp(
  address: string,
  question: StampQuestion,
  signal: AbortSignal,
  patience = PATIENCE,
): Promise<TimeStamp> {
  if (!isStampAddress(address)) throw notStamped('the address of the service does not begin with https://');
  try {
    const reply = await send(
      address,
      stampRequest(question),
      AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    );
    return { reply, time: checkStamp(reply, question) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AspenError) throw error;
    if (error instanceof Error && error.name === 'TimeoutError')
      throw notStamped('the service did not reply in time', error);
    const cause =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw notStamped(cause, error);
  }
}

async function send(address: string, request: Buffer, signal: AbortSignal): Promise<Buffer> {
  const response = await fetch(address, {
    method: 'POST',
    // It might lead to another service, or away from https.
    redirect: 'manual',
    headers: { 'content-type': 'application/timestamp-query', 'user-agent': 'Aspen Grove' },
    body: new Uint8Array(request),
    signal,
  });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw notStamped(`the service answered ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    length += chunk.length;
    if (length > MAX_REPLY) throw notStamped('the reply is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
