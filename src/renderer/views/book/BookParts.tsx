import type { TreeId } from '../../../core/ids.ts';
import { LEFT_OUT, MATTER } from '../../../ui-text/book.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkboxes } from '../../ui/fields/Checkbox.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import styles from './Book.module.css';
import type { BookFormProps } from './form.ts';

/** The documents before and after the text, and the tags that are left out. */
export function BookParts({ book, onChange }: BookFormProps) {
  const { tags } = useAppSession();
  const active = useStore(tags.active);
  const { leftOut = [] } = book;
  return (
    <div className={styles.form}>
      <Matter side="front" book={book} onChange={onChange} />
      <Matter side="back" book={book} onChange={onChange} />
      {active.length === 0 ? (
        <p className={styles.about}>{LEFT_OUT.none}</p>
      ) : (
        <Checkboxes
          label={LEFT_OUT.label}
          options={active.map(({ tagId, name }) => ({ value: tagId, text: `#${name}` }))}
          chosen={leftOut}
          onToggle={(id) =>
            onChange({
              leftOut: leftOut.includes(id) ? leftOut.filter((one) => one !== id) : [...leftOut, id],
            })
          }
        />
      )}
    </div>
  );
}

interface MatterProps extends BookFormProps {
  readonly side: 'front' | 'back';
}

/** An ordered list of documents. */
function Matter({ side, book, onChange }: MatterProps) {
  const { trees } = useAppSession();
  const documents = trees.active.filter(({ kind }) => kind === 'document');
  // A document that is gone leaves the list with the next change.
  const chosen = (book[side] ?? []).flatMap((id) => documents.find((document) => document.id === id) ?? []);
  const ids = chosen.map(({ id }) => id);
  const others = documents.filter(({ id }) => !ids.includes(id));
  const move = (index: number, by: number) => {
    const moved = [...ids];
    const [id] = moved.splice(index, 1);
    if (id !== undefined) onChange({ [side]: moved.toSpliced(index + by, 0, id) });
  };
  return (
    <section aria-label={MATTER[side]} className={styles.group}>
      <h3 className={styles.groupTitle}>{MATTER[side]}</h3>
      {chosen.length === 0 && (
        <p className={styles.about}>{documents.length === 0 ? MATTER.noDocuments : MATTER.none}</p>
      )}
      <ol className={styles.parts}>
        {chosen.map(({ id, title }, index) => (
          <li key={id} className={styles.part}>
            <span className={styles.partTitle}>{title}</span>
            <Button
              variant="icon"
              label={MATTER.up(title)}
              disabled={index === 0}
              onClick={() => move(index, -1)}
            >
              ↑
            </Button>
            <Button
              variant="icon"
              label={MATTER.down(title)}
              disabled={index === chosen.length - 1}
              onClick={() => move(index, 1)}
            >
              ↓
            </Button>
            <Button
              variant="icon"
              label={MATTER.remove(title)}
              onClick={() => onChange({ [side]: ids.filter((one) => one !== id) })}
            >
              <CloseIcon />
            </Button>
          </li>
        ))}
      </ol>
      {others.length > 0 && (
        <Select
          label={MATTER.add}
          value=""
          options={[
            { value: '', text: MATTER.choose },
            ...others.map(({ id, title }) => ({ value: id as string, text: title })),
          ]}
          onChange={(id) => id !== '' && onChange({ [side]: [...ids, id as TreeId] })}
        />
      )}
    </section>
  );
}
