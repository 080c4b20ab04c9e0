/** The document of an address: `Character notes`, `Character notes#Marie/Motivation`, `[k3m9qp]` (`documents.md`). */
import type { LocalId, TreeId } from '../ids.ts';

/** A document, as far as it can be named. */
export interface NamedDocument {
  readonly id: TreeId;
  readonly title: string;
  /** The local id of its root, which distinguishes it from others of its title. */
  readonly rootLocalId: LocalId;
}

/** One document, with the section of the address; or the local ids of several that have the title. */
export type FoundDocument<D extends NamedDocument> =
  | { readonly kind: 'one'; readonly document: D; readonly section: string | null }
  | { readonly kind: 'several'; readonly documents: readonly D[] }
  | { readonly kind: 'none' };

const ID = /^\[\s*([0-9a-z]+)\s*\](?:#(.*))?$/is;
const BEFORE_SECTION = '#';

/** A title with `#` in it goes before one with a section of it. */
export function findDocument<D extends NamedDocument>(
  documents: readonly D[],
  address: string,
): FoundDocument<D> {
  const [, id, ofId = null] = ID.exec(address.trim()) ?? [];
  if (id !== undefined) {
    const document = documents.find(({ rootLocalId }) => rootLocalId === id.toLowerCase());
    return document === undefined ? { kind: 'none' } : { kind: 'one', document, section: blankAsNull(ofId) };
  }
  const whole = withTitle(documents, address, null);
  if (whole !== null) return whole;
  for (let at = address.indexOf(BEFORE_SECTION); at >= 0; at = address.indexOf(BEFORE_SECTION, at + 1)) {
    const found = withTitle(documents, address.slice(0, at), address.slice(at + 1));
    if (found !== null) return found;
  }
  return { kind: 'none' };
}

function withTitle<D extends NamedDocument>(
  documents: readonly D[],
  title: string,
  section: string | null,
): FoundDocument<D> | null {
  const wanted = foldName(title);
  const found = documents.filter((document) => foldName(document.title) === wanted);
  const [document] = found;
  if (document === undefined) return null;
  return found.length > 1
    ? { kind: 'several', documents: found }
    : { kind: 'one', document, section: blankAsNull(section) };
}

function blankAsNull(section: string | null): string | null {
  return section === null || section.trim() === '' ? null : section;
}

/** A name as names are compared (`documents.md`): NFC, in lower case, with one kind of apostrophe and single spaces. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase().replaceAll('’', "'").replaceAll(/\s+/g, ' ').trim();
}
