import { Fragment, useMemo } from 'react';
import { useAppSession } from '../../session/hooks.ts';
import { HELP_PAGES } from '../../session/window/full-page.ts';
import { useCommands } from '../commands.ts';
import styles from './Help.module.css';
import { Key, Link, SettingsLink } from './help-elements.tsx';
import { type HelpBlock, type HelpInline, readHelp } from './read-help.ts';

/** A page of prose with the current keys in it. @param page in the marks of `read-help.ts` */
export function HelpText({ page }: { readonly page: string }) {
  const sections = useMemo(() => readHelp(page), [page]);
  return (
    <div className={styles.page}>
      {sections.map(({ title, blocks }, index) =>
        title === '' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page does not change
          <Blocks key={index} blocks={blocks} />
        ) : (
          <section key={title} className={styles.part}>
            <h3 className={styles.heading}>{title}</h3>
            <Blocks blocks={blocks} />
          </section>
        ),
      )}
    </div>
  );
}

function Blocks({ blocks }: { readonly blocks: readonly HelpBlock[] }) {
  return blocks.map(({ kind, lines }, index) => {
    const [line = []] = lines;
    // biome-ignore lint/suspicious/noArrayIndexKey: a page does not change
    if (kind === 'paragraph') return <p key={index}>{inlinesOf(line)}</p>;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a page does not change
      <ul key={index}>
        {lines.map((item, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page does not change
          <li key={number}>{inlinesOf(item)}</li>
        ))}
      </ul>
    );
  });
}

function inlinesOf(inlines: readonly HelpInline[]) {
  return inlines.map((inline, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a page does not change
    <Fragment key={index}>
      <Inline inline={inline} />
    </Fragment>
  ));
}

function Inline({ inline }: { readonly inline: HelpInline }) {
  switch (inline.kind) {
    case 'text':
      return inline.text;
    case 'term':
      return <em>{inline.text}</em>;
    case 'state':
      return <strong>{inline.text}</strong>;
    case 'code':
      return <code>{inline.text}</code>;
    case 'key':
      return <Key of={inline.text} />;
    case 'link':
      return <Goal link={inline} />;
  }
}

function Goal({ link: { text, to, name } }: { readonly link: HelpInline & { readonly kind: 'link' } }) {
  const { fullPage } = useAppSession();
  const commands = useCommands();
  if (to === 'settings') return <SettingsLink section={name}>{text}</SettingsLink>;
  const page = HELP_PAGES.find((known) => known === name);
  const open = () => {
    if (to === 'command') commands.find(name)?.run();
    else if (page !== undefined) fullPage.set({ kind: 'help', page });
  };
  return <Link onClick={open}>{text}</Link>;
}
