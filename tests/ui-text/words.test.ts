import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';
import { root } from '../../scripts/setup/project.mjs';

/** The screen has a writer's words; the engineers' are those of settings, commands of agents and exports. */

/** Words that the screen no longer has (`interface.md`, *Words*). */
const REFUSED = new RegExp(
  [
    String.raw`\b(?:[Nn]odes?|[Ss]iblings?|[Pp]arent|[Dd]escendants?)\b`,
    String.raw`\b(?:[Pp]run(?:e|es|ed|ing)|[Hh]oist(?:s|ed|ing)?|[Aa]rchiv(?:e|es|ed|ing)|[Dd]ismiss(?:es|ed)?|[Dd]iscard(?:s|ed)?)\b`,
    String.raw`\bRestore[sd]?\b`,
    String.raw`\b[Ff]ences?\b`,
    String.raw`\bLoom Tree\b|\bHow did this\b|\bhistory of levels\b|\bFills in by (?:A|Markers)\b`,
    String.raw`\b(?:Continuations|Tree|Node|Context|Conversation) tab\b|^Tree: `,
    String.raw`(?:^|\s)v\d*$`,
  ].join('|'),
  'u',
);

/** Files whose sentences agents are told, what is exported, and what the doctor says to engineers. */
const NOT_OF_THE_SCREEN = ['proposals.ts', 'trace-as-markdown.ts', join('cli', 'doctor.ts')];
/** Sentences that name what other programs have, what a newcomer types, and the way to write a prompt. */
const ALLOWED = [
  /^Alt\+Backspace deleted|^Alt\+N made|^Ctrl\+Backspace deleted|^Ctrl\+Period and|^Alt\+H hoisted/u,
  /^an archive$|^is none that can be filled: /u,
  // The program Node, and a field of JSON.
  /^aspen needs Node 22|^aspen (?:list|tags): /u,
];

/** The texts with words in a file, without names of properties and what is only an id or the name of a kind. */
function textsIn(file: string, code: string): readonly string[] {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const texts: string[] = [];
  const isSentence = (text: string) => /\s|^\p{Lu}/u.test(text.trim());
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string' && isSentence(value)) texts.push(value);
    },
    TemplateElement: ({ value }) => {
      const text = value.cooked ?? '';
      if (!/^[a-z]+\.[a-z]+$/u.test(text)) texts.push(text);
    },
    // A counted thing is a word of the sentence.
    CallExpression: ({ callee, arguments: given }) => {
      if (callee.type !== 'Identifier' || !['countOf', 'plural'].includes(callee.name)) return;
      for (const argument of given as readonly ESTree.Node[])
        if (argument.type === 'Literal' && typeof argument.value === 'string') texts.push(argument.value);
    },
  }).visit(program);
  return texts;
}

const read = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !NOT_OF_THE_SCREEN.includes(name))
    .map((name) => ({ name, code: readFileSync(join(root, folder, name), 'utf8') }));

/** Of a page of the help, without the ids of commands and without what the glossary tells experts. */
const shown = (text: string) => text.replace(/\n## For experts\n[\s\S]*?\n---\n|\{[^{}]+\}/gu, '');

it('the screen has a writer’s words', () => {
  // Other words for a command are what a newcomer would type.
  const files = [...read('src/ui-text'), ...read('src/renderer/app/commands')].map(({ name, code }) => ({
    name,
    code: code.replace(/export const COMMAND_WORDS[\s\S]*?\n\};/u, ''),
  }));
  const refused = files.flatMap(({ name, code }) =>
    textsIn(name, code)
      .map(shown)
      .filter((text) => REFUSED.test(text) && !ALLOWED.some((allowed) => allowed.test(text)))
      .map((text) => `${name}: ${REFUSED.exec(text)?.[0]} in ${text.slice(0, 80)}`),
  );
  expect(refused).toEqual([]);
});

it('finds each of the words that are refused', () => {
  const code =
    "const A = ['Prune it', 'In the Tree tab', `v$" + '{n}`, `$' + "{countOf(2, 'node')} here`, 'A text'];";
  expect(textsIn('a.ts', code).filter((text) => REFUSED.test(text))).toEqual([
    'Prune it',
    'In the Tree tab',
    'v',
    'node',
  ]);
});
