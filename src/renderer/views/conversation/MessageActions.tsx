import { useRef, useState } from 'react';
import type { Agent } from '../../../core/tree/agent.ts';
import { POSITION_FLAGS } from '../../../core/tree/tree-node.ts';
import { useAppSession, useDialogueDesk } from '../../session/hooks.ts';
import type { NodeHeader } from '../../session/path/path-segments.ts';
import type { PathNode } from '../../surface.ts';
import { Button } from '../../ui/Button.tsx';
import { MoreIcon } from '../../ui/icons.tsx';
import { ContextMenu } from '../../ui/layers/ContextMenu.tsx';
import { useTurnItems } from '../turns/use-turn-items.ts';
import { copyMessage } from './copy-message.ts';

export interface MessageActionsProps {
  readonly message: PathNode;
  readonly header: NodeHeader | undefined;
  readonly speaker: Agent | undefined;
  readonly readOnly: boolean;
}

/** What can be done with a message; the buttons show on hover and with the keyboard. */
export function MessageActions({ message, header, speaker, readOnly }: MessageActionsProps) {
  const { tree, commands } = useDialogueDesk();
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
  const changing = [
    {
      id: 'endHere',
      text: 'End the path here',
      disabled: positionId === tree.path.headId,
      run: () => void tree.navigation.endPathHere(),
    },
    {
      id: 'exclude',
      text: isExcluded ? 'Include in the context' : 'Exclude from the context',
      run: () => void markCommands.toggleExcluded(),
    },
    { id: 'prune', text: 'Prune', run: () => void tree.pruning.pruneCurrent() },
  ];
  return (
    <>
      <span ref={copy}>
        <Button
          variant="quiet"
          onClick={() => {
            if (copy.current !== null) copyMessage(copy.current);
          }}
        >
          Copy
        </Button>
      </span>
      {!readOnly && (
        <>
          <Button variant="quiet" onClick={() => commands.edit(positionId)}>
            Edit
          </Button>
          {speaker?.type === 'model' && (
            <Button variant="quiet" onClick={() => void commands.regenerate(positionId)}>
              Regenerate
            </Button>
          )}
          <Button variant="quiet" pressed={isBookmarked} onClick={() => void markCommands.toggleBookmark()}>
            Bookmark
          </Button>
          {!isBeside && (
            <Button
              variant="quiet"
              onClick={() => {
                session.showTab('node');
                tree.nodeCommands.showNode('write');
              }}
            >
              Note
            </Button>
          )}
          <span ref={more}>
            <Button variant="icon" label="More" onClick={openMenu}>
              <MoreIcon />
            </Button>
          </span>
          <ContextMenu
            label="Message"
            open={menuAt !== null}
            at={menuAt ?? { x: 0, y: 0 }}
            groups={[
              { label: 'Tree', items: changing },
              { label: 'Turn', items: turnItems },
            ]}
            onClose={() => setMenuAt(null)}
            findFocus={() => more.current?.querySelector('button') ?? null}
          />
        </>
      )}
    </>
  );
}
