import { onTestFinished } from 'vitest';
import { type Answering, Wire } from './wire.ts';

export * from './wire.ts';

/** A `Wire` for one Vitest test, closed when the test ends. */
export class WireServer extends Wire {
  static async start(...answers: readonly Answering[]): Promise<WireServer> {
    const server = new WireServer(answers);
    await server.listen();
    onTestFinished(() => server.close());
    return server;
  }
}
