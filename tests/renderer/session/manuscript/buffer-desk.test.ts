import { EditorView } from '@codemirror/view';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GroveId, PositionId } from '../../../../src/core/ids.ts';
import type { Agent } from '../../../../src/core/tree/agent.ts';
import type { FinishReason } from '../../../../src/core/tree/tree-node.ts';
import type { ContinuationJob, SlotState } from '../../../../src/ipc/wire/generation.ts';
import type { GroveSnapshot } from '../../../../src/ipc/wire/grove.ts';
import { createManuscript } from '../../../../src/renderer/editor/index.ts';
import { BufferDesk } from '../../../../src/renderer/session/manuscript/buffer-desk.ts';
import { Notices } from '../../../../src/renderer/session/notices.ts';
import { detailsOf, formatPlace } from '../../../../src/renderer/views/continuations/slot-texts.ts';
import { NO_TAGS } from '../../../helpers/no-tags.ts';
import { LittleMain, MODEL, TREE, testId, WRITER } from '../little-main.ts';

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
  agents: [agent(WRITER, 'Writer', 'human'), agent(MODEL, 'Offline', 'model')],
  trees: [],
  archivedTrees: [],
  openTreeId: TREE,
};

/** A tree in a window, with `Rain. ` on its path, and methods for typing. */
function open() {
  const main = new LittleMain();
  const rain = main.add(main.rootId, 'Rain. ', WRITER);
  main.moveAway(rain);
  const notices = new Notices();
  const buffer = new BufferDesk({
    client: { ...main.client, on: () => () => {}, openDropped: async () => {} },
    grove,
    snapshot: main.snapshot(),
    undo: null,
    runningJobs: [],
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
  const { tree } = buffer;
  const parent = document.body.appendChild(document.createElement('div'));
  const manuscript = createManuscript({
    parent,
    content: buffer.content(),
    writerId: WRITER,
    nonce: 'nonce',
    readOnly: false,
    onEvent: (event) => buffer.onDraftEvent(event),
    onSummary: (summary) => buffer.onSummary(summary),
    onCursor: () => buffer.onCursorMoved(),
    onBlur: () => {},
  });
  buffer.attach(manuscript);
  const found = parent.querySelector<HTMLElement>('.cm-editor');
  const view = found === null ? null : EditorView.findFromDOM(found);
  if (view === null) throw new Error('no editor in the parent');
  const settle = () => vi.advanceTimersByTimeAsync(5_000);
  const type = (insert: string) => {
    const from = view.state.doc.length;
    view.dispatch({
      changes: { from, insert },
      selection: { anchor: from + insert.length },
      userEvent: 'input.type',
    });
  };
  manuscript.moveCaretAfter(0);
  return {
    main,
    rain,
    tree,
    buffer,
    notices,
    type,
    settle,
    manuscript,
    text: () => manuscript.textForChecks(),
    widget: () => parent.querySelector('.streaming')?.textContent ?? null,
    /** Requests continuations; returns the job. */
    generate: async () => {
      await buffer.commands.generate();
      await settle();
      const job = tree.generation.jobs.get().at(-1);
      if (job === undefined) throw new Error('no job');
      return job;
    },
    news: async (
      job: ContinuationJob,
      slot: number,
      state: SlotState,
      text: string,
      finishReason: FinishReason | null = null,
      detail = '',
    ) => {
      const positionId = job.slots[slot]?.positionId ?? ('' as PositionId);
      if (state === 'done') main.finish(positionId, job.parentId, text, finishReason);
      const { jobId, requestedBy, parentId } = job;
      const isTrouble = state === 'failed' || finishReason === 'interrupted';
      const error = isTrouble ? { code: 'TIMEOUT' as const, sentence: 'No answer.', detail } : null;
      tree.generation.update({
        jobId,
        treeId: TREE,
        requestedBy,
        parentId,
        slot,
        positionId,
        state,
        from: 0,
        append: text,
        finishReason,
        error,
        versions: [],
      });
      if (state === 'done') buffer.tree.onTreeChange(main.updateBelow(job.parentId));
      await settle();
    },
    list: () => {
      const { items, selectedId } = tree.continuations.list.get();
      return items.map((item) => `${item.positionId === selectedId ? '> ' : ''}${item.state}: ${item.text}`);
    },
    /** The beginning of each card. */
    places: () => {
      const { items, count } = tree.continuations.list.get();
      return items.map((item) => formatPlace(item, count));
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

describe('a continuation', () => {
  it('streams at the end of the text, and joins the text and the path when complete', async () => {
    const { generate, news, text, widget, list, tree } = open();
    const job = await generate();
    await news(job, 0, 'streaming', 'It fell');
    expect([text(), widget()]).toEqual(['Rain. ', 'It fell']);
    await news(job, 1, 'done', 'It stopped.');
    expect(text()).toBe('Rain. ');
    expect(tree.continuations.list.get().ready).toEqual({ done: 1, total: 3 });
    await news(job, 0, 'done', 'It fell all night.');
    expect([text(), widget()]).toEqual(['Rain. It fell all night.', null]);
    await news(job, 2, 'done', 'Nobody minded.');
    expect(list()).toEqual(['> done: It fell all night.', 'done: It stopped.', 'done: Nobody minded.']);
    expect(tree.continuations.list.get().ready).toBeNull();
  });

  it('stays a sibling when the writer has started typing', async () => {
    const { generate, news, text, widget, list, type, notices } = open();
    const job = await generate();
    await news(job, 0, 'streaming', 'It fell');
    type('More rain');
    await news(job, 0, 'done', 'It fell all night.');
    expect([text(), widget()]).toEqual(['Rain. More rain', null]);
    expect(list()).toEqual(['done: It fell all night.', 'waiting: ', 'waiting: ']);
    await news(job, 1, 'done', 'It stopped.');
    await news(job, 2, 'done', 'Nobody minded.');
    expect(notices.log.get().at(-1)?.text).toBe('3 continuations are ready.');
  });

  it('commits the working buffer first', async () => {
    const { main, generate, news, text, type } = open();
    type('More rain.');
    const job = await generate();
    await news(job, 0, 'done', ' And wind.');
    expect(text()).toBe('Rain. More rain. And wind.');
    expect(main.showCommitted()).toBe('Rain. |More rain.| And wind.');
  });

  it('that fails makes way for the next, and can be retried', async () => {
    const { generate, news, text, list, tree, settle } = open();
    const job = await generate();
    await news(job, 0, 'failed', '');
    await news(job, 1, 'done', 'It stopped.');
    expect(text()).toBe('Rain. It stopped.');
    expect(list()).toEqual(['failed: ', '> done: It stopped.', 'waiting: ']);
    const [failed] = tree.continuations.list.get().items;
    if (failed === undefined) throw new Error('nothing is listed');
    await tree.generationCommands.retry(failed);
    await settle();
    expect(list()).toEqual(['> done: It stopped.', 'waiting: ', 'waiting: ']);
  });
});

describe('generating one more sibling and switching to it', () => {
  async function withOne() {
    const opened = open();
    const first = await opened.generate();
    await opened.news(first, 0, 'done', 'It fell.', 'stop');
    for (const slot of [1, 2]) await opened.news(first, slot, 'empty', '', 'stopped');
    await opened.tree.generationCommands.generateAndSwitch();
    await opened.settle();
    const job = opened.tree.generation.jobs.get().at(-1);
    if (job === undefined) throw new Error('no job');
    return { ...opened, job };
  }

  it('makes one sibling, and switches to it when complete', async () => {
    const { job, news, text, list } = await withOne();
    expect(job.slots).toHaveLength(1);
    await news(job, 0, 'streaming', 'It sto');
    expect(text()).toBe('Rain. It fell.');
    await news(job, 0, 'done', 'It stopped.', 'stop');
    expect(text()).toBe('Rain. It stopped.');
    expect(list()).toEqual(['done: It fell.', '> done: It stopped.']);
  });

  it('does not switch when the writer has typed', async () => {
    const { job, news, text, type } = await withOne();
    type(' Mine.');
    await news(job, 0, 'done', 'It stopped.', 'stop');
    expect(text()).toBe('Rain. It fell. Mine.');
  });

  it('does not switch when the caret is elsewhere', async () => {
    const { job, news, text, manuscript } = await withOne();
    manuscript.moveCaretAfter(0);
    await news(job, 0, 'done', 'It stopped.', 'stop');
    expect(text()).toBe('Rain. It fell.');
  });

  it('leaves the text unchanged on failure', async () => {
    const { job, news, text } = await withOne();
    await news(job, 0, 'failed', '');
    expect(text()).toBe('Rain. It fell.');
  });
});

describe('continuations without text', () => {
  it('are flagged when empty, and removed when stopped', async () => {
    const { generate, news, list, tree } = open();
    const job = await generate();
    await news(job, 0, 'empty', '', 'stopped');
    await news(job, 1, 'empty', '', 'stop');
    await news(job, 2, 'done', 'It stopped.', 'stop');
    expect(list()).toEqual(['empty: ', '> done: It stopped.']);
    expect(tree.continuations.list.get().items.map(({ retry }) => retry)).toEqual(['again', null]);
  });

  it('can be retried all together, and dismissed', async () => {
    const { generate, news, list, tree, settle, main } = open();
    const job = await generate();
    for (const slot of [0, 1, 2]) await news(job, slot, 'failed', '');
    await tree.generationCommands.retryAll();
    await settle();
    expect(list()).toEqual(['waiting: ', 'waiting: ', 'waiting: ']);
    expect(main.log.findLast(({ name }) => name === 'generation.start')?.input).toMatchObject({ count: 3 });
    const again = tree.generation.jobs.get().at(-1);
    if (again === undefined) throw new Error('no job');
    for (const slot of [0, 1]) await news(again, slot, 'failed', '');
    tree.generationCommands.dismissAll();
    await settle();
    expect(list()).toEqual(['waiting: ']);
  });

  it('stay listed when they cannot be retried', async () => {
    const { generate, news, list, tree, settle, main } = open();
    const job = await generate();
    await news(job, 0, 'failed', '');
    main.refuse('MODEL_NOT_FOUND');
    await tree.generationCommands.retryAll();
    await settle();
    expect(list()).toEqual(['failed: ', 'waiting: ', 'waiting: ']);
  });

  it('are reported once when all fail the same way', async () => {
    const { generate, news, notices } = open();
    const job = await generate();
    for (const slot of [0, 1, 2]) await news(job, slot, 'failed', '');
    expect(notices.log.get().filter(({ text }) => text.includes('failed'))).toHaveLength(1);
  });
});

describe('continuations with the same text', () => {
  it('refer to the first one, except while still streaming', async () => {
    const { main, rain, buffer, tree, generate, news, settle } = open();
    main.add(rain, 'It fell.');
    buffer.tree.onTreeChange(main.updateBelow(rain));
    await settle();
    const job = await generate();
    await news(job, 0, 'streaming', 'It fell.');
    await news(job, 1, 'saving', 'It fell.');
    expect([...tree.continuations.list.get().duplicates.values()]).toEqual([1]);
    await news(job, 0, 'done', 'It fell.', 'stop');
    await news(job, 2, 'done', 'It stopped.', 'stop');
    expect([...tree.continuations.list.get().duplicates]).toEqual([
      [job.slots[0]?.positionId, 1],
      [job.slots[1]?.positionId, 1],
    ]);
  });
});

describe('a continuation that was cut short', () => {
  it('is kept with the reason, and one more can be requested', async () => {
    const { generate, news, tree, settle, list } = open();
    const job = await generate();
    for (const slot of [1, 2]) await news(job, slot, 'empty', '', 'stopped');
    await news(job, 0, 'done', 'It fe', 'interrupted');
    const [item] = tree.continuations.list.get().items;
    if (item === undefined) throw new Error('nothing is listed');
    expect(item).toMatchObject({ slot: null, retry: 'more', error: { sentence: 'No answer.' } });
    await tree.generationCommands.retry(item);
    await settle();
    expect(list()).toEqual(['interrupted: It fe', 'waiting: ']);
    expect(tree.continuations.list.get().items[0]?.retry).toBeNull();
  });
});

describe.each([
  ['withheld', 'content_filter', 'refused'],
  ['cut off', 'interrupted', 'interrupted'],
] as const)('a text that was %s', (_name, finishReason, state) => {
  it('leaves the end of the text to the next one, and joins it only when chosen', async () => {
    const { generate, news, text, widget, list, notices, tree, settle } = open();
    const job = await generate();
    await news(job, 0, 'streaming', 'It fe');
    await news(job, 1, 'streaming', 'It st');
    expect(widget()).toBe('It fe');
    await news(job, 0, 'done', 'It fell', finishReason);
    expect([text(), widget()]).toEqual(['Rain. ', 'It st']);
    expect(notices.log.get().at(-1)?.text).toMatch(/joins your text only if you choose it\.$/);
    await news(job, 1, 'done', 'It stopped.', 'stop');
    await news(job, 2, 'done', 'It turned', finishReason);
    expect([text(), widget()]).toEqual(['Rain. It stopped.', null]);
    expect(list()).toEqual([`${state}: It fell`, '> done: It stopped.', `${state}: It turned`]);
    const [first] = tree.continuations.list.get().items;
    if (first === undefined) throw new Error('nothing is listed');
    tree.continuations.pin(true);
    await tree.navigation.goToContinuation(first.positionId);
    await settle();
    expect(text()).toBe('Rain. It fell');
  });

  it('leaves the end of the text empty if there is no other', async () => {
    const { generate, news, text, widget, list, type } = open();
    const job = await generate();
    for (const slot of [0, 1]) await news(job, slot, 'empty', '', 'stopped');
    await news(job, 2, 'streaming', 'It fell');
    await news(job, 2, 'done', 'It fell', finishReason);
    expect([text(), widget(), ...list()]).toEqual(['Rain. ', null, `${state}: It fell`]);
    type('Mine.');
    expect(text()).toBe('Rain. Mine.');
  });

  it('makes way for one that is complete already', async () => {
    const { generate, news, text, list } = open();
    const job = await generate();
    await news(job, 0, 'streaming', 'It fe');
    await news(job, 1, 'done', 'It stopped.', 'length');
    await news(job, 0, 'done', 'It fe', finishReason);
    expect([text(), ...list()]).toEqual([
      'Rain. It stopped.',
      `${state}: It fe`,
      '> done: It stopped.',
      'waiting: ',
    ]);
  });

  it('is not switched to when it was requested to be', async () => {
    const { generate, news, text, tree, settle } = open();
    const first = await generate();
    await news(first, 0, 'done', 'It fell.', 'stop');
    for (const slot of [1, 2]) await news(first, slot, 'empty', '', 'stopped');
    await tree.generationCommands.generateAndSwitch();
    await settle();
    const job = tree.generation.jobs.get().at(-1);
    if (job === undefined) throw new Error('no job');
    await news(job, 0, 'done', 'It st', finishReason);
    expect(text()).toBe('Rain. It fell.');
  });
});

describe('the number of continuations', () => {
  it('is that of the tree: what is on its way or has failed is not counted', async () => {
    const { main, rain, buffer, tree, generate, news, places, settle } = open();
    for (const text of ['Sun.', 'Fog.']) main.add(rain, text);
    buffer.tree.onTreeChange(main.updateBelow(rain));
    await settle();
    expect(places()).toEqual(['1 of 2', '2 of 2']);
    const job = await generate();
    expect(places()).toEqual(['1 of 2', '2 of 2', 'New 1', 'New 2', 'New 3']);
    expect(tree.continuations.list.get().ready).toEqual({ done: 2, total: 5 });
    await news(job, 1, 'failed', '');
    await news(job, 2, 'done', 'It stopped.', 'stop');
    expect(places()).toEqual(['1 of 3', '2 of 3', 'New 1', 'New 2', '3 of 3']);
    expect(tree.continuations.list.get()).toMatchObject({ count: 3, ready: { done: 3, total: 4 } });
    await news(job, 0, 'done', 'It fell.', 'content_filter');
    expect(places()).toEqual(['1 of 4', '2 of 4', '3 of 4', 'New 2', '4 of 4']);
    expect(tree.continuations.list.get().ready).toBeNull();
  });
});

describe('continuations that fail alike', () => {
  it('share a card, with each exact error once, and are retried and dismissed together', async () => {
    const { generate, news, list, places, tree, settle, main } = open();
    const job = await generate();
    await news(job, 2, 'failed', '', null, 'busy');
    expect(places()).toEqual(['New 1', 'New 2', 'New 3']);
    await news(job, 0, 'failed', '', null, 'too many');
    expect(list()).toEqual(['failed: ', 'waiting: ']);
    expect(places()).toEqual(['2 ×', 'New 2']);
    await news(job, 1, 'empty', '', 'stop');
    expect(list()).toEqual(['failed: ', 'empty: ']);
    const [failed] = tree.continuations.list.get().items;
    if (failed === undefined) throw new Error('nothing is listed');
    expect(detailsOf(failed)).toEqual(['too many', 'busy']);
    await tree.generationCommands.retry(failed);
    await settle();
    expect(main.log.findLast(({ name }) => name === 'generation.start')?.input).toMatchObject({ count: 2 });
    expect(list()).toEqual(['empty: ', 'waiting: ', 'waiting: ']);
    const again = tree.generation.jobs.get().at(-1);
    if (again === undefined) throw new Error('no job');
    for (const slot of [0, 1]) await news(again, slot, 'failed', '');
    const group = tree.continuations.list.get().items[1];
    if (group === undefined) throw new Error('nothing is listed');
    tree.generationCommands.dismiss(group);
    await settle();
    expect(list()).toEqual(['empty: ']);
  });

  it('are retried in as many requests as it takes', async () => {
    const { generate, news, tree, settle, main } = open();
    for (let times = 0; times < 4; times += 1) {
      const job = await generate();
      for (const { slot } of job.slots) await news(job, slot, 'failed', '');
    }
    const [failed] = tree.continuations.list.get().items;
    if (failed === undefined) throw new Error('nothing is listed');
    main.log.length = 0;
    await tree.generationCommands.retry(failed);
    await settle();
    const asked = main.log.flatMap(({ name, input }) => (name === 'generation.start' ? [input] : []));
    expect(asked).toMatchObject([{ count: 10 }, { count: 2 }]);
  });
});

describe('the list of continuations', () => {
  it('knows which continuations were requested, and which arrived without being chosen', async () => {
    const { generate, news, tree } = open();
    const job = await generate();
    expect(tree.continuations.list.get().requested).toEqual(job.slots.map(({ positionId }) => positionId));
    await news(job, 0, 'done', 'It fell.', 'stop');
    const { arrivedId, selectedId, items } = tree.continuations.list.get();
    expect(arrivedId).toBe(selectedId);
    expect(items.map(({ fresh }) => fresh)).toEqual([true, true, true]);
  });

  it('moves the path, and keeps the same siblings while the writer steps through it', async () => {
    const { main, rain, buffer, tree, text, list, settle } = open();
    const fell = main.add(rain, 'It fell.');
    const stopped = main.add(rain, 'It stopped.');
    main.add(stopped, ' Then sun.');
    buffer.tree.onTreeChange(main.updateBelow(rain));
    await settle();
    expect(list()).toEqual(['done: It fell.', 'done: It stopped.']);
    tree.continuations.pin(true);
    await tree.navigation.goToContinuation(fell);
    await settle();
    expect([text(), ...list()]).toEqual(['Rain. It fell.', '> done: It fell.', 'done: It stopped.']);
    await tree.navigation.goToContinuation(stopped);
    await settle();
    expect([text(), ...list()]).toEqual([
      'Rain. It stopped. Then sun.',
      'done: It fell.',
      '> done: It stopped.',
    ]);
  });

  it('is current after a change that came while the caret was still before its parent', async () => {
    const { main, rain, buffer, tree, list, settle, manuscript } = open();
    main.add(rain, 'It fell.');
    buffer.tree.onTreeChange(main.updateBelow(rain));
    await tree.navigation.goToChild();
    await settle();
    expect(list()).toEqual(['> done: It fell.']);
    // The path moves before the editor reports where the caret is on it.
    buffer.onSummary({ ...manuscript.summary(), currentPositionId: rain });
    main.add(rain, 'It stopped.');
    buffer.tree.onTreeChange(main.updateBelow(rain));
    buffer.onSummary(manuscript.summary());
    await settle();
    expect(list()).toEqual(['> done: It fell.', 'done: It stopped.']);
  });

  it('shows requested continuations even after stepping through another list', async () => {
    const { main, rain, buffer, tree, list, settle, generate } = open();
    main.add(rain, 'It fell.');
    buffer.tree.onTreeChange(main.updateBelow(rain));
    await tree.navigation.goToChild();
    await settle();
    tree.continuations.pin(true);
    expect(list()).toEqual(['> done: It fell.']);
    await generate();
    expect(list()).toEqual(['waiting: ', 'waiting: ', 'waiting: ']);
  });

  it('at a position in the middle shows its requested continuations until the caret leaves', async () => {
    const { main, rain, buffer, tree, manuscript, list, settle } = open();
    main.add(rain, 'It fell.');
    buffer.tree.onTreeChange(main.updateBelow(rain));
    await tree.navigation.goToChild();
    manuscript.moveCaretAfter(0);
    await settle();
    expect(list()).toEqual(['> done: Rain. ']);
    // As the outline does, without ending the path there.
    await tree.generationCommands.generate();
    await settle();
    expect(list()).toEqual(['> done: It fell.', 'waiting: ', 'waiting: ', 'waiting: ']);
  });
});

describe('on closing', () => {
  it('everything typed is sent before the final flush', async () => {
    const { main, buffer, type } = open();
    type('Last words');
    const closed = buffer.flush();
    await vi.advanceTimersByTimeAsync(0);
    await closed;
    expect(main.show()).toBe('Rain. |Last words');
    expect(main.log.at(-1)?.name).toBe('draft.flush');
  });
});
