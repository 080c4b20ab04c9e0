import { continueAnswer, endAnswer, openAnswer, seamOfAnswer } from '../../core/answers/answer-start.ts';
import {
  type ContinuedText,
  endContinued,
  openContinued,
  readContinued,
  seamOfContinued,
} from '../../core/answers/continued-reply.ts';
import {
  continueReply,
  endReply,
  openReply,
  type ReplyFormat,
  seamOfReply,
} from '../../core/answers/reply-start.ts';
import { type AnswerBounds, AnswerText, type CommandAnswer } from '../../core/commands/answer-text.ts';
import type { TrimmedPrompt } from '../../core/context/seam.ts';
import { OutputReader } from '../../core/fences/output-reader.ts';
import type { ReplacedText } from '../../core/rewrites/offer-replacement.ts';
import { ReplacementReader } from '../../core/rewrites/replacement-reader.ts';
import type { Seam } from '../../core/tree/tree-node.ts';

/**
 * The use of an answer: it continues a document, it replaces a part of one or a prompt fence, it becomes a message of a
 * conversation, or it is an agent's message and commands in a turn. Any other answer is read as it is.
 */
export type AnswerPlace =
  | { readonly kind: 'document'; readonly prompt: TrimmedPrompt; readonly isChat: boolean }
  | { readonly kind: 'replacement'; readonly text: ReplacedText; readonly isChat: boolean }
  | { readonly kind: 'message'; readonly reply: ReplyFormat }
  | { readonly kind: 'commands'; readonly bounds: AnswerBounds }
  | { readonly kind: 'fence' }
  | { readonly kind: 'whole' };

/** Reads one answer while it streams, as the text to show. */
export interface AnswerReader {
  /** The text to show, which may be empty or arrive with a later chunk. */
  read(chunk: string): string;
  /** The text still held back at the end. @param isCut whether the answer may lack its end */
  end(isCut: boolean): string;
  /** Text trimmed and added so far. */
  readonly seam: Seam;
  /** True if nothing that still arrives belongs to the answer. */
  readonly isOver: boolean;
  /** The agent's message and commands, once the answer has ended; null for any other answer. */
  readonly commands: CommandAnswer | null;
}

export function openReader(place: AnswerPlace): AnswerReader {
  switch (place.kind) {
    case 'document':
      return documentReader(place);
    case 'replacement':
      return replacementReader(place);
    case 'message':
      return messageReader(place.reply);
    case 'commands':
      return commandReader(place.bounds);
    case 'fence':
      return fenceReader();
    case 'whole':
      return WHOLE;
  }
}

function commandReader(bounds: AnswerBounds): AnswerReader {
  const text = new AnswerText(bounds);
  let commands: CommandAnswer | null = null;
  return {
    read: (chunk) => text.read(chunk),
    end: (isCut) => {
      const rest = text.end(isCut);
      commands = text.answer();
      return rest;
    },
    get seam() {
      return { promptTrimmed: 0, answerTrimmed: 0, ranges: text.ranges };
    },
    get isOver() {
      return text.isOver;
    },
    get commands() {
      return commands;
    },
  };
}

/** Only an agent's turn reads an answer this way. */
const PLAIN = { isOver: false, commands: null } as const;

const WHOLE: AnswerReader = {
  ...PLAIN,
  seam: { promptTrimmed: 0, answerTrimmed: 0 },
  read: (chunk) => chunk,
  end: () => '',
};

function documentReader({ prompt, isChat }: Extract<AnswerPlace, { kind: 'document' }>): AnswerReader {
  let start = openAnswer(prompt, isChat);
  const shown = (next: ReturnType<typeof continueAnswer>) => {
    start = next.start;
    return next.text;
  };
  return {
    ...PLAIN,
    read: (chunk) => shown(continueAnswer(start, chunk)),
    end: () => shown(endAnswer(start)),
    get seam() {
      return seamOfAnswer(start);
    },
  };
}

function replacementReader({ text, isChat }: Extract<AnswerPlace, { kind: 'replacement' }>): AnswerReader {
  const reader = new ReplacementReader({ ...text, isChat });
  return {
    commands: null,
    read: (chunk) => reader.read(chunk),
    end: () => reader.end(),
    get seam() {
      return reader.seam;
    },
    get isOver() {
      return reader.isOver;
    },
  };
}

function fenceReader(): AnswerReader {
  const reader = new OutputReader();
  return {
    ...PLAIN,
    read: (chunk) => reader.read(chunk),
    end: () => '',
    get seam() {
      return reader.seam;
    },
  };
}

function continuedReader(continued: ContinuedText, name: string | null): AnswerReader {
  let state = openContinued(continued, name);
  const shown = (next: ReturnType<typeof readContinued>) => {
    state = next.state;
    return next.text;
  };
  return {
    ...PLAIN,
    read: (chunk) => shown(readContinued(state, chunk)),
    end: () => shown(endContinued(state)),
    get seam() {
      return seamOfContinued(state);
    },
  };
}

function messageReader(reply: ReplyFormat): AnswerReader {
  if (reply.continued !== undefined) return continuedReader(reply.continued, reply.name);
  let state = openReply(reply);
  const shown = (next: ReturnType<typeof continueReply>) => {
    state = next.state;
    return next.text;
  };
  return {
    ...PLAIN,
    read: (chunk) => shown(continueReply(state, chunk)),
    end: () => shown(endReply(state)),
    get seam() {
      return seamOfReply(state);
    },
  };
}
