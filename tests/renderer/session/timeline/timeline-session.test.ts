import { EditorView } from '@codemirror/view';
import { expect, it, onTestFinished } from 'vitest';
import type { AgentId } from '../../../../src/core/ids.ts';
import { concatSpans } from '../../../../src/core/text/span.ts';
import type { RequestName } from '../../../../src/ipc/contract.ts';
import { createPastManuscript } from '../../../../src/renderer/editor/index.ts';
import { PLAIN } from '../../../../src/renderer/editor/preferences.ts';
import { withEdits } from '../../../../src/renderer/session/timeline/timeline-session.ts';
import { turnClockByHand } from '../../../helpers/clock.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import { type Part, resumeWriting, type WritingDesk } from '../writing-desk.ts';

/** The time line of a manuscript, on a real file. */

turnClockByHand();

interface Looking {
  readonly writing: WritingDesk;
  /** The requests to main. */
  readonly asked: RequestName[];
  /** The text in place of the manuscript, with `w` and `m` for its authors; null for now. */
  past(): { readonly text: string; readonly letters: string } | null;
  /** Runs something to its end. */
  run(work: Promise<void>): Promise<void>;
  open(): Promise<void>;
  /** Puts the past text on the screen, as its view does, and selects a part of it. */
  select(part: string): void;
}

async function write(parts: readonly Part[]): Promise<Looking> {
  const asked: RequestName[] = [];
  const writing = await resumeWriting(new HandlersDesk(), parts, {}, (name, send) => {
    asked.push(name);
    return send();
  });
  const { timeline } = writing.buffer;
  const { writerId } = writing.desk.grove.snapshot();
  const run = async (work: Promise<void>) => {
    await writing.settle();
    await work;
    await writing.settle();
  };
  const past = () => {
    const moment = timeline.state.get().past;
    if (moment === null) return null;
    const { nodes, buffer } = withEdits(moment);
    const spans = concatSpans(...nodes.map((node) => node.spans), buffer.spans);
    return {
      text: [...nodes, buffer].map(({ text }) => text).join('|'),
      letters: spans.map(({ agent, length }) => (agent === writerId ? 'w' : 'm').repeat(length)).join(''),
    };
  };
  return {
    writing,
    asked,
    past,
    run,
    open: async () => {
      timeline.open();
      await writing.settle();
    },
    select: (part) => {
      const content = timeline.state.get().past;
      if (content === null) throw new Error('now is shown');
      const parent = document.body.appendChild(document.createElement('div'));
      const shown = createPastManuscript({
        parent,
        content: { ...content, rootPositionId: writing.tree.path.rootPositionId },
        writerId,
        authors: [],
        preferences: PLAIN,
        nonce: 'nonce',
        label: 'Earlier',
        place: null,
        onSummary: (summary) => timeline.onPastSummary(summary),
      });
      onTestFinished(() => {
        shown.destroy();
        parent.remove();
      });
      const element = parent.querySelector<HTMLElement>('.cm-editor');
      const view = element === null ? null : EditorView.findFromDOM(element);
      const from = view?.state.doc.toString().indexOf(part) ?? -1;
      if (from < 0) throw new Error(`there is no ${part}`);
      view?.dispatch({ selection: { anchor: from, head: from + part.length } });
      timeline.attachPast(shown);
    },
  };
}

/** Requests that change what is written. */
const isWriting = (name: RequestName) =>
  !name.startsWith('timeline.') &&
  !['draft.save', 'path.headers', 'path.children', 'cursor.save'].includes(name);

it('every state is shown with its authors on the way to the first and back, and nothing is changed by looking', async () => {
  const { writing, asked, past, run, open } = await write(['Rain. ', { model: 'Wind. ' }]);
  const { timeline } = writing.buffer;
  writing.type('gale', 6, 10);
  await writing.tree.commit();
  await writing.settle();
  writing.type(' Draft.');
  const before = await writing.agree();
  writing.select(3);
  asked.length = 0;

  await open();
  expect(timeline.state.get()).toMatchObject({ isOpen: true, past: null });
  const texts: unknown[] = [];
  const count = timeline.state.get().line?.count ?? 0;
  for (let index = count - 1; index >= 0; index -= 1) {
    await run(timeline.step(-1));
    expect(timeline.state.get().at).toBe(index);
    texts.push(past());
  }
  const first = { text: 'Rain. |', letters: 'wwwwww' };
  const both = { text: 'Rain. |Wind. |', letters: 'wwwwwwmmmmmm' };
  expect(texts).toContainEqual(both);
  expect(texts).toContainEqual({ text: 'Rain. |gale. |', letters: 'wwwwwwwwwwmm' });
  expect(texts.some((text) => JSON.stringify(text) === JSON.stringify(first))).toBe(true);
  const back: unknown[] = [];
  for (let index = 1; index < count; index += 1) {
    await run(timeline.step(1));
    back.push(past());
  }
  expect(back.reverse()).toEqual(texts.slice(0, -1));
  await run(timeline.step(1));
  expect(past()).toBeNull();

  // At the first of them, what is typed returns to the text, where the writer was.
  await run(timeline.goTo(0));
  expect(past()).not.toBeNull();
  expect(writing.shown()).toEqual(before);
  expect(writing.view.state.selection.main.head).toBe(3);
  expect(asked.filter(isWriting)).toEqual([]);
  timeline.returnAndType('x');
  expect(timeline.isOpen).toBe(false);
  expect((await writing.agree()).text.replaceAll('|', '')).toBe('Raixn. gale.  Draft.');
});

it('all of a moment is restored with its draft in one step, and undo brings back everything', async () => {
  const { writing, past, run, open } = await write(['Rain. ', 'Wind. ']);
  const { timeline } = writing.buffer;
  writing.manuscript.moveCaretAfter(0);
  await writing.tree.navigation.endPathHere();
  await writing.settle();
  writing.type('Snow. ');
  await writing.tree.commit();
  const before = await writing.agree();
  expect(before.text).toBe('Rain. |Snow. |');

  await open();
  while (past()?.text !== 'Rain. |Wind. |') await run(timeline.step(-1));
  await run(timeline.restoreAll());
  expect(timeline.isOpen).toBe(false);
  expect((await writing.agree()).text).toBe('Rain. |Wind. |');
  writing.tree.undo();
  expect(await writing.agree()).toEqual(before);
  writing.tree.redo();
  expect((await writing.agree()).text).toBe('Rain. |Wind. |');
});

it('a passage is restored as a version where it is one, and as text with its authors where it is not', async () => {
  const { writing, past, run, open, select } = await write(['Rain. ', { model: 'Wind and hail. ' }, 'End. ']);
  const { timeline } = writing.buffer;
  writing.type('Storm. ', 6, 21);
  await writing.tree.commit();
  await writing.settle();
  const after = await writing.agree();
  expect(after.text).toBe('Rain. |Storm. |End. |');

  await open();
  while (past()?.text !== 'Rain. |Wind and hail. |End. |') await run(timeline.step(-1));
  select('Wind and hail. ');
  await run(timeline.restorePassage());
  expect(await writing.agree()).toEqual({
    text: 'Rain. |Wind and hail. |End. |',
    letters: `wwwwww${'m'.repeat(15)}wwwww`,
  });
  writing.tree.undo();
  expect(await writing.agree()).toEqual(after);

  await open();
  while (past()?.text !== 'Rain. |Wind and hail. |End. |') await run(timeline.step(-1));
  select('hail');
  await run(timeline.restorePassage());
  const restored = await writing.agree();
  expect(restored.text).toContain('hail');
  expect(restored.letters).toContain('mmmm');
  writing.tree.undo();
  expect((await writing.agree()).text).toBe('Rain. |Storm. |End. |');
});

it('moments are compared, traced, marked and replayed', async () => {
  const { writing, past, run, open, select } = await write(['Rain fell all day. ', { model: 'Wind rose. ' }]);
  const { timeline } = writing.buffer;
  const model = writing.desk.grove.snapshot().agents.find(({ type }) => type === 'model')?.id as AgentId;
  writing.type('Snow', 0, 4);
  await writing.tree.commit();
  await writing.settle();
  await open();
  await run(timeline.goTo(0));
  expect(timeline.shownLabel).toBe('');
  await run(timeline.mark(' The beginning '));
  expect(timeline.shownLabel).toBe('The beginning');
  expect(timeline.state.get().line?.marks).toMatchObject([{ index: 0, label: 'The beginning' }]);

  while (past()?.text !== 'Rain fell all day. |Wind rose. |') await run(timeline.step(1));
  timeline.toggleComparison();
  await writing.settle();
  const kinds = timeline.comparison.result.get()?.blocks.map(({ kind }) => kind);
  expect(kinds).toContain('changed');
  timeline.escape();
  expect(timeline.comparison.isOpen.get()).toBe(false);

  select('Wind');
  await run(timeline.traceSelection());
  const traced = timeline.trace.state.get();
  expect(traced).toMatchObject({ text: 'Wind', isRunning: false });
  expect(traced?.layers).toContainEqual(
    expect.objectContaining({ authorId: model, before: '', after: 'Wind' }),
  );
  timeline.escape();
  expect(timeline.trace.state.get()).toBeNull();

  await run(timeline.goTo(0));
  const shown: (string | undefined)[] = [];
  const stop = timeline.state.subscribe(() => shown.push(past()?.text));
  const replay = timeline.startReplay();
  expect(timeline.replay.state.get().isRunning).toBe(true);
  await run(replay);
  stop();
  expect(timeline.replay.state.get().isRunning).toBe(false);
  expect(past()).toBeNull();
  expect(shown).toContain('Rain fell all day. |Wind rose. |');
  expect(timeline.isOpen).toBe(true);

  // Moves of the path are made where the writer sees them.
  await run(timeline.goTo(0));
  await writing.tree.navigation.goToParent();
  expect(timeline.isOpen).toBe(false);
});
