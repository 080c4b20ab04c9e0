/** What JSON can say. A property that is undefined is left out. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue | undefined };

/**
 * JSON with no white space, object keys sorted by code unit, strings as `JSON.stringify` writes them (`domain.md`,
 * *Content hash*). Built by hand, since an object's own order puts keys that look like numbers first.
 */
export function canonicalJson(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return isList(value) ? listJson(value) : objectJson(value);
}

// Verifying a long path spends much of its time here: text is added to text, and no array is made on the way.
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

function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}
