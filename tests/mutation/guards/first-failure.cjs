/** A Jest reporter that exits at the first failure. It sends the result to the parent process. */
module.exports = class FirstFailure {
  constructor() {
    process.on("disconnect", () => process.exit(1));
  }

  #fail(test, message) {
    process.send({ failed: { test, message } }, () => process.exit(1));
  }

  onTestCaseResult(_file, { status, fullName, failureMessages }) {
    if (status === "failed") this.#fail(fullName, failureMessages.join("\n"));
  }

  onTestResult(_file, { testExecError, testResults }) {
    const failed = testResults.find(({ status }) => status === "failed");
    if (testExecError) this.#fail("the file itself", testExecError.message);
    else if (failed) this.#fail(failed.fullName, failed.failureMessages.join("\n"));
  }

  onRunComplete(_contexts, { numPassedTests }) {
    if (numPassedTests === 0) this.#fail("no test", "nothing ran");
    else process.send({ passed: numPassedTests }, () => process.exit());
  }
};
