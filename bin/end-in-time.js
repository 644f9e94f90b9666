// Loaded into every test process: one that waits for ever would hold up all the others, and whoever waits for the result.
// The runner's own time limit fails the test, but leaves a process alive that has something open.
const longestMs = 440_000

setTimeout(() => {
  const waitsFor = process.getActiveResourcesInfo().join(', ')
  process.stderr.write(`${process.argv.at(-1)} was ended after ${longestMs / 1000} s; it waited for ${waitsFor}.\n`)
  process.kill(process.pid, 'SIGKILL')
}, longestMs).unref()
