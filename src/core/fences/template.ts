import type { TextRange } from '../text/span.ts';
import type { FenceFault } from './fence-fault.ts';

/** The source of a hole. */
export type Hole =
  /** The paragraphs before or after the fence. */
  | { readonly kind: 'before' | 'after'; readonly count: number }
  /** The text of a node. */
  | { readonly kind: 'node'; readonly localId: string }
  /** The last output of a fence. */
  | { readonly kind: 'fence'; readonly name: string }
  /** The text of a document, or of a section of it. */
  | { readonly kind: 'document'; readonly address: string }
  /** A value that is asked for. */
  | { readonly kind: 'value'; readonly name: string };

/** A stretch of a template, as offsets in it. `braces`: two braces, written as four. */
export type TemplatePart =
  | ({ readonly kind: 'text' } & TextRange)
  | ({ readonly kind: 'braces' } & TextRange)
  | ({ readonly kind: 'hole'; readonly written: string; readonly hole: Hole } & TextRange);

export interface Template {
  readonly text: string;
  readonly parts: readonly TemplatePart[];
}

const OPEN = '{{';
const CLOSE = '}}';

/** Reads the body of a prompt fence; what is wrong with its holes is added to `faults`. */
export function readTemplate(text: string, faults: FenceFault[]): Template {
  const parts: TemplatePart[] = [];
  let from = 0;
  for (let at = text.indexOf(OPEN); at >= 0; at = text.indexOf(OPEN, from)) {
    if (at > from) parts.push({ kind: 'text', from, to: at });
    if (text.startsWith(OPEN + OPEN, at)) {
      from = at + 2 * OPEN.length;
      parts.push({ kind: 'braces', from: at, to: from });
      continue;
    }
    const end = text.indexOf(CLOSE, at);
    const written = text.slice(at + OPEN.length, end < 0 ? undefined : end).trim();
    if (end < 0 || written.includes('\n')) {
      faults.push({ kind: 'hole', hole: written.split('\n')[0] ?? '', why: 'unclosed' });
      return { text, parts };
    }
    from = end + CLOSE.length;
    const hole = readHole(written);
    if (typeof hole === 'string') faults.push({ kind: 'hole', hole: written, why: hole });
    else parts.push({ kind: 'hole', written, hole, from: at, to: from });
  }
  if (from < text.length) parts.push({ kind: 'text', from, to: text.length });
  return { text, parts };
}

function readHole(written: string): Hole | 'unknown' {
  const [, kind, rest = ''] = /^([^:]*):(.*)$/u.exec(written) ?? [];
  const what = rest.trim();
  switch (kind?.trim()) {
    case undefined:
      return written === '' || /[{}]/.test(written) ? 'unknown' : { kind: 'value', name: written };
    case 'before':
      return readParagraphs('before', what);
    case 'after':
      return readParagraphs('after', what);
    case 'node':
      return what === '' ? 'unknown' : { kind: 'node', localId: what };
    case 'fence':
      return what === '' ? 'unknown' : { kind: 'fence', name: what };
    case 'doc':
      return what === '' ? 'unknown' : { kind: 'document', address: what };
    default:
      return 'unknown';
  }
}

function readParagraphs(kind: 'before' | 'after', what: string): Hole | 'unknown' {
  return /^[1-9]\d{0,5}$/.test(what) ? { kind, count: Number(what) } : 'unknown';
}
