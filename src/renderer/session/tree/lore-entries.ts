import { foldName } from '../../../core/documents/find-document.ts';
import type { LoreEntry } from '../../../core/lore/lore-entry.ts';
import { chapterLevel, parentSections, type Section } from '../../../core/sections/sections.ts';
import { MAX_LORE_ENTRIES } from '../../../core/text/limits.ts';
import { LORE_ENTRIES, noLongerLore, nowLore } from '../../../ui-text/lore.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import type { ContextTexts } from './context-texts.ts';

/** A value to set, or undefined for the default. */
export type LoreChange = { readonly [K in keyof LoreEntry]?: LoreEntry[K] | undefined };

/** The lore that a document is, as its writer changes it. What removes something has its undo in a notice. */
export function createLoreEntries({ grove, notices, treeId }: TreeScope, texts: ContextTexts) {
  const now = () => texts.store.get().lore;
  const title = () => grove.get().trees.find(({ id }) => id === treeId)?.title ?? '';

  /** @param undo what the entries are again, of those that there are then */
  function replace(
    lore: readonly LoreEntry[],
    sentence: string,
    undo: (entries: readonly LoreEntry[]) => readonly LoreEntry[],
  ): void {
    texts.change({ lore });
    notices.tellUndoable(sentence, () => texts.change({ lore: undo(now()) }));
  }

  return {
    /** Uses the document as lore, or stops that. Its entries stay as they are, so that a switch back loses nothing. */
    use(isUsed: boolean): void {
      const before = now();
      if (before.length === 0) return void replace([{}], nowLore(title()), () => []);
      replace(
        before.map((entry) => changed(entry, { enabled: isUsed ? undefined : false })),
        isUsed ? nowLore(title()) : noLongerLore(title()),
        (entries) => entries.map((entry, index) => changed(entry, { enabled: before[index]?.enabled })),
      );
    },

    change(index: number, change: LoreChange): void {
      texts.change({ lore: now().map((entry, at) => (at === index ? changed(entry, change) : entry)) });
    },

    remove(index: number): void {
      const removed = now()[index];
      if (removed !== undefined)
        replace(now().toSpliced(index, 1), LORE_ENTRIES.removed, (entries) =>
          entries.toSpliced(index, 0, removed),
        );
    },

    /** Adds an entry for a section. @param part its address */
    add(part: string): void {
      if (now().length < MAX_LORE_ENTRIES) texts.change({ lore: [...now(), { part }] });
    },

    /** Makes an entry of each of these sections in place of the one for the whole document. */
    divide(parts: readonly string[]): void {
      const before = now();
      const kept = before.filter(({ part }) => part !== undefined);
      const others = parts.filter((part) => !kept.some((entry) => entry.part === part));
      replace(
        [...kept, ...others.map((part) => ({ part }))].slice(0, MAX_LORE_ENTRIES),
        LORE_ENTRIES.divided,
        () => before,
      );
    },
  };
}

export type LoreEntries = ReturnType<typeof createLoreEntries>;

function changed(entry: LoreEntry, change: LoreChange): LoreEntry {
  const values = Object.entries({ ...entry, ...change });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** A document with these entries is sent as lore. */
export function isLore(lore: readonly LoreEntry[]): boolean {
  return lore.some(({ enabled }) => enabled !== false);
}

type Heading = Pick<Section, 'kind' | 'level' | 'title'>;

/**
 * The addresses of a document's sections, in order: the words of a heading or, where another before it has the same, after
 * those of the heading that it is within. Those without words have none, nor has the heading above all others: its section is the
 * whole document.
 */
export function partsOf(sections: readonly Heading[]): readonly string[] {
  const [first] = sections;
  const isTitle = first !== undefined && sections.slice(1).every(({ level }) => level > first.level);
  return addressesOf(sections).filter((part, index) => part !== '' && !(isTitle && index === 0));
}

/** The addresses of the sections that a document is divided into: those of its highest level that occurs more than once. */
export function partsApart(sections: readonly Heading[]): readonly string[] {
  const level = chapterLevel(sections);
  return addressesOf(sections).filter((part, index) => part !== '' && sections[index]?.level === level);
}

function addressesOf(sections: readonly Heading[]): readonly string[] {
  const parents = parentSections(sections);
  const known = new Set<string>();
  const addresses: string[] = [];
  for (const [index, { kind, title }] of sections.entries()) {
    const words = kind === 'heading' ? title.trim() : '';
    const outer = addresses[parents[index] ?? -1];
    const isTaken = known.has(foldName(words));
    addresses.push(words === '' || !isTaken || outer === undefined ? words : `${outer}/${words}`);
    known.add(foldName(words));
  }
  return addresses;
}
