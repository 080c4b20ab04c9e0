import { useAppSession } from '../../session/hooks.ts';
import { HELP_PAGES, type HelpPageId } from '../../session/window/full-page.ts';
import { FullPage, type PageSection } from '../full-page/FullPage.tsx';
import { ConversationsHelp } from './ConversationsHelp.tsx';
import { EditingHelp } from './EditingHelp.tsx';
import { FilesHelp } from './FilesHelp.tsx';
import { KeysHelp } from './KeysHelp.tsx';
import { LoomHelp } from './LoomHelp.tsx';
import { ModelsHelp } from './ModelsHelp.tsx';
import { ShortcutSheet } from './ShortcutSheet.tsx';

const pages: readonly (PageSection & { readonly id: HelpPageId })[] = [
  { id: 'loom', title: 'The loom', content: <LoomHelp /> },
  { id: 'editing', title: 'Editing and branching', content: <EditingHelp /> },
  { id: 'models', title: 'Models', content: <ModelsHelp /> },
  { id: 'conversations', title: 'Conversations', content: <ConversationsHelp /> },
  { id: 'files', title: 'Files and safety', content: <FilesHelp /> },
  { id: 'keys', title: 'Keys', content: <KeysHelp /> },
  { id: 'shortcuts', title: 'Keyboard shortcuts', content: <ShortcutSheet /> },
];

/** Six short pages, and every command with its keys. */
export function HelpPage({ page }: { readonly page: HelpPageId }) {
  const { fullPage } = useAppSession();
  const show = (id: string) => {
    const known = HELP_PAGES.find((candidate) => candidate === id);
    if (known !== undefined) fullPage.set({ kind: 'help', page: known });
  };
  return (
    <FullPage
      title="Help"
      label="Pages"
      closeLabel="Close the help"
      sections={pages}
      {...(page === 'shortcuts' ? { initialFocus: '[type="search"]' } : {})}
      shown={page}
      onShow={show}
    />
  );
}
