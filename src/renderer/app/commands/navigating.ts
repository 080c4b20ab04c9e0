/** Moving along the path and through the tree, by siblings and versions. */
import { NO_CHAPTERS } from '../../../ui-text/tree/outline.ts';
import { UNAVAILABLE } from '../../../ui-text/window/palette.ts';
import { siblingQuestion } from '../../session/window/palette-session.ts';
import {
  type Command,
  type CommandContext,
  mod,
  NO_KEYS,
  treeKey,
  withManuscript,
  withTree,
  writable,
  writableText,
} from './command.ts';

const siblingByNumber = Array.from(
  { length: 9 },
  (_, i): Command => ({
    id: `path.sibling${i + 1}`,
    title: `Alternative ${i + 1}`,
    keys: treeKey(`Digit${i + 1}`),
    when: writable,
    listed: ({ tree }) => (tree?.navigation.findSiblings()?.count ?? 0) > i,
    run: ({ tree }) => tree?.navigation.selectSibling({ index: i + 1 }),
  }),
);

/** While the bar is shown, through the answers of a rewrite (`edits.md`, *Rewrites and bridges*). */
function stepVersion({ tree, manuscript }: CommandContext, step: -1 | 1): Promise<void> | undefined {
  const rewrites = manuscript?.rewrites.state.get();
  const isRewriting = rewrites?.isOpen === true && !rewrites.isAway;
  return isRewriting ? manuscript?.rewrites.step(step) : tree?.navigation.stepVersion(step);
}

function sectionStep(direction: 1 | -1, of: 'chapter' | 'scene'): Command {
  const [way, key] = direction === 1 ? (['next', 'PageDown'] as const) : (['previous', 'PageUp'] as const);
  const name = of === 'chapter' ? 'Chapter' : 'Scene';
  return {
    id: `path.${way}${name}`,
    title: `${way === 'next' ? 'Next' : 'Previous'} ${of}`,
    keys: mod(of === 'chapter' ? key : `Shift+${key}`),
    keepsScenes: true,
    when: ({ manuscript }) => manuscript !== null && manuscript.tree.sections.list.get().length > 0,
    why: ({ manuscript }) => (manuscript === null ? UNAVAILABLE.manuscript : NO_CHAPTERS),
    run: ({ manuscript }) => {
      if (manuscript?.scenes.isOpen.get() !== true) manuscript?.tree.sections.step(direction, of);
      else if (of === 'chapter') manuscript.scenes.step(direction);
      else manuscript.scenes.move(direction);
    },
  };
}

export const navigating = [
  {
    id: 'path.previousSibling',
    title: 'Previous alternative',
    keys: treeKey('ArrowUp'),
    when: writable,
    run: ({ tree }) => tree?.navigation.selectSibling({ step: -1 }),
  },
  {
    id: 'path.nextSibling',
    title: 'Next alternative',
    keys: treeKey('ArrowDown'),
    when: writable,
    run: ({ tree }) => tree?.navigation.selectSibling({ step: 1 }),
  },
  ...siblingByNumber,
  {
    id: 'path.siblingByNumber',
    title: 'Alternative by its number…',
    keys: NO_KEYS,
    when: ({ tree, readOnly }) => tree !== null && !readOnly && tree.navigation.findSiblings() !== null,
    run: ({ session, tree }) => {
      const siblings = tree?.navigation.findSiblings() ?? null;
      if (tree === null || siblings === null) return;
      session.palette.ask(siblingQuestion(siblings, (index) => tree.navigation.selectSibling({ index })));
    },
  },
  {
    id: 'path.parent',
    title: 'Passage before',
    keys: treeKey('ArrowLeft'),
    when: writable,
    run: ({ tree }) => tree?.navigation.goToParent(),
  },
  {
    id: 'path.child',
    title: 'Passage after, last visited',
    keys: treeKey('ArrowRight'),
    when: writable,
    run: ({ tree }) => tree?.navigation.goToChild(),
  },
  {
    id: 'path.readOn',
    title: 'Return to what follows',
    keys: NO_KEYS,
    when: ({ manuscript, readOnly }) => manuscript?.commands.canReadOn === true && !readOnly,
    run: ({ manuscript }) => manuscript?.commands.readOn(),
  },
  sectionStep(-1, 'chapter'),
  sectionStep(1, 'chapter'),
  sectionStep(-1, 'scene'),
  sectionStep(1, 'scene'),
  {
    id: 'path.preview',
    title: 'Preview the next alternative',
    keys: treeKey('p'),
    once: true,
    when: withManuscript,
    run: ({ manuscript }) => manuscript?.preview.next(),
  },
  {
    id: 'path.endHere',
    title: 'End the path here',
    keys: NO_KEYS,
    when: writable,
    run: ({ tree }) => tree?.navigation.endPathHere(),
  },
  {
    id: 'version.previous',
    title: 'Previous version',
    keys: treeKey('Comma'),
    when: writable,
    run: (context) => stepVersion(context, -1),
  },
  {
    id: 'version.next',
    title: 'Next version',
    keys: treeKey('Period'),
    when: writable,
    run: (context) => stepVersion(context, 1),
  },
  {
    id: 'palette.goTo',
    title: 'Go to…',
    keys: mod('j'),
    when: writable,
    run: ({ session }) => session.palette.togglePlaces(),
  },
] as const satisfies readonly Command[];

/** Find in what the window shows of the tree. */
const findIn = ({ manuscript, conversation }: CommandContext) => (manuscript ?? conversation)?.find ?? null;

/** Find in the text, and search in the grove. */
export const finding = [
  {
    id: 'find.close',
    title: 'Close find',
    keys: { mac: ['Escape'], other: ['Escape'] },
    when: (context) => findIn(context)?.isOpen === true,
    run: (context) => findIn(context)?.close(),
  },
  {
    id: 'find.open',
    title: 'Find',
    keys: mod('f'),
    when: withTree,
    run: (context) => findIn(context)?.open(),
  },
  {
    id: 'find.replace',
    title: 'Find and replace',
    keys: { mac: ['Shift+Meta+h'], other: ['Ctrl+h'] },
    when: writableText,
    run: ({ manuscript }) => manuscript?.find.open({ replacing: true }),
  },
  {
    id: 'find.next',
    title: 'Find next',
    keys: { mac: ['Meta+g', 'F3'], other: ['F3', 'Ctrl+g'] },
    when: withTree,
    run: (context) => findIn(context)?.step(1),
  },
  {
    id: 'find.previous',
    title: 'Find previous',
    keys: { mac: ['Shift+Meta+g', 'Shift+F3'], other: ['Shift+F3', 'Ctrl+Shift+g'] },
    when: withTree,
    run: (context) => findIn(context)?.step(-1),
  },
  {
    id: 'search.open',
    title: 'Search the grove',
    keys: mod('Shift+f'),
    when: withTree,
    run: ({ session }) => session.search.open(),
  },
] as const satisfies readonly Command[];
