// `make page`: the sources here become src/dalembert/pictures/assets, with the licences of what is inside.

import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "..", "src", "dalembert", "pictures", "assets");
const read = (...parts) => readFileSync(join(here, ...parts));
mkdirSync(out, { recursive: true });

// script, with the worker of live pages as text in it, and style
const usual = { bundle: true, minify: true, format: "iife", target: "es2022", legalComments: "none", logLevel: "warning" };
const worker = await build({ ...usual, entryPoints: [join(here, "src", "live_worker.js")], write: false });
await build({ ...usual, entryPoints: [join(here, "src", "main.js")], define: { WORKER: JSON.stringify(worker.outputFiles[0].text) }, outfile: join(out, "page.js") });
const uplot = read("node_modules", "uplot", "dist", "uPlot.min.css").toString();
const style = await build({ stdin: { contents: uplot + read("src", "page.css"), loader: "css" }, minify: true, write: false, target: "es2022" });
writeFileSync(join(out, "page.css"), style.outputFiles[0].text);
writeFileSync(join(out, "page.html"), read("page.html"));

// the part of the font that formulas need
const letters = Array.from({ length: 95 }, (_, k) => String.fromCharCode(32 + k)).join("");
const greek = "αβγδεζηθικλμνξοπρςστυφχψωΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϕϑϵ";
const italic = Array.from({ length: 52 }, (_, k) => String.fromCodePoint(0x1d434 + k)).join("") + "ℎ" + Array.from({ length: 58 }, (_, k) => String.fromCodePoint(0x1d6e2 + k)).join("");
const signs = "−+±×·÷=≠≈≤≥<>()[]{}|√∂∫∑∏∞′″‴˙¨⃛⃜̇̈…⋅∣‖⁄°₀₁₂₃₄₅₆₇₈₉ \u2061\u2062";
const font = read("node_modules", "@fontsource", "stix-two-math", "files", "stix-two-math-latin-400-normal.woff2");
writeFileSync(join(out, "math.woff2"), await subsetFont(font, letters + greek + italic + signs, { targetFormat: "woff2" }));

// licences
const licences = [["three.js", "three"], ["uPlot", "uplot"], ["STIX Two Math (a subset)", "@fontsource/stix-two-math"]].map(([name, folder]) => {
  const { version } = JSON.parse(read("node_modules", folder, "package.json"));
  return `${name} ${version}\n\n${read("node_modules", folder, "LICENSE").toString().trim()}\n`;
});
writeFileSync(join(out, "LICENCES.txt"), `The page is made with:\n\n${licences.join("\n----\n\n")}`);

// what the assets were made of
const sources = ["build.js", "package.json", "package-lock.json", "page.html", ...readdirSync(join(here, "src")).sort().map((name) => `src/${name}`)];
const digest = createHash("sha256");
for (const name of sources) digest.update(`${name}\n`).update(read(...name.split("/")));
writeFileSync(join(out, "sources.sha256"), `${digest.digest("hex")}\n`);
