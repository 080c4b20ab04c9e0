import type { PositionId, TreeId } from '../../../core/ids.ts';
import { isSameName } from '../../../core/links/tree-name.ts';
import type { Backlink, BacklinkPage, PassageLink } from '../../../ipc/wire/link.ts';
import { describeError } from '../../../ui-text/errors.ts';
import { LiveQuery } from '../live-query.ts';
import { createStore, readableOf, type Store } from '../store.ts';
import type { WindowScope } from './window-scope.ts';

/** Rows read at first, and with each *Show more*; main takes no more than `MOST`. */
const STEP = 20;
const MOST = 200;

export type { Backlink, PassageLink };

/** The places that lead to a tree or, with a position, to a passage, and the tree's names, read while they are on the screen. */
export class LinksHere {
  readonly #scope: Pick<WindowScope, 'client' | 'notices'>;
  readonly treeId: TreeId;
  /** The passage, or else the tree. */
  readonly id: PositionId | TreeId;
  readonly #isOfTree: boolean;
  readonly #all = createStore(false);
  /** Places that are out of sight are listed, too. */
  readonly showsAll: Store<boolean> = readableOf(this.#all);
  readonly links: Store<BacklinkPage>;
  /** Those from the passage that stand in no text. */
  readonly from: Store<readonly PassageLink[]>;
  /** Null until they have been read. */
  readonly mentions: Store<readonly Backlink[] | null>;
  readonly aliases: Store<readonly string[]>;
  readonly #links: LiveQuery<BacklinkPage, { readonly all: number; readonly limit: number }>;
  readonly #from: LiveQuery<readonly PassageLink[]>;
  readonly #mentions: LiveQuery<readonly Backlink[] | null>;
  readonly #aliases: LiveQuery<readonly string[]>;
  #limit = STEP;
  readonly #stops: readonly (() => void)[];

  constructor(scope: Pick<WindowScope, 'client' | 'notices'>, treeId: TreeId, positionId: PositionId | null) {
    const { client, notices } = scope;
    this.#scope = scope;
    this.treeId = treeId;
    this.id = positionId ?? treeId;
    this.#isOfTree = positionId === null;
    const onError = (error: unknown) => notices.report(error);
    this.#links = new LiveQuery<BacklinkPage, { readonly all: number; readonly limit: number }>({
      initial: { rows: [], next: null },
      key: () => ({ all: Number(this.#all.get()), limit: this.#limit }),
      read: ({ all, limit }) =>
        client.call('link.backlinks', { treeId, positionId, after: null, limit, all: all === 1 }),
      onError,
    });
    this.#from = new LiveQuery<readonly PassageLink[]>({
      initial: [],
      key: () => 'from',
      read: async () => (positionId === null ? [] : client.call('link.from', { treeId, positionId })),
      onError,
    });
    this.#mentions = new LiveQuery<readonly Backlink[] | null>({
      initial: null,
      key: () => 'mentions',
      read: () => client.call('link.mentions', { treeId, limit: STEP }),
      onError,
    });
    this.#aliases = new LiveQuery<readonly string[]>({
      initial: [],
      key: () => 'aliases',
      read: async () => {
        const names = await client.call('tree.names', { treeId });
        return names
          .filter(({ kind, until }) => kind === 'alias' && until === null)
          .map(({ shown }) => shown);
      },
      onError,
    });
    this.links = this.#links.value;
    this.from = this.#from.value;
    this.mentions = this.#mentions.value;
    this.aliases = this.#aliases.value;
    const queries = [this.#links, this.#from, this.#mentions, this.#aliases];
    const invalidate = () => {
      for (const query of queries) query.invalidate();
    };
    this.#stops = [
      client.on('tree.changed', invalidate),
      client.on('grove.changed', invalidate),
      // Of these, only the links are also those of text that is not committed.
      client.on('save.changed', () => this.#links.invalidate()),
      () => {
        for (const query of queries) query.close();
      },
    ];
  }

  /** The links are on the screen, and with those to a tree its names, with those to a passage those from it. Returns the function to call when they leave. */
  watch(): () => void {
    const stops = [this.#links.watch(), (this.#isOfTree ? this.#aliases : this.#from).watch()];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** The mentions are on the screen. Returns the function to call when they leave. */
  watchMentions(): () => void {
    return this.#mentions.watch();
  }

  get canShowMore(): boolean {
    return this.#limit < MOST;
  }

  showMore(): void {
    this.#limit = Math.min(MOST, this.#limit + STEP);
    this.#links.follow();
  }

  showAll(all: boolean): void {
    this.#all.set(all);
    this.#links.follow();
  }

  /** Gives the tree these aliases and no others. @returns the reason why it cannot have one; null if it has them */
  async setAliases(names: readonly string[]): Promise<string | null> {
    const { treeId } = this;
    const { client } = this.#scope;
    const before = this.#aliases.value.get();
    try {
      for (const name of before)
        if (!names.some((one) => isSameName(one, name)))
          await client.call('tree.removeAlias', { treeId, name });
      for (const name of names)
        if (!before.some((one) => isSameName(one, name)))
          await client.call('tree.addAlias', { treeId, name });
      return null;
    } catch (error) {
      const { sentence, detail } = describeError(error);
      return detail === '' ? sentence : detail;
    } finally {
      await this.#aliases.refresh();
    }
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }
}
