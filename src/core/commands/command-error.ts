/** The result of a command that was not run (`agents.md`, *Errors*). The turn continues. */
import type { PermissionName } from '../tree/agent.ts';

/**
 * The closed list of codes.
 *
 * - `NOT_FOUND`: the node does not exist in this tree.
 * - `PERMISSION_DENIED`: a permission is missing, or a person denied the command.
 * - `INVALID_SYNTAX`: the line does not parse.
 * - `LIMIT_EXCEEDED`: it asks for more than a cap allows.
 * - `CROSS_TREE`: the node is in another tree.
 * - `CONFLICT`: someone else is working there, or the file cannot be written.
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
  /** The problem, for a model to read: one line, without a final period. */
  readonly sentence: string;
  /** More about it, in lines of their own that are indented; absent for none. */
  readonly details?: string | null;
  /** A suggested alternative, in one line; null where nothing helps. */
  readonly hint: string | null;
}

export function commandError(
  code: CommandErrorCode,
  sentence: string,
  hint: string | null = null,
  details: string | null = null,
): CommandError {
  return details === null ? { code, sentence, hint } : { code, sentence, details, hint };
}

/** The human's alternatives for an agent without a permission. */
const BY_HUMAN: Readonly<Record<PermissionName, string>> = {
  loom_aware: 'look',
  loom_write: 'write',
  edit_apply: 'accept the edit',
  loom_generate: 'generate',
  doc_read: 'show the document',
  doc_write: 'write in the document',
  other_trees: 'show the other tree',
};

/** The agent's settings do not have the permission. */
export function notEnabled(permission: PermissionName): CommandError {
  return commandError(
    'PERMISSION_DENIED',
    `${permission} not enabled`,
    `request elevated permissions or ask the human to ${BY_HUMAN[permission]}`,
  );
}

/** As it is sent back: `✗ CODE: sentence`, the details and, on a line of its own, `  hint: …`. */
export function formatCommandError({ code, sentence, details = null, hint }: CommandError): string {
  const lines = [`✗ ${code}: ${sentence}`, details, hint === null ? null : `  hint: ${hint}`];
  return lines.filter((line) => line !== null).join('\n');
}
