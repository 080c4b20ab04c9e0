import { Accordion as BaseAccordion } from '@base-ui/react/accordion';
import type { ReactNode } from 'react';
import styles from './Accordion.module.css';

export interface AccordionItem {
  readonly id: string;
  /** The line that opens it, and its accessible name. */
  readonly title: ReactNode;
  /** Shown on the line after the title. */
  readonly note?: ReactNode;
  readonly content: ReactNode;
}

export interface AccordionProps {
  readonly items: readonly AccordionItem[];
  /** The id of the open item; null for none. */
  readonly open: string | null;
  onOpen(id: string | null): void;
}

/** A list of lines, one of which at a time can be expanded. */
export function Accordion({ items, open, onOpen }: AccordionProps) {
  return (
    <BaseAccordion.Root
      className={styles.items}
      value={open === null ? [] : [open]}
      onValueChange={(value: string[]) => onOpen(value[0] ?? null)}
    >
      {items.map(({ id, title, note, content }) => (
        <BaseAccordion.Item key={id} value={id} className={styles.item}>
          <BaseAccordion.Header>
            <BaseAccordion.Trigger className={styles.trigger} data-fold={id}>
              <span className={styles.title}>{title}</span>
              {note !== undefined && <span className={styles.note}>{note}</span>}
            </BaseAccordion.Trigger>
          </BaseAccordion.Header>
          <BaseAccordion.Panel className={styles.panel}>{content}</BaseAccordion.Panel>
        </BaseAccordion.Item>
      ))}
    </BaseAccordion.Root>
  );
}
