/** Links in texts, the places that lead somewhere, and the names by which they do. */
import { countOf, listOf } from './plural.ts';

/** The accessible name of the list after `[[`. */
export const LINKS = 'Links';
export const NEW_DOCUMENT_OF = 'New document';
export const FOLLOW_LINK = 'Follow the link';
export const NO_LINK_HERE = 'There is no link at the caret.';
export const nothingIsCalled = (name: string) => `Nothing is called “${name}” yet.`;
export const isPutAway = (title: string) => `“${title}” was put away.`;
export const placeIsMissing = (title: string) => `“${title}” no longer has the place that this link names.`;
export const OTHER_VERSION = 'The link leads to another version than the one that is shown.';
export const SHOW_VERSION = 'Show it';

export const WRITE_NAMES = 'Write the new name everywhere';
export const noFormerNames = (title: string) => `No link has an earlier name of “${title}”.`;
export const SOME_STAY = 'What was changed since stays as it is.';

/** A tree's present name was written into links. */
export function namesWritten(
  title: string,
  { links, documents, notes }: { readonly links: number; readonly documents: number; readonly notes: number },
): string {
  const places = [
    ...(documents === 0 ? [] : [countOf(documents, 'document')]),
    ...(notes === 0 ? [] : [countOf(notes, 'note')]),
  ];
  return `“${title}” was written into ${countOf(links, 'link')}, in ${listOf(places)}.`;
}

export const LINK_PASSAGE = 'Link this passage…';
/** Asks for the target of a link. */
export const LINK_QUESTION = { label: 'Link', hint: 'Where does it lead?' } as const;
export const NOTHING_TO_LINK = 'Nothing is written here yet.';
export const LINK_IN_ONE_LINE = 'A link is within one line. Select words of one line.';
export const linkedTo = (title: string) => `Linked to “${title}”.`;
export const isLinkedAlready = (title: string) => `This is linked to “${title}” already.`;
export const LINK_REMOVED = 'The link was taken away.';
/** The button of a link that stands in no text. */
export const removeLink = (words: string) =>
  words === '' ? 'Take the link away' : `Take the link of “${words}” away`;
/** The button of a mention, and its accessible name. */
export const LINK_IT = 'Link it';
export const linkMention = (words: string, title: string) => `${LINK_IT}: “${words}” in ${title}`;
/** The heading above the links from a passage, and the name of their list. */
export const LINKED_TO = 'Linked to';

/** The accessible name of the list of places that lead to a text. */
export const BACKLINKS = 'Backlinks';
/** The heading above it. */
export const LINKED_FROM = 'Linked from';
export const SHOW_LINKS_HERE = 'Show links to this document or passage';
export const NO_BACKLINKS = 'No link leads here yet.';
export const MORE_BACKLINKS = 'Show more';
export const OUT_OF_SIGHT = 'Also those out of sight';
export const MENTIONS = 'Mentions';
export const NO_MENTIONS = 'Its names occur nowhere else without a link.';
/** The aliases of a tree, and their field. */
export const OTHER_NAMES = 'Other names';
export const OTHER_NAMES_FIELD = 'Other names, one on each line';
export const OTHER_NAMES_HINT = 'A link by any of them leads here.';
/** A backlink in a note. */
export const IN_A_NOTE = 'Note';

/** The reasons why a place is out of sight. */
export const STATES = { old: 'Earlier version', pruned: 'Set aside', archived: 'Put away' } as const;

/** Beside the line that opens the links of a document. */
export function backlinksCount(count: number, hasMore: boolean): string {
  return count === 0 ? 'None' : hasMore ? `More than ${count}` : countOf(count, 'place');
}
