import { Accordion } from '@base-ui/react/accordion';
import type { ReactNode } from 'react';
import styles from './Accordion.module.css';

export interface Fold {
  readonly id: string;
  /** The line that opens it; its accessible name. */
  readonly title: ReactNode;
  /** More on the line, behind the title. */
  readonly note?: ReactNode;
  readonly content: ReactNode;
}

export interface FoldsProps {
  readonly folds: readonly Fold[];
  /** The one that is open; null for none. */
  readonly open: string | null;
  onOpen(id: string | null): void;
}

/** Lines that open one at a time to what they stand for. */
export function Folds({ folds, open, onOpen }: FoldsProps) {
  return (
    <Accordion.Root
      className={styles.folds}
      value={open === null ? [] : [open]}
      onValueChange={(value: string[]) => onOpen(value[0] ?? null)}
    >
      {folds.map(({ id, title, note, content }) => (
        <Accordion.Item key={id} value={id} className={styles.fold}>
          <Accordion.Header className={styles.header}>
            <Accordion.Trigger className={styles.trigger} data-fold={id}>
              <span className={styles.title}>{title}</span>
              {note !== undefined && <span className={styles.note}>{note}</span>}
            </Accordion.Trigger>
          </Accordion.Header>
          <Accordion.Panel className={styles.panel}>{content}</Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion.Root>
  );
}
