import { SUGGESTIONS_TAB } from '../../ui-text/suggestions/deciding.ts';
import { DeskContext, useStore } from '../session/hooks.ts';
import { createStore } from '../session/store.ts';
import type { AppSession, Scene } from '../session/window/app-session.ts';
import {
  ContextIcon,
  ContinuationsIcon,
  ConversationIcon,
  NodeIcon,
  SuggestionsIcon,
  TreeIcon,
} from '../ui/icons.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { ContextPane } from '../views/context/ContextPane.tsx';
import { ComparePage } from '../views/continuations/ComparePage.tsx';
import { ContinuationsPane } from '../views/continuations/ContinuationsPane.tsx';
import { ReadyBadge } from '../views/continuations/ReadyBadge.tsx';
import { UndoNotice } from '../views/continuations/UndoNotice.tsx';
import { ConversationPane } from '../views/conversation/ConversationPane.tsx';
import { ConversationTab } from '../views/conversation/ConversationTab.tsx';
import { DeleteTree } from '../views/grove/DeleteTree.tsx';
import { GrovePane } from '../views/grove/GrovePane.tsx';
import { ManuscriptPane } from '../views/manuscript/ManuscriptPane.tsx';
import { NodePane } from '../views/node/NodePane.tsx';
import { SuggestionsPane } from '../views/proposals/SuggestionsPane.tsx';
import { StatusBar } from '../views/status-bar/StatusBar.tsx';
import { TreePane } from '../views/tree/TreePane.tsx';
import styles from './App.module.css';

export interface GroveWindowProps {
  readonly scene: Extract<Scene, { kind: 'grove' }>;
  readonly session: AppSession;
  readonly nonce: string;
}

/** Of a conversation. */
const NEVER = createStore(false);

/** A grove: its panes around the text, and the status bar. */
export function GroveWindow({ scene: { grove, desk, companion }, session, nonce }: GroveWindowProps) {
  const { tree } = desk;
  const panes = useStore(session.panes.shown);
  const { inspectorTab } = useStore(session.preferences);
  const isComparing = useStore(tree.comparison.shown) !== null;
  const isSuggested = useStore(desk.mode === 'buffer' ? desk.proposals.hasAny : NEVER);
  // Also when a command asked for it.
  const showsSuggestions = isSuggested || inspectorTab === 'suggestions';
  const shown = grove.trees.find((known) => known.id === tree.treeId);
  const topic = grove.trees.find((known) => known.id === shown?.topicTreeId) ?? null;
  const common = {
    title: shown?.title ?? grove.name,
    agents: grove.agents,
    writerId: grove.writerId,
    readOnly: grove.readOnly,
    nonce,
  };
  return (
    <DeskContext value={desk}>
      <div
        className={styles.panes}
        data-grove={panes.grove ? 'shown' : 'hidden'}
        data-inspector={panes.inspector ? 'shown' : 'hidden'}
        data-beside={companion === null ? undefined : 'shown'}
        inert={isComparing}
      >
        {panes.grove && <GrovePane grove={grove} />}
        {desk.mode === 'dialogue' ? (
          <ConversationPane {...common} topic={topic} takesFocus />
        ) : (
          <ManuscriptPane {...common} />
        )}
        {panes.inspector && (
          <aside className={styles.inspector} aria-label="Inspector">
            <Tabs
              label="Inspector"
              shown={inspectorTab}
              onShow={(id) => session.setPreferences({ inspectorTab: id })}
              tabs={[
                {
                  id: 'continuations',
                  title: 'Continuations',
                  icon: <ContinuationsIcon />,
                  badge: <ReadyBadge />,
                  content: <ContinuationsPane agents={grove.agents} readOnly={grove.readOnly} />,
                },
                { id: 'tree', title: 'Tree', icon: <TreeIcon />, content: <TreePane grove={grove} /> },
                { id: 'node', title: 'Node', icon: <NodeIcon />, content: <NodePane grove={grove} /> },
                {
                  id: 'context',
                  title: 'Context',
                  icon: <ContextIcon />,
                  content: <ContextPane grove={grove} />,
                },
                ...(desk.mode === 'dialogue'
                  ? []
                  : [
                      {
                        id: 'conversation',
                        title: 'Conversation',
                        icon: <ConversationIcon />,
                        content: <ConversationTab grove={grove} companion={companion} nonce={nonce} />,
                      },
                      ...(showsSuggestions
                        ? [
                            {
                              id: 'suggestions',
                              title: SUGGESTIONS_TAB,
                              icon: <SuggestionsIcon />,
                              content: <SuggestionsPane grove={grove} />,
                            },
                          ]
                        : []),
                    ]),
              ]}
            />
          </aside>
        )}
      </div>
      <div inert={isComparing}>
        <StatusBar grove={grove} />
      </div>
      <UndoNotice />
      <DeleteTree />
      <ComparePage agents={grove.agents} readOnly={grove.readOnly} />
    </DeskContext>
  );
}
