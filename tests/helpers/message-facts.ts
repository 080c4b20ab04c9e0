import Database from 'better-sqlite3';

/** A message of a conversation in a grove's file, read with SQL independently of the program. */
export interface MessageFacts {
  readonly author: string;
  readonly text: string;
  /** The text that its author had in front of them; empty for a first message. */
  readonly after: string;
  /** The text that it is an edit of; null for none. */
  readonly editOf: string | null;
  /** It is a version of the message it is an edit of, so that what follows continues both. */
  readonly isVersion: boolean;
  /** Number of its characters that others wrote, in UTF-16 code units. */
  readonly byOthers: number;
}

/** The messages of a grove's conversations, in the order in which they were stored. */
export function readMessages(path: string): readonly MessageFacts[] {
  const database = new Database(path, { readonly: true, fileMustExist: true, timeout: 2_000 });
  try {
    return database
      .prepare<[], Omit<MessageFacts, 'isVersion'> & { readonly isVersion: 0 | 1 }>(
        `select agent.name as author, node.text, coalesce(origin.text, '') as after, edited.text as editOf,
                node.key <> node.position_key as isVersion,
                coalesce((select sum(run.value ->> 1) from json_each(node.authorship) as run
                          where run.value ->> 0 <> node.author_agent_key), 0) as byOthers
         from node
         join loom_tree as tree on tree.key = node.loom_tree_key and tree.mode = 'dialogue'
         join agent on agent.key = node.author_agent_key
         join edge on edge.target_node_key = node.key
         join edge_source as source on source.edge_key = edge.key and source.role = 'primary'
         join node as origin on origin.key = source.origin_node_key
         left join node as edited on edited.key = node.edited_from_key
         order by node.key`,
      )
      .all()
      .map((row) => ({ ...row, isVersion: row.isVersion === 1 }));
  } finally {
    database.close();
  }
}
