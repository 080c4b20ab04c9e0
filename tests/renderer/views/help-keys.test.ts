import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findCommand } from '../../../src/renderer/app/commands.ts';
import { type HelpInline, readHelp } from '../../../src/renderer/views/help/HelpPage.tsx';

const folder = join(import.meta.dirname, '../../../src/ui-text/help');
/** Every inline of every page. A page is the one text in backquotes of its file. */
const inlines = readdirSync(folder).flatMap((name): readonly HelpInline[] => {
  const [, page] =
    /^export const [A-Z]+_HELP = `(.*)^`/msu.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
  const sections = page === undefined ? [] : readHelp(page);
  return sections.flatMap(({ blocks }) => blocks.flatMap(({ lines }) => lines.flat()));
});

test('every key shown in the help, and every link, belongs to a command', () => {
  const keys = inlines
    .filter(({ kind, text }) => kind === 'key' && text.includes('.'))
    .map(({ text }) => text);
  const links = inlines.flatMap((inline) =>
    inline.kind === 'link' && inline.to === 'command' ? [inline.name] : [],
  );
  expect(keys.length).toBeGreaterThan(20);
  expect(links.length).toBeGreaterThan(1);
  expect([...keys, ...links].filter((id) => findCommand(id) === undefined)).toEqual([]);
});

test('no mark is left over in the help', () => {
  const texts = inlines.filter(({ kind }) => kind === 'text').map(({ text }) => text);
  expect(texts.filter((text) => /[{}*|[\]`]|^#|---/u.test(text))).toEqual([]);
});
