import { basename, extname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { AspenError } from '../../core/errors.ts';
import type { LoomTree } from '../../core/tree/loom-tree.ts';
import type { ImportReport } from '../../ipc/wire/exchange.ts';
import { traceAsMarkdown, traceTitle } from '../../ui-text/trace-as-markdown.ts';
import { readTextFile } from '../exchange/read-text-file.ts';
import type { TextToImport } from '../grove/import/import-text.ts';
import type { OpenGrove } from '../grove/open-grove.ts';
import { fileNameOf, PATH_ENDINGS, piecesOf } from '../grove/reading/export-path.ts';
import type { Caller } from './caller.ts';
import { getGrove } from './grove.ts';
import type { HandlersFor } from './handlers-for.ts';
import { runStoppable, stop } from './run-stoppable.ts';
import { writeExport } from './write-export.ts';

export const exchangeHandlers: HandlersFor<'exchange.'> = {
  'exchange.exportPath': async ({ treeId, format }, caller) => {
    const path = getGrove(caller).exportPath(treeId);
    const file = await caller.chooseDestination(fileNameOf(path.title, PATH_ENDINGS[format]));
    return file !== null && writeExport(file, piecesOf(path, format));
  },
  'exchange.exportPdf': async ({ treeId }, caller) => {
    const path = getGrove(caller).exportPath(treeId);
    const file = await caller.chooseDestination(fileNameOf(path.title, 'pdf'));
    return file !== null && writeExport(file, [await caller.pdfOfPage(path)]);
  },
  'exchange.print': ({ treeId }, caller) => caller.printPage(getGrove(caller).exportPath(treeId)),
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
    return isWhole === true ? 'done' : 'stopped';
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
    if (file === null) return false;
    const exported = turns.map((turn) => ({
      ...turn,
      agent: agents.find(({ id }) => id === turn.agentId)?.name ?? null,
    }));
    const text =
      format === 'json'
        ? `${JSON.stringify({ title: tree.title, turns: exported }, null, 2)}\n`
        : traceAsMarkdown(title, exported);
    return writeExport(file, [text]);
  },
  'exchange.importTexts': async (_input, caller) => {
    const grove = getGrove(caller);
    const files = await caller.chooseTextFiles();
    if (files.length === 0) return null;
    return runStoppable(caller, (signal) => importFiles(grove, files, caller, signal));
  },
  'exchange.stop': (_input, caller) => {
    stop(caller);
    return {};
  },
};

/** Imports files one after another, skipping those that are refused, and shows the last imported tree. */
async function importFiles(
  grove: OpenGrove,
  files: readonly string[],
  caller: Caller,
  signal: AbortSignal,
): Promise<ImportReport> {
  const trees: LoomTree[] = [];
  try {
    return await importInto(trees, grove, files, caller, signal);
  } finally {
    const last = trees.at(-1);
    if (last !== undefined && grove.isOpen) grove.showImported(last.id);
  }
}

async function importInto(
  trees: LoomTree[],
  grove: OpenGrove,
  files: readonly string[],
  caller: Caller,
  signal: AbortSignal,
): Promise<ImportReport> {
  const refused: { name: string; reason: string }[] = [];
  for (const file of files) {
    const name = basename(file);
    caller.notifyProgress({ kind: 'import', name, share: 0 });
    const text = await readTextFile(file).catch((error: unknown) => {
      if (!(error instanceof AspenError)) throw error;
      refused.push({ name, reason: error.detail });
    });
    if (text === undefined) continue;
    const onProgress = (share: number) => caller.notifyProgress({ kind: 'import', name, share });
    const tree = await importOne(grove, { name: basename(file, extname(file)), text }, onProgress, signal);
    if (tree === null) return { trees, refused, stopped: true };
    trees.push(tree);
  }
  return { trees, refused, stopped: false };
}

/** @returns null if the import was stopped */
async function importOne(
  grove: OpenGrove,
  text: TextToImport,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<LoomTree | null> {
  const steps = grove.trees.importText(text);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    onProgress(step.value);
    // Text that was typed in the meantime is saved between two steps.
    await setImmediate();
    if (signal.aborted || !grove.isOpen) return null;
  }
}
