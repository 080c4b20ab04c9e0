/**
 * Schemas of what may be any size: how large the input is, is checked before any of it is parsed, so that no
 * request can occupy main.
 */
import * as v from 'valibot';
import type { JsonValue } from '../../core/provenance/canonical-json.ts';
import { MAX_JSON_LENGTH, MAX_LIST, MAX_TYPED_DEPTH } from '../../core/text/limits.ts';

/**
 * A string of at most this many UTF-16 code units. Half of a surrogate pair becomes U+FFFD: the file would store that, and its
 * log what was sent (`storage.md`, *Text*). Every string of a request is one, or has a pattern that no such half fits.
 */
export function stringUpTo(most: number): v.GenericSchema<string> {
  return v.pipe(
    v.string(),
    v.maxLength(most),
    v.transform((text) => text.toWellFormed()),
  );
}

/** A list of at most `most` items. */
export function listOf<T>(
  item: v.GenericSchema<unknown, T>,
  most: number = MAX_LIST,
): v.GenericSchema<unknown, T[]> {
  const isShort = (input: unknown) => Array.isArray(input) && input.length <= most;
  return v.pipe(v.custom<unknown[]>(isShort), v.array(item));
}

/** An object of at most `most` values under names of its own. */
export function recordOf<T>(
  key: v.GenericSchema<string, string>,
  value: v.GenericSchema<unknown, T>,
  most: number,
): v.GenericSchema<unknown, Record<string, T>> {
  const isSmall = (input: unknown) => isObject(input) && Object.keys(input).length <= most;
  return v.pipe(v.custom<Record<string, unknown>>(isSmall), v.record(key, value));
}

/** A JSON object that is not longer than `MAX_JSON_LENGTH`, nor nested deeper than `MAX_TYPED_DEPTH`. */
export const jsonObject: v.GenericSchema<unknown, Record<string, JsonValue>> = v.pipe(
  v.custom<Record<string, JsonValue>>((input) => isObject(input) && lengthOf(input) <= MAX_JSON_LENGTH),
  v.lazy(() => jsonRecord),
);

const jsonString = stringUpTo(MAX_JSON_LENGTH);
const jsonValue: v.GenericSchema<JsonValue> = v.union([
  jsonString,
  v.number(),
  v.boolean(),
  v.null(),
  v.array(v.lazy(() => jsonValue)),
  v.lazy(() => jsonRecord),
]);
/** Without the keys that reach for the prototype. */
const jsonRecord: v.GenericSchema<Record<string, JsonValue>> = v.record(jsonString, jsonValue);

/** About as many code units as the value takes as JSON; infinite if it is none, or nested too deeply. */
function lengthOf(value: unknown, depth = MAX_TYPED_DEPTH): number {
  if (typeof value === 'string') return value.length + 2;
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return 5;
  if (typeof value !== 'object' || depth === 0) return Number.POSITIVE_INFINITY;
  let length = 2;
  for (const [key, item] of Object.entries(value)) {
    length += key.length + 3 + lengthOf(item, depth - 1);
    if (length > MAX_JSON_LENGTH) break;
  }
  return length;
}

function isObject(input: unknown): input is object {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}
