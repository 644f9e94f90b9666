/** Sets the time in milliseconds after which a stop is forced, beyond that in which the server still serves. */
const stopTimeoutMs = 20_000

/** Stops in the reverse order of starting, once; a second signal ends the process at once. */
export function stopOnSignals(stops: (() => Promise<void>)[], drainMs: number): () => Promise<void> {
  let stopping: Promise<void> | undefined
  const stop = () =>
    (stopping ??= (async () => {
      for (const end of stops.toReversed()) await end()
    })())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      setTimeout(() => process.exit(1), drainMs + stopTimeoutMs).unref()
      void stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
  return stop
}

/** Runs a step of the start. A step that takes longer than a moment prints its name, its progress and its duration. */
export async function runStep<Result>(
  name: string,
  run: (report: (done: number, of: number) => void) => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now()
  let isShown = false
  const show = (state: string) => {
    // A terminal rewrites the line; elsewhere each part is printed once.
    if (process.stdout.isTTY) process.stdout.write(`\r${name} … ${state}\u001B[K`)
    else process.stdout.write(isShown ? state : `${name} … ${state}`)
    isShown = true
  }
  const timer = setTimeout(() => show(''), 300)
  try {
    return await run((done, of) => {
      if (isShown && process.stdout.isTTY) show(`${done} of ${of}`)
    })
  } finally {
    clearTimeout(timer)
    if (isShown) show(`${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`)
  }
}
