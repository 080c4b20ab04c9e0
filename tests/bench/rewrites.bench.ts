import { join } from 'node:path';
import { withDisplay } from '../../scripts/display.ts';
import { makeGrove } from '../../scripts/make-grove.ts';
import type { Bench, BenchContext, Row } from './harness/bench.ts';
import { timingOf } from './harness/compare.ts';
import { openWindow } from './renderer/open-window.ts';
import { servePage } from './renderer/serve-page.ts';

/** The program with a rewrite in the middle of a long manuscript (`edits.md`, *Rewrites and bridges*). */
export const rewritesBench: Bench = {
  name: 'rewrites',
  run: (context) => withDisplay(async () => [await answerSteps(context)]),
};

async function answerSteps({ scale, scratch, log }: BenchContext): Promise<Row> {
  const nodes = scale.path;
  const size = nodes.toLocaleString('en');
  log(`the answers of a rewrite in ${size} nodes`);
  const shape = { nodes, path: nodes, siblings: 0, versions: 0, branch: 0, longest: 0, characters: 300 };
  const grove = makeGrove(join(scratch, 'rewrites.aspen'), shape).path;
  const page = await servePage(scratch);
  const window = await openWindow({ scratch, origin: page.origin, grove });
  try {
    const rounds = scale.quick ? { blocks: 1, steps: 4 } : { blocks: 8, steps: 12 };
    const samples = await window.measure('timeAnswerSteps', { nodes, ...rounds });
    return {
      path: `step to the next answer of a rewrite, ${size} nodes: main, the path, the bar, to its frame`,
      baseline: 'a version switch of the same node, without the bar',
      goal: { atMost: 2, seen: 1.6 },
      figure: { kind: 'timed', timing: timingOf(samples) },
    };
  } finally {
    await window.close();
    page.close();
  }
}
