import type { Agent } from '../../../core/tree/agent.ts';
import {
  NOT_THERE_YET,
  REMOVED_THEN,
  reasonName,
  TIMELINE_BUTTONS,
  TRACE,
  TRACED_NOTHING,
  TRACING,
  tracedCount,
} from '../../../ui-text/history/timeline.ts';
import { recentDateAndTime } from '../../../ui-text/time.ts';
import { withKey } from '../../../ui-text/window/buttons.ts';
import { useBufferDesk, useStore } from '../../session/hooks.ts';
import type { TracedLayer } from '../../session/timeline/passage-trace.ts';
import { AgentName } from '../../ui/AgentName.tsx';
import { Button } from '../../ui/Button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { ChangedWords } from '../node/WordDiff.tsx';
import styles from './TracePanel.module.css';

/** The origin of a passage, newest first; each moment can be shown. */
export function TracePanel({ agents }: { readonly agents: readonly Agent[] }) {
  const { timeline } = useBufferDesk();
  const state = useStore(timeline.trace.state);
  if (state === null) return null;
  const { isRunning, layers } = state;
  const said = isRunning ? TRACING : layers.length === 0 ? TRACED_NOTHING : tracedCount(layers.length);
  return (
    <section className={styles.panel} aria-label={TRACE}>
      <div className={styles.head}>
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
        <span className={styles.about}>
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
