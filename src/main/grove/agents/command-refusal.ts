import { type CommandError, commandError } from '../../../core/commands/command-error.ts';
import { AspenError } from '../../../core/errors.ts';
import { describeError } from '../../../ui-text/errors.ts';

/** A command that is not carried out. It never leaves this room: its error is the command's result. */
export class CommandRefusal extends Error {
  readonly error: CommandError;

  constructor(...args: Parameters<typeof commandError>) {
    super(args[1]);
    this.error = commandError(...args);
  }

  /** Creates one for an error with more details than its sentence. */
  static of(error: CommandError): CommandRefusal {
    return new CommandRefusal(error.code, error.sentence, error.hint, error.details);
  }
}

/**
 * A command's answer to an error that it ran into: an expected one is a result, since the other commands continue.
 * @throws the error, if it is a bug
 */
export function toCommandError(error: unknown): CommandError {
  if (error instanceof CommandRefusal) return error.error;
  if (!(error instanceof AspenError)) throw error;
  switch (error.code) {
    case 'NOT_FOUND':
      return commandError('NOT_FOUND', oneLine(error.detail));
    case 'INVALID_ARGUMENT':
      return commandError('INVALID_SYNTAX', oneLine(error.detail));
    case 'CONFLICT':
      return commandError('CONFLICT', 'the tree has changed meanwhile', 'look again and repeat it');
    default:
      return commandError('CONFLICT', `the file cannot be used: ${oneLine(describeError(error).sentence)}`);
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replace(/\.$/, '');
}
