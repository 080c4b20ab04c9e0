/** What a command answers when it was not run (`agents.md`, *Errors*). It is a result: the turn continues. */

/**
 * The closed list of codes.
 *
 * - `NOT_FOUND`: the node does not exist in this tree.
 * - `PERMISSION_DENIED`: a permission is missing, or a person denied the command.
 * - `INVALID_SYNTAX`: the line does not parse.
 * - `LIMIT_EXCEEDED`: it asks for more than a cap allows.
 * - `CROSS_TREE`: the node is in another tree.
 * - `CONFLICT`: somebody else is working there, or the file cannot be written.
 * - `MODEL_ERROR`: the model that was asked failed.
 */
export type CommandErrorCode =
  | 'NOT_FOUND'
  | 'PERMISSION_DENIED'
  | 'INVALID_SYNTAX'
  | 'LIMIT_EXCEEDED'
  | 'CROSS_TREE'
  | 'CONFLICT'
  | 'MODEL_ERROR';

export interface CommandError {
  readonly code: CommandErrorCode;
  /** What is wrong, for a model to read: one line, without a final period. */
  readonly sentence: string;
  /** What to do instead, in one line; null where nothing helps. */
  readonly hint: string | null;
}

export function commandError(
  code: CommandErrorCode,
  sentence: string,
  hint: string | null = null,
): CommandError {
  return { code, sentence, hint };
}

/** As it is sent back: `✗ CODE: sentence` and, on a line of its own, `  hint: …`. */
export function formatCommandError({ code, sentence, hint }: CommandError): string {
  const line = `✗ ${code}: ${sentence}`;
  return hint === null ? line : `${line}\n  hint: ${hint}`;
}
