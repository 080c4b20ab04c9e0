/** The trace of a conversation as a file for people (`agents.md`, *The trace*). */
import { approvalText, outcomeMark, type TurnUse, textOfUse, turnLabel } from './agents/turns.ts';

interface TracedAction {
  readonly line: string;
  readonly approval: string | null;
  readonly outcome: string | null;
  readonly result: string | null;
}

interface TracedTurn extends TurnUse {
  readonly number: number;
  /** The agent's name; null if the grove has it no more. */
  readonly agent: string | null;
  readonly startedAt: number;
  /** Beginning of the message that it answers. */
  readonly message: string;
  readonly actions: readonly TracedAction[];
}

/** The title of a trace, from that of its conversation. */
export function traceTitle(title: string): string {
  return `Trace of ${title}`;
}

/**
 * A trace as Markdown: a heading for each turn, and its lines and results as they were, in fences that no text in them ends.
 * @param turns newest first
 */
export function traceAsMarkdown(title: string, turns: readonly TracedTurn[]): string {
  return [`# ${oneLine(title)}\n`, ...turns.map(turnAsMarkdown)].join('\n');
}

function turnAsMarkdown(turn: TracedTurn): string {
  const { number, agent, actions, startedAt, message } = turn;
  const heading = `## ${oneLine(turnLabel(number, agent ?? 'Unknown', actions.length))}\n`;
  const about = `${new Date(startedAt).toISOString()} · ${textOfUse(turn)}\n`;
  const answered = message === '' ? [] : [`> ${oneLine(message)}\n`];
  return [heading, about, ...answered, ...actions.map(actionAsMarkdown)].join('\n');
}

function actionAsMarkdown({ line, approval, outcome, result }: TracedAction): string {
  const said = approvalText(approval);
  const above = `${outcomeMark(outcome)}${said === '' ? '' : ` ${said}`}`;
  return `${above}\n\n${fenced(result === null || result === '' ? line : `${line}\n\n${result}`)}\n`;
}

/** With a fence longer than any in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#]/g, '\\$&');
}
