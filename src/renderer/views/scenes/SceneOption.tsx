import type { MouseEvent } from 'react';
import { percentsOf } from '../../../core/provenance/who-wrote.ts';
import { endOfItem } from '../../../core/sections/scene-list.ts';
import { authorsLabel, percentText } from '../../../ui-text/page/authors.ts';
import * as words from '../../../ui-text/scenes.ts';
import { taggedWith } from '../../../ui-text/tags.ts';
import { colourOfAgent, findAgent } from '../../session/find-agent.ts';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import { type SceneCard, titleOf } from '../../session/manuscript/scenes-session.ts';
import { BookmarkSign, MoreIcon, NoteIcon } from '../../ui/icons.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { TypesetText } from '../TypesetText.tsx';
import { TagName } from '../tags/TagName.tsx';
import styles from './Scenes.module.css';

interface SceneOptionProps {
  readonly id: string;
  readonly cards: readonly SceneCard[];
  readonly index: number;
  readonly as: 'cards' | 'outline';
  /** Its number among those listed, and how many these are. */
  readonly place: number;
  readonly count: number;
  readonly isActive: boolean;
  readonly isDragged: boolean;
  /** The side at which the dragged cards would land; null for neither. */
  readonly drop: 'before' | 'after' | null;
  onSelect(): void;
  onGo(): void;
  /** Opens its menu there, in CSS pixels of the window. */
  onMenu(at: { readonly x: number; readonly y: number }): void;
}

/** The heading of a chapter, or a scene as a card or a row. */
export function SceneOption(props: SceneOptionProps) {
  const { id, cards, index, as, place, count, isActive, isDragged, drop, onSelect, onGo, onMenu } = props;
  const describe = useDescribeCard();
  const card = cards[index];
  if (card === undefined) return null;
  const isHeading = card.kind === 'heading';
  const inside = cards.slice(index + 1, endOfItem(cards, index));
  const scenes = inside.filter(({ kind }) => kind === 'scene').length;
  const isPart = inside.some(({ kind }) => kind === 'heading');
  const spoken = isHeading
    ? words.headingSpoken(titleOf(card), isPart, scenes, card.words, card.target)
    : describe(card);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the surrounding listbox has the focus and handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the listbox names it in aria-activedescendant
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      aria-posinset={place}
      aria-setsize={count}
      className={isHeading ? styles.heading : as === 'cards' ? styles.card : styles.line}
      data-card={index}
      data-level={isHeading ? card.level : undefined}
      data-active={isActive || undefined}
      data-dragged={isDragged || undefined}
      data-drop={drop ?? undefined}
      onClick={onSelect}
      onDoubleClick={onGo}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu({ x: event.clientX, y: event.clientY });
      }}
    >
      <VisuallyHidden>{spoken}</VisuallyHidden>
      {isHeading ? (
        <>
          <span className={styles.chapter} dir="auto" aria-hidden="true">
            {titleOf(card)}
          </span>
          <span className={styles.figures} aria-hidden="true">
            {words.scenesAndWords(scenes, card.words, card.target)}
          </span>
        </>
      ) : (
        <Scene card={card} as={as} />
      )}
      {/* The menu key and Shift+F10 open it too, on the selected one. */}
      <span
        className={styles.more}
        title={words.CARD_ACTIONS}
        aria-hidden="true"
        data-menu=""
        onClick={(event: MouseEvent) => {
          event.stopPropagation();
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          onMenu({ x: left, y: bottom });
        }}
      >
        <MoreIcon />
      </span>
    </div>
  );
}

function Scene({ card, as }: { readonly card: SceneCard; readonly as: 'cards' | 'outline' }) {
  const { title, excerpt, synopsis } = card;
  const name = title === '' && synopsis !== '' ? firstLine(excerpt) : title;
  const isOwnWords = synopsis === '' && excerpt !== '';
  return (
    <>
      {name !== '' && (
        <span className={styles.name} dir="auto" aria-hidden="true" data-heading={title !== '' || undefined}>
          <TypesetText text={name} />
        </span>
      )}
      <span className={styles.text} dir="auto" aria-hidden="true" data-words={isOwnWords || undefined}>
        {synopsis !== '' ? (
          synopsis
        ) : excerpt === '' ? (
          words.NOT_WRITTEN
        ) : (
          <TypesetText text={as === 'cards' ? excerpt : firstLine(excerpt)} />
        )}
      </span>
      <span className={styles.foot} aria-hidden="true">
        {card.tags.length > 0 && (
          <span className={styles.tags}>
            {card.tags.map((tag) => (
              <TagName key={tag.tagId} tag={tag} />
            ))}
          </span>
        )}
        {card.noteCount > 0 && (
          <span className={styles.mark} title={words.notesOn(card.noteCount)}>
            <NoteIcon />
            {card.noteCount}
          </span>
        )}
        {card.isBookmarked && (
          <span className={styles.mark}>
            <BookmarkSign />
          </span>
        )}
        {excerpt !== '' && <span className={styles.figures}>{words.wordsOf(card.words, card.target)}</span>}
      </span>
      <Shares card={card} />
    </>
  );
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}

/** The authors of a scene, as a line with a part for each. */
function Shares({ card: { shares } }: { readonly card: SceneCard }) {
  const grove = useStore(useTreeDesk().grove);
  return (
    <span className={styles.shares} aria-hidden="true">
      {shares.map(({ agent, length }) => (
        <span
          key={agent}
          className={styles.share}
          style={{ flexGrow: length }}
          data-colour={colourOfAgent(findAgent(grove, agent)) ?? undefined}
        />
      ))}
    </span>
  );
}

/** A scene in words, for a screen reader. */
function useDescribeCard(): (card: SceneCard) => string {
  const grove = useStore(useTreeDesk().grove);
  return (card) => {
    const shares = percentsOf(card.shares).map(
      ({ agent, percent }) => `${authorsLabel([agent], grove)} ${percentText(percent)}`,
    );
    return [
      titleOf(card),
      ...(card.excerpt === '' ? [words.NOT_WRITTEN] : [words.wordsOf(card.words, card.target)]),
      ...shares,
      ...(card.isBookmarked ? [words.IS_BOOKMARKED] : []),
      ...(card.noteCount > 0 ? [words.notesOn(card.noteCount)] : []),
      ...(card.tags.length > 0 ? [taggedWith(card.tags.map(({ name }) => name))] : []),
      ...(card.synopsis === '' ? [] : [card.synopsis]),
    ].join(', ');
  };
}
