import { assert } from '../../../core/assert.ts';

/** A tree of the sample as its file tells it (`resources/sample/README.md`). */
export interface SampleTree {
  readonly title: string;
  readonly description: string | null;
  readonly memory: string | null;
  readonly authorsNote: string | null;
  readonly steps: readonly SampleStep[];
}

/** What is done in one step; nodes go by the names that the file gives them. */
export type SampleStep =
  | {
      readonly does: 'node';
      readonly name: string;
      readonly after: string;
      readonly by: string;
      readonly text: string;
    }
  | {
      readonly does: 'edit' | 'branch';
      readonly name: string;
      readonly of: string;
      readonly by: string;
      readonly replacements: readonly Replacement[];
    }
  | {
      readonly does: 'rewrite';
      readonly name: string;
      readonly of: string;
      readonly by: string;
      readonly text: string;
    }
  | { readonly does: 'split'; readonly name: string; readonly of: string; readonly before: string }
  | {
      readonly does: 'remark';
      readonly name: string;
      readonly on: string;
      readonly by: string;
      readonly text: string;
    }
  | { readonly does: 'bookmark'; readonly name: string; readonly label: string | null }
  | { readonly does: 'exclude' | 'prune' | 'select' | 'go'; readonly name: string }
  | { readonly does: 'draft'; readonly text: string }
  | { readonly does: 'later'; readonly milliseconds: number };

/** `old`, which stands once in the text, or null for all of it, is replaced by `new`. */
export interface Replacement {
  readonly old: string | null;
  readonly new: string;
}

/** What stands between a node and the text before it, by the words of the file; a new paragraph unless said. */
const JOINTS: Readonly<Record<string, string>> = { paragraph: '\n\n', space: ' ', nothing: '' };
const UNITS: Readonly<Record<string, number>> = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/**
 * Reads one file of the sample.
 * @throws {BugError} where it is not written as its README says: the sample ships with the program
 */
export function parseSampleTree(source: string): SampleTree {
  const [head = '', ...parts] = `\n${source.trimEnd()}`.split('\n== ');
  const properties = fieldsOf(head.trim().split('\n'), ': ');
  const title = properties.get('title');
  assert(title !== undefined, 'a tree of the sample has no title');
  return {
    title,
    description: properties.get('description') ?? null,
    memory: properties.get('memory') ?? null,
    authorsNote: properties.get('note') ?? null,
    steps: parts.map(parseStep),
  };
}

function parseStep(part: string): SampleStep {
  const [line = '', ...lines] = part.split('\n');
  const text = lines.join('\n').trim();
  const [command = '', ...pieces] = line.split(' | ');
  const [does = '', ...names] = command.split(' ');
  const name = names.join(' ');
  const fields = fieldsOf(pieces, ' ');
  const get = (field: string) => {
    const value = fields.get(field);
    assert(value !== undefined, `the sample does not say “${field}” in: ${line}`);
    return value;
  };
  switch (does) {
    case 'node': {
      const joint = JOINTS[(fields.get('joined') ?? 'by paragraph').slice('by '.length)];
      assert(joint !== undefined, `the sample joins in no known way in: ${line}`);
      const after = get('after');
      return { does, name, after, by: get('by'), text: (after === 'root' ? '' : joint) + text };
    }
    case 'edit':
    case 'branch':
      return { does, name, of: get('of'), by: get('by'), replacements: parseReplacements(lines) };
    case 'rewrite':
      return { does, name, of: get('of'), by: get('by'), text };
    case 'split':
      return { does, name, of: get('of'), before: get('before') };
    case 'remark':
      return { does, name, on: get('on'), by: get('by'), text };
    case 'bookmark':
      return { does, name, label: fields.get('as') ?? null };
    case 'exclude':
    case 'prune':
    case 'select':
    case 'go':
      return { does, name };
    case 'draft':
      return { does, text: `\n\n${text}` };
    case 'later': {
      const [amount, unit = ''] = names;
      const milliseconds = Number(amount) * (UNITS[unit.endsWith('s') ? unit : `${unit}s`] ?? Number.NaN);
      assert(milliseconds > 0, `the sample names no time in: ${line}`);
      return { does, milliseconds };
    }
    default:
      assert(false, `the sample has no step “${does}”`);
  }
}

/** Lines that begin with `- ` and `+ `, in pairs. */
function parseReplacements(lines: readonly string[]): readonly Replacement[] {
  const marked = lines.filter((line) => line !== '');
  assert(marked.length % 2 === 0, `a replacement of the sample is half: ${marked.join(' ')}`);
  const replacements: Replacement[] = [];
  for (let at = 0; at < marked.length; at += 2) {
    const [old = '', inserted = ''] = [marked[at], marked[at + 1]];
    assert(
      old.startsWith('- ') && inserted.startsWith('+'),
      `no replacement of the sample: ${old} ${inserted}`,
    );
    replacements.push({ old: old === '- *' ? null : old.slice(2), new: inserted.slice(2) });
  }
  return replacements;
}

/** `by writer` as `by` and `writer`. */
function fieldsOf(pieces: readonly string[], separator: string): ReadonlyMap<string, string> {
  return new Map(
    pieces.map((piece) => {
      const at = piece.indexOf(separator);
      return [piece.slice(0, at), piece.slice(at + separator.length)];
    }),
  );
}
