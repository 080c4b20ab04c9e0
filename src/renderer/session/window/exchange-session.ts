import type { TreeId } from '../../../core/ids.ts';
import type { ExchangeProgress, ImportReport, PathFormat } from '../../../ipc/wire/exchange.ts';
import type { Client } from '../../client.ts';
import { createStore, type Store } from '../store.ts';
import type { Notices } from './notices.ts';

export type { ExchangeProgress };

/** What takes no longer than this is done before anyone has read that it is under way. Milliseconds. */
const SHOW_AFTER = 300;

const SAVED: Readonly<Record<PathFormat, string>> = {
  markdown: 'Exported as Markdown.',
  plainText: 'Exported as plain text.',
  html: 'Exported as a web page.',
};

export interface ExchangeSessionOptions {
  readonly client: Pick<Client, 'call'>;
  readonly notices: Notices;
  /** The tree on the screen; null where there is none. */
  findTree(): { readonly treeId: TreeId; readonly draft: { flush(): Promise<void> } } | null;
}

/** What goes out of the grove, and what comes in: asked for here, chosen and done in main. */
export class ExchangeSession {
  readonly #options: ExchangeSessionOptions;
  readonly #progress = createStore<ExchangeProgress | null>(null);
  /** As main last told it. */
  #latest: ExchangeProgress | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ExchangeSessionOptions) {
    this.#options = options;
  }

  /** What is under way and takes longer than a moment; null for nothing. */
  get progress(): Store<ExchangeProgress | null> {
    return this.#progress;
  }

  /** Whether something is under way, however short it may be. */
  get isUnderWay(): boolean {
    return this.#latest !== null;
  }

  take(progress: ExchangeProgress | null): void {
    this.#latest = progress;
    if (progress === null) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#progress.set(null);
    } else if (this.#progress.get() !== null) this.#progress.set(progress);
    else this.#timer ??= setTimeout(() => this.#progress.set(this.#latest), SHOW_AFTER);
  }

  exportPath(format: PathFormat): Promise<void> {
    return this.#withTree(async (treeId) => {
      if (await this.#options.client.call('exchange.exportPath', { treeId, format })) return SAVED[format];
      return null;
    });
  }

  exportPdf(): Promise<void> {
    return this.#withTree(async (treeId) =>
      (await this.#options.client.call('exchange.exportPdf', { treeId })) ? 'Exported as PDF.' : null,
    );
  }

  print(): Promise<void> {
    return this.#withTree(async (treeId) =>
      (await this.#options.client.call('exchange.print', { treeId })) ? 'Sent to the printer.' : null,
    );
  }

  /** Writes the whole tree as JSON. */
  exportTree(): Promise<void> {
    return this.#withTree(async (treeId) => {
      const outcome = await this.#options.client.call('exchange.exportTree', { treeId });
      if (outcome === 'dismissed') return null;
      return outcome === 'done' ? 'The tree is exported.' : 'The export is stopped. Nothing was written.';
    });
  }

  /** Makes a tree of each text file that the writer chooses. */
  async importTexts(): Promise<void> {
    const { client, notices } = this.#options;
    try {
      const report = await client.call('exchange.importTexts', {});
      if (report !== null) this.#tell(report);
    } catch (error) {
      notices.report(error);
    }
  }

  /** Stops what is under way. */
  async stop(): Promise<void> {
    try {
      await this.#options.client.call('exchange.stop', {});
    } catch (error) {
      this.#options.notices.report(error);
    }
  }

  #tell({ trees, refused, stopped }: ImportReport): void {
    const { notices } = this.#options;
    const [first] = trees;
    if (first !== undefined)
      notices.announce(
        trees.length === 1 ? `“${first.title}” is imported.` : `${trees.length} texts are imported.`,
      );
    if (refused.length > 0) {
      const sentence =
        refused.length === 1 ? 'A file was not imported.' : `${refused.length} files were not imported.`;
      notices.show({ sentence, detail: refused.map(({ reason }) => reason).join(' ') });
    }
    if (stopped) notices.announce('The import is stopped. What had come in is in the archive.');
  }

  /** Main holds all of the text before it is asked for it. `work` answers with what is to be told. */
  async #withTree(work: (treeId: TreeId) => Promise<string | null>): Promise<void> {
    const { notices, findTree } = this.#options;
    const tree = findTree();
    if (tree === null) return;
    try {
      await tree.draft.flush();
      const told = await work(tree.treeId);
      if (told !== null) notices.announce(told);
    } catch (error) {
      notices.report(error);
    }
  }
}
