import { useCallback, useEffect, useRef, useState } from 'react';
import type { NodeId, PositionId } from '../../../core/ids.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import { useAppSession, useBufferDesk, useStore } from '../../session/hooks.ts';
import type { NodePopover as NodePopoverSession } from '../../session/manuscript/node-popover.ts';
import { Button } from '../../ui/Button.tsx';
import { NextIcon, PreviousIcon } from '../../ui/icons.tsx';
import { AnchoredPopover } from '../../ui/layers/AnchoredPopover.tsx';
import { useCommands } from '../commands.ts';
import { formatTime } from '../node/format-node.ts';
import styles from './NodePopover.module.css';
import { useCloseOnPointerAway } from './use-close-on-pointer-away.ts';

export interface NodePopoverProps {
  readonly agents: readonly Agent[];
  readonly readOnly: boolean;
}

type Versions = Awaited<ReturnType<NodePopoverSession['readVersions']>>;

/** A node's author, time, siblings and versions, with actions. */
export function NodePopover({ agents, readOnly }: NodePopoverProps) {
  const { tree, nodePopover } = useBufferDesk();
  const commands = useCommands();
  const about = useStore(nodePopover.shown);
  useStore(tree.path.mirror);
  const header = about === null ? undefined : tree.path.findHeader(about.positionId);
  const versions = useVersions(about?.positionId ?? null, header?.nodeId ?? null, header?.versionCount ?? 0);
  const close = useCallback(
    (byKey: boolean) => {
      nodePopover.shown.set(null);
      if (byKey) tree.focus();
    },
    [tree, nodePopover],
  );
  const content = useRef<HTMLDivElement>(null);
  useCloseOnPointerAway(about?.by === 'hover' ? about.rect : null, content, close);

  useEffect(() => {
    if (about !== null && header === undefined) nodePopover.shown.set(null);
  }, [nodePopover, about, header]);
  if (about === null || header === undefined) return null;

  const nameOf = (id: Agent['id']) => agents.find((agent) => agent.id === id)?.name ?? 'Unknown';
  const author = agents.find((agent) => agent.id === header.authorId);
  const own = versions.find((version) => version.nodeId === header.nodeId);
  const { siblingIndex, siblingCount, versionIndex, versionCount } = header;
  const ordinal = `${siblingIndex} of ${siblingCount}`;
  const step = (by: -1 | 1) =>
    void tree.navigation.selectSiblingAt({ at: about.positionId, fork: null }, { step: by });
  return (
    <AnchoredPopover
      rect={about.rect}
      title={`Node ${tree.path.indexOf(about.positionId) + 1} of ${tree.path.length}`}
      takesFocus={about.by !== 'hover'}
      onClose={close}
    >
      <div ref={content} className={styles.content}>
        <dl className={styles.facts}>
          <dt>Author</dt>
          <dd
            className={styles.author}
            data-colour={author?.type === 'model' ? (author.color ?? 'blue') : undefined}
          >
            {nameOf(header.authorId)}
          </dd>
          {author?.modelRef != null && (
            <>
              <dt>Model</dt>
              <dd>{author.modelRef.slice(author.modelRef.indexOf(':') + 1)}</dd>
            </>
          )}
          {own !== undefined && (
            <>
              <dt>Written</dt>
              <dd>{formatTime(own.createdAt)}</dd>
            </>
          )}
          {siblingIndex > 0 && (
            <>
              <dt>Continuation</dt>
              <dd className={styles.place}>
                {ordinal}
                {siblingCount > 1 && !readOnly && (
                  <span className={styles.steps}>
                    <Button
                      variant="icon"
                      label={`Previous continuation, ${ordinal}`}
                      onClick={() => step(-1)}
                    >
                      <PreviousIcon />
                    </Button>
                    <Button variant="icon" label={`Next continuation, ${ordinal}`} onClick={() => step(1)}>
                      <NextIcon />
                    </Button>
                  </span>
                )}
              </dd>
            </>
          )}
          {versionCount > 1 && (
            <>
              <dt>Version</dt>
              <dd>
                v{versionIndex} of {versionCount}
              </dd>
            </>
          )}
        </dl>
        {versionCount > 1 && (
          <ul className={styles.versions} aria-label="Versions">
            {versions.map((version, index) => (
              <li key={version.nodeId}>
                <button
                  type="button"
                  className={styles.version}
                  aria-current={version.nodeId === header.nodeId}
                  disabled={readOnly}
                  onClick={() => void tree.navigation.selectVersionAt(about.positionId, version.nodeId)}
                >
                  <span className={styles.number}>v{index + 1}</span> {nameOf(version.authorId)},{' '}
                  {formatTime(version.createdAt)}
                </button>
              </li>
            ))}
          </ul>
        )}
        <div className={styles.actions}>
          <Button
            onClick={() => {
              tree.navigation.placeCaretAt(about.positionId);
              close(true);
            }}
          >
            Put the caret here
          </Button>
          <Button
            onClick={() => {
              tree.navigation.placeCaretAt(about.positionId);
              close(false);
              commands.run('view.node');
            }}
          >
            Details
          </Button>
          {!readOnly && (
            <Button
              onClick={() => {
                close(true);
                void tree.generationCommands.generateSiblingsOf(about.positionId);
              }}
            >
              More continuations
            </Button>
          )}
        </div>
      </div>
    </AnchoredPopover>
  );
}

/** The versions at a position, reloaded whenever the shown version or the number of versions changes. */
function useVersions(positionId: PositionId | null, nodeId: NodeId | null, count: number): Versions {
  const { nodePopover } = useBufferDesk();
  const { notices } = useAppSession();
  const [versions, setVersions] = useState<Versions>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a different version or a new count means that the list is stale
  useEffect(() => {
    if (positionId === null) return;
    let isWanted = true;
    nodePopover.readVersions(positionId).then(
      (read) => {
        if (isWanted) setVersions(read);
      },
      (error: unknown) => notices.report(error),
    );
    return () => {
      isWanted = false;
    };
  }, [nodePopover, notices, positionId, nodeId, count]);
  return versions;
}
