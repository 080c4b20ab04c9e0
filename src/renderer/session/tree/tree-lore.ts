import type { LorePlace, LoreTrial, LoreVerdict } from '../../../core/lore/lore-verdict.ts';
import type { TextRange } from '../../../core/text/span.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import { LiveQuery } from '../live-query.ts';
import type { GenerationChoice } from '../settings/generation-choice.ts';
import type { Store } from '../store.ts';
import { MAX_SHARE, READ_AFTER, READ_EVERY, type RequestStart } from './context-session.ts';
import { isLore } from './lore-entries.ts';
import type { NavigationCommands } from './navigation-commands.ts';
import type { TurnStarts } from './turn-starts.ts';

export type { LorePlace, LoreTrial, LoreVerdict };

export interface TreeLoreOptions {
  readonly navigation: NavigationCommands;
  readonly choice: GenerationChoice;
  /** Null in a manuscript. */
  readonly turns: TurnStarts | null;
  /** Null while a commit is in progress, whose result decides it. */
  findStart(): RequestStart | null;
}

/** The entries of lore that the next request of a tree would have, read while a list of them is on the screen. */
export class TreeLore {
  readonly #scope: TreeScope;
  readonly #options: TreeLoreOptions;
  readonly #verdicts: LiveQuery<readonly LoreVerdict[]>;
  /** Of every entry of the grove. */
  readonly verdicts: Store<readonly LoreVerdict[]>;
  readonly #stops: readonly (() => void)[];

  constructor(scope: TreeScope, options: TreeLoreOptions) {
    this.#scope = scope;
    this.#options = options;
    const { client, draft, grove, notices, path, surface, treeId } = scope;
    this.#verdicts = new LiveQuery<readonly LoreVerdict[]>({
      initial: [],
      delay: READ_AFTER,
      pause: (took) => Math.max(READ_EVERY, took / MAX_SHARE),
      key: () => (options.findStart() === null ? null : treeId),
      read: async () => {
        if (!grove.get().trees.some(({ settings }) => isLore(settings.lore ?? []))) return [];
        // Main's answer covers only the draft it has.
        await draft.flush();
        const { agentIds, maxTokens } = options.choice.asked.get();
        return client.call('lore.list', { ...this.#place(), agentId: agentIds[0] ?? null, maxTokens });
      },
      onError: notices.report,
    });
    this.verdicts = this.#verdicts.value;
    const invalidate = () => this.#verdicts.invalidate();
    this.#stops = [
      surface.summary.subscribe(invalidate),
      path.mirror.subscribe(invalidate),
      draft.status.subscribe(invalidate),
      grove.subscribe(invalidate),
      // A document may be typed in beside the text.
      client.on('tree.changed', invalidate),
      client.on('save.changed', invalidate),
    ];
  }

  /** A list is on the screen. Returns the function to call when it leaves. */
  watch(): () => void {
    return this.#verdicts.watch();
  }

  /** Looks for a key in what is scanned. */
  async try(key: string): Promise<LoreTrial> {
    const { client, draft } = this.#scope;
    await draft.flush();
    return client.call('lore.try', { ...this.#place(), key });
  }

  /** The keys of lore in each of some texts; null if that failed, which is reported. */
  async findKeys(texts: readonly string[]): Promise<readonly (readonly TextRange[])[] | null> {
    const { client, notices, treeId } = this.#scope;
    return (await notices.attempt(client.call('lore.keys', { treeId, texts }))) ?? null;
  }

  /** Selects a key in the text, and moves the keyboard there. */
  goTo({ nodeId, from, to }: LorePlace): void {
    const { path } = this.#scope;
    const { headers } = path.mirror.get();
    const index = nodeId === null ? path.length : headers.findIndex((header) => header.nodeId === nodeId);
    if (index >= 0) this.#options.navigation.goToOffset(index, from, { to, focuses: true });
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#verdicts.close();
  }

  #place() {
    const { treeId } = this.#scope;
    const { findStart, turns } = this.#options;
    return { treeId, at: findStart()?.at ?? null, topicAt: turns?.findTopicPlace(treeId) ?? null };
  }
}
