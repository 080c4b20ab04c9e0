import { useId, useState } from 'react';
import {
  KEEP_KEY,
  KEY,
  KEY_CHARACTERS,
  KEY_IF_NEEDED,
  KEY_PROMISE,
  keyFor,
  REPLACE_KEY,
  SAVE_KEY,
  TEST,
} from '../../../ui-text/settings/connect.ts';
import type { ProviderSummary } from '../../session/settings/providers-session.ts';
import type { ServiceTemplate } from '../../session/settings/service-templates.ts';
import { Button } from '../../ui/Button.tsx';
import { SecretField } from '../../ui/fields/SecretField.tsx';
import { formatKey } from '../settings/providers/format-provider.ts';
import styles from './Connect.module.css';

export interface KeyPartProps {
  readonly template: ServiceTemplate;
  /** Undefined until the service is set up. */
  readonly service: ProviderSummary | undefined;
  /** The service did not accept the key, or wants one. */
  readonly isRefused: boolean;
  /** @returns why the key was refused, or null */
  onKey(secret: string): Promise<string | null>;
}

/** The source and storage of the key, and the field for it until there is one. */
export function KeyPart({ template, service, isRefused, onKey }: KeyPartProps) {
  const [isReplacing, setIsReplacing] = useState(false);
  const wordsId = useId();
  const hasKey = service !== undefined && service.key !== 'none';
  return (
    <div className={styles.part}>
      <div className={styles.label}>{KEY}</div>
      <div className={styles.row}>
        <p id={wordsId} className={styles.soft}>
          {hasKey ? formatKey(service.key) : `${template.key ?? KEY_IF_NEEDED} ${KEY_PROMISE}`}
        </p>
        {hasKey && !isRefused && (
          <Button variant="quiet" onClick={() => setIsReplacing(!isReplacing)}>
            {isReplacing ? KEEP_KEY : REPLACE_KEY}
          </Button>
        )}
      </div>
      {(!hasKey || isReplacing || isRefused) && (
        <SecretField
          label={keyFor(template.name)}
          describedBy={wordsId}
          action={template.key === null ? SAVE_KEY : TEST}
          startsFocused={isReplacing}
          check={(secret) => (/^[\x21-\x7e]+$/.test(secret) ? null : KEY_CHARACTERS)}
          onCommit={async (secret) => {
            const reason = await onKey(secret);
            if (reason === null) setIsReplacing(false);
            return reason;
          }}
        />
      )}
    </div>
  );
}
