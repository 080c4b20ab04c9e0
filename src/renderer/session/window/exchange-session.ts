import type { Dimension } from '../../../core/history/history.ts';
import type { TreeId } from '../../../core/ids.ts';
import type { Preferences } from '../../../ipc/preferences.ts';
import type {
  ExchangeProgress,
  ExportedTree,
  ImportQuestion,
  ImportReport,
  PathExport,
  PathFormat,
  WritingOutcome,
} from '../../../ipc/wire/exchange.ts';
import { fencesLeftOut as saysFencesLeftOut } from '../../../ui-text/history/fences.ts';
import {
  filesNotImported,
  historyExported,
  IMPORT_STOPPED,
  NOTHING_WRITTEN,
  textExported,
  textPrinted,
  textsImported,
  treeExported,
} from '../../../ui-text/window/notices.ts';
import type { Client } from '../../client.ts';
import type { Notices } from '../notices.ts';
import { createStore, type Store } from '../store.ts';
import { tellWritten } from '../written-file.ts';

export type { ExchangeProgress, ImportQuestion };

/** Progress is shown after this, so that short work shows none. Milliseconds. */
const SHOW_AFTER = 300;

export interface ExchangeSessionOptions {
  readonly client: Pick<Client, 'call'>;
  readonly notices: Notices;
  readonly preferences: Store<Pick<Preferences, 'exportedFences' | 'exportedNames' | 'formatMessages'>>;
  /** The tree on the screen; null for none. */
  findTree(): { readonly treeId: TreeId; readonly draft: { flush(): Promise<void> } } | null;
}

/** Exports, printing and imports. Main asks for the files and does the work. */
export class ExchangeSession {
  readonly #options: ExchangeSessionOptions;
  readonly #progress = createStore<ExchangeProgress | null>(null);
  /** Work that has taken longer than `SHOW_AFTER`; null for none. */
  readonly progress: Store<ExchangeProgress | null> = this.#progress;
  /** As main last sent it. */
  #latest: ExchangeProgress | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #question = createStore<ImportQuestion | null>(null);
  /** The file that the writer is asked about before it is imported; null for none. */
  readonly question: Store<ImportQuestion | null> = this.#question;
  /** The files to ask about after that. */
  #questions: readonly ImportQuestion[] = [];

  constructor(options: ExchangeSessionOptions) {
    this.#options = options;
  }

  /** True while any work is in progress. */
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
      const { exportedNames: names } = this.#options.preferences.get();
      const how = { ...this.#exported(treeId, format), names, format };
      this.#tellExported(await this.#options.client.call('exchange.exportPath', how));
    });
  }

  exportPdf(): Promise<void> {
    return this.#withTree(async (treeId) => {
      const exported = this.#exported(treeId, 'pdf');
      this.#tellExported(await this.#options.client.call('exchange.exportPdf', exported));
    });
  }

  print(): Promise<void> {
    return this.#withTree(async (treeId) => {
      const exported = this.#exported(treeId, 'print');
      this.#tellExported(await this.#options.client.call('exchange.print', exported));
    });
  }

  /** Writes the whole tree as JSON. */
  exportTree(): Promise<void> {
    return this.#withTree(async (treeId) => {
      const outcome = await this.#options.client.call('exchange.exportTree', { treeId });
      this.#tellOutcome(outcome, treeExported);
    });
  }

  /** Writes the layers of the writer's path in a dimension. */
  exportHistory(dimension: Dimension): Promise<void> {
    return this.#withTree(async (treeId) => {
      const outcome = await this.#options.client.call('exchange.exportHistory', { treeId, dimension });
      this.#tellOutcome(outcome, historyExported);
    });
  }

  /** @param exported null if the writer cancelled */
  #tellExported(exported: PathExport | null): void {
    if (exported === null) return;
    const { file, fencesLeftOut, ...amount } = exported;
    const done = file === null ? textPrinted(amount) : textExported(amount, file.name);
    const sentence = fencesLeftOut === 0 ? done : `${done} ${saysFencesLeftOut(fencesLeftOut)}`;
    if (file === null) this.#options.notices.tell(sentence);
    else tellWritten(this.#options, sentence, file, true);
  }

  #tellOutcome(outcome: WritingOutcome, describe: (fileName: string) => string): void {
    if (outcome === 'stopped') this.#options.notices.tell(NOTHING_WRITTEN);
    if (typeof outcome === 'object') tellWritten(this.#options, describe(outcome.name), outcome, true);
  }

  /** Imports each text file the writer chooses as a tree. */
  importTexts(): Promise<void> {
    return this.#import('exchange.importTexts');
  }

  /** Imports each file of a history the writer chooses as a tree. */
  importHistories(): Promise<void> {
    return this.#import('exchange.importHistories');
  }

  async #import(request: 'exchange.importTexts' | 'exchange.importHistories'): Promise<void> {
    const { client, notices } = this.#options;
    await notices.attempt(async () => {
      const report = await client.call(request, {});
      if (report === null) return;
      this.#showReport(report);
      this.#questions = report.questions;
      this.#askNext();
    });
  }

  #askNext(): void {
    const [next = null, ...rest] = this.#questions;
    this.#questions = rest;
    this.#question.set(next);
  }

  /**
   * Answers the question, and asks the next one.
   * @param reading the one of the question's readings that is right; null if the file is not to be imported
   */
  async decide(reading: number | null): Promise<void> {
    const question = this.#question.get();
    if (question === null) return;
    this.#question.set(null);
    const { client, notices } = this.#options;
    try {
      if (reading !== null) {
        const report = await client.call('exchange.importAs', { handle: question.handle, reading });
        if (report !== null) this.#showReport(report);
      }
    } catch (error) {
      notices.report(error);
    }
    this.#askNext();
  }

  /** Stops the work in progress. */
  async stop(): Promise<void> {
    await this.#options.notices.attempt(this.#options.client.call('exchange.stop', {}));
  }

  /** As the writer has set it. */
  #exported(treeId: TreeId, format: PathFormat | 'pdf' | 'print'): ExportedTree {
    const { exportedFences, formatMessages } = this.#options.preferences.get();
    const hasMarks = format === 'markdown' || format === 'typed';
    const withFences = exportedFences === 'always' || (exportedFences === 'markdown' && hasMarks);
    return { treeId, withFences, formatMessages };
  }

  #showReport({ trees, remarks, refused, stopped }: ImportReport): void {
    const { notices } = this.#options;
    const [first] = trees;
    if (first !== undefined) {
      const sentence = textsImported(trees.length, first.title);
      const detail = remarks.join(' ');
      // Remarks on a text must not disappear before they are read.
      notices.show({
        sentence,
        detail,
        isDone: true,
        stays: detail !== '',
        spoken: `${sentence} ${detail}`.trim(),
      });
    }
    if (refused.length > 0) {
      const detail = refused.map(({ reason }) => reason).join(' ');
      notices.show({ sentence: filesNotImported(refused.length), detail });
    }
    if (stopped) notices.tell(IMPORT_STOPPED);
  }

  /** Flushes the draft before the work, so that main has the whole text. */
  async #withTree(work: (treeId: TreeId) => Promise<void>): Promise<void> {
    const { notices, findTree } = this.#options;
    const tree = findTree();
    if (tree === null) return;
    await notices.attempt(async () => {
      await tree.draft.flush();
      await work(tree.treeId);
    });
  }
}
