/** Words about a loom-aware agent's permissions, presets and limits (`agents.md`, *A turn*). */
import type { CapName } from '../../core/commands/caps.ts';
import type { Permission, PermissionName, PermissionPreset } from '../../core/tree/agent.ts';

/** Names the permissions of an agent, and the part of its settings that has them. */
export const LOOM_ACCESS = 'Loom access';

export const LOOM_ACCESS_HINT =
  'In conversations, an agent can act in the tree that you talk about. With Ask, it waits until you decide.';

/** Mark of an agent that is no subject, in a list. */
export const ACTS_IN_LOOM = 'acts in the loom';

export const OFFLINE_CANNOT_ACT =
  'The offline model cannot act in a tree: it continues text, and does not follow instructions.';

interface Words {
  readonly name: string;
  readonly sentence: string;
}

export const PRESET_WORDS: Readonly<Record<PermissionPreset, Words>> = {
  subject: { name: 'Only replies', sentence: 'It sees only the text that it is sent.' },
  analysisAssistant: {
    name: 'Looks around in the story',
    sentence: 'It reads the tree and the documents, and changes nothing.',
  },
  researchCollaborator: {
    name: 'Looks around and suggests changes',
    sentence:
      'It reads, writes, also in documents, proposes edits and asks models for continuations, all without asking you.',
  },
};

/** Names the permissions, one by one. */
export const MAY_DO = 'What it may do';

/** Permissions that are no preset's. */
export const CUSTOM_WORDS: Words = { name: 'Custom', sentence: 'You decide about each of these.' };

export const PERMISSION_WORDS: Readonly<Record<PermissionName, Words>> = {
  loom_aware: {
    name: 'Read and move',
    sentence: 'View texts, list what follows them, search the tree, and move in it.',
  },
  loom_write: {
    name: 'Write',
    sentence:
      'Add texts and notes, propose changes to the manuscript, offer edits as versions, set bookmarks, set texts aside and bring them back, and exclude texts from what models are sent.',
  },
  edit_apply: {
    name: 'Accept its edits on arrival',
    sentence: 'Changes that it proposes are made at once, as one step that you can undo.',
  },
  loom_generate: {
    name: 'Ask models for continuations',
    sentence: 'Their tokens count towards the limits of its turn.',
  },
  doc_read: {
    name: 'Read documents',
    sentence: 'List the documents of the grove, and read them. What it reads is sent to its service.',
  },
  doc_write: {
    name: 'Write in documents',
    sentence:
      'Offer texts, versions and changes in documents; yours stay as they are until you choose one of them.',
  },
  other_trees: {
    name: 'Read other trees',
    sentence: 'View, list and search trees besides the one that you talk about. It never writes there.',
  },
};

export const PERMISSION_STATES: Readonly<Record<Permission, string>> = {
  allow: 'Allow',
  ask: 'Ask',
  never: 'Never',
};

/** Names the part about an agent that came from elsewhere and was not confirmed on this computer. */
export const AGENT_FROM_ELSEWHERE = 'Agent from elsewhere';

export function fromElsewhere(name: string): string {
  return `${name} came with this grove. Until you confirm it on this computer, it asks before all but looking around and reading.`;
}

export const WHAT_IT_MAY_DO = 'What it may do, and what it is told';

/** @param names of permissions */
export function mayWithoutAsking(names: readonly string[]): string {
  return `Once confirmed, without asking: ${names.join(' · ')}.`;
}

export function itsModel(modelRef: string): string {
  return `Its model: ${modelRef}.`;
}

export const ITS_INSTRUCTIONS = 'Its instructions:';
export const NO_INSTRUCTIONS = 'It has no instructions of its own.';
/** Label of fields that are sent with each request and override all others. */
export const ITS_FIELDS = 'Fields that are sent with each request:';

export function confirmAgent(name: string): string {
  return `Confirm ${name}`;
}

export const TURN_LIMITS = 'Limits of a turn';

export const TURN_LIMITS_HINT =
  'A turn is everything that an agent does for one message. It ends at a limit, and you can let it go on. An empty field has the usual limit.';

/** Number of limits that differ from the defaults. */
export function countOwnLimits(count: number): string {
  return count === 0 ? 'the usual ones' : `${count} changed`;
}

export const CAP_WORDS: Readonly<Record<CapName, { readonly name: string; readonly hint?: string }>> = {
  calls: { name: 'Calls to its model' },
  commands: { name: 'Commands' },
  continuations: { name: 'Continuations it asks for' },
  nodes: { name: 'Texts, versions and notes of its own' },
  tokens: { name: 'Tokens', hint: 'Sent and received, also for continuations.' },
  minutes: { name: 'Minutes', hint: 'While it waits for you, none pass.' },
  dollars: { name: 'Dollars', hint: 'Where the service’s prices are known.' },
};
