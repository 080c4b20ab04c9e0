import { useEffect, useId, useRef, useState } from 'react';
import { useAppSession } from '../../../session/hooks.ts';
import type { ProviderSummary } from '../../../session/settings/providers-session.ts';
import { Button } from '../../../ui/Button.tsx';
import { SecretField } from '../../../ui/fields/SecretField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import {
  formatHeaders,
  formatObject,
  parseHeaders,
  parseObject,
  problemOf,
  problemOfName,
} from '../parse-settings.ts';
import { ConnectionTest } from './ConnectionTest.tsx';
import { formatKey } from './format-provider.ts';
import { ModelList } from './ModelList.tsx';
import styles from './Provider.module.css';
import type { ProviderTemplate } from './templates.ts';

export interface ProviderProps {
  readonly provider: ProviderSummary;
  /** The template it was just set up from; null for a service that already existed. */
  readonly from: ProviderTemplate | null;
  onRemove(): void;
}

/** One service: its address, its key, its abilities and its models. Every change is saved at once. */
export function Provider({ provider, from, onRemove }: ProviderProps) {
  const { providers } = useAppSession();
  const { id, name, baseUrl, headers, extra, key } = provider;
  const needsAddress = from !== null && from.key === null;
  return (
    <div className={styles.provider}>
      <TextField
        label="Name"
        value={name}
        check={(text) => problemOfName(text, 'A service')}
        onCommit={(text) => providers.change(id, { name: text.trim() })}
      />
      <TextField
        label="Address"
        hint={
          key === 'none'
            ? 'The service’s address, usually ending in /v1.'
            : 'Changing the address deletes the key.'
        }
        value={baseUrl}
        startsSelected={needsAddress}
        check={problemOfAddress}
        onCommit={(text) => providers.change(id, { baseUrl: text.trim() })}
      />
      <Key provider={provider} from={from} />
      <ConnectionTest provider={provider} />
      <ModelList provider={provider} />
      <details className={styles.more}>
        <summary>Headers and additional fields</summary>
        <TextField
          label="Headers"
          hint="Sent with every request; Name: value, one per line. Do not put a key here."
          kind="code"
          value={formatHeaders(headers)}
          check={problemOf(parseHeaders)}
          onCommit={(text) => {
            const typed = parseHeaders(text);
            return typed.ok ? providers.change(id, { headers: typed.value }) : null;
          }}
        />
        <TextField
          label="Additional fields"
          hint="JSON added to every request to this service; an agent’s own fields override it."
          kind="code"
          value={formatObject(extra)}
          placeholder="{ }"
          check={problemOf(parseObject)}
          onCommit={(text) => {
            const typed = parseObject(text);
            return typed.ok ? providers.change(id, { extra: typed.value }) : null;
          }}
        />
      </details>
      <div>
        <Button onClick={onRemove}>Remove {name}</Button>
      </div>
    </div>
  );
}

/** The key's state, and a field to enter a key, which never shows it. */
function Key({ provider, from }: Omit<ProviderProps, 'onRemove'>) {
  const { providers } = useAppSession();
  const { id, key, name } = provider;
  const [isReplacing, setIsReplacing] = useState(false);
  const wordsId = useId();
  const showsField = key === 'none' || isReplacing;
  const part = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focused element disappears when the key is set or deleted.
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    part.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [showsField, key]);
  return (
    <div ref={part} className={styles.key}>
      <div className={styles.label}>Key</div>
      <p id={wordsId} className={styles.words}>
        {formatKey(key)} {key === 'none' && from?.key}
      </p>
      {showsField && (
        <SecretField
          label={`Key for ${name}`}
          describedBy={wordsId}
          startsFocused={isReplacing || (from !== null && from.key !== null)}
          check={(secret) => (/^[\x21-\x7e]+$/.test(secret) ? null : 'A key has no spaces or accents.')}
          onCommit={async (secret) => {
            const reason = await providers.setKey(id, secret);
            if (reason === null) setIsReplacing(false);
            return reason;
          }}
        />
      )}
      {key !== 'none' && (
        <div className={styles.row}>
          <Button onClick={() => setIsReplacing(!isReplacing)}>
            {isReplacing ? 'Keep the current key' : 'Replace key'}
          </Button>
          <Button onClick={() => void providers.setKey(id, null)}>Delete key</Button>
        </div>
      )}
    </div>
  );
}

function problemOfAddress(text: string): string | null {
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:$/.test(url.protocol)) return 'An address must begin with https://';
  return null;
}
