import { Tabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import styles from './SideTabs.module.css';
import type { Tab } from './Tabs.tsx';

export interface SideTabsProps {
  readonly label: string;
  /** Shown above the tabs. */
  readonly heading: ReactNode;
  readonly tabs: readonly Omit<Tab, 'icon'>[];
  readonly shown: string;
  onShow(id: string): void;
}

/** A column of tabs and, beside it, the panel of the selected one. */
export function SideTabs({ label, heading, tabs, shown, onShow }: SideTabsProps) {
  return (
    <Tabs.Root
      className={styles.root}
      orientation="vertical"
      value={shown}
      onValueChange={(id: string) => onShow(id)}
    >
      <div className={styles.side}>
        {heading}
        <Tabs.List className={styles.list} aria-label={label} activateOnFocus>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab.id} value={tab.id} className={styles.tab}>
              {tab.title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </div>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.id} value={tab.id} className={styles.panel} tabIndex={-1}>
          {tab.content}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}
