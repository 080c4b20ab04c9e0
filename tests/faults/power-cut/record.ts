/** The records of `record.c`: the calls of a process that change files, in order. */
export type DiskCall =
  | { readonly kind: 'write'; readonly path: string; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly path: string; readonly length: number }
  | { readonly kind: 'rename'; readonly path: string; readonly to: string }
  | { readonly kind: 'sync' | 'create' | 'unlink'; readonly path: string }
  /** Not a disk call: output of the process, which others rely on from then on. */
  | { readonly kind: 'tell'; readonly words: string };

const NEWLINE = 10;

/** @throws if the record is invalid */
export function readRecord(record: Buffer): readonly DiskCall[] {
  const calls: DiskCall[] = [];
  for (let at = 0; at < record.length; ) {
    const end = record.indexOf(NEWLINE, at);
    const [, kind, offset, length, path] =
      /^(\w) (\d+) (\d+) (.*)$/s.exec(record.toString('utf8', at, end)) ?? [];
    if (kind === undefined || path === undefined) throw new Error(`no record at byte ${at}`);
    const next = end + 1 + Number(length);
    calls.push(callOf(kind, path, Number(offset), record.subarray(end + 1, next)));
    at = next;
  }
  return calls;
}

function callOf(kind: string, path: string, offset: number, bytes: Buffer): DiskCall {
  switch (kind) {
    case 'W':
      return { kind: 'write', path, offset, bytes };
    case 'T':
      return { kind: 'truncate', path, length: offset };
    case 'S':
      return { kind: 'sync', path };
    case 'C':
      return { kind: 'create', path };
    case 'U':
      return { kind: 'unlink', path };
    case 'R':
      return { kind: 'rename', path, to: bytes.toString('utf8') };
    case 'A':
      return { kind: 'tell', words: bytes.toString('utf8') };
    default:
      throw new Error(`no call is recorded as ${kind}`);
  }
}
