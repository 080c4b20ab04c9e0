/** The whole program with a manuscript in the page of the benchmarks. */
import type { AgentId, JobId, PositionId } from '../../../../src/core/ids.ts';
import { MAX_TEMPLATE_LENGTH } from '../../../../src/core/text/limits.ts';
import type { EventName, Events } from '../../../../src/ipc/contract.ts';
import type { JobSnapshot, SlotSnapshot } from '../../../../src/ipc/wire/generation.ts';
import type { GroveSnapshot } from '../../../../src/ipc/wire/grove.ts';
import type { Call } from '../../../../src/renderer/client.ts';
import { streamingShown } from '../../../../src/renderer/editor/marks/streaming.ts';
import { DraftSession } from '../../../../src/renderer/session/draft/draft-session.ts';
import { nodesOf } from '../../../../src/renderer/session/path/path-segments.ts';
import type { AppSession } from '../../../../src/renderer/session/window/app-session.ts';
import type { Samples } from '../../harness/compare.ts';
import { compareFrames, type Side } from './compare-frames.ts';
import { openBare, openManuscript, viewIn } from './editors.ts';
import { contentOf, MARKDOWN } from './made-text.ts';
import { client, currentGrove, openProgram } from './open-program.tsx';
import { showContainer } from './stage.ts';
import { settle, timeFrame } from './time-frame.ts';
import { typingIn } from './typing.ts';

export interface ProgramOpeningOptions {
  readonly rounds: number;
}

/** Time from requesting the path of this window's grove to its first frame, compared with a bare CodeMirror. */
export async function timeProgramOpening({ rounds }: ProgramOpeningOptions): Promise<Samples> {
  const { openTreeId: treeId } = await currentGrove();
  const read = async () => {
    const { segments } = await client.call('path.read', { treeId });
    return contentOf(nodesOf(segments), segments.text);
  };
  const { text } = await read();
  const lanes = {
    ours: async () => openManuscript(await read()),
    baseline: async () => openBare(text),
    again: async () => openBare(text),
  };
  const samples = { ours: [] as number[], baseline: [] as number[], again: [] as number[] };
  for (let round = -1; round < rounds; round++) {
    for (const lane of ['ours', 'baseline', 'again'] as const) {
      globalThis.gc?.();
      await settle();
      const started = performance.now();
      const opened = await lanes[lane]();
      showContainer(opened.container);
      await settle(1);
      if (round >= 0) samples[lane].push(performance.now() - started);
      opened.close();
    }
  }
  return samples;
}

interface Program {
  readonly session: AppSession;
  readonly view: ReturnType<typeof viewIn>;
  readonly container: HTMLElement;
  /** Sends the page an event as main would. */
  sendEvent<E extends EventName>(event: E, value: Events[E]): void;
  readonly job: JobSnapshot;
}

let opened: Promise<Program> | undefined;
/** Time spent sending typed text to main since it was last read, in milliseconds. */
let sending = 0;

const STREAMS = 4;

/** Opens the program once, with four continuations of the head being generated. */
function openOnce(): Promise<Program> {
  opened ??= (async () => {
    const job = await makeJob(await currentGrove());
    const call: Call = (name, input) => {
      if (name === 'generation.running') return Promise.resolve([job] as never);
      const started = performance.now();
      const answer = client.call(name, input);
      if (name === 'draft.save') sending += performance.now() - started;
      return answer;
    };
    const { session, container, sendEvent } = openProgram(call);
    while (container.querySelector('.cm-editor') === null) await settle(1);
    await settle(10);
    return { session, view: viewIn(container), container, job, sendEvent };
  })();
  return opened;
}

async function makeJob({
  openTreeId: treeId,
  writerId: requestedBy,
  agents,
}: GroveSnapshot): Promise<JobSnapshot> {
  const { segments, rootPositionId } = await client.call('path.read', { treeId });
  const parentId = nodesOf(segments).at(-1)?.positionId ?? rootPositionId;
  const agentId = (agents.find(({ type }) => type === 'model')?.id ?? '') as AgentId;
  const slots = Array.from(
    { length: STREAMS },
    (_, slot): SlotSnapshot => ({
      slot,
      positionId: `stream-${slot}` as PositionId,
      agentId,
      state: 'streaming',
      text: '',
      finishReason: null,
      error: null,
      versions: [],
    }),
  );
  return {
    jobId: 'bench' as JobId,
    treeId,
    requestedBy,
    turnId: null,
    parentId,
    continues: false,
    replaces: null,
    slots,
  };
}

export interface ProgramOptions {
  readonly blocks: number;
  readonly steps: number;
}

export interface StreamSamples extends Samples {
  /** The maximum number of stream dispatches to the editor in one frame. */
  readonly dispatches: number;
}

const TOKENS = 64;
const TOKEN = ' and then';

/** Compares frames in which 64 tokens arrive, 16 from each of four streams, with frames in which one arrives. */
export async function timeStreams({ blocks, steps }: ProgramOptions): Promise<StreamSamples> {
  const { view, job, sendEvent } = await openOnce();
  const counting = countDispatches(view);
  const lengths = job.slots.map(() => 0);
  const arrive = (slot: number) => {
    const shown = job.slots[slot];
    const from = lengths[slot] ?? 0;
    if (shown === undefined) return;
    lengths[slot] = from + TOKEN.length;
    const { jobId, treeId, requestedBy, parentId } = job;
    const { positionId } = shown;
    sendEvent('generation.updated', {
      jobId,
      treeId,
      requestedBy,
      parentId,
      slot,
      positionId,
      state: 'streaming',
      from,
      append: TOKEN,
      finishReason: null,
      error: null,
      versions: [],
    });
  };
  const prepare = async () => {
    view.dispatch({ selection: { anchor: view.state.doc.length }, scrollIntoView: true });
    await settle(4);
  };
  const samples = await compareFrames({
    ours: {
      prepare,
      step: () => {
        for (let token = 0; token < TOKENS; token++) arrive(token % STREAMS);
      },
    },
    baseline: { prepare, step: () => arrive(0) },
    blocks,
    steps,
    warmUp: 1,
    // The mirrors change in the first frame and the editor in the next one.
    frames: 3,
  });
  counting.stop();
  return { ...samples, dispatches: counting.most() };
}

function countDispatches(view: Program['view']) {
  let most = 0;
  let inFrame = 0;
  let isCounting = true;
  const { update } = view;
  view.update = (transactions) => {
    // Only streamed text, not other work due in this frame, such as spelling marks.
    const streams = transactions.some(({ effects }) => effects.some((effect) => effect.is(streamingShown)));
    if (streams) inFrame += 1;
    most = Math.max(most, inFrame);
    update.call(view, transactions);
  };
  const nextFrame = () => {
    inFrame = 0;
    if (isCounting) requestAnimationFrame(nextFrame);
  };
  nextFrame();
  return {
    most: () => most,
    stop: () => {
      isCounting = false;
      view.update = update;
    },
  };
}

/** Compares keystrokes in the program, with its sessions, outbox and status bar, with a bare CodeMirror. */
export async function timeProgramKeystrokes({ blocks, steps }: ProgramOptions): Promise<Samples> {
  const program = await openOnce();
  const bare = openBare(program.view.state.sliceDoc());
  // Same size and place as the program's, so that layout and painting are the same.
  const { left, top, width, height } = program.view.dom.getBoundingClientRect();
  Object.assign(bare.container.style, {
    inset: 'auto',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  const hidden = document.createElement('div');
  const ours: Side = typingIn({ container: hidden, view: program.view, close: () => {} });
  const samples = await compareFrames({ ours, baseline: typingIn(bare), blocks, steps, warmUp: 3 });
  bare.close();
  return samples;
}

/** Compares keystrokes in the text while a document is beside it with those while there is none. */
export async function timeKeystrokesBeside({ blocks, steps }: ProgramOptions): Promise<Samples> {
  const { session, view, container } = await openOnce();
  const { id } = await client.call('tree.create', {
    title: 'Marie',
    kind: 'document',
    isAside: true,
    text: MARKDOWN.repeat(Math.floor(MAX_TEMPLATE_LENGTH / MARKDOWN.length)),
  });
  const find = () => container.querySelector('[data-beside-text]');
  const typing = typingIn({ container: document.createElement('div'), view, close: () => {} });
  const showing = (tab: string, isBeside: boolean): Side => ({
    ...typing,
    prepare: async (block) => {
      session.showTab(tab);
      if (isBeside) session.documents.choose(id);
      while ((find()?.querySelector('.cm-line') != null) !== isBeside) await settle(1);
      await typing.prepare(block);
    },
  });
  return compareFrames({
    ours: showing('document', true),
    baseline: showing('continuations', false),
    blocks,
    steps,
    warmUp: 2,
  });
}

/** Compares keystrokes in the text while the Grove pane lists lore with those while the pane is closed. */
export async function timeKeystrokesWithLore({ blocks, steps }: ProgramOptions): Promise<Samples> {
  const { session, view, container } = await openOnce();
  const { openTreeId } = await currentGrove();
  const { segments } = await client.call('path.read', { treeId: openTreeId });
  const words = [...new Set(segments.text.slice(-4_000).match(/\p{L}{4,}/gu) ?? [])];
  const made = await client.call('tree.create', {
    title: 'Names',
    kind: 'document',
    isAside: true,
    text: Array.from({ length: LISTED_LORE }, (_, part) => `# ${part}\n\nWhat is known of ${part}.\n`).join(
      '\n',
    ),
  });
  const lore = Array.from({ length: LISTED_LORE }, (_, part) => ({
    part: String(part),
    keys: [words[part % words.length] ?? 'lake', `nowhere ${part}`],
  }));
  await client.call('tree.update', { treeId: made.id, settings: { lore } });
  const listed = () => container.querySelectorAll('[class*="entry"]').length;
  const typing = typingIn({ container: document.createElement('div'), view, close: () => {} });
  const showing = (isOpen: boolean): Side => ({
    ...typing,
    prepare: async (block) => {
      if (session.panes.shown.get().grove !== isOpen) session.panes.toggle('grove');
      while (listed() >= LISTED_LORE !== isOpen) await settle(1);
      await typing.prepare(block);
    },
  });
  return compareFrames({ ours: showing(true), baseline: showing(false), blocks, steps, warmUp: 2 });
}

/** As many entries as the list shows at most. */
const LISTED_LORE = 100;

/**
 * The outbox's share of each keystroke, in milliseconds: taking the typed text, checking whether something is due, and
 * the sends since the previous keystroke.
 */
export async function timeOutbox({ blocks, steps }: ProgramOptions): Promise<readonly number[]> {
  const { view, container } = await openOnce();
  const typing = typingIn({ container, view, close: () => {} });
  const { onDraftEvent: take } = DraftSession.prototype;
  const costs: number[] = [];
  DraftSession.prototype.onDraftEvent = function (event) {
    const started = performance.now();
    take.call(this, event);
    // After the microtasks that `take` queued.
    queueMicrotask(() => {
      costs.push(performance.now() - started);
    });
  };
  const perKeystroke: number[] = [];
  try {
    for (let block = 0; block < blocks; block++) {
      await typing.prepare(block);
      for (let step = 0; step < steps; step++) {
        sending = 0;
        await timeFrame(() => typing.step(block * steps + step));
        perKeystroke.push(costs.splice(0).reduce((sum, cost) => sum + cost, sending));
      }
    }
  } finally {
    DraftSession.prototype.onDraftEvent = take;
  }
  return perKeystroke;
}
