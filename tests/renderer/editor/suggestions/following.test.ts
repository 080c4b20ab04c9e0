import { afterEach, describe, expect, it } from 'vitest';
import { contentOf, MODEL, node, type Opened, openManuscript, written } from '../open-manuscript.ts';
import { id, propose, states, suggestion } from './propose.ts';

const TEXT = 'The cat sat on the mat. It purred. The dog lay down by the fire.';

const open = () =>
  openManuscript(contentOf([node('0', TEXT.slice(0, 24)), node('1', TEXT.slice(24), MODEL)]));

/** The place of the first suggestion. */
function place({ manuscript }: Opened): readonly [number, number] {
  const [first] = manuscript.suggestions();
  return first === undefined ? [-1, -1] : [first.from, first.to];
}

/** Deletes what is between two offsets, as one step of history. */
const remove = (opened: Opened, from: number, to: number) => opened.type(from, to, '', 'delete.selection');

afterEach(() => document.body.replaceChildren());

describe('typing', () => {
  it('before and after a suggestion’s sentence moves it', () => {
    const opened = open();
    propose(opened, { at: 'It [purred]', inserted: 'hissed' });
    opened.type(0, 0, 'Once. ');
    expect(states(opened)).toEqual(['open “purred”']);
    expect(place(opened)).toEqual([33, 39]);
    opened.type(TEXT.length + 6, TEXT.length + 6, ' And so on.');
    expect(states(opened)).toEqual(['open “purred”']);
    expect(place(opened)).toEqual([33, 39]);
  });

  it('at the ends of what is replaced stays outside', () => {
    const opened = open();
    propose(opened, { at: 'It [purred]', inserted: 'hissed' });
    opened.type(27, 27, 'x');
    opened.type(34, 34, 'y');
    expect(states(opened)).toEqual(['conflict “purred”']);
  });

  it('at the place of an insertion follows it', () => {
    const opened = open();
    propose(opened, { at: 'fire.[]', inserted: ' So.' });
    opened.type(TEXT.length, TEXT.length, ' And on.');
    expect(states(opened)).toEqual(['open “”']);
    expect(place(opened)).toEqual([TEXT.length, TEXT.length]);
  });

  it('in its sentences makes a conflict, and putting them right opens it again', () => {
    const opened = open();
    propose(opened, { at: 'The [dog] lay', inserted: 'hound' });
    const at = TEXT.indexOf('fire');
    opened.type(at, at + 4, '');
    expect(states(opened)).toEqual(['conflict “dog”']);
    for (const [offset, letter] of [...'fire'].entries()) opened.type(at + offset, at + offset, letter);
    expect(states(opened)).toEqual(['open “dog”']);
    for (const letter of ['', 'h', 'o', 'u', 'n', 'd']) {
      const from = TEXT.indexOf('dog') + (letter === '' ? 0 : 'hound'.indexOf(letter));
      opened.type(from, letter === '' ? from + 3 : from, letter);
    }
    expect(states(opened)).toEqual(['done “”']);
  });

  it('never looks for the text elsewhere', () => {
    const refrain = 'Row the boat. Row the boat. Row the boat. ';
    const opened = openManuscript(contentOf([node('0', refrain)]));
    const recording = opened.manuscript.recordChanges();
    const second = suggestion(refrain, { at: 'boat. Row the [boat]. Row the boat. ', inserted: 'ship' });
    opened.manuscript.showSuggestions([second], recording);
    expect(place(opened)).toEqual([22, 26]);
    // The second refrain goes: the third is in its place, and is another.
    remove(opened, 14, 28);
    expect(states(opened)).toEqual(['conflict “”']);
    opened.manuscript.undo();
    expect(states(opened)).toEqual(['open “boat”']);
    expect(place(opened)).toEqual([22, 26]);
    remove(opened, 0, 14);
    expect(place(opened)).toEqual([8, 12]);
    expect(states(opened)).toEqual(['open “boat”']);
  });
});

describe('undo', () => {
  it('of a deletion brings back the suggestion in it, and redo takes it away', () => {
    const opened = open();
    propose(opened, { at: 'It [purred]', inserted: 'hissed' }, { at: 'The [cat]', inserted: 'tom' });
    remove(opened, 4, 50);
    expect(states(opened)).toEqual(['conflict “”', 'conflict “” 2']);
    opened.manuscript.undo();
    expect(states(opened)).toEqual(['open “cat”', 'open “purred”']);
    opened.manuscript.redo();
    expect(states(opened)).toEqual(['conflict “”', 'conflict “” 2']);
    opened.manuscript.undo();
    expect(states(opened)).toEqual(['open “cat”', 'open “purred”']);
  });

  it('of a deletion keeps what was decided since', () => {
    const opened = open();
    propose(opened, { at: 'It [purred]', inserted: 'hissed' });
    remove(opened, 24, 34);
    opened.manuscript.rejectSuggestions([id(0)]);
    expect(states(opened)).toEqual(['rejected “”']);
    opened.manuscript.undo();
    expect(states(opened)).toEqual(['conflict “”']);
    opened.manuscript.undo();
    expect(states(opened)).toEqual(['open “purred”']);
  });

  it('opens a suggestion again that is no longer listed', () => {
    const opened = open();
    propose(opened, { at: 'It [purred]', inserted: 'hissed' });
    opened.manuscript.acceptSuggestions([id(0)], 'keep');
    propose(opened);
    expect(states(opened)).toEqual([]);
    opened.manuscript.undo();
    expect(states(opened)).toEqual(['open “purred”']);
    opened.manuscript.redo();
    expect(states(opened)).toEqual(['accepted “hissed”']);
  });

  it('of a rejection takes back only that, even if it is no longer listed', () => {
    const opened = open();
    opened.type(0, 0, 'So. ');
    propose(opened, { at: 'It [purred]', inserted: 'hissed' });
    opened.manuscript.rejectSuggestions([id(0)]);
    propose(opened);
    opened.manuscript.undo();
    expect(states(opened)).toEqual(['open “purred”']);
    expect(opened.view.state.sliceDoc(0, 4)).toBe('So. ');
    opened.manuscript.redo();
    expect(states(opened)).toEqual(['rejected “purred”']);
  });
});

describe('another path', () => {
  it('takes the suggestions in what it replaces with it and leaves the others', () => {
    const opened = open();
    propose(opened, { at: 'The [cat]', inserted: 'tom' }, { at: 'It [purred]', inserted: 'hissed' });
    const other = node('2', TEXT.slice(24).replace('fire', 'fireside'), MODEL);
    opened.manuscript.replaceTail(1, [other], { caret: 'keep' });
    expect(states(opened)).toEqual(['open “cat”']);
    opened.manuscript.undo();
    expect(states(opened)).toEqual(['open “cat”', 'open “purred”']);
  });

  it('makes an answer from before it useless', () => {
    const opened = open();
    const recording = opened.manuscript.recordChanges();
    opened.manuscript.replaceTail(1, [node('2', 'Another end.', MODEL)], { caret: 'keep' });
    const shown = suggestion(TEXT, { at: 'The [cat]', inserted: 'tom' });
    expect(opened.manuscript.showSuggestions([shown], recording)).toBeNull();
    expect(opened.manuscript.suggestions()).toEqual([]);
  });

  it('as main has it now does the same', () => {
    const opened = open();
    propose(opened, { at: 'The [cat]', inserted: 'tom' }, { at: 'by the [fire]', inserted: 'stove' });
    const recording = opened.manuscript.recordChanges();
    const nodes = [node('0', TEXT.slice(0, 24)), node('9', 'Nothing.', MODEL)];
    opened.manuscript.showPath({ nodes, edits: [], buffer: written(MODEL, '') });
    expect(states(opened)).toEqual(['open “cat”']);
    expect(opened.manuscript.showSuggestions([], recording)).toBeNull();
    expect(states(opened)).toEqual(['open “cat”']);
  });
});

describe('an answer that was awaited', () => {
  it('is brought up to date with what was typed', () => {
    const opened = open();
    const recording = opened.manuscript.recordChanges();
    opened.type(0, 0, 'So. ');
    opened.type(TEXT.indexOf('dog') + 4, TEXT.indexOf('dog') + 7, 'Dog');
    const shown = [
      suggestion(TEXT, { at: '[purred]', inserted: 'hissed' }),
      suggestion(TEXT, { at: 'by the [fire]', inserted: 'stove' }, 1),
    ];
    expect(opened.manuscript.showSuggestions(shown, recording)).not.toBeNull();
    expect(states(opened)).toEqual(['open “purred”', 'conflict “fire”']);
    expect(opened.manuscript.showSuggestions(shown, recording)).toBeNull();
  });

  it('is shown at the end where its place is beyond the text, and main is told', () => {
    const opened = open();
    const recording = opened.manuscript.recordChanges();
    const beyond = suggestion(`${TEXT} It rained.`, { at: 'It [rained]', inserted: 'snowed' });
    expect(opened.manuscript.showSuggestions([beyond], recording)).toEqual([beyond]);
    expect(states(opened)).toEqual(['conflict “”']);
    expect(place(opened)).toEqual([TEXT.length, TEXT.length]);
  });

  it('does not open what was accepted since', () => {
    const opened = open();
    propose(opened, { at: '[purred]', inserted: 'hissed' });
    const recording = opened.manuscript.recordChanges();
    opened.manuscript.acceptSuggestions([id(0)], 'keep');
    opened.manuscript.showSuggestions([suggestion(TEXT, { at: '[purred]', inserted: 'hissed' })], recording);
    expect(states(opened)).toEqual(['accepted “hissed”']);
    opened.manuscript.undo();
    expect(states(opened)).toEqual(['open “purred”']);
  });

  it('is not needed once it is stopped', () => {
    const opened = open();
    const recording = opened.manuscript.recordChanges();
    recording.stop();
    expect(opened.manuscript.showSuggestions([], recording)).toBeNull();
  });
});
