import { join } from 'node:path';
import { root } from '../../scripts/setup/project.mjs';
import type { PartialJournal } from '../../src/main/generation/partial-journal.ts';
import { DraftJournal } from '../../src/main/grove/writing/draft-journal.ts';
import type { JournalPlace, RecoveryJournal } from '../../src/main/grove/writing/recovery-journal.ts';
import { Journal } from '../../src/main/journal/journal.ts';
import { JournalFile } from '../../src/main/journal/journal-file.ts';

/** The program's journal in its own thread. */
export function openJournal(path: string): Journal {
  return new Journal({
    worker: join(root, 'src', 'main', 'journal', 'worker.ts'),
    path,
    now: () => 0,
    onSetAside: (reason) => {
      throw new Error(reason);
    },
  });
}

/** The journal's own file without its thread: answers come in this turn, whatever a test makes of time. */
export function journalHere(path = ':memory:'): RecoveryJournal {
  const { file } = JournalFile.open(path, 0);
  return {
    append: async (place, entry) => file.append(place, entry),
    forget: async (place) => file.forget(place),
    read: async (groveId, except) => file.read(groveId, except),
    keepPartial: async (partial) => file.keepPartial(partial),
    forgetPartial: async (nodeId) => file.forgetPartial(nodeId),
    keepHead: async (of, head) => file.keepHead(of, head),
    findHead: async (of) => file.findHead(of),
    forgetHeads: async (origin) => file.forgetHeads(origin),
  };
}

/** The journal of one draft, for who needs a draft and no journal. */
export function draftJournal(
  place: Pick<JournalPlace, 'treeId' | 'agentId'>,
  journal: RecoveryJournal = journalHere(),
): DraftJournal {
  const whole = { groveId: '01KDXG00000000000000000000', sessionId: '01KDXS00000000000000000000', ...place };
  return new DraftJournal({
    journal,
    place: whole as JournalPlace,
    onTrouble: (error) => {
      throw error;
    },
  });
}

/** For who asks for continuations and needs none of them kept meanwhile. */
export const noPartials: PartialJournal = { keep: () => undefined, forget: () => undefined };
