import { EditorView } from '@codemirror/view';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GroveId, PositionId } from '../../../src/core/ids.ts';
import type { Agent } from '../../../src/core/tree/agent.ts';
import type { GroveSnapshot, JobSnapshot, SlotState } from '../../../src/ipc/wire.ts';
import { createManuscript } from '../../../src/renderer/editor/index.ts';
import { Notices } from '../../../src/renderer/session/notices.ts';
import { OpenTree } from '../../../src/renderer/session/open-tree.ts';
import { LittleMain, MODEL, TREE, testId, WRITER } from './little-main.ts';

// jsdom lays nothing out; CodeMirror measures all the same.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;

function agent(id: Agent['id'], name: string, type: Agent['type']): Agent {
  return {
    id,
    name,
    type,
    modelRef: null,
    configuration: {},
    permissions: [],
    loomAware: false,
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
  writerId: WRITER,
  agents: [agent(WRITER, 'Writer', 'human'), agent(MODEL, 'Offline', 'model')],
  trees: [],
  openTreeId: TREE,
};

/** A tree in a window, with `Rain. ` on its path, and someone at the keyboard. */
function open() {
  const main = new LittleMain();
  const rain = main.add(main.rootId, 'Rain. ', WRITER);
  main.moveAway(rain);
  const notices = new Notices();
  const tree = new OpenTree({
    client: { ...main.client, on: () => () => {}, openDropped: async () => {} },
    grove,
    snapshot: main.snapshot(),
    runningJobs: [],
    checks: true,
    notices,
    schedule: (callback) => setTimeout(callback),
    findPreset: () => undefined,
  });
  const parent = document.body.appendChild(document.createElement('div'));
  const manuscript = createManuscript({
    parent,
    content: tree.content(),
    writerId: WRITER,
    nonce: 'nonce',
    readOnly: false,
    onEvent: (event) => tree.take(event),
    onSummary: (summary) => tree.takeSummary(summary),
    onPlace: () => tree.takePlace(),
    onBlur: () => {},
  });
  tree.attach(manuscript);
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
  manuscript.placeCaretAfter(0);
  return {
    main,
    rain,
    tree,
    notices,
    type,
    settle,
    manuscript,
    text: () => manuscript.textForChecks(),
    widget: () => parent.querySelector('.streaming')?.textContent ?? null,
    /** Asks for continuations; answers with the job and a way to send news of its slots. */
    generate: async () => {
      await tree.generate();
      await settle();
      const job = tree.generation.jobs.get().at(-1);
      if (job === undefined) throw new Error('no job');
      return job;
    },
    news: async (job: JobSnapshot, slot: number, state: SlotState, text: string) => {
      const positionId = job.slots[slot]?.positionId ?? ('' as PositionId);
      if (state === 'done') main.finish(positionId, job.parentId, text);
      const { jobId, parentId } = job;
      const error =
        state === 'failed' ? { code: 'TIMEOUT' as const, sentence: 'No answer.', detail: '' } : null;
      tree.takeGeneration({
        jobId,
        treeId: TREE,
        parentId,
        slot,
        positionId,
        state,
        from: 0,
        append: text,
        finishReason: null,
        error,
      });
      if (state === 'done') tree.takeTreeChange(parentId, []);
      await settle();
    },
    list: () => {
      const { items, selectedId } = tree.continuations.list.get();
      return items.map((item) => `${item.positionId === selectedId ? '> ' : ''}${item.state}: ${item.text}`);
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
  it('streams at the end of the text, becomes part of it when it is complete, and is the path’s', async () => {
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

  it('stays a sibling when the writer has begun to write', async () => {
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

  it('that fails leaves its place to the next, and can be asked for again', async () => {
    const { generate, news, text, list, tree, settle } = open();
    const job = await generate();
    await news(job, 0, 'failed', '');
    await news(job, 1, 'done', 'It stopped.');
    expect(text()).toBe('Rain. It stopped.');
    expect(list()).toEqual(['failed: ', '> done: It stopped.', 'waiting: ']);
    const [failed] = tree.continuations.list.get().items;
    if (failed === undefined) throw new Error('nothing is listed');
    await tree.askAgain(failed);
    await settle();
    expect(list()).toEqual(['> done: It stopped.', 'waiting: ', 'waiting: ']);
  });
});

describe('the list of continuations', () => {
  it('moves the path, and is the list of the same siblings while someone goes through it', async () => {
    const { main, rain, tree, text, list, settle } = open();
    const fell = main.add(rain, 'It fell.');
    const stopped = main.add(rain, 'It stopped.');
    main.add(stopped, ' Then sun.');
    tree.takeTreeChange(rain, []);
    await settle();
    expect(list()).toEqual(['done: It fell.', 'done: It stopped.']);
    tree.continuations.pin(true);
    await tree.goToContinuation(fell);
    await settle();
    expect([text(), ...list()]).toEqual(['Rain. It fell.', '> done: It fell.', 'done: It stopped.']);
    await tree.goToContinuation(stopped);
    await settle();
    expect([text(), ...list()]).toEqual([
      'Rain. It stopped. Then sun.',
      'done: It fell.',
      '> done: It stopped.',
    ]);
  });

  it('of a place in the middle shows what was asked for there until the caret leaves', async () => {
    const { main, rain, tree, manuscript, list, settle, generate } = open();
    main.add(rain, 'It fell.');
    tree.takeTreeChange(rain, []);
    await tree.goToChild();
    manuscript.placeCaretAfter(0);
    await settle();
    expect(list()).toEqual(['> done: Rain. ']);
    await generate();
    expect(list()).toEqual(['> done: It fell.', 'waiting: ', 'waiting: ', 'waiting: ']);
  });
});

describe('on closing', () => {
  it('everything typed is handed over before main is told that this was all', async () => {
    const { main, tree, type } = open();
    type('Last words');
    const closed = tree.close();
    await vi.advanceTimersByTimeAsync(0);
    await closed;
    expect(main.show()).toBe('Rain. |Last words');
    expect(main.log.at(-1)?.name).toBe('draft.flush');
  });
});
