import { useState } from 'react';
import type { BookSettings } from '../../../core/book/book-settings.ts';
import type { TreeId } from '../../../core/ids.ts';
import { BOOK_OF, BOOK_SECTIONS, BOOK_TABS, CLOSE_BOOK } from '../../../ui-text/book.ts';
import { useAppSession } from '../../session/hooks.ts';
import { FullPage } from '../full-page/FullPage.tsx';
import { BookParts } from './BookParts.tsx';
import { HeadingStyles } from './HeadingStyles.tsx';
import { PageForm } from './PageForm.tsx';
import { TitleForm } from './TitleForm.tsx';

const TABS = ['title', 'parts', 'headings', 'page'] as const;
const FORMS = { title: TitleForm, parts: BookParts, headings: HeadingStyles, page: PageForm };

/** The settings of a story as a book; each change is saved at once. */
export function BookPage({ treeId }: { readonly treeId: TreeId }) {
  const { trees } = useAppSession();
  const tree = trees.all.find(({ id }) => id === treeId);
  const [book, setBook] = useState<BookSettings>(tree?.settings.book ?? {});
  const [shown, setShown] = useState<string>(TABS[0]);
  const onChange = (change: BookSettings) => {
    const next = { ...book, ...change };
    setBook(next);
    void trees.setBook(treeId, next);
  };
  return (
    <FullPage
      title={BOOK_OF(tree?.title ?? '')}
      label={BOOK_SECTIONS}
      closeLabel={CLOSE_BOOK}
      isWide
      sections={TABS.map((id) => {
        const Form = FORMS[id];
        return { id, title: BOOK_TABS[id], content: <Form book={book} onChange={onChange} /> };
      })}
      shown={shown}
      onShow={setShown}
    />
  );
}
