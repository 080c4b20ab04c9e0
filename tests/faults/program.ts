import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../scripts/setup/project.mjs';
import type { DraftOp } from '../../src/core/buffer/pending-edit.ts';
import { AspenError } from '../../src/core/errors.ts';
import type { AgentId, NodeId, RequestId, TreeId } from '../../src/core/ids.ts';
import { planChanges } from '../../src/core/proposals/plan-answer.ts';
import { defaultPreferences } from '../../src/ipc/preferences.ts';
import { openBackupFolder } from '../../src/main/backup/backup-folder.ts';
import { OpenGrove } from '../../src/main/grove/open-grove.ts';
import type { TreeSession } from '../../src/main/grove/writing/tree-session.ts';
import { createIdFactory } from '../../src/main/id-factory.ts';
import { Journal } from '../../src/main/journal/journal.ts';
import { inspect } from '../../src/main/probe/inspect.ts';
import { hasJournal } from '../../src/main/probe/working-copies.ts';
import { createSha256 } from '../../src/main/sha256.ts';
import { resolveFile } from '../../src/main/store/connection/resolve-file.ts';
import { journalHere, openJournal } from '../helpers/journal.ts';
import { openProbe } from '../helpers/probe.ts';

export const WRITER = { id: '01KDXA00000000000000000000', name: 'Mara' };

/** The program without windows, in a process that will be killed or damaged: one grove, as opened by main. */
export interface OpenProgram {
  readonly grove: OpenGrove;
  /** The only tree of the grove. */
  readonly treeId: TreeId;
  readonly session: TreeSession;
  /** Closes as the program does when it is quit. @throws {AspenError} what the store throws */
  close(): Promise<void>;
}

/** Differences from the single instance of the program that usually runs. */
export interface ProgramOptions {
  /** The name of the journal file, which is beside the grove; null for a journal in memory, where only the grove is tried. */
  readonly journal?: string | null;
  /** Milliseconds since 1970 UTC. */
  now?(): number;
  /**
   * Opens the grove as a window does, including what this computer knew of the file: after only the quick checks (true),
   * or after a full one (false).
   */
  readonly checksFirst?: boolean;
}

/** Opens a grove and recovers what an earlier process left in the journal beside it; creates it if there is no file. */
export async function openProgram(
  path: string,
  { journal: name = 'recovery.journal', now = Date.now, checksFirst }: ProgramOptions = {},
): Promise<OpenProgram> {
  const journal = name === null ? journalHere() : openJournal(join(dirname(path), name));
  // The journal's thread does not keep the process alive; in the program, windows do.
  const awake = setInterval(() => undefined, 1_000);
  const end = async () => {
    if (journal instanceof Journal) await journal.close();
    clearInterval(awake);
  };
  try {
    const file = resolveFile(path);
    if (hasJournal(file.real)) requireOwnJournal(path);
    const grove = OpenGrove.open({
      path: file,
      create: true,
      allowRollback: true,
      checksFirst: checksFirst === true,
      migrations: join(root, 'migrations'),
      appVersion: '0.0.0',
      host: 'faults',
      writer: () => WRITER,
      makeIds: (after) => createIdFactory({ now, after }),
      now,
      createSha256,
      findProvider: () => undefined,
      findPrice: () => null,
      knownAgents: {
        find: () => undefined,
        keep: () => undefined,
        copy: () => undefined,
        adopts: () => false,
      },
      preferences: () => defaultPreferences,
      planEdit: async (edit) => planChanges(edit),
      journal,
      backups: openBackupFolder(join(dirname(path), 'backups')),
      checkCopy: (copy, signal) => openProbe().check(copy, signal),
      verifyFile: (copy, signal) => openProbe().verify(copy, signal),
      canRead: (file) => openProbe().canRead(file),
      keepFile: (file, target) => openProbe().keep(file, target),
      warn: () => undefined,
      onBug: (what, error) => {
        throw new Error(what, { cause: error });
      },
      onMoved: () => undefined,
      onClosed: () => undefined,
    });
    if (checksFirst === undefined) await grove.recover([grove.sessionId]);
    else {
      await grove.warnIfRolledBack();
      await grove.start(() => [grove.sessionId]);
      grove.watchHead();
    }
    const treeId = grove.snapshot().openTreeId;
    return {
      grove,
      treeId,
      session: grove.treeSession(treeId),
      close: async () => {
        try {
          await grove.settle();
          await grove.close();
        } finally {
          await end();
        }
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Inspects a file before it is opened: the leftovers of a crash must never require a question to the writer. */
function requireOwnJournal(path: string): void {
  const { kind } = inspect({ path, migrations: join(root, 'migrations') });
  if (kind === 'staleJournal' || kind === 'damaged')
    throw new AspenError('CORRUPT', `beside ${path} lies a journal, and the file was found ${kind}`);
}

/** Typing into a node, or into the working buffer if none is given. */
export function typing(text: string, at: number, nodeId: NodeId | null = null): DraftOp {
  const spans = [{ agent: WRITER.id as AgentId, length: text.length }];
  return { nodeId, splice: { from: at, to: at, insert: text, spans } };
}

export function newRequest(): RequestId {
  return randomUUID() as string as RequestId;
}

/** Never changes: waiting for it only waits. */
const NOTHING = new Int32Array(new SharedArrayBuffer(4));

/**
 * Tells the parent synchronously: the line is out of the process even if the next call ends it. Waits while a busy parent
 * leaves no room in the pipe.
 */
export function say(word: string, value: string | number = ''): void {
  let left = Buffer.from(`${word} ${value}\n`);
  while (left.length > 0) {
    try {
      left = left.subarray(writeSync(1, left));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(NOTHING, 0, 0, 10);
    }
  }
}

/** Runs `work` and returns the code of an `AspenError`. Any other error is a bug, and ends the process. */
export async function attempt(work: () => void | Promise<void>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof AspenError) return error.code;
    throw error;
  }
}
