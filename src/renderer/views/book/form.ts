/** By itself, because the page imports its forms. */
import type { BookSettings } from '../../../core/book/book-settings.ts';

/** A part of the page: what the book says now, and how it is changed. */
export interface BookFormProps {
  readonly book: BookSettings;
  onChange(change: BookSettings): void;
}
