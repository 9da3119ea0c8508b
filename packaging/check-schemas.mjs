// Compiles every schema with Ajv, validates lines with it, and type-checks the same lines and a program that reads them against
// generated TypeScript.
// usage: node check-schemas.mjs SCHEMAS LINES
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import Ajv from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { compile } from "json-schema-to-typescript";

const [schemas, lines] = process.argv.slice(2);
const validators = {};
for (const game of fs.readdirSync(schemas)) {
  for (const file of fs.readdirSync(path.join(schemas, game))) {
    const ajv = new Ajv.default();
    addFormats.default(ajv);
    const name = `${game}/${path.basename(file, ".json")}`;
    const schema = JSON.parse(fs.readFileSync(path.join(schemas, game, file)));
    validators[name] = ajv.compile(schema);
    if (/\/(action|chance|answer)$/.test(name) && schema.oneOf?.some((variant) => !variant.title && !variant.$ref)) {
      throw new Error(`${name}: untitled`);
    }
  }
}
console.log(`${Object.keys(validators).length} schemas are compiled by Ajv`);

// What a program reads, without casts. `any` and `unknown` are no types: nothing could be read of them.
const READS = `
type Typed<T> = 0 extends 1 & T ? "any" : unknown extends T ? "unknown" : "typed";
type Part<T> = Typed<NonNullable<T>>;
export const typed: { [key: string]: "typed" } = {} as {
  action: Part<Line["action"]>; view: Part<Line["view"]>; details: Part<Line["details"]>; outcome: Part<Line["outcome"]>;
  withheld: Part<Line["withheld"]>; truncated: Part<Line["truncated"]>; redacted: Part<Line["redacted"]>;
  malformed: Part<Line["malformed"]>; ask: Part<Line["ask"]>; state: Part<Line["state"]>; header: Part<Line["header"]>;
  match: Part<Header["match"]>; question: Part<Header["ask"]>; seen: Part<Header["view"]>;
};
export function reads(line: Line, header: Header, answer: Answer): unknown[] {
  const first: number | undefined = line.outcome?.places[0];
  const ended: string | undefined = line.outcome?.reason;
  const hidden: number | undefined = line.withheld?.line;
  const left: number | undefined = line.truncated?.line;
  const wrong: string | undefined = line.malformed?.message;
  const seat: number | undefined = header.match?.seat;
  const bank: number | null | undefined = header.match?.clock?.bank_ms;
  const longest: number | undefined = header.match?.limits?.max_turns;
  const asked: number | undefined = typeof line.ask === "object" ? line.ask.id : line.ask;
  const before: number | undefined = header.ask?.move_ms;
  const said: string | undefined = "say" in answer ? answer.say : undefined;
  const place: number | undefined = "pick" in answer ? answer.pick : undefined;
  return [first, ended, hidden, left, wrong, seat, bank, longest, asked, before, said, place, seen(line)];
}
`;
const SEEN = {
  tectonic: "number | undefined { return line.view?.quiet; }",
  wangdo: "number | undefined { return line.view?.round; }",
  "we-will-wok-you": "number | undefined { return line.view?.players.length; }",
  wigwam: 'string | undefined { return line.view && "hidden" in line.view ? line.view.hidden : line.view?.turn; }',
  wongar: "number | undefined { return line.view?.players.length; }",
};
const tsc = path.join(path.dirname(new URL(import.meta.url).pathname), "node_modules/.bin/tsc");
for (const file of fs.readdirSync(lines).filter((file) => file.endsWith(".jsonl"))) {
  const game = path.basename(file, ".jsonl");
  const read = (file) => fs.readFileSync(path.join(lines, file), "utf8").trim().split("\n").map((text) => JSON.parse(text));
  const all = read(file);
  const kinds = {
    header: all.filter((line) => "referee" in line),
    line: all.filter((line) => !("referee" in line)),
    answer: read(`${game}.answers`),
  };
  const folder = path.join(lines, game);
  fs.mkdirSync(folder);
  let program = "";
  for (const [kind, own] of Object.entries(kinds)) {
    const validator = validators[`${game}/${kind}`];
    for (const line of own) {
      if (!validator(line)) throw new Error(`${game}: ${JSON.stringify(validator.errors)}: ${JSON.stringify(line).slice(0, 500)}`);
    }
    const schema = JSON.parse(fs.readFileSync(path.join(schemas, game, `${kind}.json`)));
    const name = kind[0].toUpperCase() + kind.slice(1);
    const types = await compile({ ...schema, title: name }, name, { additionalProperties: false });
    // A sample: literal lines take the compiler long.
    const some = own.filter((_, at) => at % Math.ceil(own.length / 150) === 0);
    const text = some.map((line, at) => `export const l${at}: ${name} = ${JSON.stringify(line)};\n`).join("");
    fs.writeFileSync(path.join(folder, `${kind}.ts`), `${types}\n${text}`);
    program += `import type { ${name} } from "./${kind}";\n`;
  }
  fs.writeFileSync(path.join(folder, "reads.ts"), `${program}${READS}function seen(line: Line): ${SEEN[game] ?? "undefined { return line && undefined; }"}\n`);
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "esnext", "--moduleResolution", "bundler"];
  execFileSync(tsc, [...options, path.join(folder, "reads.ts")], { stdio: "inherit" });
  const counts = Object.entries(kinds).map(([kind, own]) => `${own.length} of ${kind}`).join(", ");
  console.log(`${game}: ${counts} are valid for Ajv, samples and a program that reads them for TypeScript`);
}
