import { Text } from '@codemirror/state';

/** The document of a string, unchanged: `\n` is the only line separator. */
export function textOf(text: string): Text {
  return text === '' ? Text.empty : Text.of(text.split('\n'));
}
