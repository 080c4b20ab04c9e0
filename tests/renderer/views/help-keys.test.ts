import { expect, test } from 'vitest';
import { findCommand } from '../../../src/renderer/app/commands.ts';
import { type HelpInline, readHelp } from '../../../src/renderer/views/help/HelpPage.tsx';
import * as pages from '../../../src/ui-text/help/pages.ts';

/** Every inline of every page. */
const inlines: readonly HelpInline[] = Object.values(pages).flatMap((page) =>
  (typeof page === 'string' ? readHelp(page) : []).flatMap(({ blocks }) =>
    blocks.flatMap(({ lines }) => lines.flat()),
  ),
);

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
