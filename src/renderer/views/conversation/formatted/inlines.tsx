import type { ReactNode } from 'react';
import type { MarkdownInline, MarkdownLink, MarkdownText } from '../../../../core/markdown/markdown.ts';
import { PICTURE } from '../../../../ui-text/conversation.ts';
import type { AuthorRuns } from '../author-runs.ts';
import { piecesOf } from '../pieces-of.ts';
import styles from './formatted.module.css';

const ELEMENTS = { emphasis: 'em', strong: 'strong', strikethrough: 's', code: 'code' } as const;

/**
 * The elements of inlines, in the order of the text.
 * @param authors null if one author wrote all of it, in one part; otherwise it is asked from here to the end of the inlines
 */
export function renderInlines(inlines: readonly MarkdownInline[], authors: AuthorRuns | null): ReactNode {
  return inlines.map((inline) => {
    if (inline.kind === 'text') return renderText(inline, authors);
    if (inline.kind === 'link') return renderLink(inline, authors);
    const Element = ELEMENTS[inline.kind];
    return (
      <Element key={inline.from} className={styles[inline.kind]} data-from={inline.from} data-to={inline.to}>
        {renderInlines(inline.children, authors)}
      </Element>
    );
  });
}

function renderText({ from, to, text }: MarkdownText, authors: AuthorRuns | null): ReactNode {
  const isExact = text.length === to - from;
  const runs = authors?.take(from, to) ?? [{ from, to, colour: undefined, isSeam: false }];
  // A character that stands for several has one author.
  return (isExact ? runs : runs.slice(0, 1)).flatMap((run) => {
    const pieces = isExact
      ? piecesOf(text.slice(run.from - from, run.to - from), run.from)
      : [{ from: run.from, text }];
    return pieces.map((piece) => (
      <span
        key={piece.from}
        className={authors?.isColoured === true ? styles.run : undefined}
        data-colour={run.colour}
        data-seam={(run.isSeam && piece.from === run.from) || undefined}
        data-run={piece.from}
        data-run-end={isExact ? undefined : to}
      >
        {piece.text}
      </span>
    ));
  });
}

/** The system opens it, after a click (`security.md`). Where it leads is always shown. */
function renderLink(link: MarkdownLink, authors: AuthorRuns | null): ReactNode {
  const { from, to, address, host, isBare, isPicture, children } = link;
  return (
    <a
      key={from}
      className={styles.link}
      href={address}
      target="_blank"
      rel="noreferrer"
      title={address}
      data-from={from}
      data-to={to}
    >
      {renderInlines(children, authors)}
      {children.length === 0 && <span className={styles.picture}>{isPicture ? PICTURE : null}</span>}
      {!isBare && (
        <span className={styles.host}>{children.length === 0 && !isPicture ? host : ` (${host})`}</span>
      )}
    </a>
  );
}
