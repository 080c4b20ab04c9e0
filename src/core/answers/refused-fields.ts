/** Parameters that a service refuses, and their substitutes (`generation.md`, *What a service refuses*). */

/**
 * Fields by the name that they are sent under: another name for them, the largest value that is accepted (of `n`), or null to
 * leave them out; and `CONTEXT_LENGTH`.
 */
export type RefusedFields = Readonly<Record<string, string | number | null>>;

/** Names, where no field is called so, how many tokens the service has for a request and its answer. */
export const CONTEXT_LENGTH = 'context length';

/** Pairs of names that newer and older services use for the same field. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  max_tokens: 'max_completion_tokens',
  max_completion_tokens: 'max_tokens',
};

/** Parameters that a request can do without. */
const OPTIONAL: ReadonlySet<string> = new Set([
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'min_p',
  'n',
  'presence_penalty',
  'repeat_penalty',
  'repetition_penalty',
  'seed',
  'stop',
  'stream_options',
  'temperature',
  'top_k',
  'top_logprobs',
  'top_p',
]);

/** Short names are words too: these count only where they are quoted, or named as a field. */
const SHORT = new Set(['n', 'stop', 'seed']);

/**
 * The field that a refusal names, with a substitute; null if it names none that can be left out or renamed. A limit
 * that is too large is no such field: the writer is notified.
 * @param message of the service
 * @param sent the names of the fields that were sent
 */
export function refusedField(
  message: string,
  sent: readonly string[],
): { readonly field: string; readonly instead: string | null } | null {
  let first: { readonly field: string; readonly at: number } | null = null;
  for (const field of sent) {
    const other = OTHER_NAMES[field];
    if (other === undefined ? !OPTIONAL.has(field) : !isUnknown(message, other)) continue;
    const at = placeOf(message, field);
    if (at >= 0 && (first === null || at < first.at)) first = { field, at };
  }
  if (first === null) return null;
  return { field: first.field, instead: OTHER_NAMES[first.field] ?? null };
}

/**
 * The most choices that a refusal of `n` allows in one answer: the largest number that it names below the one it refuses; null
 * if that is none or one, so that `n` is left out.
 */
export function mostChoicesIn(message: string, refused: unknown): number | null {
  if (typeof refused !== 'number') return null;
  const named = [...message.matchAll(/(?<![\w.])\d{1,3}(?![\w.]*\d)/g)].map(([digits]) => Number(digits));
  const most = Math.max(0, ...named.filter((number) => number < refused));
  return most > 1 ? most : null;
}

/** A whole number, with or without commas: not the beginning of `128k`, of `128 000`, or of a sum. */
const NUMBER = '(\\d[\\d,]*)(?![\\d.]*\\d|[km]\\b| ?\\+| \\d)';
/** Services' phrasings of the number of tokens for a request and its answer. */
const LENGTHS: readonly RegExp[] = [
  `\\bcontext (?:length|window|size|limit)(?: of| is|:)? ?\\(?${NUMBER}`,
  `\\b(?:prompt|input|context)\\b.*> ?${NUMBER}`,
  `\\binputs?\\b.*<= ?${NUMBER}`,
  `\\bmaximum number of tokens allowed \\(${NUMBER}`,
  `\\b${NUMBER}(?: tokens?)? maximum context length\\b`,
].map((pattern) => new RegExp(pattern, 'i'));

/** The context length in tokens that a service states when it refuses a longer one; null if it states none. */
export function contextLengthIn(message: string): number | null {
  for (const pattern of LENGTHS) {
    const length = Number(pattern.exec(message)?.[1]?.replaceAll(',', '') ?? 0);
    if (Number.isSafeInteger(length) && length > 1) return length;
  }
  return null;
}

/** Returns true if a message refuses the name of a limit, not its value. */
function isUnknown(message: string, other: string): boolean {
  return (
    placeOf(message, other) >= 0 ||
    /\b(?:unsupported|unrecogni[sz]ed|unknown|unexpected|not (?:supported|permitted|allowed))\b/i.test(
      message,
    )
  );
}

function placeOf(message: string, field: string): number {
  const name = SHORT.has(field)
    ? `(?:["'\`]${field}["'\`]|(?:^|[\\s(.])${field}:|\\b(?:parameter|field|argument)s?:? ${field}\\b|: ${field}[.!]?$)`
    : `(?<![\\w.])${field}(?!\\w)`;
  return message.search(new RegExp(name));
}

/** The fields of a body omitted, renamed or lowered before it was sent, by their names in the body. */
export function sentOtherwise(
  planned: Readonly<Record<string, unknown>>,
  sent: Readonly<Record<string, unknown>>,
): RefusedFields {
  const entries = Object.entries(planned).flatMap(
    ([name, value]): readonly (readonly [string, RefusedFields[string]])[] => {
      const now = sent[name];
      if (now === value) return [];
      if (typeof now === 'number') return [[name, now]];
      const other = OTHER_NAMES[name];
      return [[name, other !== undefined && sent[other] === value ? other : null]];
    },
  );
  return Object.fromEntries(entries);
}

/** A body as it is sent to a service that refuses some fields. */
export function withoutRefused<T>(
  body: Readonly<Record<string, T>>,
  refused: RefusedFields,
): Record<string, T> {
  const entries = Object.entries(body).flatMap(([name, value]): readonly (readonly [string, T])[] => {
    if (!Object.hasOwn(refused, name)) return [[name, value]];
    const instead = refused[name];
    if (typeof instead === 'number')
      return [[name, typeof value === 'number' && value > instead ? (instead as T & number) : value]];
    return instead == null || Object.hasOwn(body, instead) ? [] : [[instead, value]];
  });
  return Object.fromEntries(entries);
}
