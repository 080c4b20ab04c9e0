import { assert } from '../../src/core/assert.ts';
import { AnswerScanner, scanAnswer } from '../../src/core/commands/scan-answer.ts';
import type { Bench } from './harness/bench.ts';
import { compare } from './harness/compare.ts';

const LENGTH = 1_000_000;
/** Paragraphs, dialogue, lines that start like an arrow, and lines of another script. */
const SOME_TEXT = [
  `${'The house stood empty at the end of the lane, and the windows seemed to watch her. '.repeat(5)}\n\n`,
  '“Go,” she said.\n',
  '- She left. -> Or did she?\n',
  '  `Yes.`\r\n',
  '家は空だった。\n',
].join('');
/** About what arrives at once, in characters. */
const CHUNK = 20;

/** Finding the commands in an answer (`agents.md`, *Scanning*). */
export const scanningBench: Bench = {
  name: 'scanning',
  async run({ scale, log }) {
    log('scanning an answer');
    const answer = SOME_TEXT.repeat(Math.ceil(LENGTH / SOME_TEXT.length)).slice(0, LENGTH);
    const chunks = Array.from({ length: LENGTH / CHUNK }, (_, at) =>
      answer.slice(at * CHUNK, (at + 1) * CHUNK),
    );
    const baseline = () => answer.split(/\r\n?|\n/);
    // While none is alive, collecting garbage also discards the compiled code, and each round would compile it again.
    const alive = scanChunks(chunks);
    const { short, long } = scale.rounds;
    const whole = compare({ ours: () => scanAnswer(answer), baseline, rounds: short, warmUp: 20, repeat: 5 });
    const streamed = compare({ ours: () => scanChunks(chunks), baseline, rounds: long, warmUp: 5 });
    assert(alive.endedAt === null, 'the answer is prose');
    return [
      {
        path: 'scan an answer of 1,000,000 characters for commands',
        baseline: 'splitting its lines',
        goal: { atMost: 2 },
        figure: { kind: 'timed', timing: whole },
      },
      {
        path: `  the same as it streams, ${CHUNK} characters at a time`,
        baseline: 'splitting its lines',
        goal: null,
        figure: { kind: 'timed', timing: streamed },
      },
    ];
  },
};

function scanChunks(chunks: readonly string[]): AnswerScanner {
  const scanner = new AnswerScanner();
  for (const chunk of chunks) scanner.push(chunk);
  scanner.finish(false);
  return scanner;
}
