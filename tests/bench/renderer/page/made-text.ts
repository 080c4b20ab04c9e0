import type { AgentId, NodeId, PositionId } from '../../../../src/core/ids.ts';
import { makeSpan, wholeSpans } from '../../../../src/core/text/span.ts';
import { seededRandom } from '../../../../src/main/generation/text-model/random.ts';
import type { ManuscriptAuthor, ManuscriptContent, PathNode } from '../../../../src/renderer/editor/index.ts';

export const WRITER = 'writer' as AgentId;
export const MODELS = ['first-model', 'second-model'] as unknown as readonly [AgentId, AgentId];
export const ROOT = 'root' as PositionId;

export const AUTHORS: readonly ManuscriptAuthor[] = [
  { id: WRITER, type: 'human', color: null },
  { id: MODELS[0], type: 'model', color: 'blue' },
  { id: MODELS[1], type: 'model', color: 'rust' },
];

const WORDS = (
  'the of and to in a was he that it his her with as had she for on at by not but be from him they were which ' +
  'said all there when one out up into no them who then their so if what could been more down than now some ' +
  'ferry landing harbour winter orchard lamp kitchen window letter weather morning evening shoulder quietly'
).split(' ');

/** Prose of exactly this many UTF-16 code units, in paragraphs of a few hundred; deterministic per seed. */
export function makeText(length: number, seed: number): string {
  const random = seededRandom(seed);
  const parts: string[] = [];
  let made = 0;
  let paragraph = 0;
  while (made < length) {
    const word = WORDS[Math.floor(random() * WORDS.length)] ?? '';
    const ends = paragraph > 200 && random() < 0.03;
    const part = word + (ends ? '.\n\n' : random() < 0.08 ? '. ' : ' ');
    paragraph = ends ? 0 : paragraph + part.length;
    made += part.length;
    parts.push(part);
  }
  return parts.join('').slice(0, length);
}

/** A part of a document, with most of what Markdown has. */
export const MARKDOWN = `## Wants

She *fears* the lake and **everything** in it, walks the shore with [[Emil]] and [a lamp](https://example.org).

- the boat
- [ ] the letter
  - but not to Henrik

> Nobody walks on it before the twelfth.

`;

export interface TextShape {
  /** The length in UTF-16 code units. */
  readonly characters: number;
  readonly nodes: number;
  /** Runs by one author; the models and, if nodes have several runs, the writer take turns. */
  readonly ranges: number;
  readonly seed: number;
}

let made = 0;

/** A node of the made text with its own id. */
export function makeNode(text: string, spans: PathNode['spans']): PathNode {
  made += 1;
  const id = `node-${made}`;
  return { nodeId: id as NodeId, positionId: id as PositionId, text, spans };
}

/** The nodes of a path; no two adjacent runs have the same author. */
export function makeNodes({ characters, nodes, ranges, seed }: TextShape): readonly PathNode[] {
  const text = makeText(characters, seed);
  const perNode = ranges / nodes;
  const list: PathNode[] = [];
  for (let at = 0; at < nodes; at++) {
    const from = Math.floor((at * characters) / nodes);
    const to = Math.floor(((at + 1) * characters) / nodes);
    const part = text.slice(from, to);
    const spans = Array.from({ length: perNode }, (_, run) => {
      const start = Math.floor((run * part.length) / perNode);
      const end = Math.floor(((run + 1) * part.length) / perNode);
      return makeSpan(MODELS[(at * perNode + run) % 2] ?? WRITER, end - start);
    });
    list.push(makeNode(part, spans));
  }
  return list;
}

/** The same by one author, so that adjacent runs merge. */
export function asWrittenBy(nodes: readonly PathNode[], agent: AgentId): readonly PathNode[] {
  return nodes.map(({ text }) => makeNode(text, wholeSpans(agent, text.length)));
}

/** In the form in which main sends a path, with the texts in one string. */
export function contentOf(
  nodes: readonly PathNode[],
  text = textOfNodes(nodes),
): ManuscriptContent & { readonly text: string } {
  const buffer = { text: '', spans: [] };
  const cursor = { anchor: 0, head: 0, scroll: 0 };
  return { rootPositionId: ROOT, nodes, text, edits: [], buffer, cursor };
}

export function textOfNodes(nodes: readonly PathNode[]): string {
  return nodes.map(({ text }) => text).join('');
}
