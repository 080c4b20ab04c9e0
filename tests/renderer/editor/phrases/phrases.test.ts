import { afterEach, describe, expect, it } from 'vitest';
import type { AnchorId, NodeId, PositionId } from '../../../../src/core/ids.ts';
import type { PhraseToShow } from '../../../../src/renderer/phrase-surface.ts';
import { contentOf, MODEL, node, openManuscript } from '../open-manuscript.ts';

/** Notes and bookmarks on phrases, in the text. */

afterEach(() => document.body.replaceChildren());

const LONG = `Once there was a lamp. It burned all night.\n\n${'The rain went on. '.repeat(20)}`;

function phrase(name: string, quote: string, text: string, of: Partial<PhraseToShow> = {}): PhraseToShow {
  return {
    anchorId: `anchor of ${quote}` as AnchorId,
    kind: 'note',
    positions: [`position-${name}` as PositionId],
    nodeId: name as NodeId,
    start: text.indexOf(quote),
    length: quote.length,
    quote,
    besides: false,
    title: 'Note: Why?',
    ...of,
  };
}

function open(nodes = [node('1', 'It began. '), node('2', LONG, MODEL)]) {
  const opened = openManuscript(contentOf(nodes));
  const { manuscript, view } = opened;
  return {
    ...opened,
    underlined: () => [...view.dom.querySelectorAll('.phrase')].map((element) => element.textContent),
    at: (words: string) => view.state.doc.toString().indexOf(words),
    select: (anchor: number, head = anchor) => view.dispatch({ selection: { anchor, head } }),
    phrases: manuscript.phrases,
  };
}

describe('the phrase of a note', () => {
  it('is underlined where it is, says the note, and follows what is typed before it', () => {
    const { phrases, underlined, view, at } = open();
    phrases.showPhrases([phrase('2', 'a lamp', LONG)]);
    expect(underlined()).toEqual(['a lamp']);
    expect(view.dom.querySelector('.phrase')?.getAttribute('title')).toBe('Note: Why?');
    view.dispatch({ changes: { from: at('there was'), insert: 'upon a time ' } });
    expect(underlined()).toEqual(['a lamp']);
    expect(phrases.phrasePlaces()).toMatchObject([{ index: 1, offset: LONG.indexOf('a lamp') + 12 }]);
    view.dispatch({ changes: { from: at('a lamp'), to: at('a lamp') + 6 } });
    expect(phrases.phrasePlaces()).toEqual([]);
  });

  it('is found by its words in another version if they occur there once, and else it is on the whole', () => {
    const { phrases, underlined } = open();
    const elsewhere = { nodeId: 'earlier' as NodeId, start: 3 };
    phrases.showPhrases([phrase('2', 'a lamp', LONG, elsewhere), phrase('2', 'The rain', LONG, elsewhere)]);
    expect(underlined()).toEqual(['a lamp']);
  });
});

describe('what a new mark at the caret is on', () => {
  it('is known again from the white space before it', () => {
    const text = `\n\n  ${LONG}`;
    const { phrases, select, at } = open([node('1', 'It began. '), node('2', text, MODEL)]);
    for (const caret of [at('\n\n'), at('  Once')]) {
      select(caret + 1);
      expect(phrases.phraseAtCaret()).toMatchObject({ text: 'Once there was a lamp.' });
      phrases.showPhrases([phrase('2', 'Once there was a lamp.', text), phrase('2', 'It burned', text)]);
      expect(phrases.phrasesAtCaret()).toMatchObject([{ offset: text.indexOf('Once') }]);
    }
  });

  it('is the selected words of one node, without the space around them', () => {
    const { phrases, select, at } = open();
    select(at(' a lamp'), at('. It burned'));
    expect(phrases.phraseAtCaret()).toMatchObject({ nodeId: '2', text: 'a lamp', isSelected: true });
    // Of words in two nodes, those in the first.
    select(at('began'), at('there was'));
    expect(phrases.phraseAtCaret()).toMatchObject({ text: 'began.', start: 3 });
  });

  it('is the sentence at the caret; of a short node, all of it', () => {
    const { phrases, select, at } = open();
    select(at('burned'));
    expect(phrases.phraseAtCaret()).toMatchObject({ text: 'It burned all night.', isSelected: false });
    // On an empty line, the sentence after it.
    select(at('\n\n') + 1);
    expect(phrases.phraseAtCaret()).toMatchObject({ text: 'The rain went on.' });
    select(at('began'));
    expect(phrases.phraseAtCaret()).toBeNull();
  });

  it('has no node while its words are not committed', () => {
    const { phrases, select, view, at } = open();
    view.dispatch({ changes: { from: at('a lamp'), insert: 'such ' }, userEvent: 'input.type' });
    select(at('such'), at('. It burned'));
    expect(phrases.phraseAtCaret()).toMatchObject({ nodeId: null, text: 'such a lamp' });
  });
});
