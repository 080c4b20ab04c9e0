/** Settings that are typed as text: parses each one, or says what is wrong with it. */
import { isTooDeep } from '../../../core/provenance/json-depth.ts';
import { MAX_NAME_LENGTH, MAX_TYPED_DEPTH } from '../../../core/text/limits.ts';
import type { JsonObject } from '../../session/settings/providers-session.ts';

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

/** What is wrong with a name, which something needs; null for nothing. */
export function problemOfName(text: string, something: string): string | null {
  const { length } = text.trim();
  if (length === 0) return `${something} needs a name.`;
  return length > MAX_NAME_LENGTH ? `A name has at most ${MAX_NAME_LENGTH} characters.` : null;
}

/** A JSON object; an empty text is an empty object. */
export function parseObject(text: string): Parsed<JsonObject> {
  if (text.trim() === '') return { ok: true, value: {} };
  if (isTooDeep(text, MAX_TYPED_DEPTH)) return { ok: false, problem: 'This is nested too deeply.' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, problem: `This is not valid JSON${locationOf(error, text)}.` };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, problem: 'It must begin with { and end with }, with names and values in between.' };
  }
  return { ok: true, value: value as JsonObject };
}

export function formatObject(value: JsonObject): string {
  return Object.keys(value).length === 0 ? '' : JSON.stringify(value, null, 2);
}

/** Request headers, `Name: value`, one per line. */
export function parseHeaders(text: string): Parsed<Readonly<Record<string, string>>> {
  const headers: Record<string, string> = {};
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim();
    if (!/^[A-Za-z0-9-]{1,100}$/.test(name)) {
      return {
        ok: false,
        problem: `Line ${index + 1} needs a name of letters, digits and hyphens, a colon, and a value.`,
      };
    }
    if (/^(authorization|x-api-key|api-key|cookie)$/i.test(name)) {
      return {
        ok: false,
        problem: `Line ${index + 1}: enter a key in its own field above, where it is kept safe.`,
      };
    }
    headers[name] = line.slice(colon + 1).trim();
  }
  return { ok: true, value: headers };
}

export function formatHeaders(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** Stop sequences, one per line; `\n` is a line end. */
export function parseStops(text: string): Parsed<readonly string[]> {
  const stops = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replaceAll(/\\([nt\\])/g, (_all, sign: string) => ESCAPES[sign] ?? sign));
  return stops.length > MAX_STOPS
    ? { ok: false, problem: `At most ${MAX_STOPS} can be sent.` }
    : { ok: true, value: stops };
}

const MAX_STOPS = 16;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\\': '\\' };

export function formatStops(stops: readonly string[]): string {
  return stops
    .map((stop) => stop.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t'))
    .join('\n');
}

/** Logit biases, `token id: bias`, one per line. */
export function parseBiases(text: string): Parsed<Readonly<Record<string, number>>> {
  const biases: Record<string, number> = {};
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const [, token, bias] = /^\s*(\d{1,9})\s*:\s*([-+]?\d+(?:\.\d+)?)\s*$/.exec(line) ?? [];
    if (token === undefined || bias === undefined) {
      return { ok: false, problem: `Line ${index + 1} needs a token’s number, a colon, and a bias.` };
    }
    if (Math.abs(Number(bias)) > 100) {
      return { ok: false, problem: `Line ${index + 1}: a bias must be between −100 and 100.` };
    }
    biases[token] = Number(bias);
  }
  return { ok: true, value: biases };
}

export function formatBiases(biases: Readonly<Record<string, number>>): string {
  return Object.entries(biases)
    .map(([token, bias]) => `${token}: ${bias}`)
    .join('\n');
}

/** A whole number; null for an empty text. */
export function parseWholeNumber(text: string, least: number, most: number): Parsed<number | null> {
  const digits = text.trim().replaceAll(/[\s,_]/g, '');
  if (digits === '') return { ok: true, value: null };
  const value = Number(digits);
  if (!/^-?\d+$/.test(digits)) return { ok: false, problem: 'Enter a whole number, or nothing.' };
  if (value < least || value > most) {
    return { ok: false, problem: `Between ${least.toLocaleString()} and ${most.toLocaleString()}.` };
  }
  return { ok: true, value };
}

/** An amount of money, at most two decimals; null for an empty text. */
export function parseAmount(text: string, most: number): Parsed<number | null> {
  const digits = text.trim().replace(/^\$\s*/, '');
  if (digits === '') return { ok: true, value: null };
  if (!/^(\d+(\.\d{0,2})?|\.\d{1,2})$/.test(digits)) {
    return { ok: false, problem: 'Enter an amount such as 0.50, or nothing.' };
  }
  const value = Number(digits);
  if (value > most) return { ok: false, problem: `At most ${most.toLocaleString('en')}.` };
  return { ok: true, value };
}

/** Makes a check that returns what `read` finds wrong with a text; null for nothing. */
export function problemOf<T>(read: (text: string) => Parsed<T>): (text: string) => string | null {
  return (text) => {
    const parsed = read(text);
    return parsed.ok ? null : parsed.problem;
  };
}

/** Where parsing failed, as far as the engine's message tells: a position or an unexpected character. */
function locationOf(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : '';
  const position = /position (\d+)/.exec(message)?.[1];
  const sign = /^Unexpected token '(.)'/u.exec(message)?.[1];
  if (position === undefined) {
    return sign === undefined ? ': it ends too early' : `: “${sign}” is unexpected`;
  }
  const before = text.slice(0, Number(position));
  if (before.trim() === text.trim()) return ': it ends too early';
  const lines = before.split('\n');
  return `: see line ${lines.length}, character ${(lines.at(-1)?.length ?? 0) + 1}`;
}
