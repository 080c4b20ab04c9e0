import { LineList, type LineListProps } from './LineList.tsx';

export interface WordListProps extends Pick<LineListProps, 'label' | 'describedBy'> {
  readonly words: readonly string[];
  onChange(words: readonly string[]): void;
}

/** A list of words edited as text, one per line. The text is kept as typed until blur, then it is sorted. */
export function WordList({ words, ...props }: WordListProps) {
  return <LineList {...props} lines={words} read={wordsIn} spellCheck={false} />;
}

/** The words of a text, without duplicates, in alphabetical order. */
function wordsIn(text: string): readonly string[] {
  const words = new Set(text.split(/\s+/).filter((word) => word !== ''));
  return [...words].sort((a, b) => a.localeCompare(b));
}
