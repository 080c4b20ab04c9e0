import type { TreeId } from '../../../core/ids.ts';
import type { ExchangeProgress, ImportReport, PathFormat } from '../../../ipc/wire/exchange.ts';
import type { Client } from '../../client.ts';
import { createStore, type Store } from '../store.ts';
import type { Notices } from './notices.ts';

export type { ExchangeProgress };

/** Progress is shown after this, so that short work shows none. Milliseconds. */
const SHOW_AFTER = 300;

const SAVED: Readonly<Record<PathFormat, string>> = {
  markdown: 'Exported as Markdown.',
  plainText: 'Exported as plain text.',
  html: 'Exported as a web page.',
};

export interface ExchangeSessionOptions {
  readonly client: Pick<Client, 'call'>;
  readonly notices: Notices;
  /** The tree on the screen; null for none. */
  findTree(): { readonly treeId: TreeId; readonly draft: { flush(): Promise<void> } } | null;
}

/** Exports, printing and imports. Main asks for the files and does the work. */
export class ExchangeSession {
  readonly #options: ExchangeSessionOptions;
  readonly #progress = createStore<ExchangeProgress | null>(null);
  /** As main last sent it. */
  #latest: ExchangeProgress | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ExchangeSessionOptions) {
    this.#options = options;
  }

  /** Work that has taken longer than `SHOW_AFTER`; null for none. */
  get progress(): Store<ExchangeProgress | null> {
    return this.#progress;
  }

  /** Whether any work is in progress. */
  get isRunning(): boolean {
    return this.#latest !== null;
  }

  onProgress(progress: ExchangeProgress | null): void {
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
      return outcome === 'done' ? 'The tree was exported.' : 'Stopped. Nothing was written.';
    });
  }

  /** Imports each text file the writer chooses as a tree. */
  async importTexts(): Promise<void> {
    const { client, notices } = this.#options;
    try {
      const report = await client.call('exchange.importTexts', {});
      if (report !== null) this.#showReport(report);
    } catch (error) {
      notices.report(error);
    }
  }

  /** Stops the work in progress. */
  async stop(): Promise<void> {
    try {
      await this.#options.client.call('exchange.stop', {});
    } catch (error) {
      this.#options.notices.report(error);
    }
  }

  #showReport({ trees, refused, stopped }: ImportReport): void {
    const { notices } = this.#options;
    const [first] = trees;
    if (first !== undefined)
      notices.announce(
        trees.length === 1 ? `“${first.title}” was imported.` : `${trees.length} texts were imported.`,
      );
    if (refused.length > 0) {
      const sentence =
        refused.length === 1 ? 'A file was not imported.' : `${refused.length} files were not imported.`;
      notices.show({ sentence, detail: refused.map(({ reason }) => reason).join(' ') });
    }
    if (stopped) notices.announce('Stopped. The texts imported so far are in the archive.');
  }

  /**
   * Flushes the draft before the work, so that main has the whole text.
   * @param work resolves to an announcement, or null
   */
  async #withTree(work: (treeId: TreeId) => Promise<string | null>): Promise<void> {
    const { notices, findTree } = this.#options;
    const tree = findTree();
    if (tree === null) return;
    try {
      await tree.draft.flush();
      const message = await work(tree.treeId);
      if (message !== null) notices.announce(message);
    } catch (error) {
      notices.report(error);
    }
  }
}
