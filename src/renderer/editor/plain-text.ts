import { Text } from '@codemirror/state';

/** The document of a string, byte for byte: `\n` is the only line end, and nothing else is taken for one. */
export function textOf(text: string): Text {
  return text === '' ? Text.empty : Text.of(text.split('\n'));
}

/** Text from outside as it is kept: well-formed Unicode with line ends as `\n` (`storage.md`, *Text*). */
export function cleanText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').toWellFormed();
}
