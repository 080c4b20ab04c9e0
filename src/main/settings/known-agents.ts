import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { AgentId, GroveId, Sha256 } from '../../core/ids.ts';
import type { SettingsTrouble } from '../../ipc/preferences.ts';
import { KNOWN_AGENTS_NOT_SAVED, KNOWN_AGENTS_UNREADABLE } from '../../ui-text/settings-file.ts';
import { reasonNotWritten } from './settings-file.ts';
import { writePrivateFile } from './write-private-file.ts';

const digest = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{64}$/),
  v.transform((text) => text as Sha256),
);
const fileSchema = v.object({
  /** Paths of groves that were on this computer before it kept agents and have not been opened since. */
  earlierGroves: v.array(v.string()),
  /** By grove and agent. */
  agents: v.record(v.string(), v.record(v.string(), digest)),
});

type Kept = v.InferOutput<typeof fileSchema>;

export interface KnownAgentsOptions {
  /** Path of `known-agents.json`. */
  readonly path: string;
  /** The recent groves: all were on this computer before it kept agents, if it has kept none. */
  readonly recentGroves: readonly string[];
  /** Called when the file could not be read, so that agents must be confirmed again, or could not be written. */
  onTrouble(trouble: SettingsTrouble): void;
}

/** The agents that were made, changed or confirmed on this computer, in a file of their own (`security.md`). */
export class KnownAgents {
  readonly #path: string;
  readonly #onTrouble: (trouble: SettingsTrouble) => void;
  #kept: Kept = { earlierGroves: [], agents: {} };

  constructor({ path, recentGroves, onTrouble }: KnownAgentsOptions) {
    this.#path = path;
    this.#onTrouble = onTrouble;
    if (!existsSync(path)) {
      this.#save({ earlierGroves: [...recentGroves], agents: {} });
      return;
    }
    try {
      this.#kept = v.parse(fileSchema, JSON.parse(readFileSync(path, 'utf8')));
    } catch (error) {
      onTrouble({ sentence: KNOWN_AGENTS_UNREADABLE, detail: String(error) });
    }
  }

  /** The digest under which an agent of a grove is known; undefined for one that is not. */
  find(grove: GroveId, agent: AgentId): Sha256 | undefined {
    const known = this.#of(grove);
    return Object.hasOwn(known, agent) ? known[agent] : undefined;
  }

  /** Keeps agents of a grove, in place of its earlier ones. */
  keep(grove: GroveId, agents: ReadonlyMap<AgentId, Sha256>): void {
    const isNew = [...agents].some(([id, digest]) => this.find(grove, id) !== digest);
    if (isNew) this.#set(grove, { ...this.#of(grove), ...Object.fromEntries(agents) });
  }

  /** A grove that this program makes of another one, or of a part of it, has agents that are known there. */
  copy(from: GroveId, to: GroveId): void {
    const known = this.#of(from);
    if (Object.keys(known).length > 0) this.#set(to, { ...known, ...this.#of(to) });
  }

  /** True if the grove was on this computer before it kept agents; a path counts once. @param paths of its file */
  adopts(paths: readonly string[]): boolean {
    const { earlierGroves } = this.#kept;
    const left = earlierGroves.filter((path) => !paths.includes(path));
    if (left.length === earlierGroves.length) return false;
    this.#save({ ...this.#kept, earlierGroves: left });
    return true;
  }

  #of(grove: GroveId): Readonly<Record<string, Sha256>> {
    const { agents } = this.#kept;
    return (Object.hasOwn(agents, grove) ? agents[grove] : undefined) ?? {};
  }

  #set(grove: GroveId, agents: Record<string, Sha256>): void {
    this.#save({ ...this.#kept, agents: { ...this.#kept.agents, [grove]: agents } });
  }

  /** Values that cannot be written hold until the program ends. */
  #save(kept: Kept): void {
    this.#kept = kept;
    try {
      writePrivateFile(this.#path, `${JSON.stringify(kept, null, 2)}\n`);
    } catch (error) {
      this.#onTrouble({ sentence: KNOWN_AGENTS_NOT_SAVED, detail: reasonNotWritten(error) });
    }
  }
}
