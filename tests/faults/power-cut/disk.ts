import { dirname } from 'node:path';
import type { DiskCall } from './record.ts';

/** Bytes that a disk writes atomically. */
const SECTOR = 512;

type Change =
  | { readonly kind: 'write'; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly length: number };

/** A file's contents apart from its name: the durable bytes, and the changes since its last sync. */
interface Contents {
  durable: Buffer;
  pending: Change[];
}

/** Names added or removed atomically since their folder was last synced; null for a removed name. */
type Naming = readonly (readonly [path: string, contents: Contents | null])[];

/** Which parts of the unsynced changes the disk had written when the power was cut. */
export type Survival = (part: number) => boolean;

export const nothingSurvives: Survival = () => false;
export const everythingSurvives: Survival = () => true;

/**
 * The worst disk that the standard allows: until its file is synced, any subset of the sectors of a write may be on the
 * disk, in any order; until its folder is synced, a file may or may not have its name.
 */
export class Disk {
  /** As a process sees them. */
  readonly #names = new Map<string, Contents>();
  /** As they are durably on the disk. */
  readonly #durableNames = new Map<string, Contents>();
  #namings: Naming[] = [];

  /** @param files durably on the disk, by path */
  constructor(files: ReadonlyMap<string, Buffer>) {
    for (const [path, durable] of files) {
      const contents = { durable, pending: [] };
      this.#names.set(path, contents);
      this.#durableNames.set(path, contents);
    }
  }

  /** True if anything is not durable yet. */
  get isUnsettled(): boolean {
    return this.#namings.length > 0 || [...this.#names.values()].some(({ pending }) => pending.length > 0);
  }

  apply(call: DiskCall): void {
    switch (call.kind) {
      case 'write':
        this.#at(call.path).pending.push({ kind: 'write', offset: call.offset, bytes: call.bytes });
        break;
      case 'truncate':
        this.#at(call.path).pending.push({ kind: 'truncate', length: call.length });
        break;
      case 'create':
        this.#name([[call.path, { durable: Buffer.alloc(0), pending: [] }]]);
        break;
      case 'unlink':
        this.#name([[call.path, null]]);
        break;
      case 'rename':
        this.#name([
          [call.path, null],
          [call.to, this.#at(call.path)],
        ]);
        break;
      case 'sync':
        this.#sync(call.path);
        break;
      case 'tell':
        break;
    }
  }

  /** The files found after the power returns, by path. */
  afterCut(survives: Survival): ReadonlyMap<string, Buffer> {
    let part = 0;
    const names = new Map(this.#durableNames);
    for (const naming of this.#namings) if (survives(part++)) rename(names, naming);
    const files = new Map<string, Buffer>();
    for (const [path, { durable, pending }] of names) {
      let bytes = durable;
      for (const change of pending)
        for (const piece of sectorsOf(change)) if (survives(part++)) bytes = changed(bytes, piece);
      files.set(path, bytes);
    }
    return files;
  }

  #sync(path: string): void {
    const contents = this.#names.get(path);
    if (contents !== undefined) {
      contents.durable = contents.pending.reduce(changed, contents.durable);
      contents.pending = [];
    }
    const isInside = (naming: Naming) => naming.some(([name]) => dirname(name) === path);
    for (const naming of this.#namings.filter(isInside)) rename(this.#durableNames, naming);
    this.#namings = this.#namings.filter((naming) => !isInside(naming));
  }

  #name(naming: Naming): void {
    rename(this.#names, naming);
    this.#namings.push(naming);
  }

  #at(path: string): Contents {
    const contents = this.#names.get(path);
    if (contents === undefined) throw new Error(`${path} was written to and is not on the disk`);
    return contents;
  }
}

function rename(names: Map<string, Contents>, naming: Naming): void {
  for (const [path, contents] of naming)
    if (contents === null) names.delete(path);
    else names.set(path, contents);
}

/** A write, divided into sectors. */
function sectorsOf(change: Change): readonly Change[] {
  if (change.kind === 'truncate') return [change];
  const { offset, bytes } = change;
  const pieces: Change[] = [];
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + SECTOR - ((offset + from) % SECTOR));
    pieces.push({ kind: 'write', offset: offset + from, bytes: bytes.subarray(from, to) });
    from = to;
  }
  return pieces;
}

/** If a write begins past the end, the gap is filled with zeros. */
function changed(bytes: Buffer, change: Change): Buffer {
  if (change.kind === 'truncate') {
    if (change.length <= bytes.length) return bytes.subarray(0, change.length);
    return Buffer.concat([bytes, Buffer.alloc(change.length - bytes.length)]);
  }
  const size = Math.max(bytes.length, change.offset + change.bytes.length);
  const result = Buffer.alloc(size);
  bytes.copy(result);
  change.bytes.copy(result, change.offset);
  return result;
}
