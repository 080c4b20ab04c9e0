/** Settings that are typed as text: what each text means, or in words why it means nothing. */
import type { JsonObject } from '../../session/settings/providers-session.ts';

export type Typed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

/** An object in JSON; nothing at all is an empty one. */
export function typedObject(text: string): Typed<JsonObject> {
  if (text.trim() === '') return { ok: true, value: {} };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, problem: `This is not JSON yet${placeOf(error, text)}.` };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, problem: 'It begins with { and ends with }, with names and values between.' };
  }
  return { ok: true, value: value as JsonObject };
}

export function objectText(value: JsonObject): string {
  return Object.keys(value).length === 0 ? '' : JSON.stringify(value, null, 2);
}

/** Headers of a request, `Name: value`, one a line. */
export function typedHeaders(text: string): Typed<Readonly<Record<string, string>>> {
  const headers: Record<string, string> = {};
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim();
    if (!/^[A-Za-z0-9-]{1,100}$/.test(name)) {
      return {
        ok: false,
        problem: `Line ${index + 1} wants a name of letters, digits and hyphens, a colon, and a value.`,
      };
    }
    if (/^(authorization|x-api-key|api-key|cookie)$/i.test(name)) {
      return {
        ok: false,
        problem: `Line ${index + 1}: a key has its own field above, where it is kept safe.`,
      };
    }
    headers[name] = line.slice(colon + 1).trim();
  }
  return { ok: true, value: headers };
}

export function headersText(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** Where an answer stops, one a line; `\n` is a line end. */
export function typedStops(text: string): Typed<readonly string[]> {
  const stops = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replaceAll(/\\([nt\\])/g, (_all, sign: string) => SIGNS[sign] ?? sign));
  return stops.length > MOST_STOPS
    ? { ok: false, problem: `At most ${MOST_STOPS} can be sent.` }
    : { ok: true, value: stops };
}

const MOST_STOPS = 16;
const SIGNS: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\\': '\\' };

export function stopsText(stops: readonly string[]): string {
  return stops
    .map((stop) => stop.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t'))
    .join('\n');
}

/** What is added to a token's likelihood, `token id: bias`, one a line. */
export function typedBiases(text: string): Typed<Readonly<Record<string, number>>> {
  const biases: Record<string, number> = {};
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const [, token, bias] = /^\s*(\d{1,9})\s*:\s*([-+]?\d+(?:\.\d+)?)\s*$/.exec(line) ?? [];
    if (token === undefined || bias === undefined) {
      return { ok: false, problem: `Line ${index + 1} wants a token’s number, a colon, and a bias.` };
    }
    if (Math.abs(Number(bias)) > 100) {
      return { ok: false, problem: `Line ${index + 1}: a bias is between −100 and 100.` };
    }
    biases[token] = Number(bias);
  }
  return { ok: true, value: biases };
}

export function biasesText(biases: Readonly<Record<string, number>>): string {
  return Object.entries(biases)
    .map(([token, bias]) => `${token}: ${bias}`)
    .join('\n');
}

/** A whole number; nothing at all is null. */
export function typedWhole(text: string, least: number, most: number): Typed<number | null> {
  const digits = text.trim().replaceAll(/[\s,_]/g, '');
  if (digits === '') return { ok: true, value: null };
  const value = Number(digits);
  if (!/^-?\d+$/.test(digits)) return { ok: false, problem: 'A whole number, or nothing.' };
  if (value < least || value > most) {
    return { ok: false, problem: `Between ${least.toLocaleString()} and ${most.toLocaleString()}.` };
  }
  return { ok: true, value };
}

/** What is wrong with a text as `read` reads it; null for nothing. */
export function problemOf<T>(read: (text: string) => Typed<T>): (text: string) => string | null {
  return (text) => {
    const typed = read(text);
    return typed.ok ? null : typed.problem;
  };
}

/** As far as the engine's message says: the place, or the sign that it stumbled over. */
function placeOf(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : '';
  const position = /position (\d+)/.exec(message)?.[1];
  const sign = /^Unexpected token '(.)'/u.exec(message)?.[1];
  if (position === undefined) {
    return sign === undefined ? ': it ends too early' : `: “${sign}” is not expected where it stands`;
  }
  const before = text.slice(0, Number(position));
  if (before.trim() === text.trim()) return ': it ends too early';
  const lines = before.split('\n');
  return `: look at line ${lines.length}, character ${(lines.at(-1)?.length ?? 0) + 1}`;
}
