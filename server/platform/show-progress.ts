/** Takes a sentence on how far a command is; it may be called as often as there is one. */
export type Report = (text: string) => void

export interface ProgressLine {
  report: Report
  /** Removes the line from a terminal, before something else is written. */
  clear: () => void
}

const terminalMs = 100
const logMs = 5000
const defaultColumns = 80

/**
 * Shows how far a command is: on a terminal, as one line that is written again and again; else, such as in a log, as a line every five
 * seconds. What takes less time than that writes nothing into a log.
 */
export function createProgressLine(
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>,
  now: () => number = Date.now,
): ProgressLine {
  let last = stream.isTTY ? -Infinity : now()
  let isShown = false
  const clear = () => {
    if (isShown) stream.write('\r\u001b[2K')
    isShown = false
  }
  return {
    report(text) {
      if (now() - last < (stream.isTTY ? terminalMs : logMs)) return
      last = now()
      if (!stream.isTTY) return void stream.write(`${text}\n`)
      clear()
      isShown = true
      stream.write(text.slice(0, (stream.columns || defaultColumns) - 1))
    },
    clear,
  }
}
