import { withDisplay } from '../../scripts/display.ts';
import type { Bench, BenchContext, Goal, Row } from './harness/bench.ts';
import { type Samples, timingOf } from './harness/compare.ts';
import { type OpenWindow, openWindow } from './renderer/open-window.ts';
import { servePage } from './renderer/serve-page.ts';

export const editorBench: Bench = {
  name: 'editor',
  run: (context) =>
    withWindow(context, async (window) => [
      ...(await keystrokes(window, context)),
      await authors(window, context),
      await trace(window, context),
      ...(await switches(window, context)),
      await opening(window, context),
      ...(await scrolling(window, context)),
      await spansOnScreen(window, context),
    ]),
  count: (context) =>
    withWindow(context, async (window) => [
      await authors(window, context),
      await spansOnScreen(window, context),
    ]),
};

function withWindow(
  context: BenchContext,
  measure: (window: OpenWindow) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  return withDisplay(async () => {
    context.log('a window for editors');
    const page = await servePage(context.scratch);
    const window = await openWindow({ scratch: context.scratch, origin: page.origin });
    try {
      return await measure(window);
    } finally {
      await window.close();
      page.close();
    }
  });
}

const SEED = 1;
const BARE = 'bare CodeMirror, same text';
const TYPICAL = 0.5;
const SLOW = 0.95;

/** The million characters in ten thousand nodes of `proof.md`, at the scale of the run. */
function textAt({ scale }: BenchContext) {
  const nodes = scale.path;
  return { characters: 100 * nodes, nodes, ranges: nodes, seed: SEED };
}

function row(path: string, baseline: string, goal: Goal | null, samples: Samples, share = TYPICAL): Row {
  return { path, baseline, goal, figure: { kind: 'timed', timing: timingOf(samples, share) } };
}

const formatCount = (count: number) => count.toLocaleString('en');

async function keystrokes(window: OpenWindow, context: BenchContext): Promise<readonly Row[]> {
  const { scale, log } = context;
  const text = textAt(context);
  const { characters, nodes } = text;
  const small = 10_000;
  const typed = scale.keystrokes;

  log(`keystrokes in ${formatCount(characters)} characters`);
  const plain = await window.measure('timeKeystrokes', { ...text, ...typed });
  const many = { ...text, ranges: 10 * nodes };
  log(`keystrokes among ${formatCount(many.ranges)} ranges`);
  const ranges = await window.measure('timeKeystrokes', { ...many, ...typed });
  const long = { ...text, characters: 5 * characters };
  log(`keystrokes in ${formatCount(long.characters)} characters`);
  const length = await window.measure('timeKeystrokes', { ...long, ...typed, bareCharacters: small });
  // Each of these keystrokes takes several times as long.
  const blocks = Math.ceil(typed.blocks / 5);
  const paragraph = { characters: long.characters, seed: SEED, ...typed, blocks };
  log(`keystrokes in one paragraph of ${formatCount(long.characters)} characters`);
  const alone = await window.measure('timeParagraph', { ...paragraph, otherLines: null });
  const otherLines = long.characters / 50;
  const beside = await window.measure('timeParagraph', { ...paragraph, otherLines });
  log(`keystrokes in a document of ${formatCount(characters)} characters`);
  const document = await window.measure('timeDocument', { characters, ...typed, blocks });
  log('keystrokes with keys of lore underlined');
  const lore = await window.measure('timeLoreKeys', { ...text, ...typed, blocks });
  log('keystrokes in a text area with an overlay');
  const overlaid = { blocks: scale.quick ? 1 : 4, steps: 5 };
  const overlay = await window.measure('timeOverlay', { ...text, ...overlaid });

  const keystroke = `keystroke (dispatch and frame), ${formatCount(characters)} characters`;
  const at = `bare at ${formatCount(small)}, interleaved`;
  return [
    row(
      `${keystroke}, ${formatCount(nodes)} ranges in as many nodes`,
      BARE,
      { atMost: 1.12, seen: 1.06 },
      plain,
    ),
    row('  95th percentile', BARE, { atMost: 1.2, seen: 1.02 }, plain, SLOW),
    row(`  the same with ${formatCount(many.ranges)} ranges`, BARE, null, ranges),
    row('  95th percentile', BARE, { atMost: 1.5, seen: 1.3 }, ranges, SLOW),
    row(`  the same at ${formatCount(long.characters)} characters`, at, { atMost: 1.25, seen: 1.03 }, length),
    row(
      `  the same at ${formatCount(characters)}`,
      'text area with an overlay of spans',
      { atMost: 0.05 },
      overlay,
    ),
    row(
      `keystroke in a document of ${formatCount(characters)} characters of Markdown`,
      'the same text as a story, same page',
      { atMost: 1.5 },
      document,
    ),
    row(
      `keystroke with keys of lore underlined at ${formatCount(characters)} characters`,
      'the same without',
      { atMost: 1.1 },
      lore,
    ),
    row(
      `keystroke in one paragraph, in one line, of ${formatCount(long.characters)} characters`,
      BARE,
      { atMost: 1.25, seen: 1 },
      alone,
    ),
    row(
      '  the same',
      `the same words in ${formatCount(otherLines)} lines, same page`,
      { atMost: 6, seen: 4 },
      beside,
    ),
  ];
}

async function authors(window: OpenWindow, { scale, log }: BenchContext): Promise<Row> {
  log('authorship after random edits');
  const runs = scale.quick ? 20 : 180;
  const { wrong, checks, characters } = await window.measure('countWrongAuthors', {
    runs,
    steps: 100,
    nodes: 20,
    seed: SEED,
  });
  const edits = `random typing, pasting, undo, redo, switches`;
  return {
    path: `wrong authors after ${edits}: ${formatCount(checks)} checks of ${formatCount(characters)} characters in all`,
    baseline: '–',
    goal: { atMost: 0, seen: 0 },
    figure: { kind: 'counted', value: wrong, unit: 'characters' },
  };
}

async function trace(window: OpenWindow, { scale, log }: BenchContext): Promise<Row> {
  const edits = scale.quick ? 5_000 : 259_778;
  log(`a trace of ${formatCount(edits)} edits`);
  const samples = await window.measure('timeTrace', { edits, rounds: scale.quick ? 2 : 5 });
  return row(
    `synthetic trace like automerge-paper's, ${formatCount(edits)} edits, through the state without a view`,
    'bare EditorState, same history depth',
    // At least 0.6 times as many edits per second.
    { atMost: 1 / 0.6, seen: 1 / 0.72 },
    samples,
  );
}

async function switches(window: OpenWindow, context: BenchContext): Promise<readonly Row[]> {
  const text = textAt(context);
  const rounds = context.scale.quick ? { blocks: 1, steps: 4 } : { blocks: 12, steps: 10 };
  context.log('switching siblings and versions');
  const sibling = await window.measure('timeSiblingSwitch', { ...text, ...rounds });
  const version = await window.measure('timeVersionSwitch', { ...text, ...rounds });
  const keystroke = 'a keystroke, same page';
  return [
    row(
      `sibling switch, ${formatCount(text.characters)} characters, everything after the first tenth`,
      keystroke,
      { atMost: 3, seen: 2.2 },
      sibling,
    ),
    row('version switch of one node', keystroke, { atMost: 2, seen: 1.3 }, version),
  ];
}

async function opening(window: OpenWindow, context: BenchContext): Promise<Row> {
  const text = { ...textAt(context), characters: 300 * context.scale.path };
  context.log(`opening ${formatCount(text.characters)} characters`);
  const samples = await window.measure('timeOpening', { ...text, blocks: context.scale.rounds.long / 2 });
  return row(
    `open a path of ${formatCount(text.nodes)} nodes (${formatCount(text.characters)} characters) in the editor, to first paint`,
    'bare CodeMirror opening the text',
    { atMost: 2 },
    samples,
  );
}

async function scrolling(window: OpenWindow, context: BenchContext): Promise<readonly Row[]> {
  const text = textAt(context);
  context.log('scrolling');
  const samples = await window.measure('timeScrolling', {
    ...text,
    blocks: context.scale.quick ? 1 : 20,
    steps: context.scale.quick ? 10 : 40,
  });
  return [
    row(`frame while scrolling, ${formatCount(text.characters)} characters`, BARE, null, samples),
    row('  95th percentile', BARE, null, samples, SLOW),
  ];
}

async function spansOnScreen(window: OpenWindow, context: BenchContext): Promise<Row> {
  context.log('spans on screen');
  const { spans, lines } = await window.measure('countSpans', textAt(context));
  return {
    path: `spans on screen beyond one for each of ${lines} lines, all nodes by one model`,
    baseline: '–',
    goal: { atMost: 0 },
    figure: { kind: 'counted', value: Math.max(0, spans - lines), unit: 'spans' },
  };
}
