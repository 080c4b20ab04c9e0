import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LocalId } from '../../../src/core/ids.ts';
import { findLinks, renameLink, writeLink } from '../../../src/core/links/text-links.ts';
import { MAX_LINK_LENGTH, MAX_LINKS_IN_TEXT } from '../../../src/core/text/limits.ts';
import { applyChange } from '../../../src/core/text/splice.ts';

/** The links of a text: each as its parts, then the words that stand for it. */
const read = (text: string) =>
  findLinks(text).map(({ from, to, name, section, localId, passage, words, isEmbed }) =>
    [
      isEmbed ? 'embed' : 'link',
      name,
      section === null ? '' : `section ${section}`,
      localId === null ? '' : `node ${localId}`,
      passage === null ? '' : `${passage.from} to ${passage.to}`,
      `“${text.slice(words.from, words.to)}” in ${text.slice(from, to)}`,
    ]
      .filter((part) => part !== '')
      .join(', '),
  );

/** The names of the links of a text. */
const namesIn = (text: string) => findLinks(text).map(({ name }) => name);

describe('links in a text', () => {
  test('name a tree, a section, a node or a passage, and may show other words or embed it', () => {
    expect(read('See [[ Marie ]], ![[Marie#Her past/War]] and [[Marie|the skater]].')).toEqual([
      'link, Marie, “ Marie ” in [[ Marie ]]',
      'embed, Marie, section Her past/War, “Marie#Her past/War” in ![[Marie#Her past/War]]',
      'link, Marie, “the skater” in [[Marie|the skater]]',
    ]);
    expect(read('[[Ice#^A7X2C9]] [[#^a7x2c9]] [[Ice#^a7x2c9@12-48|there]] [[^k3m9qp]] [[#Past]]')).toEqual([
      'link, Ice, node a7x2c9, “Ice#^A7X2C9” in [[Ice#^A7X2C9]]',
      'link, node a7x2c9, “#^a7x2c9” in [[#^a7x2c9]]',
      'link, Ice, node a7x2c9, 12 to 48, “there” in [[Ice#^a7x2c9@12-48|there]]',
      'link, ^k3m9qp, “^k3m9qp” in [[^k3m9qp]]',
      'link, section Past, “#Past” in [[#Past]]',
    ]);
  });

  test('are text without an address, with a bracket or a line break in it, and after a backslash', () => {
    expect(read('[[]] [[ ]] [[#]] [[|words]] [[a\nb]] [[a] ]')).toEqual([]);
    expect(namesIn('[[a [[b]] [[[c]]] \\[[d]] \\\\[[e]] \\![[f]]')).toEqual(['b', 'c', 'e', 'f']);
    expect(findLinks('\\![[f]]')).toMatchObject([{ from: 2, isEmbed: false }]);
  });

  test('keep a bar with the backslash that a table needs', () => {
    expect(read('| [[Marie\\|her]] |')).toEqual(['link, Marie, “her” in [[Marie\\|her]]']);
  });

  test('are none in code, within a line or between fences', () => {
    expect(namesIn('`[[a]]` [[b]] ``x ` [[c]]`` \\`[[d]]\\` `[[e]]')).toEqual(['b', 'd', 'e']);
    expect(namesIn('[[a]]\n```\n[[b]]\n```\n[[c]]\n~~~ txt\n[[d]]\n```\n[[e]]')).toEqual(['a', 'c']);
    expect(namesIn('one `\n[[a]] ` two\n\n`\n\n[[b]] `\n- ` [[c]]\n- ` [[d]]')).toEqual(['b', 'c', 'd']);
    expect(namesIn('[[a `b` c]] [[d `e]] f` [[g]]')).toEqual(['a `b` c', 'g']);
  });

  test('are bounded in number and length, and cost what the text is long', () => {
    expect(findLinks('[[a]]'.repeat(MAX_LINKS_IN_TEXT + 5))).toHaveLength(MAX_LINKS_IN_TEXT);
    expect(findLinks(`[[${'a'.repeat(MAX_LINK_LENGTH)}]]`)).toHaveLength(1);
    expect(findLinks(`[[${'a'.repeat(MAX_LINK_LENGTH + 1)}]]`)).toEqual([]);
    const length = 500_000;
    for (const piece of ['[[', '[[a', '\\', '`', '` ``', '[[a `', '[[a|', '![[', '\\`'])
      expect(findLinks(`${piece.repeat(length / piece.length)} [[`)).toEqual([]);
  }, 5_000);
});

describe('writing a link', () => {
  const rootLocalId = 'k3m9qp' as LocalId;

  test('uses the name where it can be read again, and else the local id with the name as its words', () => {
    expect(writeLink({ name: 'Marie ❄️', rootLocalId })).toBe('[[Marie ❄️]]');
    expect(writeLink({ name: 'Marie', rootLocalId, section: 'Past', words: 'then' })).toBe(
      '[[Marie#Past|then]]',
    );
    expect(writeLink({ name: 'Marie', rootLocalId, isAmbiguous: true })).toBe('[[^k3m9qp|Marie]]');
    expect(writeLink({ name: 'C# a|b', rootLocalId })).toBe('[[^k3m9qp|C# a|b]]');
    expect(writeLink({ name: 'x]] `y`', rootLocalId })).toBe('[[^k3m9qp|x y]]');
    expect(writeLink({ name: null, rootLocalId })).toBe('[[^k3m9qp]]');
    const node = { localId: 'a7x2c9' as LocalId, passage: { from: 12, to: 48 } };
    expect(writeLink({ name: null, rootLocalId, ...node })).toBe('[[#^a7x2c9@12-48]]');
    expect(writeLink({ name: 'Marie', rootLocalId, section: 'a|b' })).toBeNull();
  });

  test('is read as one link to the same place, for any name', () => {
    const parts = fc.string({ unit: fc.constantFrom(...'ab #|[]`^@!\\’É❄'), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(parts, parts, (name, section) => {
        const text = writeLink({ name, rootLocalId, section });
        if (text === null) return;
        const [link, ...others] = findLinks(`x ${text} y`);
        expect(others).toEqual([]);
        expect(link).toMatchObject({ from: 2, to: text.length + 2, localId: null });
        expect([`^${rootLocalId}`, name.trim()]).toContain(link?.name);
        expect(link?.section).toBe(section.trim());
      }),
      { numRuns: 300 },
    );
  });
});

describe('renaming a link', () => {
  const rootLocalId = 'k3m9qp' as LocalId;
  /** The text with its first link renamed. */
  const renamed = (text: string, name: string) => {
    const [link] = findLinks(text);
    const splice = link === undefined ? null : renameLink(text, link, { name, rootLocalId });
    return splice === null ? null : applyChange(text, [splice]);
  };

  test('changes the name, and nothing else of it', () => {
    expect(renamed('a [[ Marie ]] b', 'Mary')).toBe('a [[Mary]] b');
    expect(renamed('![[Marie#Past/War]]', 'Mary')).toBe('![[Mary#Past/War]]');
    expect(renamed('[[Marie#^a7x2c9@12-48|her | there]]', 'Mary')).toBe('[[Mary#^a7x2c9@12-48|her | there]]');
    expect(renamed('| [[Marie\\|her]] |', 'Mary')).toBe('| [[Mary\\|her]] |');
  });

  test('uses the local id for a name that a link cannot hold, and shows the name', () => {
    expect(renamed('[[Marie]]', 'C# notes')).toBe('[[^k3m9qp|C# notes]]');
    expect(renamed('[[Marie#Past]]', 'C# notes')).toBe('[[^k3m9qp#Past|C# notes]]');
    expect(renamed('[[Marie|her]]', 'C# notes')).toBe('[[^k3m9qp|her]]');
    expect(renamed(`[[Marie|${'a'.repeat(MAX_LINK_LENGTH - 6)}]]`, 'Marie Curie')).toBeNull();
  });

  test('keeps its place, whatever the name', () => {
    const parts = fc.string({ unit: fc.constantFrom(...'ab #|[]`^@!\\’É❄'), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(parts, parts, fc.boolean(), (name, section, isShown) => {
        fc.pre(name.trim() !== '');
        const text = `x ${writeLink({ name: 'Marie', rootLocalId, section, ...(isShown ? { words: 'w' } : {}) })} y`;
        const [before] = findLinks(text);
        if (before === undefined) return;
        const [link, ...others] = findLinks(renamed(text, name) ?? '');
        expect(others).toEqual([]);
        expect([`^${rootLocalId}`, name.trim()]).toContain(link?.name);
        expect(link?.section).toBe(before.section);
      }),
      { numRuns: 300 },
    );
  });
});
