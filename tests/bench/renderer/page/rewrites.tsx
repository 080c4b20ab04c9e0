/** The answers of a rewrite in the whole program, in the page of the benchmarks. */
import type { BufferDesk } from '../../../../src/renderer/session/manuscript/buffer-desk.ts';
import type { Samples } from '../../harness/compare.ts';
import { viewIn } from './editors.ts';
import { type OpenProgram, openProgram } from './open-program.tsx';
import { settle } from './time-frame.ts';

export interface AnswerStepsOptions {
  /** Nodes on the path of the grove's manuscript. */
  readonly nodes: number;
  readonly blocks: number;
  readonly steps: number;
}

const INSTRUCTION = 'Plainer';

/**
 * Time from a step to the next answer of a rewrite, in the middle of a manuscript, to the frame that shows it, compared with
 * a switch to the next version of the same node without the bar.
 */
export async function timeAnswerSteps({ nodes, blocks, steps }: AnswerStepsOptions): Promise<Samples> {
  const program = openProgram();
  const desk = await shownManuscript(program, nodes);
  const view = viewIn(program.container);
  const placeCaret = async () => {
    view.focus();
    view.dispatch({ selection: { anchor: Math.floor(view.state.doc.length / 2) }, scrollIntoView: true });
    await settle(8);
  };
  const answers = {
    prepare: async () => {
      await placeCaret();
      await desk.rewrites.rewrite(INSTRUCTION);
      while (desk.rewrites.isRunning) await settle(1);
      const { answers: found, problem } = desk.rewrites.state.get();
      const shown = found.filter(({ versions }) => versions !== null);
      if (shown.length < 2) throw new Error(`${shown.length} answers can be shown: ${problem ?? ''}`);
    },
    step: () => desk.rewrites.step(1),
    finish: () => desk.rewrites.close(),
  };
  const versions = {
    prepare: placeCaret,
    step: () => desk.tree.navigation.stepVersion(1),
    finish: () => {},
  };
  const samples = { ours: [] as number[], baseline: [] as number[], again: [] as number[] };
  const lanes = [
    { ...answers, into: samples.ours },
    { ...versions, into: samples.baseline },
    { ...versions, into: samples.again },
  ];
  // The first block is not measured, and makes the versions.
  for (let block = -1; block < blocks; block++) {
    for (const { prepare, step, finish, into } of block % 2 === 0 ? lanes.toReversed() : lanes) {
      await prepare();
      globalThis.gc?.();
      await settle();
      for (let count = 0; count < steps; count++) {
        const started = performance.now();
        await step();
        await settle(1);
        if (block >= 0) into.push(performance.now() - started);
      }
      finish();
    }
  }
  program.close();
  return samples;
}

async function shownManuscript({ session, container }: OpenProgram, nodes: number): Promise<BufferDesk> {
  for (;;) {
    await settle(1);
    const desk = session.findDesk();
    const shown = container.querySelector(`.cm-content[data-path-length="${nodes}"]`);
    if (desk?.mode === 'buffer' && shown !== null) return desk;
  }
}
