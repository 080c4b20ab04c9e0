/** The report of authorship, `aspen-report-1` (`books.md`, *Report of authorship*): how much of a text is whose. */
import { sha256 } from '#sha256';
import { chapterLabel, readChapters } from '../book/read-book.ts';
import type { AgentId, NodeId, Sha256, TreeId } from '../ids.ts';
import { countWordsByAuthor } from '../progress/changed-words.ts';
import { canonicalJson } from '../provenance/canonical-json.ts';
import type { Verdict } from '../provenance/verify.ts';
import { countWords } from '../text/count-words.ts';
import { normaliseSpans, type Spans } from '../text/span.ts';
import type { PathAuthor } from './exported-path.ts';

/** The evidence for who wrote something: it was tracked, a comparison decided, or it came in with an import. */
export type Evidence = 'exact' | 'inferred' | 'imported';

/** Lengths in UTF-16 code units, by evidence. */
export type Shares = Readonly<Record<Evidence, number>>;

/** A part of the text that is reported on, in order. */
export interface ReportedPart {
  readonly text: string;
  readonly spans: Spans;
  /** The writer's day on which it was written, as `2026-11-30`. */
  readonly day: string;
  readonly isImported: boolean;
  /** Null for what is typed and not committed. */
  readonly node: ReportedNode | null;
}

export interface ReportedNode {
  readonly id: NodeId;
  readonly contentHash: Sha256;
  readonly verdict: Verdict;
  readonly createdAt: string;
}

interface ReportedAgent extends Shares {
  readonly id: AgentId;
  readonly name: string;
  /** `unknown` for text that came from elsewhere without its author. */
  readonly kind: 'writer' | 'person' | 'model' | 'unknown';
  readonly model: string | null;
  readonly words: number;
}

/** Lengths by the index of their agent. */
export type ByAgent = readonly (readonly [agent: number, length: number])[];

/** Agents, in the spans and sums, are indices of `agents`; lengths are UTF-16 code units. */
export interface AuthorshipReport {
  readonly format: 'aspen-report-1';
  readonly title: string;
  readonly tree: TreeId;
  readonly madeAt: string;
  readonly text: {
    readonly sha256: Sha256;
    readonly spansSha256: Sha256;
    readonly length: number;
    readonly words: number;
  };
  readonly agents: readonly ReportedAgent[];
  readonly spans: readonly (readonly [agent: number, length: number, evidence: Evidence])[];
  readonly chapters: readonly {
    readonly title: string;
    readonly from: number;
    readonly to: number;
    readonly by: ByAgent;
  }[];
  readonly days: readonly { readonly day: string; readonly by: ByAgent }[];
  readonly nodes: readonly (ReportedNode & { readonly length: number })[];
  /** The length of what is typed and not committed. */
  readonly uncommitted: number;
  /** Versions and branches that are not in this text. */
  readonly otherNodes: number;
  readonly log: { readonly seq: number; readonly hash: Sha256 | null };
  readonly limits: readonly string[];
}

/** A report without what only programs read, with the passages counted by their verdicts. */
export interface ReportSummary extends Omit<AuthorshipReport, 'spans' | 'nodes'> {
  readonly passages: Readonly<Record<Verdict, number>>;
}

/** The facts that the text does not have. */
export interface ReportFacts {
  readonly title: string;
  readonly tree: TreeId;
  readonly madeAt: string;
  readonly writerId: AgentId;
  readonly authors: readonly PathAuthor[];
  readonly otherNodes: number;
  readonly log: AuthorshipReport['log'];
}

const LIMITS = [
  'Text that was pasted or copied by hand from elsewhere counts as the writer’s: the program cannot tell.',
  'Times are those of the computer on which the text was written, whose clock can be set.',
  'Inferred authors were found by comparing two texts; imported text is as its file had it.',
  'It covers this text only: nothing is known of what was written outside the program.',
] as const;

export function authorshipReport(parts: readonly ReportedPart[], facts: ReportFacts): AuthorshipReport {
  const { title, tree, madeAt, otherNodes, log } = facts;
  const text = parts.map((part) => part.text).join('');
  const words = countWordsByAuthor({ text, spans: normaliseSpans(parts.flatMap((part) => part.spans)) });
  const order = new Map<AgentId, number>();
  const indexOf = (id: AgentId) => {
    const index = order.get(id) ?? order.size;
    order.set(id, index);
    return index;
  };
  const spans: (readonly [agent: number, length: number, evidence: Evidence])[] = [];
  const days = new Map<string, Map<number, number>>();
  for (const { spans: own, isImported, day } of parts) {
    const sums = days.get(day) ?? new Map<number, number>();
    if (own.length > 0) days.set(day, sums);
    for (const { agent, length, inferred } of own) {
      const index = indexOf(agent);
      const evidence = isImported ? 'imported' : inferred === true ? 'inferred' : 'exact';
      const last = spans.at(-1);
      if (last?.[0] === index && last[2] === evidence)
        spans[spans.length - 1] = [index, last[1] + length, evidence];
      else spans.push([index, length, evidence]);
      sums.set(index, (sums.get(index) ?? 0) + length);
    }
  }
  const shares = sharesOf(spans);
  const agents = [...order.keys()].map((id, index) => ({
    ...describeAgent(id, facts),
    ...(shares[index] ?? NO_SHARES),
    words: words.get(id) ?? 0,
  }));
  return {
    format: 'aspen-report-1',
    title,
    tree,
    madeAt,
    text: {
      sha256: sha256(text),
      spansSha256: sha256(canonicalJson(spans)),
      length: text.length,
      words: countWords(text),
    },
    agents,
    spans,
    chapters: chaptersOf(text, title, spans),
    days: [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, sums]) => ({ day, by: [...sums] })),
    nodes: parts.flatMap(({ node, text: { length } }) => (node === null ? [] : [{ ...node, length }])),
    uncommitted: parts.reduce((sum, { node, text: { length } }) => sum + (node === null ? length : 0), 0),
    otherNodes,
    log,
    limits: LIMITS,
  };
}

export function summariseReport({ spans: _, nodes, ...rest }: AuthorshipReport): ReportSummary {
  const passages = { valid: 0, incomplete: 0, invalid: 0 };
  for (const { verdict } of nodes) passages[verdict] += 1;
  return { ...rest, passages };
}

/** The models that wrote some of the text, with what all their agents wrote; the one with the most first. */
export function byModel(
  agents: AuthorshipReport['agents'],
): readonly { readonly model: string; readonly words: number; readonly length: number }[] {
  const sums = new Map<string, { words: number; length: number }>();
  for (const { model, words, ...shares } of agents) {
    if (model === null) continue;
    const sum = sums.get(model) ?? { words: 0, length: 0 };
    sums.set(model, { words: sum.words + words, length: sum.length + lengthOf(shares) });
  }
  return Array.from(sums, ([model, sum]) => ({ model, ...sum })).sort((a, b) => b.length - a.length);
}

/** The length of what an agent wrote, on whatever evidence. */
export function lengthOf({ exact, inferred, imported }: Shares): number {
  return exact + inferred + imported;
}

function describeAgent(id: AgentId, { authors, writerId }: ReportFacts) {
  const author = authors.find((one) => one.id === id);
  const model = author?.type === 'model' ? author.modelRef : null;
  const isUnknown = author === undefined || model?.startsWith('import:') === true;
  const kind = isUnknown
    ? 'unknown'
    : id === writerId
      ? 'writer'
      : author.type === 'model'
        ? 'model'
        : 'person';
  return { id, name: author?.name ?? id, kind, model: isUnknown ? null : model } as const;
}

const NO_SHARES: Shares = { exact: 0, inferred: 0, imported: 0 };

/** By the index of the agent. */
function sharesOf(spans: AuthorshipReport['spans']): readonly Shares[] {
  const shares: Record<Evidence, number>[] = [];
  for (const [agent, length, evidence] of spans) {
    const own = shares[agent] ?? { ...NO_SHARES };
    own[evidence] += length;
    shares[agent] = own;
  }
  return shares;
}

function chaptersOf(
  text: string,
  title: string,
  spans: AuthorshipReport['spans'],
): AuthorshipReport['chapters'] {
  const path = { text, title };
  const chapters = readChapters(path);
  const starts = chapters.map(({ blocks: [{ lines }] }) => text.lastIndexOf('\n', lines[0].from - 1) + 1);
  let next = 0;
  let start = 0;
  return chapters.map((chapter, index) => {
    // White space before the first chapter belongs to it.
    const from = index === 0 ? 0 : (starts[index] ?? 0);
    const to = starts[index + 1] ?? text.length;
    const sums = new Map<number, number>();
    for (let span = spans[next]; span !== undefined && start < to; span = spans[next]) {
      const [agent, length] = span;
      const own = Math.min(to, start + length) - Math.max(from, start);
      sums.set(agent, (sums.get(agent) ?? 0) + own);
      if (start + length > to) break;
      start += length;
      next += 1;
    }
    return { title: chapterLabel(chapter, path), from, to, by: [...sums] };
  });
}
