import { lstatSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, resolve } from 'node:path';
import { AspenError } from '../core/errors.ts';
import type { ExchangeProgress, ImportQuestion, ImportReport } from '../ipc/wire/exchange.ts';
import type { OpenGrove } from '../main/grove/open-grove.ts';
import { identityOf } from '../main/grove/registry.ts';
import { findAsked } from '../main/handlers/access/file-handles.ts';
import { importAsked, importHistories, importTexts } from '../main/handlers/import-texts.ts';
import { requireOpenable } from '../main/probe/check-for-opening.ts';
import type { ResolvedFile } from '../main/store/connection/resolve-file.ts';
import {
  CHECKING,
  groveMissing,
  INTERRUPTED_IMPORT,
  importedAs,
  NAME_TEXTS,
  needsAsText,
  needsEncoding,
  noSuchEncoding,
  OPEN_IN_PROGRAM,
  openElsewhere,
} from '../ui-text/cli/sentences.ts';
import { TASKS } from '../ui-text/exchange.ts';
import { type CommandContext, DATA_OPTION, EXIT, parseCommand, UsageError } from './command-context.ts';
import { createCommandServices, dataFolderOf } from './command-services.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

const OPTIONS = {
  ...DATA_OPTION,
  create: { type: 'boolean', default: false },
  history: { type: 'boolean', default: false },
  encoding: { type: 'string' },
  'as-text': { type: 'boolean', default: false },
} as const;

type ImportOptions = ReturnType<typeof parseCommand<typeof OPTIONS>>['values'];

/** `aspen import`: makes a tree of each text, in a grove that is opened as the program opens it. */
export async function importCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseCommand(args, OPTIONS);
  const [path, ...texts] = positionals;
  if (path === undefined || texts.length === 0) throw new UsageError(NAME_TEXTS);
  const isNew = lstatSync(path, { throwIfNoEntry: false }) === undefined;
  if (isNew && !values.create) throw new AspenError('NOT_FOUND', groveMissing(basename(path)));
  const files = texts.map((text) => resolve(text));
  const report = await withGrove(path, isNew, values.data, context, (grove) =>
    importInto(grove, files, values, context),
  );
  const { terminal, signal } = context;
  if (isNew && report.trees.length === 0) rmSync(path, { force: true });
  if (report.stopped) terminal.say(INTERRUPTED_IMPORT);
  await show(report, values.json, context);
  signal.throwIfAborted();
  return report.refused.length === 0 ? EXIT.ok : EXIT.refused;
}

/**
 * Calls `use` with the grove at a path, checked and opened for writing.
 * @throws {AspenError} IN_USE while another process has it open; why it is not opened; what `use` throws
 */
function withGrove<T>(
  path: string,
  isNew: boolean,
  data: string | undefined,
  context: CommandContext,
  use: (grove: OpenGrove) => Promise<T>,
): Promise<T> {
  return withTemporaryFolder(async (folder) => {
    const { journal, marks, probe, registry } = createCommandServices(
      context,
      dataFolderOf(data, context),
      folder,
    );
    const check = async (file: ResolvedFile) => {
      const { terminal, signal } = context;
      terminal.showProgress(CHECKING, basename(file.given), null);
      const inspection = await probe.inspect(file, signal, { whole: true });
      requireOpenable(inspection, file);
      const unclosed = inspection.kind === 'sound' ? inspection.unclosed : null;
      if (unclosed !== null && unclosed.host !== hostname())
        throw new AspenError('IN_USE', openElsewhere(unclosed.host));
    };
    const file = registry.resolve(path);
    const identity = identityOf(file.real);
    try {
      // Mark it first: of two that start at once, neither then takes it for free.
      if (identity !== undefined) marks.add(identity);
      if (identity !== undefined && marks.isMarkedElsewhere(identity))
        throw new AspenError('IN_USE', OPEN_IN_PROGRAM);
      if (isNew) await (await registry.open(file, true, { isChecked: true })).close();
      return await registry.with(file.given, check, use);
    } finally {
      if (identity !== undefined) marks.remove(identity);
      await journal.close();
    }
  });
}

/** Imports the files, as far as nothing has to be decided about them. @throws {AspenError} what the store throws */
async function importInto(
  grove: OpenGrove,
  files: readonly string[],
  options: ImportOptions,
  { terminal, signal }: CommandContext,
): Promise<ImportReport> {
  const before = new Set(grove.trees.list().map(({ id }) => id));
  const caller = {
    notifyProgress: (progress: ExchangeProgress | null) => {
      if (progress !== null) terminal.showProgress(TASKS[progress.kind].doing, progress.name, progress.share);
    },
  };
  const parts: ImportReport[] = [];
  try {
    const how = { grove, caller, signal };
    const first = await (options.history ? importHistories : importTexts)({ ...how, files });
    parts.push(first);
    for (const question of first.questions) {
      const reading = readingOf(question, options);
      if (typeof reading === 'string')
        parts.push({ ...NOTHING, refused: [{ name: question.name, reason: reading }] });
      else parts.push(await importAsked(findAsked(caller, question.handle), reading, how));
    }
  } finally {
    const whole = new Set(parts.flatMap(({ trees }) => trees).map(({ id }) => id));
    for (const { id, title, archivedAt } of grove.trees.list())
      if (archivedAt !== null && !before.has(id) && !whole.has(id)) await grove.trees.delete(id, title);
  }
  return {
    trees: parts.flatMap(({ trees }) => trees),
    remarks: parts.flatMap(({ remarks }) => remarks),
    refused: parts.flatMap(({ refused }) => refused),
    questions: [],
    stopped: parts.some(({ stopped }) => stopped),
  };
}

const NOTHING: ImportReport = { trees: [], remarks: [], refused: [], questions: [], stopped: false };

/** The reading that the options choose, or why the file is not imported. */
function readingOf({ name, looksLike, readings }: ImportQuestion, options: ImportOptions): number | string {
  if (looksLike !== null && !options['as-text']) return needsAsText(looksLike);
  const names = readings.map(({ encoding }) => /\((.*)\)$/.exec(encoding)?.[1] ?? encoding);
  const { encoding } = options;
  if (readings.length === 1) return 0;
  if (encoding === undefined) return needsEncoding(name, names.slice(0, 2));
  const chosen = names.findIndex((each) => plainName(each) === plainName(encoding));
  return chosen < 0 ? noSuchEncoding(encoding) : chosen;
}

/** `ISO 8859-2` and `iso-8859-2` are the same. */
function plainName(encoding: string): string {
  return encoding.toLowerCase().replace(/[^a-z0-9]/g, '');
}

async function show(
  { trees, remarks, refused }: ImportReport,
  asJson: boolean,
  { terminal }: CommandContext,
): Promise<void> {
  const listed = trees.map(({ id, title }) => ({ id, title }));
  if (asJson) await terminal.writeJson({ trees: listed, remarks, refused });
  else await terminal.write(listed.map(({ id, title }) => `${importedAs(title, id)}\n`).join(''));
  for (const remark of remarks) terminal.say(remark);
  for (const { reason } of refused) terminal.say(reason);
}
