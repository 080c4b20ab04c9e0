import { expect, test } from 'vitest';
import { commandsOnly } from '../../../src/core/commands/commands-only.ts';

const count = (text: string) => commandsOnly(text)?.length ?? null;

test('a text whose lines are all commands has commands; any other is a message', () => {
  expect(count('→ view here')).toBe(1);
  expect(count('\n → view here\n\n→ respond [a7x2bc]:\nanything\n→ here too\n←\n')).toBe(2);
  expect(count('→ think\nHm.\n←\n→ tree')).toBe(2);
  expect(count('→ nonsense')).toBe(1);
  expect(count('→ help\n'.repeat(1_001))).toBe(1_000);
  for (const message of [
    '',
    'Hello.',
    '\\→ view here',
    '→ view here\nHello.',
    'Hello.\n→ view here',
    '    → view',
  ])
    expect(count(message)).toBeNull();
});

test('only → counts', () => {
  for (const message of ['-> view here', '=> view here', '➜ view here', '→ view here\n-> tree'])
    expect(count(message)).toBeNull();
});
