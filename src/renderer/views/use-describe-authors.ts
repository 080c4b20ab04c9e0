import type { AgentId } from '../../core/ids.ts';
import { authorsLabel, authorsText } from '../../ui-text/page/authors.ts';
import { colourOfAgent, findAgent } from '../session/find-agent.ts';
import { useStore, useTreeDesk } from '../session/hooks.ts';
import type { ShownGrove } from '../session/window/app-session.ts';

/** The authors of a text, as shown. */
export interface DescribedAuthors {
  /** `Offline, edited by you`, inside a sentence or a list. */
  readonly text: string;
  /** The same by itself, with a capital for `You`. */
  readonly label: string;
  /** The palette token of the author of most of it; undefined (ink) for a person. */
  readonly colour: string | undefined;
}

/** @param authors by decreasing share */
export function describeAuthors(
  authors: readonly AgentId[],
  grove: Pick<ShownGrove, 'agents' | 'writerId'>,
): DescribedAuthors {
  return {
    text: authorsText(authors, grove),
    label: authorsLabel(authors, grove),
    colour: colourOfAgent(findAgent(grove, authors[0] ?? null)) ?? undefined,
  };
}

/** `describeAuthors` with the agents of the grove that is shown. */
export function useDescribeAuthors(): (authors: readonly AgentId[]) => DescribedAuthors {
  const grove = useStore(useTreeDesk().grove);
  return (authors) => describeAuthors(authors, grove);
}
