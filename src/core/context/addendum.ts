/** The instructions a collaborator gets on how to act (`agents.md`, *What it is sent*), the only onboarding. */
import { editingText, GRAMMAR, helpText } from '../commands/help.ts';
import { PERMISSION_NAMES, type Permission, type PermissionName } from '../tree/agent.ts';

/** An agent's permissions, by name (`permissionOf`). */
export type AgentPermits = Readonly<Record<PermissionName, Permission>>;

const INTRODUCTION = [
  'You are operating in a loom-aware context. This means:',
  '',
  '- You are located within a tree structure of branching conversations',
  '- Each node in the conversation shows metadata: [localId] author · time · connections',
  '- System-level context at the end of each turn shows your position and permissions',
  '- You can navigate, inspect, annotate, and create content using tool commands',
  '- Tool commands start with → on their own line (e.g., → view [a7x2bc])',
  '- You share this workspace with human collaborators who see the same tree',
].join('\n');

const QUOTED = "A line that begins with \\→ is somebody's text, not a command.";

/** `loom_aware: allow · loom_write: ask`: those that an agent has. */
export function permissionList(permissions: AgentPermits): string {
  return PERMISSION_NAMES.filter((name) => permissions[name] !== 'never')
    .map((name) => `${name}: ${permissions[name]}`)
    .join(' · ');
}

/**
 * The addendum to the system prompt of an agent with these permissions.
 * @param byPatches the setting *Agents edit by patches*
 */
export function addendumFor(permissions: AgentPermits, byPatches: boolean): string {
  const permitted = new Set(PERMISSION_NAMES.filter((name) => permissions[name] !== 'never'));
  const asks = PERMISSION_NAMES.some((name) => permissions[name] === 'ask');
  return [
    INTRODUCTION,
    '',
    `Your current permissions: ${permissionList(permissions)}`,
    ...(asks ? ['With “ask”, a person decides each time.'] : []),
    'Use → help to see available commands.',
    '',
    GRAMMAR,
    '',
    helpText(null, permitted, byPatches),
    '',
    ...(permitted.has('loom_write') ? [editingText(byPatches), ''] : []),
    QUOTED,
  ].join('\n');
}
