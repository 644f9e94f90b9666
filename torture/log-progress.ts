const begun = performance.now()

/** Prints the progress of a run. */
export function logProgress(message: string): void {
  process.stdout.write(`  ${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${message}\n`)
}
