import { APP_ORIGIN } from './protocol.ts';

/** The address of the windows' page, and the only origin whose messages are answered. */
export interface Page {
  readonly origin: string;
  readonly address: string;
}

/**
 * The built renderer or, in development, the local development server, which sets its own content security
 * policy.
 * @param developmentServer undefined in a packaged program, regardless of the environment
 */
export function findPage(developmentServer: string | undefined): Page {
  const origin = developmentServer === undefined ? APP_ORIGIN : new URL(developmentServer).origin;
  return { origin, address: `${origin}/index.html` };
}
