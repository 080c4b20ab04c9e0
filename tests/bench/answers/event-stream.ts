import { once } from 'node:events';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { type Answering, DONE, ending, event } from '../../helpers/wire.ts';

/** The usual size of an event, with about a token of text. Bytes. */
const EVENT = 200;
/** Events sent at once. */
const BLOCK = 320;

export interface StreamShape {
  /** Length of the whole stream. */
  readonly bytes: number;
  /** Null for as fast as it is read. */
  readonly bytesPerSecond: number | null;
}

/** Streams small events as a service does. */
export function streamsEvents({ bytes, bytesPerSecond }: StreamShape): Answering {
  return async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const aborted = new AbortController();
    response.once('close', () => aborted.abort());
    const started = performance.now();
    try {
      for (let sent = 0, index = 0; sent < bytes; ) {
        let block = '';
        for (let count = 0; count < BLOCK; count++) block += eventAt(index++);
        sent += block.length;
        if (!response.write(block)) await once(response, 'drain', { signal: aborted.signal });
        else await turn(undefined, { signal: aborted.signal });
        if (bytesPerSecond === null) continue;
        const due = started + (sent / bytesPerSecond) * 1_000;
        await pause(Math.max(0, due - performance.now()), undefined, { signal: aborted.signal });
      }
      response.end(ending() + DONE);
    } catch (error) {
      // The reader has stopped.
      if (!aborted.signal.aborted) throw error;
    }
  };
}

function eventAt(index: number): string {
  const text = ` word ${(index * 7_919) % 100_003}`.padEnd(20, ' and more of it');
  const data = { id: `cmpl-${index}`, model: 'wire-1', choices: [{ index: 0, text, finish_reason: null }] };
  const bare = event({ ...data, padding: '' });
  return event({ ...data, padding: 'x'.repeat(Math.max(0, EVENT - bare.length)) });
}
