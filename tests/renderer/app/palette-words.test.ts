import { expect, it } from 'vitest';
import { commands } from '../../../src/renderer/app/commands.ts';
import { COMMAND_NEEDS, COMMAND_WORDS } from '../../../src/ui-text/window/palette.ts';

it('what the palette says of commands is of commands that exist', () => {
  const ids = new Set<string>(commands.map(({ id }) => id));
  const named = [...Object.keys(COMMAND_NEEDS), ...Object.keys(COMMAND_WORDS)];
  expect(named.filter((id) => !ids.has(id))).toEqual([]);
});
