/** The one validator of directives (`edits.md`, *Directive*). */
import { isRecord } from '../answers/read-json.ts';
import type { TextRange } from '../text/span.ts';
import {
  DIRECTIVE_ACTIONS,
  type Directive,
  type DirectiveAction,
  type DirectiveField,
  type DirectiveProblem,
  type DirectiveProblemCode,
  type ExpectedValue,
  MAX_RATIONALE_LENGTH,
  VERSION_FIELDS,
} from './directive.ts';
import { isVersionPrefix } from './document-version.ts';

/** A directive, or every field that is wrong with it, in the order of the table. */
export type ReadDirective =
  | { readonly directive: Directive; readonly problems: null }
  | { readonly directive: null; readonly problems: readonly DirectiveProblem[] };

/** SHA-256 in hexadecimal digits, or a significant prefix. */
const FINGERPRINT = /^[0-9a-f]{8,64}$/i;

/**
 * Reads an agent's directive. A field that is null counts as left out, and others are ignored.
 * @param input parsed JSON
 */
export function readDirective(input: unknown): ReadDirective {
  if (!isRecord(input)) return refuse([problem(null, 'action', 'not_object', 'object')]);
  const fields = new Fields(input);
  const given = fields.read('action');
  if (given === null) return refuse([problem(null, 'action', 'missing', 'action')]);
  const action = DIRECTIVE_ACTIONS.find((known) => known === given);
  if (action === undefined) return refuse([problem(null, 'action', 'unknown', 'action')]);
  return action === 'patch' ? readPatch(fields) : readText(fields, action);
}

function readPatch(fields: Fields): ReadDirective {
  fields.action = 'patch';
  const version = fields.version();
  if (version === null && !fields.has('document_version')) {
    fields.report('document_version', 'missing', 'version');
  }
  const diff = fields.text('diff', 'diff', 'not blank');
  fields.forbid('content', 'diff');
  fields.forbid('target_range', 'diff');
  const rationale = fields.rationale();
  if (fields.problems.length > 0 || version === null || diff === null) return refuse(fields.problems);
  return { directive: { action: 'patch', version, diff, rationale }, problems: null };
}

function readText(fields: Fields, action: 'insert' | 'replace' | 'annotate'): ReadDirective {
  fields.action = action;
  const version = fields.version();
  fields.forbid('diff', 'text');
  const content = fields.text('content', 'text', CONTENT_RULES[action]);
  const range = fields.range();
  if (range !== null && action === 'insert' && range.from !== range.to) {
    fields.report('target_range', 'not_empty', 'place');
  }
  const fingerprint = fields.fingerprint();
  const rationale = fields.rationale();
  if (fields.problems.length > 0 || content === null) return refuse(fields.problems);
  return { directive: { action, version, content, range, fingerprint, rationale }, problems: null };
}

type TextRule = 'not blank' | 'not empty' | 'any';

/** Inserted space may be a paragraph break. */
const CONTENT_RULES = { insert: 'not empty', replace: 'any', annotate: 'not blank' } as const;

function refuse(problems: readonly DirectiveProblem[]): ReadDirective {
  return { directive: null, problems };
}

function problem(
  action: DirectiveAction | null,
  field: DirectiveField,
  code: DirectiveProblemCode,
  expected: ExpectedValue,
): DirectiveProblem {
  return { field, sentAs: field, code, expected, action };
}

/** Reads fields one by one, and notes what is wrong with each. */
class Fields {
  action: DirectiveAction | null = null;
  readonly problems: DirectiveProblem[] = [];
  readonly #input: Readonly<Record<string, unknown>>;

  constructor(input: Readonly<Record<string, unknown>>) {
    this.#input = input;
  }

  /** The value of a field; null if it was left out. */
  read(name: string): unknown {
    return Object.hasOwn(this.#input, name) ? (this.#input[name] ?? null) : null;
  }

  /** Returns true if a field has a problem. */
  has(field: DirectiveField): boolean {
    return this.problems.some((found) => found.field === field);
  }

  report(
    field: DirectiveField,
    code: DirectiveProblemCode,
    expected: ExpectedValue,
    more: { readonly sentAs?: string; readonly limit?: number } = {},
  ): null {
    this.problems.push({ ...problem(this.action, field, code, expected), ...more });
    return null;
  }

  forbid(field: DirectiveField, expected: ExpectedValue): void {
    if (this.read(field) !== null) this.report(field, 'forbidden', expected);
  }

  text(field: DirectiveField, expected: ExpectedValue, rule: TextRule): string | null {
    const value = this.read(field);
    if (value === null) return this.report(field, 'missing', expected);
    if (typeof value !== 'string') return this.report(field, 'wrong_type', expected);
    const isBlank = rule === 'not blank' ? value.trim() === '' : rule === 'not empty' && value === '';
    return isBlank ? this.report(field, 'blank', expected) : value;
  }

  /** The version under any of its names, which must agree. */
  version(): string | null {
    let version: string | null = null;
    for (const sentAs of VERSION_FIELDS) {
      const value = this.read(sentAs);
      if (value === null) continue;
      const report = (code: DirectiveProblemCode) =>
        this.report('document_version', code, 'version', { sentAs });
      if (typeof value !== 'string') report('wrong_type');
      else if (!isVersionPrefix(value.trim())) report('malformed');
      else {
        const given = value.trim().toLowerCase();
        if (version !== null && !given.startsWith(version) && !version.startsWith(given)) {
          report('contradictory');
        } else if (version === null || given.length > version.length) version = given;
      }
    }
    return version;
  }

  /** `{ start, end }` or `[start, end]`. */
  range(): TextRange | null {
    const value = this.read('target_range');
    if (value === null) return null;
    const expected = this.action === 'insert' ? 'place' : 'range';
    const [from, to] = Array.isArray(value)
      ? value.length === 2
        ? value
        : []
      : isRecord(value)
        ? [value.start, value.end]
        : [];
    if (!isOffset(from) || !isOffset(to)) return this.report('target_range', 'wrong_type', expected);
    return from > to ? this.report('target_range', 'reversed', expected) : { from, to };
  }

  fingerprint(): string | null {
    const value = this.read('selection_fingerprint');
    if (value === null) return null;
    if (typeof value !== 'string') return this.report('selection_fingerprint', 'wrong_type', 'fingerprint');
    const given = value.trim().toLowerCase();
    return FINGERPRINT.test(given) ? given : this.report('selection_fingerprint', 'malformed', 'fingerprint');
  }

  rationale(): string | null {
    const value = this.read('rationale');
    if (value === null) return null;
    if (typeof value !== 'string') return this.report('rationale', 'wrong_type', 'short_text');
    const text = readRationale(value);
    if (text.length <= MAX_RATIONALE_LENGTH) return text === '' ? null : text;
    return this.report('rationale', 'too_long', 'short_text', { limit: MAX_RATIONALE_LENGTH });
  }
}

function isOffset(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Bidirectional embeddings, overrides and isolates, which reorder the text around them. */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/gu;
const CONTROL = /\p{Cc}/gu;

/**
 * Reads an agent's comment on its edit as one line of plain text: line breaks and tabs become spaces, other control
 * characters and those that reorder text around them are removed. Markup, right-to-left marks and accents stay as
 * written.
 */
export function readRationale(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\t\n\r\u2028\u2029\u0085]+/gu, ' ')
    .replaceAll(CONTROL, '')
    .replaceAll(REORDERING, '')
    .trim();
}
