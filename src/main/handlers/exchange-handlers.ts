import { lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import type { ExportedPath } from '../../core/exchange/exported-path.ts';
import { fileNameOf, fileStemOf } from '../../core/exchange/file-name.ts';
import { writeHistory } from '../../core/history/write-history.ts';
import { countChapters } from '../../core/sections/sections.ts';
import { countWords } from '../../core/text/count-words.ts';
import { traceAsMarkdown, traceTitle } from '../../ui-text/trace-as-markdown.ts';
import { type FilePiece, writeFileAtomically } from '../exchange/write-file-atomically.ts';
import { type FolderFile, writeFolderAtomically } from '../exchange/write-folder-atomically.ts';
import type { FolderExport } from '../grove/reading/export-branches.ts';
import { PATH_ENDINGS, piecesOf } from '../grove/reading/export-path.ts';
import { previewExport, previewFolder } from '../grove/reading/export-preview.ts';
import { beginPartial } from '../store/connection/partial-file.ts';
import type { HandlersFor } from './access/caller.ts';
import { findAsked, findWritten, noteWritten } from './access/file-handles.ts';
import { runSteps, runStoppable, runStoppableStep, stop } from './access/run-stoppable.ts';
import { getGrove } from './grove-handlers.ts';
import { importAsked, importHistories, importTexts } from './import-texts.ts';

/** The amount of exported text. Of a conversation, its messages without names. */
function amountOf({ text, messages, marks }: ExportedPath) {
  const chapters = messages === null ? countChapters(text) : 0;
  return { words: countWords(text), chapters, suggestionsLeftOut: marks?.leftOut ?? 0 };
}

export const exchangeHandlers: HandlersFor<'exchange.'> = {
  'exchange.exportPath': async (input, caller) => {
    const { treeId, withFences, part, withNotes = false, withSuggestions = false, ...style } = input;
    const isWord = style.format === 'docx';
    const { path, fencesLeftOut } = getGrove(caller).exportPath(treeId, withFences, part, {
      notes: withNotes && isWord,
      suggestions: withSuggestions && isWord,
    });
    const file = await caller.chooseDestination(fileNameOf(path.title, PATH_ENDINGS[style.format]));
    if (file === null) return null;
    const progress = { kind: 'export', name: basename(file), share: null } as const;
    const isWhole = await runStoppableStep(caller, progress, (signal) =>
      writeExport(file, piecesOf(path, style), signal),
    );
    return isWhole === true
      ? { ...amountOf(path), fencesLeftOut, file: noteWritten(caller, file) }
      : 'stopped';
  },
  'exchange.preview': ({ treeId, withFences, part, format, preset }, caller) => {
    const grove = getGrove(caller);
    if (format === 'branches' || format === 'documents')
      return previewFolder(grove.exportFolder(format, treeId, withFences));
    const { path } = grove.exportPath(treeId, withFences);
    const shown = part === undefined ? path : grove.exportPath(treeId, withFences, part).path;
    return previewExport(path, shown, format, preset);
  },
  'exchange.exportPdf': async ({ treeId, withFences, formatMessages, part }, caller) => {
    const { path, fencesLeftOut } = getGrove(caller).exportPath(treeId, withFences, part);
    const file = await caller.chooseDestination(fileNameOf(path.title, 'pdf'));
    if (file === null) return null;
    const progress = { kind: 'export', name: basename(file), share: null } as const;
    const isWhole = await runStoppableStep(caller, progress, async (signal) => {
      const pdf = await unlessAborted(caller.pdfOfPage({ path, formatMessages }), signal);
      return writeExport(file, [pdf], signal);
    });
    return isWhole === true
      ? { ...amountOf(path), fencesLeftOut, file: noteWritten(caller, file) }
      : 'stopped';
  },
  'exchange.print': async ({ treeId, withFences, formatMessages }, caller) => {
    const { path, fencesLeftOut } = getGrove(caller).exportPath(treeId, withFences);
    return (await caller.printPage({ path, formatMessages }))
      ? { ...amountOf(path), fencesLeftOut, file: null }
      : null;
  },
  'exchange.exportFolder': async ({ treeId, kind, withFences }, caller) => {
    const exported = getGrove(caller).exportFolder(kind, treeId, withFences);
    const folder = await caller.chooseFolder();
    if (folder === null) return null;
    const target = freeName(folder, exported.title);
    const onProgress = (share: number) =>
      caller.notifyProgress({ kind: 'export', name: basename(target), share });
    const isWhole = await runStoppable(caller, (signal) =>
      writeFolder(target, exported, { signal, onProgress }),
    );
    return isWhole === true ? { texts: exported.count, file: noteWritten(caller, target) } : 'stopped';
  },
  'exchange.exportTree': async ({ treeId }, caller) => {
    const grove = getGrove(caller);
    const tree = grove.trees.list().find(({ id }) => id === treeId);
    if (tree === undefined) throw new AspenError('NOT_FOUND', `no tree ${treeId}`);
    const file = await caller.chooseDestination(fileNameOf(tree.title, 'json'));
    if (file === null) return 'dismissed';
    const name = basename(file);
    const isWhole = await runStoppable(caller, (signal) => {
      const onProgress = (share: number) => caller.notifyProgress({ kind: 'export', name, share });
      return writeExport(file, grove.exportTree(treeId, onProgress), signal);
    });
    return isWhole === true ? noteWritten(caller, file) : 'stopped';
  },
  'exchange.exportHistory': async ({ treeId, dimension }, caller) => {
    const grove = getGrove(caller);
    const tree = grove.trees.list().find(({ id }) => id === treeId);
    if (tree === undefined) throw new AspenError('NOT_FOUND', `no tree ${treeId}`);
    const file = await caller.chooseDestination(fileNameOf(tree.title, `${dimension}.json`));
    if (file === null) return 'dismissed';
    const isWhole = await runStoppable(caller, async (signal) => {
      const steps = grove.trees.exportHistory(treeId, dimension);
      const progress = { kind: 'export', name: basename(file) } as const;
      const history = await runSteps(steps, { grove, caller, signal, progress });
      return history !== null && writeExport(file, writeHistory(history), signal);
    });
    return isWhole === true ? noteWritten(caller, file) : 'stopped';
  },
  'exchange.exportTrace': async ({ treeId, format }, caller) => {
    const grove = getGrove(caller);
    const tree = grove.trees.list().find(({ id }) => id === treeId);
    if (tree === undefined) throw new AspenError('NOT_FOUND', `no tree ${treeId}`);
    const turns = grove.read.trace(treeId);
    const { agents } = grove.snapshot();
    const title = traceTitle(tree.title);
    const ending = format === 'json' ? 'json' : 'md';
    const file = await caller.chooseDestination(fileNameOf(title, ending));
    if (file === null) return null;
    const exported = turns.map((turn) => ({
      ...turn,
      agent: agents.find(({ id }) => id === turn.agentId)?.name ?? null,
    }));
    const text =
      format === 'json'
        ? `${JSON.stringify({ title: tree.title, turns: exported }, null, 2)}\n`
        : traceAsMarkdown(title, exported);
    return (await writeExport(file, [text])) ? noteWritten(caller, file) : null;
  },
  'exchange.importTexts': async (_input, caller) => {
    const grove = getGrove(caller);
    const files = await caller.chooseImports('texts');
    if (files.length === 0) return null;
    return runStoppable(caller, (signal) => importTexts({ grove, files, caller, signal }));
  },
  'exchange.importAs': async ({ handle, reading }, caller) => {
    const grove = getGrove(caller);
    const asked = findAsked(caller, handle);
    return runStoppable(caller, (signal) => importAsked(asked, reading, { grove, caller, signal }));
  },
  'exchange.importHistories': async (_input, caller) => {
    const grove = getGrove(caller);
    const files = await caller.chooseImports('histories');
    if (files.length === 0) return null;
    return runStoppable(caller, (signal) => importHistories({ grove, files, caller, signal }));
  },
  'exchange.showFile': ({ handle }, caller) => {
    caller.showInFolder(findWritten(caller, handle));
    return {};
  },
  'exchange.openFile': async ({ handle }, caller) => {
    await caller.openWithSystem(findWritten(caller, handle));
    return {};
  },
  'exchange.stop': (_input, caller) => {
    stop(caller);
    return {};
  },
};

/** Leaves work that cannot be stopped to itself once the signal aborts. @throws the reason of `signal` */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** A new folder's path, numbered if there is something of that name. */
function freeName(folder: string, title: string): string {
  const name = fileStemOf(title);
  for (let count = 1; ; count += 1) {
    const path = join(folder, count === 1 ? name : `${name} ${count}`);
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return path;
  }
}

interface FolderWriting {
  readonly signal: AbortSignal;
  /** Receives the share of the texts that is written, from 0 to 1. */
  onProgress(share: number): void;
}

/** Writes a new folder for other programs. @returns false when it was stopped @throws as `writeFolderAtomically` */
export function writeFolder(
  path: string,
  { files, count }: FolderExport,
  { signal, onProgress }: FolderWriting,
): Promise<boolean> {
  function* reported(): Generator<FolderFile> {
    let written = 0;
    for (const file of files) {
      onProgress(Math.min(1, written / count));
      yield file;
      written += 1;
    }
  }
  return writeFolderAtomically(path, reported(), { signal, begin: beginPartial });
}

/** Writes a file for other programs. @returns false when it was stopped @throws as `writeFileAtomically` */
export function writeExport(
  path: string,
  pieces: Iterable<FilePiece>,
  signal?: AbortSignal,
): Promise<boolean> {
  return writeFileAtomically(path, pieces, { signal, begin: beginPartial });
}
