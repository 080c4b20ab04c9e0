import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import type { AgentId } from '../core/ids.ts';
import type { Preferences } from '../ipc/preferences.ts';
import { ChangeFeed } from '../main/grove/change-feed.ts';
import type { OpenGrove } from '../main/grove/open-grove.ts';
import { enterTree } from '../main/grove/writing/tree-session.ts';
import { TreeTransactions } from '../main/grove/writing/tree-transactions.ts';
import { requireOpenable } from '../main/probe/check-for-opening.ts';
import { hasJournal } from '../main/probe/working-copies.ts';
import { openFile, rollBackHotJournal } from '../main/store/connection/open-file.ts';
import type { Reader } from '../main/store/connection/query.ts';
import type { ResolvedFile } from '../main/store/connection/resolve-file.ts';
import type { Store } from '../main/store/connection/store.ts';
import { findLastHuman } from '../main/store/copies/copy-cursors.ts';
import { findAgent } from '../main/store/tables/agents.ts';
import { listTrees } from '../main/store/tables/trees.ts';
import { CHECKING, STALE_JOURNAL_LEFT_OUT } from '../ui-text/cli/sentences.ts';
import { type CommandContext, migrationsOf } from './command-context.ts';
import { copyDataFolder, createCommandServices, dataFolderOf } from './command-services.ts';
import { copyGrove } from './copy-grove.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

/** A grove to read, and the writer's preferences. */
export interface GroveToRead {
  readonly grove: OpenGrove;
  readonly preferences: Preferences;
}

/**
 * Calls `use` with a grove as it was last saved: a copy, which is checked as the program checks a file and opened for
 * reading.
 * @param data the program's data folder, if it is not in its usual place
 * @throws {AspenError} why it cannot be read; what `use` throws; the reason of the context's signal
 */
export function readGrove<T>(
  path: string,
  data: string | undefined,
  context: CommandContext,
  use: (read: GroveToRead) => Promise<T>,
): Promise<T> {
  return withTemporaryFolder(async (folder) => {
    const copy = await copyGrove(path, folder, context);
    const services = createCommandServices(
      context,
      copyDataFolder(dataFolderOf(data, context), folder),
      folder,
    );
    const { journal, registry, settings } = services;
    try {
      await prepare(copy, services, context);
      const grove = await registry.open(copy, false, { readOnly: true, isChecked: true });
      try {
        return await use({ grove, preferences: settings.current.preferences });
      } finally {
        await grove.close();
      }
    } finally {
      await journal.close();
    }
  });
}

/** Checks a copy, settles its journal, and brings it to this version. @throws {AspenError} why it cannot be read */
async function prepare(
  copy: ResolvedFile,
  { probe, settings }: ReturnType<typeof createCommandServices>,
  context: CommandContext,
): Promise<void> {
  const { terminal, signal } = context;
  terminal.showProgress(CHECKING, basename(copy.given), null);
  const inspection = await probe.inspect(copy, signal);
  if (inspection.kind === 'staleJournal') {
    rmSync(`${copy.real}-journal`);
    terminal.say(STALE_JOURNAL_LEFT_OUT);
  } else {
    requireOpenable(inspection, copy);
    if (hasJournal(copy.real)) rollBackHotJournal(copy.real, undefined);
  }
  const store = openFile(copy, { migrations: migrationsOf(context), now: Date.now });
  try {
    const reader = readerIn(store, settings.current.writer.id as AgentId);
    if (reader === undefined) return;
    settings.update((current) => ({ ...current, writer: { ...current.writer, id: reader } }));
    enterTrees(store, reader);
  } finally {
    store.close();
  }
  terminal.clearProgress();
}

/** The person whose paths are read: the writer if they are in the grove, else whoever was last in it. */
function readerIn(reader: Reader, writerId: AgentId): AgentId | undefined {
  return findAgent(reader, writerId)?.id ?? findLastHuman(reader, null);
}

/** Gives a person a path in every tree in which they have none, as opening it in a window does. */
function enterTrees(store: Store, reader: AgentId): void {
  const transactions = new TreeTransactions(store, new ChangeFeed());
  const author = { id: reader, type: 'human' } as const;
  for (const { id: treeId } of listTrees(store)) enterTree({ store, treeId, author, transactions });
}
