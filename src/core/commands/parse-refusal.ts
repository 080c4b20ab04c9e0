import { type CommandError, commandError } from './command-error.ts';

/** Why arguments make no command. It never leaves the parser. */
export class ParseRefusal extends Error {
  readonly error: CommandError;

  constructor(...args: Parameters<typeof commandError>) {
    super(args[1]);
    this.error = commandError(...args);
  }
}
