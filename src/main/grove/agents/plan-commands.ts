import type { Command } from '../../../core/commands/command.ts';
import type { CommandError } from '../../../core/commands/command-error.ts';
import type { TypedCommand } from '../../../core/commands/commands-only.ts';
import { parseScanned } from '../../../core/commands/parse-command.ts';
import { getTool } from '../../../core/commands/tools.ts';
import type { PermissionName } from '../../../core/tree/agent.ts';

export interface PlannedCommand {
  readonly typed: TypedCommand;
  readonly command: Command | null;
  readonly error: CommandError | null;
  readonly permission: PermissionName | null;
  readonly effect: string;
  readonly size: number;
}
export function planCommands(
  _context: unknown,
  _at: unknown,
  typed: readonly TypedCommand[],
): readonly PlannedCommand[] {
  return typed.map((one) => {
    if (one.kind === 'thought')
      return { typed: one, command: null, error: null, permission: null, effect: '', size: 0 };
    const parsed = parseScanned(one, () => true);
    return parsed.ok
      ? {
          typed: one,
          command: parsed.command,
          error: null,
          permission: getTool(parsed.command.verb).permission,
          effect: '',
          size: 0,
        }
      : { typed: one, command: null, error: parsed.error, permission: null, effect: '', size: 0 };
  });
}
