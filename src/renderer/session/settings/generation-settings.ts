import type { AgentId, TreeId } from '../../../core/ids.ts';
import type { Agent, SamplingSettings } from '../../../core/tree/agent.ts';
import type { TreeSettings } from '../../../core/tree/loom-tree.ts';
import type { Preset } from '../../../ipc/preferences.ts';
import type { GroveSnapshot } from '../../../ipc/wire/grove.ts';
import { createStore, type Store } from '../store.ts';

/** How many continuations are asked for at once (`generation.md`, *Generating*). */
export const COUNT_RANGE = { min: 1, max: 10 } as const;
/** Tokens of each; the contract allows more, a writer hardly wants it. */
export const TOKENS_RANGE = { min: 10, max: 1000, step: 10 } as const;
/** Agents that are asked at once. */
const MOST_AGENTS = 10;

/** What changes while a number is stepped is told once, this long after. Milliseconds. */
const SAVE_AFTER = 400;

/** What the next Generate asks for. */
export interface GenerationSettings {
  /** Each is asked for `count`; empty in a grove that has no model agent. */
  readonly agentIds: readonly AgentId[];
  readonly count: number;
  readonly maxTokens: number;
  /** Whose parameters count before the agents' own; null for none. */
  readonly presetId: string | null;
}

/** As the tree remembers it, else three continuations of fifty tokens from the grove's first model agent. */
function defaultGenerationSettings(grove: GroveSnapshot, treeId: TreeId): GenerationSettings {
  const settings = grove.trees.find((tree) => tree.id === treeId)?.settings ?? {};
  const remembered = settings.agentIds ?? (settings.agentId === undefined ? [] : [settings.agentId]);
  const agentIds = livingOf(grove, remembered);
  const first = grove.agents.find(({ id }) => id === agentIds[0]);
  return {
    agentIds,
    count: settings.count ?? 3,
    maxTokens: settings.maxTokens ?? first?.configuration.maxTokens ?? 50,
    presetId: settings.presetId ?? null,
  };
}

/** Model agents at work, in the order they were made. */
export function askableAgents(agents: readonly Agent[]): readonly Agent[] {
  return agents.filter(({ type, archivedAt }) => type === 'model' && archivedAt === null);
}

/** Of these agents the ones at work; where none is, the grove's first. */
function livingOf({ agents }: GroveSnapshot, wanted: readonly string[]): readonly AgentId[] {
  const models = askableAgents(agents).map(({ id }) => id);
  const living = models.filter((id) => wanted.includes(id));
  return living.length > 0 ? living : models.slice(0, 1);
}

export interface GenerationChoiceOptions {
  readonly treeId: TreeId;
  readonly grove: GroveSnapshot;
  /** Hands what changed to main, which keeps it with the tree. */
  save(settings: TreeSettings): Promise<unknown>;
  /** Undefined for one that this computer does not have. */
  findPreset(id: string): Preset | undefined;
  onError(error: unknown): void;
}

/** What a tree's writer asks for: changed here at once, remembered by the tree a moment later. */
export class GenerationChoice {
  readonly #options: GenerationChoiceOptions;
  readonly #store;
  #grove: GroveSnapshot;
  /** As chosen, agents that are archived meanwhile included: they count again when they are brought back. */
  #wanted: readonly string[];
  #unsaved: TreeSettings | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: GenerationChoiceOptions) {
    this.#options = options;
    this.#grove = options.grove;
    this.#store = createStore(defaultGenerationSettings(options.grove, options.treeId));
    this.#wanted = this.#store.get().agentIds;
  }

  get store(): Store<GenerationSettings> {
    return this.#store;
  }

  /** What counts before the agents' own parameters. */
  get parameters(): SamplingSettings {
    const { presetId } = this.#store.get();
    return presetId === null ? {} : (this.#options.findPreset(presetId)?.parameters ?? {});
  }

  /** Agents were made, archived or brought back. */
  takeGrove(grove: GroveSnapshot): void {
    this.#grove = grove;
    const now = this.#store.get();
    const agentIds = livingOf(grove, this.#wanted);
    if (agentIds.join() !== now.agentIds.join()) this.#store.set({ ...now, agentIds });
  }

  change(patch: Partial<GenerationSettings>): void {
    this.#wanted = patch.agentIds ?? this.#wanted;
    const next = { ...this.#store.get(), ...patch, agentIds: livingOf(this.#grove, this.#wanted) };
    this.#store.set(next);
    if (this.#grove.readOnly) return;
    this.#unsaved = { ...this.#unsaved, ...patch };
    this.#timer ??= setTimeout(() => void this.flush(), SAVE_AFTER);
  }

  /** Takes an agent in or out; the last one stays. */
  toggleAgent(agentId: AgentId): void {
    const { agentIds } = this.#store.get();
    const others = agentIds.filter((id) => id !== agentId);
    const isIn = others.length < agentIds.length;
    if (isIn && others.length === 0) return;
    if (!isIn && agentIds.length >= MOST_AGENTS) return;
    this.change({ agentIds: isIn ? others : [...agentIds, agentId] });
  }

  /** Asks as a preset says; null goes on as it is, with the agents' own parameters. */
  choosePreset(preset: Preset | null): void {
    if (preset === null) {
      this.change({ presetId: null });
      return;
    }
    const { id, agentId, count, maxTokens } = preset;
    const agent = askableAgents(this.#grove.agents).find((known) => known.id === agentId);
    this.change({
      presetId: id,
      ...(agent === undefined ? {} : { agentIds: [agent.id] }),
      ...(count === null ? {} : { count }),
      ...(maxTokens === null ? {} : { maxTokens }),
    });
  }

  /** Resolves when the tree has what was chosen; a failure is told, and tried again with the next change. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const unsaved = this.#unsaved;
    if (unsaved === null) return;
    this.#unsaved = null;
    try {
      await this.#options.save(unsaved);
    } catch (error) {
      this.#keepUnsaved(unsaved);
      this.#options.onError(error);
    }
  }

  /** What was chosen meanwhile counts before what could not be saved. */
  #keepUnsaved(failed: TreeSettings): void {
    this.#unsaved = { ...failed, ...this.#unsaved };
  }
}
