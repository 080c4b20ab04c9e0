import { useRef, useState } from 'react';
import type { Agent } from '../../../../core/tree/agent.ts';
import { POSITION_FLAGS } from '../../../../core/tree/tree-node.ts';
import { REGENERATE_WITH } from '../../../../ui-text/conversation.ts';
import { MESSAGE, MESSAGE_ACTIONS, MESSAGE_GROUPS } from '../../../../ui-text/dialogue/messages.ts';
import { useAppSession, useDialogueDesk } from '../../../session/hooks.ts';
import type { NodeHeader } from '../../../session/path/path-segments.ts';
import type { PathNode } from '../../../surface.ts';
import { Button, type ButtonProps } from '../../../ui/Button.tsx';
import {
  AgainIcon,
  BookmarkIcon,
  CopyIcon,
  EditIcon,
  GoOnIcon,
  MoreIcon,
  NoteIcon,
} from '../../../ui/icons.tsx';
import { ContextMenu } from '../../../ui/layers/ContextMenu.tsx';
import { useCommands } from '../../commands.ts';
import { useTurnItems } from '../../turns/use-turn-items.ts';
import { copyMessage } from '../copy-message.ts';

export interface MessageActionsProps {
  readonly message: PathNode;
  readonly header: NodeHeader | undefined;
  readonly speaker: Agent | undefined;
  /** It is the last part of the message. */
  readonly isLastPart: boolean;
  readonly readOnly: boolean;
}

/** Actions on a message; the buttons show on hover and with the keyboard. */
export function MessageActions({ message, header, speaker, isLastPart, readOnly }: MessageActionsProps) {
  const { tree, commands, regeneration } = useDialogueDesk();
  const { hint } = useCommands();
  const session = useAppSession();
  // The Node tab, where notes are written, shows the window's tree.
  const isBeside = session.isBeside(tree.treeId);
  const { positionId } = message;
  const { markCommands } = tree;
  const copy = useRef<HTMLSpanElement>(null);
  const more = useRef<HTMLSpanElement>(null);
  const [menuAt, setMenuAt] = useState<{ readonly x: number; readonly y: number } | null>(null);
  const turnItems = useTurnItems(positionId, menuAt !== null);
  const isBookmarked = ((header?.flags ?? 0) & POSITION_FLAGS.bookmarked) !== 0;
  const isExcluded = ((header?.flags ?? 0) & POSITION_FLAGS.excluded) !== 0;
  const openMenu = () => {
    const rect = more.current?.getBoundingClientRect();
    if (rect !== undefined) setMenuAt({ x: rect.left, y: rect.bottom });
  };
  const replying = regeneration.canOpen(positionId)
    ? [
        {
          id: 'regenerateWith',
          text: REGENERATE_WITH.title,
          run: () => regeneration.open(positionId),
        },
      ]
    : [];
  const changing = [
    {
      id: 'endHere',
      text: MESSAGE_ACTIONS.endHere,
      disabled: positionId === tree.path.headId,
      run: () => void tree.navigation.endPathHere(),
    },
    {
      id: 'exclude',
      text: isExcluded ? MESSAGE_ACTIONS.include : MESSAGE_ACTIONS.exclude,
      run: () => void markCommands.toggleExcluded(),
    },
    { id: 'prune', text: MESSAGE_ACTIONS.prune, run: () => void tree.pruning.pruneCurrent() },
  ];
  return (
    <>
      {isLastPart && (
        <span ref={copy}>
          <Action
            label={MESSAGE_ACTIONS.copy}
            onClick={() => {
              if (copy.current !== null) copyMessage(copy.current);
            }}
          >
            <CopyIcon />
          </Action>
        </span>
      )}
      {!readOnly && (
        <>
          <Action label={MESSAGE_ACTIONS.edit} onClick={() => commands.edit(positionId)}>
            <EditIcon />
          </Action>
          {speaker?.type === 'model' && (
            <Action label={MESSAGE_ACTIONS.regenerate} onClick={() => void commands.regenerate(positionId)}>
              <AgainIcon />
            </Action>
          )}
          {isLastPart && commands.canContinueAt(positionId) && (
            <Action
              label={MESSAGE_ACTIONS.continue}
              hint={hint('message.continue')}
              onClick={() => void commands.continueReply(positionId)}
            >
              <GoOnIcon />
            </Action>
          )}
          <Action
            label={MESSAGE_ACTIONS.bookmark}
            pressed={isBookmarked}
            onClick={() => void markCommands.toggleBookmark()}
          >
            <BookmarkIcon />
          </Action>
          {!isBeside && (
            <Action
              label={MESSAGE_ACTIONS.note}
              onClick={() => {
                session.showTab('node');
                void tree.nodeCommands.writeNote();
              }}
            >
              <NoteIcon />
            </Action>
          )}
          <span ref={more}>
            <Action label={MESSAGE_ACTIONS.more} onClick={openMenu}>
              <MoreIcon />
            </Action>
          </span>
          <ContextMenu
            label={MESSAGE}
            open={menuAt !== null}
            at={menuAt ?? { x: 0, y: 0 }}
            groups={[
              { label: MESSAGE_GROUPS.reply, items: replying },
              { label: MESSAGE_GROUPS.tree, items: changing },
              { label: MESSAGE_GROUPS.turn, items: turnItems },
            ]}
            onClose={() => setMenuAt(null)}
            findFocus={() => more.current?.querySelector('button') ?? null}
          />
        </>
      )}
    </>
  );
}

/** An icon whose tooltip is its name, with its keys if it has any. */
function Action({
  label,
  hint = label,
  ...button
}: Omit<ButtonProps, 'variant'> & { readonly label: string }) {
  return <Button {...button} variant="icon" label={label} hint={hint} />;
}
