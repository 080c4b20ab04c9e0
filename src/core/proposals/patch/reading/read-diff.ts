/** Reads unified diffs and `*** Begin Patch` (`edits.md`, *Reading a patch*). */
import type { Hunk, HunkLine, ReadPatch, Refused } from '../hunk.ts';
import { FENCE, GIT_LINE, HUNK_HEADER, isFileHeader, PATCH_BEGIN, PATCH_END, PATCH_LINE } from './marks.ts';

// Reads the lines of a hunk of a diff, after its header.

/** Lines of both sides, by a hunk's header. */
interface Counts {
  readonly old: number;
  readonly new: number;
}

interface BodyReader {
  readonly lines: readonly string[];
  /** Returns true if this is a whole line of the snapshot. */
  isSnapshotLine(line: string): boolean;
}

interface Body {
  readonly lines: readonly HunkLine[];
  readonly endsOld: boolean;
  readonly endsNew: boolean;
  /** The index of the first line after it. */
  readonly next: number;
  /** A line that cannot be understood; null if all can. */
  readonly malformed: string | null;
}

/** @param fence the fence that the hunk is in, by which it may end; null if in none */
function readBody(reader: BodyReader, from: number, counts: Counts | null, fence: string | null): Body {
  const covered = counts === null ? null : cover(reader, from, counts);
  if (covered !== null && !goesOn(reader, covered, fence)) return bodyOf(reader, from, covered);
  return bodyOf(reader, from, endOf(reader, from, fence));
}

/** The index after the lines that add up to the counts exactly; null if none do. */
function cover(reader: BodyReader, from: number, counts: Counts): number | null {
  let { old, new: added } = counts;
  let at = from;
  while (old > 0 || added > 0 || isMarker(reader.lines[at])) {
    const line = reader.lines[at];
    if (line === undefined) return null;
    const read = readLine(reader, line);
    if (read === null) return null;
    if (read !== 'marker') {
      if (read.side !== 'new') old -= 1;
      if (read.side !== 'old') added -= 1;
      if (old < 0 || added < 0) return null;
    }
    at += 1;
  }
  return at;
}

/** Returns true if lines of the hunk follow those that its header counts. */
function goesOn(reader: BodyReader, at: number, fence: string | null): boolean {
  const end = endOf(reader, at, fence);
  if (at < end && /^[-+ ]/.test(reader.lines[at] ?? '')) return true;
  // Outside a fence there may be prose, and a list or a rule in it.
  const signed = fence === null ? /^(?:\+|-(?![ -]))/ : /^[-+ ] *\S/;
  return reader.lines.slice(at, end).some((line) => signed.test(line));
}

/** The index of the line that cannot belong to the hunk. */
function endOf(reader: BodyReader, from: number, fence: string | null): number {
  const { lines } = reader;
  let at = from;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (HUNK_HEADER.test(line) || PATCH_LINE.test(line) || GIT_LINE.test(line)) break;
    if (fence !== null && closesFence(line, fence)) break;
    if (isFileHeader(lines, at) && HUNK_HEADER.test(lines[at + 2] ?? '')) break;
  }
  // Empty lines before whatever comes next are no part of it.
  while (at > from && lines[at - 1] === '') at -= 1;
  return at;
}

function bodyOf(reader: BodyReader, from: number, to: number): Body {
  const lines: HunkLine[] = [];
  let endsOld = false;
  let endsNew = false;
  let malformed: string | null = null;
  for (let at = from; at < to; at++) {
    const line = reader.lines[at] ?? '';
    const read = readLine(reader, line);
    if (read === 'marker') {
      const side = lines.at(-1)?.side;
      endsOld ||= side === 'both' || side === 'old';
      endsNew ||= side === 'both' || side === 'new';
      continue;
    }
    if (read === null || (endsOld && read.side !== 'new') || (endsNew && read.side !== 'old')) {
      malformed ??= line;
    } else lines.push(read);
  }
  return { lines, endsOld, endsNew, next: to, malformed };
}

function isMarker(line: string | undefined): boolean {
  return line?.startsWith('\\ ') === true;
}

/** A line by its sign; null if it has none and is not understood. */
function readLine(reader: BodyReader, line: string): HunkLine | 'marker' | null {
  if (isMarker(line)) return 'marker';
  if (line.trim() === '' && !line.startsWith(' ')) {
    return { side: 'both', text: line };
  }
  if (line.startsWith(' ')) return { side: 'both', text: line.slice(1) };
  if (line.startsWith('-')) return { side: 'old', text: line.slice(1) };
  if (line.startsWith('+')) return { side: 'new', text: line.slice(1) };
  return reader.isSnapshotLine(line) ? { side: 'both', text: line } : null;
}

/** Returns true if a line closes a fence. */
function closesFence(line: string, fence: string): boolean {
  const match = FENCE.exec(line);
  return match?.[1]?.startsWith(fence) === true && match[2] === '';
}

const NUMBERS = /^@@+ *-(\d+)(?:,(\d+))? +\+(\d+)(?:,(\d+))? *@@/;
const FILE = /^\*\*\* (?:Update|Add|Delete) File: *(\S.*)$/i;

/** @param isClosed whether the lines are known to be all of the answer: otherwise its last hunk is, only if something closes it */
export function readDiff(
  lines: readonly string[],
  isSnapshotLine: (line: string) => boolean,
  isClosed: boolean,
): ReadPatch | Refused {
  return new DiffReader(lines, isSnapshotLine).read(isClosed);
}

class DiffReader implements BodyReader {
  readonly lines: readonly string[];
  readonly isSnapshotLine: (line: string) => boolean;
  readonly #hunks: Hunk[] = [];
  readonly #documents = new Set<string>();
  /** No hunk has a header, so that one may begin without. */
  readonly #isBare: boolean;
  #at = 0;
  #fence: string | null = null;
  /** The enclosure of the last hunk has ended. */
  #isClosed = true;
  #refused: Refused | null = null;

  constructor(lines: readonly string[], isSnapshotLine: (line: string) => boolean) {
    this.lines = lines;
    this.isSnapshotLine = isSnapshotLine;
    this.#isBare = !lines.some((line) => HUNK_HEADER.test(line));
  }

  read(isClosed: boolean): ReadPatch | Refused {
    if (this.#isBare && !isFileHeader(this.lines, 0) && this.lines.every((line) => /^(?:[-+ ]|$)/.test(line)))
      this.#readImplicit();
    while (this.#at < this.lines.length && this.#refused === null) this.#readLine(this.lines[this.#at] ?? '');
    if (this.#documents.size > 1) return { reason: 'several_documents' };
    const hunks = this.#hunks;
    const refused = this.#refused;
    // Hunks before a malformed one are whole; it is unknown which one a line between them belongs to.
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
    else this.#at += 1;
  }

  #openFence(fence: string, info: string): void {
    this.#fence = fence;
    this.#at += 1;
    const next = this.lines[this.#at] ?? '';
    const isPatch = /^(?:diff|patch)?\s*$/.test(info) && !PATCH_LINE.test(next) && !GIT_LINE.test(next);
    const mayBegin = isPatch && (this.#isBare || info.trim() !== '');
    if (mayBegin && !isFileHeader(this.lines, this.#at)) this.#readImplicit();
  }

  #readPatchLine(line: string): void {
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
    const { lines } = readBody(this, this.#at, null, this.#fence);
    if (lines.some(({ side }) => side !== 'both')) this.#addHunk(null, null, null);
  }

  #readHunk(header: string): void {
    const numbers = NUMBERS.exec(header);
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
