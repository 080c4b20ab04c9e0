/** The doctor's findings about a grove, in sentences. */
import { countOf } from '../plural.ts';

const NUMBERS = new Intl.NumberFormat('en-US');

export const OWN_JOURNAL =
  'A crash left an unfinished transaction. The journal beside the file rolls it back when the program opens the grove; what follows is about a copy in which it is rolled back.';
export const STALE_JOURNAL =
  'The journal beside the file is out of date and would roll the grove back to an older state. Move it away, or open the grove in Aspen Grove, which offers a copy without it; what follows is about such a copy.';
export const OTHER_NAMES =
  'The file has other names as hard links. A journal beside one of those cannot be seen from here.';

/** Findings of checks that damage prevented. */
export const NOT_CHECKED = {
  file: 'The file cannot be opened.',
  about: 'The description of the grove cannot be read.',
  log: 'The log cannot be read.',
  loggedNodes: 'The nodes in the log cannot be read.',
  records: 'The records in the log cannot be compared.',
  values: 'The values cannot be read.',
  layers: 'The time lines cannot be read.',
  trees: 'The trees cannot be read.',
  copy: 'A copy of the file could not be checked.',
  integrity: 'The file could not be checked completely.',
  searchIndex: 'The search index could not be checked.',
} as const;

/** Findings that hold, and the same where they do not. */
export const FINDINGS = {
  records: {
    holds: 'Agents, titles, bookmarks, records of answers, turns, and drafts are as they were written.',
    fails: 'Some records are not as they were written.',
  },
  values: {
    holds: 'Every value is one that the program writes.',
    fails: 'Some values are not ones that the program writes.',
  },
  ledger: {
    holds: 'The nodes match the log, including their hashes and authorship.',
    fails: 'The nodes do not match the log.',
  },
  file: {
    holds: 'The file is intact: SQLite’s integrity check passes and every reference is valid.',
    fails: 'The file is damaged.',
  },
  searchIndex: {
    holds: 'The search index matches the texts.',
    fails: 'The search index does not match the texts. The texts themselves are not affected.',
  },
} as const;

export const LOG_BROKEN = 'The log is broken.';
export const LAYERS_CHANGED = 'Some moments of the time line are not as they were.';

/** @param hash of the last row; null if there is none */
export function logIntact(rows: number, hash: string | null): string {
  const end = hash === null ? 'it is empty' : `its head is ${hash.slice(0, 12)}…`;
  return `The log is intact: ${countOf(rows, 'row')}, each chained to the previous one; ${end}.`;
}

export function layersLead(moments: number): string {
  return `The time lines lead from text to text: ${countOf(moments, 'moment')}.`;
}

export function withoutHash(moments: number): string {
  return `${countOf(moments, 'moment')} had no hash yet.`;
}

export function invariants(hold: boolean, trees: number, nodes: number): string {
  return `The invariants ${hold ? 'hold' : 'do not hold'} in ${countOf(trees, 'tree')} of ${countOf(nodes, 'node')}.`;
}

export function contentHashes(valid: number, incomplete: number, invalid: number): string {
  const [proven, unproven, wrong] = [valid, incomplete, invalid].map((count) => NUMBERS.format(count));
  return `Content hashes: ${proven} valid, ${unproven} incomplete, ${wrong} invalid.`;
}

/** @param examples local ids of some of the nodes */
export function incompleteNodes(reason: string, nodes: number, examples: readonly string[]): string {
  const which = nodes > examples.length ? `${examples.join(', ')}, …` : examples.join(', ');
  return `incomplete: ${reason} (${countOf(nodes, 'node')}: ${which})`;
}

export function schemaIs(version: number, newest: number): string {
  return version === newest
    ? `The schema is exactly that of version ${newest}.`
    : `The schema is exactly that of version ${version}, an older one. What follows is about a copy in version ${newest}, as the program makes it when it opens the grove.`;
}

export function wouldUndo(changes: number): string {
  return `It would undo ${countOf(changes, 'change')}.`;
}

export function andMore(lines: number): string {
  return `and ${NUMBERS.format(lines)} more`;
}

/** @param owner null if it has none @param days on which it was made and last changed */
export function aboutGrove(
  name: string,
  owner: string | null,
  trees: number,
  agents: number,
  days: { readonly made: string; readonly changed: string },
): string {
  const counts = `${countOf(trees, 'tree')}, ${countOf(agents, 'agent')}`;
  return `“${name}”, owned by ${owner ?? 'no owner yet'}: ${counts}, created ${days.made}, last changed ${days.changed}`;
}

export function openOn(host: string): string {
  return `It is open on ${host}, or was not closed there; what follows may be out of date.`;
}

/** @param characters of all texts, in UTF-16 code units @param textBytes the same in UTF-8 */
export function sizeOfFile(bytes: number, nodes: number, characters: number, textBytes: number): string {
  return `${countOf(bytes, 'byte')} in the file, ${countOf(nodes, 'node')}, ${countOf(characters, 'character')} (${countOf(textBytes, 'byte')} of UTF-8)`;
}

/** @param perByte bytes of the file for one of text @param plain the same without what the text does not need */
export function bytesPerText(perCharacter: string, perByte: string, plain: string): string {
  return `${perCharacter} bytes per character, ${perByte} per byte of text; ${plain} without responses and search index`;
}

export function indexOf(table: string): string {
  return `index of ${table}`;
}
