import { EditorView } from '@codemirror/view';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GroveId, JobId } from '../../../src/core/ids.ts';
import type { Agent } from '../../../src/core/tree/agent.ts';
import type { JobSnapshot, ReplacementJob, SlotState } from '../../../src/ipc/wire/generation.ts';
import type { GroveSnapshot } from '../../../src/ipc/wire/grove.ts';
import type { CommandContext } from '../../../src/renderer/app/commands/command.ts';
import { commands } from '../../../src/renderer/app/commands.ts';
import { createManuscript } from '../../../src/renderer/editor/index.ts';
import { authorship, spansBetween } from '../../../src/renderer/editor/marks/authorship.ts';
import { BufferDesk } from '../../../src/renderer/session/manuscript/buffer-desk.ts';
import { Notices } from '../../../src/renderer/session/notices.ts';
import { NO_TAGS } from '../../helpers/no-tags.ts';
import { searchThread } from '../editor/search-thread.ts';
import { LittleMain, MODEL, TREE, testId, WRITER } from './little-main.ts';

// jsdom has no layout, but CodeMirror measures anyway.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;

function agent(id: Agent['id'], name: string, type: Agent['type']): Agent {
  return {
    id,
    name,
    type,
    modelRef: null,
    configuration: {},
    permissions: {},
    color: type === 'model' ? 'blue' : null,
    createdAt: 0,
    updatedAt: 0,
    archivedAt: null,
  };
}

const grove: GroveSnapshot = {
  id: testId(4) as GroveId,
  name: 'Orchard',
  fileName: 'Orchard.aspen',
  readOnly: false,
  isChecking: false,
  notices: [],
  trouble: null,
  unconfirmedAgents: [],
  writerId: WRITER,
  agents: [agent(WRITER, 'Writer', 'human'), agent(MODEL, 'Muse', 'model')],
  trees: [],
  archivedTrees: [],
  openTreeId: TREE,
};

const RAIN = 'It rained all night. ';
const MORNING = 'In the morning the road was gone.';

function openMain(): LittleMain {
  const main = new LittleMain();
  const rain = main.add(main.rootId, RAIN, WRITER);
  main.moveAway(main.add(rain, MORNING));
  return main;
}

/** Two nodes in a window, by the writer and by a model, with methods for a writer and for the service. */
function open(main = openMain(), runningJobs: readonly JobSnapshot[] = []) {
  const notices = new Notices();
  const buffer = new BufferDesk({
    client: { ...main.client, on: () => () => {}, openDropped: async () => {} },
    grove,
    snapshot: main.snapshot(),
    undo: null,
    runningJobs,
    checks: true,
    notices,
    schedule: (callback) => setTimeout(callback),
    findPreset: () => undefined,
    tags: NO_TAGS,
    onJump: () => {},
    onReady: () => false,
    showsFailure: () => false,
    textSnapshot: null,
    outline: null,
  });
  const parent = document.body.appendChild(document.createElement('div'));
  const manuscript = createManuscript({
    parent,
    content: buffer.content(),
    writerId: WRITER,
    nonce: 'nonce',
    readOnly: false,
    startSearchThread: searchThread,
    onEvent: (event) => buffer.onDraftEvent(event),
    onSummary: (summary) => buffer.onSummary(summary),
    onCursor: () => buffer.onCursorMoved(),
    onBlur: () => {},
  });
  buffer.attach(manuscript);
  const found = parent.querySelector<HTMLElement>('.cm-editor');
  const view = found === null ? null : EditorView.findFromDOM(found);
  if (view === null) throw new Error('no editor in the parent');
  const { rewrites } = buffer;
  const settle = () => vi.advanceTimersByTimeAsync(5_000);
  const asked = () => main.log.filter(({ name }) => name === 'generation.rewrite').map(({ input }) => input);
  return {
    main,
    buffer,
    notices,
    rewrites,
    manuscript,
    view,
    settle,
    asked,
    text: () => manuscript.textForChecks(),
    spans: () => spansBetween(view.state.field(authorship), 0, view.state.doc.length, WRITER),
    state: () => rewrites.state.get(),
    select: (words: string) => {
      const from = manuscript.textForChecks().indexOf(words);
      view.dispatch({ selection: { anchor: from, head: from + words.length } });
    },
    caretAt: (offset: number) => view.dispatch({ selection: { anchor: offset } }),
    type: (insert: string, from: number) =>
      view.dispatch({
        changes: { from, insert },
        selection: { anchor: from + insert.length },
        userEvent: 'input.type',
      }),
    /** The marked words; null for none. */
    marked: () => manuscript.passage()?.text ?? null,
    widget: () => parent.querySelector('[data-offered]')?.textContent ?? null,
    says: () => notices.log.get().map(({ text }) => text),
    /** News of a slot of a job, as main sends it. */
    news: async (job: ReplacementJob, slot: number, state: SlotState, text = '') => {
      const versions = state === 'done' ? main.answer(job, text) : [];
      const error =
        state === 'failed' ? { code: 'TIMEOUT' as const, sentence: 'No answer.', detail: '' } : null;
      const { jobId, requestedBy, slots } = job;
      buffer.rewrites.update({
        jobId,
        treeId: TREE,
        requestedBy,
        parentId: null,
        slot,
        positionId: slots[slot]?.positionId ?? (testId(0) as never),
        state,
        from: 0,
        append: text,
        finishReason: state === 'failed' ? null : 'stop',
        error,
        versions,
      });
      await settle();
    },
  };
}

type Opened = ReturnType<typeof open>;

/** The job that the last request made. */
function lastJob({ main, rewrites }: Opened): ReplacementJob {
  const jobId = rewrites.state.get().answers.at(-1)?.jobId as JobId;
  const job = main.jobs.get(jobId);
  if (job === undefined) throw new Error('nothing was asked for');
  return job;
}

/** Asks for the sentence in three ways; they have not arrived yet. */
async function askAboutRain(opened: Opened): Promise<ReplacementJob> {
  opened.select('all night');
  opened.rewrites.openRewrite();
  opened.rewrites.setInstruction('Plainer');
  await opened.rewrites.ask();
  await opened.settle();
  return lastJob(opened);
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

describe('a rewrite', () => {
  it('asks about the selection, with the instruction, and changes nothing until an answer is chosen', async () => {
    const opened = open();
    const { news, state, asked, marked, text } = opened;
    const job = await askAboutRain(opened);
    expect(asked()).toMatchObject([{ instruction: 'Plainer', length: 'same', agentIds: [MODEL], count: 3 }]);
    expect(job.replaces).toMatchObject([{ from: 10, to: 19 }]);
    await news(job, 0, 'streaming', 'until');
    await news(job, 1, 'done', 'for hours');
    expect(state().answers.map((answer) => answer.text)).toEqual(['until', 'for hours', '']);
    expect([marked(), text(), state().current]).toEqual(['all night', RAIN + MORNING, 0]);
  });

  it('steps through the original and the answers, and one undo reverts each step, authors included', async () => {
    const opened = open();
    const { news, state, rewrites, text, spans, marked, manuscript, settle, main } = opened;
    const before = { text: text(), spans: spans(), committed: main.showCommitted() };
    const job = await askAboutRain(opened);
    for (const [slot, words] of ['for hours', 'until dawn', 'and all night'].entries())
      await news(job, slot, 'done', words);
    await rewrites.step(1);
    expect([text(), marked(), state().current]).toEqual([`It rained for hours. ${MORNING}`, 'for hours', 1]);
    await rewrites.step(1);
    expect([text(), marked(), state().current]).toEqual([
      `It rained until dawn. ${MORNING}`,
      'until dawn',
      2,
    ]);
    await rewrites.step(-1);
    await rewrites.step(-1);
    expect([text(), state().current]).toEqual([before.text, 0]);
    await rewrites.step(-1);
    expect([text(), state().current]).toEqual([`It rained and all night. ${MORNING}`, 3]);
    // Kept words keep their author.
    expect(spans().filter(({ agent }) => agent === MODEL)[0]).toMatchObject({ length: 4 });
    for (const current of [0, 1, 2, 1, 0]) {
      manuscript.undo();
      await settle();
      expect(state().current).toBe(current);
    }
    expect({ text: text(), spans: spans(), committed: main.showCommitted() }).toEqual(before);
    expect(marked()).toBe('all night');
  });

  it('goes across nodes, and selects at every position what an answer made, or what was asked about', async () => {
    const opened = open();
    const { select, rewrites, news, settle, text, marked, state } = opened;
    select('night. In the morning');
    await rewrites.rewrite('Shorter');
    await settle();
    const job = lastJob(opened);
    expect(job.replaces).toHaveLength(2);
    await news(job, 0, 'done', 'day. At noon');
    await news(job, 1, 'done', 'night. At noon');
    await rewrites.show(1);
    expect([text(), marked()]).toEqual(['It rained all day. At noon the road was gone.', 'day. At noon']);
    await rewrites.show(2);
    expect([text(), marked()]).toEqual(['It rained all night. At noon the road was gone.', 'night. At noon']);
    expect(state().current).toBe(2);
  });

  it('may go on asking about what is shown, with another instruction; earlier answers stay', async () => {
    const opened = open();
    const { rewrites, news, settle, asked, state, text } = opened;
    await news(await askAboutRain(opened), 0, 'done', 'for hours and hours');
    await rewrites.show(1);
    rewrites.setInstruction('Shorter');
    await rewrites.ask();
    await settle();
    await news(lastJob(opened), 0, 'done', 'for hours');
    expect(asked()[1]).toMatchObject({ instruction: 'Shorter', length: 'shorter' });
    expect(state().answers).toHaveLength(6);
    await rewrites.show(4);
    expect(text()).toBe(`It rained for hours. ${MORNING}`);
    await rewrites.show(0);
    expect(text()).toBe(RAIN + MORNING);
  });

  it('is what the Sent tab shows while its bar is open', async () => {
    const opened = open();
    const { buffer, main, select, rewrites, settle } = opened;
    const shown = () => main.log.findLast(({ name }) => name === 'generation.context')?.input;
    const stop = buffer.tree.context.watch();
    await settle();
    expect(shown()).not.toHaveProperty('replace');
    select('all night');
    rewrites.openRewrite();
    rewrites.setInstruction('Shorter');
    await settle();
    expect(shown()).toMatchObject({
      replace: { from: { offset: 10 }, to: { offset: 19 }, instruction: 'Shorter', length: 'shorter' },
    });
    stop();
  });

  it('is about the sentence at the caret if nothing is selected, which it selects', async () => {
    const { rewrites, caretAt, manuscript, marked } = open();
    caretAt(3);
    rewrites.openRewrite();
    expect([manuscript.selectedText(), marked()]).toEqual([RAIN.trim(), RAIN.trim()]);
  });

  it('says why an answer failed, and asks for it again in its place', async () => {
    const opened = open();
    const { rewrites, news, says, settle, state, asked } = opened;
    const job = await askAboutRain(opened);
    await news(job, 0, 'failed');
    await news(job, 1, 'done', 'all night');
    expect(says()).toContain('A rewrite failed. No answer.');
    expect(state().answers.map(({ isUnchanged }) => isUnchanged)).toEqual([false, true, false]);
    await rewrites.step(1);
    expect(state().current).toBe(0);
    await rewrites.retry(1);
    await settle();
    expect(asked()[1]).toMatchObject({ instruction: 'Plainer', count: 1 });
    expect(state().answers.map((answer) => answer.state)).toEqual(['done', 'waiting', 'waiting']);
  });

  it('shows why it was refused, and can be asked for again', async () => {
    const opened = open();
    const { main, select, rewrites, state, settle } = opened;
    main.refuseAll('generation.rewrite', 'CONTEXT_TOO_LONG');
    select('all night');
    await rewrites.rewrite('Plainer');
    await settle();
    expect(state().problem).toContain('select less');
    expect(state().isRunning).toBe(false);
    main.recover();
    await rewrites.ask();
    await settle();
    expect([state().problem, state().answers.length]).toEqual([null, 3]);
  });

  it('is not lost when the writer types, and what they typed is a version', async () => {
    const opened = open();
    const { main, rewrites, news, type, text, state, settle } = opened;
    await news(await askAboutRain(opened), 0, 'done', 'for hours');
    type('Look. ', 0);
    await rewrites.step(1);
    await settle();
    expect([text(), state().current]).toEqual([`It rained for hours. ${MORNING}`, 1]);
    expect(main.texts()).toContain(`Look. ${RAIN}`);
  });

  it('says so when the path leaves the passage, and comes back with it', async () => {
    const opened = open();
    const { main, buffer, rewrites, news, state, settle, marked, text } = opened;
    const other = main.add(main.rootId, 'The sun shone.');
    await news(await askAboutRain(opened), 0, 'done', 'for hours');
    await rewrites.show(1);
    await buffer.tree.navigation.goTo(other);
    await settle();
    expect([text(), state().isAway, marked()]).toEqual(['The sun shone.', true, null]);
    await rewrites.step(1);
    expect(text()).toBe('The sun shone.');
    buffer.tree.undo();
    await settle();
    expect([state().isAway, state().current, marked()]).toEqual([false, 1, 'for hours']);
  });
});

describe('a bridge', () => {
  it('streams at the caret without being part of the text, and joins it when kept', async () => {
    const opened = open();
    const { rewrites, caretAt, news, settle, widget, text, manuscript, state, main } = opened;
    caretAt(RAIN.length);
    await rewrites.bridge();
    await settle();
    const job = lastJob(opened);
    expect(job.replaces).toMatchObject([{ from: RAIN.length, to: RAIN.length }]);
    await news(job, 0, 'streaming', 'Nobody slept');
    expect([text(), widget(), manuscript.summary().characters]).toEqual([
      RAIN + MORNING,
      'Nobody slept',
      (RAIN + MORNING).length,
    ]);
    expect(manuscript.draft().edits).toEqual([]);
    // A text that is still being written cannot be kept, and the bar does not go away either.
    await rewrites.keep();
    expect([state().isOpen, state().canKeep]).toEqual([true, false]);
    await news(job, 0, 'done', 'Nobody slept. ');
    expect([text(), widget(), state().offered]).toEqual([RAIN + MORNING, 'Nobody slept. ', 1]);
    await rewrites.keep();
    await settle();
    expect([text(), widget(), state().isOpen]).toEqual([`${RAIN}Nobody slept. ${MORNING}`, null, false]);
    manuscript.undo();
    await settle();
    expect([text(), main.showCommitted()]).toEqual([RAIN + MORNING, `${RAIN}|${MORNING}`]);
  });

  it('at the end of the text asks for continuations', async () => {
    const { rewrites, caretAt, main, settle, state } = open();
    caretAt((RAIN + MORNING).length);
    const bridged = rewrites.bridge();
    await settle();
    await bridged;
    expect(main.log.some(({ name }) => name === 'generation.start')).toBe(true);
    expect(state().isOpen).toBe(false);
  });
});

describe('closing the bar', () => {
  it('keeps what the text shows, and what runs goes on; a notice shows what arrived', async () => {
    const opened = open();
    const { rewrites, news, notices, state, text, settle } = opened;
    const job = await askAboutRain(opened);
    rewrites.close();
    expect([state().isOpen, state().runsOn]).toEqual([false, true]);
    expect(notices.banners.get().map(({ sentence }) => sentence)).toEqual([
      'The rewrite is still being written.',
    ]);
    await news(job, 0, 'done', 'for hours');
    await news(job, 1, 'failed');
    await news(job, 2, 'failed');
    const [arrived, ...others] = notices.banners.get();
    expect([arrived?.sentence, others, state().runsOn]).toEqual(['1 rewrite is ready.', [], false]);
    arrived?.actions[0]?.run();
    expect(state().answers).toHaveLength(3);
    await rewrites.show(1);
    await settle();
    expect(text()).toBe(`It rained for hours. ${MORNING}`);
  });

  it('comes after find and after what runs when Escape is pressed', async () => {
    const opened = open();
    const { buffer, rewrites, main, news, settle, state } = opened;
    const session = { turns: { isRunning: false } };
    const context = {
      session,
      tree: buffer.tree,
      manuscript: buffer,
      conversation: null,
      isBeside: false,
      readOnly: false,
    } as unknown as CommandContext;
    const pressEscape = async () => {
      const owner = commands.find(({ keys, when }) => keys.other.includes('Escape') && when(context));
      await owner?.run(context);
      await settle();
      return owner?.id;
    };
    const job = await askAboutRain(opened);
    buffer.find.open();
    expect(await pressEscape()).toBe('find.close');
    expect(await pressEscape()).toBe('generation.stop');
    expect(main.log.at(-1)).toMatchObject({ name: 'generation.stop', input: { jobId: job.jobId } });
    for (const slot of [0, 1, 2]) await news(job, slot, 'empty');
    expect(await pressEscape()).toBe('rewrite.close');
    expect(state().isOpen).toBe(false);
    expect(rewrites.isRunning).toBe(false);
  });
});

it('a window that is loaded again goes on with what ran', async () => {
  const first = open();
  const job = await askAboutRain(first);
  const { main } = first;
  document.body.replaceChildren();
  const { state, news, marked, rewrites, text } = open(main, [job]);
  expect([state().isOpen, state().isRunning, marked(), state().original]).toEqual([
    true,
    true,
    'all night',
    'all night',
  ]);
  await news(job, 0, 'done', 'for hours');
  await rewrites.step(1);
  expect(text()).toBe(`It rained for hours. ${MORNING}`);
});
