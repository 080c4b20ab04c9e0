import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { AspenError } from '../../core/errors.ts';
import { type ClassifiedJournal, inspectCopies } from '../../main/probe/inspect.ts';
import type { Inspection } from '../../main/probe/inspection.ts';
import { hasJournal, withWorkingCopies } from '../../main/probe/working-copies.ts';
import { hasOtherNames } from '../../main/store/connection/file-stats.ts';
import { newestVersion, readMigrations } from '../../main/store/connection/migrate.ts';
import { type OpenOptions, openFile } from '../../main/store/connection/open-file.ts';
import type { Reader } from '../../main/store/connection/query.ts';
import { type ResolvedFile, resolveFile } from '../../main/store/connection/resolve-file.ts';
import { sqliteCodeOf } from '../../main/store/connection/sqlite-errors.ts';
import type { Store } from '../../main/store/connection/store.ts';
import { listAgents } from '../../main/store/tables/agents.ts';
import { getGrove } from '../../main/store/tables/grove.ts';
import { eachLoggedNode } from '../../main/store/tables/log.ts';
import { listSessions } from '../../main/store/tables/sessions.ts';
import { listTrees } from '../../main/store/tables/trees.ts';
import {
  aboutGrove,
  NOT_CHECKED,
  OTHER_NAMES,
  OWN_JOURNAL,
  openOn,
  STALE_JOURNAL,
  schemaIs,
  wouldUndo,
} from '../../ui-text/cli/doctor.ts';
import { sentenceOf } from '../../ui-text/errors.ts';
import { checkLayers } from './check-layers.ts';
import { checkLog } from './check-log.ts';
import { checkRecords } from './check-records.ts';
import { checkTrees } from './check-trees.ts';
import { checkValues } from './check-values.ts';
import { checkCopy } from './check-writable-copy.ts';
import { type Finding, fails, holds } from './finding.ts';
import { measure } from './measure.ts';
import { type NodeLedger, nodeLedger } from './node-ledger.ts';

/** The doctor’s findings about a file. */
export interface Examination {
  readonly path: string;
  /** The grove and its owner, in a line or two; empty if it could not be opened. */
  readonly about: readonly string[];
  readonly findings: readonly Finding[];
  readonly sizes: readonly string[];
  /** True only when every finding holds. */
  readonly isHealthy: boolean;
}

/** The parts of the program that the doctor needs. */
export type ExamineOptions = Pick<OpenOptions, 'migrations' | 'nativeBinding'>;

/**
 * Examines a grove without changing a byte of it, whatever is in the file and beside it. Every possible check is
 * run; one that damage stops says so. Meanwhile a program that has the grove open cannot write to it.
 * @param original the file of which `path` is a copy
 */
export function examine(
  path: string | ResolvedFile,
  { migrations, nativeBinding }: ExamineOptions,
  original?: string,
): Examination {
  const options: OpenOptions = {
    migrations,
    now: Date.now,
    ...(nativeBinding === undefined ? {} : { nativeBinding }),
  };
  let examination: Examination | undefined;
  const refusal = tried(NOT_CHECKED.file, () => {
    examination = examineResolved(resolveFile(path), options);
    return [];
  });
  const given = original ?? (typeof path === 'string' ? path : path.given);
  const { about = [], findings = refusal, sizes = [], isHealthy = false } = examination ?? {};
  const isLinked = original !== undefined && hasOtherNames(original);
  return { path: given, about: [...about, ...(isLinked ? [OTHER_NAMES] : [])], findings, sizes, isHealthy };
}

function examineResolved(file: ResolvedFile, options: OpenOptions): Examination {
  if (!needsRollback(file, options)) return examineFile(file, options);
  return withWorkingCopies(file, options, (copies) => {
    const { inspection, from } = inspectCopies(copies, { ...options, path: file });
    const found = examineFile(resolveFile(copies[from]), options);
    const journal = describeJournal(inspection, from);
    return {
      ...found,
      path: file.given,
      findings: [journal, ...found.findings],
      isHealthy: journal.holds && found.isHealthy,
    };
  });
}

function describeJournal(inspection: Inspection, from: ClassifiedJournal['from']): Finding {
  if (from === 'rolledBack') return holds(OWN_JOURNAL);
  const changes = inspection.kind === 'staleJournal' ? inspection.changes : null;
  const lost = changes === null || changes <= 0 ? [] : [wouldUndo(changes)];
  return fails(STALE_JOURNAL, lost);
}

/** Returns true if SQLite would change the file before reading it. */
function needsRollback(file: ResolvedFile, options: OpenOptions): boolean {
  if (!hasJournal(file.real)) return false;
  try {
    openFile(file, { ...options, readonly: true, allowOlder: true }).close();
    return false;
  } catch (error) {
    if (!(error instanceof AspenError)) throw error;
    return sqliteCodeOf(error.cause) === 'SQLITE_READONLY_ROLLBACK';
  }
}

function examineFile(file: ResolvedFile, options: OpenOptions): Examination {
  const about: string[] = [];
  const findings: Finding[] = [];
  const sizes: string[] = [];
  const guarded = (what: string, check: () => readonly Finding[]) => findings.push(...tried(what, check));

  guarded(NOT_CHECKED.file, () => {
    const version = versionIn(file.real);
    // Of an older grove, what is examined is what opening it in the program would make of it.
    const store = openFile(file, { ...options, readonly: true, migrateCopy: true });
    try {
      store.snapshot((reader) => {
        guarded(NOT_CHECKED.about, () => {
          about.push(...describe(reader), ...(hasOtherNames(store.path) ? [OTHER_NAMES] : []));
          return [];
        });
        findings.push(schemaFinding(version, options), ...checkContents(store, reader, sizes));
      });
    } finally {
      store.close();
    }
    return checkCopy(file.real, options);
  });
  return { path: file.given, about, findings, sizes, isHealthy: findings.every((finding) => finding.holds) };
}

/** Opening the file has compared its schema. */
function schemaFinding(version: number, { migrations }: OpenOptions): Finding {
  const newest = newestVersion(readMigrations(migrations));
  return holds(schemaIs(version, newest));
}

/** The `user_version` in the header of a database that this process does not have open (`docs/format.md`); 0 if there is no file. */
function versionIn(path: string): number {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return 0;
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(4);
    readSync(file, bytes, 0, 4, 60);
    return bytes.readUInt32BE();
  } finally {
    closeSync(file);
  }
}

function checkContents(store: Store, reader: Reader, sizes: string[]): readonly Finding[] {
  let ledger: NodeLedger | undefined;
  return [
    ...tried(NOT_CHECKED.log, () => [checkLog(reader, store.head)]),
    ...tried(NOT_CHECKED.loggedNodes, () => {
      const read = nodeLedger();
      for (const node of eachLoggedNode(reader)) read.expect(node);
      ledger = read;
      return [];
    }),
    ...tried(NOT_CHECKED.records, () => [checkRecords(reader)]),
    ...tried(NOT_CHECKED.values, () => [checkValues(reader)]),
    ...tried(NOT_CHECKED.layers, () => [checkLayers(reader)]),
    ...tried(NOT_CHECKED.trees, () => {
      const checked = checkTrees(reader, ledger);
      sizes.push(...measure(reader, checked.characters));
      return checked.findings;
    }),
  ];
}

/** Turns an expected error of a check into a finding. A bug is rethrown. */
function tried(what: string, check: () => readonly Finding[]): readonly Finding[] {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof AspenError)) throw error;
    if (error.code === 'NOT_FOUND') return [fails(what, [error.detail])];
    return [fails(what, [sentenceOf(error.code), error.detail])];
  }
}

function describe(reader: Reader): readonly string[] {
  const { name, createdAt, updatedAt, ownerId } = getGrove(reader);
  const agents = listAgents(reader);
  const owner = agents.find(({ id }) => id === ownerId)?.name ?? null;
  const [last] = listSessions(reader);
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  return [
    aboutGrove(name, owner, listTrees(reader).length, agents.length, {
      made: day(createdAt),
      changed: day(updatedAt),
    }),
    ...(last !== undefined && last.closedAt === null ? [openOn(last.host)] : []),
  ];
}
