import { MAX_TITLE_LENGTH } from '../../../core/text/limits.ts';
import { NOT_A_LANGUAGE, TITLE_FIELDS, tooLong } from '../../../ui-text/book.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import styles from './Book.module.css';
import type { BookFormProps } from './form.ts';

const MAX_AUTHORS = 50;
const LANGUAGE = /^(?:[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4})?$/;

/** The lines of the title page, and what programs read of it. */
export function TitleForm({ book, onChange }: BookFormProps) {
  const line = (name: 'title' | 'subtitle' | 'identifier') => (
    <TextField
      {...wordsOf(name)}
      value={book[name] ?? ''}
      check={checkLine}
      onCommit={(text) => {
        onChange({ [name]: text.trim() });
        return null;
      }}
    />
  );
  return (
    <div className={styles.form}>
      {line('title')}
      {line('subtitle')}
      <TextField
        {...wordsOf('authors')}
        kind="lines"
        value={(book.authors ?? []).join('\n')}
        check={(text) =>
          text
            .split('\n')
            .map(checkLine)
            .find((problem) => problem !== null) ?? null
        }
        onCommit={(text) => {
          const authors = text.split('\n').map((author) => author.trim());
          onChange({ authors: authors.filter((author) => author !== '').slice(0, MAX_AUTHORS) });
          return null;
        }}
      />
      <TextField
        {...wordsOf('language')}
        value={book.language ?? ''}
        check={(text) => (LANGUAGE.test(text.trim()) ? null : NOT_A_LANGUAGE)}
        onCommit={(text) => {
          onChange({ language: text.trim() });
          return null;
        }}
      />
      {line('identifier')}
    </div>
  );
}

function wordsOf(name: keyof typeof TITLE_FIELDS) {
  const { label, hint } = TITLE_FIELDS[name];
  return hint === '' ? { label } : { label, hint };
}

function checkLine(text: string): string | null {
  return text.length > MAX_TITLE_LENGTH ? tooLong(MAX_TITLE_LENGTH) : null;
}
