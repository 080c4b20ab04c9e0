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

  function replace(lore: readonly LoreEntry[], sentence: string): void {
    const before = now();
    texts.change({ lore });
    notices.tellUndoable(sentence, () => texts.change({ lore: before }));
  }

  return {
    /** Uses the document as lore, or stops that. Its entries stay as they are, so that a switch back loses nothing. */
    use(isUsed: boolean): void {
      const before = now();
      if (before.length === 0) replace([{}], nowLore(title()));
      else
        replace(
          before.map((entry) => changed(entry, { enabled: isUsed ? undefined : false })),
          isUsed ? nowLore(title()) : noLongerLore(title()),
        );
    },

    change(index: number, change: LoreChange): void {
      texts.change({ lore: now().map((entry, at) => (at === index ? changed(entry, change) : entry)) });
    },

    remove(index: number): void {
      replace(now().toSpliced(index, 1), LORE_ENTRIES.removed);
    },

    /** Adds an entry for a section. @param part its address */
    add(part: string): void {
      if (now().length < MAX_LORE_ENTRIES) texts.change({ lore: [...now(), { part }] });
    },

    /** Makes an entry of each of these sections in place of the one for the whole document. */
    divide(parts: readonly string[]): void {
      const kept = now().filter(({ part }) => part !== undefined);
      const others = parts.filter((part) => !kept.some((entry) => entry.part === part));
      replace(
        [...kept, ...others.map((part) => ({ part }))].slice(0, MAX_LORE_ENTRIES),
        LORE_ENTRIES.divided,
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
 * those of the heading that it is within. Those without words have none.
 */
export function partsOf(sections: readonly Heading[]): readonly string[] {
  return addressesOf(sections).filter((part) => part !== '');
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
