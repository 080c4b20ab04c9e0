import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import type { NodeId, TreeId } from '../../../core/ids.ts';
import { findCode } from '../../../core/links/code-ranges.ts';
import { findOpenLink } from '../../../core/links/open-link.ts';
import { findLinks } from '../../../core/links/text-links.ts';
import type { SuggestionList } from '../../editor/index.ts';
import { useAppSession } from '../../session/hooks.ts';
import { type LinkKeys, LinkList } from './LinkList.tsx';
import { useLinkQuery } from './use-link-query.ts';

/**
 * Links in a plain field, as in a document (`documents.md`, *Links*): the list after `[[`, and following the link at the caret.
 * @param nodeId the text that is edited, by whose time its names are read; null for a new one
 */
export function useFieldLinks(
  field: RefObject<HTMLTextAreaElement | null>,
  treeId: TreeId,
  nodeId: NodeId | null,
) {
  const { links } = useAppSession();
  const { query, onQuery, close } = useLinkQuery();
  const keys = useRef<LinkKeys>(null);
  const [option, setOption] = useState<SuggestionList | null>(null);

  // Only typing opens the list, not a caret that comes by.
  const report = (isTyped: boolean) => {
    const area = field.current;
    if (area === null || (query === null && !isTyped)) return;
    const open = findOpenLink(area.value, area.selectionEnd);
    const isCode = findCode(area.value).some(
      ({ from, to }) => open !== null && from <= open.from && open.from < to,
    );
    const { left, top, height } = area.getBoundingClientRect();
    onQuery(open === null || isCode ? null : { ...open, rect: { left, top, width: 0, height } });
  };
  const take = (text: string) => {
    const area = field.current;
    if (area === null || query === null) return;
    const { value, selectionEnd } = area;
    const end = value.startsWith(']]', selectionEnd) ? selectionEnd + 2 : selectionEnd;
    area.setSelectionRange(query.from, end);
    // The field's own undo takes it back.
    document.execCommand('insertText', false, text);
    onQuery(null);
  };
  const follow = (): boolean => {
    const area = field.current;
    const caret = area?.selectionEnd ?? 0;
    const link = findLinks(area?.value ?? '').find(({ from, to }) => from <= caret && caret <= to);
    if (link === undefined) return false;
    const { name, section, localId, passage } = link;
    void links.follow(treeId, { nodeId, name, section, localId, passage });
    return true;
  };

  const list: ReactNode = query !== null && (
    <LinkList
      treeId={treeId}
      query={query}
      isStory={false}
      keys={keys}
      onOption={setOption}
      onTake={take}
      onClose={close}
    />
  );
  return {
    list,
    /** Of the field. */
    props: {
      'aria-autocomplete': 'list',
      'aria-controls': option?.listId,
      'aria-activedescendant': option?.optionId,
      onInput: () => report(true),
      onSelect: () => report(false),
      onBlur: () => onQuery(null),
      onClick: (event: MouseEvent) => {
        if (event.ctrlKey || event.metaKey) follow();
      },
    } as const,
    /** Returns true if the key was for a link. */
    onKeyDown: (event: KeyboardEvent): boolean =>
      keys.current?.(event.nativeEvent) === true || (event.key === 'F12' && follow()),
  };
}
