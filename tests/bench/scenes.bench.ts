import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withDisplay } from '../../scripts/display.ts';
import { setUpApp } from '../../scripts/set-up-app.ts';
import { root } from '../../scripts/setup/project.mjs';
import { run } from '../../scripts/setup/run.mjs';
import type { Bench, BenchContext } from './harness/bench.ts';
import { timingOf } from './harness/compare.ts';
import { openWindow } from './renderer/open-window.ts';
import { servePage } from './renderer/serve-page.ts';

/** *Scenes* over a book of 320,000 words, in scenes of 3,000 (`proof.md`, *Speed*). */
export const scenesBench: Bench = {
  name: 'scenes',
  run: (context) =>
    withDisplay(async () => {
      const { scale, scratch, log } = context;
      // The command line makes the book.
      await setUpApp();
      const grove = await makeBook(context);
      const page = await servePage(scratch);
      const window = await openWindow({ scratch, origin: page.origin, grove });
      try {
        const blocks = Math.ceil(scale.rounds.long / 4);
        log('opening Scenes');
        const opening = await window.measure('timeScenesOpening', { blocks });
        log('moving scenes');
        const moving = await window.measure('timeSceneMoves', { blocks });
        return [
          {
            path: `*Scenes* of a book of ${wordsIn(context).toLocaleString('en')} words, to its first paint`,
            baseline: 'the outline of the same book',
            goal: { atMost: 3 },
            figure: { kind: 'timed', timing: timingOf(opening) },
          },
          {
            path: '  moving a scene of 3,000 words there',
            baseline: 'a keystroke in the same text',
            goal: { atMost: 4 },
            figure: { kind: 'timed', timing: timingOf(moving) },
          },
        ];
      } finally {
        await window.close();
        page.close();
      }
    }),
};

const SCENE = 3_000;
const SENTENCE = 'The lamp was lit, and nobody in the house could say by whom or why. ';

/** Scenes of the book: 320,000 words of them, or those of a smoke run. */
function scenesIn({ scale }: BenchContext): number {
  return scale.quick ? 6 : 107;
}

function wordsIn(context: BenchContext): number {
  return scenesIn(context) * SCENE;
}

/** A grove with a book of chapters of four scenes. */
async function makeBook(context: BenchContext): Promise<string> {
  const paragraph = SENTENCE.repeat(10).trim();
  const scene = Array.from({ length: SCENE / 150 }, () => paragraph).join('\n\n');
  const scenes = Array.from({ length: scenesIn(context) }, (_, at) =>
    at % 4 === 0 ? `## Chapter ${at / 4 + 1}\n\n${scene}` : `***\n\n${scene}`,
  );
  const [text, grove] = [join(context.scratch, 'book.md'), join(context.scratch, 'book.aspen')];
  writeFileSync(text, `# The House\n\n${scenes.join('\n\n')}\n`);
  const bundle = join(root, 'out', 'cli', 'aspen.js');
  await run('Making a book', process.execPath, [bundle, 'import', '--create', grove, text]);
  return grove;
}
