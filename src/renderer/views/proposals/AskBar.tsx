import { useRef } from 'react';
import type { AgentId } from '../../../core/ids.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import { UNKNOWN_AGENT } from '../../../ui-text/page/authors.ts';
import { INSTRUCTION } from '../../../ui-text/rewrites.ts';
import {
  ASK,
  ASK_AGENT,
  ASK_BAR,
  ASK_PLACEHOLDER,
  ASK_SCOPE,
  askPhase,
  NO_EDITING_AGENT,
  SCOPES,
} from '../../../ui-text/suggestions/asking.ts';
import { SUGGESTION_BUTTONS } from '../../../ui-text/suggestions/deciding.ts';
import { useBufferDesk, useStore } from '../../session/hooks.ts';
import { type AskState, agentToAsk, editingAgents, isAwaited } from '../../session/proposals/edit-asks.ts';
import shared from '../../styles/shared.module.css';
import { Button } from '../../ui/Button.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { useCommands } from '../commands.ts';
import { runOnEnter } from '../manuscript/FindBar.tsx';
import { useLate } from '../turns/TurnLines.tsx';
import { useFocusRequest } from '../use-focus-request.ts';
import styles from './AskBar.module.css';

/** As long as main accepts (`ipc/requests/fields.ts`). UTF-16 code units. */
const MAX_INSTRUCTION = 500;

type Scope = AskState['scope'];

/** *Ask for an edit…*, below the text: what is to be changed, by whom, in how much of the text. */
export function AskBar({ agents }: { readonly agents: readonly Agent[] }) {
  const { proposals } = useBufferDesk();
  const state = useStore(proposals.asks.state);
  return state.isOpen ? <OpenAskBar state={state} agents={agents} /> : null;
}

interface OpenAskBarProps {
  readonly state: AskState;
  readonly agents: readonly Agent[];
}

function OpenAskBar({ state, agents }: OpenAskBarProps) {
  const { proposals, tree } = useBufferDesk();
  const { asks } = proposals;
  const { hint } = useCommands();
  useStore(asks.all);
  const { agentIds } = useStore(tree.choice.store);
  const field = useRef<HTMLInputElement>(null);
  const { instruction, scope, hasSelection } = state;
  const known = editingAgents(agents);
  const agent = agentToAsk(agents, state.agentId, agentIds);
  const problem = state.problem ?? (agent === null ? NO_EDITING_AGENT : null);
  const scopes: readonly Scope[] = hasSelection ? ['selection', 'chapter', 'all'] : ['chapter', 'all'];

  useFocusRequest(asks.focusRequest, () => {
    field.current?.focus();
    field.current?.select();
    return true;
  });

  const ask = () => void asks.ask(agent?.id ?? null);
  return (
    <section className={styles.bar} aria-label={ASK_BAR} data-bar>
      <div className={styles.inner}>
        <div className={styles.row}>
          <input
            ref={field}
            type="text"
            className={shared.barField}
            aria-label={INSTRUCTION}
            aria-describedby="ask-problem"
            placeholder={ASK_PLACEHOLDER}
            autoComplete="off"
            maxLength={MAX_INSTRUCTION}
            value={instruction}
            onChange={(event) => asks.change({ instruction: event.target.value })}
            onKeyDown={(event) => runOnEnter(event, ask)}
          />
          <Button variant="primary" keepsFocus disabled={asks.isRunning || agent === null} onClick={ask}>
            {ASK}
          </Button>
          <Button
            variant="icon"
            label={SUGGESTION_BUTTONS.close}
            hint={hint('proposal.close')}
            onClick={() => asks.close()}
          >
            <CloseIcon />
          </Button>
        </div>
        <div className={styles.choices}>
          <SegmentedControl<Scope>
            label={ASK_SCOPE}
            describedBy="ask-problem"
            value={scope}
            options={scopes.map((value) => ({ value, text: SCOPES[value] }))}
            onChange={(value) => asks.change({ scope: value })}
          />
          {known.length > 0 && (
            <Select
              label={ASK_AGENT}
              value={agent?.id ?? ''}
              options={known.map(({ id, name }) => ({ value: id, text: name }))}
              onChange={(id) => asks.change({ agentId: known.find((one) => one.id === id)?.id ?? null })}
            />
          )}
        </div>
        <p id="ask-problem" className={styles.problem} hidden={problem === null}>
          {problem}
        </p>
        <AskLines nameOf={(id: AgentId) => agents.find((one) => one.id === id)?.name ?? UNKNOWN_AGENT} />
      </div>
    </section>
  );
}

interface AskLinesProps {
  /** The instruction too: the field that it was typed into is not beside it. */
  readonly showsInstruction?: boolean;
  nameOf(agentId: AgentId): string;
}

/** The edits that are being written, once that takes a moment, and those that failed. */
export function AskLines({ showsInstruction = false, nameOf }: AskLinesProps) {
  const { asks } = useBufferDesk().proposals;
  const all = useStore(asks.all);
  const isLate = useLate(all.some(isAwaited));
  const shown = all.filter((ask) => isLate || !isAwaited(ask));
  if (shown.length === 0) return null;
  return (
    <ul>
      {shown.map(({ askId, agentId, instruction, phase, received, error }) => (
        <li key={askId} className={styles.ask} data-failed={error === null ? undefined : ''}>
          <span className={styles.words}>
            {showsInstruction && (
              <span className={styles.instruction} dir="auto">
                {instruction}
              </span>
            )}
            <span>{error?.sentence ?? askPhase(nameOf(agentId), phase, received)}</span>
          </span>
          {error !== null && (
            <Button variant="quiet" keepsFocus onClick={() => void asks.askAgain(askId)}>
              {SUGGESTION_BUTTONS.askAgain}
            </Button>
          )}
          <Button variant="quiet" keepsFocus onClick={() => void asks.stop(askId)}>
            {error === null ? SUGGESTION_BUTTONS.stop : SUGGESTION_BUTTONS.dismiss}
          </Button>
        </li>
      ))}
    </ul>
  );
}
