import { afterEach, describe, expect, it } from 'vitest';
import {
  contentOf,
  letters,
  MODEL,
  node,
  type Opened,
  OTHER_MODEL,
  openManuscript,
} from '../open-manuscript.ts';
import { ToldDraft } from '../told-draft.ts';
import { another, id, propose, states } from './propose.ts';

const TEXT = 'The cat sat on the mat. It purred. The dog lay down by the fire.';

/** The text in three nodes, the last two by models, and the draft as it is told to main. */
function open(buffer = ''): Opened & { readonly told: ToldDraft } {
  const nodes = [
    node('0', 'The cat sat on the mat. '),
    node('1', 'It purred. The dog ', MODEL),
    node('2', 'lay down by the fire.', OTHER_MODEL),
  ];
  const content = contentOf(nodes, buffer);
  const told = new ToldDraft(content);
  return { ...openManuscript(content, { onDraftEvent: (event) => told.onEvent(event) }), told };
}

const toldText = ({ told }: { readonly told: ToldDraft }) => told.parts.map(({ text }) => text).join('|');

afterEach(() => document.body.replaceChildren());

describe('accepting a suggestion', () => {
  it('changes the words that differ, which are the agent’s, as an edit of the node', () => {
    const opened = open();
    propose(opened, { at: '[cat sat on the mat]', inserted: 'cat slept on the rug' });
    opened.manuscript.acceptSuggestions([id(0)], 'keep');
    expect(opened.show()).toBe('The cat slept on the rug. |It purred. The dog |lay down by the fire.|');
    expect(letters(opened.spans()).slice(0, 26)).toBe('wwwwwwwwmmmmmwwwwwwwwmmmww');
    expect(toldText(opened)).toBe(opened.show());
    expect(states(opened)).toEqual(['accepted “cat slept on the rug”']);
  });

  it('is undone and done again with the suggestion', () => {
    const opened = open();
    propose(opened, { at: '[cat sat on the mat]', inserted: 'cat slept on the rug' });
    opened.manuscript.acceptSuggestions([id(0)], 'keep');
    opened.manuscript.undo();
    expect(opened.view.state.doc.toString()).toBe(TEXT);
    expect(states(opened)).toEqual(['open “cat sat on the mat”']);
    expect(letters(opened.spans()).slice(0, 24)).toBe('w'.repeat(24));
    opened.manuscript.redo();
    expect(opened.view.state.sliceDoc(0, 25)).toBe('The cat slept on the rug.');
    expect(states(opened)).toEqual(['accepted “cat slept on the rug”']);
    expect(letters(opened.spans()).slice(0, 26)).toBe('wwwwwwwwmmmmmwwwwwwwwmmmww');
    expect(toldText(opened)).toBe(opened.show());
  });

  it('gives each node its part where it crosses a boundary, and back', () => {
    const opened = open();
    propose(opened, { at: '[dog lay down by]', inserted: 'hound stretched out near' });
    opened.manuscript.acceptSuggestions([id(0)], 'keep');
    expect(opened.view.state.doc.toString()).toBe(
      TEXT.replace('dog lay down by', 'hound stretched out near'),
    );
    expect(toldText(opened)).toBe(opened.show());
    expect(letters(opened.spans())).toBe(
      `${'w'.repeat(24)}${'m'.repeat('It purred. The hound stretched out near'.length)}${'o'.repeat(' the fire.'.length)}`,
    );
    opened.manuscript.undo();
    expect(opened.show()).toBe('The cat sat on the mat. |It purred. The dog |lay down by the fire.|');
    expect(toldText(opened)).toBe(opened.show());
    expect(states(opened)).toEqual(['open “dog lay down by”']);
  });

  it('inserts at an empty place, and is undone there', () => {
    const opened = open();
    propose(opened, { at: 'It purred.[]', inserted: ' It slept.' });
    opened.manuscript.acceptSuggestions([id(0)], 'after');
    expect(opened.view.state.doc.toString()).toBe(TEXT.replace('purred.', 'purred. It slept.'));
    expect(opened.view.state.selection.main.head).toBe(TEXT.indexOf(' The dog') + ' It slept.'.length);
    opened.manuscript.undo();
    expect(states(opened)).toEqual(['open “”']);
    expect(opened.manuscript.suggestions()[0]?.from).toBe(TEXT.indexOf(' The dog'));
    opened.manuscript.redo();
    expect(states(opened)).toEqual(['accepted “ It slept.”']);
  });

  it('accepts all of a proposal in one step, with the authors of every node', () => {
    const opened = open();
    propose(
      opened,
      { at: 'The [cat]', inserted: 'tom' },
      { at: '[It purred.]', inserted: '' },
      { at: 'by the [fire]', inserted: 'stove' },
    );
    opened.manuscript.acceptSuggestions([id(0), id(1), id(2)], 'keep');
    expect(opened.view.state.doc.toString()).toBe('The tom sat on the mat.  The dog lay down by the stove.');
    expect(toldText(opened)).toBe(opened.show());
    expect(letters(opened.spans())).toBe(
      `${'w'.repeat(4)}mmm${'w'.repeat(17)}${'m'.repeat(9)}${'o'.repeat(16)}${'m'.repeat(5)}o`,
    );
    expect(opened.manuscript.undoDepth()).toBe(1);
    opened.manuscript.undo();
    expect(opened.view.state.doc.toString()).toBe(TEXT);
    expect(states(opened)).toEqual(['open “cat”', 'open “It purred.”', 'open “fire”']);
  });

  it('commits the draft first where typing would', () => {
    const opened = open(' And then');
    propose(opened, { at: 'The [cat]', inserted: 'tom' });
    opened.manuscript.acceptSuggestions([id(0)], 'keep');
    expect(opened.events.map((event) => event.kind)).toEqual(['sealed', 'typed']);
  });

  it('keeps the caret, unless it is to follow', () => {
    const opened = open();
    propose(opened, { at: 'The [cat]', inserted: 'tomcat' });
    opened.view.dispatch({ selection: { anchor: 30 } });
    opened.manuscript.acceptSuggestions([id(0)], 'keep');
    expect(opened.view.state.selection.main.head).toBe(33);
    opened.manuscript.undo();
    opened.manuscript.editSuggestion(id(0));
    const { from, to } = opened.view.state.selection.main;
    expect(opened.view.state.sliceDoc(from, to)).toBe('tomcat');
  });

  it('makes what the writer types in it the writer’s', () => {
    const opened = open();
    propose(opened, { at: 'The [cat]', inserted: 'tomcat' });
    opened.manuscript.editSuggestion(id(0));
    opened.type(6, 10, 'my');
    expect(letters(opened.spans()).slice(0, 8)).toBe('wwwwmmww');
    opened.manuscript.undo();
    opened.manuscript.undo();
    expect(states(opened)).toEqual(['open “cat”']);
  });

  it('does nothing in a grove that cannot be written to', () => {
    const opened = openManuscript(contentOf([node('0', TEXT)]), { readOnly: true });
    propose(opened, { at: 'The [cat]', inserted: 'tom' });
    opened.manuscript.acceptSuggestions([id(0)], 'keep');
    opened.manuscript.rejectSuggestions([id(0)]);
    expect(opened.view.state.doc.toString()).toBe(TEXT);
    expect(states(opened)).toEqual(['open “cat”']);
  });

  it('waits for the end of a composition', async () => {
    const opened = open();
    propose(opened, { at: 'The [cat]', inserted: 'tom' });
    const { contentDOM } = opened.view;
    contentDOM.dispatchEvent(new Event('compositionstart', { bubbles: true }));
    opened.type(10, 10, 'x', 'input.type.compose');
    opened.manuscript.acceptSuggestions([id(0)], 'keep');
    expect(states(opened)).toEqual(['conflict “cat”']);
    opened.type(10, 11, '', 'input.type.compose');
    contentDOM.dispatchEvent(new Event('compositionend', { bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(states(opened)).toEqual(['accepted “tom”']);
  });
});

describe('rejecting a suggestion', () => {
  it('is undone and done again without changing the text', () => {
    const opened = open();
    propose(opened, { at: 'The [cat]', inserted: 'tom' }, { at: 'by the [fire]', inserted: 'stove' });
    opened.manuscript.rejectSuggestions([id(0)]);
    expect(states(opened)).toEqual(['rejected “cat”', 'open “fire”']);
    opened.type(0, 0, 'So. ');
    opened.manuscript.undo();
    opened.manuscript.undo();
    expect(states(opened)).toEqual(['open “cat”', 'open “fire”']);
    opened.manuscript.redo();
    expect(states(opened)).toEqual(['rejected “cat”', 'open “fire”']);
    expect(opened.view.state.doc.toString()).toBe(TEXT);
  });
});

describe('a conflict', () => {
  it('is not accepted with others, and alone replaces the text as it is', () => {
    const opened = open();
    propose(
      opened,
      { at: 'The [cat] sat', inserted: 'grey cat' },
      { at: 'by the [fire]', inserted: 'stove' },
    );
    opened.type(TEXT.indexOf('cat'), TEXT.indexOf('cat') + 1, 'b');
    expect(states(opened)).toEqual(['conflict “bat”', 'open “fire”']);
    expect(opened.manuscript.textAtSuggestion(id(0))).toBe('The bat sat on the mat.');
    opened.manuscript.acceptSuggestions([id(0), id(1)], 'keep');
    expect(states(opened)).toEqual(['conflict “bat”', 'accepted “stove”']);
    opened.manuscript.acceptSuggestions([id(0)], 'keep');
    expect(opened.view.state.sliceDoc(0, 28)).toBe('The grey cat sat on the mat.');
    expect(letters(opened.spans()).slice(0, 14)).toBe('wwwwmmmmmmmmww');
    opened.manuscript.undo();
    expect(states(opened)).toEqual(['conflict “bat”', 'accepted “stove”']);
  });

  it('comes of accepting another agent’s suggestion at the place, or its text is there already', () => {
    const opened = open();
    const others = another(OTHER_MODEL, 'Scribe', 'other');
    propose(
      opened,
      { at: 'The [cat]', inserted: 'tom' },
      { at: 'The [cat]', inserted: 'tabby', ...others },
      { at: 'The [cat]', inserted: 'tom', ...another(OTHER_MODEL, 'Third', 'third') },
    );
    expect(states(opened)).toEqual(['open “cat”', 'open “cat” 2', 'open “cat” 3'].toSorted());
    opened.manuscript.acceptSuggestions([id(0)], 'keep');
    const now = opened.manuscript.suggestions().map(({ proposalId, state }) => `${proposalId} ${state}`);
    expect(now.toSorted()).toEqual(['other conflict', 'proposal accepted', 'third done']);
    opened.manuscript.undo();
    expect(opened.manuscript.suggestions().map(({ state }) => state)).toEqual(['open', 'open', 'open']);
  });

  it('between two that are accepted together is decided by their order', () => {
    const opened = open();
    propose(
      opened,
      { at: 'The [cat] sat', inserted: 'tom' },
      { at: '[sat on] the', inserted: 'lay upon', ...another(OTHER_MODEL, 'Scribe', 'other') },
    );
    opened.manuscript.acceptSuggestions([id(0), id(1, 'other')], 'keep');
    expect(opened.view.state.sliceDoc(0, 23)).toBe('The tom sat on the mat.');
    expect(states(opened)).toEqual(['accepted “tom”', 'conflict “sat on”']);
  });
});
