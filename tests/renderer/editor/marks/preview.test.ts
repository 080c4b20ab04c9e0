import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { defaultPreferences } from '../../../../src/ipc/preferences.ts';
import type { ManuscriptRequest } from '../../../../src/renderer/editor/index.ts';
import { contentOf, MODEL, node, type Opened, openManuscript, written } from '../open-manuscript.ts';

const castle = () => [node('0', 'Once, '), node('1', 'a castle', MODEL), node('2', '\non a hill.')];

const sibling = (text: string, keptBefore = 1) => ({
  ...written(MODEL, text),
  index: keptBefore - 1,
  offset: null,
  number: 2,
  count: 3,
});

const shown = ({ view }: Opened) => view.contentDOM.textContent;

function open(buffer = ''): Opened & { readonly asked: ManuscriptRequest[] } {
  const asked: ManuscriptRequest[] = [];
  const opened = openManuscript(contentOf(castle(), buffer), { onRequest: (ask) => asked.push(ask) });
  return { ...opened, asked };
}

afterEach(() => document.body.replaceChildren());

describe('a preview', () => {
  it('replaces the text after the branch point, in its author’s style', () => {
    const opened = open(' Yes.');
    opened.manuscript.showPreview(sibling('a tower.\nIt leaned.'));
    expect(shown(opened)).toBe('Once, a tower.\nIt leaned.');
    expect(opened.view.contentDOM.querySelector('.preview .author')?.textContent).toBe(
      'a tower.\nIt leaned.',
    );
  });

  it('changes neither text, segments nor caret, and emits no typing', () => {
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

  it('is shown at the end when nothing follows the branch point', () => {
    const opened = open();
    opened.manuscript.showPreview(sibling(' Nobody went there.', 3));
    expect(shown(opened)).toMatch(/on a hill\. Nobody went there\.$/);
  });

  it('ends before typing enters the text', () => {
    const opened = open();
    opened.manuscript.showPreview(sibling('a tower'));
    const key = new KeyboardEvent('keydown', { key: 'x', bubbles: true, cancelable: true });
    opened.view.contentDOM.dispatchEvent(key);
    expect(opened.view.contentDOM.querySelector('.preview')).toBeNull();
    expect(opened.asked).toEqual([{ kind: 'previewEnded' }]);
    opened.type(8, 8, 'x');
    expect(opened.show()).toBe('Once, |a xcastle|\non a hill.|');
  });

  it('ends before an input method composes', () => {
    const opened = open();
    opened.manuscript.showPreview(sibling('a tower'));
    opened.view.contentDOM.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
    expect(opened.view.contentDOM.querySelector('.preview')).toBeNull();
  });

  it('stays while its keys are held down', () => {
    const opened = open();
    opened.manuscript.showPreview(sibling('a tower'));
    opened.view.contentDOM.dispatchEvent(new KeyboardEvent('keydown', { key: 'Alt', bubbles: true }));
    expect(opened.view.contentDOM.querySelector('.preview')).not.toBeNull();
  });

  it('ends on Escape, which then does nothing else', () => {
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

  it('hides text streaming at the end', async () => {
    const opened = open();
    opened.manuscript.showStreaming({ agentId: MODEL, text: ' still coming' });
    opened.manuscript.showPreview(sibling('a tower', 3));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(shown(opened)).not.toContain('still coming');
    opened.manuscript.showPreview(null);
    expect(shown(opened)).toContain('still coming');
  });

  it('is not part of the manuscript to a screen reader', () => {
    const opened = open();
    opened.manuscript.showPreview(sibling('a tower'));
    expect(opened.view.contentDOM.querySelector('.preview')?.getAttribute('aria-hidden')).toBe('true');
  });
});

describe('the layers beside the text', () => {
  // jsdom has no layout, so every range is on one line at the top.
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

  it('are not part of it: branch points are a named group, and ticks are hidden from screen readers', async () => {
    laidOut();
    const { view, manuscript } = open();
    manuscript.setPreferences({ ...defaultPreferences, boundaries: 'always' });
    manuscript.showHeaders(() => ({
      siblingIndex: 1,
      siblingCount: 2,
      versionIndex: 1,
      versionCount: 1,
      flags: 0,
      forks: [],
    }));
    await vi.advanceTimersByTimeAsync(200);
    const margin = view.scrollDOM.querySelector('[role="group"][aria-label="Branch points"]');
    expect(margin).not.toBeNull();
    expect(view.contentDOM.contains(margin)).toBe(false);
    const ticks = view.scrollDOM.querySelector('.boundaries');
    expect(ticks?.getAttribute('aria-hidden')).toBe('true');
    expect(view.contentDOM.contains(ticks)).toBe(false);
  });

  it('leave nothing behind when the manuscript is destroyed', () => {
    const { view, manuscript } = open();
    const { scrollDOM } = view;
    manuscript.destroy();
    expect(scrollDOM.querySelector('.branch-margin, .boundaries')).toBeNull();
  });
});

describe('asking about the caret’s node', () => {
  it('sends its position', () => {
    const { manuscript, view, asked } = open();
    view.dispatch({ selection: { anchor: 8 } });
    expect(manuscript.requestNodeInfo()).toBe(true);
    expect(asked).toMatchObject([{ kind: 'about', positionId: 'position-1', by: 'key' }]);
  });

  it('sends nothing in an empty tree', () => {
    const asked: ManuscriptRequest[] = [];
    const { manuscript } = openManuscript(contentOf([]), { onRequest: (ask) => asked.push(ask) });
    expect(manuscript.requestNodeInfo()).toBe(false);
    expect(asked).toEqual([]);
  });
});
