import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { NodeId } from '../../../src/core/ids.ts';
import { divideAnswer } from '../../../src/core/rewrites/divide-answer.ts';
import { ReplacementReader } from '../../../src/core/rewrites/replacement-reader.ts';
import { wholeSpans } from '../../../src/core/text/span.ts';
import { MODEL, WRITER } from '../../helpers/arbitrary-text.ts';
import { DONE, event } from '../../helpers/wire-server.ts';

const CODE =
  'import json,sys; from verify_grove import is_rewrite_of; r=json.load(sys.stdin);' +
  'print(json.dumps([is_rewrite_of(one["text"],r["edited"],bytes(r["body"]),0,one["seam"]) for one in r["cases"]]))';

test.skipIf(spawnSync('python3', ['--version']).status !== 0)(
  'the script beside docs/format.md knows a rewrite and a bridge from the raw bytes, and a text that is neither',
  () => {
    const pieces = ['\r\n“Sie ', 'war ', '🏰 ', 'kalt', '.”\r', '\n'];
    const body =
      pieces.map((content) => event({ choices: [{ index: 0, delta: { content } }] })).join('') + DONE;
    const edited = 'Der Turm 🏰 war alt. Niemand kam.';
    const made = (from: number, to: number) => {
      const place = {
        before: edited.slice(0, from),
        replaced: edited.slice(from, to),
        after: edited.slice(to),
        isChat: true,
      };
      const reader = new ReplacementReader(place);
      const raw = pieces.join('').replaceAll(/\r\n?/g, '\n');
      const text = reader.read(raw) + reader.end();
      const part = {
        nodeId: 'node' as NodeId,
        text: edited,
        spans: wholeSpans(WRITER, edited.length),
        from,
        to,
      };
      const [version] = divideAnswer([part], { text, ranges: reader.seam.ranges }, MODEL);
      return { text: version?.text ?? '', seam: { ...reader.seam, ranges: version?.ranges ?? [] } };
    };
    const rewritten = made(0, 20);
    const bridged = made(8, 8);
    expect([rewritten.text, bridged.text]).toEqual([
      'Sie war 🏰 kalt. Niemand kam.',
      'Der Turm Sie war 🏰 kalt. 🏰 war alt. Niemand kam.',
    ]);
    const cases = [
      rewritten,
      bridged,
      { ...rewritten, text: rewritten.text.replace('Sie', 'Er!') },
      { ...bridged, text: `${bridged.text} Nie.` },
    ];
    const input = JSON.stringify({ body: [...new TextEncoder().encode(body)], edited, cases });
    const { stdout } = spawnSync('python3', ['-B', '-c', CODE], { cwd: 'docs', input, encoding: 'utf8' });
    expect(JSON.parse(stdout)).toEqual([true, true, false, false]);
  },
);
