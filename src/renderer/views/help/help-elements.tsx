/** The elements of the help pages: sections, current keys and links. */
import type { ReactNode } from 'react';
import { useAppSession } from '../../session/hooks.ts';
import type { HelpPageId } from '../../session/window/full-page.ts';
import { type ButtonCommand, useCommands } from '../commands.ts';
import styles from './Help.module.css';

interface WithChildren {
  readonly children: ReactNode;
}

export function Page({ children }: WithChildren) {
  return <div className={styles.page}>{children}</div>;
}

export function Section({ title, children }: WithChildren & { readonly title: string }) {
  return (
    <section className={styles.part}>
      <h3 className={styles.heading}>{title}</h3>
      {children}
    </section>
  );
}

/** A command's current first key, or “the palette” if it has none. */
export function Key({ of: id }: { readonly of: string }) {
  const key = useCommands().key(id);
  return key === '' ? <>the palette</> : <kbd className={styles.key}>{key}</kbd>;
}

/** A key that cannot be changed. */
export function FixedKey({ children }: WithChildren) {
  return <kbd className={styles.key}>{children}</kbd>;
}

/** A link to another help page. */
export function PageLink({ page, children }: WithChildren & { readonly page: HelpPageId }) {
  const { fullPage } = useAppSession();
  return (
    <button type="button" className={styles.link} onClick={() => fullPage.set({ kind: 'help', page })}>
      {children}
    </button>
  );
}

/** A link to a section of the settings. */
export function SettingsLink({ section, children }: WithChildren & { readonly section: string }) {
  const { fullPage } = useAppSession();
  return (
    <button type="button" className={styles.link} onClick={() => fullPage.set({ kind: 'settings', section })}>
      {children}
    </button>
  );
}

/** A link that runs a command. */
export function CommandLink({ command, children }: WithChildren & { readonly command: ButtonCommand }) {
  const commands = useCommands();
  return (
    <button type="button" className={styles.link} onClick={() => commands.run(command)}>
      {children}
    </button>
  );
}
