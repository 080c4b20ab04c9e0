import { APP_ORIGIN } from './protocol.ts';

/** Where the windows' page comes from, and the one origin whose messages are answered. */
export interface Page {
  readonly origin: string;
  readonly address: string;
}

/**
 * The built renderer; or, while developing, the development server on this machine, which has a policy of its own.
 * @param developmentServer undefined in a packaged program, whatever its environment says
 */
export function findPage(developmentServer: string | undefined): Page {
  const origin = developmentServer === undefined ? APP_ORIGIN : new URL(developmentServer).origin;
  return { origin, address: `${origin}/index.html` };
}
