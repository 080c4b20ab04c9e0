import { useCallback, useRef, useState } from 'react';
import type { LinkQuery } from '../../editor/index.ts';

/** The link that is being typed in a text, and how its list is closed, which then stays so for that link. */
export function useLinkQuery() {
  const [query, setQuery] = useState<LinkQuery | null>(null);
  const latest = useRef<LinkQuery>(null);
  const closedAt = useRef<number | null>(null);
  const onQuery = useCallback((typed: LinkQuery | null) => {
    latest.current = typed;
    if (typed?.from !== closedAt.current) closedAt.current = null;
    setQuery(closedAt.current === null ? typed : null);
  }, []);
  const close = useCallback(() => {
    closedAt.current = latest.current?.from ?? null;
    setQuery(null);
  }, []);
  return { query, onQuery, close };
}
