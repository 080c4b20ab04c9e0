import type { TurnCaps } from '../commands/caps.ts';
import type { AgentId } from '../ids.ts';
import type { JsonValue } from '../provenance/canonical-json.ts';

/** The provider of the offline agent, as a model reference names it. */
export const OFFLINE_PROVIDER_ID = 'offline';

export type AgentType = 'human' | 'model';

/** The form of a model agent's requests (`generation.md`, *Agents and providers*). */
export type CompletionStyle = 'completion' | 'chat-continue' | 'chat';

/** Sampling settings; an omitted field uses the provider's default. */
export interface SamplingSettings {
  /** 0 always picks the likeliest token; 1 samples from the unmodified distribution. */
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly minP?: number;
  readonly frequencyPenalty?: number;
  readonly presencePenalty?: number;
  readonly repetitionPenalty?: number;
  /** Number of alternatives requested for each token; 0 requests none. */
  readonly logprobs?: number;
  /** The bias added to each token's logit, keyed by the provider's token ids. */
  readonly logitBias?: Readonly<Record<string, number>>;
  /** The response ends before the first occurrence of any of these. */
  readonly stop?: readonly string[];
  readonly seed?: number;
  /** Additional request fields, sent unchanged; they override all others. */
  readonly extra?: Readonly<Record<string, JsonValue>>;
}

/** Markers that a model was trained to find around the parts of a text that it fills in, exactly. */
export interface InfillMarkers {
  /** Before the text that comes before; never empty, as `suffix` is not. */
  readonly prefix: string;
  /** Before the text that follows. */
  readonly suffix: string;
  /** Before the answer; may be empty. */
  readonly middle: string;
  /** The text sent first: `psm`, the default, the one before; `spm`, the one that follows. */
  readonly order?: 'psm' | 'spm';
}

/**
 * A model's way of filling in a text (`edits.md`, *Rewrites and bridges*): the service takes the text that follows as
 * `suffix`; both sides are one document, with markers; or both are shown with the place marked, and the model is
 * instructed.
 */
export type Infill =
  | { readonly kind: 'suffix' }
  | ({ readonly kind: 'template' } & InfillMarkers)
  | { readonly kind: 'chat' };

/** Parameters that a model agent sends with each request. */
export interface AgentConfiguration extends SamplingSettings {
  readonly completionStyle?: CompletionStyle;
  /** Without it, by its completion style (`infillOf`). */
  readonly infill?: Infill;
  readonly systemPrompt?: string;
  /** Text between its thinking tags is ordinary text; without this, it is none (`generation.md`, *Forms*). */
  readonly thinking?: 'text';
  readonly maxTokens?: number;
  /** The context window in tokens, for providers that do not report it. */
  readonly contextLength?: number;
  /** Limits of each of its turns, if it is loom-aware. */
  readonly caps?: TurnCaps;
}

/** `ask`: a person decides each time. */
export type Permission = 'allow' | 'ask' | 'never';

/** In the order in which they are shown. */
export const PERMISSION_NAMES = [
  'loom_aware',
  'loom_write',
  'edit_apply',
  'loom_generate',
  'doc_read',
  'doc_write',
  'other_trees',
] as const;

/** A loom-aware agent's permissions in a tree (`agents.md`, *Permissions*). */
export type PermissionName = (typeof PERMISSION_NAMES)[number];

/** An agent's set permissions. A file may also have names of a newer version, which are kept as they are. */
export type AgentPermissions = { readonly [N in PermissionName]?: Permission };

/** The palette of agent colours, in the order they are assigned; the theme defines each. */
export const AGENT_COLOURS = ['blue', 'rust', 'green', 'violet', 'teal', 'rose', 'ochre', 'slate'] as const;

export type AgentColour = (typeof AGENT_COLOURS)[number];

/** Number of colours distinguishable on their own; the others are shown with an underline (`interface.md`, *Looks*). */
const PLAIN_COLOURS = 6;

/** Returns true if a colour is shown with an underline. */
export function isUnderlined(colour: AgentColour): boolean {
  return AGENT_COLOURS.indexOf(colour) >= PLAIN_COLOURS;
}

/** An author, human or model; every node has exactly one. */
export interface Agent {
  readonly id: AgentId;
  readonly name: string;
  readonly type: AgentType;
  /** `provider:model`, split at the first colon; null for a human. */
  readonly modelRef: string | null;
  readonly configuration: AgentConfiguration;
  readonly permissions: AgentPermissions;
  /** A name from the palette (`blue`, `rust`, …), resolved by the theme. */
  readonly color: string | null;
  /** Milliseconds since 1970 UTC, as for all times here. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly archivedAt: number | null;
}

interface PermissionRule {
  /** The default of a loom-aware agent. */
  readonly otherwise: Permission;
  /** Without this one it is `never`. */
  readonly needs: PermissionName | null;
}

const RULES: Readonly<Record<PermissionName, PermissionRule>> = {
  // An agent is a subject until it is made loom-aware.
  loom_aware: { otherwise: 'never', needs: null },
  loom_write: { otherwise: 'ask', needs: 'loom_aware' },
  edit_apply: { otherwise: 'never', needs: 'loom_write' },
  loom_generate: { otherwise: 'ask', needs: 'loom_aware' },
  doc_read: { otherwise: 'allow', needs: 'loom_aware' },
  doc_write: { otherwise: 'ask', needs: 'doc_read' },
  other_trees: { otherwise: 'ask', needs: 'loom_aware' },
};

/** The permission without which this one is `never`; null if it needs none. */
export function neededBy(name: PermissionName): PermissionName | null {
  return RULES[name].needs;
}

type PermittedAgent = Pick<Agent, 'type' | 'modelRef' | 'permissions'>;

/**
 * An agent's permission: as set or else the default, and `never` where it lacks another permission that this one needs.
 * A person has no permissions, and the offline agent cannot be loom-aware.
 */
export function permissionOf(agent: PermittedAgent, name: PermissionName): Permission {
  if (!canBeLoomAware(agent)) return 'never';
  const { otherwise, needs } = RULES[name];
  if (needs !== null && permissionOf(agent, needs) === 'never') return 'never';
  return agent.permissions[name] ?? otherwise;
}

/** True if the agent knows its place in a tree and acts there; any other model is a subject and sees only text. */
export function isLoomAware(agent: PermittedAgent): boolean {
  return permissionOf(agent, 'loom_aware') !== 'never';
}

/** Returns true if the agent could be loom-aware if it were permitted: a model other than the offline one. */
export function canBeLoomAware(agent: Pick<Agent, 'type' | 'modelRef'>): boolean {
  return agent.type === 'model' && !isOffline(agent);
}

/** Returns true for the offline agent, under whatever name. */
export function isOffline({ modelRef }: Pick<Agent, 'modelRef'>): boolean {
  return modelRef?.split(':', 1)[0] === OFFLINE_PROVIDER_ID;
}

/** Least permitted first. */
export const PRESET_NAMES = ['subject', 'analysisAssistant', 'researchCollaborator'] as const;

export type PermissionPreset = (typeof PRESET_NAMES)[number];

/** Sets of permissions to begin with. */
export const PERMISSION_PRESETS: Readonly<
  Record<PermissionPreset, Readonly<Record<PermissionName, Permission>>>
> = {
  researchCollaborator: {
    loom_aware: 'allow',
    loom_write: 'allow',
    edit_apply: 'ask',
    loom_generate: 'allow',
    doc_read: 'allow',
    doc_write: 'allow',
    other_trees: 'allow',
  },
  analysisAssistant: {
    loom_aware: 'allow',
    loom_write: 'never',
    edit_apply: 'never',
    loom_generate: 'never',
    doc_read: 'allow',
    doc_write: 'never',
    other_trees: 'never',
  },
  subject: {
    loom_aware: 'never',
    loom_write: 'never',
    edit_apply: 'never',
    loom_generate: 'never',
    doc_read: 'never',
    doc_write: 'never',
    other_trees: 'never',
  },
};

/** The permissions of a model that can be loom-aware, by `permissionOf`. */
export function permissionsOf(agent: PermittedAgent): Readonly<Record<PermissionName, Permission>> {
  return {
    loom_aware: permissionOf(agent, 'loom_aware'),
    loom_write: permissionOf(agent, 'loom_write'),
    edit_apply: permissionOf(agent, 'edit_apply'),
    loom_generate: permissionOf(agent, 'loom_generate'),
    doc_read: permissionOf(agent, 'doc_read'),
    doc_write: permissionOf(agent, 'doc_write'),
    other_trees: permissionOf(agent, 'other_trees'),
  };
}

/** Permissions that an agent of another grove has without confirmation: looking around and reading. */
const LOOKS: ReadonlySet<PermissionName> = new Set(['loom_aware', 'doc_read']);

/** True if an agent may, unasked, do more than look around and read: a person must have confirmed it (`agents.md`). */
export function needsConfirming(agent: PermittedAgent): boolean {
  return PERMISSION_NAMES.some((name) => !LOOKS.has(name) && permissionOf(agent, name) === 'allow');
}

/** The agent on a computer where it has not been confirmed: it asks before all but looking around and reading. */
export function untilConfirmed<A extends PermittedAgent>(agent: A): A {
  const asked = PERMISSION_NAMES.filter((name) => !LOOKS.has(name) && agent.permissions[name] === 'allow');
  const permissions = Object.fromEntries(asked.map((name) => [name, 'ask' as const]));
  return { ...agent, permissions: { ...agent.permissions, ...permissions } };
}

/** The preset that permits exactly what an agent may do; null if it is none of them. */
export function presetOf(agent: PermittedAgent): PermissionPreset | null {
  const permitted = permissionsOf(agent);
  const isSame = (preset: PermissionPreset) =>
    PERMISSION_NAMES.every((name) => PERMISSION_PRESETS[preset][name] === permitted[name]);
  return PRESET_NAMES.find(isSame) ?? null;
}

/** Returns true if a model only continues texts: a base model, and the offline agent whatever its style. */
export function continuesTexts(agent: Pick<Agent, 'modelRef' | 'configuration'>): boolean {
  return isOffline(agent) || (agent.configuration.completionStyle ?? 'completion') === 'completion';
}
