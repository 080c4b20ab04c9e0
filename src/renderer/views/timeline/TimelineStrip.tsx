import type { Agent } from '../../../core/tree/agent.ts';
import {
  chainName,
  momentText,
  NO_LAYERS,
  NOT_THERE_YET,
  nowText,
  READING_LAYERS,
  REBUILT,
  REMOVED_THEN,
  REPLAY_PACE,
  REPLAY_PACES,
  reasonName,
  TIME_LINE,
  TIMELINE_BUTTONS,
  TIMELINE_COMMANDS,
  TRACE,
  TRACED_NOTHING,
  TRACING,
  tracedCount,
} from '../../../ui-text/history/timeline.ts';
import { UNKNOWN_AGENT } from '../../../ui-text/page/authors.ts';
import { recentDateAndTime } from '../../../ui-text/time.ts';
import { withKey } from '../../../ui-text/window/buttons.ts';
import { useBufferDesk, useSelected, useStore } from '../../session/hooks.ts';
import {
  PACES,
  type Pace,
  type TimelineState,
  type TracedLayer,
} from '../../session/timeline/timeline-session.ts';
import shared from '../../styles/shared.module.css';
import { AgentName } from '../../ui/AgentName.tsx';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { CloseIcon, NextIcon, PreviousIcon } from '../../ui/icons.tsx';
import { type ButtonCommand, useCommands } from '../commands.ts';
import { ChangedWords } from '../node/WordDiff.tsx';
import { TimelineSlider } from './TimelineSlider.tsx';
import styles from './TimelineStrip.module.css';

export interface TimelineStripProps {
  readonly agents: readonly Agent[];
  readonly readOnly: boolean;
}

/** The strip below the manuscript: the moments of its history, and what can be done about the one that is shown. */
export function TimelineStrip({ agents, readOnly }: TimelineStripProps) {
  const { timeline, summary } = useBufferDesk();
  const state = useStore(timeline.state);
  const words = useSelected(summary, (shown) => shown?.words ?? null);
  if (!state.isOpen) return null;
  const { line, at } = state;
  return (
    <section className={styles.strip} aria-label={TIME_LINE} data-bar>
      <div className={styles.inner}>
        <TracePanel agents={agents} />
        <div className={styles.head}>
          <Steps />
          <p className={styles.moment}>{valueText(state, words, null)}</p>
          <Close />
        </div>
        <Tools state={state} readOnly={readOnly} />
        {line?.isRebuilt(at) === true && <p className={shared.remark}>{REBUILT}</p>}
        {line?.count === 0 && <p className={shared.remark}>{NO_LAYERS}</p>}
        <TimelineSlider
          line={line}
          at={at}
          agents={agents}
          valueText={valueText(state, words, line?.labelAt(at) ?? null)}
          isShown={isShown(state)}
        />
        <Chains state={state} agents={agents} />
      </div>
    </section>
  );
}

/**
 * As `14 March, 21:40 · commit · 1,204 words`.
 * @param words of the text as it is now
 * @param label read with it; on the screen it stands above the ticks
 */
function valueText(
  { line, at, past, words: pastWords }: TimelineState,
  words: number | null,
  label: string | null,
): string {
  if (line === null) return READING_LAYERS;
  const seq = line.seqAt(at);
  if (seq === undefined) return nowText(words);
  const moment = { time: line.timeAt(at), reason: line.reasonAt(at), label };
  // While the text is read, the words of the one before it would be wrong.
  return momentText({ ...moment, words: past?.seq === seq ? pastWords : null }, Date.now());
}

/** Returns true if the chosen moment is on the screen, and its words are counted. */
function isShown({ line, at, past, words }: TimelineState): boolean {
  const seq = line?.seqAt(at);
  return seq === undefined || (past?.seq === seq && words !== null);
}

function Steps() {
  const { timeline } = useBufferDesk();
  const { hint, run } = useCommands();
  const isFirst = useSelected(timeline.state, ({ at }) => at === 0);
  const isNow = useSelected(timeline.state, ({ at, line }) => at === (line?.count ?? 0));
  return (
    <div className={styles.steps}>
      <Button
        variant="icon"
        keepsFocus
        label={TIMELINE_COMMANDS.earlier}
        hint={hint('timeline.earlier')}
        disabled={isFirst}
        onClick={() => run('timeline.earlier')}
      >
        <PreviousIcon />
      </Button>
      <Button
        variant="icon"
        keepsFocus
        label={TIMELINE_COMMANDS.later}
        hint={hint('timeline.later')}
        disabled={isNow}
        onClick={() => run('timeline.later')}
      >
        <NextIcon />
      </Button>
    </div>
  );
}

function Close() {
  const { timeline } = useBufferDesk();
  const { hint } = useCommands();
  return (
    <Button
      variant="icon"
      label={TIMELINE_BUTTONS.close}
      hint={hint('timeline.close')}
      onClick={() => timeline.close()}
    >
      <CloseIcon />
    </Button>
  );
}

/** Always the same buttons, so that selecting or stepping moves nothing. */
function Tools({ state, readOnly }: { readonly state: TimelineState; readonly readOnly: boolean }) {
  const { timeline } = useBufferDesk();
  const isComparing = useStore(timeline.comparison.isOpen);
  const isPast = state.past !== null;
  return (
    <div className={styles.tools}>
      {!readOnly && (
        <>
          <Tool command="timeline.restorePassage" disabled={!isPast || !state.hasSelection}>
            {TIMELINE_BUTTONS.restorePassage}
          </Tool>
          <Tool command="timeline.restoreAll" disabled={!isPast}>
            {TIMELINE_BUTTONS.restoreAll}
          </Tool>
        </>
      )}
      <Tool command="timeline.compare" pressed={isComparing}>
        {TIMELINE_BUTTONS.compare}
      </Tool>
      <Tool command="timeline.trace" disabled={isPast && !state.hasSelection}>
        {TIMELINE_BUTTONS.trace}
      </Tool>
      {!readOnly && <Tool command="timeline.mark">{TIMELINE_BUTTONS.mark}</Tool>}
      <ReplayTools />
    </div>
  );
}

interface ToolProps {
  readonly command: ButtonCommand;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly children: string;
}

function Tool({ command, disabled = false, pressed, children }: ToolProps) {
  const { hint, run } = useCommands();
  return (
    <Button
      variant="quiet"
      keepsFocus
      hint={hint(command)}
      disabled={disabled}
      {...(pressed === undefined ? {} : { pressed })}
      onClick={() => run(command)}
    >
      {children}
    </Button>
  );
}

function ReplayTools() {
  const { timeline } = useBufferDesk();
  const { isRunning, pace } = useStore(timeline.replay.state);
  return (
    <>
      <Tool command="timeline.replay">{isRunning ? TIMELINE_BUTTONS.stop : TIMELINE_BUTTONS.replay}</Tool>
      {isRunning && (
        <Select
          label={REPLAY_PACE}
          value={pace}
          options={PACES.map((value) => ({ value, text: REPLAY_PACES[value] }))}
          onChange={(value) => timeline.replay.setPace(value as Pace)}
        />
      )}
    </>
  );
}

/** The choice of the shown chain of layers, if the file has more than the writer's own. */
function Chains({ state, agents }: { readonly state: TimelineState; readonly agents: readonly Agent[] }) {
  const { timeline } = useBufferDesk();
  const { line } = state;
  if (line === null || line.chains.length < 2) return null;
  const nameOf = (id: Agent['id']) => agents.find((agent) => agent.id === id)?.name ?? UNKNOWN_AGENT;
  return (
    <Select
      label={TIMELINE_BUTTONS.chain}
      value={String(line.chain)}
      options={line.chains.map(({ chain, agentId, isMerged }) => ({
        value: String(chain),
        text: chainName(nameOf(agentId), chain === 0, isMerged),
      }))}
      onChange={(value) => void timeline.showChain(Number(value))}
    />
  );
}

/** The origin of a passage, newest first; each moment can be shown. */
function TracePanel({ agents }: { readonly agents: readonly Agent[] }) {
  const { timeline } = useBufferDesk();
  const state = useStore(timeline.trace.state);
  if (state === null) return null;
  const { isRunning, layers } = state;
  const said = isRunning ? TRACING : layers.length === 0 ? TRACED_NOTHING : tracedCount(layers.length);
  return (
    <section className={styles.panel} aria-label={TRACE}>
      <div className={styles.tracePanelHead}>
        <h2 className={styles.title}>{TRACE}</h2>
        <p className={styles.said} role="status">
          {said}
        </p>
        {isRunning && <Button onClick={() => void timeline.trace.stop()}>{TIMELINE_BUTTONS.stop}</Button>}
        <Button
          variant="icon"
          label={TIMELINE_BUTTONS.closePanel}
          hint={withKey(TIMELINE_BUTTONS.closePanel, 'Esc')}
          onClick={() => timeline.trace.close()}
        >
          <CloseIcon />
        </Button>
      </div>
      {layers.length > 0 && (
        <ol className={styles.layers}>
          {layers.map((layer) => (
            <TracedItem key={layer.seq} layer={layer} agents={agents} />
          ))}
        </ol>
      )}
    </section>
  );
}

function TracedItem({ layer, agents }: { readonly layer: TracedLayer; readonly agents: readonly Agent[] }) {
  const { timeline } = useBufferDesk();
  const { line, at } = useStore(timeline.state);
  const { seq, reason, createdAt, authorId, before, after } = layer;
  const author = agents.find(({ id }) => id === authorId);
  const isShown = line?.seqAt(at) === seq;
  return (
    <li>
      <button
        type="button"
        className={styles.layer}
        aria-current={isShown ? 'true' : undefined}
        onClick={() => {
          if (line?.has(seq) === true) void timeline.goTo(line.indexOf(seq));
        }}
      >
        <span className={styles.tracePanelAbout}>
          {recentDateAndTime(createdAt, Date.now())} · {reasonName(reason)}
          {author !== undefined && (
            <>
              {' '}
              <AgentName name={author.name} colour={author.type === 'model' ? author.color : null} />
            </>
          )}
        </span>
        <span className={styles.words} dir="auto">
          {before === '' && <em className={styles.nothing}>{NOT_THERE_YET} → </em>}
          <ChangedWords oldText={before} newText={after} />
          {after === '' && <em className={styles.nothing}> → {REMOVED_THEN}</em>}
        </span>
      </button>
    </li>
  );
}
