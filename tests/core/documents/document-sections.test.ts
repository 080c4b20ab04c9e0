import { describe, expect, test } from 'vitest';
import { documentSections, findSection } from '../../../src/core/documents/document-sections.ts';
import { findDocument } from '../../../src/core/documents/find-document.ts';
import type { LocalId, TreeId } from '../../../src/core/ids.ts';

const NOTES = [
  '# People',
  '',
  '## Marie',
  '',
  'A skater.',
  '',
  '### *Motivation*',
  'She fears the lake.',
  '',
  '## Jan ##',
  '',
  '```',
  '# no heading',
  '```',
  '### Motivation',
  'Money.',
  '',
  '# Work/Life',
  'Both.',
].join('\n');

const textOf = (address: string, text = NOTES) => {
  const found = findSection(documentSections(text), address);
  return found === null ? null : text.slice(found.from, found.to);
};

describe('the sections of a document', () => {
  test('go from a heading to the next of its level or above', () => {
    expect(documentSections(NOTES).map(({ level, title }) => [level, title])).toEqual([
      [1, 'People'],
      [2, 'Marie'],
      [3, 'Motivation'],
      [2, 'Jan'],
      [3, 'Motivation'],
      [1, 'Work/Life'],
    ]);
    expect(textOf('Marie')).toBe('## Marie\n\nA skater.\n\n### *Motivation*\nShe fears the lake.\n\n');
    expect(textOf('Work/Life')).toBe('# Work/Life\nBoth.');
  });

  test('are named by their headings whatever the case, or within others; the first match wins', () => {
    expect(textOf('motivation')).toContain('fears');
    expect(textOf('Jan/Motivation')).toContain('Money');
    expect(textOf('people/jan/motivation')).toContain('Money');
    expect(textOf('People/Motivation')).toContain('fears');
    for (const none of ['Harbour', 'Marie/Money', 'Motivation/Marie', 'no heading', ' ', ''])
      expect(textOf(none)).toBeNull();
  });

  test('there are none in an empty text, nor in one without headings', () => {
    expect(documentSections('')).toEqual([]);
    expect(documentSections('Only words.\n---\n> # quoted')).toEqual([]);
  });
});

describe('the document of an address', () => {
  const named = (title: string, rootLocalId: string) => ({
    id: title as TreeId,
    title,
    rootLocalId: rootLocalId as LocalId,
  });
  const documents = [
    named('Marie’s  notes', 'aa1'),
    named('C#', 'bb2'),
    named('Twin', 'cc3'),
    named('twin', 'dd4'),
  ];
  const find = (address: string) => {
    const found = findDocument(documents, address);
    return found.kind === 'one' ? [found.document.rootLocalId, found.section] : found.kind;
  };

  test('has its title, perhaps with a section', () => {
    expect(find("marie's notes")).toEqual(['aa1', null]);
    expect(find('Marie’s notes#Fears/Water')).toEqual(['aa1', 'Fears/Water']);
    expect(find('Marie’s notes#')).toEqual(['aa1', null]);
    expect(find('C#')).toEqual(['bb2', null]);
    expect(find('C##Scale')).toEqual(['bb2', 'Scale']);
    expect(find('Harbour')).toBe('none');
  });

  test('is told from others of its title by an id', () => {
    expect(find('Twin')).toBe('several');
    expect(find('[CC3]')).toEqual(['cc3', null]);
    expect(find('[dd4]#Youth')).toEqual(['dd4', 'Youth']);
    expect(find('[zz9]')).toBe('none');
  });
});
