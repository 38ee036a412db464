const { Script } = require("node:vm");
const { default: Runtime } = require("jest-runtime");

/** What this process has compiled, by file. */
const compiled = new Map();

const compile = (source, filename, parameters) => {
  const known = compiled.get(filename);
  if (known?.source === source) return known.script;
  const head = `(function (${parameters}) {`;
  const script = new Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
  compiled.set(filename, { source, script });
  return script;
};

/**
 * Jest loads every module anew for each file of tests, so that none has another's state. Here it at
 * least compiles none anew: that is a third of an API's test.
 */
module.exports = class SharedScripts extends Runtime {
  constructor(...options) {
    super(...options);
    const { executor, _environment: environment } = this;
    executor.compile = (source, filename) =>
      environment.getVmContext() &&
      compile(source, filename, executor.injectedModuleParameters).runInContext(
        environment.getVmContext(),
      );
  }
};
