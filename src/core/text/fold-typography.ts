/**
 * Replaces typographic quotes and spaces by plain ones, one code unit by one, because models do not always
 * reproduce them: offsets stay the same.
 */
export function foldTypography(text: string): string {
  return text
    .replaceAll(/[\u2018\u2019\u201a\u201b]/g, "'")
    .replaceAll(/[\u201c\u201d\u201e\u201f]/g, '"')
    .replaceAll(/[\u00a0\u202f\u2009]/g, ' ');
}
