import { history } from '@codemirror/commands';
import { EditorState, Transaction } from '@codemirror/state';
import { seededRandom } from '../../../../src/main/generation/text-model/random.ts';
import { stateOf } from '../../../../src/renderer/editor/extensions.ts';
import type { Samples } from '../../harness/compare.ts';
import { AUTHORS, contentOf, WRITER } from './made-text.ts';

/** One keystroke of a trace: how many characters it deletes at an offset, and what it inserts. */
interface Edit {
  readonly at: number;
  readonly removed: number;
  readonly insert: string;
  /** Milliseconds since the first keystroke: history separates steps by pauses. */
  readonly time: number;
}

const BETWEEN_KEYS = 150;
const BETWEEN_RUNS = 1_000;

/**
 * Keystrokes like those of someone writing a paper from scratch: runs of typing, runs of deleting before the
 * caret, and occasional jumps, mostly nearby. The proportions are those of the published trace of the
 * automerge paper: of 259,778 keystrokes 182,315 insert and 77,463 delete, one character each.
 */
function makeTrace(edits: number): readonly Edit[] {
  const random = seededRandom(3);
  const list: Edit[] = [];
  let length = 0;
  let caret = 0;
  let time = 0;
  while (list.length < edits) {
    const isDeletion = length > 0 && random() < 0.3;
    const run = Math.min(edits - list.length, 1 + Math.floor(-Math.log(1 - random()) * 12));
    time += BETWEEN_RUNS;
    for (let step = 0; step < run; step++) {
      time += BETWEEN_KEYS;
      if (isDeletion) {
        if (caret === 0) break;
        caret -= 1;
        length -= 1;
        list.push({ at: caret, removed: 1, insert: '', time });
      } else {
        const insert = random() < 0.17 ? ' ' : random() < 0.01 ? '\n' : 'e';
        list.push({ at: caret, removed: 0, insert, time });
        caret += 1;
        length += 1;
      }
    }
    if (random() < 0.15) {
      const near = caret + Math.floor((random() - 0.5) * 2_000);
      caret = Math.min(length, Math.max(0, random() < 0.7 ? near : Math.floor(random() * length)));
    }
  }
  return list;
}

/** Undoable steps, as in the manuscript. */
const HISTORY_DEPTH = 1_000;

export interface TraceOptions {
  readonly edits: number;
  readonly rounds: number;
}

/** Applies the trace to the state of our manuscript and to a bare one with history, both without a view. */
export function timeTrace({ edits, rounds }: TraceOptions): Samples {
  const trace = makeTrace(edits);
  const options = { writerId: WRITER, nonce: '', readOnly: false };
  const ours = () => stateOf(contentOf([]), AUTHORS, options, []);
  const bare = () => EditorState.create({ extensions: [history({ minDepth: HISTORY_DEPTH })] });
  const samples = { ours: [] as number[], baseline: [] as number[], again: [] as number[] };
  const lanes = [
    { make: ours, into: samples.ours },
    { make: bare, into: samples.baseline },
    { make: bare, into: samples.again },
  ];
  for (let round = -1; round < rounds; round++) {
    for (const { make, into } of round % 2 === 0 ? lanes : lanes.toReversed()) {
      globalThis.gc?.();
      const started = performance.now();
      replay(make(), trace);
      if (round >= 0) into.push(performance.now() - started);
    }
  }
  return samples;
}

function replay(state: EditorState, trace: readonly Edit[]): void {
  let now = state;
  for (const { at, removed, insert, time } of trace) {
    now = now.update({
      changes: { from: at, to: at + removed, insert },
      selection: { anchor: at + insert.length },
      userEvent: removed > 0 ? 'delete.backward' : 'input.type',
      annotations: Transaction.time.of(time),
    }).state;
  }
}
