/** A name as names are compared (`documents.md`): NFC, in lower case, with one kind of apostrophe and single spaces. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase().replaceAll('’', "'").replaceAll(/\s+/g, ' ').trim();
}
