import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useId, useMemo, useRef } from 'react';
import { MAX_REMARK_LENGTH } from '../../../core/text/limits.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { PASTED_COMMANDS, runCommandsLabel } from '../../../ui-text/agents/turns.ts';
import { ADDRESSEES, COMPOSER_HINT, REGENERATE_WITH, topicIsSent } from '../../../ui-text/conversation.ts';
import {
  ABOUT,
  CLOSE_RESULTS,
  COMMAND_RESULTS,
  MESSAGE,
  MESSAGE_ACTIONS,
  SEND,
} from '../../../ui-text/dialogue/messages.ts';
import { distinctTitle } from '../../../ui-text/tree/equal-titles.ts';
import { CANCEL, CLOSE, STOP } from '../../../ui-text/window/buttons.ts';
import type { MessageEditor } from '../../editor/index.ts';
import type { CommandOutcome } from '../../session/dialogue/typed-commands.ts';
import { useAppSession, useDialogueDesk, useStore, useTreeDesk } from '../../session/hooks.ts';
import { activeModelAgents } from '../../session/settings/generation-choice.ts';
import { isRunning } from '../../session/tree/generation-session.ts';
import shared from '../../styles/shared.module.css';
import { AgentName } from '../../ui/AgentName.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { Dialog, DialogActions } from '../../ui/layers/Dialog.tsx';
import { useCommands } from '../commands.ts';
import { GenerationPopover } from '../GenerationPopover.tsx';
import { FindBar } from '../manuscript/FindBar.tsx';
import { setTypography } from '../manuscript/typography.ts';
import { PaneHeader } from '../PaneHeader.tsx';
import { ResultText, TraceView, ViewSwitch } from '../turns/TraceView.tsx';
import { TurnLines } from '../turns/TurnLines.tsx';
import { BoxEditor } from './BoxEditor.tsx';
import styles from './ConversationPane.module.css';
import { MessageFeed } from './MessageFeed.tsx';

interface ConversationPaneProps {
  readonly title: string;
  readonly agents: readonly Agent[];
  readonly writerId: Agent['id'];
  readonly readOnly: boolean;
  /** The manuscript that it is about; named above it, with the way there. */
  readonly topic: LoomTree | null;
  /** It is beside another text, which has the title. */
  readonly beside?: true;
  /** The composer takes the keyboard when it appears. */
  readonly takesFocus: boolean;
  /** For the style sheets that CodeMirror creates. */
  readonly nonce: string;
}

/** A conversation: its messages, with the title above and the composer below. */
export function ConversationPane(props: ConversationPaneProps) {
  const { title, topic, agents, writerId, readOnly, beside, takesFocus, nonce } = props;
  const desk = useDialogueDesk();
  const session = useAppSession();
  const { focusMode } = useStore(session.preferences);
  const isTrace = useStore(session.turns.tracedTrees).has(desk.tree.treeId);
  const commands = useCommands();
  const pane = useRef<HTMLElement>(null);

  useEffect(() => {
    const update = () => {
      if (pane.current !== null) setTypography(pane.current, session.preferences.get());
    };
    update();
    return session.preferences.subscribe(update);
  }, [session]);

  const { thoughts, ofMessages } = session.turns;
  const { treeId } = desk.tree;
  useEffect(() => thoughts.watch(treeId), [thoughts, treeId]);
  useEffect(() => ofMessages.watch(treeId), [ofMessages, treeId]);
  const target = session.turns.findTarget(treeId);
  useEffect(() => session.proposals.lists.watch(target), [session, target]);

  // The window lost the keyboard.
  useEffect(() => {
    const onBlur = () => void desk.onBlur();
    window.addEventListener('blur', onBlur);
    return () => window.removeEventListener('blur', onBlur);
  }, [desk]);

  const Pane = beside ? 'section' : 'main';
  return (
    <Pane
      ref={pane}
      className={`${shared.page} ${styles.pane}`}
      aria-label={beside && title}
      data-focus={focusMode ? 'on' : 'off'}
      data-beside={beside}
      onFocus={() => session.activate(desk)}
    >
      {!beside && <PaneHeader title={title} />}
      {topic !== null && (
        <p className={styles.topic}>
          {ABOUT}{' '}
          <Button
            variant="quiet"
            hint={commands.hint('conversation.goToTopic')}
            onClick={() => commands.run('conversation.goToTopic')}
          >
            {distinctTitle(topic, session.trees.all)}
          </Button>
        </p>
      )}
      <ViewSwitch agents={agents} />
      {isTrace ? (
        <TraceView agents={agents} readOnly={readOnly} />
      ) : (
        <>
          <MessageFeed
            agents={agents}
            writerId={writerId}
            readOnly={readOnly}
            beside={beside === true}
            nonce={nonce}
          />
          <FindBar readOnly />
        </>
      )}
      <TurnLines agents={agents} readOnly={readOnly} />
      <RegenerateDialog agents={agents} />
      {!readOnly && <TopicSent />}
      <Composer
        agents={agents}
        writerId={writerId}
        readOnly={readOnly}
        takesFocus={takesFocus}
        nonce={nonce}
      />
    </Pane>
  );
}

/** The part of a conversation's topic that is sent to the requested agents, if any (`agents.md`, *Where it talks*). */
function TopicSent() {
  const { topics, trees } = useAppSession();
  const { choice, treeId } = useTreeDesk();
  const words = useStore(topics.sentWords);
  useStore(choice.store);
  const conversation = trees.all.find(({ id }) => id === treeId);
  const topic = trees.all.find(({ id }) => id === conversation?.topicTreeId);
  useEffect(
    () => (conversation === undefined ? undefined : topics.watchSentWords(conversation)),
    [topics, conversation],
  );
  if (conversation === undefined || topic === undefined) return null;
  const isSent = topics.sendsTopic(conversation);
  return (
    <div className={styles.line}>
      <div className={styles.inner}>
        <Checkbox
          text={topicIsSent(topic.kind, isSent ? words : null)}
          checked={isSent}
          onChange={(checked) => void topics.sendTopic(conversation, checked)}
        />
      </div>
    </div>
  );
}

interface ComposerProps {
  readonly agents: readonly Agent[];
  readonly writerId: Agent['id'];
  readonly readOnly: boolean;
  /** It takes the keyboard when it appears. */
  readonly takesFocus: boolean;
  readonly nonce: string;
}

/** The field for the next message, the agents that reply to it, and the button that sends it. */
function Composer({ agents, writerId, readOnly, takesFocus, nonce }: ComposerProps) {
  const { conversation, commands, replies, tree, typedCommands, addressing } = useDialogueDesk();
  const listId = useId();
  const session = useAppSession();
  const { sendWith } = useStore(session.preferences);
  const { hint } = useCommands();
  const jobs = useStore(tree.generation.jobs);
  // A turn has its own line, with its own Stop.
  const running = jobs.some(
    ({ turnId, slots }) => turnId === null && slots.some((slot) => isRunning(slot.state)),
  );
  useStore(conversation.view);
  const { agentIds } = useStore(tree.choice.store);
  const typed = useStore(typedCommands.state);
  const { agentId: addressedId, offered, highlighted } = useStore(addressing.state);
  const suggestions = useMemo(
    () => (offered.length === 0 ? null : { listId, optionId: optionIdOf(listId, highlighted) }),
    [offered, highlighted, listId],
  );
  const isEmpty = conversation.composer.isBlank;
  const canSend = !isEmpty || (tree.path.length > 0 && agentIds.length > 0);

  /** Enter sends or breaks the line; with an empty composer, arrows act on the conversation. */
  const onKeyDown = (event: KeyboardEvent, editor: MessageEditor): boolean => {
    if (event.altKey || event.ctrlKey || event.metaKey) return false;
    if (offered.length > 0 && !event.shiftKey) {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
        return addressing.step(event.key === 'ArrowDown' ? 1 : -1);
      if (event.key === 'Enter' || event.key === 'Tab') return addressing.take();
      if (event.key === 'Escape') return addressing.dismiss();
    }
    if (event.key === 'Escape') return typedCommands.dismiss();
    if (event.key === 'Enter') {
      const sends = (sendWith === 'enter') !== event.shiftKey;
      if (!sends) return false;
      if (!event.repeat && !conversation.composer.isBlank) void commands.send();
      return true;
    }
    if (event.shiftKey || editor.content().text !== '') return false;
    if (event.key === 'ArrowUp') return commands.editLastOwn();
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      const step = event.key === 'ArrowLeft' ? -1 : 1;
      if (!replies.step(step)) void tree.navigation.selectSibling({ step });
      return true;
    }
    return false;
  };

  return (
    <>
      <AddresseeList id={listId} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: leaving it only closes the list of names */}
      <div
        className={styles.composer}
        data-composer=""
        data-one-row=""
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) addressing.dismiss();
        }}
      >
        <div className={styles.composerInner}>
          <CommandResults />
          {!readOnly && (
            <BoxEditor
              box={conversation.composer}
              label={MESSAGE}
              placeholder={COMPOSER_HINT}
              agents={agents}
              writerId={writerId}
              nonce={nonce}
              className={styles.editor}
              takesFocus={takesFocus}
              suggestions={suggestions}
              onPasted={() => typedCommands.onPasted()}
              onKeyDown={onKeyDown}
            />
          )}
          {typed.count !== null && typed.isPasted && <p className={styles.note}>{PASTED_COMMANDS}</p>}
          <div className={styles.buttons}>
            <GenerationPopover agents={agents} askedFor="replies" addressedId={addressedId} />
            {running && (
              <Button
                keepsFocus
                hint={hint('generation.stop')}
                onClick={() => tree.generationCommands.stop()}
              >
                {STOP}
              </Button>
            )}
            <Button
              variant="primary"
              keepsFocus
              hint={hint('generation.start')}
              disabled={readOnly || !canSend || typed.isRunning}
              onClick={() => void commands.send(true)}
            >
              {typed.count === null ? SEND : runCommandsLabel(typed.count)}
            </Button>
          </div>
        </div>
      </div>
    </>
  );
}

/** The results of the last commands; nothing if they were dismissed. */
function CommandResults() {
  const { typedCommands, conversation } = useDialogueDesk();
  const { outcomes } = useStore(typedCommands.state);
  const close = () => {
    typedCommands.dismiss();
    conversation.focusComposer();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from whichever button has the keyboard
    <div
      className={outcomes.length === 0 ? undefined : styles.panel}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || outcomes.length === 0) return;
        event.stopPropagation();
        close();
      }}
    >
      {/* It is there from the beginning, so that screen readers hear what comes into it. */}
      <div
        className={styles.log}
        role="log"
        aria-label={COMMAND_RESULTS}
        tabIndex={outcomes.length === 0 ? -1 : 0}
      >
        {outcomes.map((outcome, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: results are replaced together
          <Outcome key={index} outcome={outcome} onGoTo={(id) => void typedCommands.goTo(id)} />
        ))}
      </div>
      {outcomes.length > 0 && (
        <div className={styles.close}>
          <Button variant="quiet" label={CLOSE_RESULTS} keepsFocus onClick={close}>
            {CLOSE}
          </Button>
        </div>
      )}
    </div>
  );
}

interface OutcomeProps {
  readonly outcome: CommandOutcome;
  onGoTo(localId: string): void;
}

function Outcome({ outcome: { line, text, isRefused }, onGoTo }: OutcomeProps) {
  return (
    <div className={styles.outcome}>
      <div className={styles.composerLine}>{line}</div>
      {text !== '' && (
        <div className={isRefused ? styles.refused : styles.text}>
          <ResultText text={text} onGoTo={onGoTo} />
        </div>
      )}
    </div>
  );
}

interface AddresseeListProps {
  readonly id: string;
}

/** The id of an option of the list. */
function optionIdOf(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** The agents that a message may address, above the composer while `@` and a name are written; the keyboard stays there. */
function AddresseeList({ id }: AddresseeListProps) {
  const { addressing } = useDialogueDesk();
  const { offered, highlighted } = useStore(addressing.state);
  if (offered.length === 0) return null;
  return (
    <div className={styles.place}>
      <div id={id} className={styles.list} role="listbox" aria-label={ADDRESSEES}>
        {offered.map(({ id: agentId, name, color }, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the keyboard chooses from the composer
          <div
            key={agentId}
            id={optionIdOf(id, index)}
            ref={(element) => {
              if (index === highlighted) element?.scrollIntoView({ block: 'nearest' });
            }}
            className={styles.option}
            role="option"
            aria-selected={index === highlighted}
            // The composer keeps the keyboard.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => addressing.take(index)}
          >
            <AgentName name={name} colour={color} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Asks which agent writes a message again, and with which instruction. */
function RegenerateDialog({ agents }: { readonly agents: readonly Agent[] }) {
  const { regeneration } = useDialogueDesk();
  const asked = useStore(regeneration.asked);
  const id = useId();
  if (asked === null) return null;
  const onKeyDown = (event: ReactKeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    void regeneration.request();
  };
  return (
    <Dialog
      title={REGENERATE_WITH.title}
      text={<p>{REGENERATE_WITH.text}</p>}
      onClose={() => regeneration.close()}
    >
      <div className={styles.fields}>
        <Select
          label={REGENERATE_WITH.agent}
          value={asked.agentId}
          options={activeModelAgents(agents).map((agent) => ({ value: agent.id, text: agent.name }))}
          onChange={(agentId) => regeneration.change({ agentId: agentId as Agent['id'] })}
        />
        <div className={styles.field}>
          <label htmlFor={id}>{REGENERATE_WITH.instruction}</label>
          <textarea
            id={id}
            className={styles.input}
            rows={3}
            maxLength={MAX_REMARK_LENGTH}
            aria-describedby={`${id}-hint`}
            value={asked.instruction}
            onChange={({ target }) => regeneration.change({ instruction: target.value })}
            onKeyDown={onKeyDown}
          />
          <p id={`${id}-hint`} className={shared.remark}>
            {REGENERATE_WITH.hint}
          </p>
        </div>
      </div>
      <DialogActions>
        <Button onClick={() => regeneration.close()}>{CANCEL}</Button>
        <Button variant="primary" onClick={() => void regeneration.request()}>
          {MESSAGE_ACTIONS.regenerate}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
