import { useState } from 'react';
import type { NodeId } from '../../../core/ids.ts';
import { authorsText } from '../../../ui-text/page/authors.ts';
import { dateAndTime } from '../../../ui-text/time.ts';
import { SIDE_BY_SIDE } from '../../../ui-text/tree/comparing.ts';
import {
  COMPARE_VERSIONS,
  FROM_VERSION,
  fromVersion,
  otherAnswers,
  SHOWN,
  STOP_COMPARING,
  TO_VERSION,
  VERSIONS,
  versionName,
} from '../../../ui-text/tree/versions.ts';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import type { ShownNode, Version } from '../../session/tree/node-session.ts';
import { unusedAnswers } from '../../session/tree/unused-answers.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import shared from '../../styles/shared.module.css';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { Author } from './Author.tsx';
import styles from './Versions.module.css';
import { WordDiff } from './WordDiff.tsx';

interface VersionsProps {
  readonly grove: ShownGrove;
  readonly shown: ShownNode;
}

/** The versions of a node, which of them is shown, and the difference between any two. Answers that nobody took are folded. */
export function Versions({ grove, shown }: VersionsProps) {
  const { versions } = shown;
  if (versions.length < 2) return null;
  const unused = unusedAnswers(versions, shown.nodeId);
  return (
    <section className={styles.versions} aria-labelledby="node-versions">
      <h3 id="node-versions" className={shared.paneHeading}>
        {VERSIONS}
      </h3>
      <VersionList grove={grove} shown={shown} isListed={({ nodeId }) => !unused.has(nodeId)} />
      {unused.size > 0 && (
        <details className={styles.others}>
          <summary>{otherAnswers(unused.size)}</summary>
          <VersionList grove={grove} shown={shown} isListed={({ nodeId }) => unused.has(nodeId)} />
        </details>
      )}
      <Compare grove={grove} shown={shown} />
    </section>
  );
}

interface VersionListProps extends VersionsProps {
  isListed(version: Version): boolean;
}

function VersionList({ grove, shown, isListed }: VersionListProps) {
  const tree = useTreeDesk();
  const atCaret = useStore(tree.node.atCaret);
  const { versions } = shown;
  return (
    <ol className={shared.paneList}>
      {versions.map((version, index) =>
        isListed(version) ? (
          <li key={version.nodeId}>
            <button
              type="button"
              className={styles.version}
              aria-current={version.selected ? 'true' : undefined}
              disabled={grove.readOnly || !atCaret}
              onClick={() => void tree.navigation.selectVersion(version.nodeId)}
            >
              <span className={styles.who}>
                {versionName(index + 1)} <Author grove={grove} authors={version.authors} />{' '}
                {version.selected && <span className={styles.selected}>{SHOWN}</span>}
              </span>{' '}
              <span className={styles.when}>
                {[dateAndTime(version.createdAt), ...originOf(version, versions)].join(' · ')}
              </span>
            </button>
          </li>
        ) : null,
      )}
    </ol>
  );
}

function originOf({ editedFrom }: Version, versions: readonly Version[]): readonly string[] {
  const index = versions.findIndex(({ nodeId }) => nodeId === editedFrom);
  return index < 0 ? [] : [fromVersion(index + 1)];
}

/** A word diff of two versions; by default the one shown and the one it was edited from. */
function Compare({ grove, shown }: VersionsProps) {
  const { node, comparison: page } = useTreeDesk();
  const comparison = useStore(node.comparison);
  const { versions } = shown;
  const [chosen, setChosen] = useState<readonly [NodeId, NodeId] | null>(null);
  const [older, newer] = chosen ?? pairFor(versions);
  const compare = (one: NodeId, other: NodeId) => {
    setChosen([one, other]);
    void node.compare(one, other);
  };
  if (comparison === null) {
    return <Button onClick={() => compare(older, newer)}>{COMPARE_VERSIONS}</Button>;
  }
  const showBoth = async (one: NodeId, other: NodeId) => {
    const chosen = [one, other].flatMap((nodeId) => {
      const index = versions.findIndex((version) => version.nodeId === nodeId);
      const authorId = versions[index]?.authorId;
      const { positionId } = shown;
      if (authorId === undefined) return [];
      return [{ positionId, nodeId, authorId, offset: 0, number: 0, name: versionName(index + 1) }];
    });
    const [left, right] = chosen;
    if (left !== undefined && right !== undefined) await page.show(left, right);
  };
  const options = versions.map(({ nodeId, authors }, index) => ({
    value: nodeId,
    text: `${versionName(index + 1)} · ${authorsText(authors, grove)}`,
  }));
  return (
    <div className={styles.compare}>
      <Select
        label={FROM_VERSION}
        value={older}
        options={options}
        onChange={(id) => compare(id as NodeId, newer)}
      />
      <Select
        label={TO_VERSION}
        value={newer}
        options={options}
        onChange={(id) => compare(older, id as NodeId)}
      />
      <WordDiff oldText={comparison.olderText} newText={comparison.newerText} />
      <div className={styles.actions}>
        <Button variant="quiet" onClick={() => void showBoth(older, newer)}>
          {SIDE_BY_SIDE}
        </Button>
        <Button variant="quiet" onClick={() => node.stopComparing()}>
          {STOP_COMPARING}
        </Button>
      </div>
    </div>
  );
}

/** The shown version and the one it was edited from; if it was not edited, the first and the last version. */
function pairFor(versions: readonly Version[]): readonly [NodeId, NodeId] {
  const shown = versions.find(({ selected }) => selected) ?? versions.at(-1);
  const from = versions.find(({ nodeId }) => nodeId === shown?.editedFrom);
  const last = versions.at(-1);
  const first = from ?? versions.at(0);
  const second = from === undefined ? last : shown;
  if (first === undefined || second === undefined) throw new Error('a position has a version');
  return [first.nodeId, second.nodeId];
}
