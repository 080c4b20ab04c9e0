/** Log lines for a terminal. They never contain the writer's text or a key. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string, error?: unknown): void;
}

/** Writes one line per event, with the time in UTC. */
export function createLog(write: (line: string) => void): Log {
  const line = (level: string, message: string) =>
    write(`${new Date().toISOString()} ${level} ${message.replaceAll('\n', ' ')}\n`);
  return {
    info: (message) => line('info', message),
    warn: (message) => line('warn', message),
    error: (message, error) =>
      line('error', error instanceof Error ? `${message}: ${error.stack ?? error.message}` : message),
  };
}
