/** Returns an address as it stands below the name of its company: without a first line that repeats the name. */
export function addressBelowName(name: string, address: string): string {
  const [first = '', ...lines] = address.split('\n')
  return comparable(first) === comparable(name) ? lines.join('\n').trimStart() : address
}

const comparable = (line: string) => line.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
