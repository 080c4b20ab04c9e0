/** Authors of a text, in the words used everywhere (`domain.md`, *Authorship*). */
import type { AgentId } from '../../core/ids.ts';
import { countOf, listOf } from '../plural.ts';

/** Agents with known names, and the reader among them. */
export interface KnownAgents {
  readonly writerId: AgentId;
  readonly agents: readonly { readonly id: AgentId; readonly name: string }[];
}

const YOU = 'you';

/** An agent that the grove does not have. */
export const UNKNOWN_AGENT = 'Unknown';

/** More names than this are counted. */
const MOST_NAMES = 3;

/** The reader's name for an agent: `you`, or its name. */
function nameOfAgent(agentId: AgentId, { writerId, agents }: KnownAgents): string {
  if (agentId === writerId) return YOU;
  return agents.find(({ id }) => id === agentId)?.name ?? UNKNOWN_AGENT;
}

/**
 * The authors of a text: `you`; `Offline`; `Offline, edited by you`; `you and Offline`, if most of it is the reader's.
 * @param authors by decreasing share (`core/provenance/who-wrote.ts`)
 */
export function authorsText(authors: readonly AgentId[], known: KnownAgents): string {
  const isEdited = authors[0] !== known.writerId && authors.includes(known.writerId);
  const named = isEdited ? authors.filter((id) => id !== known.writerId) : authors;
  const names = named.slice(0, named.length > MOST_NAMES ? MOST_NAMES - 1 : MOST_NAMES);
  const others = named.length - names.length;
  const list = listOf([
    ...names.map((id) => nameOfAgent(id, known)),
    ...(others > 0 ? [`${countOf(others, 'other')}`] : []),
  ]);
  return isEdited ? `${list}, edited by ${YOU}` : list;
}

/** The same where it stands by itself, as a heading or an option does: `You`, `You and Offline`. */
export function authorsLabel(authors: readonly AgentId[], known: KnownAgents): string {
  const text = authorsText(authors, known);
  return authors[0] === known.writerId ? `${text.slice(0, 1).toUpperCase()}${text.slice(1)}` : text;
}

/** An author's share. @param percent whole; 0 for less than one */
export function percentText(percent: number): string {
  return percent === 0 ? 'less than 1 %' : `${percent} %`;
}

/** Shares of a text's authors. */
export const SHARES_LABEL = 'Shares';
