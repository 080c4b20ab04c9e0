import { withDisplay } from '../../scripts/display.ts';
import type { Bench, BenchContext, Row } from './harness/bench.ts';
import { timingOf } from './harness/compare.ts';
import { type OpenWindow, openWindow } from './renderer/open-window.ts';
import { servePage } from './renderer/serve-page.ts';

/** Agents' suggestions in a long manuscript (`proof.md`, *Speed*). */
export const suggestionsBench: Bench = {
  name: 'suggestions',
  run: (context) =>
    withDisplay(async () => {
      const page = await servePage(context.scratch);
      const window = await openWindow({ scratch: context.scratch, origin: page.origin });
      try {
        return [await keystroke(window, context), await acceptAll(window, context)];
      } finally {
        await window.close();
        page.close();
      }
    }),
};

const SUGGESTIONS = 200;
const ACCEPTED = 100;

/** As for keystrokes without suggestions (`editor.bench.ts`). */
function textAt({ scale }: BenchContext) {
  const nodes = scale.path;
  return { characters: 100 * nodes, nodes, ranges: nodes, seed: 1 };
}

async function keystroke(window: OpenWindow, context: BenchContext): Promise<Row> {
  const text = textAt(context);
  const { scale, log } = context;
  log(`keystrokes among ${SUGGESTIONS} suggestions`);
  const samples = await window.measure('timeKeystrokes', {
    ...text,
    ...scale.keystrokes,
    suggestions: SUGGESTIONS,
  });
  return {
    path: `keystroke with ${SUGGESTIONS} suggestions at ${text.characters.toLocaleString('en')} characters`,
    baseline: 'bare CodeMirror, same text',
    goal: { atMost: 1.12 },
    figure: { kind: 'timed', timing: timingOf(samples) },
  };
}

async function acceptAll(window: OpenWindow, context: BenchContext): Promise<Row> {
  const { scale, log } = context;
  log(`accepting ${ACCEPTED} suggestions`);
  const samples = await window.measure('timeAcceptAll', {
    ...textAt(context),
    suggestions: ACCEPTED,
    blocks: scale.rounds.long,
  });
  return {
    path: `*Accept all* of ${ACCEPTED} suggestions, in as many nodes, to its frame`,
    baseline: 'replace-all of the same words',
    goal: { atMost: 3 },
    figure: { kind: 'timed', timing: timingOf(samples) },
  };
}
