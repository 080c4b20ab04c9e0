/**
 * The recovery journal's thread: it waits for the disk so that the main process need not, and nothing in the
 * main process delays it. It opens the journal named by `workerData` and handles requests in order.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { JournalAnswer, JournalReply, JournalRequest, JournalStart } from './journal.ts';
import { JournalFile } from './journal-file.ts';

const { path, now, nativeBinding } = workerData as JournalStart;
const { file, setAside } = JournalFile.open(path, now, nativeBinding);
if (setAside !== null) parentPort?.postMessage({ setAside } satisfies JournalAnswer);

// Files that the previous process had no time to delete.
purgeSoon();

parentPort?.on('message', ({ id, request }: JournalRequest) => {
  parentPort?.postMessage(answerTo(id, request));
  if (request.kind === 'close') parentPort?.close();
});

function answerTo(id: number, request: JournalRequest['request']): JournalAnswer {
  try {
    return { id, value: handle(request) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return { id, failure: { code, message: error instanceof Error ? error.message : String(error) } };
  }
}

function handle(request: JournalRequest['request']): JournalReply {
  switch (request.kind) {
    case 'append':
      file.append(request.scope, request.entry);
      return {};
    case 'forget':
      file.forget(request.scope);
      return {};
    case 'read':
      return { remains: file.read(request.groveId, request.except) };
    case 'noteRequest':
      file.noteRequest(request.noted);
      return {};
    case 'beginPartial':
      file.beginPartial(request.partial);
      return {};
    case 'appendPart':
      file.appendPart(request.nodeId, request.ordinal, request.part);
      return {};
    case 'readPart':
      return { part: file.readPart(request.nodeId, request.ordinal) };
    case 'forgetPartial':
      file.forgetPartial(request.nodeId);
      purgeSoon();
      return {};
    case 'saveHead':
      file.saveHead(request.file, request.head);
      return {};
    case 'findHead':
      return { head: file.findHead(request.file) };
    case 'saveClosed':
      file.saveClosed(request.file, request.closed);
      return {};
    case 'takeClosed':
      return { closed: file.takeClosed(request.origin) };
    case 'forgetHeads':
      file.forgetHeads(request.origin);
      return {};
    case 'saveUndo':
      file.saveUndo(request.scope, request.undo);
      return {};
    case 'readUndo':
      return { undo: file.readUndo(request.scope) };
    case 'forgetUndo':
      file.forgetUndo(request.of);
      return {};
    case 'close':
      end();
      return {};
  }
}

/** Deletes what was forgotten, a little at a time, so that typed text never waits for all of it. */
function purgeSoon(): void {
  setImmediate(() => {
    if (purge()) purgeSoon();
  });
}

/** @returns whether there may be more to delete */
function purge(): boolean {
  try {
    return file.purge();
  } catch {
    // The disk is full, or the file is closed: the next start tries again.
    return false;
  }
}

function end(): void {
  while (purge());
  file.close();
}
