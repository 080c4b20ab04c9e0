/** A text as a title in lists: its words on one line, or `Empty` or `White space`. */
export function firstWords(text: string): string {
  const words = text.trim().replaceAll(/\s+/g, ' ');
  if (words !== '') return words;
  return text === '' ? 'Empty' : 'White space';
}
