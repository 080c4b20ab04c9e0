import { memo, type SyntheticEvent } from 'react';
import type { NodeId, PositionId } from '../../../core/ids.ts';
import { findLinks } from '../../../core/links/text-links.ts';
import { isReadableAsMarkdown } from '../../../core/markdown/read-markdown.ts';
import type { SpannedText } from '../../../core/text/span.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import { useAppSession, useSelected, useTreeDesk } from '../../session/hooks.ts';
import { isMixed } from './author-runs.ts';
import { FormattedText } from './formatted/FormattedText.tsx';
import styles from './MessageText.module.css';
import { TypedText } from './TypedText.tsx';

export interface MessageTextProps extends SpannedText {
  readonly agents: readonly Agent[];
  /** Starts of its parts that continue the one before them, at their first words. */
  readonly seams?: readonly number[];
  /** The position of the first part that it shows; null for one that streams. */
  readonly at: PositionId | null;
}

const NO_SEAMS: readonly number[] = [];

/**
 * A message's text, or that of parts of it that follow one another: formatted or as it was typed; one by several authors is coloured as in a manuscript. Each element with
 * `data-run` has characters of the text from that offset; with `data-run-end`, what stands for all of the text up to there.
 * One with `data-from` and `data-to` shows that part of the text, of which not every character need be shown.
 */
export const MessageText = memo(function MessageText({
  text,
  spans,
  agents,
  seams = NO_SEAMS,
  at,
}: MessageTextProps) {
  const session = useAppSession();
  const { treeId } = useTreeDesk();
  const formats = useSelected(session.preferences, ({ formatMessages }) => formatMessages);
  const follow = (event: SyntheticEvent) => {
    const { target } = event;
    const shownLink = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-link]') : null;
    const [link] = findLinks(shownLink?.dataset.link ?? '');
    // A click may end a selection.
    if (shownLink === null || link === undefined || getSelection()?.isCollapsed === false) return;
    const nodeId = shownLink.closest<HTMLElement>('[data-node]')?.dataset.node ?? null;
    event.stopPropagation();
    void session.links.follow(treeId, { ...link, nodeId: nodeId as NodeId | null });
  };
  const shown = { text, from: 0, spans: isMixed(spans) ? spans : null, seams, agents };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the events bubble from the links inside
    <div
      className={styles.text}
      onClick={follow}
      onKeyDown={(event) => event.key === 'Enter' && follow(event)}
      data-message-text={at ?? ''}
      data-from={0}
      data-to={text.length}
    >
      {formats && isReadableAsMarkdown(text) ? <FormattedText {...shown} /> : <TypedText {...shown} />}
    </div>
  );
});
