import { useEffect, useId, useRef, useState } from 'react';
import {
  ADDRESS,
  KEEP_KEY,
  KEY,
  KEY_CHARACTERS,
  keyFor,
  REPLACE_KEY,
  SAVE_KEY,
} from '../../../../ui-text/settings/connect.ts';
import {
  A_SERVICE,
  ADDRESS_OF_SERVICE,
  DELETE_KEY,
  FIELDS,
  FIELDS_HINT,
  FORGET_REFUSED,
  FORGET_REFUSED_LABEL,
  MORE_FIELDS,
  NAME,
  NEW_ADDRESS,
  refusedBy,
  removeProvider,
} from '../../../../ui-text/settings/providers.ts';
import { useAppSession } from '../../../session/hooks.ts';
import { isFocusUnclaimed } from '../../../session/remember-focus.ts';
import { problemOfServiceAddress, warningOf } from '../../../session/settings/connect-model.ts';
import type { ProviderSummary } from '../../../session/settings/providers-session.ts';
import type { ServiceTemplate } from '../../../session/settings/service-templates.ts';
import { Button } from '../../../ui/Button.tsx';
import { SecretField } from '../../../ui/fields/SecretField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { formatObject, parseObject, problemOf, problemOfName } from '../parse-settings.ts';
import { ConnectionTest } from './ConnectionTest.tsx';
import { formatKey } from './format-provider.ts';
import { HeadersField } from './HeadersField.tsx';
import { ModelList } from './ModelList.tsx';
import styles from './Provider.module.css';

export interface ProviderProps {
  readonly provider: ProviderSummary;
  /** The template it was just set up from; null for a service that already existed. */
  readonly from: ServiceTemplate | null;
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
        label={NAME}
        value={name}
        check={(text) => problemOfName(text, A_SERVICE)}
        onCommit={(text) => providers.change(id, { name: text.trim() })}
      />
      <TextField
        label={ADDRESS}
        hint={warningOf(baseUrl) ?? (key === 'none' ? ADDRESS_OF_SERVICE : NEW_ADDRESS)}
        value={baseUrl}
        startsSelected={needsAddress}
        check={problemOfServiceAddress}
        onCommit={(text) => providers.change(id, { baseUrl: text.trim() })}
      />
      <Key provider={provider} from={from} />
      <ConnectionTest provider={provider} />
      <RefusedFieldsList provider={provider} />
      <ModelList provider={provider} />
      <details className={styles.more}>
        <summary>{MORE_FIELDS}</summary>
        <HeadersField headers={headers} onCommit={(typed) => providers.change(id, { headers: typed })} />
        <TextField
          label={FIELDS}
          hint={FIELDS_HINT}
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
        <Button onClick={onRemove}>{removeProvider(name)}</Button>
      </div>
    </div>
  );
}

/** Fields that the service refused in requests to its models, and is no longer sent. */
function RefusedFieldsList({ provider: { id, refusedFields } }: Pick<ProviderProps, 'provider'>) {
  const { providers } = useAppSession();
  const models = Object.entries(refusedFields).filter(([, fields]) => Object.keys(fields).length > 0);
  if (models.length === 0) return null;
  return (
    <div>
      {models.map(([model, fields]) => (
        <p key={model} className={styles.words}>
          {refusedBy(model, fields)}
        </p>
      ))}
      <Button variant="quiet" label={FORGET_REFUSED_LABEL} onClick={() => void providers.forgetRefused(id)}>
        {FORGET_REFUSED}
      </Button>
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
    if (!isFocusUnclaimed()) return;
    part.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [showsField, key]);
  return (
    <div ref={part} className={styles.key}>
      <div className={styles.label}>{KEY}</div>
      <p id={wordsId} className={styles.words}>
        {formatKey(key)} {key === 'none' && from?.key}
      </p>
      {showsField && (
        <SecretField
          label={keyFor(name)}
          describedBy={wordsId}
          action={SAVE_KEY}
          startsFocused={isReplacing || (from !== null && from.key !== null)}
          check={(secret) => (/^[\x21-\x7e]+$/.test(secret) ? null : KEY_CHARACTERS)}
          onCommit={async (secret) => {
            const reason = await providers.setKey(id, secret);
            if (reason === null) setIsReplacing(false);
            return reason;
          }}
        />
      )}
      {key !== 'none' && (
        <div className={styles.row}>
          <Button onClick={() => setIsReplacing(!isReplacing)}>{isReplacing ? KEEP_KEY : REPLACE_KEY}</Button>
          <Button onClick={() => void providers.setKey(id, null)}>{DELETE_KEY}</Button>
        </div>
      )}
    </div>
  );
}
