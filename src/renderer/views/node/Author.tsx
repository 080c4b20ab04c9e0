import type { AgentId } from '../../../core/ids.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import shared from '../../styles/shared.module.css';
import { describeAuthors } from '../use-describe-authors.ts';

interface AuthorProps {
  readonly grove: ShownGrove;
  /** By decreasing share. */
  readonly authors: readonly AgentId[];
}

/** The authors of a text; in the colour of the model that wrote most of it. */
export function Author({ grove, authors }: AuthorProps) {
  const { label, colour } = describeAuthors(authors, grove);
  return (
    <span className={shared.author} data-colour={colour}>
      {label}
    </span>
  );
}
