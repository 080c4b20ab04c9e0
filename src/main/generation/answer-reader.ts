import { continueAnswer, endAnswer, openAnswer, seamOfAnswer } from '../../core/context/answer-start.ts';
import {
  continueReply,
  endReply,
  openReply,
  type ReplyFormat,
  seamOfReply,
} from '../../core/context/reply-start.ts';
import type { TrimmedPrompt } from '../../core/context/seam.ts';
import type { Seam } from '../../core/tree/tree-node.ts';

/** What an answer is read for: it continues a document, or it becomes a message of a conversation. */
export type AnswerPlace =
  | { readonly kind: 'document'; readonly prompt: TrimmedPrompt; readonly isChat: boolean }
  | { readonly kind: 'message'; readonly reply: ReplyFormat };

/** Reads one answer while it streams, as the text to show. */
export interface AnswerReader {
  /** The text to show, which may be empty or arrive with a later chunk. */
  read(chunk: string): string;
  /** The text still held back at the end. */
  end(): string;
  /** What was trimmed and added so far. */
  readonly seam: Seam;
}

export function openReader(place: AnswerPlace): AnswerReader {
  return place.kind === 'document' ? documentReader(place) : messageReader(place.reply);
}

function documentReader({ prompt, isChat }: Extract<AnswerPlace, { kind: 'document' }>): AnswerReader {
  let start = openAnswer(prompt, isChat);
  const shown = (next: ReturnType<typeof continueAnswer>) => {
    start = next.start;
    return next.text;
  };
  return {
    read: (chunk) => shown(continueAnswer(start, chunk)),
    end: () => shown(endAnswer(start)),
    get seam() {
      return seamOfAnswer(start);
    },
  };
}

function messageReader(reply: ReplyFormat): AnswerReader {
  let state = openReply(reply);
  const shown = (next: ReturnType<typeof continueReply>) => {
    state = next.state;
    return next.text;
  };
  return {
    read: (chunk) => shown(continueReply(state, chunk)),
    end: () => shown(endReply(state)),
    get seam() {
      return seamOfReply(state);
    },
  };
}
