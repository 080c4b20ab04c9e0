"""Verifies exported histories: python3 verify_history.py FILE.versions.json ...

Needs nothing but Python's standard library. It walks from delta to delta as the file says, computes every hash again,
compares every snapshot with the tokens it arrives at, and exits with 1 if anything differs; with 2 if a file cannot be
read.
"""

import hashlib
import json
import sys

# What a token may be.
KINDS = {"heading", "break", "fence", "paragraph", "blank"}


class Fault(Exception):
    """Something in the file is not as it says."""


def canonical(value):
    """The one way to write a JSON value (format.md, Hashes); there are no objects in what is hashed here."""
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def hash_of(value):
    return hashlib.sha256(canonical(value).encode("utf-8")).hexdigest()


def token_hash(token):
    if token["kind"] not in KINDS:
        raise Fault(f"a token of the kind {token['kind']}")
    return hash_of(["aspen-token-1", token["kind"], token["text"]])


def hashes_of(tokens):
    return [token_hash(token) for token in tokens]


def delta_hash(delta):
    """Tokens are hashed by their hashes, so that a delta can be checked without knowing its texts."""
    ops = []
    for op in delta["ops"]:
        if op[0] == "insert":
            name, position, tokens = op
            ops.append([name, position, hashes_of(tokens)])
        else:
            name, start, end, tokens = op
            ops.append([name, start, end, hashes_of(tokens)])
    return hash_of(["aspen-layer-1", delta["parent"], ops])


def apply(tokens, op):
    """The tokens after one op."""
    if op[0] == "insert":
        _, position, inserted = op
        if not 0 <= position <= len(tokens):
            raise Fault(f"an insert at {position} of {len(tokens)} tokens")
        return tokens[:position] + inserted + tokens[position:]
    if op[0] == "snip":
        _, start, end, removed = op
        if not 0 <= start <= end <= len(tokens) or tokens[start:end] != removed:
            raise Fault(f"a snip of {start} to {end} that does not find what it removes")
        return tokens[:start] + tokens[end:]
    raise Fault(f"an op {op[0]}")


def verify(history):
    """Walks a history from its beginning, or from the snapshot of a roll-off; says how long it is."""
    deltas = history["deltas"]
    snapshots = {snapshot["position"]: snapshot for snapshot in history["snapshots"]}
    if len(snapshots) != len(history["snapshots"]):
        raise Fault("two snapshots are at one position")
    begins_with = deltas[0]["parent"] if deltas else history["head"]
    base = next((one for one in history["snapshots"] if one["hash"] == begins_with), None)
    if begins_with is not None and base is None:
        raise Fault("there is neither the first delta nor a snapshot of what was before it")
    parent = begins_with
    tokens = [] if base is None else list(base["tokens"])
    position = -1 if base is None else base["position"]
    seen = set() if base is None else {position}
    is_text = history["dimension"] == "versions"
    for delta in deltas:
        position += 1
        where = f"delta {position}"
        if delta["parent"] != parent:
            raise Fault(f"{where} does not follow the one before it")
        if delta_hash(delta) != delta["hash"]:
            raise Fault(f"{where} does not match its hash")
        parent = delta["hash"]
        if not is_text:
            # Each run of a fence, and each level, has a text of its own below it.
            continue
        try:
            for op in delta["ops"]:
                tokens = apply(tokens, op)
        except Fault as fault:
            raise Fault(f"{where}: {fault}") from None
        snapshot = snapshots.get(position)
        if snapshot is not None:
            seen.add(position)
            if snapshot["hash"] != parent or snapshot["tokens"] != tokens:
                raise Fault(f"the snapshot at {position} is not what the deltas lead to")
    if history["head"] != parent:
        raise Fault("the head is not the hash of the last delta")
    if is_text and set(snapshots) - seen:
        raise Fault("a snapshot is at a position without a delta")
    return f"{len(deltas)} deltas, {len(snapshots)} snapshots, {len(tokens)} tokens at the end"


def main(paths):
    if not paths:
        print(__doc__.strip())
        return 2
    result = 0
    for path in paths:
        try:
            with open(path, encoding="utf-8") as file:
                history = json.load(file)
            print(f"{path}: {verify(history)}; as written")
        except Fault as fault:
            print(f"{path}: {fault}")
            result = max(result, 1)
        except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
            print(f"{path}: cannot be read: {error!r}")
            result = 2
    return result


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
