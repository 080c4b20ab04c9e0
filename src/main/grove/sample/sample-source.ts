import { assert } from '../../../core/assert.ts';
import type { TreeKind, TreeMode } from '../../../core/tree/loom-tree.ts';

/** One tree of the sample, as parsed from its file (`resources/sample/README.md`). */
export type SampleTree = ReturnType<typeof parseSampleTree>;

/** One step of the sample; nodes are referred to by the names in the file. */
export type SampleStep = ReturnType<typeof parseStep>;

/** Replaces `old`, which occurs exactly once in the text, or all of the text if null, by `new`. */
export interface Replacement {
  readonly old: string | null;
  readonly new: string;
}

/** A command of a turn. In both texts, `{NAME}` is the short id of a node of the tree that the conversation is about, `{TITLE/NAME}` of another. */
export interface SampleCommand {
  /** As written, with its arrow. */
  readonly line: string;
  readonly result: string;
}

/** The separators between a node and the text before it, by their names in the file; a new paragraph by default. */
const SEPARATORS: Readonly<Record<string, string>> = { paragraph: '\n\n', space: ' ', nothing: '' };
const UNITS: Readonly<Record<string, number>> = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** The nature of a tree, by the names in the files. */
const NATURES: Readonly<Record<string, { readonly mode: TreeMode; readonly kind: TreeKind }>> = {
  manuscript: { mode: 'buffer', kind: 'story' },
  document: { mode: 'buffer', kind: 'document' },
  conversation: { mode: 'dialogue', kind: 'story' },
};

/**
 * Parses one file of the sample.
 * @throws {BugError} if it does not follow its README: the sample ships with the program
 */
export function parseSampleTree(source: string) {
  const [head = '', ...parts] = `\n${source.trimEnd()}`.split('\n== ');
  const properties = fieldsOf(head.trim().split('\n'), ': ');
  const title = properties.get('title');
  assert(title !== undefined, 'a tree of the sample has no title');
  const nature = NATURES[properties.get('mode') ?? 'manuscript'];
  assert(nature !== undefined, `the sample has an unknown mode in: ${title}`);
  return {
    title,
    description: properties.get('description') ?? null,
    memory: properties.get('memory') ?? null,
    authorsNote: properties.get('note') ?? null,
    /** The sections of a document that are lore. */
    lore: properties.get('lore')?.split('; ') ?? [],
    ...nature,
    /** The title of the tree that a conversation is about, which is in an earlier file; null for none. */
    about: properties.get('about') ?? null,
    steps: parts.map((part) => parseStep(part, nature.mode)),
  };
}

function parseStep(part: string, mode: TreeMode) {
  const [line = '', ...lines] = part.split('\n');
  const isMessage = mode === 'dialogue';
  const text = lines.join('\n').trim();
  const [command = '', ...pieces] = line.split(' | ');
  const [kind = '', ...names] = command.split(' ');
  const name = names.join(' ');
  const fields = fieldsOf(pieces, ' ');
  const get = (field: string) => {
    const value = fields.get(field);
    assert(value !== undefined, `the sample lacks “${field}” in: ${line}`);
    return value;
  };
  switch (kind) {
    case 'node': {
      const joined = fields.get('joined') ?? (isMessage ? 'by nothing' : 'by paragraph');
      const separator = SEPARATORS[joined.slice('by '.length)];
      assert(separator !== undefined, `the sample has an unknown separator in: ${line}`);
      const after = get('after');
      return { kind, name, after, by: get('by'), text: (after === 'root' ? '' : separator) + text };
    }
    case 'reply':
    case 'continued': {
      const ends = fields.get('ends') ?? 'whole';
      assert(ends === 'whole' || ends === 'cut', `the sample has an unknown end in: ${line}`);
      return {
        /** A message of a model, with the record of its answer. */
        kind: 'reply' as const,
        name,
        after: get('after'),
        by: get('by'),
        ends: ends === 'cut' ? ('length' as const) : ('stop' as const),
        /** It continues the message before it. */
        continues: kind === 'continued',
        ...parseReply(lines),
      };
    }
    case 'edit':
    case 'branch':
      return { kind, name, of: get('of'), by: get('by'), replacements: parseReplacements(lines) };
    case 'rewrite':
      return { kind, name, of: get('of'), by: get('by'), text };
    case 'split':
      return { kind, name, of: get('of'), before: get('before') };
    case 'remark':
      return { kind, name, on: get('on'), by: get('by'), text };
    case 'bookmark':
      return { kind, name, label: fields.get('as') ?? null };
    case 'tag':
      return { kind, on: name, as: get('as') };
    case 'exclude':
    case 'prune':
    case 'select':
    case 'go':
      return { kind, name };
    case 'draft':
      return { kind, text: isMessage ? text : `\n\n${text}` };
    case 'unsaved':
      return { kind, of: name, replacements: parseReplacements(lines) };
    case 'turn':
      // `after` is the message that is answered, `answer` the one with the answer's own text.
      return {
        kind,
        after: get('after'),
        answer: get('answer'),
        by: get('by'),
        commands: parseCommands(lines),
      };
    case 'later': {
      const [amount, unit = ''] = names;
      const milliseconds = Number(amount) * (UNITS[unit.endsWith('s') ? unit : `${unit}s`] ?? Number.NaN);
      assert(milliseconds > 0, `the sample has no duration in: ${line}`);
      return { kind, milliseconds };
    }
    default:
      assert(false, `the sample has no step “${kind}”`);
  }
}

/** Parses pairs of lines that begin with `- ` and `+ `. */
function parseReplacements(lines: readonly string[]): readonly Replacement[] {
  const marked = lines.filter((line) => line !== '');
  assert(marked.length % 2 === 0, `the sample has an incomplete replacement: ${marked.join(' ')}`);
  const replacements: Replacement[] = [];
  for (let at = 0; at < marked.length; at += 2) {
    const [old = '', inserted = ''] = [marked[at], marked[at + 1]];
    assert(
      old.startsWith('- ') && inserted.startsWith('+'),
      `the sample has an invalid replacement: ${old} ${inserted}`,
    );
    replacements.push({ old: old === '- *' ? null : old.slice(2), new: inserted.slice(2) });
  }
  return replacements;
}

/** Parses a reply: lines that begin with `~ ` are what its model reasoned, the rest is its text. */
function parseReply(lines: readonly string[]): { readonly reasoning: string; readonly text: string } {
  const reasoned = lines.filter((line) => line.startsWith('~ ')).map((line) => line.slice(2));
  const said = lines.filter((line) => !line.startsWith('~ '));
  return { reasoning: reasoned.join('\n\n'), text: said.join('\n').trim() };
}

/** Parses commands, each a line that begins with an arrow, with its result below it, which is indented. */
function parseCommands(lines: readonly string[]): readonly SampleCommand[] {
  const commands: { line: string; result: string }[] = [];
  /** Blank lines, which are part of a result that continues after them. */
  let blank = 0;
  for (const line of lines) {
    const last = commands.at(-1);
    if (line === '') {
      blank += 1;
      continue;
    }
    if (line.startsWith('→ ')) commands.push({ line, result: '' });
    else {
      assert(last !== undefined && line.startsWith('  '), `the sample has no command before: ${line}`);
      last.result += `${last.result === '' ? '' : '\n'.repeat(1 + blank)}${line.slice(2)}`;
    }
    blank = 0;
  }
  return commands;
}

/** Splits each piece at its first separator: `by writer` becomes `by` and `writer`. */
function fieldsOf(pieces: readonly string[], separator: string): ReadonlyMap<string, string> {
  return new Map(
    pieces.map((piece) => {
      const at = piece.indexOf(separator);
      return [piece.slice(0, at), piece.slice(at + separator.length)];
    }),
  );
}
