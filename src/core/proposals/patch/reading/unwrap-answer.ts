import { isTooDeep } from '../../../provenance/json-depth.ts';
import { FENCE, hasPatchLine } from './marks.ts';

/** The lines of an answer, without their packing. */
interface UnwrappedAnswer {
  readonly lines: readonly string[];
  /** They are in an enclosure that was closed. */
  readonly isClosed: boolean;
  /** They are in an enclosure that was left open. */
  readonly isCut: boolean;
}

/** The lines of a patch in an answer: a line ends with `\n` and nothing else, U+2028 is a character in it. */
export function unwrapAnswer(answer: string): UnwrappedAnswer {
  const text = answer.replace(/^\uFEFF+/, '');
  const lines = splitLines(text);
  const first = lines.find((line) => line.trim() !== '' && !FENCE.test(line)) ?? '';
  if (/^\s*[{["]/.test(first) || !hasPatchLine(lines)) {
    const inner = unwrapJson(text);
    if (inner !== null) {
      const unwrapped = withLineEnds(splitLines(inner.text));
      return { lines: unwrapped, isClosed: !inner.isCut, isCut: inner.isCut };
    }
  }
  return { lines: withLineEnds(lines), isClosed: false, isCut: false };
}

/** The same lines, divided where line ends were escaped once too often. */
function withLineEnds(lines: readonly string[]): readonly string[] {
  if (hasDividedPatch(lines)) return lines;
  const divided = splitLines(unescapeText(lines.join('\n')));
  return hasPatchLine(divided) ? divided : lines;
}

/** Returns true if there is a patch that extends beyond its first line. */
function hasDividedPatch(lines: readonly string[]): boolean {
  return hasPatchLine(lines) && !lines.some((line) => /^(?:@@[^\n]*@@|<{5,9} ?SEARCH)\\n/.test(line));
}

/** Without the line end of the last line, and without CR where the lines of the patch's own end with it. */
function splitLines(text: string): readonly string[] {
  const separated = text.includes('\n') ? text : text.replaceAll('\r', '\n');
  const lines = separated.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const hasReturns = lines.some((line) => line.endsWith('\r') && hasPatchLine([line]));
  if (!hasReturns) return lines;
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

/** A patch that was a string in JSON. */
interface Unwrapped {
  readonly text: string;
  /** The string is unterminated. */
  readonly isCut: boolean;
}

const KEY = /"(?:diff|patch|input|edits?|answer|content)"\s*:\s*"/;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** The patch in an answer that is JSON, or nearly, or contains some; null if there is none. */
function unwrapJson(answer: string): Unwrapped | null {
  const from = answer.search(/[{["]/);
  const to = Math.max(answer.lastIndexOf('}'), answer.lastIndexOf(']'), answer.lastIndexOf('"'));
  const parsed = from < 0 ? undefined : parse(answer.slice(from, to + 1));
  if (parsed !== undefined) {
    const patches = stringsIn(parsed).filter(
      (text) => hasPatchLine(text.split('\n')) || hasPatchLine(unescapeText(text).split('\n')),
    );
    return patches.length === 0 ? null : { text: patches.join('\n'), isCut: false };
  }
  return readString(answer);
}

/** A string in something that is not JSON: it contains line breaks, or was cut off. */
function readString(answer: string): Unwrapped | null {
  const key = KEY.exec(answer);
  if (key === null) return null;
  const from = key.index + key[0].length;
  const end = /(?<!\\)(?:\\\\)*"\s*(?:[,}\]]|$)/.exec(answer.slice(from));
  const to = end === null ? answer.length : from + end.index + end[0].indexOf('"');
  return { text: unescapeText(answer.slice(from, to)), isCut: end === null };
}

/** The text that a string of JSON stands for; what is no escape stays. */
function unescapeText(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(["\\/nrtbf]))/g, (_, code?: string, letter = '') =>
    code === undefined ? (ESCAPES[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** The value of JSON in an answer: all of it, or in a fence, or after prose; undefined if there is none. */
export function valueInJson(answer: string): unknown {
  const from = answer.search(/^[ \t]*[{[]/m);
  const to = Math.max(answer.lastIndexOf('}'), answer.lastIndexOf(']'));
  return from < 0 ? undefined : parse(answer.slice(from, to + 1));
}

function parse(json: string): unknown {
  if (isTooDeep(json)) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    // Then it is no JSON, which is as good an answer.
    return undefined;
  }
}

/** All strings in a value, in order; not the names of its fields. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}
