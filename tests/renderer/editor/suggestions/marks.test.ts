import { afterEach, describe, expect, it } from 'vitest';
import type { SuggestionRef } from '../../../../src/core/proposals/places.ts';
import { DRAWN_LENGTH } from '../../../../src/renderer/editor/suggestions/suggestion-marks.ts';
import type { SuggestionNow } from '../../../../src/renderer/proposal-surface.ts';
import { contentOf, MODEL, node, type Opened, OTHER_MODEL, openManuscript } from '../open-manuscript.ts';
import { another, id, proposalOf, propose } from './propose.ts';

const TEXT = 'The cat sat on the mat. It purred. The dog lay down by the fire.';

function open() {
  return openManuscript(contentOf([node('0', TEXT)]), {
    authors: [
      { id: MODEL, type: 'model', color: 'green' },
      { id: OTHER_MODEL, type: 'model', color: 'rust' },
    ],
  });
}

const all = ({ view }: Opened, selector: string) => [...view.contentDOM.querySelectorAll(selector)];
const texts = (opened: Opened, selector: string) =>
  all(opened, selector).map((element) => element.textContent);
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

afterEach(() => document.body.replaceChildren());

describe('an open suggestion', () => {
  it('strikes through only the words that differ, with the new ones after them', () => {
    const opened = open();
    propose(opened, { at: '[cat sat on the mat]', inserted: 'cat slept on the rug' });
    expect(texts(opened, '[role="deletion"]')).toEqual(['sat', 'mat']);
    expect(texts(opened, '[role="insertion"]')).toEqual(['slept', 'rug']);
    const marked = all(opened, '[role]').filter((element) => element.hasAttribute('data-suggestion'));
    expect(marked.map((element) => element.getAttribute('data-suggestion'))).toEqual(
      Array.from({ length: 4 }, () => 'proposal:0'),
    );
    expect(new Set(marked.map((element) => element.getAttribute('title')))).toEqual(
      new Set(['Suggestion by Muse']),
    );
    expect(all(opened, '[role="insertion"].author-green')).toHaveLength(2);
    expect(texts(opened, '.cm-line')).toEqual([
      'The cat satslept on the matrug. It purred. The dog lay down by the fire.',
    ]);
  });

  it('strikes through a mostly rewritten sentence as a whole, with the new one a little apart from it', () => {
    const opened = open();
    propose(opened, { at: '[The dog lay down by the fire].', inserted: 'A cat sat up by every hearth' });
    expect(texts(opened, '[role="deletion"]')).toEqual(['The dog lay down by the fire']);
    expect(texts(opened, '[role="insertion"].suggestion-replacing')).toEqual([
      'A cat sat up by every hearth',
    ]);
    opened.manuscript.acceptSuggestions([id(0)], 'keep');
    expect(opened.view.state.doc.toString()).toBe(
      'The cat sat on the mat. It purred. A cat sat up by every hearth.',
    );
  });

  it('is in no text: not the document’s, the selected one, nor the draft', () => {
    const opened = open();
    propose(opened, { at: 'The [cat]', inserted: 'tom' });
    opened.manuscript.selectAll();
    expect(opened.manuscript.selectedText()).toBe(TEXT);
    expect(opened.view.state.doc.toString()).toBe(TEXT);
    expect(opened.manuscript.draft().edits).toEqual([]);
    expect(opened.events).toEqual([]);
  });

  it('shows inserted line breaks and the removal of one', () => {
    const opened = open();
    propose(opened, { at: 'purred.[]', inserted: '\n\nThen.' });
    expect(texts(opened, '[role="insertion"]')).toEqual(['\n\nThen.']);
    opened.type(23, 24, '\n');
    propose(opened, { at: 'mat.[\n]It', inserted: '', proposalId: proposalOf('another') });
    expect(texts(opened, '[role="deletion"]')).toEqual(['¶']);
  });

  it('is complete for screen readers, however long', () => {
    const opened = open();
    const long = 'word '.repeat(DRAWN_LENGTH);
    propose(opened, { at: 'purred.[]', inserted: long });
    expect(texts(opened, '[role="insertion"] .suggestion-rest')).toEqual([long.slice(DRAWN_LENGTH)]);
    expect(texts(opened, '[role="insertion"] [aria-hidden="true"]')).toEqual(['…']);
  });

  it('has a question mark if it may be out of place', () => {
    const opened = open();
    propose(opened, { at: 'The [cat]', inserted: '', unsure: true });
    expect(texts(opened, '.suggestion-badge')).toEqual(['?']);
    expect(all(opened, '[role="deletion"].suggestion-unsure')).toHaveLength(1);
  });

  it('goes once it is accepted or rejected, and comes back with undo', () => {
    const opened = open();
    propose(opened, { at: 'The [cat]', inserted: 'tom' });
    opened.manuscript.rejectSuggestions([id(0)]);
    expect(all(opened, '[data-suggestion]')).toEqual([]);
    opened.manuscript.undo();
    expect(texts(opened, '[data-suggestion]')).toEqual(['cat', 'tom']);
    opened.manuscript.acceptSuggestions([id(0)], 'keep');
    expect(all(opened, '[data-suggestion]')).toEqual([]);
  });

  it('stays in place while something is typed around it', () => {
    const opened = open();
    propose(opened, { at: 'fire.[]', inserted: ' So.' });
    opened.type(0, 0, 'Well. ');
    opened.type(TEXT.length + 6, TEXT.length + 6, ' Ha.');
    expect(texts(opened, '.cm-line')).toEqual([`Well. ${TEXT} So. Ha.`]);
  });

  it('is drawn after a composition in its place', async () => {
    const opened = open();
    const { contentDOM } = opened.view;
    contentDOM.dispatchEvent(new Event('compositionstart', { bubbles: true }));
    opened.type(30, 30, 'ni', 'input.type.compose');
    const before = contentDOM.innerHTML;
    propose(opened, { at: 'The [cat]', inserted: 'tom' });
    expect(contentDOM.innerHTML).toBe(before);
    contentDOM.dispatchEvent(new Event('compositionend', { bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(texts(opened, '[data-suggestion]')).toEqual(['cat', 'tom']);
  });
});

describe('a conflict', () => {
  it('is underlined, without the inserted text', () => {
    const opened = open();
    propose(opened, { at: 'The [cat]', inserted: 'tom' });
    opened.type(12, 14, 'upon');
    expect(texts(opened, '.suggestion-conflict')).toEqual(['cat']);
    expect(all(opened, '[role="insertion"]')).toEqual([]);
    expect(all(opened, '.suggestion-conflict')[0]?.getAttribute('title')).toBe(
      'Suggestion by Muse: the text has changed',
    );
  });

  it('has a mark even where its text is gone', () => {
    const opened = open();
    propose(opened, { at: 'The [cat]', inserted: 'tom' });
    opened.type(2, 9, '', 'delete.selection');
    expect(all(opened, '[data-suggestion="proposal:0"].suggestion-conflict')).toHaveLength(1);
  });
});

describe('where suggestions of several agents meet', () => {
  function openTwo() {
    const opened = open();
    propose(
      opened,
      { at: 'The [cat]', inserted: 'tom' },
      { at: 'The [cat sat]', inserted: 'cat lay', ...another(OTHER_MODEL, 'Scribe', 'second') },
    );
    return opened;
  }

  it('one is shown with its number, and the next in its stead', () => {
    const opened = openTwo();
    expect(texts(opened, '[role="insertion"]')).toEqual(['tom']);
    expect(texts(opened, '.suggestion-badge')).toEqual(['1 of 2']);
    opened.manuscript.goToSuggestion(id(1, 'second'));
    expect(texts(opened, '[role="insertion"].suggestion-current.author-rust')).toEqual(['lay']);
    expect(texts(opened, '.suggestion-badge')).toEqual(['2 of 2']);
    expect(opened.manuscript.suggestions().map(({ atPlace }) => atPlace)).toEqual([1, 2]);
  });
});

describe('the current suggestion', () => {
  function openThree() {
    const reports: { now: readonly SuggestionNow[]; current: SuggestionRef | null }[] = [];
    const opened = openManuscript(contentOf([node('0', TEXT)]), {
      onSuggestions: (now, current) => reports.push({ now, current }),
    });
    opened.view.dispatch({ selection: { anchor: 0 } });
    propose(
      opened,
      { at: 'The [cat]', inserted: 'tom' },
      { at: 'It [purred]', inserted: 'hissed' },
      { at: 'the [fire]', inserted: 'stove' },
    );
    return { ...opened, reports };
  }

  it('is the one at the caret, and none where there is none', () => {
    const opened = openThree();
    expect(opened.manuscript.currentSuggestion()).toBeNull();
    opened.view.dispatch({ selection: { anchor: 6 } });
    expect(opened.manuscript.currentSuggestion()).toEqual(id(0));
    expect(texts(opened, '[role="deletion"].suggestion-current')).toEqual(['cat']);
    opened.view.dispatch({ selection: { anchor: 20 } });
    expect(opened.manuscript.currentSuggestion()).toBeNull();
  });

  it('is the one last gone to, from the caret on and around the ends, without moving the caret', () => {
    const opened = openThree();
    opened.view.dispatch({ selection: { anchor: 20 } });
    const gone = (['next', 'next', 'next', 'previous', 'previous'] as const).map((which) => {
      opened.manuscript.goToSuggestion(which);
      return opened.manuscript.currentSuggestion()?.ordinal;
    });
    expect(gone).toEqual([1, 2, 0, 2, 1]);
    expect(opened.view.state.selection.main.head).toBe(20);
    opened.manuscript.acceptSuggestions([id(1)], 'keep');
    expect(opened.manuscript.currentSuggestion()).toBeNull();
    opened.manuscript.goToSuggestion('next');
    expect(opened.manuscript.currentSuggestion()).toEqual(id(2));
    opened.type(20, 20, 'x');
    expect(opened.manuscript.currentSuggestion()).toEqual(id(2));
    expect(opened.manuscript.goToSuggestion(id(7))).toBe(false);
    opened.manuscript.rejectSuggestions([id(0), id(2)]);
    expect(opened.manuscript.goToSuggestion('next')).toBe(false);
  });

  it('is reported with the suggestions once a frame, when something other than a place changed', async () => {
    const { reports, ...opened } = openThree();
    await nextFrame();
    expect(reports.map(({ now, current }) => [now.length, current])).toEqual([[3, null]]);
    opened.type(0, 0, 'So. ');
    await nextFrame();
    expect(reports).toHaveLength(1);
    opened.manuscript.goToSuggestion('next');
    opened.manuscript.acceptSuggestions([id(1)], 'keep');
    await nextFrame();
    expect(reports).toHaveLength(2);
    expect(reports[1]?.now.map(({ state, from }) => [state, from])).toEqual([
      ['open', 8],
      ['accepted', 31],
      ['open', 63],
    ]);
    expect(reports[1]?.current).toEqual(id(0));
  });
});
