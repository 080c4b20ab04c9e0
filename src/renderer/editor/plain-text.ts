import { Text } from '@codemirror/state';

/** The document of a string, byte for byte: `\n` is the only line end, and nothing else is taken for one. */
export function textOf(text: string): Text {
  return text === '' ? Text.empty : Text.of(text.split('\n'));
}
