import type { BookSettings } from '../../../core/book/book-settings.ts';
import type { ReadingRow } from '../../../core/book/reading-rows.ts';
import { inlineRuns } from '../../../core/exchange/inline-runs.ts';
import { headingWords } from '../../../core/exchange/plain-text.ts';
import styles from './ReadingPage.module.css';

interface ReadingTextProps {
  readonly row: ReadingRow;
  /** The whole text. */
  readonly text: string;
  readonly book: BookSettings;
  readonly isFirst: boolean;
}

/** A row of the text in the book's typography. */
export function ReadingText({ row, text, book, isFirst }: ReadingTextProps) {
  const { kind, from, to, level, number, isOpening, continues } = row;
  const line = text.slice(from, to);
  if (kind === 'break')
    return (
      // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot show a mark
      <div role="separator" className={styles.break}>
        {book.sceneMark ?? line.trim()}
      </div>
    );
  if (kind === 'heading') {
    const Heading = `h${Math.min(6, level + 1)}` as 'h2';
    const look = book.headings?.[level - 1]?.look ?? 'plain';
    return (
      <Heading className={styles.heading} data-level={level} data-look={look} data-first={isFirst} dir="auto">
        {number}
        <Words line={headingWords(line)} />
      </Heading>
    );
  }
  return (
    <p
      className={styles.paragraph}
      data-opening={isOpening || continues || undefined}
      data-spaced={book.isSpaced || undefined}
      data-justified={book.isJustified || undefined}
      dir="auto"
    >
      <Words line={line} />
    </p>
  );
}

/** A line with its emphasis and without its marks. */
function Words({ line }: { readonly line: string }) {
  return inlineRuns(line).map(({ from, to, emphasis, strong }) => {
    const words = line.slice(from, to);
    const emphasised = emphasis ? <em key={from}>{words}</em> : words;
    return strong ? <strong key={from}>{emphasised}</strong> : emphasised;
  });
}
