"""Verifies groves: python3 verify_grove.py FILE.aspen ...

Written from format.md alone, with nothing but Python's standard library. It opens files read-only, says what does not
match its hash or the log, and exits with 1 if anything does not; with 2 if a file cannot be read. Close a grove first,
or check a copy.
"""

import gzip
import hashlib
import json
import os
import re
import sqlite3
import sys
import urllib.parse
from datetime import datetime, timedelta

APPLICATION_ID = 0x4173706E
# The first with "STRICT" tables and "->>".
OLDEST_SQLITE = (3, 38, 0)
# As in the hash of an answer's record.
ANSWER_COLUMNS = (
    "id",
    "provider",
    "request_id",
    "model_identifier",
    "request",
    "body_sha256",
    "requested_at",
    "responded_at",
    "latency_ms",
    "token_usage",
    "created_at",
    "redacted",
    "decoded",
)


# What a row of the log may be.
KINDS = {
    "tree-create",
    "tree-update",
    "commit",
    "generate",
    "split",
    "branch-edit",
    "annotate",
    "metadata",
    "agent",
    "import",
    "merge",
    "turn",
    "turn-undo",
    "link",
    "summary",
}

HALF_OF_PAIR = re.compile("[\ud800-\udfff]")


def texts_of(body, choice):
    """The joined texts of one choice of an answer: an event stream, or JSON."""
    said = body.decode("utf-8", "replace")
    if said.lstrip().startswith("{"):
        events = [said]
    else:
        events = [line[5:].strip() for line in said.splitlines() if line.startswith("data:")]
    text = ""
    for event in events:
        try:
            choices = json.loads(event).get("choices") or []
        except (ValueError, AttributeError):
            continue
        for place, one in enumerate(choices):
            if one.get("index", place) == choice:
                part = one.get("delta") or one.get("message") or {}
                text += one.get("text") or part.get("content") or ""
    return text


def parts_of(body, choice, ranges):
    """What each range of an answer has, in UTF-16 code units of its text with line ends as \\n."""
    text = texts_of(body, choice).replace("\r\n", "\n").replace("\r", "\n").encode("utf-16-le", "surrogatepass")
    return [text[2 * one["from"] : 2 * one["to"]].decode("utf-16-le", "surrogatepass") for one in ranges]


def text_of_turn(body, choice, ranges):
    """The text of a node with seam.ranges, from the bytes of the answer it came in (format.md, The record of one node)."""
    return "".join(parts_of(body, choice, ranges))


def is_rewrite_of(text, edited, body, choice, seam):
    """Whether a node with seam.ranges that have "at" is that text, edited: its runs are in the answer, all else was there."""
    kept, reached = b"", 0
    units = text.encode("utf-16-le", "surrogatepass")
    ranges = seam["ranges"]
    for number, (one, part) in enumerate(zip(ranges, parts_of(body, choice, ranges))):
        run = part.encode("utf-16-le", "surrogatepass")
        start, end = 2 * one["at"], 2 * one["at"] + len(run)
        if number == 0:
            added = ("\n" * seam.get("breaksAdded", 0) + " " * bool(seam.get("spaceAdded"))).encode("utf-16-le")
            start, run = start - len(added), added + run
        if number == len(ranges) - 1:
            added = (" " * bool(seam.get("spaceAddedAfter")) + "\n" * seam.get("breaksAddedAfter", 0)).encode("utf-16-le")
            end, run = end + len(added), run + added
        if start < reached or units[start:end] != run:
            return False
        kept, reached = kept + units[reached:start], end
    kept = (kept + units[reached:]).decode("utf-16-le", "surrogatepass")
    before = iter(edited)
    return all(one in before for one in kept)


def text_sent(request, name, texts):
    """The "prompt" or the "suffix" of a request, from the texts of nodes by their ids (format.md, The record of one node)."""
    sent = b""
    for piece in request[name]["pieces"]:
        if "node" in piece:
            text = texts[piece["node"]].encode("utf-16-le", "surrogatepass")
            sent += text[2 * piece["from"] : 2 * piece["to"]]
        else:
            sent += piece["text"].encode("utf-16-le", "surrogatepass")
    return sent[: len(sent) - 2 * request[name]["trimmed"]].decode("utf-16-le", "surrogatepass")


class Unreadable(Exception):
    """The file cannot be checked."""


def sha256(data):
    return hashlib.sha256(data if isinstance(data, bytes) else data.encode("utf-8")).hexdigest()


def canonical(value):
    """The one way to write a JSON value (format.md, Hashes)."""
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(canonical(name) + ":" + canonical(value[name]) for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    # JSON escapes half of a surrogate pair, which no encoding of Unicode has.
    return HALF_OF_PAIR.sub(lambda half: f"\\u{ord(half[0]):04x}", json.dumps(value, ensure_ascii=False))


def well_formed(value):
    """A JSON value as the columns of a file store its strings: with U+FFFD for half of a surrogate pair."""
    if isinstance(value, str):
        return HALF_OF_PAIR.sub("\ufffd", value)
    if isinstance(value, list):
        return [well_formed(one) for one in value]
    if isinstance(value, dict):
        return {well_formed(name): well_formed(one) for name, one in value.items()}
    return value


def hash_of(value):
    return sha256(canonical(value))


def iso_time(milliseconds):
    time = datetime(1970, 1, 1) + timedelta(milliseconds=milliseconds)
    return time.isoformat(timespec="milliseconds") + "Z"


def utf16_length(text):
    return len(text.encode("utf-16-le")) // 2


def open_grove(path):
    if not os.path.exists(path):
        raise Unreadable("there is no such file")
    real = os.path.realpath(path)
    journal = real + "-journal"
    if os.path.exists(journal) and os.path.getsize(journal) > 0:
        raise Unreadable(f"{journal} was left by a crash: open the grove in the program first")
    grove = sqlite3.connect(f"file:{urllib.parse.quote(real)}?mode=ro", uri=True)
    grove.row_factory = sqlite3.Row
    if grove.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise Unreadable("it is not a grove")
    return grove


class Check:
    """One pass over everything in a grove that a hash covers."""

    def __init__(self, grove):
        self.grove = grove
        self.faults = []
        self.agents = {row["key"]: row["id"] for row in grove.execute("SELECT key, id FROM agent")}
        self.log = []
        self.known_unverified = set()
        self.bodies = {}
        self.ids = {}

    def fault(self, what):
        self.faults.append(what)

    def run(self):
        self.check_log()
        self.check_answers()
        self.check_nodes()
        self.check_agents_and_trees()
        self.check_metadata()
        self.check_splits()
        self.check_conversations()
        self.check_records_of_answers()
        self.check_anchors()
        self.check_links()
        self.check_names()
        self.check_summaries()
        self.check_tags()
        self.check_turns()
        self.check_drafts()

    def check_log(self):
        parent = None
        for number, row in enumerate(self.grove.execute("SELECT * FROM log ORDER BY seq"), start=1):
            seq = row["seq"]
            if seq != number:
                self.fault(f"row {number} of the log is missing")
                return
            entry = json.loads(row["entry"])
            if row["parent_hash"] != parent:
                self.fault(f"row {seq} of the log does not follow the row before it")
            time, agent = iso_time(row["created_at"]), self.agents.get(row["agent_key"])
            if hash_of(["aspen-log-1", seq, row["parent_hash"], time, agent, row["kind"], entry]) != row["hash"]:
                self.fault(f"row {seq} of the log does not match its hash")
            if row["kind"] not in KINDS:
                self.fault(f"row {seq} of the log is of no known kind")
            parent = row["hash"]
            entry = well_formed(entry)
            self.log.append((seq, row["kind"], entry))
            details = entry.get("details", {})
            if details.get("recovered"):
                self.known_unverified.update(details.get("unverified", []))
        head = self.grove.execute("SELECT log_seq, log_hash FROM grove").fetchone()
        if (head["log_seq"], head["log_hash"]) != (len(self.log), parent):
            self.fault("the log does not end where the grove says")

    def check_answers(self):
        for row in self.grove.execute("SELECT * FROM raw_api_response"):
            body = row["response_body"]
            self.bodies[row["key"]] = row["body_sha256"]
            if body is None:
                continue
            try:
                received = gzip.decompress(body) if row["compression"] == "gzip" else bytes(body)
            except (OSError, EOFError, ValueError):
                received = None
            if received is None or sha256(received) != row["body_sha256"]:
                self.fault(f"answer {row['id']} does not match its hash")

    def lasting_rows(self):
        """The rows of the log but those about trees that were deleted later."""
        deleted = {entry["tree"]: seq for seq, _, entry in self.log if entry.get("deleted")}
        for seq, kind, entry in self.log:
            if deleted.get(entry.get("tree"), 0) < seq:
                yield kind, entry

    def spans_hash(self, row):
        runs = row["authorship"]
        length = utf16_length(row["text"] or "")
        if runs is None:
            runs = [[row["author_agent_key"], length]] if length > 0 else []
        else:
            runs = json.loads(runs)
        if sum(run[1] for run in runs) != length:
            self.fault(f"the authorship of node {row['id']} does not add up to its text")
        return hash_of([[self.agents.get(run[0]), *run[1:]] for run in runs])

    def check_nodes(self):
        heads = "SELECT key, id, content_hash FROM node"
        ids, hashes = {}, {}
        for row in self.grove.execute(heads):
            ids[row["key"]], hashes[row["key"]] = row["id"], row["content_hash"]
        parents = {}
        sources = "SELECT target_node_key, origin_node_key FROM edge JOIN edge_source ON edge_key = edge.key"
        for row in self.grove.execute(sources):
            parents.setdefault(row["target_node_key"], []).append(hashes.get(row["origin_node_key"], ""))
        found = {}
        for row in self.grove.execute("SELECT * FROM node"):
            if row["content"] is None:
                content = {"type": "text", "text": row["text"]}
            else:
                content = json.loads(row["content"])
            if content["type"] != row["content_type"]:
                self.fault(f"node {row['id']} is of another type than its content")
            answer = row["raw_api_response_key"]
            expected = hash_of(
                [
                    "aspen-node-1",
                    content,
                    sorted(parents.get(row["key"], [])),
                    iso_time(row["created_at"]),
                    self.agents.get(row["author_agent_key"]),
                    None if answer is None else self.bodies.get(answer),
                ]
            )
            if expected != row["content_hash"] and row["id"] not in self.known_unverified:
                self.fault(f"node {row['id']} does not match its hash")
            found[row["id"]] = {
                "id": row["id"],
                "contentHash": row["content_hash"],
                "position": ids.get(row["position_key"]),
                "editedFrom": ids.get(row["edited_from_key"]),
                "spans": self.spans_hash(row),
            }
        self.ids = ids
        for logged in (node for _, entry in self.lasting_rows() for node in entry.get("nodes", [])):
            node = found.pop(logged["id"], None)
            if node is None:
                self.fault(f"node {logged['id']} is in the log, but not in the file")
                continue
            for name in node:
                if node[name] != logged[name]:
                    self.fault(f"node {node['id']} is not as the log has it: {name}")
        for node in found:
            self.fault(f"node {node} is not in the log")

    def check_agents_and_trees(self):
        agents, trees = {}, {}
        for _, entry in self.lasting_rows():
            if "agent" in entry:
                agents[entry["agent"]["id"]] = entry["agent"]
            if "tree" in entry:
                trees.setdefault(entry["tree"], {}).update(entry.get("properties", {}))
        columns = {"modelRef": "model_ref", "archivedAt": "archived_at"}
        for table, records in (("agent", agents), ("loom_tree", trees)):
            rows = {row["id"]: row for row in self.grove.execute(f"SELECT * FROM {table}")}
            for id, record in records.items():
                if id not in rows:
                    self.fault(f"{table} {id} is in the log, but not in the file")
                    continue
                for name, value in record.items():
                    if rows[id][columns.get(name, name)] != value:
                        self.fault(f"{table} {id} is not as the log has it: {name}")
        types = "SELECT node.id FROM node JOIN agent ON agent.key = author_agent_key WHERE author_type <> agent.type"
        for row in self.grove.execute(types):
            self.fault(f"the author of node {row['id']} is of another type")

    def check_anchors(self):
        logged = {}
        deleted = {entry["tree"]: seq for seq, _, entry in self.log if entry.get("deleted")}
        for seq, _, entry in self.log:
            for anchor in entry.get("anchors", []):
                lasts = deleted.get(entry["tree"], 0) < seq and not anchor.get("removed")
                logged[anchor["id"]] = (lasts, anchor)
        rows = '''
            SELECT anchor.id, kind, place.id AS position, node.id AS node, start, length, quote, note.id AS note, label, words
            FROM anchor JOIN node AS place ON place.key = anchor.position_key JOIN node ON node.key = node_key
            LEFT JOIN node AS note ON note.key = note_node_key'''
        found = {row["id"]: dict(row) for row in self.grove.execute(rows)}
        for anchor in found.values():
            if anchor["words"] is None:
                del anchor["words"]
        for id, (lasts, anchor) in logged.items():
            if lasts and found.pop(id, None) != anchor:
                self.fault(f"anchor {id} is not as the log has it")
        for id in found:
            self.fault(f"anchor {id} is not in the log")

    def check_links(self):
        deleted = {entry["tree"]: seq for seq, _, entry in self.log if entry.get("deleted")}
        logged = {}
        for seq, _, entry in self.log:
            for link in entry.get("links", []):
                logged[link["id"]] = (max(deleted.get(entry["tree"], 0), deleted.get(link["targetTree"], 0)) < seq, link)
        rows = '''
            SELECT link.id, source.id AS source, target.id AS target, tree.id AS targetTree, section, note,
                agent.id AS agent, link.created_at AS createdAt, removed_at AS removedAt, quote
            FROM link JOIN node AS source ON source.key = source_node_key JOIN node AS target ON target.key = target_node_key
            JOIN loom_tree AS tree ON tree.key = target.loom_tree_key JOIN agent ON agent.key = link.agent_key'''
        found = {row["id"]: dict(row) for row in self.grove.execute(rows)}
        for id, (lasts, link) in logged.items():
            # Rows of the log have a quote only if the link does.
            if lasts and found.pop(id, None) != {"quote": None, **link}:
                self.fault(f"link {id} is not as the log has it")
        for id in found:
            self.fault(f"link {id} is not in the log")

    def check_names(self):
        deleted = {entry["tree"]: seq for seq, _, entry in self.log if entry.get("deleted")}
        logged = {}
        for seq, _, entry in self.log:
            for name in entry.get("names", []):
                logged[entry["tree"], name["since"], name["shown"]] = (deleted.get(entry["tree"], 0) < seq, name)
        rows = '''
            SELECT loom_tree.id AS tree, shown, since, until
            FROM tree_name JOIN loom_tree ON loom_tree.key = loom_tree_key WHERE tree_name.kind = 'alias' '''
        found = {}
        for row in map(dict, self.grove.execute(rows)):
            found[row.pop("tree"), row["since"], row["shown"]] = row
        for key, (lasts, name) in logged.items():
            if lasts and found.pop(key, None) != name:
                self.fault(f"the alias {key[2]} of {key[0]} is not as the log has it")
        for tree, _, shown in found:
            self.fault(f"the alias {shown} of {tree} is not in the log")

    def check_summaries(self):
        deleted = {entry["tree"]: seq for seq, _, entry in self.log if entry.get("deleted")}
        logged = {}
        for seq, _, entry in self.log:
            for summary in entry.get("summaries", []):
                lasts = deleted.get(entry["tree"], 0) < seq and not summary.get("removed")
                logged[entry["tree"], summary["node"]] = (lasts, summary)
        rows = '''
            SELECT tree.id AS tree, node.id AS node, CASE WHEN node.key IS NULL THEN tree.summary ELSE node.summary END AS text,
                basis_sha256 AS basis, answer.id AS response, agent.id AS agent, made.created_at AS createdAt
            FROM summary AS made JOIN loom_tree AS tree ON tree.key = made.loom_tree_key
            JOIN agent ON agent.key = made.agent_key LEFT JOIN node ON node.key = made.node_key
            LEFT JOIN raw_api_response AS answer ON answer.key = made.raw_api_response_key'''
        found = {}
        for row in map(dict, self.grove.execute(rows)):
            found[row.pop("tree"), row["node"]] = row
        for place, (lasts, summary) in logged.items():
            if lasts and found.pop(place, None) != summary:
                self.fault(f"the summary of {place[1] or place[0]} is not as the log has it")
        for tree, node in found:
            self.fault(f"the summary of {node or tree} is not in the log")

    def check_tags(self):
        deleted = {entry["tree"]: seq for seq, _, entry in self.log if entry.get("deleted")}
        tags, places = {}, {}
        for seq, _, entry in self.log:
            for tag in entry.get("tagList", []):
                tags[tag["id"]] = tag
            for place in entry.get("tags", []):
                lasts = deleted.get(entry["tree"], 0) < seq and not place.get("removed")
                places[place["tag"], place["position"]] = (lasts, place)
        rows = '''
            SELECT tag.id, tag.name, tag.folded, tag.color, tag.created_at AS createdAt, tag.archived_at AS archivedAt,
                other.id AS mergedInto
            FROM tag LEFT JOIN tag AS other ON other.key = tag.merged_into_key'''
        found = {row["id"]: dict(row) for row in self.grove.execute(rows)}
        for id, tag in tags.items():
            if found.pop(id, None) != tag:
                self.fault(f"tag {id} is not as the log has it")
        for id in found:
            self.fault(f"tag {id} is not in the log")
        rows = '''
            SELECT tag.id AS tag, node.id AS position, agent.id AS agent, assigned.created_at AS createdAt
            FROM tag_assignment AS assigned JOIN tag ON tag.key = assigned.tag_key
            JOIN node ON node.key = assigned.position_key JOIN agent ON agent.key = assigned.agent_key'''
        found = {(row["tag"], row["position"]): dict(row) for row in self.grove.execute(rows)}
        for (tag, position), (lasts, place) in places.items():
            if lasts and found.pop((tag, position), None) != place:
                self.fault(f"the tag {tag} of {position} is not as the log has it")
        for tag, position in found:
            self.fault(f"the tag {tag} of {position} is not in the log")

    def check_metadata(self):
        default = (False, None, False, False)
        recorded = {}
        for _, kind, entry in self.log:
            copies = kind in ("import", "merge") or (
                kind == "tree-create" and ("properties" not in entry or "copyOf" in entry.get("details", {}))
            )
            begin = None if copies and "metadata" not in entry else default
            for node in entry.get("nodes", []):
                if node["id"] == node["position"]:
                    recorded[node["id"]] = begin
            for one in entry.get("metadata", []):
                set_to = (one["bookmarked"], one["bookmarkLabel"], one["pruned"], one["excluded"])
                recorded[one["position"]] = set_to
        for row in self.grove.execute("SELECT * FROM node"):
            expected = recorded.get(self.ids.get(row["position_key"]))
            actual = (bool(row["bookmarked"]), row["bookmark_label"], bool(row["pruned"]), bool(row["excluded"]))
            if expected is not None and actual != expected:
                self.fault(f"node {row['id']} is not as the log has it: metadata")

    def authors_of(self, author, authorship, length):
        """The author of each of the first code units of a text, as [agent, inferred]."""
        runs = [[author, length]] if authorship is None else json.loads(authorship)
        units = []
        for agent, count, *inferred in runs:
            units.extend([[agent, inferred]] * min(count, length - len(units)))
        return units

    def check_splits(self):
        splits = """SELECT node.id, node.key, node.position_key, node.split_at, node.text, node.authorship,
            node.author_agent_key AS author, divided.text AS whole, divided.authorship AS whole_authorship,
            divided.author_agent_key AS whole_author
            FROM node LEFT JOIN node AS divided ON divided.key = node.edited_from_key
            WHERE node.split_at IS NOT NULL"""
        for row in self.grove.execute(splits):
            length = row["split_at"]
            text, whole = (row["text"] or "").encode("utf-16-le"), (row["whole"] or "").encode("utf-16-le")
            is_beginning = (
                row["key"] == row["position_key"]
                and 0 < length < len(whole) // 2
                and text == whole[: 2 * length]
                and self.authors_of(row["author"], row["authorship"], length)
                == self.authors_of(row["whole_author"], row["whole_authorship"], length)
            )
            if not is_beginning:
                self.fault(f"node {row['id']} is not the beginning of the node that it divides")

    def check_conversations(self):
        messages = """SELECT node.id, split_at, offered, author_type FROM node
            JOIN loom_tree ON loom_tree.key = node.loom_tree_key JOIN edge ON edge.target_node_key = node.key
            WHERE mode = 'dialogue' AND edge_type = 'continuation'
            AND (split_at IS NOT NULL OR position_key <> node.key)"""
        for row in self.grove.execute(messages):
            if row["split_at"] is not None:
                self.fault(f"node {row['id']} is a split in a conversation")
            elif row["offered"] or row["author_type"] == "model":
                self.fault(f"node {row['id']} is not a version that a person fixed in place")

    def check_records_of_answers(self):
        answer_of = "SELECT answer.* FROM node JOIN raw_api_response AS answer ON answer.key = raw_api_response_key"
        for _, entry in self.lasting_rows():
            if "response" not in entry:
                continue
            node = entry["nodes"][0]["id"]
            row = self.grove.execute(f"{answer_of} WHERE node.id = ?", (node,)).fetchone()
            if row is not None and json.loads(row["request"]).get("leftOut"):
                continue  # A shared copy has only the model and the parameters.
            if row is None or self.hash_of_answer(row) != entry["response"]:
                self.fault(f"the record of the answer to node {node} is not as it was written")

    def hash_of_answer(self, row):
        values = [iso_time(row[name]) if name.endswith("_at") else row[name] for name in ANSWER_COLUMNS]
        return hash_of(["aspen-response-1", *values])

    def check_turns(self):
        turns = "SELECT agent_turn.*, loom_tree.id AS tree FROM agent_turn JOIN loom_tree ON loom_tree.key = loom_tree_key"
        digests = {}
        for row in self.grove.execute(turns):
            calls = [self.call_of(call) for call in self.rows_of("agent_call", row["key"])]
            actions = [self.action_of(action) for action in self.rows_of("agent_action", row["key"])]
            ended = None if row["ended_at"] is None else iso_time(row["ended_at"])
            agent, parent = self.agents.get(row["agent_key"]), self.ids.get(row["parent_position_key"])
            who = [row["id"], row["tree"], agent, parent, row["state"], row["used"], iso_time(row["started_at"]), ended]
            digests[row["id"]] = hash_of(["aspen-turn-1", *who, calls, actions])
            if row["state"] == "running":
                digests[row["id"]] = None
        if not digests:
            return
        logged = {turn["id"]: turn["digest"] for _, entry in self.lasting_rows() for turn in entry.get("turns", [])}
        for id in sorted(logged.keys() | digests.keys()):
            if logged.get(id) != digests.get(id):
                self.fault(f"turn {id} is not as the log has it")

    def rows_of(self, table, turn):
        return self.grove.execute(f"SELECT * FROM {table} WHERE turn_key = ? ORDER BY ordinal", (turn,)).fetchall()

    def call_of(self, row):
        answer = "SELECT * FROM raw_api_response WHERE key = ?"
        record = self.grove.execute(answer, (row["raw_api_response_key"],)).fetchone()
        return [row["ordinal"], None if record is None else self.hash_of_answer(record), self.ids.get(row["node_key"])]

    def action_of(self, row):
        place = [row[name] for name in ("ordinal", "call_ordinal", "from_offset", "to_offset")]
        names = ("line", "command", "approval", "outcome", "result", "inverse")
        return [*place, *(row[name] for name in names), iso_time(row["started_at"]), row["took_ms"]]

    def check_drafts(self):
        drafts = """SELECT draft.*, loom_tree.id AS tree, node.id AS head FROM draft
            JOIN loom_tree ON loom_tree.key = draft.loom_tree_key LEFT JOIN node ON node.key = head_position_key"""
        for row in self.grove.execute(drafts):
            agent, time = self.agents.get(row["agent_key"]), iso_time(row["updated_at"])
            draft = ["aspen-draft-1", row["tree"], agent, row["head"], time, row["buffer"], row["edits"]]
            if row["digest"] is not None and row["digest"] != hash_of(draft):
                self.fault(f"the draft of {agent} in {row['tree']} is not as it was written")


def verify(path):
    """What is wrong with a grove, in words, and what was checked."""
    grove = open_grove(path)
    try:
        check = Check(grove)
        check.run()
        nodes = grove.execute("SELECT count(*) FROM node").fetchone()[0]
        return check.faults, f"{nodes} nodes, {len(check.log)} rows of the log, {len(check.bodies)} answers"
    finally:
        grove.close()


def main(paths):
    if not paths:
        print(__doc__.strip())
        return 2
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        print(f"This Python has SQLite {sqlite3.sqlite_version}, which is too old to read a grove.")
        return 2
    result = 0
    for path in paths:
        try:
            faults, checked = verify(path)
        except (Unreadable, sqlite3.Error, ValueError, OverflowError, LookupError, TypeError, AttributeError) as error:
            print(f"{path}: cannot be read: {error}")
            result = 2
            continue
        print(f"{path}: {checked}; {'as written' if not faults else f'{len(faults)} faults'}")
        for fault in faults:
            print(f"  {fault}")
        if faults:
            result = max(result, 1)
    return result


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
