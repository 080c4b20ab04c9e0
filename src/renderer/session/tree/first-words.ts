/** A text as lists name it: its words in one line; where it has none, what it is. */
export function firstWords(text: string): string {
  const words = text.trim().replaceAll(/\s+/g, ' ');
  if (words !== '') return words;
  return text === '' ? 'Empty' : 'White space';
}
