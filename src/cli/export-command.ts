import { existsSync, lstatSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { AspenError } from '../core/errors.ts';
import type { BookPreset } from '../core/exchange/docx.ts';
import { exportsFences } from '../core/exchange/export-fences.ts';
import { countChapters } from '../core/sections/sections.ts';
import { countWords } from '../core/text/count-words.ts';
import type { LoomTree } from '../core/tree/loom-tree.ts';
import type { FolderKind, PathFormat } from '../ipc/wire/exchange.ts';
import type { FilePiece } from '../main/exchange/write-file-atomically.ts';
import { type ExportStyle, piecesOf } from '../main/grove/reading/export-path.ts';
import type { WantedMarks } from '../main/grove/reading/read-marks.ts';
import { writeExport, writeFolder } from '../main/handlers/exchange-handlers.ts';
import {
  NO_ROOM_FOR_OUT,
  needsFolder,
  needsOut,
  noFolder,
  ONLY_WORD_HAS_MARKS,
  outExists,
  outIsFolder,
  unknownFormat,
  unknownPreset,
  wrote,
} from '../ui-text/cli/sentences.ts';
import { folderExists, suggestionsLeftOut, TASKS } from '../ui-text/exchange.ts';
import { fencesLeftOut } from '../ui-text/history/fences.ts';
import {
  type CommandContext,
  DATA_OPTION,
  EXIT,
  oneGrove,
  parseCommand,
  UsageError,
} from './command-context.ts';
import { findTree } from './find-tree.ts';
import { type GroveToRead, readGrove } from './read-grove.ts';

/** The formats by their names here; null for the whole tree. */
const FORMATS: ReadonlyMap<string, PathFormat | null> = new Map([
  ['md', 'markdown'],
  ['annotated', 'annotated'],
  ['txt', 'typed'],
  ['plain', 'plainText'],
  ['html', 'html'],
  ['epub', 'epub'],
  ['docx', 'docx'],
  ['json', null],
]);

/** The formats that are folders. */
const FOLDERS: ReadonlyMap<string, FolderKind> = new Map([
  ['branches', 'branches'],
  ['vault', 'documents'],
]);

/** The looks of a Word document; the first is the default. */
const PRESETS = ['manuscript', 'book', 'plain'] as const satisfies readonly BookPreset[];

/** An export and its amount. */
interface Exported {
  readonly title: string;
  readonly pieces: Iterable<FilePiece>;
  /** For JSON: the words and the chapters of a text. */
  readonly amount: { readonly words?: number; readonly chapters?: number };
  readonly remarks: readonly string[];
}

/** `aspen export`: a tree's text, or the whole tree, for other programs. */
export async function exportCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseCommand(args, {
    ...DATA_OPTION,
    tree: { type: 'string' },
    format: { type: 'string' },
    out: { type: 'string' },
    preset: { type: 'string' },
    'with-notes': { type: 'boolean', default: false },
    'with-suggestions': { type: 'boolean', default: false },
    force: { type: 'boolean', default: false },
  });
  const path = oneGrove(positionals);
  const { terminal, signal } = context;
  const out = values.out === undefined ? null : resolve(values.out);
  const name = values.format ?? formatOfName(out);
  const folder = FOLDERS.get(name);
  if (folder !== undefined) {
    if (out === null) throw new UsageError(needsFolder(name));
    if (values.preset !== undefined) throw new UsageError(unknownPreset(values.preset));
    return exportFolder(path, { ...values, kind: folder, name, out }, context);
  }
  const format = FORMATS.get(name);
  if (format === undefined) throw new UsageError(unknownFormat(name));
  const preset = PRESETS.find((one) => one === values.preset);
  if (values.preset !== undefined && (preset === undefined || format !== 'docx'))
    throw new UsageError(unknownPreset(values.preset));
  const marks = { notes: values['with-notes'], suggestions: values['with-suggestions'] };
  if ((marks.notes || marks.suggestions) && format !== 'docx') throw new UsageError(ONLY_WORD_HAS_MARKS);
  if (out !== null) requireFree(out, values.force);
  else if (values.json && (format === 'epub' || format === 'docx')) throw new UsageError(needsOut(name));
  await readGrove(path, values.data, context, async (read) => {
    const { id, title } = findTree(read.grove.trees.list(), values.tree);
    const onProgress = (share: number) => terminal.showProgress(TASKS.export.doing, title, share);
    const exported =
      format === null
        ? { title, pieces: read.grove.exportTree(id, onProgress), amount: {}, remarks: [] }
        : exportText(read, id, { format, preset }, marks);
    const { pieces, amount } = exported;
    if (out !== null) await writeOut(out, pieces, values.force, signal);
    const result = { title, format: name, ...amount };
    if (out === null && (!values.json || format === null)) await terminal.writeAll(pieces, signal);
    else if (out === null) await terminal.writeJson({ ...result, text: [...pieces].join('') });
    else if (values.json) await terminal.writeJson({ ...result, file: out });
    for (const remark of exported.remarks) terminal.say(remark);
    if (out !== null) terminal.say(wrote(out));
  });
  return EXIT.ok;
}

interface FolderToWrite {
  readonly kind: FolderKind;
  /** As the writer wrote the format. */
  readonly name: string;
  readonly out: string;
  readonly tree?: string | undefined;
  readonly data?: string | undefined;
  readonly json: boolean;
}

async function exportFolder(
  path: string,
  { kind, name, out, tree, data, json }: FolderToWrite,
  context: CommandContext,
): Promise<number> {
  const { terminal, signal } = context;
  if (!existsSync(dirname(out))) throw new AspenError('INVALID_ARGUMENT', noFolder(dirname(out)));
  if (lstatSync(out, { throwIfNoEntry: false }) !== undefined)
    throw new AspenError('INVALID_ARGUMENT', folderExists(basename(out)));
  await readGrove(path, data, context, async ({ grove, preferences }) => {
    const trees = grove.trees.list();
    // Documents are those of the whole grove.
    const treeId = kind === 'documents' ? grove.snapshot().openTreeId : findTree(trees, tree).id;
    const withFences = exportsFences(preferences.exportedFences, true);
    const exported = grove.exportFolder(kind, treeId, withFences);
    const { title, count } = exported;
    const onProgress = (share: number) => terminal.showProgress(TASKS.export.doing, title, share);
    await writing(() => writeFolder(out, exported, { signal, onProgress }), signal);
    if (json) await terminal.writeJson({ title, format: name, texts: count, folder: out });
    terminal.say(wrote(out));
  });
  return EXIT.ok;
}

/** The format that a file's name asks for. */
function formatOfName(out: string | null): string {
  const ending = out === null ? '' : extname(out).slice(1).toLowerCase();
  return FORMATS.has(ending) ? ending : 'md';
}

/** Refuses before any work what would be refused after it. @throws {AspenError} INVALID_ARGUMENT */
export function requireFree(out: string, mayReplace: boolean): void {
  const stats = lstatSync(out, { throwIfNoEntry: false });
  if (stats === undefined && !existsSync(dirname(out)))
    throw new AspenError('INVALID_ARGUMENT', noFolder(dirname(out)));
  if (stats?.isDirectory() === true) throw new AspenError('INVALID_ARGUMENT', outIsFolder(basename(out)));
  if (stats !== undefined && !mayReplace) throw new AspenError('INVALID_ARGUMENT', outExists(basename(out)));
}

function exportText(
  { grove, preferences }: GroveToRead,
  treeId: LoomTree['id'],
  form: Pick<ExportStyle, 'format' | 'preset'>,
  marks: WantedMarks,
): Exported {
  const { exportedFences, exportedNames: names, formatMessages } = preferences;
  const { format } = form;
  const withFences = exportsFences(
    exportedFences,
    format !== null && ['markdown', 'annotated', 'typed'].includes(format),
  );
  const { path, fencesLeftOut: leftOut } = grove.exportPath(treeId, withFences, undefined, marks);
  const suggestions = path.marks?.leftOut ?? 0;
  return {
    title: path.title,
    pieces: piecesOf(path, { ...form, names, formatMessages }),
    amount: {
      words: countWords(path.text),
      chapters: path.messages === null ? countChapters(path.text) : 0,
    },
    remarks: [
      ...(leftOut === 0 ? [] : [fencesLeftOut(leftOut)]),
      ...(suggestions === 0 ? [] : [suggestionsLeftOut(suggestions)]),
    ],
  };
}

/** @throws {AspenError} why it was not written; the reason of `signal` */
export async function writeOut(
  out: string,
  pieces: Iterable<FilePiece>,
  mayReplace: boolean,
  signal: AbortSignal,
): Promise<void> {
  await writing(async () => {
    // Somebody may have made it in the meantime.
    requireFree(out, mayReplace);
    await writeExport(out, pieces, signal);
  }, signal);
}

/** @throws {AspenError} why it was not written; the reason of `signal` */
async function writing(write: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof AspenError)) throw error;
    if (error.code === 'DISK_FULL')
      throw new AspenError('INVALID_ARGUMENT', NO_ROOM_FOR_OUT, { cause: error });
    // Its sentence would be about a grove, its detail is about the file.
    throw error.code === 'IO_ERROR'
      ? new AspenError('INVALID_ARGUMENT', error.detail, { cause: error })
      : error;
  }
  signal.throwIfAborted();
}
