/** Reads the lines of a hunk of a diff, after its header. */
import type { HunkLine } from '../hunk.ts';
import type { Without } from '../leniency.ts';
import { FENCE, GIT_LINE, HUNK_HEADER, isFileHeader, PATCH_LINE } from './marks.ts';

/** How many lines a header says that the two sides have. */
export interface Counts {
  readonly old: number;
  readonly new: number;
}

export interface BodyReader {
  readonly lines: readonly string[];
  /** Whether this is a whole line of the snapshot. */
  isSnapshotLine(line: string): boolean;
  readonly without: Without;
}

export interface Body {
  readonly lines: readonly HunkLine[];
  readonly endsOld: boolean;
  readonly endsNew: boolean;
  /** The index of the first line after it. */
  readonly next: number;
  /** A line that cannot be understood; null if all can. */
  readonly malformed: string | null;
}

/** @param fence the fence that the hunk is in, by which it may end; null if in none */
export function readBody(
  reader: BodyReader,
  from: number,
  counts: Counts | null,
  fence: string | null,
): Body {
  const covered = counts === null || reader.without.has('signs_in_text') ? null : cover(reader, from, counts);
  if (covered !== null && !goesOn(reader, covered, fence)) return bodyOf(reader, from, covered);
  const to = endOf(reader, from, fence);
  const body = bodyOf(reader, from, to);
  if (counts === null || body.malformed !== null) return body;
  return reader.without.has('counts') ? { ...body, malformed: reader.lines[from] ?? '' } : body;
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

/** Whether lines of the hunk follow those that its header counts. */
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
    return reader.without.has('blank_without_space') ? null : { side: 'both', text: line };
  }
  if (line.startsWith(' ')) return { side: 'both', text: line.slice(1) };
  if (line.startsWith('-')) return { side: 'old', text: line.slice(1) };
  if (line.startsWith('+')) return { side: 'new', text: line.slice(1) };
  if (reader.without.has('unmarked_context') || !reader.isSnapshotLine(line)) return null;
  return { side: 'both', text: line };
}

/** Whether a line ends what a fence began. */
export function closesFence(line: string, fence: string): boolean {
  const match = FENCE.exec(line);
  return match?.[1]?.startsWith(fence) === true && match[2] === '';
}
