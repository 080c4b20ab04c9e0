/** The time line of a manuscript (`layers.md`, *The time line*). */
import { MARK_CHOICE, TIMELINE_COMMANDS } from '../../../ui-text/history/timeline.ts';
import { dateAndTime } from '../../../ui-text/time.ts';
import { chooseHint } from '../../../ui-text/window/palette.ts';
import { momentQuestion } from '../../session/window/palette-session.ts';
import {
  type Command,
  type CommandContext,
  NO_KEYS,
  treeKey,
  withManuscript,
  writableText,
} from './command.ts';

const isOpen = ({ manuscript }: CommandContext) => manuscript?.timeline.isOpen === true;
const lineOf = ({ manuscript }: CommandContext) => manuscript?.timeline.state.get().line ?? null;
const hasEarlier = (context: CommandContext) => isOpen(context) && (lineOf(context)?.count ?? 0) > 0;
const canRestore = ({ manuscript }: CommandContext) => manuscript?.timeline.canRestore === true;

export const timeline = [
  {
    id: 'timeline.open',
    title: TIMELINE_COMMANDS.open,
    keys: treeKey('t'),
    once: true,
    when: withManuscript,
    run: ({ manuscript }) =>
      manuscript?.timeline.isOpen === true ? manuscript.timeline.close() : manuscript?.timeline.open(),
  },
  {
    id: 'timeline.earlier',
    title: TIMELINE_COMMANDS.earlier,
    keys: NO_KEYS,
    when: hasEarlier,
    run: ({ manuscript }) => manuscript?.timeline.step(-1),
  },
  {
    id: 'timeline.later',
    title: TIMELINE_COMMANDS.later,
    keys: NO_KEYS,
    when: hasEarlier,
    run: ({ manuscript }) => manuscript?.timeline.step(1),
  },
  {
    id: 'timeline.earlierSession',
    title: TIMELINE_COMMANDS.earlierSession,
    keys: NO_KEYS,
    when: hasEarlier,
    run: ({ manuscript }) => manuscript?.timeline.stepSession(-1),
  },
  {
    id: 'timeline.laterSession',
    title: TIMELINE_COMMANDS.laterSession,
    keys: NO_KEYS,
    when: hasEarlier,
    run: ({ manuscript }) => manuscript?.timeline.stepSession(1),
  },
  {
    id: 'timeline.first',
    title: TIMELINE_COMMANDS.first,
    keys: NO_KEYS,
    when: hasEarlier,
    run: ({ manuscript }) => manuscript?.timeline.goTo(0),
  },
  {
    id: 'timeline.now',
    title: TIMELINE_COMMANDS.now,
    keys: NO_KEYS,
    when: ({ manuscript }) => manuscript?.timeline.isPast === true,
    run: ({ manuscript }) => manuscript?.timeline.showNow(),
  },
  {
    id: 'timeline.goToMark',
    title: TIMELINE_COMMANDS.goToMark,
    keys: NO_KEYS,
    when: (context) => isOpen(context) && (lineOf(context)?.marks.length ?? 0) > 0,
    run: (context) => {
      const { session, manuscript } = context;
      const line = lineOf(context);
      session.palette.askWhich({
        label: MARK_CHOICE.label,
        hint: chooseHint(MARK_CHOICE.verb),
        choices: (line?.marks ?? []).map(({ index, label }) => ({
          id: `${index}`,
          title: label,
          note: line === null ? '' : dateAndTime(line.timeAt(index)),
          run: () => manuscript?.timeline.goTo(index),
        })),
      });
    },
  },
  {
    id: 'timeline.mark',
    title: TIMELINE_COMMANDS.mark,
    keys: NO_KEYS,
    when: writableText,
    run: ({ session, manuscript }) => {
      if (manuscript === null) return;
      const label = manuscript.timeline.shownLabel;
      session.palette.ask(momentQuestion(label, (next) => manuscript.timeline.mark(next)));
    },
  },
  {
    id: 'timeline.compare',
    title: TIMELINE_COMMANDS.compare,
    keys: NO_KEYS,
    when: withManuscript,
    run: ({ manuscript }) => manuscript?.timeline.toggleComparison(),
  },
  {
    id: 'timeline.restorePassage',
    title: TIMELINE_COMMANDS.restorePassage,
    keys: NO_KEYS,
    when: canRestore,
    run: ({ manuscript }) => manuscript?.timeline.restorePassage(),
  },
  {
    id: 'timeline.restoreAll',
    title: TIMELINE_COMMANDS.restoreAll,
    keys: NO_KEYS,
    when: canRestore,
    run: ({ manuscript }) => manuscript?.timeline.restoreAll(),
  },
  {
    id: 'timeline.trace',
    title: TIMELINE_COMMANDS.trace,
    keys: NO_KEYS,
    when: withManuscript,
    run: ({ manuscript }) => manuscript?.timeline.traceSelection(),
  },
  {
    id: 'timeline.replay',
    title: TIMELINE_COMMANDS.replay,
    keys: NO_KEYS,
    when: hasEarlier,
    run: ({ manuscript }) => manuscript?.timeline.toggleReplay(),
  },
  {
    id: 'timeline.close',
    title: TIMELINE_COMMANDS.close,
    keys: { mac: ['Escape'], other: ['Escape'] },
    when: isOpen,
    run: ({ manuscript }) => manuscript?.timeline.escape(),
  },
] as const satisfies readonly Command[];
