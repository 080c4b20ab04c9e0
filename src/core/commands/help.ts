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
  edit_apply: 'have proposals accepted on arrival',
  loom_generate: 'generate',
  doc_read: 'read documents',
  doc_write: 'write in documents',
  other_trees: 'read other trees',
};

/**
 * Instructions for changing a manuscript, for an agent that may (`edits.md`, *In the manuscript*). A test holds it to
 * its own rules.
 * @param byPatches whether diffs are described, or `insert` and `replace` (the setting *Agents edit by patches*)
 */
export function editingText(byPatches: boolean): string {
  return [
    'You never write to a manuscript itself: you propose, and the human accepts or rejects each change.',
    ...(byPatches
      ? [
          'The way is snapshot, diff, patch: → snapshot shows the text and its version; → diff, with the whole text as it should be, answers a diff; → patch with that version proposes what the diff changes.',
          'Copy unchanged words exactly, and write whole sentences. Write no line numbers before the lines, and no dots in place of text.',
        ]
      : [
          'The way is snapshot, then insert or replace: → snapshot shows the text and its version; → replace "old words" with "new words" and → insert after:"words" "text" propose one change each.',
          'Copy the old words exactly, as many as occur only once, and write whole sentences. Write no line numbers, and no dots in place of text.',
        ]),
    'After ✗, take a new snapshot and begin again from its text.',
  ].join('\n');
}

/**
 * The answer to `help`: the tools of the agent's permissions, one line each, or one tool in full.
 * @param byPatches as in `editingText`
 */
export function helpText(
  tool: Verb | null,
  permissions: ReadonlySet<ToolPermission>,
  byPatches: boolean,
): string {
  if (tool !== null) return explain(getTool(tool), permissions);
  return TOOLS.filter(
    ({ onlyByPatches, permission }) => permissions.has(permission) && (byPatches || !onlyByPatches),
  )
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
