// Compiles every schema with Ajv, validates lines with it, and type-checks the same lines against generated TypeScript.
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
    if (/\/(action|chance)$/.test(name) && schema.oneOf?.some((variant) => !variant.title)) throw new Error(`${name}: untitled`);
  }
}
console.log(`${Object.keys(validators).length} schemas are compiled by Ajv`);
for (const file of fs.readdirSync(lines).filter((file) => file.endsWith(".jsonl"))) {
  const game = path.basename(file, ".jsonl");
  const all = fs.readFileSync(path.join(lines, file), "utf8").trim().split("\n").map((text) => JSON.parse(text));
  for (const line of all) {
    const validator = validators[`${game}/${"referee" in line ? "header" : "line"}`];
    if (!validator(line)) throw new Error(`${game}: ${JSON.stringify(validator.errors[0])}: ${JSON.stringify(line).slice(0, 500)}`);
  }
  const schema = JSON.parse(fs.readFileSync(path.join(schemas, game, "line.json")));
  const types = await compile({ ...schema, title: "Line" }, "Line", { additionalProperties: false });
  // A sample: literal lines take the compiler long.
  const some = all.filter((line) => !("referee" in line)).filter((_, at, own) => at % Math.ceil(own.length / 150) === 0);
  const text = some.map((line, at) => `export const l${at}: Line = ${JSON.stringify(line)};\n`).join("");
  fs.writeFileSync(path.join(lines, `${game}.ts`), `${types}\n${text}`);
  const tsc = path.join(path.dirname(new URL(import.meta.url).pathname), "node_modules/.bin/tsc");
  execFileSync(tsc, ["--noEmit", "--strict", "--skipLibCheck", path.join(lines, `${game}.ts`)], { stdio: "inherit" });
  console.log(`${game}: ${all.length} lines are valid for Ajv, ${some.length} of them for TypeScript`);
}
