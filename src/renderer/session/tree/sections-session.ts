import type { TextSection } from '../../../core/sections/sections.ts';
import { EMPTY_HEADING, EMPTY_SCENE, noSection, sectionReached } from '../../../ui-text/tree/outline.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import { createStore, readableOf } from '../store.ts';
import type { NavigationCommands } from './navigation-commands.ts';

/** An offset in the text of the `index`-th node of the path. */
interface SectionPlace {
  readonly index: number;
  readonly offset: number;
}

/** The chapters and scenes of a manuscript's text, as it is on the screen. Always empty for a conversation. */
export function createSectionsSession({ notices, surface, path }: TreeScope, navigation: NavigationCommands) {
  const list = createStore<readonly TextSection[]>([]);

  /** Puts the caret and the keyboard there. */
  function goToText({ index, offset, lineLength }: TextSection): void {
    navigation.goToOffset(index, offset + lineLength, { focuses: true });
  }

  function caret(): SectionPlace | null {
    const shown = surface.find();
    if (shown === null) return null;
    const { nodeId, offset } = shown.caretInSegment();
    const { currentPositionId, pathLength } = shown.summary();
    const index = nodeId === null || currentPositionId === null ? -1 : path.indexOf(currentPositionId);
    return { index: index < 0 ? pathLength : index, offset };
  }

  return {
    goToText,
    /** In text order. */
    list: readableOf(list),

    /** The editor read the text again. */
    onRead(sections: readonly TextSection[]): void {
      const known = list.get();
      const isSame = sections.length === known.length && sections.every((one, at) => isEqual(one, known[at]));
      if (!isSame) list.set(sections);
    },

    /**
     * Puts the caret at the end of the heading of a section, where the section is the current one; the keyboard stays where
     * it is.
     */
    goTo({ index, offset, lineLength }: TextSection): void {
      navigation.goToOffset(index, offset + lineLength);
    },

    /**
     * Goes to the heading after the caret, or to the one before, which is that of the part with the caret unless the caret is
     * at it.
     * @param of what it stops at: headings, or scene breaks too
     */
    step(direction: 1 | -1, of: 'chapter' | 'scene'): void {
      const from = caret();
      if (from === null) return;
      const listed = list.get().filter(({ kind }) => of === 'scene' || kind === 'heading');
      const to =
        direction === 1
          ? listed.find((section) => isBefore(from, section))
          : listed.findLast((section) => isBefore(endOfHeading(section), from));
      if (to === undefined) return void notices.tell(noSection(direction, of));
      goToText(to);
      notices.announce(sectionReached(sectionTitle(to)));
    },
  };
}

export type SectionsSession = ReturnType<typeof createSectionsSession>;

function endOfHeading({ index, offset, lineLength }: TextSection): SectionPlace {
  return { index, offset: offset + lineLength };
}

function isBefore(one: SectionPlace, other: SectionPlace): boolean {
  return one.index < other.index || (one.index === other.index && one.offset < other.offset);
}

function isEqual(one: TextSection, other: TextSection | undefined): boolean {
  return (
    other !== undefined && (Object.keys(one) as (keyof TextSection)[]).every((key) => one[key] === other[key])
  );
}

/** A chapter or a scene as lists name it. */
export function sectionTitle({ kind, title }: Pick<TextSection, 'kind' | 'title'>): string {
  if (title !== '') return title;
  return kind === 'heading' ? EMPTY_HEADING : EMPTY_SCENE;
}
