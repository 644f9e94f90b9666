import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { ConfigError } from '#server/platform/config.ts'
import type { Fit } from '#server/vehicles/fits.ts'
import { readFits } from '#server/vehicles/read-fits.ts'
import type { VehicleNames } from '#server/vehicles/vehicle-names.ts'

export const readFitsUsage =
  'read-fits FILE     prints which vehicles the texts of a file name, as JSON; lines are ID, tab, text'

/** Prints a JSON object of the fits of each line `id<TAB>text`. Throws a sentence before anything is printed if a line is wrong. */
export async function runReadFitsCommand(args: readonly string[], readNames: () => VehicleNames): Promise<void> {
  const [file, ...more] = args
  if (!file || more.length > 0) throw new ConfigError('Usage: npm run -s shop -- read-fits FILE')
  const lines = await readLines(resolve(file))
  const names = readNames()
  let output = '{'
  let separator = '\n'
  for (const [id, text] of lines) {
    output += `${separator}${JSON.stringify(id)}: ${JSON.stringify(readFits(text, names).readings.map(inYears))}`
    separator = ',\n'
    if (output.length < 65_536) continue
    await write(output)
    output = ''
  }
  await write(`${output}\n}\n`)
}

async function readLines(file: string): Promise<Map<string, string>> {
  const lines = new Map<string, string>()
  let number = 0
  try {
    for await (const raw of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })) {
      number += 1
      const line = number === 1 ? raw.replace(/^\uFEFF/, '') : raw
      if (line.trim() === '') continue
      const tab = line.indexOf('\t')
      const id = line.slice(0, Math.max(tab, 0)).trim()
      if (id === '') throw new ConfigError(`Line ${number} of ${file} has no ID and tab in front of its text.`)
      if (lines.has(id))
        throw new ConfigError(`Line ${number} of ${file} has the ID ${id} again. Each line needs its own.`)
      lines.set(id, line.slice(tab + 1))
    }
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  return lines
}

/** Returns a fit as it is printed: in whole years. */
const inYears = ({ builtFrom: _, builtTo: __, mayEnd: ___, ...fit }: Fit): Fit => fit

/** Waits until the output has taken a text, so that a slow reader of the pipe costs no memory. */
const write = (text: string) =>
  new Promise<void>((done, fail) => {
    process.stdout.write(text, (error) => (error ? fail(error) : done()))
  })
