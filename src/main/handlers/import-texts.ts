import { basename, extname } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import { readAnnotations } from '../../core/exchange/annotations.ts';
import { manuscriptOfMarkdown } from '../../core/exchange/manuscript-markdown.ts';
import { noteMarks } from '../../core/exchange/recognise-file.ts';
import { normaliseForeignText, normaliseText } from '../../core/text/normalise.ts';
import type { LoomTree } from '../../core/tree/loom-tree.ts';
import type { ImportReport } from '../../ipc/wire/exchange.ts';
import {
  authorsAreText,
  badBytes,
  ENCODING_NAMES,
  historyTooLarge,
  looksLike,
  notAHistory,
  noteMarksAreText,
} from '../../ui-text/exchange.ts';
import { previewsOf, readImport } from '../exchange/read-import.ts';
import {
  BOOK,
  type DecodedText,
  decodeAs,
  type FileLimit,
  readBytes,
  readTextFile,
} from '../exchange/read-text-file.ts';
import type { OpenGrove } from '../grove/open-grove.ts';
import { type AskedImport, noteAsked } from './access/file-handles.ts';
import { type Progressing, runSteps } from './access/run-stoppable.ts';

/**
 * Imports files of text, each as a tree; those that the writer has to decide about are left out and asked about.
 * @throws {AspenError} what the store throws
 */
export async function importTexts(options: Omit<FilesToImport, 'begin'>): Promise<ImportReport> {
  const { grove, caller } = options;
  const remarks: string[] = [];
  const asked: { readonly one: AskedImport; readonly question: Omit<Question, 'handle'> }[] = [];
  const begin = async (path: string) => {
    const name = basename(path);
    const bytes = await readBytes(path, BOOK);
    const reading = readImport(bytes, name);
    if (reading.kind === 'text') return beginText(grove, path, reading.decoded, true, remarks);
    const { encodings, save } = reading;
    const previews = previewsOf(bytes, encodings);
    const readings = encodings.map((encoding, index) => ({
      encoding: ENCODING_NAMES[encoding],
      lines: previews[index] ?? '',
    }));
    asked.push({
      one: { path, encodings, isSave: save !== null },
      question: { name, looksLike: save === null ? null : looksLike(name, save), readings },
    });
    return null;
  };
  const imported = await importFiles({ ...options, begin });
  const kept = imported.stopped ? [] : asked;
  const handles = noteAsked(
    caller,
    kept.map(({ one }) => one),
  );
  const questions = kept.map(({ question }, index) => ({ ...question, handle: handles[index] ?? 0 }));
  return { ...imported, remarks, questions };
}

type Question = ImportReport['questions'][number];

/**
 * Imports a file as the writer has decided.
 * @param reading which of its encodings is right
 * @throws {AspenError} INVALID_ARGUMENT for a reading that was not offered; what the store throws
 */
export async function importAsked(
  { path, encodings, isSave }: AskedImport,
  reading: number,
  options: Omit<FilesToImport, 'files' | 'begin'>,
): Promise<ImportReport> {
  const encoding = encodings[reading];
  if (encoding === undefined) throw new AspenError('INVALID_ARGUMENT', `no reading ${reading}`);
  const remarks: string[] = [];
  const begin = async () => {
    const decoded = decodeAs(await readBytes(path, BOOK), encoding);
    return beginText(options.grove, path, decoded, !isSave, remarks);
  };
  return { ...(await importFiles({ ...options, files: [path], begin })), remarks, questions: [] };
}

/** @param remarks what the writer should know is added to these */
function beginText(
  grove: OpenGrove,
  path: string,
  { text: decoded, bad, badLines }: DecodedText,
  isWriters: boolean,
  remarks: string[],
): Generator<number, LoomTree> {
  const ending = extname(path);
  const annotations = readAnnotations(normaliseText(decoded));
  const authors = annotations.kind === 'read' ? annotations.authors : [];
  const foreign = normaliseForeignText(annotations.kind === 'read' ? annotations.text : decoded);
  // The places of authors are those in the text as it is.
  const isMarkdown = authors.length === 0 && /^\.(?:md|markdown)$/i.test(ending);
  const text = isMarkdown ? manuscriptOfMarkdown(foreign) : foreign;
  if (annotations.kind === 'changed') remarks.push(authorsAreText(basename(path)));
  if (bad > 0) remarks.push(badBytes(basename(path), bad, badLines));
  const marks = noteMarks(text);
  if (isWriters && (marks.frontMatter !== null || marks.links > 0))
    remarks.push(noteMarksAreText(basename(path), marks));
  return grove.trees.importText({ name: basename(path, ending), text, isWriters, authors });
}

/** 100 MiB. */
const HISTORY: FileLimit = { bytes: 100 * 2 ** 20, refusal: historyTooLarge };

/**
 * Imports files of histories, each as a tree with a time line.
 * @throws {AspenError} what the store throws
 */
export async function importHistories(options: Omit<FilesToImport, 'begin'>): Promise<ImportReport> {
  const begin = async (file: string) => options.grove.trees.importHistory(await readTextFile(file, HISTORY));
  return { ...(await importFiles({ ...options, begin, toReason: notAHistory })), remarks: [], questions: [] };
}

/** Files to be imported, each as a tree. */
interface FilesToImport {
  readonly grove: OpenGrove;
  readonly files: readonly string[];
  readonly caller: Progressing;
  readonly signal: AbortSignal;
  /**
   * Reads a file and returns the steps of its import, which yield the share that is done, from 0 to 1; null if the writer
   * has to be asked about it first.
   * @throws {AspenError} why the file is refused
   */
  begin(file: string): Promise<Generator<number, LoomTree> | null>;
  /** A sentence for a fault, INVALID_ARGUMENT, that the steps find before they write anything. Without it, none is expected. */
  readonly toReason?: (fileName: string, fault: string) => string;
}

type ImportedFiles = Omit<ImportReport, 'remarks' | 'questions'>;

/**
 * Imports files one after another, skipping those that are refused, and shows the last imported tree.
 * @throws {AspenError} what the store throws
 */
async function importFiles(options: FilesToImport): Promise<ImportedFiles> {
  const { grove } = options;
  const trees: LoomTree[] = [];
  try {
    return await importInto(trees, options);
  } finally {
    const last = trees.at(-1);
    if (last !== undefined && grove.isOpen) grove.showImported(last.id);
  }
}

async function importInto(trees: LoomTree[], options: FilesToImport): Promise<ImportedFiles> {
  const { files, caller } = options;
  const refused: { name: string; reason: string }[] = [];
  for (const file of files) {
    const name = basename(file);
    caller.notifyProgress({ kind: 'import', name, share: 0 });
    const steps = await options.begin(file).catch((error: unknown) => {
      if (!(error instanceof AspenError)) throw error;
      refused.push({ name, reason: error.detail });
    });
    if (steps === undefined || steps === null) continue;
    try {
      const tree = await runSteps(steps, { ...options, progress: { kind: 'import', name } });
      if (tree === null) return { trees, refused, stopped: true };
      trees.push(tree);
    } catch (error) {
      const { toReason } = options;
      if (!(error instanceof AspenError) || error.code !== 'INVALID_ARGUMENT' || toReason === undefined)
        throw error;
      refused.push({ name, reason: toReason(name, error.detail) });
    }
  }
  return { trees, refused, stopped: false };
}
