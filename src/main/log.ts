import { redact } from './support/redact.ts';

/** Log lines for a terminal. They never contain the writer's text or a key. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string, error?: unknown): void;
}

/** The log of the program itself. */
export interface KeptLog extends Log {
  /** Also writes every line from now on to `write`, redacted: for a log that is kept, and perhaps sent to others. */
  keep(write: (line: string) => void): void;
}

/** Writes one line per event, with the time in UTC. */
export function createLog(write: (line: string) => void): KeptLog {
  let keep: (line: string) => void = () => undefined;
  const line = (level: string, message: string) => {
    const begin = `${new Date().toISOString()} ${level}`;
    write(`${begin} ${message.replaceAll('\n', ' ')}\n`);
    keep(`${begin} ${redact(message).replaceAll('\n', ' ')}\n`);
  };
  return {
    info: (message) => line('info', message),
    warn: (message) => line('warn', message),
    error: (message, error) =>
      line('error', error instanceof Error ? `${message}: ${error.stack ?? error.message}` : message),
    keep: (next) => {
      keep = next;
    },
  };
}
