import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { PositionId } from '../../../../core/ids.ts';
import type { Agent } from '../../../../core/tree/agent.ts';
import { POSITION_FLAGS } from '../../../../core/tree/tree-node.ts';
import { TURN_BUTTONS } from '../../../../ui-text/agents/turns.ts';
import { REGENERATE_WITH, UNSAVED_EDIT } from '../../../../ui-text/conversation.ts';
import {
  ALTERNATIVES,
  MESSAGE,
  MESSAGE_ACTIONS,
  MESSAGE_GROUPS,
  NEXT_ALTERNATIVE,
  PREVIOUS_ALTERNATIVE,
  partOfMessage,
} from '../../../../ui-text/dialogue/messages.ts';
import { inVersion } from '../../../../ui-text/tree/versions.ts';
import { numberOf } from '../../../../ui-text/window/buttons.ts';
import type { StreamingReply } from '../../../session/dialogue/replies.ts';
import type { TextBox } from '../../../session/dialogue/text-box.ts';
import { useAppSession, useDialogueDesk, useStore } from '../../../session/hooks.ts';
import type { NodeHeader } from '../../../session/path/path-segments.ts';
import { isAt, isRevertible } from '../../../session/window/turns-session.ts';
import type { PathNode } from '../../../surface.ts';
import { Button, type ButtonProps } from '../../../ui/Button.tsx';
import {
  AgainIcon,
  BookmarkIcon,
  CopyIcon,
  EditIcon,
  GoOnIcon,
  MoreIcon,
  NextIcon,
  NoteIcon,
  PreviousIcon,
} from '../../../ui/icons.tsx';
import { ContextMenu } from '../../../ui/layers/ContextMenu.tsx';
import { useCommands } from '../../commands.ts';
import { isMixed } from '../author-runs.ts';
import styles from './Message.module.css';

/** A node of the path that is a message or, of a reply that was continued, a part of one. */
export interface MessagePart {
  readonly message: PathNode;
  /** Undefined for one whose header main has not sent yet. */
  readonly header: NodeHeader | undefined;
  /** Null while it is not edited. */
  readonly edit: TextBox | null;
  /** Another alternative or version of it has an edit that is not saved. */
  readonly hasWaitingEdit: boolean;
  /** The commands of messages act on it. */
  readonly isCurrent: boolean;
}

interface PartFootProps {
  readonly part: MessagePart;
  /** 0-based among the parts of its message, and how many these are. */
  readonly index: number;
  readonly count: number;
  readonly speaker: Agent | undefined;
  readonly hasActions: boolean;
  readonly readOnly: boolean;
}

/** Under a message, for each of its parts: the alternatives, further properties, and the actions. */
export function PartFoot({ part, index, count, speaker, hasActions, readOnly }: PartFootProps) {
  const { message, header, isCurrent, hasWaitingEdit } = part;
  const { positionId } = message;
  const { loadCounts, conversation } = useDialogueDesk();
  useEffect(() => loadCounts(positionId), [loadCounts, positionId]);
  const isLast = index === count - 1;
  return (
    <Foot
      index={index}
      count={count}
      isCurrent={isCurrent}
      onPress={() => conversation.onMessageFocus(message)}
    >
      <MessageAlternatives
        positionId={positionId}
        index={header?.siblingIndex ?? 0}
        count={header?.siblingCount ?? 0}
        readOnly={readOnly}
      />
      <Marks message={message} header={header} hasWaitingEdit={hasWaitingEdit} isLastPart={isLast} />
      <div className={styles.actions} data-unfinished={(isLast && header?.isUnfinished) || undefined}>
        {hasActions && (
          <MessageActions
            message={message}
            header={header}
            speaker={speaker}
            isLastPart={isLast}
            readOnly={readOnly}
          />
        )}
      </div>
    </Foot>
  );
}

/** Under a message that streams, for the part that does: the others that stream beside it. */
export function StreamingFoot({ reply, index }: { readonly reply: StreamingReply; readonly index: number }) {
  const { replies } = useDialogueDesk();
  return (
    <Foot index={index} count={index + 1} isCurrent={false}>
      {reply.count > 1 && (
        <Alternatives
          index={reply.number}
          count={reply.count}
          disabled={false}
          onStep={(step) => replies.step(step)}
        />
      )}
      <div className={styles.actions} />
    </Foot>
  );
}

interface FootProps {
  readonly index: number;
  readonly count: number;
  readonly isCurrent: boolean;
  /** The row was clicked, and none of its buttons. */
  readonly onPress?: () => void;
  readonly children: ReactNode;
}

/** Only a message in several parts numbers them. */
function Foot({ index, count, isCurrent, onPress, children }: FootProps) {
  if (count === 1)
    return (
      <div className={styles.foot} data-part={index}>
        {children}
      </div>
    );
  const onClick = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('button') === null) onPress?.();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go from part to part wherever the keyboard is (Alt+Left)
    <div
      role="group"
      aria-label={partOfMessage(index + 1, count)}
      className={`${styles.foot} ${styles.part}`}
      data-part={index}
      data-current={isCurrent || undefined}
      onClick={onClick}
    >
      <span className={styles.partNumber} aria-hidden="true">
        {partOfMessage(index + 1, count)}
      </span>
      {children}
    </div>
  );
}

interface MarksProps extends Pick<MessagePart, 'message' | 'header' | 'hasWaitingEdit'> {
  readonly isLastPart: boolean;
}

/** Further properties of a message: its version, its bookmark, its notes, whether models are sent it. */
function Marks({ message, header, hasWaitingEdit, isLastPart }: MarksProps) {
  const marks = [
    (header?.versionCount ?? 0) > 1 ? inVersion(header?.versionIndex ?? 0) : null,
    isMixed(message.spans) ? 'edited' : null,
    isLastPart && header?.isCut === true ? 'cut' : null,
    hasWaitingEdit ? UNSAVED_EDIT : null,
    hasFlag(header, POSITION_FLAGS.bookmarked) ? 'bookmarked' : null,
    hasFlag(header, POSITION_FLAGS.noted) ? 'notes' : null,
    hasFlag(header, POSITION_FLAGS.excluded) ? 'excluded' : null,
  ].filter((mark) => mark !== null);
  if (marks.length === 0) return null;
  return <span className={styles.marks}>{marks.join(' · ')}</span>;
}

export function hasFlag(header: NodeHeader | undefined, flag: number): boolean {
  return ((header?.flags ?? 0) & flag) !== 0;
}

interface AlternativesProps {
  /** 1-based. */
  readonly index: number;
  readonly count: number;
  readonly disabled: boolean;
  onStep(step: -1 | 1): void;
}

/** `‹ 2 of 5 ›`: the message among its alternatives. */
function Alternatives({ index, count, disabled, onStep }: AlternativesProps) {
  const commands = useCommands();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div role="group" aria-label={ALTERNATIVES} className={styles.alternatives}>
      <Button
        variant="icon"
        keepsFocus
        label={PREVIOUS_ALTERNATIVE}
        hint={commands.hint('path.previousSibling')}
        disabled={disabled}
        onClick={() => onStep(-1)}
      >
        <PreviousIcon />
      </Button>
      <span className={styles.place}>{numberOf(index, count)}</span>
      <Button
        variant="icon"
        keepsFocus
        label={NEXT_ALTERNATIVE}
        hint={commands.hint('path.nextSibling')}
        disabled={disabled}
        onClick={() => onStep(1)}
      >
        <NextIcon />
      </Button>
    </div>
  );
}

/** The alternatives of a message of the path; nothing if it has none. */
function MessageAlternatives({
  positionId,
  index,
  count,
  readOnly,
}: {
  readonly positionId: PositionId;
  readonly index: number;
  readonly count: number;
  readonly readOnly: boolean;
}) {
  const { navigation } = useDialogueDesk().tree;
  if (count < 2 || index === 0) return null;
  return (
    <Alternatives
      index={index}
      count={count}
      disabled={readOnly}
      onStep={(step) => void navigation.selectSiblingAt({ at: positionId, fork: null }, { step })}
    />
  );
}

interface MessageActionsProps {
  readonly message: PathNode;
  readonly header: NodeHeader | undefined;
  readonly speaker: Agent | undefined;
  /** It is the last part of the message. */
  readonly isLastPart: boolean;
  readonly readOnly: boolean;
}

/** Actions on a message; the buttons show on hover and with the keyboard. */
function MessageActions({ message, header, speaker, isLastPart, readOnly }: MessageActionsProps) {
  const { tree, commands, regeneration } = useDialogueDesk();
  const { hint } = useCommands();
  const session = useAppSession();
  // The Passage tab, where notes are written, shows the window's tree.
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

/**
 * Copies the text of the message that a button is in, and leaves the selection as it was. It has to run in the click
 * itself: a copy that main carried out a moment later would find what the writer has selected by then.
 */
function copyMessage(button: Element): void {
  const text = button.closest('article')?.querySelector('[data-message-text]');
  const selection = button.ownerDocument.getSelection();
  if (text == null || selection === null) return;
  const ranges = Array.from({ length: selection.rangeCount }, (_, index) => selection.getRangeAt(index));
  selection.selectAllChildren(text);
  // Deprecated, but the only way to fire a copy event, through which authors travel; the page may not use the clipboard itself.
  button.ownerDocument.execCommand('copy');
  selection.removeAllRanges();
  for (const range of ranges) selection.addRange(range);
}

interface TurnItem {
  readonly id: string;
  readonly text: string;
  run(): void;
}

/**
 * Items of a message's menu for the turns that answer it or that it is part of: to undo the newest, to redo the one
 * that was undone last, and to undo the rest of that one.
 * @param isWanted the menu is open
 */
function useTurnItems(positionId: PositionId, isWanted: boolean): readonly TurnItem[] {
  const { turns } = useAppSession();
  const { treeId } = useDialogueDesk().tree;
  const trace = useStore(turns.trace.of(treeId)) ?? [];
  useEffect(() => {
    if (isWanted) void turns.trace.read(treeId);
  }, [isWanted, turns, treeId]);
  if (!isWanted) return [];
  const own = trace.filter((turn) => isRevertible(turn) && isAt(turn, positionId));
  const undoable = own.find(({ undoneAt }) => undoneAt === null);
  const redoable = own
    .filter(({ undoneAt }) => undoneAt !== null)
    .toSorted((one, other) => (other.undoneAt ?? 0) - (one.undoneAt ?? 0))
    .at(0);
  const items: TurnItem[] = [];
  if (undoable !== undefined)
    items.push({
      id: 'undoTurn',
      text: TURN_BUTTONS.undo,
      run: () => void turns.undo(treeId, undoable.turnId),
    });
  if (redoable?.hasRest === true)
    items.push({
      id: 'undoRest',
      text: TURN_BUTTONS.undoRest,
      run: () => void turns.undo(treeId, redoable.turnId),
    });
  if (redoable !== undefined)
    items.push({
      id: 'redoTurn',
      text: TURN_BUTTONS.redo,
      run: () => void turns.redo(treeId, redoable.turnId),
    });
  return items;
}
