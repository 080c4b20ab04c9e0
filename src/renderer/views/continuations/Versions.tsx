import { dateAndTime } from '../../../ui-text/time.ts';
import {
  nextVersionOf,
  OFFERED,
  previousVersionOf,
  versionName,
  versionNumber,
  versionOf,
  versionsOf,
} from '../../../ui-text/tree/versions.ts';
import { useTreeDesk } from '../../session/hooks.ts';
import type { Continuation } from '../../session/tree/continuation.ts';
import { Button } from '../../ui/Button.tsx';
import { NextIcon, PreviousIcon } from '../../ui/icons.tsx';
import { useDescribeAuthors } from '../use-describe-authors.ts';
import styles from './Versions.module.css';
import { chainOf, stepOf } from './version-chain.ts';

export interface VersionsProps {
  readonly item: Continuation;
  /** `2 of 3`. */
  readonly ordinal: string;
  readonly readOnly: boolean;
}

/** Most versions side by side in a narrow pane; if there are more, one is shown with buttons to step. */
const MAX_SIDE_BY_SIDE = 5;

/** The versions of one continuation, with the shown one pressed, and what it was edited from. */
export function Versions({ item, ordinal, readOnly }: VersionsProps) {
  const tree = useTreeDesk();
  const describe = useDescribeAuthors();
  const { versions, nodeId } = item;
  const shown = versions.findIndex((version) => version.nodeId === nodeId);
  const chain = chainOf(versions, shown);
  const nameOf = (index: number) => {
    const version = versions[index];
    const author = describe(version?.authors ?? []).text;
    const origin = chainOf(versions, index);
    return [
      versionName(index + 1),
      ...(origin === '' ? [] : [origin]),
      author,
      dateAndTime(version?.createdAt ?? 0),
      ...(version?.offered === true && index !== shown ? [OFFERED] : []),
    ].join(', ');
  };
  const show = (index: number) => {
    const version = versions[index];
    if (version !== undefined) void tree.navigation.showVersion(item.positionId, version.nodeId);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={styles.versions} role="group" aria-label={versionsOf(ordinal)}>
      {versions.length <= MAX_SIDE_BY_SIDE ? (
        versions.map((version, index) => (
          <button
            key={version.nodeId}
            type="button"
            className={styles.version}
            aria-label={versionOf(nameOf(index), ordinal)}
            aria-pressed={index === shown}
            data-offered={version.offered || undefined}
            title={nameOf(index)}
            disabled={readOnly}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => show(index)}
          >
            {versionName(index + 1)}
          </button>
        ))
      ) : (
        <>
          <Button
            variant="icon"
            keepsFocus
            label={previousVersionOf(ordinal)}
            disabled={readOnly}
            onClick={() => show(stepOf(shown, versions.length, -1))}
          >
            <PreviousIcon />
          </Button>
          <span className={styles.count} title={nameOf(shown)}>
            {versionNumber(shown + 1, versions.length)}
          </span>
          <Button
            variant="icon"
            keepsFocus
            label={nextVersionOf(ordinal)}
            disabled={readOnly}
            onClick={() => show(stepOf(shown, versions.length, 1))}
          >
            <NextIcon />
          </Button>
        </>
      )}
      <span className={styles.chain} title={chain}>
        {chain}
      </span>
    </div>
  );
}
