import type { ReactNode } from 'react';
import { findLinks } from '../../../../core/links/text-links.ts';
import type { MarkdownInline, MarkdownLink, MarkdownText } from '../../../../core/markdown/markdown.ts';
import { PICTURE } from '../../../../ui-text/conversation.ts';
import type { AuthorRuns } from '../author-runs.ts';
import { type Piece, piecesOf } from '../pieces-of.ts';
import styles from './formatted.module.css';

interface LinkedPiece extends Piece {
  /** It is a link to a tree, which its message follows (`MessageText.tsx`). */
  readonly isLink?: true;
}

const ELEMENTS = { emphasis: 'em', strong: 'strong', strikethrough: 's', code: 'code' } as const;

/**
 * The elements of inlines, in the order of the text.
 * @param authors null if one author wrote all of it, in one part; otherwise it is asked from here to the end of the inlines
 * @param hasLinks false in code and in other links, where `[[…]]` is text
 */
export function renderInlines(
  inlines: readonly MarkdownInline[],
  authors: AuthorRuns | null,
  hasLinks = true,
): ReactNode {
  return inlines.map((inline) => {
    if (inline.kind === 'text') return renderText(inline, authors, hasLinks);
    if (inline.kind === 'link') return renderLink(inline, authors);
    const Element = ELEMENTS[inline.kind];
    return (
      <Element key={inline.from} className={styles[inline.kind]} data-from={inline.from} data-to={inline.to}>
        {renderInlines(inline.children, authors, hasLinks && inline.kind !== 'code')}
      </Element>
    );
  });
}

function renderText(
  { from, to, text }: MarkdownText,
  authors: AuthorRuns | null,
  hasLinks: boolean,
): ReactNode {
  const isExact = text.length === to - from;
  const runs = authors?.take(from, to) ?? [{ from, to, colour: undefined, isSeam: false }];
  // A character that stands for several has one author.
  return (isExact ? runs : runs.slice(0, 1)).flatMap((run) => {
    const whole: readonly LinkedPiece[] = isExact
      ? piecesOf(text.slice(run.from - from, run.to - from), run.from)
      : [{ from: run.from, text }];
    const pieces = isExact && hasLinks ? whole.flatMap(linksApart) : whole;
    return pieces.map((piece) => (
      <span
        key={piece.from}
        className={classesOf(piece, authors)}
        {...(piece.isLink === true && { role: 'link', tabIndex: 0, 'data-link': piece.text })}
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

function classesOf({ isLink }: LinkedPiece, authors: AuthorRuns | null): string | undefined {
  const run = authors?.isColoured === true ? styles.run : undefined;
  return isLink === true ? `${styles.link} ${run ?? ''}`.trim() : run;
}

/** A piece of text, with its links to trees as pieces of their own. */
function linksApart({ from, text }: Piece): readonly LinkedPiece[] {
  const pieces: LinkedPiece[] = [];
  let at = 0;
  for (const link of findLinks(text)) {
    if (at < link.from) pieces.push({ from: from + at, text: text.slice(at, link.from) });
    pieces.push({ from: from + link.from, text: text.slice(link.from, link.to), isLink: true });
    at = link.to;
  }
  if (at < text.length || pieces.length === 0) pieces.push({ from: from + at, text: text.slice(at) });
  return pieces;
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
      {renderInlines(children, authors, false)}
      {children.length === 0 && <span className={styles.picture}>{isPicture ? PICTURE : null}</span>}
      {!isBare && (
        <span className={styles.host}>{children.length === 0 && !isPicture ? host : ` (${host})`}</span>
      )}
    </a>
  );
}
