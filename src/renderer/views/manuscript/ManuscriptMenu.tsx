import { type MouseEvent, type RefObject, useState } from 'react';
import {
  ADD_WORD,
  CLIPBOARD,
  IGNORE_WORD,
  MENU_GROUPS,
  NO_SUGGESTIONS,
  PASTE_PLAIN,
  REMOVE_WORD,
  TEXT_MENU,
} from '../../../ui-text/page/place.ts';
import type { Manuscript, ManuscriptWord } from '../../editor/index.ts';
import { useAppSession, useBufferDesk, useStore } from '../../session/hooks.ts';
import type { AppSession } from '../../session/window/app-session.ts';
import { ContextMenu, type ContextMenuGroup, type ContextMenuItem } from '../../ui/layers/ContextMenu.tsx';
import { type CommandAccess, useCommands } from '../commands.ts';

/** Commands at the caret, in menu order; those that cannot run now are left out. */
const COMMANDS = [
  'generation.start',
  'rewrite.bridge',
  'proposal.ask',
  'node.split',
  'node.splitAndBranch',
  'node.branchEdit',
  'link.follow',
  'document.checkbox',
  'note.add',
  'node.about',
] as const;

export interface ManuscriptMenuProps {
  /** The element that contains the editor. */
  readonly host: RefObject<HTMLDivElement | null>;
  readonly editor: RefObject<Manuscript | null>;
  readonly readOnly: boolean;
  /** Something else is shown in place of the text. */
  readonly inert: boolean;
  readonly className: string | undefined;
}

/** Commands about selected words. */
const SELECTION_COMMANDS = [
  'rewrite.selection',
  'rewrite.shorten',
  'rewrite.expand',
  'proposal.ask',
  'lore.make',
  'timeline.trace',
] as const;

/** The target of the menu. */
interface MenuContext {
  readonly at: { readonly x: number; readonly y: number };
  readonly word: ManuscriptWord | null;
  readonly suggestions: readonly string[];
}

/** The text with its context menu: right click, or the menu key or Shift+F10 at the caret. */
export function ManuscriptMenu({ host, editor, readOnly, inert, className }: ManuscriptMenuProps) {
  const session = useAppSession();
  const { tree } = useBufferDesk();
  const commands = useCommands();
  const platform = useStore(session.info)?.platform ?? 'linux';
  const [context, setAsked] = useState<MenuContext | null>(null);
  const [open, setOpen] = useState(false);

  const openMenu = async (event: MouseEvent) => {
    event.preventDefault();
    const manuscript = editor.current;
    if (manuscript === null || manuscript.isComposing()) return;
    const at = { x: event.clientX, y: event.clientY };
    const word = manuscript.pointAt(event.button === 2 || event.ctrlKey ? at : null);
    // Wait for the suggestions before opening, or items would move under the pointer.
    const suggestions = word?.isWrong === true ? await session.spelling.suggest(tree.treeId, word.text) : [];
    setAsked({ at, word, suggestions });
    setOpen(true);
  };

  const groups = (): readonly ContextMenuGroup[] => {
    const manuscript = editor.current;
    if (context === null || manuscript === null) return [];
    const hasSelection = manuscript.summary().selectionCharacters > 0;
    return [
      ...spellingGroups(context, manuscript, session, readOnly),
      clipboardGroup(manuscript, session, commands, platform === 'darwin' ? '⌘' : 'Ctrl+', readOnly),
      ...(hasSelection ? [commandGroup(MENU_GROUPS.selection, SELECTION_COMMANDS, commands)] : []),
      commandGroup(
        MENU_GROUPS.tree,
        hasSelection ? COMMANDS.filter((id) => id !== 'proposal.ask') : COMMANDS,
        commands,
      ),
    ];
  };

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the event bubbles from the text inside, by pointer or key. */}
      <div ref={host} className={className} inert={inert} onContextMenu={(event) => void openMenu(event)} />
      <ContextMenu
        label={TEXT_MENU}
        open={open}
        at={context?.at ?? { x: 0, y: 0 }}
        groups={groups()}
        onClose={() => setOpen(false)}
        findFocus={() => host.current?.querySelector<HTMLElement>('[role="textbox"]') ?? null}
      />
    </>
  );
}

function spellingGroups(
  { word, suggestions }: MenuContext,
  manuscript: Manuscript,
  { spelling }: AppSession,
  readOnly: boolean,
): readonly ContextMenuGroup[] {
  if (word === null) return [];
  const remove: ContextMenuItem = {
    id: 'remove',
    text: REMOVE_WORD,
    run: () => spelling.remove(word.text),
  };
  if (!word.isWrong)
    return [{ label: MENU_GROUPS.dictionary, items: spelling.isOwn(word.text) ? [remove] : [] }];
  const replacements = suggestions.map(
    (suggestion): ContextMenuItem => ({
      id: suggestion,
      text: suggestion,
      strong: true,
      disabled: readOnly,
      run: () => manuscript.replaceWord(word, suggestion),
    }),
  );
  const none: ContextMenuItem = { id: 'none', text: NO_SUGGESTIONS, disabled: true, run: () => undefined };
  return [
    { label: MENU_GROUPS.suggestions, items: replacements.length === 0 ? [none] : replacements },
    {
      label: MENU_GROUPS.dictionary,
      items: [
        { id: 'add', text: ADD_WORD, run: () => spelling.add(word.text) },
        { id: 'ignore', text: IGNORE_WORD, run: () => spelling.ignore(word.text) },
      ],
    },
  ];
}

function clipboardGroup(
  manuscript: Manuscript,
  session: AppSession,
  commands: CommandAccess,
  mod: string,
  readOnly: boolean,
): ContextMenuGroup {
  const use = (action: Parameters<AppSession['runClipboard']>[0]) => () => session.runClipboard(action);
  const isEmpty = manuscript.summary().selectionCharacters === 0;
  return {
    label: MENU_GROUPS.edit,
    items: [
      { id: 'cut', text: CLIPBOARD.cut, keyLabel: `${mod}X`, disabled: isEmpty || readOnly, run: use('cut') },
      { id: 'copy', text: CLIPBOARD.copy, keyLabel: `${mod}C`, disabled: isEmpty, run: use('copy') },
      { id: 'paste', text: CLIPBOARD.paste, keyLabel: `${mod}V`, disabled: readOnly, run: use('paste') },
      {
        id: 'pastePlain',
        text: PASTE_PLAIN,
        keyLabel: commands.key('edit.pastePlain'),
        disabled: readOnly,
        run: use('pasteAndMatchStyle'),
      },
      { id: 'all', text: CLIPBOARD.all, keyLabel: `${mod}A`, run: () => manuscript.selectAll() },
    ],
  };
}

function commandGroup(label: string, ids: readonly string[], commands: CommandAccess): ContextMenuGroup {
  const items = ids.flatMap((id): readonly ContextMenuItem[] => {
    const command = commands.find(id);
    return command === null
      ? []
      : [{ id, text: command.title, keyLabel: command.key, run: () => command.run() }];
  });
  return { label, items };
}
