import type { ContextNode } from '../../../src/core/context/story.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../../src/core/ids.ts';
import {
  LORE_SCAN,
  LORE_SCAN_MESSAGES,
  type LoreBook,
  type LoreEntry,
} from '../../../src/core/lore/lore-entry.ts';
import { scanText } from '../../../src/core/lore/scanned-text.ts';
import {
  compileLore,
  type LoreSelection,
  type LoreSource,
  selectLore,
} from '../../../src/core/lore/select-lore.ts';

/** An entry of a document of its own. */
export interface CaseEntry extends LoreEntry {
  readonly title: string;
  /** Of the document, or of the section; its title if missing. */
  readonly text?: string;
}

export interface LoreCase {
  /** A story, or the messages of a conversation. */
  readonly text: string | readonly string[];
  readonly entries: readonly CaseEntry[];
  readonly book?: LoreBook;
  /** The positions that the path goes through. */
  readonly path?: readonly PositionId[];
}

/** Selects the lore of a case; the budget is ample unless the book says otherwise. */
export function selectIn({ text, entries, book = {}, path = [] }: LoreCase): LoreSelection {
  const isConversation = typeof text !== 'string';
  const scan = book.scan ?? (isConversation ? LORE_SCAN_MESSAGES : LORE_SCAN);
  const nodes = [text].flat().map((words, index) => nodeOf(words, index));
  return selectLore({
    lore: compileLore(entries.map(sourceOf)),
    texts: [scanText(nodes, { isConversation, scan })],
    rounds: book.rounds ?? 0,
    budget: book.budget ?? 1_000_000,
    isOnBranch: ({ after = [], notAfter = [] }) =>
      (after.length === 0 || after.some((one) => path.includes(one))) &&
      !notAfter.some((one) => path.includes(one)),
    isWhole: true,
  });
}

/** The titles of what is sent, in the order in which it is inserted. */
export function sentIn(one: LoreCase): readonly string[] {
  const titles = new Map(one.entries.map(({ title, text = title }) => [text, title]));
  return selectIn(one).insertions.map(({ text }) => titles.get(text) ?? text);
}

/** Of each entry, why it is sent or not, in the order of the entries. */
export function reasonsIn(one: LoreCase): readonly string[] {
  const { verdicts } = selectIn(one);
  return one.entries.map((entry) => verdicts.find(({ title }) => title === entry.title)?.why.kind ?? '?');
}

export function nodeOf(text: string, index = 0): ContextNode {
  const nodeId = `node ${index}` as NodeId;
  return { nodeId, text, speakerId: 'mara' as AgentId, excluded: false, pruned: false };
}

export function sourceOf({ title, text = title, ...settings }: CaseEntry): LoreSource {
  const parts = [{ nodeId: `of ${title}` as NodeId, from: 0, to: text.length, text }];
  const keys = settings.keys ?? [title];
  return { treeId: title as TreeId, title, entry: 0, settings, keys, read: () => ({ text, parts }) };
}
