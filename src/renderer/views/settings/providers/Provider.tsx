import { useEffect, useId, useRef, useState } from 'react';
import { useAppSession } from '../../../session/hooks.ts';
import type { ProviderSummary } from '../../../session/settings/providers-session.ts';
import { Button } from '../../../ui/Button.tsx';
import { SecretField } from '../../../ui/fields/SecretField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { headersText, objectText, problemOf, typedHeaders, typedObject } from '../typed-settings.ts';
import { ConnectionTest } from './ConnectionTest.tsx';
import { formatKey } from './format-provider.ts';
import { ModelsOf } from './ModelsOf.tsx';
import styles from './Provider.module.css';
import type { ProviderTemplate } from './templates.ts';

export interface ProviderProps {
  readonly provider: ProviderSummary;
  /** What it was set up from just now; null for one that was there. */
  readonly from: ProviderTemplate | null;
  onRemove(): void;
}

/** One service: how it is reached, its key, what it can do and its models. Every change counts at once. */
export function Provider({ provider, from, onRemove }: ProviderProps) {
  const { providers } = useAppSession();
  const { id, name, baseUrl, headers, extra, key } = provider;
  const isToBeNamed = from !== null && from.key === null;
  return (
    <div className={styles.provider}>
      <TextField
        label="Name"
        value={name}
        check={(text) => (text.trim() === '' ? 'A service has a name.' : null)}
        onCommit={(text) => providers.change(id, { name: text.trim() })}
      />
      <TextField
        label="Address"
        hint={
          key === 'none'
            ? 'Where the service is reached, as a rule ending in /v1.'
            : 'A key belongs to its address: another address forgets it.'
        }
        value={baseUrl}
        startsSelected={isToBeNamed}
        check={problemOfAddress}
        onCommit={(text) => providers.change(id, { baseUrl: text.trim() })}
      />
      <Key provider={provider} from={from} />
      <ConnectionTest provider={provider} />
      <ModelsOf provider={provider} />
      <details className={styles.more}>
        <summary>Headers and further fields</summary>
        <TextField
          label="Headers"
          hint="Sent with every request; Name: value, one a line. No place for a key."
          kind="code"
          value={headersText(headers)}
          check={problemOf(typedHeaders)}
          onCommit={(text) => {
            const typed = typedHeaders(text);
            return typed.ok ? providers.change(id, { headers: typed.value }) : null;
          }}
        />
        <TextField
          label="Further fields"
          hint="JSON that goes into every request to this service; an agent’s own counts before it."
          kind="code"
          value={objectText(extra)}
          placeholder="{ }"
          check={problemOf(typedObject)}
          onCommit={(text) => {
            const typed = typedObject(text);
            return typed.ok ? providers.change(id, { extra: typed.value }) : null;
          }}
        />
      </details>
      <div>
        <Button onClick={onRemove}>Take away {name}</Button>
      </div>
    </div>
  );
}

/** The key's state in words, and a field to give one, which never shows it. */
function Key({ provider, from }: Omit<ProviderProps, 'onRemove'>) {
  const { providers } = useAppSession();
  const { id, key, name } = provider;
  const [isReplacing, setIsReplacing] = useState(false);
  const wordsId = useId();
  const isAsked = key === 'none' || isReplacing;
  const part = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what had the keyboard goes when the key comes or goes.
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    part.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [isAsked, key]);
  return (
    <div ref={part} className={styles.key}>
      <div className={styles.label}>Key</div>
      <p id={wordsId} className={styles.words}>
        {formatKey(key)} {key === 'none' && from?.key}
      </p>
      {isAsked && (
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
            {isReplacing ? 'Leave the key as it is' : 'Replace the key'}
          </Button>
          <Button onClick={() => void providers.setKey(id, null)}>Forget the key</Button>
        </div>
      )}
    </div>
  );
}

function problemOfAddress(text: string): string | null {
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:$/.test(url.protocol)) return 'An address begins with https://';
  return null;
}
