"""Writes what the server answered as TypeScript that type-checks against lichess's own types.

usage: write_types.py DECLARATIONS ANSWERS… > check.ts
"""

import json
import re
import sys

declarations, *answers = sys.argv[1:]
text = open(declarations).read()
paths = re.findall(r'^  "(/[^"]*)": \{$', text, re.M)
# A segment that is given literally is better than a variable one.
paths.sort(key=lambda path: path.count("{"))


def template_of(path):
    for template in paths:
        pattern = re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(template))
        if re.fullmatch(pattern, path):
            return template
    raise SystemExit(f"lichess has no path like {path}")


print('import type { paths } from "./lichess-api";')
print("type Content<R> = R extends { content: infer C } ? C[keyof C] : never;")
print("type Answer<P extends keyof paths, M extends keyof paths[P], S extends number> =")
print("  paths[P][M] extends { responses: infer R } ? (S extends keyof R ? Content<R[S]> : never) : never;")
print("type Line<T> = T extends readonly (infer E)[] ? E : T;")
print("type Refused = { error: string };")
seen, count = set(), 0
for file in answers:
    for method, path, status, is_line, body in json.load(open(file)):
        line = json.dumps(body, sort_keys=True)
        template = template_of(path)
        if (method, template, line) in seen:
            continue
        seen.add((method, template, line))
        kind = f'Answer<"{template}", "{method}", {status}>'
        if status >= 400:
            kind = "Refused"
        elif is_line:
            # The types of some streams are those of all lines together.
            kind = f"Line<{kind}>"
        print(f"export const a{count}: {kind} = {json.dumps(body)};")
        count += 1
