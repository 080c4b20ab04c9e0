import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FindQuery } from '../../../../src/core/text/find-pattern.ts';
import { SEARCH_TIME } from '../../../../src/renderer/editor/find/find-search.ts';
import type { FindReport, ManuscriptOptions } from '../../../../src/renderer/editor/index.ts';
import {
  contentOf,
  letters,
  MODEL,
  node,
  type Opened,
  openManuscript,
  WRITER,
  written,
} from '../open-manuscript.ts';
import { lostThread } from '../search-thread.ts';
import { ToldDraft } from '../told-draft.ts';

const tower = () => [
  node('0', 'The tower stood. '),
  node('1', 'A tower, the old tower', MODEL),
  node('2', ' on a hill.', MODEL),
];

const PLAIN = { matchCase: false, wholeWord: false, isRegExp: false };

interface Finding extends Opened {
  readonly told: ToldDraft;
  look(text: string, how?: Partial<FindQuery>): Promise<void>;
  report(): FindReport | undefined;
  /** The text of every match on the page, the selected one in brackets. */
  marks(): readonly string[];
}

/** Runs pending threads, pauses and frames to completion. */
const settle = () => vi.advanceTimersByTimeAsync(1_000);

function open(nodes = tower(), options: Partial<ManuscriptOptions> = {}): Finding {
  const content = contentOf(nodes);
  const told = new ToldDraft(content);
  const reports: FindReport[] = [];
  const opened = openManuscript(content, {
    onFind: (report) => reports.push(report),
    onDraftEvent: (event) => told.onEvent(event),
    ...options,
  });
  opened.view.dispatch({ selection: { anchor: 0 } });
  return {
    ...opened,
    told,
    report: () => reports.at(-1),
    look: async (text, how = {}) => {
      opened.manuscript.find({ ...PLAIN, text, ...how }, { reveal: true });
      await settle();
    },
    marks: () =>
      [...opened.view.contentDOM.querySelectorAll('.found')].map((mark) =>
        mark.classList.contains('found-current') ? `[${mark.textContent}]` : (mark.textContent ?? ''),
      ),
  };
}

const selected = ({ view }: Opened) => {
  const { from, to } = view.state.selection.main;
  return [from, to];
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

describe('find', () => {
  it('counts matches, and shows and selects the first one after the caret', async () => {
    const finding = open();
    await finding.look('tower');
    expect(finding.report()).toEqual({ state: 'found', count: 3, current: 1 });
    expect(finding.marks()).toEqual(['[tower]', 'tower', 'tower']);
    expect(selected(finding)).toEqual([4, 9]);
  });

  it('goes to the next and previous match, wrapping around', async () => {
    const finding = open();
    await finding.look('tower');
    const places = [];
    for (const step of [1, 1, 1, -1] as const) {
      finding.manuscript.findStep(step);
      await settle();
      places.push(finding.report()?.current);
    }
    expect(places).toEqual([2, 3, 1, 3]);
  });

  it('goes from the caret when no match is selected', async () => {
    const finding = open();
    await finding.look('tower');
    finding.view.dispatch({ selection: { anchor: 12 } });
    await settle();
    expect(finding.report()).toMatchObject({ current: 0 });
    finding.manuscript.findStep(-1);
    await settle();
    expect(finding.report()).toMatchObject({ current: 1 });
  });

  it('finds matches across a node boundary', async () => {
    const finding = open();
    await finding.look('tower on a');
    expect(selected(finding)).toEqual([34, 44]);
    await finding.look('\\w+\\. A', { isRegExp: true });
    expect(selected(finding)).toEqual([10, 18]);
  });

  it('finds nothing and shows no marks once the query is cleared', async () => {
    const finding = open();
    await finding.look('tower');
    await finding.look('');
    expect(finding.report()).toEqual({ state: 'idle', count: 0, current: 0 });
    expect(finding.marks()).toEqual([]);
    await finding.look('tower');
    finding.manuscript.find(null, { reveal: false });
    await settle();
    expect(finding.marks()).toEqual([]);
  });

  it('reports an invalid expression and finds nothing', async () => {
    const finding = open();
    await finding.look('(tower', { isRegExp: true });
    expect(finding.report()).toEqual({ state: 'invalid', count: 0, current: 0 });
    await finding.look('(tower)', { isRegExp: true });
    expect(finding.report()).toMatchObject({ state: 'found', count: 3 });
  });

  it('does not apply the result of an earlier query to an invalid expression', async () => {
    const finding = open();
    finding.manuscript.find({ ...PLAIN, text: 'tower' }, { reveal: true });
    finding.manuscript.find({ ...PLAIN, text: '(', isRegExp: true }, { reveal: true });
    await settle();
    expect(finding.report()).toMatchObject({ state: 'invalid', count: 0 });
    expect(finding.marks()).toEqual([]);
  });

  it('gives up on an expression that runs forever, and says so', async () => {
    const onEnd = vi.fn();
    const finding = open(tower(), { startSearchThread: () => lostThread(onEnd) });
    await finding.look('(a+)+b', { isRegExp: true });
    expect(finding.report()).toMatchObject({ state: 'searching' });
    await vi.advanceTimersByTimeAsync(SEARCH_TIME);
    expect(finding.report()).toEqual({ state: 'slow', count: 0, current: 0 });
    expect(onEnd).toHaveBeenCalled();
  });

  it('follows typing, and recounts when typing pauses', async () => {
    const finding = open();
    await finding.look('tower');
    finding.type(0, 0, 'Once. ');
    expect(finding.marks()).toEqual(['[tower]', 'tower', 'tower'].map((mark) => mark.replace(/[[\]]/g, '')));
    finding.type(13, 13, 'x');
    expect(finding.marks()).toEqual(['tower', 'tower']);
    finding.type(57, 57, ' A tower.');
    await settle();
    expect(finding.report()).toMatchObject({ count: 3 });
    expect(finding.show()).toBe('Once. The towxer stood. |A tower, the old tower| on a hill.| A tower.');
  });

  it('never moves the caret when it recounts', async () => {
    const finding = open();
    await finding.look('tower');
    finding.view.dispatch({ selection: { anchor: 50 } });
    finding.type(50, 50, '!');
    finding.manuscript.append(node('3', ' A tower.', MODEL));
    await settle();
    expect(finding.report()).toMatchObject({ count: 4, current: 0 });
    expect(finding.view.state.selection.main.head).toBe(60);
  });

  it('searches the new text when another one is shown', async () => {
    const finding = open();
    await finding.look('tower');
    finding.manuscript.showPath(contentOf([node('9', 'One tower.')]));
    await settle();
    expect(finding.report()).toMatchObject({ state: 'found', count: 1 });
    expect(finding.marks()).toEqual(['tower']);
  });

  it('marks the selected match inside the author and pending-edit wrappers', async () => {
    const finding = open();
    finding.type(17, 18, 'The');
    await finding.look('tower');
    const whole = (selector: string) =>
      [...finding.view.contentDOM.querySelectorAll(selector)].map((element) => element.textContent);
    expect(whole('[data-pending]')).toEqual(['The tower, the old tower']);
    expect(whole('[data-author]')).toEqual([' tower, the old tower', ' on a hill.']);
  });
});

describe('replace', () => {
  it('replaces the selected match and goes to the next', async () => {
    const finding = open();
    await finding.look('tower');
    finding.manuscript.replaceFound('keep');
    await settle();
    expect(finding.show()).toBe('The keep stood. |A tower, the old tower| on a hill.|');
    expect(finding.report()).toEqual({ state: 'found', count: 2, current: 1 });
    finding.manuscript.replaceFound('keep');
    await settle();
    expect(finding.show()).toBe('The keep stood. |A keep, the old tower| on a hill.|');
    expect(letters(finding.spans()).slice(16, 30)).toBe('mmwwwwmmmmmmmm');
  });

  it('only goes to the next match when none is selected', async () => {
    const finding = open();
    await finding.look('tower');
    finding.view.dispatch({ selection: { anchor: 12 } });
    finding.manuscript.replaceFound('keep');
    await settle();
    expect(finding.show()).toBe('The tower stood. |A tower, the old tower| on a hill.|');
    expect(finding.report()).toMatchObject({ current: 2 });
  });

  it('of all is one undo step, with one pending edit per affected node', async () => {
    const finding = open();
    const before = letters(finding.spans());
    const onDone = vi.fn();
    await finding.look('tower|hill', { isRegExp: true });
    finding.manuscript.replaceAllFound('keep', onDone);
    await settle();
    expect(onDone).toHaveBeenCalledExactlyOnceWith(4);
    expect(finding.show()).toBe('The keep stood. |A keep, the old keep| on a keep.|');
    expect(finding.manuscript.draft().edits.map(({ nodeId }) => nodeId)).toEqual(['0', '1', '2']);
    expect(finding.events.every((event) => event.kind === 'typed')).toBe(true);
    expect(finding.told.parts.map(({ text, pending }) => [text, pending])).toEqual([
      ['The keep stood. ', true],
      ['A keep, the old keep', true],
      [' on a keep.', true],
      ['', false],
    ]);
    finding.manuscript.undo();
    expect(finding.show()).toBe('The tower stood. |A tower, the old tower| on a hill.|');
    expect(letters(finding.spans())).toBe(before);
    finding.manuscript.redo();
    expect(finding.show()).toBe('The keep stood. |A keep, the old keep| on a keep.|');
  });

  it('of all first commits other pending edits', async () => {
    const finding = open();
    finding.type(17, 18, 'The');
    await finding.look('hill');
    finding.manuscript.replaceAllFound('plain', () => {});
    await settle();
    expect(finding.events.map((event) => event.kind)).toEqual(['typed', 'sealed', 'typed']);
    finding.told.answer(() => '1′');
    finding.told.applyQueued();
    expect(finding.told.parts.map(({ pending }) => pending)).toEqual([false, false, true, false]);
  });

  it('uses groups, even across a node boundary', async () => {
    const finding = open();
    await finding.look('(\\w+)( on a hill)', { isRegExp: true });
    finding.manuscript.replaceAllFound('keep$2 ($1)', () => {});
    await settle();
    // A replacement goes to the segment of the first replaced character.
    expect(finding.show()).toBe('The tower stood. |A tower, the old keep on a hill (tower)|.|');
    expect(finding.told.parts.map(({ text }) => text).join('|')).toBe(finding.show());
  });

  it('leaves unchanged text to its author', async () => {
    const finding = open();
    await finding.look('tower');
    finding.manuscript.replaceAllFound('tower', () => {});
    await settle();
    expect(finding.events).toEqual([]);
    expect(letters(finding.spans())).toBe('w'.repeat(17) + 'm'.repeat(33));
  });

  it('changes nothing in a read-only grove, where find still works', async () => {
    const finding = open(tower(), { readOnly: true });
    const onDone = vi.fn();
    await finding.look('tower');
    expect(finding.report()).toMatchObject({ count: 3, current: 1 });
    finding.manuscript.replaceFound('keep');
    finding.manuscript.replaceAllFound('keep', onDone);
    await settle();
    expect(onDone).toHaveBeenCalledExactlyOnceWith(0);
    expect(finding.show()).toBe('The tower stood. |A tower, the old tower| on a hill.|');
    expect(finding.events).toEqual([]);
  });

  it('of all matches of an expression that runs forever reports that nothing was replaced', async () => {
    const finding = open(tower(), { startSearchThread: () => lostThread(() => {}) });
    const onDone = vi.fn();
    await finding.look('(a+)+b', { isRegExp: true });
    finding.manuscript.replaceAllFound('keep', onDone);
    await vi.advanceTimersByTimeAsync(SEARCH_TIME);
    expect(onDone).toHaveBeenCalledExactlyOnceWith(0);
    expect(finding.report()).toMatchObject({ state: 'slow' });
  });

  it('takes later typing into account', async () => {
    const finding = open();
    await finding.look('tower');
    finding.manuscript.replaceAllFound('keep', () => {});
    finding.type(50, 50, ' A tower.');
    await settle();
    expect(finding.show()).toBe('The keep stood. |A keep, the old keep| on a hill.| A keep.|');
  });
});

describe('an input method that composes in the text', () => {
  it('is not disturbed: marks stay unchanged and nothing is replaced', async () => {
    const finding = open();
    const onDone = vi.fn();
    await finding.look('tower');
    const { contentDOM } = finding.view;
    // One replacement is being computed as the composition starts.
    finding.manuscript.replaceAllFound('keep', onDone);
    contentDOM.dispatchEvent(new Event('compositionstart', { bubbles: true }));
    await settle();
    expect(onDone).toHaveBeenCalledExactlyOnceWith(0);
    finding.type(50, 50, 'か', 'input.type.compose');
    const before = contentDOM.innerHTML;
    finding.manuscript.replaceFound('keep');
    finding.manuscript.replaceAllFound('keep', onDone);
    expect(onDone).toHaveBeenCalledTimes(2);
    finding.manuscript.findStep(1);
    await finding.look('hill');
    expect(contentDOM.innerHTML).toBe(before);
    contentDOM.dispatchEvent(new Event('compositionend', { bubbles: true }));
    await settle();
    expect(finding.marks()).toEqual(['hill']);
    expect(finding.show()).toBe('The tower stood. |A tower, the old tower| on a hill.|か');
  });
});

describe('a text of a million characters', () => {
  it('is searched, and replaced in ten thousand nodes at once', async () => {
    const nodes = Array.from({ length: 10_000 }, (_, i) =>
      node(`${i}`, `${'Words and words go by. '.repeat(4)}The tower ${i}.\n`, i % 2 === 0 ? WRITER : MODEL),
    );
    const finding = open(nodes);
    await finding.look('tower');
    expect(finding.report()).toMatchObject({ state: 'found', count: 10_000, current: 1 });
    expect(finding.marks().length).toBeLessThan(1_000);
    finding.manuscript.replaceAllFound('keep', () => {});
    await settle();
    const { edits } = finding.manuscript.draft();
    expect(edits).toHaveLength(10_000);
    expect(edits[1]?.text).toContain('The keep 1.');
    finding.manuscript.undo();
    expect(finding.manuscript.textForChecks()).toBe(nodes.map(({ text }) => text).join(''));
  });
});

describe('the selected text', () => {
  it('can be queried', () => {
    const finding = open([node('0', 'One tower.')], { content: contentOf([], '') });
    finding.manuscript.showPath(contentOf([], 'One tower.', { buffer: written(WRITER, 'One tower.') }));
    finding.view.dispatch({ selection: { anchor: 9, head: 4 } });
    expect(finding.manuscript.selectedText()).toBe('tower');
  });
});
