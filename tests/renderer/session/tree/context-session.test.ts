import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AspenError, type ErrorCode } from '../../../../src/core/errors.ts';
import type { RequestName } from '../../../../src/ipc/contract.ts';
import { SAVE_TEXTS_AFTER } from '../../../../src/renderer/session/text-saver.ts';
import { READ_EVERY } from '../../../../src/renderer/session/tree/context-session.ts';
import { openWritingDesk, type Part } from '../writing-desk.ts';

/** The next request's context, and the texts that a tree sends besides its own. */

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

async function open(...parts: readonly Part[]) {
  const opened = await openWritingDesk(parts);
  const { desk, buffer, tree, view, notices } = opened;
  const asked: RequestName[] = [];
  let refused: RequestName | null = null;
  let code: ErrorCode = 'DISK_FULL';
  const call = desk.call.bind(desk);
  vi.spyOn(desk, 'call').mockImplementation((name, input) => {
    asked.push(name);
    if (name === refused) throw new AspenError(code, 'as the test wants it');
    return call(name, input);
  });
  const model = desk.grove.snapshot().agents.find(({ type }) => type === 'model');
  if (model === undefined) throw new Error('the grove has no model');
  const pieces = () =>
    (tree.context.shown.get()?.preview.pieces ?? []).map(({ kind, text }) => `${kind}: ${text.beginning}`);
  return {
    ...opened,
    model,
    /** Names of the requests, in order. */
    asked,
    pieces,
    reads: () => asked.filter((name) => name === 'generation.context').length,
    saves: () => asked.filter((name) => name === 'tree.update').length,
    refuse: (name: RequestName | null, as: ErrorCode = 'DISK_FULL') => {
      refused = name;
      code = as;
    },
    /** Sets the model's context length, in tokens. */
    readAtOnce: async (contextLength: number) => {
      await call('agent.update', { agentId: model.id, configuration: { contextLength } });
      buffer.onGrove(desk.grove.snapshot());
    },
    dimmed: () => [...view.dom.querySelectorAll('.left-out')].map(({ textContent }) => textContent).join(''),
    announced: () => notices.log.get().map(({ text }) => text),
    kept: () => desk.grove.snapshot().trees.find(({ id }) => id === tree.treeId),
  };
}

describe('the context to be sent', () => {
  it('is read only while it is being viewed', async () => {
    const { tree, type, settle, reads, pieces } = await open('Rain. ');
    type('It fell.');
    await settle();
    expect(reads()).toBe(0);
    const away = tree.context.watch();
    await settle();
    expect(pieces()).toEqual(['text: Rain. It fell.']);
    away();
    const before = reads();
    type(' And fell.');
    await settle();
    expect(reads()).toBe(before);
  });

  it('follows typing, at most every half second', async () => {
    const { tree, type, settle, reads, pieces } = await open('Rain. ');
    tree.context.watch();
    await settle();
    const before = reads();
    for (let i = 0; i < 40; i++) {
      type('x');
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(reads() - before).toBeGreaterThan(1);
    expect(reads() - before).toBeLessThanOrEqual(1 + (40 * 50) / READ_EVERY);
    await settle();
    expect(pieces()).toEqual([`text: Rain. ${'x'.repeat(40)}`]);
  });

  it('is read once per change', async () => {
    const { tree, type, settle, reads } = await open('Rain. ');
    tree.context.watch();
    await settle();
    const before = reads();
    type('It fell.');
    await settle();
    expect(reads() - before).toBe(1);
  });

  it('ends at the caret when that is inside a node', async () => {
    const { tree, select, settle, pieces } = await open('Rain fell. ', 'Nobody came.');
    tree.context.watch();
    select(4);
    await settle();
    expect(pieces()).toEqual(['text: Rain']);
    select(11);
    await settle();
    expect(pieces()).toEqual(['text: Rain fell. ']);
    select(23);
    await settle();
    expect(pieces()).toEqual(['text: Rain fell. Nobody came.']);
  });

  it('is shown for the selected agent, one of those that would be asked', async () => {
    const { desk, buffer, tree, model, settle } = await open('Rain. ');
    const other = await desk.call('agent.create', {
      name: 'Terse',
      modelRef: 'offline:variable-order',
      configuration: { systemPrompt: 'Be terse.' },
      color: null,
    });
    buffer.onGrove(desk.grove.snapshot());
    tree.choice.change({ agentIds: [model.id, other.id] });
    tree.context.watch();
    await settle();
    expect(tree.context.shown.get()?.agentId).toBe(model.id);
    tree.context.selectAgent(other.id);
    await settle();
    expect(tree.context.shown.get()).toMatchObject({
      agentId: other.id,
      preview: { pieces: [{ kind: 'system' }, { kind: 'text' }] },
    });
    tree.choice.change({ agentIds: [model.id] });
    await settle();
    expect(tree.context.shown.get()?.agentId).toBe(model.id);
  });

  it('is shown in full on request, and folded at once afterwards', async () => {
    const long = 'It went on and on. '.repeat(2_000);
    const { tree, settle } = await open(long);
    const text = () => tree.context.shown.get()?.preview.pieces[0]?.text;
    tree.context.watch();
    await settle();
    expect(text()?.end).not.toBe('');
    tree.context.unfold({ kind: 'text', nth: 0 });
    await settle();
    expect(text()?.beginning).toBe(long);
    tree.context.unfold(null);
    expect(text()?.end).not.toBe('');
  });

  it('says why it could not be read, and continues once it can', async () => {
    const { tree, type, settle, refuse, pieces } = await open('Rain. ');
    refuse('generation.context');
    tree.context.watch();
    await settle();
    expect(tree.context.error.get()?.code).toBe('DISK_FULL');
    refuse(null);
    type('It fell.');
    await settle();
    expect(tree.context.error.get()).toBeNull();
    expect(pieces()).toEqual(['text: Rain. It fell.']);
  });
});

describe('text that does not fit', () => {
  it('is dimmed in the manuscript while the context is viewed', async () => {
    const { tree, settle, readAtOnce, dimmed, view } = await open(
      'A beginning.\n',
      'It went on. '.repeat(300),
      '\nAn end.',
    );
    const away = tree.context.watch();
    await settle();
    expect(dimmed()).toBe('');
    await readAtOnce(200);
    await settle();
    expect(dimmed()).toContain('It went on. It went on.');
    expect(dimmed()).not.toContain('A beginning.');
    expect(dimmed()).not.toContain('An end.');
    expect(view.state.doc.toString()).toContain('A beginning.');
    away();
    expect(dimmed()).toBe('');
  });

  it('is announced the first time, and again only after everything has fitted', async () => {
    const { tree, type, settle, readAtOnce, announced } = await open('It went on. '.repeat(300));
    tree.context.watch();
    await readAtOnce(200);
    await settle();
    type('More.');
    await settle();
    expect(announced()).toEqual([
      expect.stringMatching(/^The text no longer fits: \d+ words are left out of what is sent\.$/),
    ]);
    await readAtOnce(4_000);
    await settle();
    tree.texts.change({ truncation: 'stopAtLimit' });
    await tree.texts.saver.flush();
    await readAtOnce(200);
    await settle();
    expect(announced().at(-1)).toMatch(/tokens too many\. Nothing would be sent\.$/);
    expect(announced()).toHaveLength(2);
  });
});

describe('the texts a tree sends besides its own', () => {
  it('are updated here at once, and stored with the tree a moment later', async () => {
    const { tree, saves, kept } = await open();
    tree.texts.change({ memory: 'A tower' });
    tree.texts.change({ memory: 'A tower in the north', authorsNoteDepth: 1, systemContext: 'A fable.' });
    expect(tree.texts.store.get()).toMatchObject({ memory: 'A tower in the north', authorsNoteDepth: 1 });
    expect(saves()).toBe(0);
    await vi.advanceTimersByTimeAsync(SAVE_TEXTS_AFTER);
    expect(saves()).toBe(1);
    expect(kept()).toMatchObject({
      systemContext: 'A fable.',
      settings: { memory: 'A tower in the north', authorsNoteDepth: 1 },
    });
  });

  it('cause the context to be reread once main has them', async () => {
    const { tree, settle, pieces } = await open('Rain. ');
    tree.context.watch();
    await settle();
    tree.texts.change({ memory: 'A tower.' });
    await settle();
    expect(pieces()).toEqual(['memory: A tower.\n', 'text: Rain. ']);
    tree.texts.change({ memory: '' });
    await settle();
    expect(pieces()).toEqual(['text: Rain. ']);
  });

  it('are saved during typing, not only when it pauses', async () => {
    const { tree, kept } = await open();
    for (let i = 1; i <= 30; i++) {
      tree.texts.change({ memory: 'x'.repeat(i) });
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(kept()?.settings.memory?.length).toBeGreaterThanOrEqual(10);
  });

  it('are saved to the last letter when the window closes', async () => {
    const { buffer, tree, kept } = await open();
    tree.texts.change({ memory: 'A tower' });
    const closing = buffer.flush();
    tree.texts.change({ memory: 'A tower in the north' });
    await vi.runAllTimersAsync();
    await closing;
    expect(kept()?.settings.memory).toBe('A tower in the north');
  });

  it('are part of a request made right after typing them', async () => {
    const { buffer, tree, type, settle, asked } = await open();
    type('Rain. ');
    tree.texts.change({ memory: 'A tower' });
    void buffer.commands.generate();
    await settle();
    const sent = asked.filter((name) => name === 'tree.update' || name === 'generation.start');
    expect(sent).toEqual(['tree.update', 'generation.start']);
  });

  it('are not lost by a failed save, which is reported once and retried', async () => {
    const { tree, refuse, saves, notices, kept } = await open();
    refuse('tree.update');
    tree.texts.change({ memory: 'A tower' });
    await tree.texts.saver.flush();
    tree.texts.change({ authorsNote: 'Sparse.' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(saves()).toBeGreaterThan(2);
    expect(notices.log.get()).toHaveLength(1);
    expect(tree.texts.error.get()?.code).toBe('DISK_FULL');
    expect(tree.texts.store.get()).toMatchObject({ memory: 'A tower', authorsNote: 'Sparse.' });
    refuse(null);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(tree.texts.error.get()).toBeNull();
    expect(kept()?.settings).toMatchObject({ memory: 'A tower', authorsNote: 'Sparse.' });
  });

  it('that the writer did not want to wait with are saved once the file is checked', async () => {
    const { desk, buffer, tree, refuse, saves, notices, kept } = await open();
    refuse('tree.update', 'CANCELLED');
    tree.texts.change({ memory: 'A tower' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(saves()).toBe(1);
    expect([notices.log.get(), tree.texts.error.get()]).toEqual([[], null]);
    expect(tree.texts.store.get().memory).toBe('A tower');
    refuse(null);
    buffer.onGrove(desk.grove.snapshot());
    await vi.advanceTimersByTimeAsync(0);
    expect(kept()?.settings).toMatchObject({ memory: 'A tower' });
  });

  it('stay as typed when main sends an older state of the grove', async () => {
    const { desk, buffer, tree } = await open();
    const before = desk.grove.snapshot();
    tree.texts.change({ memory: 'A tower' });
    buffer.onGrove(before);
    expect(tree.texts.store.get().memory).toBe('A tower');
  });

  it('can be cleared', async () => {
    const { tree, kept } = await open();
    tree.texts.change({ systemContext: 'A fable.', memory: 'A tower.' });
    await tree.texts.saver.flush();
    tree.texts.change({ systemContext: '', memory: '' });
    await tree.texts.saver.flush();
    expect(kept()).toMatchObject({ systemContext: null, settings: { memory: '' } });
  });
});
