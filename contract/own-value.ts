/** Returns what an object has under a text that somebody else has chosen; undefined for `constructor` and others that every object has. */
export const ownValue = <Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined
