import { withDisplay } from '../../scripts/display.ts';
import type { Bench, Row } from './harness/bench.ts';
import { timingOf } from './harness/compare.ts';
import { openWindow } from './renderer/open-window.ts';
import { PARTS, type Part } from './renderer/page/part-names.ts';
import { servePage } from './renderer/serve-page.ts';

const TITLES: Readonly<Record<Part, string>> = {
  path: 'keystroke in a bare editor with the path, authorship, word counts and history',
  marks: '  and with colours, paragraphs and what models are not sent',
  caret: '  and with focus mode, scrolling and the caret',
  margin: '  and with notes, boundaries and branches beside the text',
};

/** The parts of a keystroke's time: the editor is built up in groups, each compared with a bare one. */
export const partsBench: Bench = {
  name: 'parts',
  run: ({ scale, scratch, log }) =>
    withDisplay(async () => {
      const page = await servePage(scratch);
      const rows: Row[] = [];
      for (const last of PARTS) {
        log(TITLES[last].trim());
        // A window for each: two editors make each other slower, and so do those that were closed.
        const window = await openWindow({ scratch, origin: page.origin });
        try {
          const nodes = scale.path;
          const shape = { characters: 100 * nodes, nodes, ranges: nodes, seed: 1 };
          const samples = await window.measure('timeParts', { ...shape, ...scale.keystrokes, last });
          const shares = [
            ['', 0.5],
            ['    95th percentile', 0.95],
          ] as const;
          for (const [title, share] of shares) {
            rows.push({
              path: title || TITLES[last],
              baseline: 'bare CodeMirror, same text',
              goal: null,
              figure: { kind: 'timed', timing: timingOf(samples, share) },
            });
          }
        } finally {
          await window.close();
        }
      }
      page.close();
      return rows;
    }),
};
