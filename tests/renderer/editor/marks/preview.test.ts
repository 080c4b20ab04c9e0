import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { defaultPreferences } from '../../../../src/ipc/preferences.ts';
import type { ManuscriptAsk } from '../../../../src/renderer/editor/index.ts';
import { contentOf, MODEL, node, type Opened, openManuscript, written } from '../open-manuscript.ts';

const castle = () => [node('0', 'Once, '), node('1', 'a castle', MODEL), node('2', '\non a hill.')];

const sibling = (text: string, keep = 1) => ({ ...written(MODEL, text), keep, number: 2, count: 3 });

const shown = ({ view }: Opened) => view.contentDOM.textContent;

function open(buffer = ''): Opened & { readonly asked: ManuscriptAsk[] } {
  const asked: ManuscriptAsk[] = [];
  const opened = openManuscript(contentOf(castle(), buffer), { onAsk: (ask) => asked.push(ask) });
  return { ...opened, asked };
}

afterEach(() => document.body.replaceChildren());

describe('a preview', () => {
  it('stands in place of what follows the branch point, in its author’s look', () => {
    const opened = open(' Yes.');
    opened.manuscript.showPreview(sibling('a tower.\nIt leaned.'));
    expect(shown(opened)).toBe('Once, a tower.\nIt leaned.');
    expect(opened.view.contentDOM.querySelector('.preview .author')?.textContent).toBe(
      'a tower.\nIt leaned.',
    );
  });

  it('changes neither text, segments nor caret, and tells of nothing typed', () => {
    const opened = open();
    opened.view.dispatch({ selection: { anchor: 10 } });
    opened.manuscript.showPreview(sibling('a tower'));
    opened.manuscript.showPreview(sibling('an oak'));
    opened.manuscript.showPreview(null);
    expect(opened.show()).toBe('Once, |a castle|\non a hill.|');
    expect(opened.view.state.selection.main.head).toBe(10);
    expect(opened.events).toEqual([]);
    expect(opened.view.contentDOM.querySelector('.preview')).toBeNull();
  });

  it('stands at the end where nothing follows the branch point', () => {
    const opened = open();
    opened.manuscript.showPreview(sibling(' Nobody went there.', 3));
    expect(shown(opened)).toMatch(/on a hill\. Nobody went there\.$/);
  });

  it('is gone before what is typed gets into the text', () => {
    const opened = open();
    opened.manuscript.showPreview(sibling('a tower'));
    const key = new KeyboardEvent('keydown', { key: 'x', bubbles: true, cancelable: true });
    opened.view.contentDOM.dispatchEvent(key);
    expect(opened.view.contentDOM.querySelector('.preview')).toBeNull();
    expect(opened.asked).toEqual([{ kind: 'previewEnded' }]);
    opened.type(8, 8, 'x');
    expect(opened.show()).toBe('Once, |a xcastle|\non a hill.|');
  });

  it('is gone before an input method composes', () => {
    const opened = open();
    opened.manuscript.showPreview(sibling('a tower'));
    opened.view.contentDOM.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
    expect(opened.view.contentDOM.querySelector('.preview')).toBeNull();
  });

  it('stays while the keys that hold it are down', () => {
    const opened = open();
    opened.manuscript.showPreview(sibling('a tower'));
    opened.view.contentDOM.dispatchEvent(new KeyboardEvent('keydown', { key: 'Alt', bubbles: true }));
    expect(opened.view.contentDOM.querySelector('.preview')).not.toBeNull();
  });

  it('goes with Escape, which then means nothing else', () => {
    const opened = open();
    opened.manuscript.showPreview(sibling('a tower'));
    const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    opened.view.contentDOM.dispatchEvent(key);
    expect(key.defaultPrevented).toBe(true);
    expect(shown(opened)).toBe('Once, a castleon a hill.');
  });

  it('ends when the path changes under it', () => {
    const opened = open();
    opened.manuscript.showPreview(sibling('a tower'));
    opened.manuscript.replaceTail(1, [node('3', 'a wall', MODEL)], { caret: 'keep' });
    expect(opened.view.contentDOM.querySelector('.preview')).toBeNull();
    expect(opened.show()).toBe('Once, |a wall|');
  });

  it('hides what streams at the end of the text', async () => {
    const opened = open();
    opened.manuscript.showStreaming({ agentId: MODEL, text: ' still coming' });
    opened.manuscript.showPreview(sibling('a tower', 3));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(shown(opened)).not.toContain('still coming');
    opened.manuscript.showPreview(null);
    expect(shown(opened)).toContain('still coming');
  });

  it('is not the manuscript to a screen reader', () => {
    const opened = open();
    opened.manuscript.showPreview(sibling('a tower'));
    expect(opened.view.contentDOM.querySelector('.preview')?.getAttribute('aria-hidden')).toBe('true');
  });
});

describe('the layers beside the text', () => {
  // jsdom lays nothing out: every range stands in one line at the top.
  const rect = { left: 100, right: 100, top: 40, bottom: 60, width: 0, height: 20, x: 100, y: 40 };
  const laidOut = () => {
    vi.useFakeTimers();
    const { getClientRects } = Range.prototype;
    Range.prototype.getClientRects = () => [rect] as unknown as DOMRectList;
    onTestFinished(() => {
      Range.prototype.getClientRects = getClientRects;
      vi.useRealTimers();
    });
  };

  it('are no part of it: the branch points a group with a name, the ticks hidden from screen readers', async () => {
    laidOut();
    const { view, manuscript } = open();
    manuscript.prefer({ ...defaultPreferences, boundaries: 'always' });
    manuscript.showHeaders(() => ({
      siblingIndex: 1,
      siblingCount: 2,
      versionIndex: 1,
      versionCount: 1,
      flags: 0,
    }));
    await vi.advanceTimersByTimeAsync(200);
    const margin = view.scrollDOM.querySelector('[role="group"][aria-label="Branch points"]');
    expect(margin).not.toBeNull();
    expect(view.contentDOM.contains(margin)).toBe(false);
    const ticks = view.scrollDOM.querySelector('.boundaries');
    expect(ticks?.getAttribute('aria-hidden')).toBe('true');
    expect(view.contentDOM.contains(ticks)).toBe(false);
  });

  it('leave nothing behind when the manuscript goes', () => {
    const { view, manuscript } = open();
    const { scrollDOM } = view;
    manuscript.destroy();
    expect(scrollDOM.querySelector('.branch-margin, .boundaries')).toBeNull();
  });
});

describe('asking about the caret’s node', () => {
  it('tells its position', () => {
    const { manuscript, view, asked } = open();
    view.dispatch({ selection: { anchor: 8 } });
    expect(manuscript.askAboutCaret()).toBe(true);
    expect(asked).toMatchObject([{ kind: 'about', positionId: 'position-1', by: 'key' }]);
  });

  it('tells nothing in an empty tree', () => {
    const asked: ManuscriptAsk[] = [];
    const { manuscript } = openManuscript(contentOf([]), { onAsk: (ask) => asked.push(ask) });
    expect(manuscript.askAboutCaret()).toBe(false);
    expect(asked).toEqual([]);
  });
});
