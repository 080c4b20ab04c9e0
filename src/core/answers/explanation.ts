/** The error message in a service's failure response, which may have any size and shape. */
import { isRecord } from './read-json.ts';

/** UTF-16 code units. */
const MAX_MESSAGE = 2_000;
/** Limits of depth and of list items when searching for a message. */
const MAX_DEPTH = 6;
const MAX_LISTED = 3;

/** Fields that hold services' messages, in the order of lookup. */
const FIELDS = [
  'error',
  'errors',
  'message',
  'detail',
  'error_message',
  'error_description',
  'title',
] as const;

export interface Explanation {
  /** Empty for none. */
  readonly message: string;
  readonly code: string | number | null;
  readonly type: string | null;
}

/**
 * @param body JSON, as services send it: a message in one of several fields, in an object or a list there, once more in such a
 *   field, or an outer list of such bodies
 */
export function explanationOf(body: unknown): Explanation {
  const { code, type } = errorIn(body, MAX_DEPTH);
  return {
    message: messageIn(body, MAX_DEPTH).slice(0, MAX_MESSAGE),
    code: isString(code) ? code.slice(0, MAX_MESSAGE) : typeof code === 'number' ? code : null,
    type: isString(type) ? type.slice(0, MAX_MESSAGE) : null,
  };
}

function messageIn(said: unknown, depth: number): string {
  if (isString(said)) return said;
  if (depth === 0) return '';
  if (Array.isArray(said)) {
    const parts = said.slice(0, MAX_LISTED).map((one: unknown) => messageIn(one, depth - 1));
    return parts.filter((part) => part !== '').join('; ');
  }
  if (!isRecord(said)) return '';
  if (isString(said.msg)) return withPlace(said.loc, said.msg);
  for (const field of FIELDS) {
    const message = messageIn(said[field], depth - 1);
    if (message !== '') return message;
  }
  return '';
}

/** `max_tokens: must be 8 or less`. @param loc where in the request it is, as some services say */
function withPlace(loc: unknown, message: string): string {
  const names = (Array.isArray(loc) ? loc : []).filter((part: unknown) => part !== 'body');
  return names.length === 0 ? message : `${names.join('.')}: ${message}`;
}

/** The object that has the code: the innermost in which services put an error. */
function errorIn(said: unknown, depth: number): Readonly<Record<string, unknown>> {
  const outer: unknown = Array.isArray(said) ? said[0] : said;
  if (!isRecord(outer)) return {};
  const inner = [outer.error, outer.errors, outer.message].find((one) => isRecord(one) || Array.isArray(one));
  const found = inner === undefined || depth === 0 ? {} : errorIn(inner, depth - 1);
  return found.code === undefined && found.type === undefined ? outer : found;
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}
