import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import styles from './Tabs.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export interface Tab {
  readonly id: string;
  readonly title: string;
  /** Stands for the title of a tab that is not selected. */
  readonly icon: ReactNode;
  readonly content: ReactNode;
  /** Beside its icon, and part of the tab's name; null for none. */
  readonly mark?: ReactNode;
  /** Shown beside the tabs while this one is selected. */
  readonly badge?: ReactNode;
}

export interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** The id of the selected tab; the first tab if none has this id. */
  readonly shown: string;
  onShow(id: string): void;
}

/** A row of tabs, each an icon, and the panel of the selected one, which shows its title (`interface.md`, *The window*). */
export function Tabs({ label, tabs, shown: wanted, onShow }: TabsProps) {
  const shown = (tabs.find((tab) => tab.id === wanted) ?? tabs[0])?.id;
  return (
    <BaseTabs.Root className={styles.root} value={shown} onValueChange={(id: string) => onShow(id)}>
      <div className={styles.bar}>
        <BaseTabs.List className={styles.list} aria-label={label}>
          {tabs.map((tab) => (
            <BaseTabs.Tab
              key={tab.id}
              value={tab.id}
              className={styles.tab}
              aria-label={tab.mark == null ? tab.title : undefined}
              title={tab.id === shown ? undefined : tab.title}
            >
              {tab.icon}
              {tab.id === shown && <span className={styles.title}>{tab.title}</span>}
              {tab.mark != null && tab.id !== shown && <VisuallyHidden>{tab.title}</VisuallyHidden>}
              {tab.mark}
            </BaseTabs.Tab>
          ))}
        </BaseTabs.List>
        {tabs.find((tab) => tab.id === shown)?.badge}
      </div>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.id} value={tab.id} className={styles.panel} tabIndex={-1}>
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
