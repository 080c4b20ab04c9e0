import { readFileSync } from 'node:fs';
import { release, type } from 'node:os';
import { join } from 'node:path';
import { app, dialog } from 'electron';
import { APP_NAME } from '../../../ui-text/app.ts';
import { CRASHED } from '../../../ui-text/support.ts';
import type { KeptLog, Log } from '../../log.ts';
import type { RunRecord } from '../../support/run-record.ts';
import { type ProgramFacts, Support } from '../../support/support.ts';
import { packageKind, readUpdateSource, Updates } from '../../support/updates.ts';
import { PORTABLE_FOLDER } from '../portable.ts';

/** Begins the log on the disk and the record of how this run ends. @param root the program's folder */
export function startSupport(root: string, dataFolder: string, log: KeptLog) {
  const manifest = readManifest(root);
  const program = describeProgram(root, manifest);
  const isPortable = PORTABLE_FOLDER !== undefined;
  const support = new Support({
    program,
    dataFolder,
    isPortable,
    log,
    now: Date.now,
  });
  recordCrashes(support.run, log);
  const { platform, arch } = process;
  const appImage = process.env.APPIMAGE;
  const source = manifest.updates === undefined ? undefined : readUpdateSource(manifest.updates);
  const updates = new Updates({
    source,
    version: program.version,
    system: platform,
    arch,
    kind: packageKind({ isPackaged: app.isPackaged, isPortable, platform, appImage }),
    folder: join(dataFolder, 'updates'),
    now: Date.now,
    warn: (message) => log.warn(message),
  });
  return { support, updates };
}

/** The program's own fields in a package's `package.json`. */
interface Manifest {
  readonly forTrial?: unknown;
  readonly updates?: unknown;
}

function readManifest(root: string): Manifest {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}

/** The program that runs, from its package and its runtime. */
function describeProgram(root: string, { forTrial }: Manifest): ProgramFacts {
  const { electron, chrome, node } = process.versions;
  return {
    version: app.getVersion(),
    runtime: `Electron ${electron}, Chromium ${chrome}, Node ${node}`,
    system: `${type()} ${release()}, ${process.arch}`,
    isForTrial: forTrial === true,
    licences: [join(process.resourcesPath, 'LICENSES.txt'), join(root, 'LICENSE')],
  };
}

/**
 * Records errors that nothing expected, for the next start to show. After one that was thrown, the state of the program is
 * unknown: it ends, and the journal has what was typed. A promise that was rejected leaves the rest working.
 */
function recordCrashes(run: RunRecord, log: Log): void {
  // The terminal that started the program may be closed by now.
  process.stderr.on('error', () => undefined);
  process.on('uncaughtException', (error) => {
    run.recordCrash(error);
    log.error('An error that nothing expected', error);
    dialog.showErrorBox(APP_NAME, CRASHED);
    app.exit(1);
  });
  process.on('unhandledRejection', (reason) => {
    run.recordCrash(reason);
    log.error('A promise was rejected that nothing waits for', reason);
  });
  app.on('quit', () => run.end());
}
