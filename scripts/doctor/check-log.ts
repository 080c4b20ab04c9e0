import type { Sha256 } from '../../src/core/ids.ts';
import type { LoggedNode } from '../../src/core/provenance/logged-node.ts';
import { findLogFault, readLog } from '../../src/main/store/log.ts';
import type { Reader } from '../../src/main/store/query.ts';
import type { LogHead } from '../../src/main/store/store.ts';
import { count, type Finding, fails, holds } from './finding.ts';

const PAGE = 1_000;

/** The log's numbers, chain, hashes and end (`storage.md`, *The log*). */
export function checkLog(reader: Reader, head: LogHead, sha256: (text: string) => Sha256): Finding {
  const fault = findLogFault(reader, sha256);
  if (fault === undefined) {
    const end = head.hash === null ? 'it is empty' : `its head is ${head.hash.slice(0, 12)}…`;
    return holds(`The log is whole: ${count(head.seq, 'row')}, each chained to the one before; ${end}.`);
  }
  return fails('The log is broken.', [`row ${fault.seq}: ${fault.reason}`]);
}

/** Every node that the log names, in its order. */
export function* loggedNodes(reader: Reader): Generator<LoggedNode> {
  for (let seq = 0; ; ) {
    const rows = readLog(reader, seq, PAGE);
    for (const { entry } of rows) yield* entry.nodes ?? [];
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    seq = last.seq;
  }
}
