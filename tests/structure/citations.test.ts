import { existsSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/setup/project.mjs';
import { filesBelow } from '../helpers/files-with.ts';

/** Code, tests and pages cite the rules as `storage.md`, *The log*: the page exists, and has a section that begins so. */

const CITING = new Set(['.ts', '.tsx', '.mjs', '.css', '.sql', '.md']);
const CITATION = /`([a-z-]+\.md)`((?:(?:,| and)? \*[^*]+\*)*)/gu;
/** The margin before a line of a comment. */
const MARGIN = /\n\s*(?:\*|\/\/|--)? ?/gu;

/** The headings of a page, and the words in bold that begin a rule; undefined for a page that does not exist. */
function sectionsOf(page: string): readonly string[] | undefined {
  const file = ['docs/design', 'docs'].map((folder) => join(root, folder, page)).find(existsSync);
  if (file === undefined) return undefined;
  const text = readFileSync(file, 'utf8');
  const headings = [...text.matchAll(/^#+ (.*)$/gmu)].map(([, heading = '']) => heading);
  const rules = [...text.matchAll(/\*\*([^*]+)\*\*/gu)].map(([, words = '']) =>
    words.replaceAll(/\s+/gu, ' '),
  );
  return [...headings, ...rules].map((words) => words.toLowerCase());
}

test('every page and section that is cited exists', () => {
  const files = ['src', 'tests', 'scripts', 'docs', 'migrations'].flatMap((folder) =>
    filesBelow(join(root, folder)),
  );
  const pages = new Map<string, readonly string[] | undefined>();
  const missing: string[] = [];
  for (const file of files.filter((name) => CITING.has(extname(name)))) {
    const text = readFileSync(file, 'utf8').replaceAll(MARGIN, ' ').replaceAll(/\s+/gu, ' ');
    for (const [, page = '', cited = ''] of text.matchAll(CITATION)) {
      if (!pages.has(page)) pages.set(page, sectionsOf(page));
      const sections = pages.get(page);
      if (sections === undefined) missing.push(`${relative(root, file)}: ${page}`);
      for (const [, section = ''] of cited.matchAll(/\*([^*]+)\*/gu)) {
        if (!sections?.some((words) => words.startsWith(section.toLowerCase())))
          missing.push(`${relative(root, file)}: ${page}, ${section}`);
      }
    }
  }
  expect(pages.size).toBeGreaterThan(10);
  expect(missing).toEqual([]);
});

test('every file of code that a page names exists', () => {
  const code = ['src', 'tests', 'scripts'].flatMap((folder) => filesBelow(join(root, folder)));
  const missing = filesBelow(join(root, 'docs')).flatMap((page) => {
    const named = [...readFileSync(page, 'utf8').matchAll(/`([\w./-]+\.(?:tsx?|mjs))`/gu)];
    return named
      .filter(([, name = '']) => !code.some((file) => file.endsWith(`/${name}`)))
      .map(([, name]) => `${relative(root, page)}: ${name}`);
  });
  expect(missing).toEqual([]);
});
