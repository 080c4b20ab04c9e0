import { type MouseEvent, type RefObject, useState } from 'react';
import type { Manuscript, ManuscriptWord } from '../../editor/index.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import type { AppSession } from '../../session/window/app-session.ts';
import { ContextMenu, type ContextMenuGroup, type ContextMenuItem } from '../../ui/layers/ContextMenu.tsx';
import { type CommandAccess, useCommands } from '../commands.ts';

/** What can be done where the caret is, in the order of the menu; what is no command now is left out. */
const COMMANDS = [
  'generation.start',
  'node.split',
  'node.splitAndBranch',
  'node.branchEdit',
  'note.add',
  'node.about',
] as const;

export interface ManuscriptMenuProps {
  /** The element that the editor is put into. */
  readonly host: RefObject<HTMLDivElement | null>;
  readonly editor: RefObject<Manuscript | null>;
  readonly readOnly: boolean;
  readonly className: string | undefined;
}

/** What the menu is about, as it was when it was asked for. */
interface Asked {
  readonly at: { readonly x: number; readonly y: number };
  readonly word: ManuscriptWord | null;
  readonly suggestions: readonly string[];
}

/** The text with its menu: by the right button, and by the menu key or Shift+F10 at the caret. */
export function ManuscriptMenu({ host, editor, readOnly, className }: ManuscriptMenuProps) {
  const session = useAppSession();
  const commands = useCommands();
  const platform = useStore(session.info)?.platform ?? 'linux';
  const [asked, setAsked] = useState<Asked | null>(null);
  const [open, setOpen] = useState(false);

  const ask = async (event: MouseEvent) => {
    event.preventDefault();
    const manuscript = editor.current;
    if (manuscript === null || manuscript.isComposing()) return;
    const at = { x: event.clientX, y: event.clientY };
    const word = manuscript.pointAt(event.button === 2 || event.ctrlKey ? at : null);
    // The menu waits for them, so that nothing moves under the pointer once it is there.
    const suggestions = word?.isWrong === true ? await session.spelling.suggest(word.text) : [];
    setAsked({ at, word, suggestions });
    setOpen(true);
  };

  const groups = (): readonly ContextMenuGroup[] => {
    const manuscript = editor.current;
    if (asked === null || manuscript === null) return [];
    return [
      ...spellingGroups(asked, manuscript, session, readOnly),
      clipboardGroup(manuscript, session, platform === 'darwin' ? '⌘' : 'Ctrl+', readOnly),
      treeGroup(commands),
    ];
  };

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the event comes from the text inside, by pointer or key. */}
      <div ref={host} className={className} onContextMenu={(event) => void ask(event)} />
      <ContextMenu
        label="Text"
        open={open}
        at={asked?.at ?? { x: 0, y: 0 }}
        groups={groups()}
        onClose={() => setOpen(false)}
        findFocus={() => host.current?.querySelector<HTMLElement>('[role="textbox"]') ?? null}
      />
    </>
  );
}

function spellingGroups(
  { word, suggestions }: Asked,
  manuscript: Manuscript,
  { spelling }: AppSession,
  readOnly: boolean,
): readonly ContextMenuGroup[] {
  if (word === null) return [];
  const remove: ContextMenuItem = {
    id: 'remove',
    text: 'Remove from dictionary',
    run: () => spelling.remove(word.text),
  };
  if (!word.isWrong) return [{ label: 'Dictionary', items: spelling.isOwn(word.text) ? [remove] : [] }];
  const replacements = suggestions.map(
    (suggestion): ContextMenuItem => ({
      id: suggestion,
      text: suggestion,
      strong: true,
      disabled: readOnly,
      run: () => manuscript.replaceWord(word, suggestion),
    }),
  );
  const none: ContextMenuItem = { id: 'none', text: 'No suggestions', disabled: true, run: () => undefined };
  return [
    { label: 'Suggestions', items: replacements.length === 0 ? [none] : replacements },
    {
      label: 'Dictionary',
      items: [
        { id: 'add', text: 'Add to dictionary', run: () => spelling.add(word.text) },
        { id: 'ignore', text: 'Ignore', run: () => spelling.ignore(word.text) },
      ],
    },
  ];
}

function clipboardGroup(
  manuscript: Manuscript,
  session: AppSession,
  mod: string,
  readOnly: boolean,
): ContextMenuGroup {
  const use = (action: 'cut' | 'copy' | 'paste') => () => session.useClipboard(action);
  const nothing = manuscript.summary().selectionCharacters === 0;
  return {
    label: 'Edit',
    items: [
      { id: 'cut', text: 'Cut', keyLabel: `${mod}X`, disabled: nothing || readOnly, run: use('cut') },
      { id: 'copy', text: 'Copy', keyLabel: `${mod}C`, disabled: nothing, run: use('copy') },
      { id: 'paste', text: 'Paste', keyLabel: `${mod}V`, disabled: readOnly, run: use('paste') },
      { id: 'all', text: 'Select all', keyLabel: `${mod}A`, run: () => manuscript.selectAll() },
    ],
  };
}

function treeGroup(commands: CommandAccess): ContextMenuGroup {
  const items = COMMANDS.flatMap((id): readonly ContextMenuItem[] => {
    const command = commands.find(id);
    return command === null
      ? []
      : [{ id, text: command.title, keyLabel: command.key, run: () => command.run() }];
  });
  return { label: 'Tree', items };
}
