import { DeskContext, useStore } from '../session/hooks.ts';
import type { AppSession, Scene } from '../session/window/app-session.ts';
import { Tabs } from '../ui/Tabs.tsx';
import { ContextPane } from '../views/context/ContextPane.tsx';
import { ComparePage } from '../views/continuations/ComparePage.tsx';
import { ContinuationsPane } from '../views/continuations/ContinuationsPane.tsx';
import { ReadyBadge } from '../views/continuations/ReadyBadge.tsx';
import { UndoNotice } from '../views/continuations/UndoNotice.tsx';
import { ConversationPane } from '../views/conversation/ConversationPane.tsx';
import { DeleteTree } from '../views/grove/DeleteTree.tsx';
import { GrovePane } from '../views/grove/GrovePane.tsx';
import { ManuscriptPane } from '../views/manuscript/ManuscriptPane.tsx';
import { NodePane } from '../views/node/NodePane.tsx';
import { StatusBar } from '../views/status-bar/StatusBar.tsx';
import { TreePane } from '../views/tree/TreePane.tsx';
import styles from './App.module.css';

export interface GroveWindowProps {
  readonly scene: Extract<Scene, { kind: 'grove' }>;
  readonly session: AppSession;
  readonly nonce: string;
}

/** A grove: its panes around the text, and the status bar. */
export function GroveWindow({ scene: { grove, desk }, session, nonce }: GroveWindowProps) {
  const { tree } = desk;
  const panes = useStore(session.panes.shown);
  const { inspectorTab } = useStore(session.preferences);
  const isComparing = useStore(tree.comparison.shown) !== null;
  const title = grove.trees.find((known) => known.id === tree.treeId)?.title ?? grove.name;
  const Text = desk.mode === 'dialogue' ? ConversationPane : ManuscriptPane;
  return (
    <DeskContext value={desk}>
      <div
        className={styles.panes}
        data-grove={panes.grove ? 'shown' : 'hidden'}
        data-inspector={panes.inspector ? 'shown' : 'hidden'}
        inert={isComparing}
      >
        {panes.grove && <GrovePane grove={grove} />}
        <Text
          title={title}
          agents={grove.agents}
          writerId={grove.writerId}
          readOnly={grove.readOnly}
          nonce={nonce}
        />
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
                  badge: <ReadyBadge />,
                  content: <ContinuationsPane agents={grove.agents} readOnly={grove.readOnly} />,
                },
                { id: 'tree', title: 'Tree', content: <TreePane grove={grove} /> },
                { id: 'node', title: 'Node', content: <NodePane grove={grove} /> },
                { id: 'context', title: 'Context', content: <ContextPane grove={grove} /> },
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
