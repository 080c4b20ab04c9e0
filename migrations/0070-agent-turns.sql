-- permissions is an object, {"loom_write": "ask"}, with the values allow, ask and never; what it does not name has its
-- default. No version wrote anything but an empty list so far. loom_aware repeats whether the agent is loom-aware.

UPDATE agent SET permissions = '{}', loom_aware = 0 WHERE json_valid(permissions) AND json_type(permissions) = 'array';
