import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NodeId } from '../../../../src/core/ids.ts';
import { contentOf, MODEL, node, nodeId, openManuscript } from '../open-manuscript.ts';

/** Text that does not fit what the model reads. */

// jsdom lays nothing out: every range stands in one line at the top.
const rect = { left: 100, right: 100, top: 40, bottom: 60, width: 0, height: 20, x: 100, y: 40 };

beforeEach(() => {
  vi.useFakeTimers();
  Range.prototype.getClientRects = () => [rect] as unknown as DOMRectList;
});

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

function open() {
  const nodes = [node('1', 'Once '), node('2', 'there was ', MODEL), node('3', 'a castle.')];
  const opened = openManuscript(contentOf(nodes, ' Far away.'));
  const { dom } = opened.view;
  const frame = () => vi.advanceTimersByTimeAsync(100);
  const at = (id: string | null, offset: number): { nodeId: NodeId | null; offset: number } => ({
    nodeId: id === null ? null : nodeId(id),
    offset,
  });
  return {
    ...opened,
    frame,
    /** Ranges by the names of their nodes; null is the working buffer. */
    show: async (...ranges: readonly (readonly [string | null, number, string | null, number])[]) => {
      opened.manuscript.showLeftOut(
        ranges.map(([first, from, last, to]) => ({ from: at(first, from), to: at(last, to) })),
      );
      await frame();
    },
    dimmed: () => [...dom.querySelectorAll('.left-out')].map((element) => element.textContent).join('|'),
    rules: () => [...dom.querySelectorAll<HTMLElement>('.left-out-rule')],
  };
}

describe('text that does not fit', () => {
  it('is dimmed over as many nodes as it goes, whoever wrote them', async () => {
    const { show, dimmed, view } = open();
    await show(['1', 2, '3', 2]);
    expect(dimmed()).toBe('ce there was a ');
    expect(view.dom.querySelector('.left-out .author')?.textContent).toBe('there was ');
  });

  it('can reach into the working buffer', async () => {
    const { show, dimmed } = open();
    await show(['3', 0, null, 4]);
    expect(dimmed()).toBe('a castle. Far');
  });

  it('has a rule in the margin beside it, which is hidden from what reads the text aloud', async () => {
    const { show, rules, view } = open();
    await show(['1', 2, '3', 2]);
    const [rule, ...others] = rules();
    expect(others).toEqual([]);
    expect(rule?.dataset).toMatchObject({ begins: '', ends: '' });
    expect(rule?.closest('[aria-hidden="true"]')).not.toBeNull();
    expect(view.contentDOM.querySelector('.left-out-rule')).toBeNull();
  });

  it('moves with what is typed, and what is typed at its ends is no part of it', async () => {
    const { show, dimmed, type } = open();
    await show(['2', 0, '2', 10]);
    type(0, 0, 'x');
    type(7, 7, 'now ');
    expect(dimmed()).toBe('tnow here was ');
    type(20, 20, 'y');
    expect(dimmed()).toBe('tnow here was ');
  });

  it('is as it was where a node is named that is not on the path', async () => {
    const { show, dimmed } = open();
    await show(['1', 0, '1', 5]);
    await show(['gone', 0, '2', 4]);
    expect(dimmed()).toBe('Once ');
  });

  it('is text as any other once nothing is left out', async () => {
    const { show, dimmed, rules } = open();
    await show(['1', 0, '2', 4]);
    await show();
    expect(dimmed()).toBe('');
    expect(rules()).toEqual([]);
  });

  it('waits for an input method to be done', async () => {
    const { show, dimmed, view, frame } = open();
    view.contentDOM.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
    await show(['1', 0, '1', 5]);
    expect(dimmed()).toBe('');
    view.contentDOM.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
    await frame();
    expect(dimmed()).toBe('Once ');
  });
});
