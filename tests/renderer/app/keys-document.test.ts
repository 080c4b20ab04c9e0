import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/setup/project.mjs';
import { type Command, commandGroups } from '../../../src/renderer/app/commands.ts';
import { labelOfKey, type Platform } from '../../../src/renderer/app/shortcuts/key-spec.ts';

/** Labels of a command's keys, as a cell of a table; a backslash is written as two. */
function cell(keys: readonly string[], platform: Platform): string {
  return keys.map((key) => labelOfKey(key, platform).replaceAll('\\', '\\\\')).join(', ');
}

function table(title: string, commands: readonly Command[]): string {
  const rows = commands.map(
    ({ title: name, keys }) => `| ${name} | ${cell(keys.other, 'linux')} | ${cell(keys.mac, 'darwin')} |`,
  );
  return [`## ${title}`, '', '| | Linux, Windows | macOS |', '|---|---|---|', ...rows].join('\n');
}

test('docs/keys.md lists every command with its keys', async () => {
  const document = [
    '# Commands and keys',
    'Every command is in the palette (Ctrl+Shift+P, on macOS ⇧⌘P), with the key that it has now: each can be changed in the settings. ' +
      'Made from the list of commands by `npx vitest run keys-document -u`.',
    ...commandGroups.map(({ title, commands }) => table(title, commands)),
  ];
  await expect(`${document.join('\n\n')}\n`).toMatchFileSnapshot(join(root, 'docs/keys.md'));
});
