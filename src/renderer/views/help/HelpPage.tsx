import type { ReactNode } from 'react';
import { CONVERSATIONS_HELP } from '../../../ui-text/help/conversations.ts';
import { EDITING_HELP } from '../../../ui-text/help/editing.ts';
import { FILES_HELP } from '../../../ui-text/help/files.ts';
import { KEYS_HELP } from '../../../ui-text/help/keys.ts';
import { LOOM_HELP } from '../../../ui-text/help/loom.ts';
import { MODELS_HELP } from '../../../ui-text/help/models.ts';
import { CLOSE_HELP, HELP, HELP_PAGE_LIST, HELP_TITLES } from '../../../ui-text/help/pages.ts';
import { useAppSession } from '../../session/hooks.ts';
import { HELP_PAGES, type HelpPageId } from '../../session/window/full-page.ts';
import { FullPage } from '../full-page/FullPage.tsx';
import { HelpText } from './HelpText.tsx';
import { ShortcutSheet } from './ShortcutSheet.tsx';

const contents: Readonly<Record<HelpPageId, ReactNode>> = {
  loom: <HelpText page={LOOM_HELP} />,
  editing: <HelpText page={EDITING_HELP} />,
  models: <HelpText page={MODELS_HELP} />,
  conversations: <HelpText page={CONVERSATIONS_HELP} />,
  files: <HelpText page={FILES_HELP} />,
  keys: <HelpText page={KEYS_HELP} />,
  shortcuts: <ShortcutSheet />,
};

const pages = HELP_PAGES.map((id) => ({ id, title: HELP_TITLES[id], content: contents[id] }));

/** Six short pages, and every command with its keys. */
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
