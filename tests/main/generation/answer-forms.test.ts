import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readReasoning } from '../../../src/main/generation/read-reasoning.ts';
import { type Answering, WireServer } from '../../helpers/wire-server.ts';
import { askWire } from './wire-desk.ts';

/** Forms that are not OpenAI's (`generation.md`, *Forms*), from a real server to a real file. */

interface Form {
  readonly type: string;
  readonly status: number;
  readonly text?: string;
  readonly finish?: string;
  readonly reasoning?: string;
  readonly error?: { readonly code: string; readonly detail: string };
  readonly style?: 'completion';
}

const FOLDER = join(import.meta.dirname, '../../fixtures/answers');

const FORMS = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => {
    const file = readFileSync(join(FOLDER, name), 'utf8');
    const end = file.indexOf('\n');
    return [name, JSON.parse(file.slice(0, end)) as Form, Buffer.from(file.slice(end + 1))] as const;
  });

/** Sends a body in pieces of `size` bytes, wherever that cuts it. */
const sends =
  ({ type, status }: Form, body: Buffer, size: number): Answering =>
  async (response) => {
    response.writeHead(status, { 'content-type': type });
    for (let from = 0; from < body.length; from += size) {
      response.write(body.subarray(from, from + size));
      await new Promise(setImmediate);
    }
    response.end();
  };

describe.each(FORMS)('%s', (_name, form, body) => {
  const styles =
    form.style === undefined ? (['chat-continue', 'completion'] as const) : ([form.style] as const);

  test.each(styles)('as %s', async (style) => {
    for (const size of [7, body.length]) {
      const answer = sends(form, body, size);
      const server = await WireServer.start(answer, answer, answer, answer);
      const { ends, kept, verified } = await askWire(server, { style, document: 'It was dark.\n' });
      expect(verified).toBe(true);
      if (form.error !== undefined) {
        expect(ends).toMatchObject([{ state: 'failed', error: form.error }]);
        return;
      }
      expect(kept.map(({ text }) => text)).toEqual(form.text === '' ? [] : [form.text]);
      for (const { node, body: recorded, record } of kept) {
        expect(node.finishReason).toBe(form.finish);
        expect(record.bodySha256).toMatch(/^[0-9a-f]{64}$/);
        // The recorded text is the shown one.
        const trimmed = node.seam?.answerTrimmed ?? 0;
        expect(readReasoning(recorded, 0, trimmed)).toBe(form.reasoning ?? '');
      }
    }
  });
});
