import { exportsFences } from '../../../core/exchange/export-fences.ts';
import type { Dimension } from '../../../core/history/history.ts';
import type { TreeId } from '../../../core/ids.ts';
import { cutText } from '../../../core/text/limits.ts';
import type { Preferences } from '../../../ipc/preferences.ts';
import type {
  ExchangeProgress,
  ExportedTree,
  ExportPreview,
  FolderKind,
  ImportQuestion,
  ImportReport,
  KeptExport,
  PathExport,
  PathFormat,
  StoryPart,
  WritingOutcome,
} from '../../../ipc/wire/exchange.ts';
import { suggestionsLeftOut as saysSuggestionsLeftOut } from '../../../ui-text/exchange.ts';
import { fencesLeftOut as saysFencesLeftOut } from '../../../ui-text/history/fences.ts';
import {
  filesNotImported,
  folderExported,
  historyExported,
  IMPORT_STOPPED,
  NOTHING_WRITTEN,
  textExported,
  textPrinted,
  textsImported,
  treeExported,
} from '../../../ui-text/window/notices.ts';
import type { Client } from '../../client.ts';
import { type Notices, tellWritten } from '../notices.ts';
import { createStore, readableOf, type Store } from '../store.ts';

export type { ExchangeProgress, ExportPreview, ImportQuestion };

/** A file of the text, or a folder of several. */
export type ExportFormat = PathFormat | 'pdf' | FolderKind;

/** The words that were selected in a story when its export was opened. */
export interface ExportSelection {
  /** In UTF-16 code units of the text on the screen. */
  readonly from: number;
  readonly text: string;
}

/** The choices of an export. */
export interface ExportChoice extends KeptExport {
  /** It goes out instead of chapters or the whole text; null for these. */
  readonly selection: ExportSelection | null;
}

const USUAL_CHOICE: ExportChoice = {
  format: 'docx',
  preset: 'manuscript',
  withNotes: false,
  withSuggestions: false,
  chapters: [],
  selection: null,
};

/** The most trees whose choices are kept, and chapters of one, as `ipc/preferences-schema.ts` allows. */
const MAX_KEPT = 200;
const MAX_CHAPTERS = 100;

/** UTF-16 code units of a selection by which it is checked. */
const BEGINNING = 100;

/** Returns true for a format that is a folder. */
export function isFolder(format: ExportFormat): format is FolderKind {
  return format === 'branches' || format === 'documents';
}

/** Progress is shown after this, so that short work shows none. Milliseconds. */
const SHOW_AFTER = 300;

export interface ExchangeSessionOptions {
  readonly client: Pick<Client, 'call'>;
  readonly notices: Notices;
  readonly preferences: Store<
    Pick<Preferences, 'exportedFences' | 'exportedNames' | 'exports' | 'formatMessages'>
  >;
  setPreferences(patch: Pick<Preferences, 'exports'>): void;
  /** The tree on the screen; null for none. */
  findTree(): { readonly treeId: TreeId; readonly draft: { flush(): Promise<void> } } | null;
}

/** Undefined for the whole text. */
function partOf({ chapters, selection }: ExportChoice): StoryPart | undefined {
  if (selection === null) return chapters.length === 0 ? undefined : { kind: 'chapters', chapters };
  const { from, text } = selection;
  return { kind: 'selection', from, to: from + text.length, beginning: cutText(text, BEGINNING) };
}

/** Exports, printing and imports. Main asks for the files and does the work. */
export function createExchangeSession(options: ExchangeSessionOptions) {
  const { client, notices, findTree, preferences } = options;
  const shownProgress = createStore<ExchangeProgress | null>(null);
  /** As main last sent it. */
  let latest: ExchangeProgress | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const asked = createStore<ImportQuestion | null>(null);
  /** The files to ask about after that. */
  let questions: readonly ImportQuestion[] = [];

  /** @param exported null if the writer cancelled */
  function tellExported(exported: PathExport | null): void {
    if (exported === null) return;
    const { file, fencesLeftOut, suggestionsLeftOut, ...amount } = exported;
    const sentence = [
      file === null ? textPrinted(amount) : textExported(amount, file.name),
      ...(fencesLeftOut === 0 ? [] : [saysFencesLeftOut(fencesLeftOut)]),
      ...(suggestionsLeftOut === 0 ? [] : [saysSuggestionsLeftOut(suggestionsLeftOut)]),
    ].join(' ');
    if (file === null) notices.tell(sentence);
    else tellWritten(options, sentence, file, true);
  }

  function tellOutcome(outcome: WritingOutcome, describe: (fileName: string) => string): void {
    if (outcome === 'stopped') notices.tell(NOTHING_WRITTEN);
    if (typeof outcome === 'object') tellWritten(options, describe(outcome.name), outcome, true);
  }

  async function importFiles(request: 'exchange.importTexts' | 'exchange.importHistories'): Promise<void> {
    await notices.attempt(async () => {
      const report = await client.call(request, {});
      if (report === null) return;
      showReport(report);
      questions = report.questions;
      askNext();
    });
  }

  function askNext(): void {
    const [next = null, ...rest] = questions;
    questions = rest;
    asked.set(next);
  }

  /** As the writer has set it. */
  function exportSettings(treeId: TreeId, format: ExportFormat | 'print'): ExportedTree {
    const { exportedFences, formatMessages } = preferences.get();
    const hasMarks =
      format === 'typed' ||
      format === 'markdown' ||
      format === 'annotated' ||
      (format !== 'print' && isFolder(format));
    return { treeId, withFences: exportsFences(exportedFences, hasMarks), formatMessages };
  }

  async function exportChosen(treeId: TreeId, choice: ExportChoice): Promise<void> {
    const { format, preset, withNotes, withSuggestions } = choice;
    if (isFolder(format)) return exportFolder(treeId, choice, format);
    const part = partOf(choice);
    const exported = exportSettings(treeId, format);
    const { exportedNames: names } = preferences.get();
    const outcome =
      format === 'pdf'
        ? await client.call('exchange.exportPdf', { ...exported, part })
        : await client.call('exchange.exportPath', {
            ...exported,
            names,
            format,
            preset,
            withNotes,
            withSuggestions,
            part,
          });
    if (outcome === 'stopped') notices.tell(NOTHING_WRITTEN);
    else if (outcome !== null) {
      keep(treeId, choice);
      tellExported(outcome);
    }
  }

  async function exportFolder(treeId: TreeId, choice: ExportChoice, kind: FolderKind): Promise<void> {
    const { withFences } = exportSettings(treeId, kind);
    const outcome = await client.call('exchange.exportFolder', { treeId, withFences, kind });
    if (outcome === 'stopped') notices.tell(NOTHING_WRITTEN);
    else if (outcome !== null) {
      keep(treeId, choice);
      tellWritten(options, folderExported(kind, outcome.texts, outcome.file.name), outcome.file, true);
    }
  }

  /** A selection is gone the next time, and too many chapters are not kept: then the page asks again. */
  function keep(treeId: TreeId, { selection, ...choice }: ExportChoice): void {
    if (selection !== null) return;
    const { [treeId]: _, ...others } = preferences.get().exports;
    const kept = Object.fromEntries(Object.entries(others).slice(1 - MAX_KEPT));
    const isKept = choice.chapters.length <= MAX_CHAPTERS;
    options.setPreferences({ exports: isKept ? { ...kept, [treeId]: choice } : kept });
  }

  function showReport({ trees, remarks, refused, stopped }: ImportReport): void {
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
  async function withTree(work: (treeId: TreeId) => Promise<void>): Promise<void> {
    const tree = findTree();
    if (tree === null) return;
    await notices.attempt(async () => {
      await tree.draft.flush();
      await work(tree.treeId);
    });
  }

  return {
    /** Work that has taken longer than `SHOW_AFTER`; null for none. */
    progress: readableOf(shownProgress),
    /** The file that the writer is asked about before it is imported; null for none. */
    question: readableOf(asked),

    /** True while any work is in progress. */
    get isRunning(): boolean {
      return latest !== null;
    },

    onProgress(progress: ExchangeProgress | null): void {
      latest = progress;
      if (progress === null) {
        clearTimeout(timer);
        timer = undefined;
        shownProgress.set(null);
      } else if (shownProgress.get() !== null) shownProgress.set(progress);
      else timer ??= setTimeout(() => shownProgress.set(latest), SHOW_AFTER);
    },

    /** Exports the whole text, or a folder, as the usual choices are. */
    exportAs(format: ExportFormat): Promise<void> {
      return withTree((treeId) => exportChosen(treeId, { ...USUAL_CHOICE, format }));
    },

    /** The choices with which the tree was last exported; otherwise the usual ones. */
    choiceOf(treeId: TreeId): ExportChoice {
      const kept = preferences.get().exports[treeId];
      return kept === undefined ? USUAL_CHOICE : { ...kept, selection: null };
    },

    /** Returns true if choices are kept with which the tree was exported. */
    wasExported(treeId: TreeId): boolean {
      return preferences.get().exports[treeId] !== undefined;
    },

    exportChosen(choice: ExportChoice): Promise<void> {
      return withTree((treeId) => exportChosen(treeId, choice));
    },

    /** The beginning of what `exportChosen` would write. @throws {AspenError} as the request */
    async preview(treeId: TreeId, choice: ExportChoice): Promise<ExportPreview> {
      const { format, preset } = choice;
      await findTree()?.draft.flush();
      const exported = exportSettings(treeId, format);
      return client.call('exchange.preview', { ...exported, format, preset, part: partOf(choice) });
    },

    print(): Promise<void> {
      return withTree(async (treeId) => {
        const exported = exportSettings(treeId, 'print');
        tellExported(await client.call('exchange.print', exported));
      });
    },

    /** Writes the whole tree as JSON. */
    exportTree(): Promise<void> {
      return withTree(async (treeId) => {
        const outcome = await client.call('exchange.exportTree', { treeId });
        tellOutcome(outcome, treeExported);
      });
    },

    /** Writes the layers of the writer's path in a dimension. */
    exportHistory(dimension: Dimension): Promise<void> {
      return withTree(async (treeId) => {
        const outcome = await client.call('exchange.exportHistory', { treeId, dimension });
        tellOutcome(outcome, historyExported);
      });
    },

    /** Imports each text file the writer chooses as a tree. */
    importTexts(): Promise<void> {
      return importFiles('exchange.importTexts');
    },

    /** Imports each file of a history the writer chooses as a tree. */
    importHistories(): Promise<void> {
      return importFiles('exchange.importHistories');
    },

    /**
     * Answers the question, and asks the next one.
     * @param reading the one of the question's readings that is right; null if the file is not to be imported
     */
    async decide(reading: number | null): Promise<void> {
      const question = asked.get();
      if (question === null) return;
      asked.set(null);
      try {
        if (reading !== null) {
          const report = await client.call('exchange.importAs', { handle: question.handle, reading });
          if (report !== null) showReport(report);
        }
      } catch (error) {
        notices.report(error);
      }
      askNext();
    },

    /** Stops the work in progress. */
    async stop(): Promise<void> {
      await notices.attempt(client.call('exchange.stop', {}));
    },
  };
}

export type ExchangeSession = ReturnType<typeof createExchangeSession>;
