/** Returns a configuration file with `${NAME}` replaced, as envsubst does. Throws for a name without a value. */
export function fillTemplate(template: string, values: Record<string, string | number>): string {
  return template.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The configuration has no value for ${name}.`)
    return String(value)
  })
}

/** Reads the lines NAME=value or NAME='value' of an environment file. */
export function readEnvFile(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^([A-Z]\w*)=('?)(.*)\2$/gm)].map(([, name = '', , value = '']) => [name, value]),
  )
}
