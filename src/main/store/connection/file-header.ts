import type { Database } from 'better-sqlite3';
import { AspenError } from '../../../core/errors.ts';
import { APPLICATION_ID, type Migration, newestVersion, readPragma, rejectNewer } from './migrate.ts';
import { nameOf, type ResolvedFile } from './resolve-file.ts';

/** What the first page of a database says of the program and version that wrote it. */
export interface Header {
  readonly applicationId: number;
  readonly version: number;
}

export function headerOf(database: Database): Header {
  return {
    applicationId: Number(readPragma(database, 'application_id')),
    version: Number(readPragma(database, 'user_version')),
  };
}

/** @throws {AspenError} NOT_A_GROVE; NEWER_VERSION; CORRUPT for a version that does not exist */
export function rejectHeader(
  { applicationId, version }: Header,
  migrations: readonly Migration[],
  file: ResolvedFile,
): void {
  if (applicationId !== APPLICATION_ID) {
    throw new AspenError('NOT_A_GROVE', `${nameOf(file)} is another program’s database`);
  }
  rejectNewer(version, newestVersion(migrations));
  if (!migrations.some((migration) => migration.version === version)) {
    throw new AspenError('CORRUPT', `${nameOf(file)} has version ${version}, which does not exist`);
  }
}
