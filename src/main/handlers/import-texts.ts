import { basename, extname } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import { manuscriptOfMarkdown } from '../../core/exchange/manuscript-markdown.ts';
import { noteMarks } from '../../core/exchange/note-marks.ts';
import { normaliseForeignText } from '../../core/text/normalise.ts';
import type { LoomTree } from '../../core/tree/loom-tree.ts';
import type { ImportReport } from '../../ipc/wire/exchange.ts';
import { ENCODING_NAMES } from '../../ui-text/encodings.ts';
import { badBytes, noteMarksAreText } from '../../ui-text/exchange.ts';
import { looksLike } from '../../ui-text/foreign-files.ts';
import { type DecodedText, decodeAs } from '../exchange/decode-text.ts';
import { previewsOf, readImport } from '../exchange/read-import.ts';
import { BOOK, readBytes } from '../exchange/read-text-file.ts';
import type { OpenGrove } from '../grove/open-grove.ts';
import { type AskedImport, noteAsked } from './access/asked-imports.ts';
import { type FilesToImport, importFiles } from './import-files.ts';

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
  const foreign = normaliseForeignText(decoded);
  const text = /^\.(?:md|markdown)$/i.test(ending) ? manuscriptOfMarkdown(foreign) : foreign;
  if (bad > 0) remarks.push(badBytes(basename(path), bad, badLines));
  const marks = noteMarks(text);
  if (isWriters && (marks.frontMatter !== null || marks.links > 0))
    remarks.push(noteMarksAreText(basename(path), marks));
  return grove.trees.importText({ name: basename(path, ending), text, isWriters });
}
