const begun = performance.now()

/** Tells whoever watches how far a run has come. */
export function stage(sentence: string): void {
  process.stdout.write(`  ${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${sentence}\n`)
}
