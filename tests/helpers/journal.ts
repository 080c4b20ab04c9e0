import { join } from 'node:path';
import { root } from '../../scripts/setup/project.mjs';
import type { PartialJournal } from '../../src/main/generation/partial-journal.ts';
import type { JournalScope, RecoveryJournal } from '../../src/main/grove/writing/recovery-journal.ts';
import { DraftJournal } from '../../src/main/grove/writing/session-journal.ts';
import { Journal } from '../../src/main/journal/journal.ts';
import { JournalFile } from '../../src/main/journal/journal-file.ts';

/** The program's journal, in its own thread. */
export function openJournal(path: string): Journal {
  return new Journal({
    worker: join(root, 'src', 'main', 'journal', 'journal-worker.ts'),
    path,
    now: () => 0,
    onSetAside: (reason) => {
      throw new Error(reason);
    },
  });
}

/** The journal's file without its thread: answers come in the same tick, whatever a test does to the clock. */
export function journalHere(path = ':memory:'): RecoveryJournal {
  const { file } = JournalFile.open(path, 0);
  return {
    append: async (scope, entry) => file.append(scope, entry),
    forget: async (scope) => file.forget(scope),
    read: async (groveId, except) => file.read(groveId, except),
    noteRequest: async (noted) => file.noteRequest(noted),
    beginPartial: async (partial) => file.beginPartial(partial),
    appendPart: async (nodeId, ordinal, part) => file.appendPart(nodeId, ordinal, part),
    readPart: async (nodeId, ordinal) => file.readPart(nodeId, ordinal),
    forgetPartial: async (nodeId) => {
      file.forgetPartial(nodeId);
      while (file.purge());
    },
    saveHead: async (of, head) => file.saveHead(of, head),
    findHead: async (of) => file.findHead(of),
    saveClosed: async (of, closed) => file.saveClosed(of, closed),
    takeClosed: async (origin) => file.takeClosed(origin),
    forgetHeads: async (origin) => file.forgetHeads(origin),
    saveUndo: async (scope, undo) => file.saveUndo(scope, undo),
    readUndo: async (scope) => file.readUndo(scope),
    forgetUndo: async (of) => file.forgetUndo(of),
  };
}

/** The journal of one draft, for callers that need a draft but no journal. */
export function draftJournal(
  scope: Pick<JournalScope, 'treeId' | 'agentId'>,
  journal: RecoveryJournal = journalHere(),
): DraftJournal {
  const whole = { groveId: '01KDXG00000000000000000000', sessionId: '01KDXS00000000000000000000', ...scope };
  return new DraftJournal({
    journal,
    scope: whole as JournalScope,
    origin: () => 'here',
    onError: (error) => {
      throw error;
    },
  });
}

/** For callers that generate continuations but do not need them journaled. */
export const noPartials: PartialJournal = {
  note: () => undefined,
  begin: async () => undefined,
  append: async () => undefined,
  forget: () => undefined,
};
