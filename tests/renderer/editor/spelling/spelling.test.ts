import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PLAIN } from '../../../../src/renderer/editor/preferences.ts';
import { wordsIn } from '../../../../src/renderer/editor/spelling/spelling.ts';
import { contentOf, letters, MODEL, node, type Opened, openManuscript } from '../open-manuscript.ts';

/** A small dictionary that records its queries. */
function dictionary(known: string) {
  const right = new Set(known.split(' '));
  const asked: (readonly string[])[] = [];
  const checkWords = async (words: readonly string[]) => {
    asked.push(words);
    return words.filter((word) => !right.has(word.toLowerCase()));
  };
  return { asked, checkWords };
}

const ENGLISH = 'the lake froze in one night and she waited by a window until it was still';
const preferences = { ...PLAIN, spellCheck: true };

const marked = ({ view }: Opened) =>
  [...view.contentDOM.querySelectorAll('.misspelled')].map((element) => element.textContent);

/** Long enough for everything that waits for typing to pause. */
const pause = () => vi.advanceTimersByTimeAsync(2_000);

function open(text: string, more: Parameters<typeof openManuscript>[1] = {}) {
  const words = dictionary(ENGLISH);
  const opened = openManuscript(contentOf([], text), { preferences, checkWords: words.checkWords, ...more });
  return { ...opened, asked: words.asked };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

describe('words to spell', () => {
  const words = (text: string) => wordsIn(text, 0).map((word) => word.text);

  it('are letters with apostrophes between them', () => {
    expect(words('“Don’t,” she said—softly—and it’s Paris’s.')).toEqual([
      'Don’t',
      'she',
      'said',
      'softly',
      'and',
      'it’s',
      'Paris’s',
    ]);
    expect(words("'Hello,' he said; *very* _softly_.")).toEqual(['Hello', 'he', 'said', 'very', 'softly']);
  });

  it('are the parts of a compound, each with a reference to the whole', () => {
    expect(wordsIn('a half‑light', 10)).toEqual([
      { from: 12, to: 16, text: 'half', compound: 'half-light' },
      { from: 17, to: 22, text: 'light', compound: 'half-light' },
    ]);
  });

  it.each([
    ['addresses', 'https://example.com/teh www.teh.org mara@teh.org teh.txt'],
    ['whatever has a digit', 'R2D2 20th-century x86 n-1'],
    ['abbreviations', 'NASA AOK TV U.S. I A'],
    ['names with capitals inside', 'McDonald iPhone LaTeX'],
    ['names in code', 'teh_word my\\path'],
    ['other alphabets', 'Привет 你好 γειά שלום'],
    ['what is too long for a word', 'a'.repeat(61)],
  ])('are not %s', (_what, text) => {
    expect(words(text)).toEqual([]);
  });
});

describe('marks', () => {
  it('underline misspelled words and nothing else', async () => {
    const opened = open('The lake frooze in one nihgt.');
    await pause();
    expect(marked(opened)).toEqual(['frooze', 'nihgt']);
    expect(opened.view.contentDOM.querySelector('.misspelled')?.getAttribute('aria-invalid')).toBe(
      'spelling',
    );
  });

  it('are hidden in focus mode, where the menu still knows the words', async () => {
    const opened = open('The lake frooze.', { preferences: { ...preferences, focusMode: true } });
    await pause();
    expect(marked(opened)).toEqual([]);
    opened.view.dispatch({ selection: { anchor: 10 } });
    expect(opened.manuscript.pointAt(null)?.isWrong).toBe(true);
    opened.manuscript.setPreferences(preferences);
    await pause();
    expect(marked(opened)).toEqual(['frooze']);
  });

  it('are requested once per word, for all words in view together', async () => {
    const opened = open('The lake the lake THE Lake’s');
    await pause();
    expect(opened.asked).toEqual([['The', 'lake', 'the', "Lake's"]]);
    opened.type(0, 0, 'the lake. ');
    await pause();
    expect(opened.asked).toHaveLength(1);
  });

  it('appear when typing pauses, never under the word being typed', async () => {
    const opened = open('The lake ');
    await pause();
    opened.type(9, 9, 'frooze');
    await pause();
    expect(marked(opened)).toEqual([]);
    opened.type(15, 15, ' ');
    expect(marked(opened)).toEqual([]);
    await pause();
    expect(marked(opened)).toEqual(['frooze']);
  });

  it('appear when the caret leaves the word, and stay when it returns', async () => {
    const opened = open('The lake ');
    opened.type(9, 9, 'frooze');
    await pause();
    opened.view.dispatch({ selection: { anchor: 2 } });
    await pause();
    expect(marked(opened)).toEqual(['frooze']);
    opened.view.dispatch({ selection: { anchor: 12 } });
    await pause();
    expect(marked(opened)).toEqual(['frooze']);
  });

  it('are added to existing marks', async () => {
    const opened = open('The lake frooze in one. ');
    await pause();
    opened.type(24, 24, 'Nihgt and seh. ');
    opened.view.dispatch({ selection: { anchor: 0 } });
    await pause();
    expect(marked(opened)).toEqual(['frooze', 'Nihgt', 'seh']);
  });

  it('do not appear under the word being typed when a continuation arrives', async () => {
    const opened = openManuscript(contentOf([node('0', 'The lake. ')]), {
      preferences,
      checkWords: dictionary(ENGLISH).checkWords,
    });
    opened.type(4, 4, 'frooze');
    opened.manuscript.append(node('1', 'In one nihgt.', MODEL));
    await pause();
    expect(marked(opened)).toEqual(['nihgt']);
  });

  it('disappear at once from a changed word, and move with the others', async () => {
    const opened = open('The lakke frooze in one nihgt.');
    await pause();
    opened.type(8, 9, '');
    expect(marked(opened)).toEqual(['frooze', 'nihgt']);
    opened.type(0, 0, 'And ');
    expect(marked(opened)).toEqual(['frooze', 'nihgt']);
  });

  it('are absent while spell checking is off, and no query is sent', async () => {
    const opened = open('The lake frooze.', { preferences: PLAIN });
    await pause();
    expect([marked(opened), opened.asked]).toEqual([[], []]);
    opened.manuscript.setPreferences(preferences);
    await pause();
    expect(marked(opened)).toEqual(['frooze']);
    opened.manuscript.setPreferences(PLAIN);
    await pause();
    expect(marked(opened)).toEqual([]);
  });

  it('skip the writer’s own words in all their forms', async () => {
    const opened = open('Siobhan waited. SIOBHAN! Siobhan’s grok, Grok.', {
      preferences: { ...preferences, ownWords: ['Siobhan', 'grok'] },
    });
    await pause();
    expect(marked(opened)).toEqual([]);
    opened.manuscript.setPreferences({ ...preferences, ownWords: ['grok'] });
    await pause();
    expect(marked(opened)).toEqual(['Siobhan', 'SIOBHAN', 'Siobhan’s']);
  });

  it('underline the misspelled part of a compound, unless the whole is correct', async () => {
    const words = dictionary(`${ENGLISH} half willy-nilly`);
    const opened = open('A half-ligth, willy-nilly.', { checkWords: words.checkWords });
    await pause();
    expect(marked(opened)).toEqual(['ligth']);
  });

  it('disappear from a name that the text has come to use, which is asked about again', async () => {
    let isLearned = false;
    const checkWords = async (words: readonly string[]) =>
      words.filter((word) => word === 'Brlann' && !isLearned);
    const opened = openManuscript(contentOf([], 'the lake Brlann froze '), { preferences, checkWords });
    await pause();
    expect(marked(opened)).toEqual(['Brlann']);
    isLearned = true;
    opened.type(22, 22, 'and Brlann waited ');
    await pause();
    expect(marked(opened)).toEqual([]);
  });

  it('are asked for again in another language', async () => {
    const opened = open('teh lake froze in one night');
    await pause();
    opened.manuscript.setPreferences({ ...preferences, spellingLanguage: 'nl' });
    await pause();
    expect(opened.asked.map((words) => words.length)).toEqual([6, 6]);
  });

  it('do not appear during composition', async () => {
    const opened = open('The lake frooze.');
    opened.view.contentDOM.dispatchEvent(new CompositionEvent('compositionstart'));
    await pause();
    expect(marked(opened)).toEqual([]);
    opened.view.contentDOM.dispatchEvent(new CompositionEvent('compositionend'));
    await pause();
    expect(marked(opened)).toEqual(['frooze']);
  });

  it('skip streaming text, which is not part of the manuscript yet', async () => {
    const opened = open('The lake. ');
    opened.manuscript.showStreaming({ agentId: MODEL, text: 'Frooze.' });
    await pause();
    expect(opened.view.contentDOM.textContent).toContain('Frooze');
    expect(opened.asked.flat()).not.toContain('Frooze');
  });

  it('appear in another tree’s text from cached results', async () => {
    const opened = open('The lake frooze.');
    await pause();
    opened.manuscript.showPath(contentOf([node('0', 'In one night frooze the lake.', MODEL)]));
    await pause();
    expect(marked(opened)).toEqual(['frooze']);
    expect(opened.asked.flat().filter((word) => word === 'frooze')).toHaveLength(1);
  });

  it('appear in a text shown while an answer for the one before is awaited', async () => {
    const words = dictionary(ENGLISH);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const opened = open('The lake frooze.', {
      checkWords: async (asked) => {
        await held;
        return words.checkWords(asked);
      },
    });
    await pause();
    opened.manuscript.showPath(contentOf([node('0', 'In one nihgt.', MODEL)]));
    await pause();
    release();
    await pause();
    expect(marked(opened)).toEqual(['nihgt']);
  });

  it('appear when typing pauses, even if the answer comes before that', async () => {
    const words = dictionary(ENGLISH);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const opened = open('The lake frooze. ', {
      checkWords: async (asked) => {
        await held;
        return words.checkWords(asked);
      },
    });
    await pause();
    opened.type(17, 17, 'a');
    release();
    await vi.advanceTimersByTimeAsync(50);
    expect(marked(opened)).toEqual([]);
    await pause();
    expect(marked(opened)).toEqual(['frooze']);
  });

  it('do not appear when no answer is available, and the query is not repeated until something changes', async () => {
    let asked = 0;
    const opened = open('The lake frooze.', {
      checkWords: async () => {
        asked += 1;
        return null;
      },
    });
    await pause();
    await pause();
    expect([marked(opened), asked]).toEqual([[], 1]);
  });
});

describe('another language', () => {
  const german = 'Der See fror in einer einzigen Nacht zu und niemand ging hin.';

  it('is ignored in a paragraph written in it', async () => {
    const opened = open(`The lake frooze in one night and she waited by a window.\n${german}`);
    await pause();
    expect(marked(opened)).toEqual(['frooze']);
  });

  it('is ignored everywhere if most of the visible text is in it', async () => {
    const opened = open(`${german}\nNein.\n${german}\nDoch.`);
    await pause();
    expect(marked(opened)).toEqual([]);
  });

  it('is not detected from a few words', async () => {
    const opened = open('Nein. Doch.');
    await pause();
    expect(marked(opened)).toEqual(['Nein', 'Doch']);
  });
});

describe('the word pointed at', () => {
  it('is the one at the caret, with its spelling status', async () => {
    const opened = open('The lake frooze.');
    await pause();
    opened.view.dispatch({ selection: { anchor: 12 } });
    expect(opened.manuscript.pointAt(null)).toEqual({ from: 9, to: 15, text: 'frooze', isWrong: true });
    opened.view.dispatch({ selection: { anchor: 2 } });
    expect(opened.manuscript.pointAt(null)).toMatchObject({ text: 'The', isWrong: false });
  });

  it('is null in an empty text', () => {
    expect(open('').manuscript.pointAt(null)).toBeNull();
  });

  it('is replaced by the writer in one undo step', async () => {
    const words = dictionary(ENGLISH);
    const opened = openManuscript(contentOf([node('0', 'The lake frooze.', MODEL)]), {
      preferences,
      checkWords: words.checkWords,
    });
    await pause();
    opened.view.dispatch({ selection: { anchor: 12 } });
    opened.type(16, 16, ' In');
    opened.view.dispatch({ selection: { anchor: 12 } });
    const word = opened.manuscript.pointAt(null);
    if (word === null) throw new Error('no word');
    opened.manuscript.replaceWord(word, 'froze');
    expect(opened.view.state.doc.toString()).toBe('The lake froze. In');
    expect(letters(opened.spans())).toContain('mmmmmmmmmwwwww');
    opened.manuscript.undo();
    expect(opened.view.state.doc.toString()).toBe('The lake frooze. In');
    expect(opened.view.state.selection.main.head).toBe(12);
  });

  it('is none in the code and the addresses of a document', async () => {
    const opened = open('The lake `frooze` [frooze](https:frooze).\n\n```\nfrooze\n```\nfrooze in', {
      isDocument: true,
    });
    await pause();
    expect(marked(opened)).toEqual(['frooze', 'frooze']);
    expect(
      [11, 20, 50].map((at) => {
        opened.view.dispatch({ selection: { anchor: at } });
        return opened.manuscript.pointAt(null)?.isWrong;
      }),
    ).toEqual([false, true, false]);
  });

  it('is not replaced if it is gone or the grove is read-only', async () => {
    const opened = open('The lake frooze.');
    opened.manuscript.replaceWord({ from: 0, to: 6, text: 'frooze', isWrong: true }, 'froze');
    expect(opened.view.state.doc.toString()).toBe('The lake frooze.');
    const locked = open('The lake frooze.', { readOnly: true });
    locked.manuscript.replaceWord({ from: 9, to: 15, text: 'frooze', isWrong: true }, 'froze');
    expect(locked.view.state.doc.toString()).toBe('The lake frooze.');
  });

  it('is included when everything is selected', () => {
    const opened = open('The lake.');
    opened.manuscript.selectAll();
    expect(opened.view.state.selection.main).toMatchObject({ from: 0, to: 9 });
  });
});
