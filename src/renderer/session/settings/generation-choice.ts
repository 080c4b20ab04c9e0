import type { AgentId, TreeId } from '../../../core/ids.ts';
import { type Agent, isOffline, type SamplingSettings } from '../../../core/tree/agent.ts';
import { type TreeSettings, USUAL_MAX_TOKENS, USUAL_REPLY_TOKENS } from '../../../core/tree/loom-tree.ts';
import type { Preset } from '../../../ipc/preferences.ts';
import type { GroveSnapshot } from '../../../ipc/wire/grove.ts';
import { createStore, derive, type Store } from '../store.ts';

/** Continuations per agent and request (`generation.md`, *Generating*). */
export const COUNT_RANGE = { min: 1, max: 10 } as const;
/** Tokens of each continuation. The contract allows more, but writers hardly need it. */
export const TOKENS_RANGE = { min: 10, max: 1000, step: 10 } as const;
/** The most agents asked at once. */
const MAX_AGENTS = 10;

/** Changes within this time are saved together, such as steps of a number field. Milliseconds. */
const SAVE_AFTER = 400;

/** Settings of the next Generate. */
export interface GenerationSettings {
  /** Each is asked for `count`; empty if the grove has no model agent, or if the writer of a conversation chose none. */
  readonly agentIds: readonly AgentId[];
  readonly count: number;
  readonly maxTokens: number;
  /** Several agents reply one after another, each once and to the one before. Only in a conversation. */
  readonly inTurn: boolean;
  /** The preset whose parameters override the agents' own; null for none. */
  readonly presetId: string | null;
}

/**
 * The tree's saved settings, or three continuations of a usual length from the grove's first model agent; in a conversation
 * one reply, from the newest that is not the built-in one.
 */
function defaultGenerationSettings(grove: GroveSnapshot, treeId: TreeId): GenerationSettings {
  const { settings = {} } = grove.trees.find((tree) => tree.id === treeId) ?? {};
  const remembered = settings.agentIds ?? (settings.agentId === undefined ? null : [settings.agentId]);
  const agentIds = activeOf(grove, treeId, remembered);
  return {
    agentIds,
    count: settings.count ?? (isConversation(grove, treeId) ? 1 : 3),
    maxTokens: settings.maxTokens ?? usualTokens(grove, treeId, agentIds),
    inTurn: settings.inTurn ?? false,
    presetId: settings.presetId ?? null,
  };
}

/** The default number of tokens for a request: that of the first agent, or the tree's default. */
function usualTokens(grove: GroveSnapshot, treeId: TreeId, [first]: readonly AgentId[]): number {
  const agent = grove.agents.find(({ id }) => id === first);
  const own = agent?.configuration.maxTokens;
  if (!isConversation(grove, treeId)) return own ?? USUAL_MAX_TOKENS;
  // That of the built-in model is for continuations.
  return own === undefined || (agent !== undefined && isOffline(agent)) ? USUAL_REPLY_TOKENS : own;
}

/** Model agents that are not archived, in creation order. */
export function activeModelAgents(agents: readonly Agent[]): readonly Agent[] {
  return agents.filter(({ type, archivedAt }) => type === 'model' && archivedAt === null);
}

/** Only in a conversation may the writer choose no agent: a message may only be kept. */
function isConversation({ trees }: GroveSnapshot, treeId: TreeId): boolean {
  return trees.find(({ id }) => id === treeId)?.mode === 'dialogue';
}

/**
 * The active ones of these agents; if there are none, the grove's first, or in a conversation its newest but the built-in one.
 * @param wanted null if the writer has not chosen yet
 */
function activeOf(
  grove: GroveSnapshot,
  treeId: TreeId,
  wanted: readonly string[] | null,
): readonly AgentId[] {
  if (wanted?.length === 0 && isConversation(grove, treeId)) return [];
  const { agents } = grove;
  const models = activeModelAgents(agents);
  const active = models.filter(({ id }) => wanted?.includes(id) === true);
  if (active.length > 0) return active.map(({ id }) => id);
  const newest = isConversation(grove, treeId) ? models.findLast((agent) => !isOffline(agent)) : undefined;
  const usual = newest ?? models[0];
  return usual === undefined ? [] : [usual.id];
}

export interface GenerationChoiceOptions {
  readonly treeId: TreeId;
  readonly grove: GroveSnapshot;
  /** Saves changed settings with the tree. */
  save(settings: TreeSettings): Promise<unknown>;
  /** Undefined if this computer does not have the preset. */
  findPreset(id: string): Preset | undefined;
  onError(error: unknown): void;
}

/** The generation settings of a tree. Changes apply here at once, and are saved with the tree a moment later. */
export class GenerationChoice {
  readonly #options: GenerationChoiceOptions;
  readonly #store;
  /** Settings of the next request: for the agent that a message addresses, or for those that are chosen. */
  readonly asked: Store<GenerationSettings>;
  /** The agent that the next message addresses, whatever agents are chosen. */
  readonly #addresseeId = createStore<AgentId | null>(null);
  #grove: GroveSnapshot;
  /** The chosen agents, including archived ones, which become active again when restored. */
  #wanted: readonly string[];
  /** The writer's setting; null for none. */
  #maxTokens: number | null;
  #unsaved: TreeSettings | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: GenerationChoiceOptions) {
    this.#options = options;
    this.#grove = options.grove;
    this.#store = createStore(defaultGenerationSettings(options.grove, options.treeId));
    this.#wanted = this.#store.get().agentIds;
    this.#maxTokens = options.grove.trees.find(({ id }) => id === options.treeId)?.settings.maxTokens ?? null;
    this.asked = derive([this.#store, this.#addresseeId], (settings, agentId) =>
      agentId === null ? settings : { ...settings, agentIds: [agentId] },
    );
  }

  get store(): Store<GenerationSettings> {
    return this.#store;
  }

  /** The next message addresses this agent; null for none. Nothing of it is saved. */
  address(agentId: AgentId | null): void {
    this.#addresseeId.set(agentId);
  }

  /** The preset's parameters, which override the agents' own. */
  get parameters(): SamplingSettings {
    const { presetId } = this.#store.get();
    return presetId === null ? {} : (this.#options.findPreset(presetId)?.parameters ?? {});
  }

  /** Agents were created, archived or restored. */
  onGrove(grove: GroveSnapshot): void {
    this.#grove = grove;
    const now = this.#store.get();
    const agentIds = activeOf(grove, this.#options.treeId, this.#wanted);
    if (agentIds.join() !== now.agentIds.join()) this.#store.set(this.#withTokens({ ...now, agentIds }));
  }

  change(patch: Partial<GenerationSettings>): void {
    this.#wanted = patch.agentIds ?? this.#wanted;
    const agentIds = activeOf(this.#grove, this.#options.treeId, this.#wanted);
    this.#maxTokens = patch.maxTokens ?? this.#maxTokens;
    this.#store.set(this.#withTokens({ ...this.#store.get(), ...patch, agentIds }));
    if (this.#grove.readOnly) return;
    this.#unsaved = { ...this.#unsaved, ...patch };
    this.#timer ??= setTimeout(() => void this.flush(), SAVE_AFTER);
  }

  #withTokens(settings: GenerationSettings): GenerationSettings {
    const maxTokens = this.#maxTokens ?? usualTokens(this.#grove, this.#options.treeId, settings.agentIds);
    return { ...settings, maxTokens };
  }

  /** Adds or removes an agent. The last one of a manuscript cannot be removed. */
  toggleAgent(agentId: AgentId): void {
    const { agentIds } = this.#store.get();
    const isLast = agentIds.length === 1 && !isConversation(this.#grove, this.#options.treeId);
    const others = agentIds.filter((id) => id !== agentId);
    const isIn = others.length < agentIds.length;
    if (isIn && isLast) return;
    if (!isIn && agentIds.length >= MAX_AGENTS) return;
    this.change({ agentIds: isIn ? others : [...agentIds, agentId] });
  }

  /** Applies a preset; null keeps the rest of the settings, with the agents' own parameters. */
  choosePreset(preset: Preset | null): void {
    if (preset === null) {
      this.change({ presetId: null });
      return;
    }
    const { id, agentId, count, maxTokens } = preset;
    const agent = activeModelAgents(this.#grove.agents).find((known) => known.id === agentId);
    this.change({
      presetId: id,
      ...(agent === undefined ? {} : { agentIds: [agent.id] }),
      ...(count === null ? {} : { count }),
      ...(maxTokens === null ? {} : { maxTokens }),
    });
  }

  /** Resolves when the settings are saved. A failure is reported, and retried with the next change. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const unsaved = this.#unsaved;
    if (unsaved === null) return;
    this.#unsaved = null;
    try {
      await this.#options.save(unsaved);
    } catch (error) {
      this.#restoreUnsaved(unsaved);
      this.#options.onError(error);
    }
  }

  /** Restores settings that could not be saved, under later changes. */
  #restoreUnsaved(failed: TreeSettings): void {
    this.#unsaved = { ...failed, ...this.#unsaved };
  }
}
