import { withDisplay } from '../../scripts/display.ts';
import type { Bench, BenchContext, Goal, Row } from './harness/bench.ts';
import { type Samples, timingOf } from './harness/compare.ts';
import { type OpenWindow, openWindow } from './renderer/open-window.ts';
import { servePage } from './renderer/serve-page.ts';

export const editorBench: Bench = {
  name: 'editor',
  run: (context) =>
    inAWindow(context, async (window) => [
      ...(await keystrokes(window, context)),
      await authors(window, context),
      await trace(window, context),
      ...(await switches(window, context)),
      await opening(window, context),
      ...(await scrolling(window, context)),
      await spansOnScreen(window, context),
    ]),
  count: (context) =>
    inAWindow(context, async (window) => [
      await authors(window, context),
      await spansOnScreen(window, context),
    ]),
};

function inAWindow(
  context: BenchContext,
  measure: (window: OpenWindow) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  return withDisplay(async () => {
    context.tell('a window for editors');
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

/** What `proof.md` calls a million characters in ten thousand nodes, at the scale of the run. */
function textAt({ scale }: BenchContext) {
  const nodes = scale.path;
  return { characters: 100 * nodes, nodes, ranges: nodes, seed: SEED };
}

function row(path: string, baseline: string, goal: Goal | null, samples: Samples, share = TYPICAL): Row {
  return { path, baseline, goal, figure: { kind: 'timed', timing: timingOf(samples, share) } };
}

const inWords = (count: number) => count.toLocaleString('en');

async function keystrokes(window: OpenWindow, context: BenchContext): Promise<readonly Row[]> {
  const { scale, tell } = context;
  const text = textAt(context);
  const { characters, nodes } = text;
  const small = 10_000;
  const typed = scale.keystrokes;

  tell(`keystrokes in ${inWords(characters)} characters`);
  const plain = await window.ask('timeKeystrokes', { ...text, ...typed });
  const many = { ...text, ranges: 10 * nodes };
  tell(`keystrokes among ${inWords(many.ranges)} ranges`);
  const ranges = await window.ask('timeKeystrokes', { ...many, ...typed });
  const long = { ...text, characters: 5 * characters };
  tell(`keystrokes in ${inWords(long.characters)} characters`);
  const length = await window.ask('timeKeystrokes', { ...long, ...typed, bareCharacters: small });
  tell('keystrokes in a text area with an overlay');
  const overlaid = { blocks: scale.quick ? 1 : 4, steps: 5 };
  const overlay = await window.ask('timeOverlay', { ...text, ...overlaid });

  const keystroke = `keystroke (dispatch and frame), ${inWords(characters)} characters`;
  const at = `bare at ${inWords(small)}, interleaved`;
  return [
    row(`${keystroke}, ${inWords(nodes)} ranges in as many nodes`, BARE, { atMost: 1.12, seen: 1.06 }, plain),
    row('  the slowest of twenty', BARE, { atMost: 1.2, seen: 1.02 }, plain, SLOW),
    row(`  the same with ${inWords(many.ranges)} ranges`, BARE, null, ranges),
    row('  the slowest of twenty', BARE, { atMost: 1.5, seen: 1.3 }, ranges, SLOW),
    row(`  the same at ${inWords(long.characters)} characters`, at, { atMost: 1.25, seen: 1.03 }, length),
    row(
      `  the same at ${inWords(characters)}`,
      'text area with an overlay of spans',
      { atMost: 0.05 },
      overlay,
    ),
  ];
}

async function authors(window: OpenWindow, { scale, tell }: BenchContext): Promise<Row> {
  tell('who wrote what, after anything');
  const runs = scale.quick ? 20 : 180;
  const { wrong, checks, characters } = await window.ask('countWrongAuthors', {
    runs,
    steps: 100,
    nodes: 20,
    seed: SEED,
  });
  const done = `random typing, pasting, undo, redo, switches`;
  return {
    path: `wrong authors after ${done}: ${inWords(checks)} checks of ${inWords(characters)} characters in all`,
    baseline: '–',
    goal: { atMost: 0, seen: 0 },
    figure: { kind: 'counted', value: wrong, unit: 'characters' },
  };
}

async function trace(window: OpenWindow, { scale, tell }: BenchContext): Promise<Row> {
  const edits = scale.quick ? 5_000 : 259_778;
  tell(`a trace of ${inWords(edits)} edits`);
  const samples = await window.ask('timeTrace', { edits, rounds: scale.quick ? 2 : 5 });
  return row(
    `a made trace of the shape of automerge-paper's, ${inWords(edits)} edits, through the state without a view`,
    'bare EditorState, history as deep',
    // At least 0.6 of its edits a second.
    { atMost: 1 / 0.6, seen: 1 / 0.72 },
    samples,
  );
}

async function switches(window: OpenWindow, context: BenchContext): Promise<readonly Row[]> {
  const text = textAt(context);
  const rounds = context.scale.quick ? { blocks: 1, steps: 4 } : { blocks: 12, steps: 10 };
  context.tell('switching siblings and versions');
  const sibling = await window.ask('timeSiblingSwitch', { ...text, ...rounds });
  const version = await window.ask('timeVersionSwitch', { ...text, ...rounds });
  const keystroke = 'a keystroke, same page';
  return [
    row(
      `sibling switch, ${inWords(text.characters)} characters, everything after the first tenth`,
      keystroke,
      { atMost: 3, seen: 2.2 },
      sibling,
    ),
    row('version switch of one node', keystroke, { atMost: 2, seen: 1.3 }, version),
  ];
}

async function opening(window: OpenWindow, context: BenchContext): Promise<Row> {
  const text = { ...textAt(context), characters: 300 * context.scale.path };
  context.tell(`opening ${inWords(text.characters)} characters`);
  const samples = await window.ask('timeOpening', { ...text, blocks: context.scale.rounds.long / 2 });
  return row(
    `open a path of ${inWords(text.nodes)} nodes (${inWords(text.characters)} characters) in the editor, to first paint`,
    'bare CodeMirror opening the text',
    { atMost: 2 },
    samples,
  );
}

async function scrolling(window: OpenWindow, context: BenchContext): Promise<readonly Row[]> {
  const text = textAt(context);
  context.tell('scrolling');
  const samples = await window.ask('timeScrolling', {
    ...text,
    blocks: context.scale.quick ? 1 : 20,
    steps: context.scale.quick ? 10 : 40,
  });
  return [
    row(`frame while scrolling, ${inWords(text.characters)} characters`, BARE, null, samples),
    row('  the slowest of twenty', BARE, null, samples, SLOW),
  ];
}

async function spansOnScreen(window: OpenWindow, context: BenchContext): Promise<Row> {
  context.tell('spans on screen');
  const { spans, lines } = await window.ask('countSpans', textAt(context));
  return {
    path: `spans on screen more than its ${lines} lines, all nodes by one model`,
    baseline: '–',
    goal: { atMost: 0 },
    figure: { kind: 'counted', value: Math.max(0, spans - lines), unit: 'spans' },
  };
}
