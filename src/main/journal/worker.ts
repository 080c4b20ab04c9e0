/**
 * The thread of the recovery journal: it waits for the disk so that main does not, and nothing in main delays it. It
 * opens the journal named by `workerData` when it starts, and does one thing after the other.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { JournalAnswer, JournalReply, JournalRequest, JournalStart } from './journal.ts';
import { JournalFile } from './journal-file.ts';

const { path, now, nativeBinding } = workerData as JournalStart;
const { file, setAside } = JournalFile.open(path, now, nativeBinding);
if (setAside !== null) parentPort?.postMessage({ setAside } satisfies JournalAnswer);

parentPort?.on('message', ({ id, ask }: JournalRequest) => {
  parentPort?.postMessage(answerTo(id, ask));
  if (ask.what === 'close') parentPort?.close();
});

function answerTo(id: number, ask: JournalRequest['ask']): JournalAnswer {
  try {
    return { id, value: carryOut(ask) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return { id, failure: { code, message: error instanceof Error ? error.message : String(error) } };
  }
}

function carryOut(ask: JournalRequest['ask']): JournalReply {
  switch (ask.what) {
    case 'append':
      file.append(ask.place, ask.entry);
      return {};
    case 'forget':
      file.forget(ask.place);
      return {};
    case 'read':
      return { remains: file.read(ask.groveId, ask.except) };
    case 'keepPartial':
      file.keepPartial(ask.partial);
      return {};
    case 'forgetPartial':
      file.forgetPartial(ask.nodeId);
      return {};
    case 'keepHead':
      file.keepHead(ask.file, ask.head);
      return {};
    case 'findHead':
      return { head: file.findHead(ask.file) };
    case 'forgetHeads':
      file.forgetHeads(ask.origin);
      return {};
    case 'close':
      file.close();
      return {};
  }
}
