import { HEADERS, HEADERS_HINT } from '../../../../ui-text/settings/providers.ts';
import type { ProviderSummary } from '../../../session/settings/providers-session.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { formatHeaders, parseHeaders, problemOf } from '../parse-settings.ts';

type Headers = ProviderSummary['headers'];

export interface HeadersFieldProps {
  readonly headers: Headers;
  /** @returns as `TextField`'s `onCommit` */
  onCommit(headers: Headers): Promise<string | null> | null;
}

/** The headers that a service is sent with every request. */
export function HeadersField({ headers, onCommit }: HeadersFieldProps) {
  return (
    <TextField
      label={HEADERS}
      hint={HEADERS_HINT}
      kind="code"
      value={formatHeaders(headers)}
      check={problemOf(parseHeaders)}
      onCommit={(text) => {
        const typed = parseHeaders(text);
        return typed.ok ? onCommit(typed.value) : null;
      }}
    />
  );
}
