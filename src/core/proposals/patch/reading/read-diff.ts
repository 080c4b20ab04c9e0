/** Reads unified diffs and `*** Begin Patch` (`edits.md`, *Reading a patch*). */
import type { Hunk, ReadPatch } from '../hunk.ts';
import type { Without } from '../leniency.ts';
import type { Refused } from '../refuse.ts';
import { FENCE, GIT_LINE, HUNK_HEADER, isFileHeader, PATCH_BEGIN, PATCH_END, PATCH_LINE } from './marks.ts';
import { type BodyReader, type Counts, closesFence, readBody } from './read-body.ts';

const NUMBERS = /^@@+ *-(\d+)(?:,(\d+))? +\+(\d+)(?:,(\d+))? *@@/;
/** As diff writes it. */
const STRICT = /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/;
const FILE = /^\*\*\* (?:Update|Add|Delete) File: *(\S.*)$/i;

/** @param isClosed whether the lines are known to be all of the answer: otherwise its last hunk is, only if something closes it */
export function readDiff(
  lines: readonly string[],
  isSnapshotLine: (line: string) => boolean,
  { without, isClosed }: { readonly without: Without; readonly isClosed: boolean },
): ReadPatch | Refused {
  return new DiffReader(lines, isSnapshotLine, without).read(isClosed);
}

class DiffReader implements BodyReader {
  readonly lines: readonly string[];
  readonly isSnapshotLine: (line: string) => boolean;
  readonly without: Without;
  readonly #hunks: Hunk[] = [];
  readonly #documents = new Set<string>();
  /** Whether no hunk has a header, so that one may begin without. */
  readonly #isBare: boolean;
  #at = 0;
  #fence: string | null = null;
  /** Whether what the last hunk is in has ended. */
  #isClosed = true;
  #refused: Refused | null = null;

  constructor(lines: readonly string[], isSnapshotLine: (line: string) => boolean, without: Without) {
    this.lines = lines;
    this.isSnapshotLine = isSnapshotLine;
    this.without = without;
    this.#isBare = !lines.some((line) => HUNK_HEADER.test(line));
  }

  read(isClosed: boolean): ReadPatch | Refused {
    if (this.#isBare && !isFileHeader(this.lines, 0) && this.lines.every((line) => /^(?:[-+ ]|$)/.test(line)))
      this.#readImplicit();
    while (this.#at < this.lines.length && this.#refused === null) this.#readLine(this.lines[this.#at] ?? '');
    if (this.#documents.size > 1) return { reason: 'several_documents' };
    const hunks = this.#hunks;
    const refused = this.#refused;
    // Hunks before one that is malformed are whole; what a line between them belongs to is not known.
    if (refused !== null) return refused.hunk === undefined ? refused : { hunks, isBuilt: false, refused };
    const last = hunks.at(-1);
    if (last === undefined) return { reason: 'malformed' };
    if (this.#isClosed || isClosed) return { hunks, isBuilt: false, refused: null };
    const isCut: Refused = { reason: 'truncated', hunk: last.number, header: last.header };
    return { hunks: hunks.slice(0, -1), isBuilt: false, refused: isCut };
  }

  #readLine(line: string): void {
    const fence = FENCE.exec(line);
    if (this.#fence !== null && closesFence(line, this.#fence)) {
      this.#fence = null;
      this.#isClosed = true;
      this.#at += 1;
    } else if (fence !== null && this.#fence === null) this.#openFence(fence[1] ?? '', fence[2] ?? '');
    else if (HUNK_HEADER.test(line)) this.#readHunk(line);
    else if (PATCH_LINE.test(line)) this.#readPatchLine(line);
    else if (isFileHeader(this.lines, this.#at)) {
      this.#addDocument(this.lines[this.#at + 1]?.slice(4) ?? '', line.slice(4));
      this.#at += 2;
      if (!HUNK_HEADER.test(this.lines[this.#at] ?? '')) this.#readImplicit();
    } else if (this.#fence !== null && /^[-+][^\s-]/.test(line)) this.#refuse(line);
    else if (line.trim() === '' || GIT_LINE.test(line) || !this.without.has('prose')) this.#at += 1;
    else this.#refuse(line);
  }

  #openFence(fence: string, info: string): void {
    if (this.without.has('fences')) {
      this.#refuse(fence);
      return;
    }
    this.#fence = fence;
    this.#at += 1;
    const next = this.lines[this.#at] ?? '';
    const isPatch = /^(?:diff|patch)?\s*$/.test(info) && !PATCH_LINE.test(next) && !GIT_LINE.test(next);
    const mayBegin = isPatch && (this.#isBare || info.trim() !== '');
    if (mayBegin && !isFileHeader(this.lines, this.#at)) this.#readImplicit();
  }

  #readPatchLine(line: string): void {
    if (this.without.has('begin_patch')) {
      this.#refuse(line);
      return;
    }
    this.#at += 1;
    if (PATCH_END.test(line)) this.#isClosed = true;
    const file = FILE.exec(line)?.[1];
    if (file !== undefined) this.#addDocument(file, file);
    else if (!PATCH_BEGIN.test(line)) return;
    const next = this.lines[this.#at] ?? '';
    if (!HUNK_HEADER.test(next) && !PATCH_LINE.test(next)) this.#readImplicit();
  }

  /** A hunk that begins without a header, if one does here. */
  #readImplicit(): void {
    const { next, lines } = readBody(this, this.#at, null, this.#fence);
    if (!lines.some(({ side }) => side !== 'both')) return;
    if (this.without.has('odd_headers')) {
      this.#refuse(this.lines[next - 1] ?? '');
      return;
    }
    this.#addHunk(null, null, null);
  }

  #readHunk(header: string): void {
    const numbers = NUMBERS.exec(header);
    if (this.without.has('odd_headers') && !STRICT.test(header)) {
      this.#refuse(header);
      return;
    }
    this.#at += 1;
    if (numbers === null) {
      this.#addHunk(header, null, null);
      return;
    }
    const [, from = '', old = '1', , added = '1'] = numbers;
    const counts = { old: Number(old), new: Number(added) };
    this.#addHunk(header, Math.max(0, Number(from) - 1), counts);
  }

  #addHunk(header: string | null, line: number | null, counts: Counts | null): void {
    const body = readBody(this, this.#at, counts, this.#fence);
    const number = this.#hunks.length + 1;
    this.#at = body.next;
    this.#isClosed = false;
    if (body.malformed !== null) {
      this.#refused = { reason: 'malformed', hunk: number, header, expected: body.malformed };
      return;
    }
    const { lines, endsOld, endsNew } = body;
    if (lines.length === 0) return;
    this.#hunks.push({ number, header, line, lines, endsOld, endsNew, isDiff: counts !== null });
  }

  /** The name of the file after or, if there is none, before. */
  #addDocument(after: string, before: string): void {
    const name = /^\/dev\/null/.test(after) ? before : after;
    const [path = ''] = name.split('\t');
    if (!path.startsWith('/dev/null')) this.#documents.add(path.trim().replace(/^"?[ab]\//, ''));
  }

  #refuse(line: string): void {
    this.#refused = { reason: 'malformed', expected: line };
  }
}
