/** Settings that are typed as text: parses each one, or describes its fault. */

import { isTooDeep } from '../../../core/provenance/json-depth.ts';
import { MAX_NAME_LENGTH, MAX_TYPED_DEPTH } from '../../../core/text/limits.ts';
import {
  AMOUNT,
  atMost,
  between,
  biasNeeds,
  biasOutside,
  ENDS_EARLY,
  headerNeeds,
  keyInHeader,
  longestName,
  NOT_AN_OBJECT,
  needsName,
  notJson,
  seePlace,
  TOO_DEEP,
  tooManyStops,
  unexpected,
  WHOLE_NUMBER,
} from '../../../ui-text/settings/problems.ts';
import type { JsonObject } from '../../session/settings/providers-session.ts';

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

/** The fault of a name that something needs; null for none. */
export function problemOfName(text: string, something: string): string | null {
  const { length } = text.trim();
  if (length === 0) return needsName(something);
  return length > MAX_NAME_LENGTH ? longestName(MAX_NAME_LENGTH) : null;
}

/** A JSON object; an empty text is an empty object. */
export function parseObject(text: string): Parsed<JsonObject> {
  if (text.trim() === '') return { ok: true, value: {} };
  if (isTooDeep(text, MAX_TYPED_DEPTH)) return { ok: false, problem: TOO_DEEP };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, problem: notJson(locationOf(error, text)) };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, problem: NOT_AN_OBJECT };
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
        problem: headerNeeds(index + 1),
      };
    }
    if (/^(authorization|x-api-key|api-key|cookie)$/i.test(name)) {
      return {
        ok: false,
        problem: keyInHeader(index + 1),
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
    ? { ok: false, problem: tooManyStops(MAX_STOPS) }
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
      return { ok: false, problem: biasNeeds(index + 1) };
    }
    if (Math.abs(Number(bias)) > 100) {
      return { ok: false, problem: biasOutside(index + 1) };
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
  if (!/^-?\d+$/.test(digits)) return { ok: false, problem: WHOLE_NUMBER };
  if (value < least || value > most) {
    return { ok: false, problem: between(least, most) };
  }
  return { ok: true, value };
}

/** An amount of money, at most two decimals; null for an empty text. */
export function parseAmount(text: string, most: number): Parsed<number | null> {
  const digits = text.trim().replace(/^\$\s*/, '');
  if (digits === '') return { ok: true, value: null };
  if (!/^(\d+(\.\d{0,2})?|\.\d{1,2})$/.test(digits)) {
    return { ok: false, problem: AMOUNT };
  }
  const value = Number(digits);
  if (value > most) return { ok: false, problem: atMost(most) };
  return { ok: true, value };
}

/** Makes a check that returns the fault that `read` finds in a text; null for none. */
export function problemOf<T>(read: (text: string) => Parsed<T>): (text: string) => string | null {
  return (text) => {
    const parsed = read(text);
    return parsed.ok ? null : parsed.problem;
  };
}

/** The place where parsing failed, as far as the engine's message has it: a position or an unexpected character. */
function locationOf(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : '';
  const position = /position (\d+)/.exec(message)?.[1];
  const sign = /^Unexpected token '(.)'/u.exec(message)?.[1];
  if (position === undefined) {
    return sign === undefined ? ENDS_EARLY : unexpected(sign);
  }
  const before = text.slice(0, Number(position));
  if (before.trim() === text.trim()) return ENDS_EARLY;
  const lines = before.split('\n');
  return seePlace(lines.length, (lines.at(-1)?.length ?? 0) + 1);
}
