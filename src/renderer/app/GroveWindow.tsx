import type { CSSProperties } from 'react';
import { SUGGESTIONS_TAB } from '../../ui-text/suggestions/deciding.ts';
import { distinctTitle } from '../../ui-text/tree/equal-titles.ts';
import { DRAG_HINT, INSPECTOR, TABS, WIDTH_OF } from '../../ui-text/window/panes.ts';
import { DeskContext, useSelected, useStore } from '../session/hooks.ts';
import type { Preferences } from '../session/settings/preferences-session.ts';
import { createStore } from '../session/store.ts';
import type { AppSession, Scene } from '../session/window/app-session.ts';
import {
  ContextIcon,
  ContinuationsIcon,
  ConversationIcon,
  DocumentIcon,
  NodeIcon,
  SuggestionsIcon,
  TreeIcon,
} from '../ui/icons.tsx';
import { PaneSeparator } from '../ui/PaneSeparator.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { ComparePage } from '../views/comparing/ComparePage.tsx';
import { SideBySide } from '../views/comparing/SideBySide.tsx';
import { ContextPane } from '../views/context/ContextPane.tsx';
import { ContinuationsPane } from '../views/continuations/ContinuationsPane.tsx';
import { ConversationPane } from '../views/conversation/ConversationPane.tsx';
import { ConversationTab } from '../views/conversation/ConversationTab.tsx';
import { DeleteTree } from '../views/grove/DeleteTree.tsx';
import { GrovePane } from '../views/grove/GrovePane.tsx';
import { UnseenMark } from '../views/grove/TreeRow.tsx';
import { DocumentTab } from '../views/manuscript/DocumentTab.tsx';
import { ManuscriptPane } from '../views/manuscript/ManuscriptPane.tsx';
import { NodePane } from '../views/node/NodePane.tsx';
import { SuggestionsPane } from '../views/proposals/SuggestionsPane.tsx';
import { StatusBar } from '../views/status-bar/StatusBar.tsx';
import { MapPage } from '../views/tree/TreeMap.tsx';
import { TreePane } from '../views/tree/TreePane.tsx';
import styles from './App.module.css';

export interface GroveWindowProps {
  readonly scene: Extract<Scene, { kind: 'grove' }>;
  readonly session: AppSession;
  readonly nonce: string;
}

/** For a conversation, which has no manuscript. */
const NEVER = createStore(false);

/** A grove: its panes around the text, and the status bar. */
export function GroveWindow({ scene: { grove, desk, companion }, session, nonce }: GroveWindowProps) {
  const { tree } = desk;
  const panes = useStore(session.panes.shown);
  const { inspectorTab, groveWidth, inspectorWidth } = useStore(session.preferences);
  const isComparing = useStore(tree.comparison.shown) !== null;
  const isSideBySide = useStore(tree.sideBySide.isShown);
  const { fillsWindow } = useStore(tree.outline.viewOptions);
  const isCovered = isComparing || isSideBySide || fillsWindow;
  const isSuggested = useStore(desk.mode === 'buffer' ? desk.proposals.hasAny : NEVER);
  // Also when a command asked for it.
  const showsSuggestions = isSuggested || inspectorTab === 'suggestions';
  const showsDocument = session.documents.list().length > 0 || inspectorTab === 'document';
  const shown = grove.trees.find((known) => known.id === tree.treeId);
  const topic = grove.trees.find((known) => known.id === shown?.topicTreeId) ?? null;
  const unseen = useSelected(session.preferences, () => session.unseen.countAbout({ id: tree.treeId }));
  const common = {
    title: shown === undefined ? grove.name : distinctTitle(shown, session.trees.all),
    agents: grove.agents,
    writerId: grove.writerId,
    readOnly: grove.readOnly,
    nonce,
  };
  return (
    <DeskContext value={desk}>
      <div
        className={styles.panes}
        style={widthsOf({ groveWidth, inspectorWidth })}
        data-grove={panes.grove ? 'shown' : 'hidden'}
        data-inspector={panes.inspector ? 'shown' : 'hidden'}
        data-beside={companion === null ? undefined : 'shown'}
        inert={isCovered}
      >
        {panes.grove && (
          <GrovePane grove={grove}>
            <PaneSeparator
              label={WIDTH_OF.grove}
              hint={DRAG_HINT}
              side="left"
              paneMin="--grove-min"
              textMin="--text-min"
              onResize={(width) => session.setPreferences({ groveWidth: width })}
              onReset={() => session.setPreferences({ groveWidth: 0 })}
            />
          </GrovePane>
        )}
        {desk.mode === 'dialogue' ? (
          <ConversationPane {...common} topic={topic} takesFocus />
        ) : (
          <ManuscriptPane {...common} isDocument={shown?.kind === 'document'} takesFocus />
        )}
        {panes.inspector && (
          <aside className={styles.inspector} aria-label={INSPECTOR}>
            <PaneSeparator
              label={WIDTH_OF.inspector}
              hint={DRAG_HINT}
              side="right"
              paneMin="--inspector-min"
              textMin="--text-min"
              onResize={(width) => session.setPreferences({ inspectorWidth: width })}
              onReset={() => session.setPreferences({ inspectorWidth: 0 })}
            />
            <Tabs
              label={INSPECTOR}
              shown={inspectorTab}
              onShow={(id) => session.setPreferences({ inspectorTab: id })}
              tabs={[
                {
                  id: 'continuations',
                  title: TABS.continuations,
                  icon: <ContinuationsIcon />,
                  content: <ContinuationsPane agents={grove.agents} readOnly={grove.readOnly} />,
                },
                { id: 'tree', title: TABS.tree, icon: <TreeIcon />, content: <TreePane grove={grove} /> },
                { id: 'node', title: TABS.node, icon: <NodeIcon />, content: <NodePane grove={grove} /> },
                {
                  id: 'context',
                  title: TABS.context,
                  icon: <ContextIcon />,
                  content: <ContextPane grove={grove} />,
                },
                ...(desk.mode === 'dialogue'
                  ? []
                  : [
                      {
                        id: 'conversation',
                        title: TABS.conversation,
                        icon: <ConversationIcon />,
                        mark: unseen === 0 ? null : <UnseenMark count={unseen} />,
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
                ...(showsDocument
                  ? [
                      {
                        id: 'document',
                        title: TABS.document,
                        icon: <DocumentIcon />,
                        content: <DocumentTab grove={grove} companion={companion} nonce={nonce} />,
                      },
                    ]
                  : []),
              ]}
            />
          </aside>
        )}
      </div>
      <div className={styles.foot} inert={isCovered}>
        <StatusBar grove={grove} />
      </div>
      <DeleteTree />
      <SideBySide readOnly={grove.readOnly} inert={isComparing} />
      <ComparePage readOnly={grove.readOnly} />
      <MapPage grove={grove} />
    </DeskContext>
  );
}

/** The widths that the writer chose for the panes; `tokens.css` has the others. */
function widthsOf({
  groveWidth,
  inspectorWidth,
}: Pick<Preferences, 'groveWidth' | 'inspectorWidth'>): CSSProperties {
  return Object.fromEntries([
    ...(groveWidth === 0 ? [] : [['--pane-grove', `${groveWidth}px`]]),
    ...(inspectorWidth === 0 ? [] : [['--pane-inspector', `${inspectorWidth}px`]]),
  ]);
}
