import { useCallback, useEffect, useRef } from 'react';
import type { AgentId } from '../../../core/ids.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import { createMessageEditor, type MessageEditor, type SuggestionList } from '../../editor/index.ts';
import type { TextBox } from '../../session/dialogue/text-box.ts';
import { useAppSession, useDialogueDesk } from '../../session/hooks.ts';
import { type LinkKeys, LinkList } from '../links/LinkList.tsx';
import { useLinkQuery } from '../links/use-link-query.ts';
import { REFUSALS, refusedFileNotice } from '../refused-text.ts';

export interface BoxEditorProps {
  readonly box: TextBox;
  /** The name of the text box. */
  readonly label: string;
  readonly placeholder?: string;
  readonly agents: readonly Agent[];
  readonly writerId: AgentId;
  readonly nonce: string;
  readonly className: string | undefined;
  /** A list that the keyboard chooses from; none by default. */
  readonly suggestions?: SuggestionList | null;
  /** The editor takes the keyboard when it appears. */
  readonly takesFocus: boolean;
  /** Text came in otherwise than by typing. */
  onPasted?(): void;
  /** A key before the editor's own; true if it was handled. Not called while composing. */
  onKeyDown(event: KeyboardEvent, editor: MessageEditor): boolean;
}

/** The editor of the composer or of an open edit. The text stays in its box when the editor leaves the screen. */
export function BoxEditor(props: BoxEditorProps) {
  const { box, label, placeholder, agents, writerId, nonce, className, takesFocus } = props;
  const { conversation, tree } = useDialogueDesk();
  const session = useAppSession();
  const host = useRef<HTMLDivElement>(null);
  const shown = useRef<MessageEditor>(null);
  const { query, onQuery, close } = useLinkQuery();
  const linkKeys = useRef<LinkKeys>(null);
  const latest = useRef({ agents, onKeyDown: props.onKeyDown, onPasted: props.onPasted, takesFocus });
  latest.current = { agents, onKeyDown: props.onKeyDown, onPasted: props.onPasted, takesFocus };

  useEffect(() => {
    const parent = host.current;
    if (parent === null) return;
    const preferred = () => ({
      ...session.preferences.get(),
      spellingLanguage: session.spelling.languageOf(tree.treeId),
      ownWords: session.spelling.accepted.get(),
    });
    const editor: MessageEditor = createMessageEditor({
      parent,
      content: box.content,
      state: box.state,
      label,
      ...(placeholder === undefined ? {} : { placeholder }),
      writerId,
      authors: latest.current.agents,
      preferences: preferred(),
      checkWords: (words) => session.spelling.checkWords(tree.treeId, words),
      nonce,
      readOnly: tree.isReadOnly,
      onChange: (splices, content) => conversation.onTyped(box, splices, content),
      onPasted: () => latest.current.onPasted?.(),
      onKeyDown: (event) => linkKeys.current?.(event) === true || latest.current.onKeyDown(event, editor),
      links: {
        read: (links) => session.links.read(tree.treeId, links),
        follow: (link) => void session.links.follow(tree.treeId, link),
      },
      onLinkQuery: onQuery,
      onFocus: () => conversation.onBoxFocus(box),
      onRefused: (refused) => session.notices.showOnce(REFUSALS[refused]),
      onFileRefused: (name) => session.notices.show(refusedFileNotice(name)),
    });
    shown.current = editor;
    const detach = box.attach(editor);
    if (latest.current.takesFocus) {
      editor.focus();
      if (box.nodeId !== null) editor.moveCaretToEnd();
    }
    const stops = [
      session.preferences.subscribe(() => editor.setPreferences(preferred())),
      session.spelling.accepted.subscribe(() => editor.setPreferences(preferred())),
      session.scene.subscribe(() => editor.refreshLinks()),
    ];
    return () => {
      for (const stop of stops) stop();
      detach();
      shown.current = null;
      editor.destroy();
    };
  }, [box, label, placeholder, writerId, nonce, conversation, tree, session, onQuery]);

  useEffect(() => shown.current?.setAuthors(agents), [agents]);
  const { suggestions = null } = props;
  useEffect(() => shown.current?.setSuggestions(suggestions), [suggestions]);
  const onOption = useCallback(
    (list: SuggestionList | null) => shown.current?.setSuggestions(list ?? suggestions),
    [suggestions],
  );

  return (
    <>
      <div ref={host} className={className} />
      {query !== null && (
        <LinkList
          treeId={tree.treeId}
          query={query}
          isStory={false}
          keys={linkKeys}
          onOption={onOption}
          onTake={(text) => shown.current?.completeLink(text)}
          onClose={close}
        />
      )}
    </>
  );
}
