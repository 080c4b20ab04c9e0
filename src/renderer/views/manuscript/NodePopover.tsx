import { useCallback, useEffect, useRef, useState } from 'react';
import type { NodeId, PositionId } from '../../../core/ids.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import { FACTS, nodeNumber } from '../../../ui-text/node/facts.ts';
import {
  MORE_CONTINUATIONS,
  nextContinuation,
  PUT_CARET_HERE,
  previousContinuation,
} from '../../../ui-text/page/branches.ts';
import { dateAndTime } from '../../../ui-text/time.ts';
import { otherAnswers, VERSIONS, versionName } from '../../../ui-text/tree/versions.ts';
import { DETAILS, numberOf } from '../../../ui-text/window/buttons.ts';
import { useAppSession, useBufferDesk, useStore } from '../../session/hooks.ts';
import type { NodePopover as NodePopoverSession } from '../../session/manuscript/node-popover.ts';
import { unusedAnswers } from '../../session/tree/unused-answers.ts';
import { Button } from '../../ui/Button.tsx';
import { NextIcon, PreviousIcon } from '../../ui/icons.tsx';
import { AnchoredPopover } from '../../ui/layers/Popover.tsx';
import { useCommands } from '../commands.ts';
import { useDescribeAuthors } from '../use-describe-authors.ts';
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
  const describe = useDescribeAuthors();
  useStore(tree.path.mirror);
  useStore(tree.authors.typed);
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

  const author = agents.find((agent) => agent.id === header.authorId);
  const by = describe(tree.authors.at(about.positionId) ?? header.authors);
  const unused = unusedAnswers(versions, header.nodeId);
  const own = versions.find((version) => version.nodeId === header.nodeId);
  const { siblingIndex, siblingCount, versionIndex, versionCount } = header;
  const ordinal = numberOf(siblingIndex, siblingCount);
  const step = (by: -1 | 1) =>
    void tree.navigation.selectSiblingAt({ at: about.positionId, fork: null }, { step: by });
  const rows = (isListed: (nodeId: NodeId) => boolean) =>
    versions.map((version, index) =>
      isListed(version.nodeId) ? (
        <li key={version.nodeId}>
          <button
            type="button"
            className={styles.version}
            aria-current={version.nodeId === header.nodeId}
            disabled={readOnly}
            onClick={() => void tree.navigation.selectVersionAt(about.positionId, version.nodeId)}
          >
            <span className={styles.number}>{versionName(index + 1)}</span> {describe(version.authors).label},{' '}
            {dateAndTime(version.createdAt)}
          </button>
        </li>
      ) : null,
    );
  return (
    <AnchoredPopover
      rect={about.rect}
      title={nodeNumber(tree.path.indexOf(about.positionId) + 1, tree.path.length)}
      takesFocus={about.by !== 'hover'}
      onClose={close}
    >
      <div ref={content} className={styles.content}>
        <dl className={styles.facts}>
          <dt>{FACTS.author}</dt>
          <dd className={styles.author} data-colour={by.colour}>
            {by.label}
          </dd>
          {author?.modelRef != null && (
            <>
              <dt>{FACTS.model}</dt>
              <dd>{author.modelRef.slice(author.modelRef.indexOf(':') + 1)}</dd>
            </>
          )}
          {own !== undefined && (
            <>
              <dt>{FACTS.written}</dt>
              <dd>{dateAndTime(own.createdAt)}</dd>
            </>
          )}
          {siblingIndex > 0 && (
            <>
              <dt>{FACTS.continuation}</dt>
              <dd className={styles.place}>
                {ordinal}
                {siblingCount > 1 && !readOnly && (
                  <span className={styles.steps}>
                    <Button variant="icon" label={previousContinuation(ordinal)} onClick={() => step(-1)}>
                      <PreviousIcon />
                    </Button>
                    <Button variant="icon" label={nextContinuation(ordinal)} onClick={() => step(1)}>
                      <NextIcon />
                    </Button>
                  </span>
                )}
              </dd>
            </>
          )}
          {versionCount > 1 && (
            <>
              <dt>{FACTS.version}</dt>
              <dd>{numberOf(versionIndex, versionCount)}</dd>
            </>
          )}
        </dl>
        {versionCount > 1 && (
          <div className={styles.versions}>
            <ul aria-label={VERSIONS}>{rows((id) => !unused.has(id))}</ul>
            {unused.size > 0 && (
              <details>
                <summary className={styles.others}>{otherAnswers(unused.size)}</summary>
                <ul>{rows((id) => unused.has(id))}</ul>
              </details>
            )}
          </div>
        )}
        <div className={styles.actions}>
          <Button
            onClick={() => {
              tree.navigation.placeCaretAt(about.positionId);
              close(true);
            }}
          >
            {PUT_CARET_HERE}
          </Button>
          <Button
            onClick={() => {
              tree.navigation.placeCaretAt(about.positionId);
              close(false);
              commands.run('view.node');
            }}
          >
            {DETAILS}
          </Button>
          {!readOnly && (
            <Button
              onClick={() => {
                close(true);
                void tree.generationCommands.generateSiblingsOf(about.positionId);
              }}
            >
              {MORE_CONTINUATIONS}
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
