import type { Agent } from '../../../core/tree/agent.ts';
import { NEXT_ALTERNATIVE, PREVIOUS_ALTERNATIVE } from '../../../ui-text/page/branches.ts';
import { GENERATE } from '../../../ui-text/page/generate.ts';
import { numberOf, STOP } from '../../../ui-text/window/buttons.ts';
import { useBufferDesk, useSelected, useStore, useTreeDesk } from '../../session/hooks.ts';
import { placeInList } from '../../session/path/place-in-list.ts';
import { isAwaited } from '../../session/proposals/edit-asks.ts';
import { isRunning } from '../../session/tree/generation-session.ts';
import { Button } from '../../ui/Button.tsx';
import { NextIcon, PreviousIcon } from '../../ui/icons.tsx';
import { useCommands } from '../commands.ts';
import { GenerationPopover } from '../GenerationPopover.tsx';
import styles from './GenerateBar.module.css';

export interface GenerateBarProps {
  readonly agents: readonly Agent[];
  readonly readOnly: boolean;
}

/** The caret's node among its siblings, and the button to generate. */
export function GenerateBar({ agents, readOnly }: GenerateBarProps) {
  const tree = useTreeDesk();
  const commands = useCommands();
  const { rewrites, proposals } = useBufferDesk();
  const { asks } = proposals;
  const jobs = useStore(tree.generation.jobs);
  // An open bar has its own button.
  const runsOn = useSelected(rewrites.state, (state) => state.runsOn && !state.isOpen);
  const isAskBarOpen = useSelected(asks.state, ({ isOpen }) => isOpen);
  const isAwaiting = useSelected(asks.all, (all) => all.some(isAwaited));
  const runs = runsOn || (isAwaiting && !isAskBarOpen);
  const running = runs || jobs.some((job) => job.slots.some((slot) => isRunning(slot.state)));
  const { agentIds } = useStore(tree.choice.store);
  return (
    <div className={styles.bar}>
      <div className={styles.inner}>
        <SiblingSwitch />
        <div className={styles.generate}>
          <GenerationPopover agents={agents} />
          {running && (
            <Button
              keepsFocus
              hint={commands.hint('generation.stop')}
              onClick={() => commands.run('generation.stop')}
            >
              {STOP}
            </Button>
          )}
          <Button
            variant="primary"
            keepsFocus
            hint={commands.hint('generation.start')}
            disabled={readOnly || agentIds.length === 0}
            onClick={() => commands.run('generation.start')}
          >
            {GENERATE}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** `‹ 2 of 3 ›`, if the list that the caret is at has others. */
function SiblingSwitch() {
  const tree = useTreeDesk();
  const commands = useCommands();
  const current = useSelected(tree.place, (place) => place?.currentPositionId ?? null);
  const fork = useSelected(tree.place, (place) => place?.forkId ?? null);
  useStore(tree.path.mirror);
  const header = current === null ? undefined : tree.path.findHeader(current);
  const { index, count } = header === undefined ? { index: 0, count: 0 } : placeInList(header, fork);
  if (count < 2 || index === 0) return <div />;
  return (
    <div className={styles.siblings}>
      <Button
        variant="icon"
        keepsFocus
        label={PREVIOUS_ALTERNATIVE}
        hint={commands.hint('path.previousSibling')}
        onClick={() => commands.run('path.previousSibling')}
      >
        <PreviousIcon />
      </Button>
      <span className={styles.place}>{numberOf(index, count)}</span>
      <Button
        variant="icon"
        keepsFocus
        label={NEXT_ALTERNATIVE}
        hint={commands.hint('path.nextSibling')}
        onClick={() => commands.run('path.nextSibling')}
      >
        <NextIcon />
      </Button>
    </div>
  );
}
