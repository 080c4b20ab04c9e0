import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { checkSearchIndex } from '../../../../src/cli/doctor/check-search-index.ts';
import type { AgentId, TreeId } from '../../../../src/core/ids.ts';
import { makeSpan } from '../../../../src/core/text/span.ts';
import { searchText } from '../../../../src/main/store/search/search.ts';
import { planSearch } from '../../../../src/main/store/search/search-query.ts';
import { type PlantedGrove, plantGrove, plantTree, spansOf } from '../../../helpers/grove.ts';
import { refusal } from '../../../helpers/refusal.ts';

// Real files and real processes, on busy machines.
vi.setConfig({ testTimeout: 60_000 });

const OPTIONS = { limit: 50, scanMilliseconds: 10_000 };

function grown(...texts: readonly string[]): PlantedGrove {
  const grove = plantGrove();
  grove.chain(grove.root, texts);
  return grove;
}

function found(grove: PlantedGrove, typed: string, options: Partial<Parameters<typeof searchText>[2]> = {}) {
  return searchText(grove.store, typed, { ...OPTIONS, ...options }).hits.map(({ snippet }) => snippet);
}

describe('searching while typing', () => {
  const grove = () =>
    grown('The old castle stood.', 'A café by the sea.', 'The castles of old.', 'Nobody came.');

  test.each([
    ['castle', ['The castles of old.', 'The old castle stood.']],
    ['cas', ['The castles of old.', 'The old castle stood.']],
    ['castle ', ['The old castle stood.']],
    ['CASTLE ', ['The old castle stood.']],
    ['old castle', ['The castles of old.', 'The old castle stood.']],
    ['"old castle"', ['The old castle stood.']],
    ['"old cas', ['The old castle stood.']],
    ['cafe', ['A café by the sea.']],
    ['cast* stood', ['The old castle stood.']],
    ['n', ['Nobody came.']],
    ['old s', ['The old castle stood.']],
    ['"old c', ['The old castle stood.']],
    ['(castles OR sea) NOT café', ['The castles of old.']],
    ['castle OR nobody', ['Nobody came.', 'The old castle stood.']],
    ['old NOT stood', ['The castles of old.']],
    ['castle nowhere', []],
    ['old\0castle', ['The castles of old.', 'The old castle stood.']],
    ['', []],
    ['  ', []],
    ['"', []],
  ])('“%s”', (typed, expected) => {
    expect(found(grove(), typed)).toEqual(expected);
  });

  test.each([
    'foo:bar',
    'a AND',
    '(',
    'NEAR(',
    '-x',
    '^',
    'a"b"',
    'OR',
    'NOT x',
    'x)',
    '{zebra}: yak',
    'AND OR NOT',
  ])('“%s” is not an error, whatever FTS5 makes of it', (typed) => {
    expect(found(grove(), typed)).toEqual([]);
  });

  test('text that FTS5 cannot parse is searched literally', () => {
    expect(found(grown('He said (twice) no.', 'Twice.'), 'said (twice')).toEqual(['He said (twice) no.']);
  });

  test('marks the matches', () => {
    const { hits } = searchText(grove().store, 'old', OPTIONS);
    expect(
      hits.map(({ snippet, highlights }) => highlights.map(({ from, to }) => snippet.slice(from, to))),
    ).toEqual([['old'], ['old']]);
  });

  test('cuts a long text around the match', () => {
    const long = `${'word '.repeat(500)}needle ${'word '.repeat(500)}`;
    const [snippet] = found(grown(long), 'needle');
    expect(snippet).toMatch(/^….*needle.*…$/);
    expect(snippet?.length).toBeLessThan(200);
  });

  test('lists the newest first up to the limit, and says whether that is all', () => {
    const planted = grown(...Array.from({ length: 10 }, (_, at) => `castle ${at}`));
    expect(searchText(planted.store, 'castle', { ...OPTIONS, limit: 3 })).toMatchObject({
      complete: false,
      hits: [{ snippet: 'castle 9' }, { snippet: 'castle 8' }, { snippet: 'castle 7' }],
    });
    expect(searchText(planted.store, 'castle', { ...OPTIONS, limit: 10 })).toMatchObject({ complete: true });
  });

  test('ranked, lists the best match first', () => {
    const planted = grown('castle castle castle', `castle ${'and other words '.repeat(20)}`, 'nothing');
    const ranked = found(planted, 'castle', { ranked: true });
    expect(ranked.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => 'castle castle castle'));
    expect(ranked).toHaveLength(4);
  });

  test('ranked, lists equal matches newest first up to the limit', () => {
    const planted = grown('castle one', 'castle two', 'a castle of castles', 'castle six', 'nothing');
    const ranked = (limit: number) => found(planted, 'castl', { ranked: true, limit, firstOnly: true });
    expect(ranked(10)).toEqual(['a castle of castles', 'castle six', 'castle two', 'castle one']);
    expect(ranked(2)).toEqual(['a castle of castles', 'castle six']);
  });

  test('lists every place in a text, and words that must all occur where they are near each other', () => {
    const rain = 'It rained. '.repeat(40);
    const text = `A castle, a tower. ${rain}A castle of old. ${rain}An old tower, a castle.`;
    const places = (typed: string) =>
      searchText(grown(text).store, typed, OPTIONS).hits.map(({ from, to }) => text.slice(from, to));
    expect(places('castle')).toEqual(['castle', 'castle', 'castle']);
    expect(places('castle tower')).toEqual(['castle, a tower', 'tower, a castle']);
    // Nowhere near each other: where the rarer one is.
    expect(places('of an')).toEqual(['of']);
  });

  test('can be limited to a tree', () => {
    const planted = grown('castle');
    const other = planted.store.transact((tx) => plantTree(tx, planted.idsAndClock, planted.human));
    expect(found(planted, 'castle', { treeId: planted.tree.id })).toHaveLength(1);
    expect(found(planted, 'castle', { treeId: other.id })).toEqual([]);
    const none = planted.idsAndClock.newId() as TreeId;
    expect(refusal(() => found(planted, 'castle', { treeId: none }))).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('returns the location of each hit and whether it is pruned', () => {
    const planted = plantGrove();
    const node = planted.continue(planted.root, 'castle', { pruned: true });
    expect(searchText(planted.store, 'castle', OPTIONS).hits).toMatchObject([
      {
        nodeId: node.id,
        positionId: node.positionId,
        treeId: planted.tree.id,
        authorId: planted.human,
        pruned: true,
        createdAt: node.createdAt,
      },
    ]);
  });

  test.each([0, -1, 1.5, 1001])('refuses a limit of %d', (limit) => {
    expect(refusal(() => found(grove(), 'castle', { limit }))).toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});

describe('scripts without spaces, and text without words,', () => {
  test.each([
    ['城', '古い城が丘の上に立っていた。'],
    ['ปราสาท', 'มีปราสาทเก่าบนเนินเขา'],
    ['ប្រាសាទ', 'មានប្រាសាទចាស់មួយ'],
    ['성이', '언덕 위에 오래된 성이 있었다.'],
    ['🏰', 'a 🏰 on a hill'],
    ['?!', 'Who goes there?!'],
  ])('are found by scanning: %s', (typed, text) => {
    const planted = grown('nothing here', text);
    const { hits, complete } = searchText(planted.store, typed, OPTIONS);
    expect(hits.map(({ snippet }) => snippet)).toEqual([text]);
    expect(hits[0]?.highlights.map(({ from, to }) => text.slice(from, to))).toEqual([typed]);
    expect(complete).toBe(true);
  });

  test('are searched until time runs out, newest first, and the result is marked incomplete', () => {
    const planted = grown(...Array.from({ length: 3000 }, (_, at) => `城 ${at}`));
    const { hits, complete, cap } = searchText(planted.store, '城 2', { limit: 1000, scanMilliseconds: 0 });
    expect(complete).toBe(false);
    expect(cap).toEqual({ kind: 'older', texts: 1000 });
    expect(hits[0]?.snippet).toBe('城 2999');
    expect(hits.every(({ snippet }) => Number(snippet.slice(2)) >= 1999)).toBe(true);
  });
});

/** Any UTF-16, including lone surrogates and control characters. */
const anyTyping = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
  .map((units) => String.fromCharCode(...units));

test('no input is an error', () => {
  const planted = grown('Once upon a time', '城', 'a "b" (c)');
  fc.assert(
    fc.property(anyTyping, fc.boolean(), (typed, ranked) => {
      expect(() => searchText(planted.store, typed, { ...OPTIONS, ranked })).not.toThrow();
    }),
  );
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom('"', '*', '(', ')', 'AND', 'OR', 'NOT', 'NEAR(', ' ', 'a', ':', '-', '^', '城'),
      ),
      (parts) => {
        expect(() => searchText(planted.store, parts.join(''), OPTIONS)).not.toThrow();
      },
    ),
  );
});

test('the index matches the texts after nodes of every kind, including those without text', () => {
  const planted = grown('Once', '', '城🏰');
  const content = { type: 'image', ref: 'sha256:00', mimeType: 'image/png', width: 1, height: 1 } as const;
  planted.continue(planted.root, '', { content, contentType: 'image' });
  planted.store.transact((tx) => checkSearchIndex(tx));
});

test('a plan describes how a query is answered', () => {
  expect(planSearch('Old cás')).toMatchObject({
    by: 'words',
    query: {
      terms: [
        { words: ['old'], isPrefix: false },
        { words: ['cas'], isPrefix: true },
      ],
    },
    literal: { terms: [{ words: ['old', 'cas'], isPrefix: false }] },
  });
  expect(planSearch('  ')).toEqual({ by: 'nothing' });
  expect(planSearch('城')).toEqual({ by: 'scan', needle: '城' });
});

describe('the location of a hit', () => {
  const hitsOf = (
    planted: PlantedGrove,
    typed: string,
    options: Partial<Parameters<typeof searchText>[2]> = {},
  ) => searchText(planted.store, typed, { ...OPTIONS, ...options }).hits;

  test('includes the preceding text in its branch, across nodes', () => {
    const planted = grown('The lake ', 'froze. ', 'A heron stood.');
    expect(hitsOf(planted, 'heron')).toMatchObject([{ before: 'The lake froze. ', noteOn: null }]);
    expect(hitsOf(grown('城 ', '鷺'), '鷺')).toMatchObject([{ before: '城 ' }]);
  });

  test('marks a note and what it is on, and only its newest version is found', () => {
    const planted = plantGrove();
    const node = planted.continue(planted.root, 'The lake froze.');
    const noted = { edgeType: 'annotation', origin: node.id, follow: false } as const;
    const note = planted.continue(node.positionId, 'Which heron?', noted);
    const noteOn = { nodeId: node.id, positionId: node.positionId };
    for (const ranked of [false, true]) {
      expect(hitsOf(planted, 'heron', { ranked })).toMatchObject([
        { nodeId: note.id, noteOn, before: 'The lake froze.' },
      ]);
    }
    planted.revise(note, 'Which bird?', noted);
    expect(hitsOf(planted, 'heron')).toEqual([]);
    expect(hitsOf(planted, 'bird')).toMatchObject([{ noteOn }]);
  });

  test('shows whether it or an ancestor is pruned', () => {
    const planted = plantGrove();
    const [first, second] = planted.chain(planted.root, ['heron one', 'heron two', 'heron three']);
    if (first === undefined || second === undefined) throw new Error('a chain');
    planted.write(
      { metadata: [{ position: second.positionId, metadata: { ...second, pruned: true } }] },
      'metadata',
    );
    expect(hitsOf(planted, 'heron').map(({ snippet, pruned }) => [snippet, pruned])).toEqual([
      ['heron three', true],
      ['heron two', true],
      ['heron one', false],
    ]);
  });

  test('can be filtered by author, time and bookmark', () => {
    const planted = plantGrove();
    const mine = planted.continue(planted.root, 'heron of mine');
    const theirs = planted.continue(mine.positionId, 'heron of theirs', {
      authorId: planted.model,
      authorType: 'model',
    });
    planted.write(
      { metadata: [{ position: mine.positionId, metadata: { ...mine, bookmarked: true } }] },
      'metadata',
    );
    for (const ranked of [false, true]) {
      const snippets = (options: Partial<Parameters<typeof searchText>[2]>) =>
        hitsOf(planted, 'heron', { ranked, ...options }).map(({ snippet }) => snippet);
      expect(snippets({ authorIds: [planted.model] })).toEqual(['heron of theirs']);
      expect(snippets({ authorIds: [] })).toEqual([]);
      expect(snippets({ from: theirs.createdAt })).toEqual(['heron of theirs']);
      expect(snippets({ until: theirs.createdAt })).toEqual(['heron of mine']);
      expect(snippets({ bookmarked: true })).toEqual(['heron of mine']);
    }
  });

  test('finds a text by each of those who wrote a character of it, and by nobody else', () => {
    const planted = plantGrove();
    const { human, model, continue: write } = planted;
    const spans = [makeSpan(model, 10), makeSpan(human, 5)];
    write(planted.root, 'heron, stands ', { spans: spansOf('heron, stands ', model) });
    write(planted.root, 'heron, sleeps.!', { spans });
    for (const ranked of [false, true]) {
      const by = (agent: AgentId) => hitsOf(planted, 'heron', { ranked, authorIds: [agent] });
      expect(by(human).map(({ snippet, authors }) => [snippet, authors])).toEqual([
        ['heron, sleeps.!', [model, human]],
      ]);
      expect(by(model)).toHaveLength(2);
    }
  });
});
