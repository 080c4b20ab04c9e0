import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/setup/project.mjs';
import { parseScanned } from '../../../src/core/commands/parse-command.ts';
import { scanAnswer } from '../../../src/core/commands/scan-answer.ts';
import { TOOLS } from '../../../src/core/commands/tools.ts';
import { SURVEYOR_PROMPT } from '../../../src/main/grove/sample/sample-grove.ts';

const page = readFileSync(join(root, 'docs/agents.md'), 'utf8');
/** The indented examples that begin with a command. */
const examples = [...page.matchAll(/(?:^ {4}.*\n|^\n(?= {4}))+/gm)]
  .map(([text]) => text.replaceAll(/^ {4}/gm, '').trimStart())
  .filter((text) => text.startsWith('→'));

test('every example of the page about agents parses, and every tool has one', () => {
  const verbs = new Set<string>(['think']);
  for (const part of examples.flatMap((text) => scanAnswer(text).parts)) {
    if (part.kind !== 'command') {
      expect(part.kind).toBe('thought');
      continue;
    }
    const parsed = parseScanned(part, () => true);
    expect(parsed, part.line).toMatchObject({ ok: true });
    if (parsed.ok) verbs.add(parsed.command.verb);
  }
  expect(TOOLS.map(({ verb }) => verb).filter((verb) => !verbs.has(verb))).toEqual([]);
});

test('the page has the prompt of the sample’s agent', () => {
  expect(page.replaceAll(/^ {4}/gm, '')).toContain(SURVEYOR_PROMPT);
});
