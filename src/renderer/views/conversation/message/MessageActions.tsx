import { useRef, useState } from 'react';
import type { Agent } from '../../../../core/tree/agent.ts';
import { POSITION_FLAGS } from '../../../../core/tree/tree-node.ts';
import { REGENERATE_WITH } from '../../../../ui-text/conversation.ts';
import { MESSAGE, MESSAGE_ACTIONS, MESSAGE_GROUPS } from '../../../../ui-text/dialogue/messages.ts';
import { useAppSession, useDialogueDesk } from '../../../session/hooks.ts';
import type { NodeHeader } from '../../../session/path/path-segments.ts';
import type { PathNode } from '../../../surface.ts';
import { Button } from '../../../ui/Button.tsx';
import { MoreIcon } from '../../../ui/icons.tsx';
import { ContextMenu } from '../../../ui/layers/ContextMenu.tsx';
import { useCommands } from '../../commands.ts';
import { useTurnItems } from '../../turns/use-turn-items.ts';
import { copyMessage } from '../copy-message.ts';

export interface MessageActionsProps {
  readonly message: PathNode;
  readonly header: NodeHeader | undefined;
  readonly speaker: Agent | undefined;
  /** Nothing of the message comes after it. */
  readonly isLastPart: boolean;
  readonly readOnly: boolean;
}

/** What can be done with a message; the buttons show on hover and with the keyboard. */
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
          <Button
            variant="quiet"
            onClick={() => {
              if (copy.current !== null) copyMessage(copy.current);
            }}
          >
            {MESSAGE_ACTIONS.copy}
          </Button>
        </span>
      )}
      {!readOnly && (
        <>
          <Button variant="quiet" onClick={() => commands.edit(positionId)}>
            {MESSAGE_ACTIONS.edit}
          </Button>
          {speaker?.type === 'model' && (
            <Button variant="quiet" onClick={() => void commands.regenerate(positionId)}>
              {MESSAGE_ACTIONS.regenerate}
            </Button>
          )}
          {isLastPart && commands.canContinueAt(positionId) && (
            <Button
              variant="quiet"
              hint={hint('message.continue')}
              onClick={() => void commands.continueReply(positionId)}
            >
              {MESSAGE_ACTIONS.continue}
            </Button>
          )}
          <Button variant="quiet" pressed={isBookmarked} onClick={() => void markCommands.toggleBookmark()}>
            {MESSAGE_ACTIONS.bookmark}
          </Button>
          {!isBeside && (
            <Button
              variant="quiet"
              onClick={() => {
                session.showTab('node');
                void tree.nodeCommands.writeNote();
              }}
            >
              {MESSAGE_ACTIONS.note}
            </Button>
          )}
          <span ref={more}>
            <Button variant="icon" label={MESSAGE_ACTIONS.more} onClick={openMenu}>
              <MoreIcon />
            </Button>
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
