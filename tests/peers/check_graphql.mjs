// Validates questions against GitHub's schema, and holds answers against it: each is executed with the answer as its
// data, so that a value of a wrong type, or a null where none may be, is an error, and the outcome must be the answer.
//
// argv: the folder of node_modules, a JSON file of [{name, query, variables, answer}]. Prints a line for each fault.
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { pathToFileURL } from "node:url";

const [modules, asked] = process.argv.slice(2);
const { buildSchema, execute, parse, validate } = await import(pathToFileURL(`${modules}/graphql/index.mjs`));
// The published text breaks finer rules of schemas (a field defined twice, deprecations); its types are sound.
const text = readFileSync(`${modules}/@octokit/graphql-schema/schema.graphql`, "utf8");
const schema = buildSchema(text, { assumeValid: true, assumeValidSDL: true });

for (const { name, query, variables, answer } of JSON.parse(readFileSync(asked, "utf8"))) {
  const document = parse(query);
  const faults = validate(schema, document);
  if (faults.length === 0 && answer) {
    const done = await execute({
      schema,
      document,
      variableValues: variables,
      rootValue: answer,
      fieldResolver: (source, _args, _context, info) => source[info.path.key],
      typeResolver: (value) => ("tagger" in value ? "Tag" : "Commit"),
    });
    faults.push(...(done.errors ?? []));
    if (!done.errors && !isDeepStrictEqual(JSON.parse(JSON.stringify(done.data)), answer)) {
      faults.push(new Error(`another answer: ${JSON.stringify(done.data)}`));
    }
  }
  for (const fault of faults) console.log(`${name}: ${fault.message}`);
}
