/** A JSON value. An undefined property is omitted. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue | undefined };

/**
 * Serialises JSON without white space, with object keys sorted by code unit and strings as `JSON.stringify` writes them
 * (`domain.md`, *Content hash*). Built by hand, because JavaScript objects order integer-like keys first.
 */
export function canonicalJson(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return isList(value) ? listJson(value) : objectJson(value);
}

// Hot when verifying a long path: concatenate strings and avoid temporary arrays.
function listJson(list: readonly JsonValue[]): string {
  let json = '';
  for (const item of list) json += json === '' ? canonicalJson(item) : `,${canonicalJson(item)}`;
  return `[${json}]`;
}

function objectJson(object: { readonly [name: string]: JsonValue | undefined }): string {
  let json = '';
  for (const name of Object.keys(object).sort()) {
    const member = object[name];
    if (member === undefined) continue;
    json += `${json === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(member)}`;
  }
  return `{${json}}`;
}

/** The value with U+FFFD for each half of a surrogate pair, as the file stores text (`storage.md`, *Text*). */
export function wellFormed(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(wellFormed);
  const members = Object.entries(value).map(
    ([name, member]) => [name.toWellFormed(), member === undefined ? member : wellFormed(member)] as const,
  );
  return Object.fromEntries(members);
}

function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Returns true for an object, which a list is not. */
export function isJsonObject(value: JsonValue): value is { readonly [name: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
