"""Verifies a report of authorship: python3 verify_report.py REPORT.json [TEXT.txt] [GROVE.aspen]

Needs nothing but Python's standard library. It adds up the lengths again and computes the hash of the authors; with the
text (exported as typed, with its prompts) also the hash and the length of that; with the grove, that it has every passage
with its hash, and a log that goes as far. It exits with 1 if anything differs; with 2 if a file cannot be read.
"""

import collections
import hashlib
import json
import sqlite3
import sys

EVIDENCE = ("exact", "inferred", "imported")


class Fault(Exception):
    """Something is not as the report says."""


def require(condition, what):
    if not condition:
        raise Fault(what)


def sha256(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def sums_of_parts(spans, ends):
    """The lengths by agent of each part of the text, of which the ends are given in order."""
    parts, at, index, used = [], 0, 0, 0
    for end in ends:
        sums = collections.Counter()
        while at < end and index < len(spans):
            agent, length, _ = spans[index]
            own = min(end - at, length - used)
            sums[agent] += own
            at, used = at + own, used + own
            if used == length:
                index, used = index + 1, 0
        parts.append(dict(sums))
    return parts


def verify(report):
    require(report["format"] == "aspen-report-1", "the format is another one")
    spans, length = report["spans"], report["text"]["length"]
    written = json.dumps(spans, ensure_ascii=False, separators=(",", ":"))
    require(sha256(written) == report["text"]["spansSha256"], "the authors have another hash")
    require(all(own > 0 and kind in EVIDENCE for _, own, kind in spans), "a span is empty or of no known evidence")
    require(sum(own for _, own, _ in spans) == length, "the spans are not as long as the text")
    totals = collections.Counter()
    for by, own, how in spans:
        totals[by, how] += own
    for index, agent in enumerate(report["agents"]):
        for kind in EVIDENCE:
            total = totals[index, kind]
            require(total == agent[kind], f"{agent['name']}: {kind} is {total}, not {agent[kind]}")
    require(sum(agent["words"] for agent in report["agents"]) == report["text"]["words"], "the words do not add up")
    at = 0
    chapters = report["chapters"]
    for chapter, sums in zip(chapters, sums_of_parts(spans, [chapter["to"] for chapter in chapters])):
        require(chapter["from"] == at, f"{chapter['title']}: begins elsewhere")
        at = chapter["to"]
        require(sums == dict(chapter["by"]), f"{chapter['title']}: other sums")
    require(not report["chapters"] or at == length, "the chapters end elsewhere")
    days = collections.Counter()
    for day in report["days"]:
        days.update(dict(day["by"]))
    require([dict(days)] == sums_of_parts(spans, [length]), "the days do not add up")
    nodes = sum(node["length"] for node in report["nodes"]) + report["uncommitted"]
    require(nodes == length, "the passages are not as long as the text")


def verify_text(report, text):
    require(len(text.encode("utf-16-le")) // 2 == report["text"]["length"], "the text has another length")
    require(sha256(text) == report["text"]["sha256"], "the text has another hash")


def verify_grove(report, path):
    grove = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    for node in report["nodes"]:
        found = grove.execute("SELECT content_hash FROM node WHERE id = ?", (node["id"],)).fetchone()
        require(found == (node["contentHash"],), f"the grove has no passage {node['id']} with its hash")
    seq, head = report["log"]["seq"], report["log"]["hash"]
    found = grove.execute("SELECT hash FROM log WHERE seq = ?", (seq,)).fetchone()
    require(seq == 0 or found == (head,), "the grove's log has another row there")


def main(paths):
    if not paths:
        print(__doc__.strip())
        return 2
    try:
        with open(paths[0], encoding="utf-8") as file:
            report = json.load(file)
        verify(report)
        for path in paths[1:]:
            if path.endswith(".aspen"):
                verify_grove(report, path)
            else:
                with open(path, encoding="utf-8", newline="") as file:
                    verify_text(report, file.read())
    except Fault as fault:
        print(f"{paths[0]}: {fault}")
        return 1
    except (OSError, ValueError, KeyError, TypeError, sqlite3.Error) as error:
        print(f"{paths[0]}: cannot be read: {error}")
        return 2
    print(f"{paths[0]}: everything adds up")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
