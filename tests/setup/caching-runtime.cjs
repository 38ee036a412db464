const asyncHooks = require("node:async_hooks");
const { resolve } = require("node:path");
const { Script } = require("node:vm");
const { default: Runtime } = require("jest-runtime");
require("./block-external-network.cjs");

/** The detector of languages. It is an ES module, which Jest cannot load, and takes 150 MB. */
const DETECTOR = "eld/small";
const loadDetector = () => require(resolve("node_modules/eld/src/entries/static.small.js"));

/** Transformed and compiled code by file. It is shared by all test files that this process runs. */
const transformed = new Map();
const compiled = new Map();

const compile = (source, filename, parameters) => {
  const known = compiled.get(filename);
  if (known?.source === source) return known.script;
  const head = `(function (${parameters}) {`;
  const script = new Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
  compiled.set(filename, { source, script });
  return script;
};

/** Transforms each file only once per process, because files do not change during a run. */
const shareTransformed = (cache) => {
  const transform = cache.transform.bind(cache);
  cache.transform = (filename, options) => {
    const known = transformed.get(filename);
    if (known === undefined) {
      const code = transform(filename, options);
      const result = cache.transforms.get(filename);
      if (result) transformed.set(filename, result);
      return code;
    }
    cache.transforms.set(filename, known);
    if (known.sourceMapPath) cache.sourceMaps.set(filename, known.sourceMapPath);
    return known.code;
  };
};

/** All storages (AsyncLocalStorage) that the test file or Jest has created. */
const storages = new Set();

/**
 * Records storages, which are disabled after each test file. Before Node 24, every enabled storage
 * slows down all promises of the process.
 */
asyncHooks.AsyncLocalStorage = class extends asyncHooks.AsyncLocalStorage {
  constructor(...options) {
    super(...options);
    storages.add(this);
  }
};

/**
 * Jest loads all modules again for each test file, so that files share no state. This runtime
 * caches the compiled code, which halves the time to load the API. All files share the detector of
 * languages. It also disables storages that a test file leaves enabled.
 */
module.exports = class FrugalRuntime extends Runtime {
  constructor(...options) {
    super(...options);
    const { executor, transformCache, _environment: environment } = this;
    const { watch, watchAll } = options.at(-1);
    if (!watch && !watchAll) shareTransformed(transformCache);
    executor.compile = (source, filename) =>
      environment.getVmContext() &&
      compile(source, filename, executor.injectedModuleParameters).runInContext(
        environment.getVmContext(),
      );
  }

  requireModuleOrMock(from, moduleName) {
    return moduleName === DETECTOR ? loadDetector() : super.requireModuleOrMock(from, moduleName);
  }

  teardown() {
    super.teardown();
    for (const storage of storages) storage.disable();
    storages.clear();
  }
};
