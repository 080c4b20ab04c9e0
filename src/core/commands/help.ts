import type { Verb } from './command.ts';
import { getTool, TOOLS, type Tool, type ToolPermission } from './tools.ts';

/** The ten lines of grammar that a collaborator is sent (`agents.md`, *What it is sent*). */
export const GRAMMAR = [
  'A command is a line that starts with →: a verb, then the rest in any order. One line, one command.',
  'Nodes: [a7x2bc], here, root, head, parent. Write ids in full and in brackets.',
  'Options: key:value or key:"value"; in help, those in (…) may be left out. Numbers: 3, three, x3, 50 tokens, 2 levels.',
  'Content: "…" on the command\'s line; for several lines, end the command with a colon:',
  '  → respond [a7x2bc]:',
  '  the text',
  '  ←',
  'A line ← ends the content; write \\← for such a line of text.',
  'Commands run in order when you go on in prose or stop, and their results come back to you.',
  'Lines in code fences, in quotes (>) or after four spaces are no commands.',
].join('\n');

const NAMES: Readonly<Record<ToolPermission, string>> = {
  loom_aware: 'read and move',
  loom_write: 'write',
  loom_generate: 'generate',
};

/** What `help` answers: the tools of the permissions that an agent has, one line each, or one tool in full. */
export function helpText(tool: Verb | null, permissions: ReadonlySet<ToolPermission>): string {
  if (tool !== null) return explain(getTool(tool), permissions);
  return TOOLS.filter(({ permission }) => permissions.has(permission))
    .map(({ usage, purpose }) => `→ ${usage}: ${purpose}`)
    .join('\n');
}

function explain(
  { usage, purpose, phrases, permission }: Tool,
  permissions: ReadonlySet<ToolPermission>,
): string {
  const lines = [`→ ${usage}`, `  ${purpose}`];
  if (phrases.length > 0) lines.push(`  also: ${phrases.join(', ')}`);
  const state = permissions.has(permission) ? '' : ', not enabled';
  lines.push(`  permission: ${permission} (${NAMES[permission]})${state}`);
  return lines.join('\n');
}
