import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import styles from './Tabs.module.css';

export interface Tab {
  readonly id: string;
  readonly title: string;
  /** Above the title. */
  readonly icon: ReactNode;
  readonly content: ReactNode;
  /** At its icon, and part of the tab's name; null for none. */
  readonly mark?: ReactNode;
}

export interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** The id of the selected tab; the first tab if none has this id. */
  readonly shown: string;
  onShow(id: string): void;
}

/**
 * Tabs, each a word below an icon, and the panel of the selected one (`interface.md`, *The window*). None moves when another
 * one appears or is selected. Where there is no room for words, each is the tooltip of its icon.
 */
export function Tabs({ label, tabs, shown: wanted, onShow }: TabsProps) {
  const shown = (tabs.find((tab) => tab.id === wanted) ?? tabs[0])?.id;
  return (
    <BaseTabs.Root className={styles.root} value={shown} onValueChange={(id: string) => onShow(id)}>
      <BaseTabs.List className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <BaseTabs.Tab key={tab.id} value={tab.id} className={styles.tab}>
            {tab.icon}
            <span className={styles.title}>{tab.title}</span>
            {tab.mark != null && <span className={styles.mark}>{tab.mark}</span>}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.id} value={tab.id} className={styles.panel} tabIndex={-1}>
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
