import { useMemo, useRef } from 'react';
import type { Agent } from '../../../../core/tree/agent.ts';
import { joinTexts } from '../../../session/dialogue/join-texts.ts';
import { seamsOf } from '../../../session/dialogue/message-rows.ts';
import type { PathNode } from '../../../surface.ts';
import { MessageText } from '../MessageText.tsx';
import { useStreamed } from './use-streamed.ts';

export interface PartsTextProps {
  /** In the order of the path; none if all of it streams. */
  readonly parts: readonly PathNode[];
  /** The text that streams after them; empty for none. */
  readonly streamed: string;
  readonly agents: readonly Agent[];
}

/** The text of parts of a message that follow one another, joined as models are sent it, with a mark where each begins. */
export function PartsText({ parts, streamed: arrived, agents }: PartsTextProps) {
  const streamed = useStreamed(arrived);
  const same = useSameList(parts);
  const { text, spans, seams } = useMemo(
    () => ({ ...joinTexts(same), seams: seamsOf(same.map((part) => part.text)) }),
    [same],
  );
  // The same list when what streamed has become a part.
  const all = useSameList(same.length === 0 ? seams : [...seams, ...seamsOf([text, streamed])]);
  const author = spans.at(-1)?.agent;
  return (
    <MessageText
      text={text + streamed}
      // Streaming text is by the last author; where one author wrote all of it, the spans do not matter.
      spans={
        streamed === '' || author === undefined
          ? spans
          : [...spans, { agent: author, length: streamed.length }]
      }
      seams={all}
      agents={agents}
      at={parts[0]?.positionId ?? null}
    />
  );
}

/** The list of the last time if it is the same: what is laid out for it stays while a part streams after it. */
function useSameList<T>(list: readonly T[]): readonly T[] {
  const known = useRef(list);
  const isSame =
    known.current.length === list.length && list.every((item, index) => item === known.current[index]);
  if (!isSame) known.current = list;
  return known.current;
}
