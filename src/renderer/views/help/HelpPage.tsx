import { Fragment, type ReactNode, useMemo, useState } from 'react';
import {
  CLOSE_HELP,
  CONVERSATIONS_HELP,
  EDITING_HELP,
  FILES_HELP,
  FILTER_SHORTCUTS,
  HELP,
  HELP_PAGE_LIST,
  HELP_TITLES,
  IN_THE_PALETTE,
  KEYS_HELP,
  LOOM_HELP,
  MODELS_HELP,
  noShortcutFound,
  SHORTCUTS_FOOT,
  THE_PALETTE,
  WORDS_HELP,
} from '../../../ui-text/help/pages.ts';
import { useAppSession } from '../../session/hooks.ts';
import { HELP_PAGES, type HelpPageId } from '../../session/window/app-session.ts';
import { useCommands } from '../commands.ts';
import { FullPage, ListFilter } from '../full-page/FullPage.tsx';
import { filterShortcuts, type Shortcut } from '../shortcuts.ts';
import styles from './Help.module.css';

/** A page of prose with the current keys in it. @param page in the marks of `HelpPage.tsx` */
function HelpText({ page }: { readonly page: string }) {
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

/** Every command with its current keys, by subject. */
function ShortcutSheet() {
  const { shortcuts } = useCommands();
  const [filter, setFilter] = useState('');
  const shown = filterShortcuts(shortcuts.groups, filter);
  const isEmpty = shown.length === 0;
  return (
    <>
      <ListFilter
        label={FILTER_SHORTCUTS}
        value={filter}
        onChange={setFilter}
        found={isEmpty ? noShortcutFound(filter.trim()) : ''}
      />
      <div className={styles.sheet}>
        {shown.map((group) => (
          <section key={group.title} className={styles.group} aria-label={group.title}>
            <h3 className={styles.subject}>{group.title}</h3>
            <dl>
              {group.shortcuts.map((shortcut) => (
                <div key={shortcut.id} className={styles.pair}>
                  <dt>{shortcut.title}</dt>
                  <dd className={styles.keys}>
                    <Keys shortcut={shortcut} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className={styles.foot}>
        {SHORTCUTS_FOOT.before} <SettingsLink section="shortcuts">{SHORTCUTS_FOOT.link}</SettingsLink>{' '}
        {SHORTCUTS_FOOT.after}
      </p>
    </>
  );
}

function Keys({ shortcut }: { readonly shortcut: Shortcut }) {
  if (shortcut.keys.length === 0) return <span className={styles.none}>{IN_THE_PALETTE}</span>;
  return shortcut.keys.map(({ spec, label }) => (
    <kbd key={spec} className={styles.key}>
      {label}
    </kbd>
  ));
}

const contents: Readonly<Record<HelpPageId, ReactNode>> = {
  loom: <HelpText page={LOOM_HELP} />,
  editing: <HelpText page={EDITING_HELP} />,
  models: <HelpText page={MODELS_HELP} />,
  conversations: <HelpText page={CONVERSATIONS_HELP} />,
  files: <HelpText page={FILES_HELP} />,
  keys: <HelpText page={KEYS_HELP} />,
  words: <HelpText page={WORDS_HELP} />,
  shortcuts: <ShortcutSheet />,
};

const pages = HELP_PAGES.map((id) => ({ id, title: HELP_TITLES[id], content: contents[id] }));

/** Seven short pages, and every command with its keys. */
export function HelpPage({ page }: { readonly page: HelpPageId }) {
  const { fullPage } = useAppSession();
  const show = (id: string) => {
    const known = HELP_PAGES.find((candidate) => candidate === id);
    if (known !== undefined) fullPage.set({ kind: 'help', page: known });
  };
  return (
    <FullPage
      title={HELP}
      label={HELP_PAGE_LIST}
      closeLabel={CLOSE_HELP}
      sections={pages}
      {...(page === 'shortcuts' ? { initialFocus: '[type="search"]' } : {})}
      shown={page}
      onShow={show}
    />
  );
}

/** The help pages' marks. The pages themselves are in `ui-text/help/`. */
type HelpGoal = 'settings' | 'help' | 'command';

/** A piece of a line. Of a key, `text` is a command's id or the name of a key that cannot be changed. */
export type HelpInline =
  | { readonly kind: 'text' | 'term' | 'state' | 'code' | 'key'; readonly text: string }
  | {
      readonly kind: 'link';
      readonly text: string;
      readonly to: HelpGoal;
      /** The section, the page or the command. */
      readonly name: string;
    };

interface HelpBlock {
  readonly kind: 'paragraph' | 'list';
  /** Its lines; a paragraph has one. */
  readonly lines: readonly (readonly HelpInline[])[];
}

interface HelpSection {
  /** Empty before the first section and after the last. */
  readonly title: string;
  readonly blocks: readonly HelpBlock[];
}

/**
 * Reads a page: `## ` begins a section and `---` ends the last one; blank lines divide paragraphs and lists, whose items
 * begin with `- `. In a line, `{path.parent}` is a command's key and `{Enter}` a fixed one, `*term*` is emphasised,
 * `**state**` is strong, `|code|` is code, and `[words](help:keys)` leads to another page, to a section of the settings or to a
 * command.
 */
export function readHelp(page: string): readonly HelpSection[] {
  const [before = '', ...rest] = page.trim().split(/^## /mu);
  const sections = rest.map((text) => {
    const end = text.indexOf('\n');
    return { title: text.slice(0, end), text: text.slice(end) };
  });
  const last = sections.pop() ?? { title: '', text: '' };
  const [within = '', after = ''] = last.text.split(/^---$/mu);
  return [
    { title: '', text: before },
    ...sections,
    { ...last, text: within },
    { title: '', text: after },
  ].map(({ title, text }) => ({ title, blocks: readBlocks(text) }));
}

function readBlocks(text: string): readonly HelpBlock[] {
  const paragraphs = text.split(/\n{2,}/u).filter((paragraph) => paragraph.trim() !== '');
  return paragraphs.map((paragraph) => {
    const [before = '', ...items] = paragraph.trim().split(/^- /mu);
    return items.length > 0
      ? { kind: 'list', lines: items.map(readInlines) }
      : { kind: 'paragraph', lines: [readInlines(before)] };
  });
}

const MARKS = /\{([^{}]+)\}|\*\*(.+?)\*\*|\*(.+?)\*|\|(.+?)\||\[(.+?)\]\((settings|help|command):(.+?)\)/gu;

function readInlines(item: string): readonly HelpInline[] {
  const line = item.trim().replaceAll(/\s+/gu, ' ');
  const inlines: HelpInline[] = [];
  let end = 0;
  const addText = (to: number) => {
    if (end < to) inlines.push({ kind: 'text', text: line.slice(end, to) });
  };
  for (const match of line.matchAll(MARKS)) {
    addText(match.index);
    inlines.push(readMark(match));
    end = match.index + match[0].length;
  }
  addText(line.length);
  return inlines;
}

function readMark([all, key, state, term, code, words, to, name]: readonly string[]): HelpInline {
  if (key !== undefined) return { kind: 'key', text: key };
  if (state !== undefined) return { kind: 'state', text: state };
  if (term !== undefined) return { kind: 'term', text: term };
  if (code !== undefined) return { kind: 'code', text: code };
  if (words === undefined || name === undefined || !isGoal(to)) return { kind: 'text', text: all ?? '' };
  return { kind: 'link', text: words, to, name };
}

function isGoal(to: string | undefined): to is HelpGoal {
  return to === 'settings' || to === 'help' || to === 'command';
}

/**
 * A command's current first key, or “the palette” if it has none.
 * @param of the command's id, which has a dot in it; anything else names a key that cannot be changed
 */
function Key({ of }: { readonly of: string }) {
  const commands = useCommands();
  const key = of.includes('.') ? commands.key(of) : of;
  return key === '' ? THE_PALETTE : <kbd className={styles.key}>{key}</kbd>;
}

interface LinkProps {
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Link({ onClick, children }: LinkProps) {
  return (
    <button type="button" className={styles.link} onClick={onClick}>
      {children}
    </button>
  );
}

/** A link to a section of the settings. */
function SettingsLink({ section, children }: { readonly section: string; readonly children: ReactNode }) {
  const { fullPage } = useAppSession();
  return <Link onClick={() => fullPage.set({ kind: 'settings', section })}>{children}</Link>;
}
